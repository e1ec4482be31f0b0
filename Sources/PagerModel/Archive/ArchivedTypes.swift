extension ArchivedBytes {
    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        _ = Self.anyBytes
        archive.bytes(of: &self)
    }

    @inlinable
    public static func visit(_ elements: inout [Self], count: Int, _ archive: inout Archive) {
        _ = anyBytes
        archive.bytes(of: &elements, count: count)
    }
}

extension Int: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Int8: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Int16: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Int32: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Int64: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension UInt: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension UInt8: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension UInt16: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension UInt32: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension UInt64: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
/// A floating-point number is archived as its bit pattern, so NaN is preserved.
extension Double: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}

extension Size: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Frame: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}
extension Insets: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
}

extension Instant: Archived {
    public init() { self = .zero }

    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        nanoseconds.visit(&archive)
        archive.require(nanoseconds >= 0, "a time is negative")
    }
}

extension TransitionID: ArchivedBytes {
    @inlinable public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
    public init() { self.init(0) }
}

extension Bool: Archived {
    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        var byte: UInt8 = self ? 1 : 0
        archive.bytes(of: &byte)
        archive.require(byte < 2, "\(byte) is neither true nor false")
        if archive.isReading { self = byte == 1 }
    }
}

extension String: Archived {
    public mutating func visit(_ archive: inout Archive) {
        let length = archive.count(utf8.count)
        guard archive.has(length) else { return }
        if archive.isReading {
            if let text = archive.readText(length) {
                self = text
            } else {
                archive.fail("a text is not UTF-8")
            }
        } else {
            archive.write(text: self)
        }
    }
}

extension Array: Archived where Element: Archived {
    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        let count = archive.count(count)
        if archive.isReading { self = [] }
        Element.visit(&self, count: count, &archive)
    }
}

/// The archived form of a handle (a reference to a controller, view or window): a slot and a
/// generation. A slot number out of range makes the archive invalid, because the engine does not
/// check slots later.
extension Handle: Archived {
    public init() { self = .none }

    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        archive.bytes(of: &self)
        guard archive.isReading, slot >= archive.slots else { return }
        archive.failHandle(self)
        self = .none
    }

    public static func visit(_ elements: inout [Handle], count: Int, _ archive: inout Archive) {
        archive.bytes(of: &elements, count: count)
        guard archive.isReading else { return }
        for handle in elements where handle.slot >= archive.slots {
            archive.failHandle(handle)
            elements = []
            return
        }
    }

    /// Returns whether `left` precedes `right` in an archive. An archive orders handles by slot and
    /// then by generation.
    public static func isInOrder(_ left: Handle, _ right: Handle) -> Bool {
        (left.slot, left.generation) < (right.slot, right.generation)
    }
}

extension Archive {
    @usableFromInline
    mutating func failHandle(_ handle: Handle) {
        let slots = slots
        fail("there are \(slots) slots, but a reference points to slot \(handle.slot)")
    }
}

extension ControllerOptions: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

extension ViewAttributes: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

extension TransitionStyle: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

extension NoFields: Archived {
    @inlinable
    public mutating func visit(_ archive: inout Archive) {}
}
