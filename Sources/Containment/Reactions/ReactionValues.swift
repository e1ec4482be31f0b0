internal import PagerModel

/// The values that replace the placeholders in a reaction: `$self`, `$animated`, and `$FIELD` for
/// each field of the callback's event.
struct ReactionValues {
    /// The fields of the callback's event by name, as clients receive them.
    let fields: [TextKey: Value]
    private let placeholders: [TextKey: Value]

    init(_ fields: [Value.Member], of name: String) {
        var placeholders: [TextKey: Value] = ["$self": .string(name), "$animated": .bool(false)]
        for field in fields { placeholders[TextKey("$" + field.name)] = field.value }
        self.placeholders = placeholders
        self.fields = Dictionary(
            uniqueKeysWithValues: fields.map { (TextKey($0.name), $0.value) })
    }

    /// Creates sample values for a callback, for the cases without an event that contains the real
    /// values: when a reaction is only checked, and when a client calls the callback directly.
    init(standingFor callback: Callback, animated: Bool = false, of name: String = "self") {
        let fields = callback.fields.map { field in
            let value = field.name == "animated" ? .bool(animated) : field.schema.sample
            return Value.Member(field.name, value)
        }
        self.init(fields, of: name)
    }

    /// Returns `value` with each placeholder, such as `$animated`, replaced by the placeholder's
    /// value.
    func replacing(_ value: Value) -> Value {
        switch value {
        case .string(let text): placeholders[TextKey(text)] ?? value
        case .array(let items): .array(items.map { replacing($0) })
        case .object(let members):
            .object(members.map { Value.Member($0.name, replacing($0.value)) })
        case .null, .bool, .integer, .number: value
        }
    }

    /// Returns whether the callback's fields have the values that a condition requires. True
    /// without a condition.
    func satisfy(_ condition: Value?) -> Bool {
        guard let members = condition?.members else { return true }
        return members.allSatisfy { member in
            fields[TextKey(member.name)].map { $0.isEqual(to: replacing(member.value)) } ?? false
        }
    }
}

extension Value {
    /// Returns whether two values are the same JSON value. 1 and 1.0 are the same number.
    fileprivate func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let integer), .number(let number)),
            (.number(let number), .integer(let integer)):
            Double(integer) == number
        case (.object(let members), .object(let others)):
            members.count == others.count
                && members.allSatisfy { member in
                    others.contains {
                        $0.name == member.name && member.value.isEqual(to: $0.value)
                    }
                }
        default: self == other
        }
    }
}

extension Schema {
    /// A sample value that this schema accepts.
    fileprivate var sample: Value {
        switch self {
        case .boolean, .booleanOr: .bool(false)
        case .integer, .number: .integer(0)
        case .enumeration(let names): .string(names.first ?? "")
        case .array: .array([])
        case .object(let fields):
            .object(fields.map { Value.Member($0.name, $0.schema.sample) })
        case .dictionary, .members: .object([])
        case .transition: .string("t1")
        case .any, .string, .identifier: .string("self")
        }
    }
}
