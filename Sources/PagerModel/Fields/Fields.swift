/// A type with named fields: a command, a reply, a record, an event, or the options of a kind.
///
/// `visit` declares the fields once, for all uses: to read requests, to write replies, events and
/// archives, to generate the protocol reference and to complete command lines.
public protocol Declared: Sendable {
    init()
    /// Visits each field, in the order of the wire.
    mutating func visit(_ v: inout some FieldVisitor)
}

extension Declared {
    /// Creates a value and sets its fields: `PagerNext { $0.user = true }`.
    @inlinable
    @inline(__always)
    public init<E: Error>(_ set: (inout Self) throws(E) -> Void) throws(E) {
        self.init()
        try set(&self)
    }
}

/// A type whose fields are the members of a JSON object.
public protocol Fields: Declared {
    /// Reads the fields with `visit`. The function is a requirement of the protocol, not only an
    /// extension method, so that the compiler specializes it for each type and no type lookup
    /// happens at run time.
    mutating func read(from decoder: inout FieldDecoder) throws(CommandError)
}

extension Fields {
    public mutating func read(from decoder: inout FieldDecoder) throws(CommandError) {
        visit(&decoder)
        try decoder.check()
    }
}

/// A visitor that is called for each declared field, in the order of the declaration.
public protocol FieldVisitor {
    /// Visits a field. If it may be absent, its initial value is the default.
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String)
    /// Visits a field that may be null. If it may be absent, absence does not change it.
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    /// Visits a field that may be null, and that a record omits then.
    mutating func ifSet<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    /// Visits a flag that may be absent. `isGiven` says whether it is present.
    mutating func flag(
        _ name: String, _ value: inout Bool, isGiven: inout Bool, _ text: String)
    /// Visits a field that must be present. All fields of events are.
    mutating func required<T: FieldValue>(_ name: String, _ value: inout T, _ text: String)
    /// Visits a field that must be present and may be null.
    mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    /// Visits the remaining members of the object: those that have not been visited as fields
    /// before. For the protocol reference, `form` declares the members that are known in advance.
    mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String)
    /// Visits the fields of a nested value, which become fields of the whole. An event keeps them
    /// beside its record, as one value; `text` describes them if they have no names of their own.
    mutating func members<T: Declared>(_ value: inout T, _ text: String)
}

/// What a visitor does that does not distinguish these fields from others.
extension FieldVisitor {
    @inlinable
    @inline(__always)
    public mutating func ifSet<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        field(name, &value, text)
    }

    @inlinable
    @inline(__always)
    public mutating func flag(
        _ name: String, _ value: inout Bool, isGiven: inout Bool, _ text: String
    ) {
        field(name, &value, text)
    }

    @inlinable
    @inline(__always)
    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        field(name, &value, text)
    }

    @inlinable
    @inline(__always)
    public mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String)
    {
        field(name, &value, text)
    }

    public mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String
    ) {}

    @inlinable
    public mutating func members<T: Declared>(_ value: inout T, _ text: String) {
        value.visit(&self)
    }

    @inlinable
    @inline(__always)
    public mutating func members<T: Declared>(_ value: inout T) { members(&value, "") }
}

/// A type that a declared field can have: its schema, and its conversion from and to JSON values.
public protocol FieldValue: Sendable {
    static var schema: Schema { get }
    /// Reads the value.
    ///
    /// - Throws: An error such as `invalidParams` or `invalidIdentifier`, with the path inside the
    ///   value.
    init(reading value: Value) throws(CommandError)
    func write<W: ValueWriter>(to writer: inout W)
    // The functions for optional fields are requirements for the same reason as `Fields.read`:
    // otherwise a visitor would look up the optional type at run time for each field.
    /// Reads a value that may be null.
    static func read(_ value: Value, into field: inout Self?) throws(CommandError)
    static func isAbsent(_ field: inout Self?) -> Bool
    /// Returns the value of an optional field that is present.
    ///
    /// - Precondition: The field is not absent.
    static func present(_ field: inout Self?) -> Self
    /// Writes the value to an archive. By default, it has the same structure there as in JSON.
    func store(in archive: inout Archive)
    /// Reads a value that `store` has written. Returns nil if the archive is invalid.
    init?(restoringFrom archive: inout Archive)
    /// How an event stores the value. By default, beside its record, as JSON.
    static var eventForm: DeclaredEvent.Form { get }
    /// Writes the value to an event, in the form `eventForm`.
    func store(in writer: inout EventWriter)
    /// Reads a value that `store` has written to an event.
    init(restoringFrom reader: inout EventReader)
    /// Whether the value may be used. False for the initial value of a type that has no meaningful
    /// one, such as an id.
    var isSet: Bool { get }
}

