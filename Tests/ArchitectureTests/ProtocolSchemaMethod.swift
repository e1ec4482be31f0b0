import PagerModel
import PagerWire

/// The JSON Schema of a method's parameters and result.
enum ProtocolSchemaMethod {
    static func definitions(of type: any Command.Type) -> [Value.Member] { both(type) }

    private static func both<C: Command>(_: C.Type) -> [Value.Member] {
        [
            .init("\(C.method).request", request(C.self)),
            .init("\(C.method).params", params(C.self)),
            .init("\(C.method).result", result(C.self)),
        ]
    }

    private static func request<C: Command>(_: C.Type) -> Value {
        let errors = C.errors.map(\.rawValue).joined(separator: ", ")
        let needsParams = !C.declaration.jsonRequired.isEmpty
        return [
            "description": .string(C.summary + (errors.isEmpty ? "" : " Errors: \(errors).")),
            "type": "object",
            "properties": [
                "jsonrpc": ["const": "2.0"], "id": .jsonReference("id"),
                "method": ["const": .string(C.method)],
                "params": .jsonReference("\(C.method).params"),
                "client": .jsonReference("client"),
            ],
            "required": .array(["jsonrpc", "method"] + (needsParams ? ["params"] : [])),
            "additionalProperties": false,
        ]
    }

    // MARK: parameters

    /// The parameters that every method accepts.
    private static let common: [SchemaField] = [
        SchemaField(
            name: "trace", schema: .boolean, presence: .optional,
            doc: "whether the result contains the events of the command, as `events`"),
        SchemaField(
            name: "ifRevision", schema: .integer, presence: .optional,
            doc: "the command is executed only at this revision"),
    ]

    private static func params<C: Command>(_: C.Type) -> Value {
        let fields = C.declaration
        let rest = fields.first { $0.presence == .rest }
        let options = rest.map { $0.schema.fields } ?? []
        var members: [Value.Member] = [
            .init("type", "object"),
            .init("properties", .object(properties(fields + options + common))),
            .init("required", .array(fields.jsonRequired)),
        ]
        if rest == nil {
            members.append(.init("additionalProperties", false))
        } else if fields.contains(where: { $0.name == "kind" }) {
            members.append(.init("oneOf", .array(Kinds.all.map(kind) + [added])))
            members.append(.init("unevaluatedProperties", false))
        } else {
            members.append(.init("anyOf", .array(Kinds.all.compactMap(own) + [other])))
        }
        return .object(members)
    }

    private static func properties(_ fields: [SchemaField]) -> [Value.Member] {
        fields.jsonProperties(naming: ProtocolSchema.names)
    }

    /// The schema of the options of a built-in kind.
    private static func kind(_ kind: any KindDeclaration.Type) -> Value {
        let named: Value.Member = .init("kind", ["const": .string(kind.name.description)])
        return ["properties": .object([named] + properties(kind.options.declaration))]
    }

    /// The schema of the options of a plugin's kind, whose names are unknown here.
    private static var added: Value {
        let names = Kinds.names.map { Value.string($0) }
        return [
            "properties": ["kind": ["not": ["enum": .array(names)]]], "additionalProperties": true,
        ]
    }

    /// The schema of the options that a kind adds to a request in which the kind is not a
    /// parameter.
    private static func own(_ kind: any KindDeclaration.Type) -> Value? {
        let fields = kind.options.declaration
        if fields.isEmpty { return nil }
        return [
            "description": .string("a controller of the kind \(kind.name)"),
            "properties": .object(properties(fields)),
        ]
    }

    private static let other: Value = ["description": "a controller of another kind"]

    // MARK: results

    private static let result: [SchemaField] = [
        SchemaField(
            name: "applied", schema: .boolean, presence: .defaulted,
            doc: "false if UIKit would log a message and do nothing", standard: true),
        SchemaField(
            name: "diagnostics", schema: .array(.string), presence: .defaulted,
            doc: "UIKit's log lines"),
        SchemaField(
            name: "reason", schema: IgnoredReason.schema, presence: .defaulted,
            doc: "the reason why the command was not applied, if the reason has a name"),
        SchemaField(
            name: "pending", schema: .string, presence: .defaulted,
            doc: "the decision that the command waits for"),
        SchemaField(
            name: "events", schema: .array(.any), presence: .defaulted,
            doc: "the events of the command, if the request has `trace`"),
        SchemaField(
            name: "complete", schema: .boolean, presence: .defaulted,
            doc: "false if `events` contains only the first events of the command",
            standard: true),
        SchemaField(
            name: "seq", schema: .integer, presence: .required,
            doc: "the number of the last event before the reply"),
        SchemaField(
            name: "revision", schema: .integer, presence: .required,
            doc: "the number of transactions that have changed something"),
    ]

    private static func result<C: Command>(_: C.Type) -> Value {
        let own = C.Reply.declaration
        let names = Set(own.map(\.name))
        let fields = own + result.filter { !names.contains($0.name) }
        // A member with an initial value is always written.
        let required = fields.filter {
            $0.presence != .optional && $0.presence != .rest && !isExtra($0)
        }
        var properties = properties(fields)
        if C.self == ControllerTree.self {
            let records: Value = ["type": "array", "items": .jsonReference("controllerBranch")]
            properties = properties.map { $0.name == "controllers" ? .init($0.name, records) : $0 }
        }
        return [
            "type": "object", "properties": .object(properties),
            "required": .array(required.map { .string($0.name) }),
            "additionalProperties": .bool(own.contains { $0.presence == .rest }),
        ]
    }

    private static func isExtra(_ field: SchemaField) -> Bool {
        field.presence == .defaulted && result.contains(field)
    }
}

extension Schema {
    /// The fields of an object.
    fileprivate var fields: [SchemaField] {
        if case .object(let fields) = self { fields } else { [] }
    }
}
