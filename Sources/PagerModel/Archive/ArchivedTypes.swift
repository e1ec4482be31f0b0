extension Int: ArchivedBytes {}
extension Int8: ArchivedBytes {}
extension Int16: ArchivedBytes {}
extension Int32: ArchivedBytes {}
extension Int64: ArchivedBytes {}
extension UInt: ArchivedBytes {}
extension UInt8: ArchivedBytes {}
extension UInt16: ArchivedBytes {}
extension UInt32: ArchivedBytes {}
extension UInt64: ArchivedBytes {}
/// Every bit as it is, also of what is no number.
extension Double: ArchivedBytes {}

extension Size: ArchivedBytes {}
extension Frame: ArchivedBytes {}
extension Insets: ArchivedBytes {}

extension Instant: Archived {
    public init() { self = .zero }

    @inlinable
    public mutating func visit(_ archive: inout Archive) {
        nanoseconds.visit(&archive)
        archive.require(nanoseconds >= 0, "a time is before the beginning")
    }
}

extension TransitionID: ArchivedBytes {
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
            let bytes = UnsafeRawBufferPointer(start: archive.base + archive.offset, count: length)
            if let text = Self.text(bytes) {
                self = text
                archive.offset += length
            } else {
                archive.fail("a text is not UTF-8")
            }
        } else {
            let target = UnsafeMutableRawBufferPointer(
                start: archive.base + archive.offset, count: length)
            target.copyBytes(from: utf8)
            archive.offset += length
        }
    }
}

extension String {
    /// The text of bytes, nil where they are no UTF-8.
    fileprivate static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Most are ASCII. This initializer would mend what is wrong, and there is nothing to mend.
        guard isASCII(bytes) else {
            return String(validating: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
        }
        return String(unsafeUninitializedCapacity: bytes.count) { memory in
            UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
            return bytes.count
        }
    }

    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + 8 <= bytes.count {
            let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if eight & 0x8080_8080_8080_8080 != 0 { return false }
            place += 8
        }
        while place < bytes.count {
            if bytes[place] & 0x80 != 0 { return false }
            place += 1
        }
        return true
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

/// One that lies outside of the scene is no handle: the engine believes its slot.
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

    /// By slot, then by generation: the order in which an archive has what is kept by handle.
    public static func isInOrder(_ left: Handle, _ right: Handle) -> Bool {
        (left.slot, left.generation) < (right.slot, right.generation)
    }
}

extension Archive {
    @usableFromInline
    mutating func failHandle(_ handle: Handle) {
        let slots = slots
        fail("there are \(slots) records, none in slot \(handle.slot)")
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
