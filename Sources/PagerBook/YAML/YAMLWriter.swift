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
