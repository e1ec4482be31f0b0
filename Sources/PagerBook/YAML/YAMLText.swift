internal import PagerModel

/// The forms of a text in YAML. A text is quoted if any version of YAML would read it as something
/// else: `yes` and `1:20` are a boolean and a number in YAML 1.1.
enum YAMLText {
    /// Returns the form of a member's name, also in an object on one line.
    static func name(_ text: String) -> String {
        let isPlain =
            !isAmbiguous(text)
            && text.utf8.allSatisfy { Identifier.allows($0) || $0 == UInt8(ascii: ".") }
        return isPlain && canBegin(text) ? text : quoted(text)
    }

    /// Returns the form of a text on one line outside of an object on one line.
    static func value(_ text: String) -> String {
        isAmbiguous(text) || !isPlain(text) ? quoted(text) : text
    }

    /// Returns whether a text can be written as its lines: it has several, none only of spaces, and
    /// no characters that need an escape.
    static func canBeLiteral(_ text: String) -> Bool {
        let lines = text.utf8.split(separator: newline, omittingEmptySubsequences: false)
        return lines.count > 1 && text.unicodeScalars.allSatisfy { isPrintable($0) || $0 == "\n" }
            && lines.contains { !$0.isEmpty }
            && lines.allSatisfy { $0.isEmpty || !$0.allSatisfy { $0 == space } }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    /// Returns whether some version of YAML reads a text as a boolean, number, date, null or merge.
    private static func isAmbiguous(_ text: String) -> Bool {
        YAMLScalar.isNotText(text) || words.contains(text.lowercased()) || isLikeNumber(text)
    }

    private static let words = ["yes", "no", "on", "off", "<<", "="]

    /// Returns whether a text looks like a number, date or time: it begins with a digit, a sign or
    /// a point, and has no other letters than numbers have.
    private static func isLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, canBeInNumber(first), !isLetter(first) else {
            return false
        }
        return text.utf8.allSatisfy(canBeInNumber)
    }

    private static func canBeInNumber(_ byte: UInt8) -> Bool {
        !isLetter(byte)
            ? "0123456789_.:+- ".utf8.contains(byte) : "abcdefxotzinn".utf8.contains(byte | 0x20)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func canBegin(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return first >= 0x80 || first == UInt8(ascii: "/")
            || (Identifier.allows(first) && first != UInt8(ascii: "-"))
    }

    private static func isPlain(_ text: String) -> Bool {
        guard canBegin(text), text.utf8.last != space, text.unicodeScalars.allSatisfy(isPrintable)
        else { return false }
        var before: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "#"), before == space { return false }
            if byte == space, before == UInt8(ascii: ":") { return false }
            before = byte
        }
        return before != UInt8(ascii: ":")
    }

    private static func quoted(_ text: String) -> String {
        guard !isAmbiguous(text), text.unicodeScalars.allSatisfy(isPrintable) else {
            return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
        }
        // A combining mark may follow a quotation mark.
        return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default:
            if isPrintable(scalar) { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
    }

    /// Returns whether a character may stand in YAML as it is, and is no line break.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
