public import PagerModel

/// Writes JSON into a growing array of bytes.
///
/// Commas are the writer's business: whether one is due is read off the last byte written, so the
/// writer has no state but its bytes, and what is put in by `raw` counts like what it wrote itself.
/// Everything is O(bytes written).
public struct JSONWriter: ValueWriter, Sendable {
    public var bytes: [UInt8] = []

    public init() {}

    public init(reserving capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Forgets what was written.
    public mutating func clear(keepingCapacity: Bool = true) {
        bytes.removeAll(keepingCapacity: keepingCapacity)
    }

    /// What was written, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public mutating func null() { value("null") }

    public mutating func bool(_ flag: Bool) { value(flag ? "true" : "false") }

    public mutating func beginArray() {
        separate()
        bytes.append(Ascii.openBracket)
    }

    public mutating func endArray() { bytes.append(Ascii.closeBracket) }

    public mutating func beginObject() {
        separate()
        bytes.append(Ascii.openBrace)
    }

    public mutating func endObject() { bytes.append(Ascii.closeBrace) }

    public mutating func key(_ name: String) {
        string(name)
        bytes.append(Ascii.colon)
    }

    /// A name that needs no escapes.
    public mutating func key(plain name: StaticString) {
        separate()
        bytes.append(Ascii.quote)
        append(name)
        append("\":")
    }

    public mutating func string(_ text: String) {
        separate()
        bytes.append(Ascii.quote)
        var text = text
        text.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
        bytes.append(Ascii.quote)
    }

    /// A string that needs no escapes.
    public mutating func string(plain text: StaticString) {
        separate()
        bytes.append(Ascii.quote)
        append(text)
        bytes.append(Ascii.quote)
    }

    /// One value that is JSON already, such as a payload kept from before.
    public mutating func raw(_ json: UnsafeRawBufferPointer) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// One value that is JSON already, such as a payload kept from before.
    public mutating func raw(_ json: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// One value that is JSON already, such as a payload kept from before.
    public mutating func raw(_ json: [UInt8]) { raw(json[...]) }
}

extension JSONWriter {
    /// Puts a comma where one is due: after a value or a closed array or object.
    @inline(__always)
    mutating func separate() {
        switch bytes.last {
        case nil, Ascii.openBrace, Ascii.openBracket, Ascii.colon, Ascii.comma, Ascii.newline: break
        default: bytes.append(Ascii.comma)
        }
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private mutating func value(_ word: StaticString) {
        separate()
        append(word)
    }

    /// Copies what may stand in a string as it is and escapes the rest. Only what must be escaped
    /// is: quote, backslash and control characters.
    private mutating func escaped(_ text: UnsafeRawBufferPointer) {
        var start = 0
        while true {
            let end = PlainRun(in: text, from: start).end
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            escape(text[end])
            start = end + 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case Ascii.quote: append("\\\"")
        case Ascii.backslash: append("\\\\")
        case 0x08: append("\\b")
        case 0x0C: append("\\f")
        case Ascii.newline: append("\\n")
        case Ascii.carriageReturn: append("\\r")
        case Ascii.tab: append("\\t")
        default:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0xF
            bytes.append(digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
