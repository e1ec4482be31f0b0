/// The declaration of a kind's event, by which the words of its records are read.
public struct DeclaredEvent: Sendable {
    public static let mostFields = 4

    public struct Field: Sendable {
        public let name: StaticString
        public let doc: StaticString
        public let form: Form
    }

    /// The type of the value that a word holds.
    public enum Form: Sendable {
        case reference, index, number, flag
        case choice([String])
        case text, list, value
    }

    public let category: EventCategory
    public let name: StaticString
    public let summary: StaticString
    public let fields: [Field]
    public let changes: [RecordChange]
    /// How checks write it, with its group and its arguments; nil where they leave it out.
    public let check: EventDeclaration.Check?

    init<E: KindEvent>(_: E.Type, _ category: EventCategory, of kind: String) {
        self.category = category
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
            return EventDeclaration.Check(
                group: form.group ?? kind, arguments: form.arguments ?? others + lists)
        }
    }
}

private struct FieldCollector: KindEventVisitor {
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

    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        add(name, .text, doc)
    }

    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        add(name, .list, doc)
    }

    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        add(name, .value, doc)
    }
}
