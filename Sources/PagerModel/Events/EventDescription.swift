/// One event as the reference documents it.
public struct EventDescription: Hashable, Sendable {
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
        /// The name in its token.
        public var name: String
        /// The word by which `record` selects it.
        public var group: String
        /// The fields that become arguments.
        public var arguments: [String]

        public init(name: String, group: String, arguments: [String]) {
            self.name = name
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
    /// What mirrors change in the subject's record. docs/PROTOCOL.md says what the other events change.
    public var changes: [RecordChange] = []
    /// How a check writes an event of a kind; nil where it leaves it out.
    public var check: Check?

    public init(_ event: DeclaredEvent, among events: DeclaredEvents) {
        category = events.name(of: event.category).description
        subject = events.subject(of: event.category)
        name = event.name.description
        doc = event.summary.description
        fields = event.fields.flatMap(\.described)
        rest = event.fields.lazy.compactMap(\.rest).first
        changes = event.changes
        check = event.check
    }

    /// All events of a scene: those of kinds stand before those of windows.
    public static func all(_ events: DeclaredEvents) -> [EventDescription] {
        let core = events.all[..<events.ofKinds.startIndex]
        let place = core.firstIndex { $0.category == .window } ?? core.endIndex
        return (core[..<place] + events.ofKinds + core[place...]).map {
            EventDescription($0, among: events)
        }
    }

    /// All events of a daemon to which nothing is added.
    public static let all = all(.builtIn)
}

extension DeclaredEvent.Field {
    fileprivate var described: [EventDescription.Field] {
        switch form {
        case .members(let fields):
            fields.map {
                EventDescription.Field(
                    name: $0.name, schema: $0.schema, nullable: $0.presence == .nullable,
                    doc: $0.doc)
            }
        case .detail: TransitionDetail.fields
        case .creation: []
        default:
            [
                EventDescription.Field(
                    name: name.description, schema: form.schema, nullable: form.isNullable,
                    doc: doc.description)
            ]
        }
    }

    fileprivate var rest: String? {
        if case .creation = form { doc.description } else { nil }
    }
}

extension TransitionDetail {
    fileprivate static let fields: [EventDescription.Field] = [
        .init(
            name: "transition", schema: .transition,
            doc: "which one, in all events and commands about it"),
        .init(name: "from", schema: .identifier, nullable: true, doc: "who leaves"),
        .init(name: "to", schema: .identifier, nullable: true, doc: "who comes"),
        .init(name: "style", schema: .string, doc: "the style's name"),
        .init(
            name: "direction", schema: TransitionDirection.schema,
            doc: "along or against the order of what is shown"),
        .init(name: "duration", schema: .number, doc: "seconds, 0 where nothing moves"),
        .init(name: "curve", schema: TransitionCurve.schema, doc: "how progress follows time"),
        .init(name: "options", schema: TransitionOptions.schema, doc: "the command's options"),
        .init(name: "animated", schema: .boolean, doc: "whether it takes time"),
        .init(
            name: "interactive", schema: .boolean,
            doc: "whether it is moved by hand, not by the clock"),
        .init(
            name: "tracks", schema: Tracks.schema,
            doc: "keyframes of both sides, in the direction of this transition"),
    ]
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
        case .value: .any
        case .members, .creation, .detail: .members
        }
    }

    var isNullable: Bool {
        switch self {
        case .reference, .index: true
        default: false
        }
    }
}
