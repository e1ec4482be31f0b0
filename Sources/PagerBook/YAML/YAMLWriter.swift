internal import PagerModel
internal import PagerWire

/// A writer that formats a value as readable YAML, from which `YAMLReader` reads the same value.
struct YAMLWriter {
    private var text = ""

    static func text(of value: Value) -> String {
        var writer = YAMLWriter()
        writer.write(value, at: 0, after: .nothing)
        return writer.text
    }

    /// What is already on the line of a value.
    private enum Lead { case nothing, name, dash }

    /// Writes a value to the end of its last line.
    ///
    /// - Parameter column: The column of the value's members, elements or lines of text.
    private mutating func write(_ value: Value, at column: Int, after lead: Lead) {
        switch value {
        case .object(let members) where !Self.isShort(members):
            for (index, member) in members.enumerated() {
                beginLine(at: column, after: index == 0 ? lead : nil)
                write(name: member.name, at: column)
                // The elements of a list begin in the column of the list's name.
                let isList = member.value.array != nil
                write(member.value, at: isList ? column : column + 2, after: .name)
            }
        case .array(let items) where !items.isEmpty:
            for (index, item) in items.enumerated() {
                beginLine(at: column, after: index == 0 ? lead : nil)
                text += "-"
                write(item, at: column + 2, after: .dash)
            }
        default:
            if lead != .nothing { text += " " }
            if lead != .nothing, case .string(let words) = value, YAMLText.canBeLiteral(words) {
                return write(literal: words, at: column)
            }
            text += Self.inLine(value) + "\n"
        }
    }

    /// - Parameter lead: What is before the first entry of a list or object, nil for later ones.
    private mutating func beginLine(at column: Int, after lead: Lead?) {
        switch lead {
        case .nothing: return
        case .dash: text += " "
        case .name: text += "\n" + String(repeating: " ", count: column)
        case nil: text += String(repeating: " ", count: column)
        }
    }

    private mutating func write(name: String, at column: Int) {
        let written = YAMLText.name(name)
        if Self.isShort(name) {
            text += written + ":"
        } else {
            text += "? " + written + "\n" + String(repeating: " ", count: column) + ":"
        }
    }

    /// Writes a text as its lines, behind `|`.
    private mutating func write(literal words: String, at column: Int) {
        let newline = UInt8(ascii: "\n")
        let first = words.utf8.first
        text += first == newline || first == UInt8(ascii: " ") ? "|2" : "|"
        var lines = words.utf8.split(separator: newline, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true {
            lines.removeLast()
            text += lines.last?.isEmpty == true ? "+" : ""
        } else {
            text += "-"
        }
        text += "\n"
        for line in lines {
            if !line.isEmpty { text += String(repeating: " ", count: column) }
            text += String(decoding: line, as: UTF8.self) + "\n"
        }
    }

    private static func inLine(_ value: Value) -> String {
        switch value {
        case .string(let text): YAMLText.value(text)
        case .object(let members):
            "{"
                + members.map { "\(YAMLText.name($0.name)): \(inLine($0.value))" }
                .joined(separator: ", ") + "}"
        case .null, .bool, .integer, .number, .array: value.json
        }
    }

    /// Returns whether an object is written on one line. This is the case if all its values are
    /// numbers, booleans or null, as in a size or a frame.
    private static func isShort(_ members: [Value.Member]) -> Bool {
        members.allSatisfy { member in
            switch member.value {
            case .null, .bool, .integer, .number: isShort(member.name)
            case .string, .array, .object: false
            }
        }
    }

    /// Returns whether a name fits before a `:`. YAML allows 1,024 characters there.
    private static func isShort(_ name: String) -> Bool { name.utf8.count <= 128 }
}

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
