/// The declaration of an event type, as listed in `DeclaredEvents`, with the layout of its records.
public struct DeclaredEvent: Sendable {
    public struct Field: Sendable {
        public let name: String
        public let doc: String
        public let form: Form
    }

    /// The type of a field, which determines how the field is stored in 64-bit words.
    public enum Form: Sendable {
        case reference, index, number, flag
        /// An enumeration with these case names.
        case choice([String])
        case transition
        /// A size, which is stored in 16 bytes.
        case size
        /// A frame, which is stored in 32 bytes.
        case frame
        case text, list
        /// A value of another type, which is stored as JSON.
        case value(Schema, isNullable: Bool)
        /// The members of a nested type. In JSON, these members are on the same level as the
        /// event's other fields.
        case members([SchemaField])
        /// A `CreationRecord`. In JSON, its members are on the same level as the event's other
        /// fields.
        case creation
        /// A `TransitionDetail`. In JSON, its members are on the same level as the event's other
        /// fields.
        case detail

        var words: Int {
            switch self {
            case .frame: 4
            case .size: 2
            default: 1
            }
        }
    }

    public let category: EventCategory
    public let name: StaticString
    public let summary: String
    public let fields: [Field]
    public let changes: [RecordChange]
    public let traits: EventTraits
    /// The form of the event in check files (test cases for `pagerctl check`). Nil if they do not
    /// contain the event.
    public let check: EventDescription.Check?

    init<E: EventDeclaration>(
        _: E.Type, _ category: EventCategory, named categoryName: String, _ traits: EventTraits
    ) {
        self.category = category
        self.traits = category.isForHosts ? traits.union(.isForHosts) : traits
        (name, summary, changes) = (E.name, E.summary, E.changes)
        var collector = FieldCollector()
        var event = E()
        event.visit(&collector)
        fields = collector.fields
        check = E.check.map { form in
            let (lists, others) = collector.fields.reduce(
                into: (lists: [String](), others: [String]())
            ) {
                if case .list = $1.form {
                    $0.lists.append($1.name)
                } else {
                    $0.others.append($1.name)
                }
            }
            return EventDescription.Check(
                name: form.name ?? "\(categoryName).\(E.name)", group: form.group ?? categoryName,
                arguments: form.arguments ?? others + lists)
        }
    }
}

private struct FieldCollector: FieldVisitor {
    var fields: [DeclaredEvent.Field] = []

    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        fields.append(.init(name: name, doc: text, form: T.eventForm))
    }

    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        let form: DeclaredEvent.Form =
            T.self == Int.self ? .index : .value(T.schema, isNullable: true)
        fields.append(.init(name: name, doc: text, form: form))
    }

    mutating func members<T: Declared>(_ value: inout T, _ text: String) {
        let form: DeclaredEvent.Form =
            T.self == CreationRecord.self
            ? .creation : T.self == TransitionDetail.self ? .detail : .members(T.declaration)
        fields.append(.init(name: "", doc: text, form: form))
    }
}
