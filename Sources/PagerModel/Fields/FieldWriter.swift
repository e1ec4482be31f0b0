/// A visitor that writes declared fields as the members of an object. It omits absent optional
/// fields unless `writesNull` is true.
///
/// The visitor takes ownership of the `ValueWriter` and returns it afterwards, because a copy of
/// the `ValueWriter` would copy all output so far.
@usableFromInline
struct FieldWriter<Writer: ValueWriter>: FieldVisitor {
    @usableFromInline var writer: Writer
    /// Whether absent optional fields are written as null. If false, they are omitted.
    @usableFromInline let writesNull: Bool

    @inlinable
    init(writer: consuming Writer, writesNull: Bool) {
        self.writer = writer
        self.writesNull = writesNull
    }

    @inlinable
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        writer.key(name)
        value.write(to: &writer)
    }

    @inlinable
    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if writesNull || !T.isAbsent(&value) { required(name, &value, text) }
    }

    @inlinable
    mutating func ifSet<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if !T.isAbsent(&value) { required(name, &value, text) }
    }

    @inlinable
    mutating func flag(
        _ name: String, _ value: inout Bool, isGiven: inout Bool, _ text: String
    ) {
        if isGiven { field(name, &value, text) }
    }

    @inlinable
    mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        writer.key(name)
        T.write(&value, to: &writer)
    }

    @inlinable
    mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String
    ) {
        for member in members {
            writer.key(member.name)
            member.value.write(to: &writer)
        }
    }
}

extension Declared {
    /// Writes the members of the object that the fields form, without the enclosing braces.
    @inlinable
    public func writeMembers<W: ValueWriter>(to writer: inout W, writesNull: Bool = false) {
        var copy = self
        var fields = FieldWriter(writer: consume writer, writesNull: writesNull)
        copy.visit(&fields)
        writer = fields.writer
    }
}

/// A writer that builds a tree of values.
public struct ValueBuilder: ValueWriter {
    private enum Open {
        case array
        case object
    }

    private var open: [Open] = []
    /// The elements of each open array, the innermost array last.
    private var items: [[Value]] = []
    /// The members of each open object, the innermost object last.
    private var members: [[Value.Member]] = []
    private var keys: [String] = []
    public private(set) var result: Value = .null

    /// The number of members for which the outermost object initially reserves memory. It is enough
    /// for the records and options of most kinds.
    private static let usualMembers = 12

    public init() {}

    private mutating func put(_ value: Value) {
        switch open.last {
        case nil: result = value
        case .array: items[items.count - 1].append(value)
        case .object:
            let last = members.count - 1
            if last == 0, members[0].isEmpty { members[0].reserveCapacity(Self.usualMembers) }
            members[last].append(Value.Member(keys.removeLast(), value))
        }
    }

    public mutating func null() { put(.null) }
    public mutating func bool(_ flag: Bool) { put(.bool(flag)) }
    public mutating func integer(_ number: Int) { put(.integer(number)) }
    public mutating func number(_ number: Double) { put(.number(number)) }
    public mutating func string(_ text: String) { put(.string(text)) }
    public mutating func key(_ name: String) { keys.append(name) }

    public mutating func beginArray() {
        open.append(.array)
        items.append([])
    }

    public mutating func endArray() {
        open.removeLast()
        put(.array(items.removeLast()))
    }

    public mutating func beginObject() {
        open.append(.object)
        members.append([])
    }

    public mutating func endObject() {
        open.removeLast()
        put(.object(members.removeLast()))
    }
}

extension Value {
    public init<T: FieldValue>(_ value: T) {
        var builder = ValueBuilder()
        value.write(to: &builder)
        self = builder.result
    }

    /// Creates an object from declared fields.
    public init<F: Declared>(fields: F, writesNull: Bool = false) {
        var builder = ValueBuilder()
        builder.beginObject()
        fields.writeMembers(to: &builder, writesNull: writesNull)
        builder.endObject()
        self = builder.result
    }
}
