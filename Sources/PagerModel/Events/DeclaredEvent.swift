/// The declaration of an event type, as listed in `DeclaredEvents`, with the layout of its records.
public struct DeclaredEvent: Sendable {
    public struct Field: Sendable {
        public let name: StaticString
        public let doc: StaticString
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
        case text, list, value
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
    public let summary: StaticString
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
                    $0.lists.append($1.name.description)
                } else {
                    $0.others.append($1.name.description)
                }
            }
            return EventDescription.Check(
                name: form.name ?? "\(categoryName).\(E.name)", group: form.group ?? categoryName,
                arguments: form.arguments ?? others + lists)
        }
    }
}

private struct FieldCollector: EventVisitor {
    var fields: [DeclaredEvent.Field] = []

    private mutating func add(
        _ name: StaticString, _ form: DeclaredEvent.Form, _ doc: StaticString
    ) {
        fields.append(.init(name: name, doc: doc, form: form))
    }

    mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString) {
        add(name, .reference, doc)
    }

    mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        add(name, .index, doc)
    }

    mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString) {
        add(name, .number, doc)
    }

    mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString) {
        add(name, .flag, doc)
    }

    mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString
    ) {
        add(name, .choice(T.allCases.map(\.rawValue)), doc)
    }

    mutating func transition(
        _ name: StaticString, _ value: inout TransitionID, _ doc: StaticString
    ) {
        add(name, .transition, doc)
    }

    mutating func size(_ name: StaticString, _ value: inout Size, _ doc: StaticString) {
        add(name, .size, doc)
    }

    mutating func frame(_ name: StaticString, _ value: inout Frame, _ doc: StaticString) {
        add(name, .frame, doc)
    }

    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        add(name, .text, doc)
    }

    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        add(name, .list, doc)
    }

    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        add(name, .value, doc)
    }

    mutating func members<T: Fields>(_ value: inout T) { add("", .members(T.declaration), "") }

    mutating func creation(_ value: inout CreationRecord, _ doc: StaticString) {
        add("", .creation, doc)
    }

    mutating func detail(_ value: inout TransitionDetail) { add("", .detail, "") }
}
