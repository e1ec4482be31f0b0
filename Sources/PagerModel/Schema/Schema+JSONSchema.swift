/// Conversion of schemas to JSON Schema, draft 2020-12, for editors and code generators.
extension Schema {
    /// The JSON Schema that is equivalent to this schema.
    public var jsonSchema: Value { jsonSchema(naming: [:]) }

    /// Returns the JSON Schema that is equivalent to this schema.
    ///
    /// - Parameter names: The schemas that are defined in `$defs` of the document, with their
    ///   names.
    public func jsonSchema(naming names: [Schema: String]) -> Value {
        if let name = names[self] { return .jsonReference(name) }
        return jsonDefinition(naming: names)
    }

    /// Returns the complete JSON Schema of this schema, not a reference, even if `names` contains
    /// this schema.
    public func jsonDefinition(naming names: [Schema: String]) -> Value {
        switch self {
        case .any: [:]
        case .boolean: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .string: ["type": "string"]
        case .identifier: ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"]
        case .transition: ["type": "string", "pattern": "^t[0-9]+$"]
        case .members: ["type": "object"]
        case .enumeration(let keys): ["enum": .array(keys.map { .string($0) })]
        case .booleanOr(let keys): ["enum": .array([true, false] + keys.map { .string($0) })]
        case .array(let element): ["type": "array", "items": element.jsonSchema(naming: names)]
        case .dictionary(let keys, let element):
            [
                "type": "object",
                "propertyNames": ["enum": .array(keys.map { .string($0) })],
                "additionalProperties": element.jsonSchema(naming: names),
            ]
        case .object(let fields):
            [
                "type": "object", "properties": .object(fields.jsonProperties(naming: names)),
                "required": .array(fields.jsonRequired),
                "additionalProperties": .bool(fields.contains { $0.presence == .rest }),
            ]
        }
    }
}

extension [SchemaField] {
    /// Returns the properties of an object: each field with its schema, description and default.
    ///
    /// - Parameter names: The schemas that are defined in `$defs` of the document, with their
    ///   names.
    public func jsonProperties(naming names: [Schema: String] = [:]) -> [Value.Member] {
        filter { $0.presence != .rest }.map { field in
            var members = field.schema.jsonSchema(naming: names).members ?? []
            if field.presence == .nullable || field.presence == .optional {
                members = [.init("anyOf", [.object(members), ["type": "null"]])]
            }
            members.append(.init("description", .string(field.doc)))
            if let standard = field.standard { members.append(.init("default", standard)) }
            return .init(field.name, .object(members))
        }
    }

    /// The names of the required fields of the object.
    public var jsonRequired: [Value] {
        filter { $0.presence == .required || $0.presence == .nullable }.map { .string($0.name) }
    }
}

extension Value {
    /// Returns a reference to a definition in `$defs` of the same document.
    public static func jsonReference(_ name: String) -> Value {
        ["$ref": .string("#/$defs/\(name)")]
    }
}