extension FieldValue {
    public static func read(_ value: Value, into field: inout Self?) throws(CommandError) {
        if case .null = value { field = nil } else { field = try Self(reading: value) }
    }

    @inlinable public var isSet: Bool { true }

    public static func isAbsent(_ field: inout Self?) -> Bool { field == nil }

    public static func present(_ field: inout Self?) -> Self {
        guard let field else { preconditionFailure("an absent field has no value") }
        return field
    }

    /// Writes a value that may be null.
    @inlinable
    public static func write<W: ValueWriter>(_ field: inout Self?, to writer: inout W) {
        if isAbsent(&field) { writer.null() } else { present(&field).write(to: &writer) }
    }
}

/// A writer that receives the parts of a tree of values in document order.
public protocol ValueWriter {
    /// The number of bytes written, or 0 if the writer does not write bytes.
    var byteCount: Int { get }
    mutating func null()
    mutating func bool(_ flag: Bool)
    mutating func integer(_ number: Int)
    mutating func number(_ number: Double)
    mutating func string(_ text: String)
    /// Writes the id of a transition as a string.
    mutating func transition(_ id: TransitionID)
    mutating func beginArray()
    mutating func endArray()
    mutating func beginObject()
    mutating func key(_ name: String)
    mutating func endObject()
}

extension ValueWriter {
    public mutating func transition(_ id: TransitionID) { string(id.description) }
}

/// An empty set of fields.
public struct NoFields: Fields {
    public init() {}
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

extension ValueWriter {
    public var byteCount: Int { 0 }
}

extension Declared {
    /// The first error in the declaration of the fields, such as `has two fields with the name id`.
    /// Nil if the declaration is valid.
    package static var problemOfFields: String? { SchemaField.problem(in: declaration) }
}

extension SchemaField {
    fileprivate static func problem(in fields: [SchemaField]) -> String? {
        var names: Set<TextKey> = []
        for (index, field) in fields.enumerated() {
            if let problem = field.schema.problem(at: field.name) { return problem }
            if field.presence == .rest {
                if index == fields.count - 1 { continue }
                return "has the field \(quoted(fields[index + 1].name)) after the rest of the "
                    + "members, which it could never get; visit the rest last"
            }
            if Identifier(field.name) == nil {
                return
                    "has a field with the invalid name \(quoted(field.name)); a name is "
                    + "\(Identifier.form)"
            }
            if !names.insert(TextKey(field.name)).inserted {
                return "has two fields with the name \(field.name)"
            }
        }
        return nil
    }
}

extension Schema {
    /// The first error in the fields of the objects in a field.
    fileprivate func problem(at name: String) -> String? {
        switch self {
        case .array(let element), .dictionary(_, let element): element.problem(at: name)
        case .object(let fields):
            SchemaField.problem(in: fields).map { "has the field \(name), which \($0)" }
        default: nil
        }
    }
}

extension Command {
    /// The first error in the declaration. Nil if it is valid.
    package static var problemOfDeclaration: String? {
        if let problem = problemOfFields { return "the command \(method) \(problem)" }
        if let problem = Reply.problemOfFields { return "the reply of \(method) \(problem)" }
        guard !onlyReads else { return nil }
        // Without a permission, every observer and plugin could send it.
        if access == .free || access == .batch {
            return
                "the command \(method) changes the state, so its access must be a grant, such as "
                + ".grant(.select), or nil for that of its kind"
        }
        if !isRecorded {
            return
                "the command \(method) changes the state and is not recorded, so the change would "
                + "be lost at a restart"
        }
        return nil
    }
}
