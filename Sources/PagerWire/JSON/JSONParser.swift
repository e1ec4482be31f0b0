public import PagerModel

/// A strict parser of JSON as in RFC 8259.
///
/// It is stricter than the RFC: an object must not repeat a member name, nesting is limited, and
/// the number of members can be limited. Integers that fit into `Int` become `.integer`. All other
/// numbers become the nearest `Double`. The parser reads the text once, in O(bytes).
public struct JSONParser {
    let bytes: JSONText
    var position = 0
    private let maximumDepth: Int
    /// The number of member names that the parser still accepts.
    private var membersLeft: Int
    /// A buffer in which strings with escapes are decoded.
    var scratch: [UInt8] = []

    /// The highest possible value of `maximumDepth`. Deeper nesting could overflow the parser's
    /// stack.
    public static let deepest = Limits.documentNesting
    /// The maximum number of members whose names are compared one by one to find duplicates. For an
    /// object with more members, a set is used.
    private static let fewMembers = 16
    /// The initial capacity for the members of an object.
    private static let usualMembers = 4

    init(_ bytes: JSONText, _ maximumDepth: Int, _ maximumMembers: Int = .max) {
        self.bytes = bytes
        membersLeft = maximumMembers
        self.maximumDepth = min(maximumDepth, Self.deepest)
    }

    /// Parses a JSON text that consists of a single value.
    ///
    /// - Throws: `JSONError` with the position of the first invalid byte.
    public static func parse(
        _ bytes: Span<UInt8>, maximumDepth: Int = Limits.nesting, maximumMembers: Int = .max
    ) throws(JSONError) -> Value {
        try JSONText.with(bytes) { (bytes) throws(JSONError) in
            var parser = JSONParser(bytes, maximumDepth, maximumMembers)
            let value = try parser.value(depth: 0)
            parser.skipSpace()
            guard parser.position == bytes.count else {
                throw parser.error("there is text after the value")
            }
            return value
        }
    }

    /// Parses a JSON text that consists of a single value.
    ///
    /// - Throws: `JSONError` with the position of the first invalid byte.
    public static func parse(
        _ bytes: [UInt8], maximumDepth: Int = Limits.nesting
    ) throws(JSONError) -> Value {
        try parse(bytes.span, maximumDepth: maximumDepth)
    }

    /// Parses a JSON text that consists of a single value.
    ///
    /// - Throws: `JSONError` with the position of the first invalid byte.
    public static func parse(
        _ text: String, maximumDepth: Int = Limits.nesting
    ) throws(JSONError) -> Value {
        try parse(text.utf8.span, maximumDepth: maximumDepth)
    }
}

extension JSONParser {
    func error(_ message: String, at offset: Int? = nil) -> JSONError {
        JSONError(message, at: offset ?? position, in: bytes)
    }

    /// Returns an error which says that `wanted` was expected at the current position.
    func unexpected(_ wanted: String) -> JSONError {
        guard position < bytes.count else { return error("the text ends before \(wanted)") }
        let byte = bytes[position]
        guard (0x21...0x7E).contains(byte) else {
            let hex = String(byte, radix: 16, uppercase: true)
            return error("expected \(wanted), found the byte 0x\(byte < 16 ? "0" : "")\(hex)")
        }
        return error("expected \(wanted), found \(Character(UnicodeScalar(byte)))")
    }

    @inline(__always)
    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case Ascii.space, Ascii.newline, Ascii.carriageReturn, Ascii.tab: position &+= 1
            default: return
            }
        }
    }

    /// The byte at the current position, or 0 at the end of the bytes. Valid JSON never contains a
    /// byte 0.
    @inline(__always)
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func value(depth: Int) throws(JSONError) -> Value {
        skipSpace()
        switch next {
        case Ascii.quote: return .string(try string())
        case Ascii.openBrace: return try object(depth: try deeper(depth))
        case Ascii.openBracket: return try array(depth: try deeper(depth))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case Ascii.minus, Ascii.zero...Ascii.nine: return try number()
        default: throw unexpected("a value")
        }
    }

    private func deeper(_ depth: Int) throws(JSONError) -> Int {
        guard depth < maximumDepth else {
            throw error("the text is nested deeper than \(maximumDepth) levels")
        }
        return depth + 1
    }

    private mutating func word(
        _ word: String, _ value: Value
    ) throws(JSONError) -> Value {
        for byte in word.utf8 {
            guard next == byte else { throw unexpected(word) }
            position += 1
        }
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> Value {
        position += 1
        skipSpace()
        if next == Ascii.closeBracket {
            position += 1
            return .array([])
        }
        var items: [Value] = []
        while true {
            items.append(try value(depth: depth))
            skipSpace()
            switch next {
            case Ascii.comma: position += 1
            case Ascii.closeBracket:
                position += 1
                return .array(items)
            default: throw unexpected("a comma or ] after an element")
            }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> Value {
        position += 1
        skipSpace()
        if next == Ascii.closeBrace {
            position += 1
            return .object([])
        }
        var members: [Value.Member] = []
        members.reserveCapacity(Self.usualMembers)
        var names: Set<TextKey> = []
        while true {
            skipSpace()
            guard next == Ascii.quote else { throw unexpected("a name in quotes") }
            let start = position
            guard membersLeft > 0 else {
                throw error("a message can have at most \(Limits.messageMembers) member names")
            }
            membersLeft -= 1
            let name = try string()
            guard isNew(name, among: members, &names) else {
                throw error("the name \(quoted(name)) occurs twice in one object", at: start)
            }
            skipSpace()
            guard next == Ascii.colon else { throw unexpected("a colon after a name") }
            position += 1
            members.append(Value.Member(name, try value(depth: depth)))
            skipSpace()
            switch next {
            case Ascii.comma: position += 1
            case Ascii.closeBrace:
                position += 1
                return .object(members)
            default: throw unexpected("a comma or } after a member")
            }
        }
    }

    private func isNew(
        _ name: String, among members: [Value.Member], _ names: inout Set<TextKey>
    ) -> Bool {
        guard members.count >= Self.fewMembers else {
            for member in members where member.name == name { return false }
            return true
        }
        if names.isEmpty { names = Set<TextKey>(members.lazy.map { TextKey($0.name) }) }
        return names.insert(TextKey(name)).inserted
    }
}
