/// One event as the reference documents it.
public struct EventDeclaration: Hashable, Sendable {
    /// One field of an event; every event has all of its fields.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var schema: Schema
        /// Whether null may stand in its place.
        public var nullable: Bool
        public var doc: String

        public init(name: String, schema: Schema, nullable: Bool = false, doc: String) {
            self.name = name
            self.schema = schema
            self.nullable = nullable
            self.doc = doc
        }
    }

    /// How checks write an event.
    public struct Check: Hashable, Sendable {
        /// The word by which `record` knows it.
        public var group: String
        /// The fields that become arguments.
        public var arguments: [String]

        public init(group: String, arguments: [String]) {
            self.group = group
            self.arguments = arguments
        }
    }

    /// On the wire.
    public var category: String
    /// Who it is about.
    public var subject: String
    public var name: String
    public var doc: String
    public var fields: [Field]
    /// What further members the event has, nil where it has none.
    public var rest: String?
    /// What mirrors change in the record of the subject. What the other events change is in
    /// docs/PROTOCOL.md.
    public var changes: [RecordChange] = []
    /// How a check writes an event of a kind; nil where it leaves it out.
    public var check: Check?

    public init(_ body: EventBody) {
        var collector = DeclarationCollector()
        body.visit(&collector)
        self = collector.declaration
    }

    public init(_ event: PluginEvent) {
        var collector = DeclarationCollector()
        event.visit(&collector)
        self = collector.declaration
    }

    /// One that a kind declares.
    public init(_ event: DeclaredEvent, among events: DeclaredEvents) {
        category = events.name(of: event.category).description
        subject = events.subject(of: event.category)
        name = event.name.description
        doc = event.summary.description
        fields = event.fields.map {
            Field(
                name: $0.name.description, schema: $0.form.schema, nullable: $0.form.isNullable,
                doc: $0.doc.description)
        }
        changes = event.changes
        check = event.check
    }

    fileprivate init() { (category, subject, name, doc, fields) = ("", "", "", "", []) }

    /// All events of a scene: those of the engine, in their midst those of its kinds, and those of
    /// plugins.
    public static func all(_ events: DeclaredEvents) -> [EventDeclaration] {
        let ofEngine = EventBody.exemplars.map { EventDeclaration($0) }
        let place = ofEngine.firstIndex { $0.category == "window" } ?? ofEngine.count
        return ofEngine[..<place] + events.all.map { EventDeclaration($0, among: events) }
            + ofEngine[place...] + PluginEvent.exemplars.map { EventDeclaration($0) }
    }

    /// All events of a daemon to which nothing is added.
    public static let all = all(.builtIn)
}

extension DeclaredEvent.Form {
    var schema: Schema {
        switch self {
        case .reference: .identifier
        case .index: .integer
        case .number: .number
        case .flag: .boolean
        case .choice(let names): .enumeration(names)
        case .text: .string
        case .list: .array(.identifier)
        case .value: .any
        }
    }

    var isNullable: Bool {
        switch self {
        case .reference, .index: true
        default: false
        }
    }
}

private struct DeclarationCollector: EventVisitor {
    var declaration = EventDeclaration()

    mutating func event(_ category: EventCategory, _ name: StaticString, _ doc: StaticString) {
        declaration.category = category.coreName.description
        declaration.subject = category.coreSubject
        declaration.name = name.description
        declaration.doc = doc.description
    }

    private mutating func add(
        _ name: StaticString, _ schema: Schema, nullable: Bool = false, _ doc: StaticString
    ) {
        declaration.fields.append(
            EventDeclaration.Field(
                name: name.description, schema: schema, nullable: nullable, doc: doc.description))
    }

    mutating func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString) {
        add(name, .boolean, doc)
    }

    mutating func count(_ name: StaticString, _ value: Int32, _ doc: StaticString) {
        add(name, .integer, nullable: true, doc)
    }

    mutating func number(_ name: StaticString, _ value: Double, _ doc: StaticString) {
        add(name, .number, doc)
    }

    mutating func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString) {
        add(name, .identifier, nullable: true, doc)
    }

    mutating func transition(_ name: StaticString, _ value: TransitionID, _ doc: StaticString) {
        add(name, .transition, doc)
    }

    mutating func field<T: FieldValue>(_ name: StaticString, _ value: T, _ doc: StaticString) {
        add(name, T.schema, doc)
    }

    mutating func optional<T: FieldValue>(
        _ name: StaticString, _ value: T?, _ doc: StaticString
    ) {
        add(name, T.schema, nullable: true, doc)
    }

    mutating func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        add(name, .string, doc)
    }

    mutating func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        add(name, .array(.identifier), doc)
    }

    mutating func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        add(name, .any, doc)
    }

    mutating func creation(_ record: LogIndex, _ doc: StaticString) {
        declaration.rest = doc.description
    }

    mutating func detail(_ value: LogIndex) {
        add("transition", .transition, "which one, in all events and commands about it")
        add("from", .identifier, nullable: true, "who leaves")
        add("to", .identifier, nullable: true, "who comes")
        add("style", .string, "the style's name")
        add("direction", TransitionDirection.schema, "along or against the order of what is shown")
        add("duration", .number, "seconds, 0 where nothing moves")
        add("curve", TransitionCurve.schema, "how progress follows time")
        add("options", TransitionOptions.schema, "the command's options")
        add("animated", .boolean, "whether it takes time")
        add("interactive", .boolean, "whether it is moved by hand, not by the clock")
        add("tracks", Tracks.schema, "keyframes of both sides, in the direction of this transition")
    }

    mutating func ofKind(_ record: KindEventRecord) {
        preconditionFailure("a kind's event is declared by the kind")
    }
}
