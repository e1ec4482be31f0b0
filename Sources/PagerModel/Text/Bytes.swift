// Safe access to bytes in memory. These functions check bounds, so that callers need no pointers.

extension Span<UInt8> {
    /// Returns the little-endian number that begins at byte `position`.
    ///
    /// - Precondition: All bytes of the number are in the span.
    @inlinable @inline(__always)
    package func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type, at position: Int
    ) -> Number {
        precondition(position >= 0 && position <= count - MemoryLayout<Number>.size)
        return unsafe Number(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: Number.self))
    }

    /// Returns whether this span and `other` have the same length and the same bytes. Compares
    /// eight bytes at a time.
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var position = 0
        while position &+ 8 <= count {
            guard
                littleEndian(UInt64.self, at: position)
                    == other.littleEndian(UInt64.self, at: position)
            else { return false }
            position &+= 8
        }
        while position < count {
            if self[position] != other[position] { return false }
            position &+= 1
        }
        return true
    }
}

extension [UInt8] {
    /// Creates an array with the bytes of a span.
    package init(_ bytes: Span<UInt8>) {
        self.init()
        append(contentsOf: bytes)
    }

    package mutating func append(contentsOf bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    package mutating func append(number: UInt64) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// Creates a string from UTF-8 bytes. Replaces invalid bytes with U+FFFD.
    package init(decoding bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether two `String` values have the same 16 bytes in memory. If so, the strings are
    /// equal. If not, they may still be equal, but equal short strings nearly always have the same
    /// bytes in memory.
    @inlinable @inline(__always)
    package static func haveSameWords(_ left: String, _ right: String) -> Bool {
        unsafe unsafeBitCast(left, to: (UInt64, UInt64).self)
            == unsafeBitCast(right, to: (UInt64, UInt64).self)
    }
}

extension Hasher {
    package mutating func combine(bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
    }
}

/// A function that gives access to the bytes of a string literal without a copy.
extension StaticString {
    /// Calls `body` with the bytes of the literal, without a copy. O(1), apart from `body`.
    @inlinable
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
        return try body(unsafe bytes.span)
    }
}
