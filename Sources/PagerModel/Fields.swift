/// Something made of named fields: a command, a reply, a record, the options of a kind.
///
/// The fields are declared once, in `visit`. Reading a request, writing a reply, describing both
/// in the reference and completing them on the command line are visitors of that one declaration.
public protocol Fields: Sendable {
    init()
    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure)
    /// What `visit` does with a decoder; a requirement of its own, so that it is compiled for each
    /// type and asks nothing about types when it runs.
    mutating func read(from decoder: inout FieldDecoder) throws(CommandError)
}

extension Fields {
    public mutating func read(from decoder: inout FieldDecoder) throws(CommandError) {
        try visit(&decoder)
    }
}

/// Walks over the fields of a declaration in their order.
public protocol FieldVisitor {
    associatedtype Failure: Error

    /// Must be present.
    mutating func required<T: FieldValue>(_ name: String, _ value: inout T, _ doc: String)
        throws(Failure)
    /// Must be present, may be null.
    mutating func nullable<T: FieldValue>(_ name: String, _ value: inout T?, _ doc: String)
        throws(Failure)
    /// May be absent; absent leaves the value as it is, null clears it.
    mutating func optional<T: FieldValue>(_ name: String, _ value: inout T?, _ doc: String)
        throws(Failure)
    /// May be absent; absent leaves the value as it is, which at first is the default.
    mutating func defaulted<T: FieldValue>(_ name: String, _ value: inout T, _ doc: String)
        throws(Failure)
    /// All members that no field before this one has taken; those of `form` are among them.
    mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ doc: String
    ) throws(Failure)
}

/// The type of one field.
public protocol FieldValue: Sendable {
    static var schema: Schema { get }
    /// - Throws: `invalidParams` or `invalidIdentifier`, with the path inside the value.
    init(reading value: Value) throws(CommandError)
    func write<W: ValueWriter>(to writer: inout W)
    // An optional field's part is a requirement for the same reason as `Fields.read`: a visitor
    // that is compiled for all types would look up at each field what an optional of it is.
    /// Reads a field that may be null.
    static func read(_ value: Value, into field: inout Self?) throws(CommandError)
    static func isAbsent(_ field: inout Self?) -> Bool
    /// A field that is not absent.
    static func present(_ field: inout Self?) -> Self
    /// Writes the value into an archive; by default as on the wire.
    func store(in archive: inout Archive)
    /// Reads what `store` has written; nil where the archive then has a problem.
    init?(restoringFrom archive: inout Archive)
}

extension FieldValue {
    public static func read(_ value: Value, into field: inout Self?) throws(CommandError) {
        if case .null = value { field = nil } else { field = try Self(reading: value) }
    }

    public static func isAbsent(_ field: inout Self?) -> Bool { field == nil }

    public static func present(_ field: inout Self?) -> Self {
        guard let field else { preconditionFailure("an absent field has no value") }
        return field
    }

    /// Writes a field that may be null.
    @inlinable
    public static func write<W: ValueWriter>(_ field: inout Self?, to writer: inout W) {
        if isAbsent(&field) { writer.null() } else { present(&field).write(to: &writer) }
    }
}

/// Takes a tree of values in the order in which it is written down.
public protocol ValueWriter {
    /// Bytes written so far, 0 where the writer does not write bytes.
    var byteCount: Int { get }
    mutating func null()
    mutating func bool(_ flag: Bool)
    mutating func integer(_ number: Int)
    mutating func number(_ number: Double)
    mutating func string(_ text: String)
    /// As the string of its description.
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

/// No fields at all.
public struct NoFields: Fields {
    public init() {}
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
}

/// A method of the wire contract: its name, its parameters and what it answers.
public protocol Command: Fields {
    associatedtype Reply: Fields
    static var method: String { get }
    /// One sentence, imperative.
    static var summary: String { get }
    /// The errors beyond those that every method may answer.
    static var errors: [ErrorName] { get }
    /// Whether it changes nothing; false where the command does not say. Every peer and plugin may
    /// send one that only reads, and the journal leaves it out: what it changed would be lost.
    static var onlyReads: Bool { get }
}

extension Command {
    public static var onlyReads: Bool { false }
}

extension ValueWriter {
    public var byteCount: Int { 0 }
}
