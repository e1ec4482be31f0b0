public import PagerModel

/// A writer of JSON into a growing buffer.
///
/// The writer inserts commas. It derives from the last byte of its buffer whether a comma is
/// needed, so it also inserts commas around values written with `raw`. All operations are O(bytes
/// written).
public struct JSONWriter: ValueWriter, Sendable {
    public internal(set) var buffer: ByteBuffer

    public init() { buffer = ByteBuffer() }

    public init(reserving capacity: Int) { buffer = ByteBuffer(reserving: capacity) }

    /// Removes all written JSON, but keeps its memory for later JSON.
    public mutating func clear() { buffer.removeAll() }

    /// A copy of the written bytes. O(bytes).
    public var bytes: [UInt8] { buffer.array }

    public var byteCount: Int { buffer.count }

    /// The written JSON as a string.
    public var text: String { buffer.withSpan { bytes in String(decoding: bytes) } }

    public mutating func null() { value("null") }

    public mutating func bool(_ flag: Bool) { value(flag ? "true" : "false") }

    public mutating func beginArray() {
        separate()
        buffer.append(Ascii.openBracket)
    }

    public mutating func endArray() { buffer.append(Ascii.closeBracket) }

    public mutating func beginObject() {
        separate()
        buffer.append(Ascii.openBrace)
    }

    public mutating func endObject() { buffer.append(Ascii.closeBrace) }

    public mutating func key(_ name: String) { put(name, isKey: true) }

    /// Writes the name of a member. The name must not need escapes.
    public mutating func key(plain name: StaticString) {
        name.withSpan { text in put(text, isKey: true) }
    }

    public mutating func string(_ text: String) { put(text, isKey: false) }

    /// Writes a string value. The string must not need escapes.
    public mutating func string(plain text: StaticString) {
        separate()
        buffer.append(Ascii.quote)
        append(text)
        buffer.append(Ascii.quote)
    }

    /// Writes a value that is already encoded as JSON, such as a stored payload.
    public mutating func raw(_ json: Span<UInt8>) {
        separate()
        buffer.append(json)
    }

    /// Writes a value that is already encoded as JSON, such as a stored payload.
    public mutating func raw(_ json: ArraySlice<UInt8>) {
        separate()
        buffer.append(json)
    }

    /// Writes a value that is already encoded as JSON, such as a stored payload.
    public mutating func raw(_ json: [UInt8]) { raw(json[...]) }

    /// Writes a value that is already encoded as JSON.
    public mutating func raw(_ json: borrowing ByteBuffer) {
        separate()
        buffer.append(json)
    }
}

extension JSONWriter {
    /// Writes a comma if one is needed, which is the case if the buffer ends with a value or a
    /// closed array or object.
    @inline(__always)
    mutating func separate() {
        if needsComma { buffer.append(Ascii.comma) }
    }

    @inline(__always)
    private var needsComma: Bool {
        switch buffer.last {
        case nil, Ascii.openBrace, Ascii.openBracket, Ascii.colon, Ascii.comma, Ascii.newline: false
        default: true
        }
    }

    private mutating func put(_ text: String, isKey: Bool) { put(text.utf8.span, isKey: isKey) }

    /// Writes a string in quotes. Copies the string and checks at the same time whether it needs
    /// escapes, because most strings do not need any.
    private mutating func put(_ text: Span<UInt8>, isKey: Bool) {
        if buffer.append(quoted: text, comma: needsComma, colon: isKey) { return }
        separate()
        buffer.append(Ascii.quote)
        escaped(text)
        buffer.append(Ascii.quote)
        if isKey { buffer.append(Ascii.colon) }
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        buffer.append(text)
    }

    @inline(__always)
    private mutating func value(_ word: StaticString) {
        separate()
        append(word)
    }

