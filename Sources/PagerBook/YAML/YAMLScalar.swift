internal import PagerModel

/// A YAML scalar and its meaning according to the core schema of YAML 1.2.
///
/// YAML 1.1 would parse `on` and `no` as booleans, and `on` is an option of every controller.
struct YAMLScalar {
    let text: String
    /// The complete tag. Nil if there is none.
    let tag: String?
    /// Whether the scalar is written without quotes and without a block indicator (`|` or `>`).
    let isPlain: Bool

    struct Problem: Error {
        let message: String
    }

    private static let standard = "tag:yaml.org,2002:"

    var value: Value {
        get throws(Problem) {
            guard let tag else { return isPlain ? try Self.plain(text) : .string(text) }
            switch tag {
            case "!", Self.standard + "str": return .string(text)
            case Self.standard + "null", Self.standard + "bool", Self.standard + "int",
                Self.standard + "float":
                return try Self.tagged(text, tag)
            default:
                throw Problem(
                    message: "the tag \(beginning(of: tag)) is not supported; omit it")
            }
        }
    }

    static func isNotText(_ plain: String) -> Bool {
        if case .string? = try? self.plain(plain) { false } else { true }
    }

    private static func tagged(_ text: String, _ tag: String) throws(Problem) -> Value {
        switch (tag.dropFirst(standard.utf8.count), try plain(text)) {
        case ("null", .null): return .null
        case ("bool", .bool(let flag)): return .bool(flag)
        case ("int", .integer(let number)): return .integer(number)
        case ("float", .integer(let number)): return .number(Double(number))
        case ("float", .number(let number)): return .number(number)
        default:
            throw Problem(
                message:
                    "\(quoted(text)) does not match its tag !!\(tag.dropFirst(standard.utf8.count))"
            )
        }
    }

    private static func plain(_ text: String) throws(Problem) -> Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first, startsNumber(first) else { return .string(text) }
        if let number = based(text) { return number }
        let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard unsigned.count >= text.utf8.count - 1 else { return .string(text) }
        switch String(unsigned) {
        case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN":
            throw Problem(
                message: "a number must be finite; write \(quoted(text)) in quotes to make it text")
        default: break
        }
        if unsigned.allSatisfy(isDigit), let number = Int(text) { return .integer(number) }
        guard isDecimal(unsigned), let number = Double(text) else { return .string(text) }
        guard number.isFinite else {
            throw Problem(
                message:
                    "\(beginning(of: text)) is too large for a number; write it in quotes to make "
                    + "it text")
        }
        return .number(number)
    }

    /// Parses a hexadecimal or octal integer, such as `0x1F` or `0o17`. Returns nil for any other
    /// text.
    private static func based(_ text: String) -> Value? {
        let radix = text.hasPrefix("0x") ? 16 : text.hasPrefix("0o") ? 8 : 0
        let digits = text.dropFirst(2)
        guard radix > 0, digits.utf8.first.map({ $0 != UInt8(ascii: "+") }) ?? false,
            digits.utf8.first != UInt8(ascii: "-")
        else { return nil }
        return Int(digits, radix: radix).map { .integer($0) }
    }

    private static func startsNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether a text is a decimal number: `12`, `12.`, `.5`, `12.5e-3`.
    private static func isDecimal(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard whole.count + fraction > 0 else { return false }
        guard let letter = rest.first else { return true }
        guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }
}
