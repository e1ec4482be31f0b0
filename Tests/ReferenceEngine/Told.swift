public import PagerModel

/// One event as text: its subject, its name, and its fields in order.
public struct Told: Equatable, CustomStringConvertible {
    public var subject: String
    public var name: String
    public var fields: String

    public init(_ subject: String, _ name: String, _ fields: String) {
        self.subject = subject
        self.name = name
        self.fields = fields
    }

    public var description: String { "\(subject).\(name)(\(fields))" }
}

/// Returns a value as a client would write it.
public func json(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let items): "[\(items.map { json($0) }.joined(separator: ","))]"
    case .object(let members):
        "{\(members.map { "\"\($0.name)\":\(json($0.value))" }.joined(separator: ","))}"
    }
}
