internal import PagerModel

/// An append-only byte buffer with reusable memory. A copy shares the memory until the copy or the
/// original changes.
///
/// Unlike an array, it can append several parts with a single capacity check. Appending is O(bytes
/// appended), amortised.
public struct ByteBuffer: Sendable {
    /// The memory of a buffer. It is written only while a single buffer owns it, so threads may
    /// share it.
    @safe private final class Block: @unchecked Sendable {
        let start: UnsafeMutablePointer<UInt8>
        let capacity: Int

        init(capacity: Int) {
            unsafe start = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        deinit { unsafe start.deallocate() }
    }

    private static let nothing = Block(capacity: 0)

    private var block: Block
    public private(set) var count = 0

    public init() { block = Self.nothing }

    public init(reserving capacity: Int) { block = Block(capacity: capacity) }

    public var isEmpty: Bool { count == 0 }

    /// The last byte, or nil if the buffer is empty.
    @inline(__always)
    var last: UInt8? { unsafe count == 0 ? nil : block.start[count &- 1] }

    /// A copy of the bytes. O(count).
    public var array: [UInt8] { withSpan { bytes in [UInt8](bytes) } }

    /// Calls `body` with the bytes. O(1).
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe UnsafeBufferPointer(start: block.start, count: count).span)
    }

    /// Returns a part of the bytes, valid until more are appended.
    @inline(__always)
    func part(from start: Int, count: Int) -> BytePart {
        precondition(start >= 0 && count >= 0 && start <= self.count &- count)
        return unsafe BytePart(UnsafeBufferPointer(start: block.start + start, count: count))
    }

    /// Removes all bytes, but keeps their memory for later bytes.
    public mutating func removeAll() { count = 0 }

    /// Reserves memory for `room` bytes after the last byte. The memory is valid until bytes are
    /// appended. Write bytes into this memory, then call `advance` with the number of written
    /// bytes.
    @inline(__always)
    mutating func end(reserving room: Int) -> ReservedBytes {
        unsafe ReservedBytes(
            UnsafeMutableBufferPointer(start: address(reserving: room), count: room))
    }

    @inline(__always)
    private mutating func address(reserving room: Int) -> UnsafeMutablePointer<UInt8> {
        if !isKnownUniquelyReferenced(&block) || block.capacity &- count < room { grow(room) }
        return unsafe block.start + count
    }

    /// Appends the first `written` bytes of the reserved memory, which `end(reserving:)` has
    /// returned. Write these bytes before the call.
    @inline(__always)
    mutating func advance(_ written: Int) {
        precondition(written >= 0 && written <= block.capacity &- count)
        count &+= written
    }

    @inline(never)
    private mutating func grow(_ room: Int) {
        let needed = count + room
        let new = Block(capacity: needed <= block.capacity ? block.capacity : max(2 * needed, 64))
        unsafe new.start.update(from: block.start, count: count)
        block = new
    }
}

extension ByteBuffer {
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe address(reserving: 1).pointee = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        unsafe address(reserving: length).update(from: text.utf8Start, count: length)
        count &+= length
    }

    public mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        unsafe address(reserving: bytes.count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    public mutating func append(_ bytes: ArraySlice<UInt8>) { append(bytes.span) }

    public mutating func append(_ other: borrowing ByteBuffer) {
        unsafe append(UnsafeBufferPointer(start: other.block.start, count: other.count))
    }

    /// Appends a string as UTF-8.
    mutating func append(_ text: String) { append(text.utf8.span) }

    /// Appends a number in decimal digits.
    mutating func append(digits number: UInt64) {
        unsafe count &+= DecimalDigits.write(number, to: address(reserving: DecimalDigits.most))
    }

    /// Appends a string in quotes. `comma` adds a comma before the string, and `colon` adds a colon
    /// after it. If the string needs escapes, does not append anything and returns false.
    @inline(__always)
    mutating func append(quoted text: Span<UInt8>, comma: Bool, colon: Bool) -> Bool {
        let end = unsafe address(reserving: text.count &+ 4)
        var index = 0
        if comma {
            unsafe end[0] = Ascii.comma
            index = 1
        }
        unsafe end[index] = Ascii.quote
        index &+= 1
        let isPlain = unsafe text.withUnsafeBytes {
            unsafe StringScanner.copy($0, to: UnsafeMutableRawPointer(end + index))
        }
        guard isPlain else { return false }
        index &+= text.count
        unsafe end[index] = Ascii.quote
        index &+= 1
        if colon {
            unsafe end[index] = Ascii.colon
            index &+= 1
        }
        count &+= index
        return true
    }
}

