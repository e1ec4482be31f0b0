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

extension JSONParser {
    /// The digits of a number that have been parsed so far.
    private struct Digits {
        /// The first 19 digits of the number after any leading zeros, without the decimal point. 19
        /// digits always fit into a `UInt64`.
        var mantissa: UInt64 = 0
        /// The number of digits in the mantissa, without leading zeros.
        var count = 0
        /// The power of ten by which the mantissa is multiplied.
        var exponent = 0
        /// Whether the number has more digits than fit into the mantissa.
        var isCut = false
        var isInteger = true

        @inline(__always)
        mutating func take(_ byte: UInt8) {
            guard count < 19 else {
                isCut = true
                return
            }
            mantissa = mantissa &* 10 &+ UInt64(byte &- Ascii.zero)
            if mantissa != 0 { count &+= 1 }
        }
    }

    /// Parses a number. The parser's position must be at the sign or the first digit.
    mutating func number() throws(JSONError) -> Value {
        let start = position
        let isNegative = next == Ascii.minus
        if isNegative { position += 1 }
        guard Ascii.isDigit(next) else { throw unexpected("a digit") }
        if next == Ascii.zero, position + 1 < bytes.count, Ascii.isDigit(bytes[position + 1]) {
            throw error("a number must not have leading zeros")
        }
        var digits = Digits()
        while Ascii.isDigit(next) {
            digits.take(next)
            position &+= 1
        }
        if next == Ascii.dot { try fraction(&digits) }
        if next | 0x20 == UInt8(ascii: "e") { try exponent(&digits) }
        if digits.isInteger, !digits.isCut, let integer = Self.integer(digits, isNegative) {
            return .integer(integer)
        }
        return .number(try double(digits, isNegative, start))
    }

    private mutating func fraction(_ digits: inout Digits) throws(JSONError) {
        digits.isInteger = false
        position += 1
        guard Ascii.isDigit(next) else { throw unexpected("a digit after the point") }
        while Ascii.isDigit(next) {
            digits.take(next)
            digits.exponent &-= 1
            position &+= 1
        }
    }

    private mutating func exponent(_ digits: inout Digits) throws(JSONError) {
        digits.isInteger = false
        position += 1
        let isNegative = next == Ascii.minus
        if isNegative || next == Ascii.plus { position += 1 }
        guard Ascii.isDigit(next) else { throw unexpected("a digit of the exponent") }
        var exponent = 0
        while Ascii.isDigit(next) {
            // A larger exponent exceeds the range of a Double anyway, so further digits are
            // ignored.
            if exponent < 1_000_000_000 { exponent = exponent * 10 + Int(next - Ascii.zero) }
            position &+= 1
        }
        digits.exponent += isNegative ? -exponent : exponent
    }

    private static func integer(_ digits: Digits, _ isNegative: Bool) -> Int? {
        guard isNegative else { return Int(exactly: digits.mantissa) }
        if digits.mantissa == Int.min.magnitude { return .min }
        return Int(exactly: digits.mantissa).map { -$0 }
    }

    private func double(
        _ digits: Digits, _ isNegative: Bool, _ start: Int
    ) throws(JSONError) -> Double {
        // Both factors are exact, so the product or quotient is rounded correctly.
        if !digits.isCut, digits.mantissa < 1 << 53, abs(digits.exponent) < Self.powers.count {
            let mantissa = isNegative ? -Double(digits.mantissa) : Double(digits.mantissa)
            let power = Self.powers[abs(digits.exponent)]
            return digits.exponent < 0 ? mantissa / power : mantissa * power
        }
        let text = bytes.text(start..<position)
        guard let number = Double(text), number.isFinite else {
            throw error("the number is too large", at: start)
        }
        return number
    }

    /// The powers of ten that a Double represents exactly.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension JSONParser {
    /// Parses a string. The parser's position must be at the opening quote.
    @inline(__always)
    mutating func string() throws(JSONError) -> String {
        let start = position + 1
        let run = bytes.plainRun(from: start)
        guard run.end < bytes.count, bytes[run.end] == Ascii.quote else {
            return try escapedString(start, run)
        }
        position = run.end + 1
        if run.isASCII { return bytes.text(start..<run.end) }
        return try validated(bytes.validText(start..<run.end), start..<run.end)
    }

