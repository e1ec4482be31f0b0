/// What an event changes in the record of its controller.
///
/// `server.describe` publishes the changes of each event, and a mirror carries them out in order. A
/// field is one of the event, a member one of the record.
public enum RecordChange: Hashable, Sendable {
    /// The member becomes what the field has.
    case set(_ member: String, to: String)
    /// `index` becomes what the field has, and `selected` the name at that place of the list; both
    /// become null where the list has no such place.
    case select(_ list: String, at: String)
    /// `index` becomes the place that `selected` has in the list; both become null where it has
    /// none.
    case reselect(_ list: String)
    /// The member becomes the last name of the list, null where it is empty.
    case last(_ member: String, of: String)

    /// The form that `server.describe` publishes.
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

    /// The fields of the event that it reads.
    public var fields: [String] {
        switch self {
        case .set(_, let field), .select(_, let field): [field]
        case .reselect, .last: []
        }
    }

    /// The members of the record that it reads or changes.
    public var members: [String] {
        switch self {
        case .set(let member, _): [member]
        case .select(let list, _), .reselect(let list): [list, "index", "selected"]
        case .last(let member, let list): [member, list]
        }
    }
}
