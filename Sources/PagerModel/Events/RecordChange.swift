/// A change that an event makes in the record of its controller.
///
/// `server.describe` publishes the changes of each event, and a mirror (a client that keeps a copy
/// of the state) applies them in order. Fields belong to the event, and members to the record.
public enum RecordChange: Hashable, Sendable {
    /// Sets a member of the record to the value of an event field.
    case set(_ member: String, to: String)
    /// Sets the record's `index` to the value of the event field `at`. Sets the record's `selected`
    /// to the name at this index in `list`, a list of names in the same record. If the list has no
    /// such index, sets both to null.
    case select(_ list: String, at: String)
    /// Updates the record's `index` after a change of `list`, which is a list of names in the same
    /// record. The new value is the position of the record's `selected` in the list. If the list
    /// does not contain this name, sets `index` and `selected` to null.
    case reselect(_ list: String)
    /// Sets the member `member` of the record to the last name in `of`, a list in the same record.
    /// If the list is empty, sets the member to null.
    case last(_ member: String, of: String)

    /// Sets a member of the record to the value of the event field with the same name.
    public static func set(_ member: String) -> RecordChange { .set(member, to: member) }

    /// The change in the form that `server.describe` publishes.
    public var description: Value {
        switch self {
        case .set(let member, let field):
            ["change": "set", "member": .string(member), "field": .string(field)]
        case .select(let list, let field):
            ["change": "select", "list": .string(list), "field": .string(field)]
        case .reselect(let list): ["change": "reselect", "list": .string(list)]
        case .last(let member, let list):
            ["change": "last", "member": .string(member), "list": .string(list)]
        }
    }

    /// The names of the event fields whose values are used for the change.
    public var fields: [String] {
        switch self {
        case .set(_, let field), .select(_, let field): [field]
        case .reselect, .last: []
        }
    }

    /// The names of the record members that are used for the change or set by it.
    public var members: [String] {
        switch self {
        case .set(let member, _): [member]
        case .select(let list, _), .reselect(let list): [list, "index", "selected"]
        case .last(let member, let list): [member, list]
        }
    }
}
