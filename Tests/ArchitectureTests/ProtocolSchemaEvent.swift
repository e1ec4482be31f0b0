import PagerModel
import PagerWire

/// The JSON Schema of an event.
enum ProtocolSchemaEvent {
    static func name(_ event: EventDescription) -> String {
        "\(event.category).\(event.name).event"
    }

    static let cause: Value = [
        "description": "the request that caused the event, if the request had a client",
        "type": "object",
        "properties": ["client": .jsonReference("client"), "id": .jsonReference("id")],
        "required": ["client", "id"], "additionalProperties": false,
    ]

    private static let count: Value = ["type": "integer", "minimum": 0]

    private static func envelope(_ event: EventDescription) -> [Value.Member] {
        [
            .init("seq", count),
            .init(
                "prev",
                [
                    "description": .string(
                        "the seq of the previous event of the same category, and of the previous "
                            + "one of the same category and subject"),
                    "type": "array", "items": count, "minItems": 2, "maxItems": 2,
                ]),
            .init("revision", count), .init("time", ["type": "number"]),
            .init("category", ["const": .string(event.category)]),
            .init("subject", ["type": "string", "description": .string(event.subject)]),
            .init("event", ["const": .string(event.name)]),
        ]
    }

    static func definition(_ event: EventDescription) -> Value.Member {
        let envelope = envelope(event)
        var fields = event.fields.map {
            SchemaField(
                name: $0.name, schema: $0.schema, presence: $0.nullable ? .nullable : .required,
                doc: $0.doc)
        }
        // The event about a new controller contains all fields of its record.
        if event.rest != nil {
            fields += CreationRecord.declaration.filter { $0.presence != .rest }
        }
        let omitted = event.rest == nil ? [] : OmittedFields.of(CreationRecord.self)
        let required =
            envelope.map(\.name)
            + fields.map(\.name).filter { name in !omitted.contains { $0 == name } }
        return .init(
            name(event),
            [
                "description": .string(event.doc), "type": "object",
                "properties": .object(
                    envelope + fields.jsonProperties(naming: ProtocolSchema.names) + [
                        .init("cause", .jsonReference("cause"))
                    ]),
                "required": .array(required.map { .string($0) }),
                "additionalProperties": .bool(event.rest != nil),
            ])
    }
}

/// Finds the fields that a record omits if they are null.
private struct OmittedFields: FieldVisitor {
    private var names: [String] = []

    static func of<F: Fields>(_: F.Type) -> [String] {
        var (finder, record) = (OmittedFields(), F())
        record.visit(&finder)
        return finder.names
    }

    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {}
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {}
    mutating func ifSet<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        names.append(name)
    }
}
