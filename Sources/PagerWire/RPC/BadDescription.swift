internal import PagerModel

/// The error for an unreadable result of `server.describe`.
public struct BadDescription: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path and the reason, such as `events[0].changes: must be a list, got null`.
    public let description: String
}

/// A value in the result of `server.describe`, and its path in this result.
struct DescribedValue {
    let value: Value
    let path: String

    init(_ value: Value, _ path: String) {
        self.value = value
        self.path = path
    }

    func text(_ member: String) throws(BadDescription) -> String {
        let found = try self.member(member)
        guard let text = found.value.string else { throw found.problem("must be a string") }
        return text
    }

    func list(_ member: String) throws(BadDescription) -> [DescribedValue] {
        let found = try self.member(member)
        guard let list = found.value.array else { throw found.problem("must be a list") }
        return list.enumerated().map {
            DescribedValue($0.element, "\(found.path)[\($0.offset)]")
        }
    }

    /// Returns a member of the value. For a missing member, the returned value is null.
    private func member(_ name: String) throws(BadDescription) -> DescribedValue {
        guard value.members != nil else { throw problem("must be an object") }
        return DescribedValue(value[name] ?? .null, path.isEmpty ? name : "\(path).\(name)")
    }

    private func problem(_ text: String) -> BadDescription {
        BadDescription(description: "\(path): \(text), got \(beginning(of: value.json))")
    }
}

extension RecordChange {
    /// Parses a description of how an event changes a record, from the result of `server.describe`.
    /// Returns nil for an unknown type of change.
    init?(describedBy change: DescribedValue) throws(BadDescription) {
        switch try change.text("change") {
        case "set": self = .set(try change.text("member"), to: try change.text("field"))
        case "select": self = .select(try change.text("list"), at: try change.text("field"))
        case "reselect": self = .reselect(try change.text("list"))
        case "last": self = .last(try change.text("member"), of: try change.text("list"))
        default: return nil
        }
    }
}
