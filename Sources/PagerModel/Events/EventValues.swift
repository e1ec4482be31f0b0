/// How events store the values of fields: as words of the record, or beside it.
extension FieldValue {
    public static var eventForm: DeclaredEvent.Form { .value(schema, isNullable: false) }

    @inlinable
    public func store(in writer: inout EventWriter) { writer.keep(.value(Value(self))) }

    public init(restoringFrom reader: inout EventReader) {
        self = reader.read(reader.attachments.value(reader.attachment())) {
            (value) throws(CommandError) in try Self(reading: value)
        }
    }
}

/// A controller, view or window in an event, where `none` is null. Other declarations refer to
/// objects by their ids.
extension Handle: FieldValue {
    public static var schema: Schema { .identifier }
    public static var eventForm: DeclaredEvent.Form { .reference }

    public init(reading value: Value) throws(CommandError) {
        throw CommandError(.invalidParams, "only events refer to objects by handles")
    }

    public func write<W: ValueWriter>(to writer: inout W) { writer.null() }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) { writer.add(EventRecord.word(self)) }

    public init(restoringFrom reader: inout EventReader) {
        self = EventRecord.reference(reader.word())
    }
}

extension Bool {
    public static var eventForm: DeclaredEvent.Form { .flag }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) { writer.add(self ? 1 : 0) }

    @inlinable
    public init(restoringFrom reader: inout EventReader) { self = reader.word() != 0 }
}

extension Double {
    public static var eventForm: DeclaredEvent.Form { .number }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) { writer.add(bitPattern) }

    @inlinable
    public init(restoringFrom reader: inout EventReader) { self.init(bitPattern: reader.word()) }
}

extension FieldEnumeration {
    public static var eventForm: DeclaredEvent.Form { .choice(allCases.map(\.rawValue)) }

    @inlinable
    public func store(in writer: inout EventWriter) {
        var position: UInt64 = 0
        for other in Self.allCases {
            if other == self { break }
            position += 1
        }
        writer.add(position)
    }

    public init(restoringFrom reader: inout EventReader) {
        let cases = Self.allCases
        self = cases[cases.index(cases.startIndex, offsetBy: Int(reader.word()))]
    }
}

extension TransitionID {
    public static var eventForm: DeclaredEvent.Form { .transition }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) { writer.add(number) }

    @inlinable
    public init(restoringFrom reader: inout EventReader) { self.init(reader.word()) }
}

extension Size {
    public static var eventForm: DeclaredEvent.Form { .size }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) {
        writer.add(width.bitPattern)
        writer.add(height.bitPattern)
    }

    public init(restoringFrom reader: inout EventReader) {
        self.init(
            width: Double(restoringFrom: &reader), height: Double(restoringFrom: &reader))
    }
}

extension Frame {
    public static var eventForm: DeclaredEvent.Form { .frame }

    @inlinable
    @inline(__always)
    public func store(in writer: inout EventWriter) {
        writer.add(x.bitPattern)
        writer.add(y.bitPattern)
        writer.add(width.bitPattern)
        writer.add(height.bitPattern)
    }

    public init(restoringFrom reader: inout EventReader) {
        self.init(
            x: Double(restoringFrom: &reader), y: Double(restoringFrom: &reader),
            width: Double(restoringFrom: &reader), height: Double(restoringFrom: &reader))
    }
}

extension String {
    public static var eventForm: DeclaredEvent.Form { .text }

    @inlinable
    public func store(in writer: inout EventWriter) { writer.keep(.text(self)) }

    public init(restoringFrom reader: inout EventReader) {
        self = reader.attachments.text(reader.attachment())
    }
}

/// A list of controllers is kept as handles. Any other list is kept as JSON.
extension Array where Element: FieldValue {
    public static var eventForm: DeclaredEvent.Form {
        Element.self == Handle.self ? .list : .value(schema, isNullable: false)
    }

    @inlinable
    public func store(in writer: inout EventWriter) {
        if Element.self == Handle.self, let handles = self as? [Handle] {
            writer.listed += handles.count
            writer.keep(.list(handles))
        } else {
            writer.keep(.value(Value(self)))
        }
    }

    public init(restoringFrom reader: inout EventReader) {
        let position = reader.attachment()
        if Element.self == Handle.self, let handles = reader.attachments.list(position) as? Self {
            self = handles
        } else {
            self = reader.read(reader.attachments.value(position)) {
                (value) throws(CommandError) in try Self(reading: value)
            }
        }
    }
}

extension Identifier {
    @inlinable public var isSet: Bool { !text.isEmpty }
}

extension TransitionID {
    @inlinable public var isSet: Bool { number != 0 }
}

extension FieldObject {
    @inlinable public var isSet: Bool { isComplete }
}
