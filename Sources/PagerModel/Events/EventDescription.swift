/// The description of an event for the protocol reference.
public struct EventDescription: Hashable, Sendable {
    /// A field of an event. Every event of the same type has the field, but its value may be null.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var schema: Schema
        /// Whether the value may be null.
        public var nullable: Bool
        public var doc: String

        public init(name: String, schema: Schema, nullable: Bool = false, doc: String) {
            self.name = name
            self.schema = schema
            self.nullable = nullable
            self.doc = doc
        }

        fileprivate init(_ field: SchemaField) {
            self.init(
                name: field.name, schema: field.schema, nullable: field.presence == .nullable,
                doc: field.doc)
        }
    }

    /// The parts of an event's text in check files, such as `detail.viewWillAppear(true)`.
    public struct Check: Hashable, Sendable {
        /// The name of the event in checks.
        public var name: String
        /// The group by which a check's `record` selects events.
        public var group: String
        /// The fields that are arguments in the text, as in `detail.viewWillAppear(true)`.
        public var arguments: [String]

        public init(name: String, group: String, arguments: [String]) {
            self.name = name
            self.group = group
            self.arguments = arguments
        }
    }

    /// The name of the category on the wire.
    public var category: String
    /// A description of the object that the event is about, such as `the controller`.
    public var subject: String
    public var name: String
    public var doc: String
    public var fields: [Field]
    /// A description of the event's members that are not in `fields`. Nil if there are none.
    public var rest: String?
    /// The changes that the event makes in the record of its controller. A mirror (a client that
    /// keeps a copy of the state) applies them to its copy. Events of the engine and the daemon
    /// have an empty list; docs/reference/PROTOCOL.md describes the changes that they make.
    public var changes: [RecordChange] = []
    /// The event's text in check files. Nil if they do not contain it.
    public var check: Check?

    public init(_ event: DeclaredEvent, among events: DeclaredEvents) {
        category = events.name(of: event.category).description
        subject = events.subject(of: event.category)
        name = event.name.description
        doc = event.summary
        fields = event.fields.flatMap(\.described)
        rest = event.fields.lazy.compactMap(\.rest).first
        changes = event.changes
        check = event.check
    }

    /// Returns all events. Those of kinds precede those of windows.
    public static func all(_ events: DeclaredEvents) -> [EventDescription] {
        let core = events.all[..<events.ofKinds.startIndex]
        let position = core.firstIndex { $0.category == .window } ?? core.endIndex
        return (core[..<position] + events.ofKinds + core[position...]).map {
            EventDescription($0, among: events)
        }
    }

    /// The descriptions of the events of a daemon that has only the built-in controller kinds.
    public static let all = all(.builtIn)
}

extension DeclaredEvent.Field {
    fileprivate var described: [EventDescription.Field] {
        switch form {
        case .members(let fields): fields.map(EventDescription.Field.init)
        case .detail: TransitionDetail.declaration.map(EventDescription.Field.init)
        case .creation: []
        default:
            [
                EventDescription.Field(
                    name: name, schema: form.schema, nullable: form.isNullable, doc: doc)
            ]
        }
    }

    fileprivate var rest: String? {
        if case .creation = form { doc } else { nil }
    }
}

extension DeclaredEvent.Form {
    var schema: Schema {
        switch self {
        case .reference: .identifier
        case .index: .integer
        case .number: .number
        case .flag: .boolean
        case .choice(let names): .enumeration(names)
        case .transition: .transition
        case .size: Size.schema
        case .frame: Frame.schema
        case .text: .string
        case .list: .array(.identifier)
        case .value(let schema, _): schema
        case .members, .creation, .detail: .members
        }
    }

    var isNullable: Bool {
        switch self {
        case .reference, .index: true
        case .value(_, let isNullable): isNullable
        default: false
        }
    }
}
