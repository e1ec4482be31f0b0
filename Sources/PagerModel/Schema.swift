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

    public init(
        name: String, schema: Schema, presence: Presence, doc: String, standard: Value? = nil
    ) {
        self.name = name
        self.schema = schema
        self.presence = presence
        self.doc = doc
        self.standard = standard
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