    /// Parses a string that contains escapes or is invalid. `start` is the position after its
    /// opening quote.
    private mutating func escapedString(
        _ start: Int, _ first: StringScanner
    ) throws(JSONError) -> String {
        var run = first
        position = start
        scratch.removeAll(keepingCapacity: true)
        while true {
            scratch += bytes[position..<run.end]
            position = run.end
            guard position < bytes.count else {
                throw error("the string is not closed", at: start - 1)
            }
            let byte = bytes[position]
            if byte == Ascii.quote { break }
            guard byte == Ascii.backslash else {
                throw error("a control character in a string must be escaped")
            }
            try escape()
            run = bytes.plainRun(from: position)
        }
        let end = position
        position += 1
        // An escape never completes a UTF-8 sequence of raw bytes, so one check is enough for both.
        return try validated(String(validating: scratch, as: UTF8.self), start..<end)
    }

    private func validated(
        _ text: String?, _ source: Range<Int>
    ) throws(JSONError) -> String {
        guard let text else {
            throw error("the string is not valid UTF-8", at: firstInvalid(in: source))
        }
        return text
    }

    private func firstInvalid(in source: Range<Int>) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var input = bytes[source].makeIterator()
        var offset = source.lowerBound
        while true {
            switch decoder.parseScalar(from: &input) {
            case .valid(let scalar): offset += scalar.count
            case .error, .emptyInput: return min(offset, source.upperBound)
            }
        }
    }

    /// Decodes an escape and appends its character to the scratch buffer. The parser's position
    /// must be at the backslash.
    private mutating func escape() throws(JSONError) {
        let start = position
        position += 1
        switch next {
        case Ascii.quote, Ascii.backslash, Ascii.slash: scratch.append(next)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(Ascii.newline)
        case UInt8(ascii: "r"): scratch.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): scratch.append(Ascii.tab)
        case UInt8(ascii: "u"):
            position += 1
            return try unicodeEscape(from: start)
        default: throw error("invalid escape sequence", at: start)
        }
        position += 1
    }

    /// Parses the four digits of a `\u` escape. If the escape is the first half of a surrogate
    /// pair, also parses the escape of the second half.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) {
        let unit = try hexadecimal(start)
        var code = unit
        if UTF16.isLeadSurrogate(UInt16(unit)) {
            guard next == Ascii.backslash, position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw error("unpaired UTF-16 surrogate in a \\u escape", at: start) }
            position += 2
            let trail = try hexadecimal(position - 2)
            guard UTF16.isTrailSurrogate(UInt16(trail)) else {
                throw error("unpaired UTF-16 surrogate in a \\u escape", at: start)
            }
            code = 0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw error("unpaired UTF-16 surrogate in a \\u escape", at: start)
        }
        scratch += String(Character(scalar)).utf8
    }

    private mutating func hexadecimal(_ start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Self.hexadecimalDigit(next) else {
                throw error("\\u needs four hexadecimal digits", at: start)
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case Ascii.zero...Ascii.nine: UInt32(byte - Ascii.zero)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

/// The position and reason of an error in JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte offset of the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in Unicode scalars, counted from 1.
    public let column: Int
    /// The reason for the error, as a sentence without a full stop.
    public let message: String

    public init(offset: Int, line: Int, column: Int, message: String) {
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message
    }

    /// Creates an error and computes its line and column. O(offset).
    init(_ message: String, at offset: Int, in bytes: JSONText) {
        var line = 1
        var column = 1
        for place in 0..<offset {
            let byte = bytes[place]
            if byte == Ascii.newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(offset: offset, line: line, column: column, message: message)
    }

    public var description: String { "line \(line), column \(column): \(message)" }
}

/// The ASCII codes of the characters that have a meaning in JSON.
enum Ascii {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let dot = UInt8(ascii: ".")
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }
}
