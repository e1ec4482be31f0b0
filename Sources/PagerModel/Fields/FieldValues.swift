extension Bool: FieldValue {
    public static var schema: Schema { .boolean }

    public init(reading value: Value) throws(CommandError) {
        guard case .bool(let flag) = value else { throw .mismatch(Self.schema, value) }
        self = flag
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.bool(self) }
}

extension Int: FieldValue {
    public static var schema: Schema { .integer }
    /// The exclusive upper bound for integers. All JSON parsers represent smaller integers exactly.
    public static let exactJSON = 1 << 53

    public init(reading value: Value) throws(CommandError) {
        guard let number = value.integer else { throw .mismatch(Self.schema, value) }
        guard number < Self.exactJSON, number > -Self.exactJSON else {
            throw CommandError(
                .invalidParams, "must be above -2^53 and below 2^53, got \(number)")
        }
        self = number
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.integer(self) }
}

extension Double: FieldValue {
    public static var schema: Schema { .number }

    public init(reading value: Value) throws(CommandError) {
        guard let number = value.double else { throw .mismatch(Self.schema, value) }
        guard number.isFinite else {
            throw CommandError(.invalidParams, "must be a finite number, got \(number)")
        }
        // Adding 0 turns -0 into 0. Otherwise a change from 0 to -0 would count as no change, but a
        // journal snapshot would restore the other value.
        self = number + 0
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.number(self) }
}

extension String: FieldValue {
    public static var schema: Schema { .string }

    public init(reading value: Value) throws(CommandError) {
        guard case .string(let text) = value else { throw .mismatch(Self.schema, value) }
        self = text
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.string(self) }
}

extension Identifier: FieldValue {
    public static var schema: Schema { .identifier }

    public init(reading value: Value) throws(CommandError) {
        guard case .string(let text) = value else { throw .mismatch(Self.schema, value) }
        guard let id = Identifier(text) else {
            throw CommandError(
                .invalidIdentifier,
                "must be 1 to 64 characters of A-Z a-z 0-9 _ and -, got \(quoted(text))")
        }
        self = id
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.string(text) }
}

extension TransitionID: FieldValue {
    public static var schema: Schema { .transition }

    public init(reading value: Value) throws(CommandError) {
        guard case .string(let text) = value else { throw .mismatch(Self.schema, value) }
        guard let id = TransitionID(text) else {
            throw CommandError(.transitionNotFound, "no transition is called \(quoted(text))")
        }
        // The ids begin with t1.
        guard id.isSet else { throw CommandError(.transitionNotFound, "\(id) is not running") }
        self = id
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.transition(self) }
}

extension Value: FieldValue {
    public static var schema: Schema { .any }

    public init(reading value: Value) throws(CommandError) { self = value }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .null: writer.null()
        case .bool(let flag): writer.bool(flag)
        case .integer(let number): writer.integer(number)
        case .number(let number): writer.number(number)
        case .string(let text): writer.string(text)
        case .array(let items): items.write(to: &writer)
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

extension Array: FieldValue where Element: FieldValue {
    public static var schema: Schema { .array(Element.schema) }

    public init(reading value: Value) throws(CommandError) {
        guard case .array(let items) = value else { throw .mismatch(Self.schema, value) }
        self = []
        reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            do {
                append(try Element(reading: item))
            } catch {
                throw error.inside("[\(index)]")
            }
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

/// A type with declared fields that can itself be the type of a field.
public protocol FieldObject: Fields, FieldValue {}

extension FieldObject {
    public static var schema: Schema { .object(declaration) }

    public init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else { throw .mismatch(Self.schema, value) }
        try self.init(reading: members)
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

/// An enumeration whose values are encoded as the names of the cases.
public protocol FieldEnumeration: FieldValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension FieldEnumeration {
    public static var schema: Schema { .enumeration(allCases.map(\.rawValue)) }

    public init(reading value: Value) throws(CommandError) {
        guard case .string(let text) = value else { throw .mismatch(Self.schema, value) }
        guard let found = Self(named: text) else {
            throw CommandError(
                .invalidParams, "\(quoted(text)) is not \(Self.schema.phrase)")
        }
        self = found
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) { writer.string(rawValue) }
}
