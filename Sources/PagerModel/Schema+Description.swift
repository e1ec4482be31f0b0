/// Schemas and fields in the form that `server.describe` returns. The daemon creates this form, and
/// clients read it. So a client can use commands that only the daemon declares.
extension Schema {
    /// The schema's description: a word such as `"integer"`, or an object such as
    /// `{"array": "id"}`.
    public var description: Value {
        switch self {
        case .dictionary(let names, let element):
            ["keys": .array(names.map { .string($0) }), "values": element.description]
        case .enumeration(let names): ["oneOf": .array(names.map { .string($0) })]
        case .booleanOr(let names):
            ["oneOf": .array([true, false] + names.map { .string($0) })]
        case .array(let element): ["array": element.description]
        case .object(let fields): ["object": .array(fields.map(\.description))]
        default: .string(Self.words.first { $0.schema == self }?.word ?? "any")
        }
    }

    /// The schemas that are described by one word.
    private static let words: [(word: String, schema: Schema)] = [
        ("any", .any), ("boolean", .boolean), ("integer", .integer), ("number", .number),
        ("string", .string), ("id", .identifier), ("transition", .transition),
        ("object", .members),
    ]

    /// Creates a schema from its description. An unknown description becomes the schema `any`,
    /// because the daemon checks the values anyway.
    public init(described value: Value) {
        if let word = value.string {
            self = Self.words.first { TextKey($0.word) == TextKey(word) }?.schema ?? .any
        } else if let names = value["oneOf"]?.array {
            let words = names.compactMap(\.string)
            self = names.contains(true) ? .booleanOr(words) : .enumeration(words)
        } else if let element = value["array"] {
            self = .array(Schema(described: element))
        } else if let fields = value["object"]?.array {
            self = .object(fields.compactMap { SchemaField(described: $0) })
        } else if let element = value["values"] {
            self = .dictionary(
                value["keys"]?.array?.compactMap(\.string) ?? [], Schema(described: element))
        } else {
            self = .any
        }
    }
}

extension SchemaField {
    public var description: Value {
        var members: [Value.Member] = [
            .init("name", .string(name)), .init("type", schema.description),
            .init("presence", .string(presence.rawValue)), .init("doc", .string(doc)),
        ]
        if let standard { members.append(.init("default", standard)) }
        return .object(members)
    }

    /// Creates a field from its description. Returns nil if the name is missing, or if `presence`
    /// (such as `required`) is missing or unknown.
    public init?(described value: Value) {
        guard let name = value["name"]?.string,
            let presence = value["presence"]?.string.flatMap({ Presence(rawValue: $0) })
        else { return nil }
        self.init(
            name: name, schema: Schema(described: value["type"] ?? "any"), presence: presence,
            doc: value["doc"]?.string ?? "", standard: value["default"])
    }
}
