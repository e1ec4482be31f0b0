internal import PagerModel
internal import Yams

/// A writer that formats a value as readable YAML. Parsing the YAML returns the same value.
enum YAMLWriter {
    static func text(of value: Value) -> String {
        do {
            return try Yams.serialize(node: node(value), width: -1, allowUnicode: true)
        } catch {
            preconditionFailure("a tree of values was refused: \(error)")
        }
    }

    private static func node(_ value: Value) -> Node {
        switch value {
        case .null: Node("null", Tag(.null))
        case .bool(let flag): Node("\(flag)", Tag(.bool))
        case .integer(let number): Node("\(number)", Tag(.int))
        case .number(let number): Node(plain(number), Tag(.float))
        case .string(let text): Node.scalar(scalar(text))
        case .array(let items):
            Node(items.map(node), Tag(.seq), items.isEmpty ? .flow : .block)
        case .object(let members):
            Node(
                members.map { (Node.scalar(scalar($0.name)), node($0.value)) }, Tag(.map),
                isShort(members) ? .flow : .block)
        }
    }

    /// Returns whether an object is written on one line. This is the case if all its values are
    /// numbers, booleans or null, as in a size or a frame.
    private static func isShort(_ members: [Value.Member]) -> Bool {
        members.allSatisfy { member in
            switch member.value {
            case .null, .bool, .integer, .number: true
            case .string, .array, .object: false
            }
        }
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    private static func scalar(_ text: String) -> Node.Scalar {
        let style: Node.Scalar.Style =
            if text.contains("\n") && text.allSatisfy({ $0.isNewline || !$0.isControl }) {
                .literal
            } else if text.isEmpty || YAMLScalar.isNotText(text) {
                .doubleQuoted
            } else {
                .any
            }
        return Node.Scalar(text, Tag(.str), style)
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
