/// The type of a value, for the protocol reference, JSON Schema and completion.
public indirect enum Schema: Hashable, Sendable {
    case any
    case boolean
    case integer
    case number
    case string
    case identifier
    case transition
    case enumeration([String])
    /// True, false or one of these words.
    case booleanOr([String])
    case array(Schema)
    case object([SchemaField])
    /// An object that may have only members with these names. Each member may be absent, and all
    /// values have the given type.
    case dictionary([String], Schema)
    /// An object whose members are not declared.
    case members

    /// A phrase for the type, with an article, for error messages. An example is `an integer`.
    public var phrase: String {
        switch self {
        case .any: "any value"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .identifier: "an id"
        case .transition: "a transition id such as t1"
        case .enumeration(let names): "one of \(names.joined(separator: ", "))"
        case .booleanOr(let names): "true, false or one of \(names.joined(separator: ", "))"
        case .array(let element): "an array of (\(element.phrase))"
        case .object(let fields):
            "an object {\(fields.map(\.name).joined(separator: ", "))}"
        case .dictionary, .members: "an object"
        }
    }
}

/// The declaration of one field of an object, with the field's type and documentation.
public struct SchemaField: Hashable, Sendable {
    public enum Presence: String, Hashable, Sendable {
        case required, nullable, optional, defaulted, rest
    }

    public var name: String
    public var schema: Schema
    public var presence: Presence
    public var doc: String
    /// The default value of an absent field. Nil if there is none.
    public var standard: Value?
    /// Whether a record omits the field if it is null.
    public var isOmitted: Bool

    public init(
        name: String, schema: Schema, presence: Presence, doc: String, standard: Value? = nil,
        isOmitted: Bool = false
    ) {
        self.name = name
        self.schema = schema
        self.presence = presence
        self.doc = doc
        self.standard = standard
        self.isOmitted = isOmitted
    }
}

/// A visitor that collects the declarations of the fields that it visits.
public struct FieldDescriber: FieldVisitor {
    public private(set) var fields: [SchemaField] = []

    public init() {}

    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        append(name, T.schema, .defaulted, text, Value(value))
    }

    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        append(name, T.schema, .optional, text)
    }

    public mutating func ifSet<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        append(name, T.schema, .optional, text)
        fields[fields.count - 1].isOmitted = true
    }

    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        append(name, T.schema, .required, text)
    }

    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    {
        append(name, T.schema, .nullable, text)
    }

    public mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String
    ) {
        let fields = Form.declaration
        append("...", fields.isEmpty ? .members : .object(fields), .rest, text)
    }

    private mutating func append(
        _ name: String, _ schema: Schema, _ presence: SchemaField.Presence, _ text: String,
        _ standard: Value? = nil
    ) {
        fields.append(
            SchemaField(
                name: name, schema: schema, presence: presence, doc: text, standard: standard))
    }
}

extension Declared {
    /// The declarations of all fields, in the order in which `visit` visits the fields.
    public static var declaration: [SchemaField] {
        var describer = FieldDescriber()
        var subject = Self()
        subject.visit(&describer)
        return describer.fields
    }
}

/// A visitor that finds a field without a value.
@usableFromInline
struct UnsetFieldFinder: FieldVisitor {
    @usableFromInline var found: String?

    @inlinable
    init() {}

    @inlinable
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        if !value.isSet { found = found ?? name }
    }

    @inlinable
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {}
}

extension Declared {
    /// The first field that has no meaningful initial value and has not been set. For assertions.
    @inlinable
    public var unsetField: String? {
        var finder = UnsetFieldFinder()
        var copy = self
        copy.visit(&finder)
        return finder.found
    }

    /// Whether each field has been set that has no meaningful initial value.
    @inlinable
    public var isComplete: Bool { unsetField.map { _ in false } ?? true }
}

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
        if isOmitted { members.append(.init("omitted", true)) }
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
            doc: value["doc"]?.string ?? "", standard: value["default"],
            isOmitted: value["omitted"] == true)
    }
}