    /// Writes a string, and escapes only the quotes, backslashes and control characters in it.
    private mutating func escaped(_ text: Span<UInt8>) {
        var start = 0
        while true {
            let end = text.plainRun(from: start).end
            buffer.append(text.extracting(start..<end))
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
            buffer.append(digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension JSONWriter {
    /// Writes the names of many controllers, views or windows as an array, with null for `.none`.
    /// O(number of handles).
    ///
    /// The names are scattered in memory. The method loads 64 names at a time before it writes
    /// them, so that the processor can load them in parallel.
    mutating func names(of handles: [Handle], _ context: some EventContext) {
        beginArray()
        var names: [String] = []
        names.reserveCapacity(Self.namesAtOnce)
        for start in stride(from: 0, to: handles.count, by: Self.namesAtOnce) {
            names.removeAll(keepingCapacity: true)
            for handle in handles[start..<min(start + Self.namesAtOnce, handles.count)] {
                names.append(handle.isNone ? "" : context.name(of: handle))
            }
            for name in names {
                if name.isEmpty {
                    null()
                } else {
                    string(name)
                }
            }
        }
        endArray()
    }

    private static let namesAtOnce = 64
}

extension JSONWriter {
    public mutating func integer(_ number: Int) {
        separate()
        if number < 0 { buffer.append(Ascii.minus) }
        digits(UInt64(number.magnitude))
    }

    /// Writes the shortest text that parses to the same number. Integers below 2^53 have no
    /// fraction. Infinity and NaN become null.
    public mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        let isNegativeZero = number == 0 && number.sign == .minus
        if number.magnitude < 0x1p53, !isNegativeZero, let whole = Int(exactly: number) {
            return integer(whole)
        }
        separate()
        buffer.append(number.description)
    }

    /// Writes a transition's id as a string: `"t1"`.
    public mutating func transition(_ id: TransitionID) {
        separate()
        buffer.append(Ascii.quote)
        buffer.append(UInt8(ascii: "t"))
        digits(id.number)
        buffer.append(Ascii.quote)
    }

    /// Writes a time in seconds, exact to the nanosecond: `12.031`.
    public mutating func seconds(_ instant: Instant) {
        separate()
        if instant.nanoseconds < 0 { buffer.append(Ascii.minus) }
        let (whole, rest) = instant.nanoseconds.magnitude
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(whole)
        guard rest > 0 else { return }
        buffer.append(Ascii.dot)
        var remainder = rest
        var unit: UInt64 = 100_000_000
        while remainder > 0 {
            buffer.append(Ascii.zero + UInt8(remainder / unit))
            remainder %= unit
            unit /= 10
        }
    }

    mutating func digits(_ number: UInt64) { buffer.append(digits: number) }
}

extension Value {
    /// The value as JSON without spaces. O(size).
    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    /// The value as readable JSON: one member or element per line, indented by two spaces. O(size).
    public var prettyJSON: String {
        var writer = JSONWriter()
        writePretty(to: &writer, indent: 0)
        return writer.text
    }

    private func writePretty(to writer: inout JSONWriter, indent: Int) {
        switch self {
        case .array(let items) where !items.isEmpty:
            writer.buffer.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                Self.breakLine(&writer, indent + 2, comma: index > 0)
                item.writePretty(to: &writer, indent: indent + 2)
            }
            Self.breakLine(&writer, indent, comma: false)
            writer.buffer.append(Ascii.closeBracket)
        case .object(let members) where !members.isEmpty:
            writer.buffer.append(Ascii.openBrace)
            for (index, member) in members.enumerated() {
                Self.breakLine(&writer, indent + 2, comma: index > 0)
                Self.alone(.string(member.name), &writer)
                writer.buffer.append(Ascii.colon)
                writer.buffer.append(Ascii.space)
                member.value.writePretty(to: &writer, indent: indent + 2)
            }
            Self.breakLine(&writer, indent, comma: false)
            writer.buffer.append(Ascii.closeBrace)
        default: Self.alone(self, &writer)
        }
    }

    /// Writes a value as JSON without a comma before it. The writer itself would add a comma after
    /// the spaces of the indentation.
    private static func alone(_ value: Value, _ writer: inout JSONWriter) {
        var inner = JSONWriter()
        value.write(to: &inner)
        writer.buffer.append(inner.buffer)
    }

    private static func breakLine(_ writer: inout JSONWriter, _ indent: Int, comma: Bool) {
        if comma { writer.buffer.append(Ascii.comma) }
        writer.buffer.append(Ascii.newline)
        for _ in 0..<indent { writer.buffer.append(Ascii.space) }
    }
}