/// Bytes of a buffer, valid until the buffer changes.
@safe struct BytePart {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

    @inline(__always)
    var count: Int { unsafe bytes.count }
}

/// Reserved memory at the end of a buffer, valid until the buffer changes.
@safe struct ReservedBytes {
    fileprivate let bytes: UnsafeMutableBufferPointer<UInt8>

    @inline(__always)
    fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { unsafe self.bytes = bytes }
}

/// A writer into reserved memory. If more bytes are written than were reserved, a failed
/// precondition ends the process.
///
/// `written` is the number of bytes written so far.
@safe struct ByteWriter {
    private let start: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>

    @inline(__always)
    init(_ room: ReservedBytes) {
        unsafe start = room.bytes.baseAddress.unsafelyUnwrapped
        unsafe next = start
        unsafe end = start + room.bytes.count
    }

    @inline(__always)
    var written: Int { unsafe next - start }

    @inline(__always)
    private func check(_ count: Int) {
        precondition(unsafe count <= end - next, "more is written than was reserved")
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        check(1)
        unsafe next.pointee = byte
        unsafe next += 1
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        check(text.utf8CodeUnitCount)
        unsafe next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe next += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func put(_ part: BytePart) {
        guard let source = unsafe part.bytes.baseAddress else { return }
        check(part.count)
        unsafe next.update(from: source, count: part.count)
        unsafe next += part.count
    }

    @inline(__always)
    mutating func put(_ bytes: borrowing ByteBuffer) {
        put(bytes.part(from: 0, count: bytes.count))
    }

    /// Writes a number in decimal digits, which take up to twenty bytes.
    @inline(__always)
    mutating func put(digits number: UInt64) {
        check(DecimalDigits.most)
        unsafe next += DecimalDigits.write(number, to: next)
    }
}

/// Functions that convert integers to decimal digits, two digits at a time.
enum DecimalDigits {
    /// The maximum number of decimal digits of a `UInt64`.
    static let most = 20

    /// Writes the digits of a number.
    ///
    /// - Returns: The number of digits.
    static func write(_ number: UInt64, to start: UnsafeMutablePointer<UInt8>) -> Int {
        if number < 10 {
            unsafe start.pointee = Ascii.zero &+ UInt8(truncatingIfNeeded: number)
            return 1
        }
        let length = length(of: number)
        var end = unsafe UnsafeMutableRawPointer(start + length)
        var rest = number
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            unsafe end -= 2
            unsafe end.storeBytes(of: Self.pair(pair), as: UInt16.self)
            rest = quotient
        }
        if rest < 10 {
            unsafe start.pointee = Ascii.zero &+ UInt8(truncatingIfNeeded: rest)
        } else {
            unsafe (end - 2).storeBytes(of: pair(rest), as: UInt16.self)
        }
        return length
    }

    /// Returns the number of decimal digits of `number`. Estimates it as the number of bits times
    /// log10(2), and corrects the estimate by a comparison with a power of ten.
    @inline(__always)
    private static func length(of number: UInt64) -> Int {
        let bits = UInt64.bitWidth &- number.leadingZeroBitCount
        let least = (bits &* 1233) >> 12
        return number >= powers[least] ? least &+ 1 : least
    }

    private static let powers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    @inline(__always)
    private static func pair(_ number: UInt64) -> UInt16 {
        unsafe UnsafeRawPointer(pairs.utf8Start)
            .loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: number), as: UInt16.self)
    }

    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
}