/// Validation of values whose schema has no Swift type, such as the options of controller kinds
/// that other packages add.
extension Schema {
    /// Returns the value in its complete form: numbers have the declared type, and objects contain
    /// the default values of absent fields.
    ///
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the path inside the
    ///   value.
    package func read(_ value: Value) throws(CommandError) -> Value {
        switch self {
        case .any: return value
        case .boolean: return Value(try Bool(reading: value))
        case .integer: return Value(try Int(reading: value))
        case .number: return Value(try Double(reading: value))
        case .string: return Value(try String(reading: value))
        case .identifier: return Value(try Identifier(reading: value))
        case .transition: return Value(try TransitionID(reading: value))
        case .booleanOr where value.bool != nil: return value
        case .enumeration(let names), .booleanOr(let names):
            let text = try String(reading: value, as: self)
            guard names.contains(where: { $0 == text }) else {
                throw CommandError(.invalidParams, "\(quoted(text)) is not \(phrase)")
            }
            return value
        case .array(let element):
            guard let items = value.array else { throw .mismatch(self, value) }
            var read: [Value] = []
            for (index, item) in items.enumerated() {
                do {
                    read.append(try element.read(item))
                } catch {
                    throw error.inside("[\(index)]")
                }
            }
            return .array(read)
        case .object(let fields):
            guard let members = value.members else { throw .mismatch(self, value) }
            let known = fields.contains { $0.presence == .rest }
            if !known, let other = members.first(where: { !fields.has($0.name) }) {
                let name = beginning(of: other.name)
                throw CommandError(.invalidParams, "there is no parameter \(name) here", path: name)
            }
            return .object(try fields.read(members, writesNull: false))
        case .dictionary(let names, let element):
            guard let members = value.members else { throw .mismatch(self, value) }
            var read: [Value.Member] = []
            for member in members {
                guard names.contains(where: { $0 == member.name }) else {
                    throw CommandError(
                        .invalidParams,
                        "\(quoted(member.name)) is not one of \(names.joined(separator: ", "))",
                        path: beginning(of: member.name))
                }
                do {
                    read.append(.init(member.name, try element.read(member.value)))
                } catch {
                    throw error.inside(member.name)
                }
            }
            return .object(read)
        case .members:
            guard value.members != nil else { throw .mismatch(self, value) }
            return value
        }
    }
}

extension String {
    fileprivate init(reading value: Value, as schema: Schema) throws(CommandError) {
        guard let text = value.string else { throw .mismatch(schema, value) }
        self = text
    }
}

extension [SchemaField] {
    fileprivate func has(_ name: String) -> Bool { contains { $0.name == name } }

    /// Returns the values of all fields, with the defaults of absent fields. Ignores members that
    /// no field declares.
    ///
    /// - Parameter writesNull: Whether the result contains null for fields that have no value or
    ///   the value null. If false, the result omits these fields.
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the field's path.
    package func read(
        _ members: [Value.Member], writesNull: Bool = true
    ) throws(CommandError) -> [Value.Member] {
        var read: [Value.Member] = []
        for field in self where field.presence != .rest {
            if let value = try field.read(members.first { $0.name == field.name }?.value) {
                read.append(.init(field.name, value))
            } else if writesNull {
                read.append(.init(field.name, .null))
            }
        }
        return read
    }
}

extension SchemaField {
    /// Whether the field accepts null.
    var mayBeNull: Bool { presence == .nullable || presence == .optional }

    /// Returns whether the field accepts a value.
    package func takes(_ value: Value) -> Bool {
        (mayBeNull && value == .null) || (try? schema.read(value)) != nil
    }

    /// Reads the value of the field. `value` is nil if the field is absent.
    ///
    /// Returns the default of an absent field that has one. Returns nil for an absent optional
    /// field, and for an optional or nullable field that is null.
    fileprivate func read(_ value: Value?) throws(CommandError) -> Value? {
        guard let value else {
            switch presence {
            case .defaulted: return standard
            case .optional, .rest: return nil
            case .required, .nullable:
                throw CommandError(
                    .invalidParams,
                    "the parameter \(name) is missing; it must be \(schema.phrase)"
                        + (mayBeNull ? ", or null" : ""), path: name)
            }
        }
        if mayBeNull, value == .null { return nil }
        do {
            return try schema.read(value)
        } catch {
            throw error.inside(name)
        }
    }
}

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
