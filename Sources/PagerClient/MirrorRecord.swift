internal import PagerModel

/// A record of a window, controller, view or transition in a mirror (a copy of the daemon's state).
/// Its members have the same order as in the daemon's replies.
struct MirrorRecord: Equatable {
    /// The record's position in the order of creation.
    var serial: Int
    var members: [Value.Member]

    init(serial: Int, _ members: [Value.Member]) {
        self.serial = serial
        self.members = members
    }

    subscript(name: String) -> Value? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (nil, let value?): members.append(Value.Member(name, value))
            case (let index?, nil): members.remove(at: index)
            case (nil, nil): break
            }
        }
    }

    /// Sets members of the record. Members that exist already keep their position.
    mutating func merge(_ changes: [Value.Member]) {
        for change in changes { self[change.name] = change.value }
    }

    /// Returns the strings in the list that is the value of the member `name`. Returns an empty
    /// array if the value is not a list.
    func names(_ name: String) -> [String] { (self[name]?.array ?? []).compactMap(\.string) }
}

extension Value {
    /// The value as the JSON parser would return it: whole numbers become integers.
    var asParsed: Value {
        switch self {
        case .number(let number): Int(exactly: number).map { .integer($0) } ?? self
        case .array(let items): .array(items.map(\.asParsed))
        case .object(let members):
            .object(members.map { Value.Member($0.name, $0.value.asParsed) })
        default: self
        }
    }

    init(names: [String]) { self = .array(names.map { .string($0) }) }

    init(name: String?) { self = name.map { .string($0) } ?? .null }
}
