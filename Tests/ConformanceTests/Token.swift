import PagerModel
import PagerWire

/// One event in the form that cases use: `B.viewWillAppear(true)`, `nav.navigation.didShow(B)`.
struct Token: Hashable, CustomStringConvertible {
    let subject: String
    /// The name of the event, preceded by its category if the token table requires it.
    let name: String
    let arguments: [String]
    /// The record type by which cases filter.
    let record: String

    init(_ event: Value) {
        subject = event["subject"]?.string ?? "nil"
        let category = event["category"]?.string ?? "unknown"
        let callback = event["event"]?.string ?? "nil"
        guard let row = EventTable.row(category, callback) else {
            name = "\(category).\(callback)"
            arguments = []
            record = "other"
            return
        }
        name = row.name
        arguments = row.arguments.flatMap { Self.arguments(event[$0] ?? .null) }
        record = row.group
    }

    var description: String {
        arguments.isEmpty
            ? "\(subject).\(name)" : "\(subject).\(name)(\(arguments.joined(separator: ",")))"
    }

    /// The event's name without its category.
    var bareName: Substring { name.split(separator: ".").last ?? "" }

    /// Whether the token is a layout pass. UIKit does not define how often a controller lays out,
    /// so comparisons treat these tokens separately.
    var isLayout: Bool { record == EventTable.layout }

    private static func arguments(_ value: Value) -> [String] {
        value.array?.map(text) ?? [text(value)]
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: return "nil"
        case .string(let text): return text
        case .bool(let flag): return flag ? "true" : "false"
        case .integer, .number: return number(value)
        case .array: return value.json
        case .object(let members):
            if Set(members.map(\.name)) == ["width", "height"] {
                return "\(text(value["width"] ?? .null))x\(text(value["height"] ?? .null))"
            }
            return Value.object(members.sorted { $0.name < $1.name }).json
        }
    }

    private static func number(_ value: Value) -> String {
        if let whole = value.integer { return String(whole) }
        return value.double.map { "\($0)" } ?? "nil"
    }
}

/// A token that a case expects. It matches if the arguments it lists are equal.
struct Pattern: Hashable, CustomStringConvertible {
    let description: String
    let subject: String
    let name: String
    let arguments: [String]
    let record: String

    /// Parses a token.
    ///
    /// - Throws: `Malformed` if no event in the table has such a token.
    init(_ text: String) throws {
        description = text
        var head = Substring(text)
        var arguments: [String] = []
        if let open = text.firstIndex(of: "(") {
            guard text.hasSuffix(")") else { throw Malformed("\(text) has no closing bracket") }
            head = text[..<open]
            let inner = text[text.index(after: open)...].dropLast()
            arguments = inner.split(separator: ",", omittingEmptySubsequences: false).map {
                String($0.drop { $0 == " " })
            }
        }
        let parts = head.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { throw Malformed("\(text) is not SUBJECT.EVENT") }
        guard let row = EventTable.row(tokenName: String(parts[1])) else {
            throw Malformed("no event gives the token \(text)")
        }
        guard arguments.count <= row.arguments.count || row.hasList else {
            throw Malformed("\(text) has more arguments than the event")
        }
        subject = String(parts[0])
        name = row.name
        self.arguments = arguments
        record = row.group
    }

    var isLayout: Bool { record == EventTable.layout }

    func fits(_ token: Token) -> Bool {
        subject == token.subject && name == token.name
            && token.arguments.starts(with: arguments)
    }
}

/// The tokens that a comparison includes: `ID` with the record types of the case, or `ID/RECORD`.
struct Filter: Hashable {
    let subject: String
    /// Record types or event names.
    let records: Set<String>

    init(_ text: String, records: [String]) {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        subject = parts.first ?? ""
        self.records = parts.count == 2 ? [parts[1]] : Set(records)
    }

    func takes(_ token: Token) -> Bool {
        token.subject == subject
            && (records.contains(token.record) || records.contains(String(token.bareName)))
    }
}

/// An error for a case that does not follow the format.
struct Malformed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
