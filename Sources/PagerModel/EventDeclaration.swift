/// One event as the reference tells it.
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

    public var category: EventCategory
    public var name: String
    public var doc: String
    public var fields: [Field]
    /// What further members the event has, nil where it has none.
    public var rest: String?

    public init(
        category: EventCategory, name: String, doc: String, fields: [Field], rest: String? = nil
    ) {
        self.category = category
        self.name = name
        self.doc = doc
        self.fields = fields
        self.rest = rest
    }

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

    /// All events: those of the engine in the order of `EventBody`, then those of plugins.
    public static let all: [EventDeclaration] =
        EventBody.exemplars.map { EventDeclaration($0) }
        + PluginEvent.exemplars.map { EventDeclaration($0) }
}

private struct DeclarationCollector: EventVisitor {
    var declaration = EventDeclaration(category: .server, name: "", doc: "", fields: [])

    mutating func event(_ category: EventCategory, _ name: StaticString, _ doc: StaticString) {
        declaration.category = category
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
}
