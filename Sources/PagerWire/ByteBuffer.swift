/// Bytes that grow at their end, kept from use to use; a copy shares its memory until one is written.
///
/// What an array does, but each piece is put in place with one look at the memory it needs, however
/// many parts it has. Appending is O(bytes appended), amortized.
public struct ByteBuffer: @unchecked Sendable {
    /// Only ever written while a single buffer holds it; that is why it may cross threads.
    private final class Block {
        let start: UnsafeMutablePointer<UInt8>
        let capacity: Int

        init(capacity: Int) {
            start = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        deinit { start.deallocate() }
    }

    private nonisolated(unsafe) static let nothing = Block(capacity: 0)

    private var block: Block
    public private(set) var count = 0

    public init() { block = Self.nothing }

    public init(reserving capacity: Int) { block = Block(capacity: capacity) }

    public var isEmpty: Bool { count == 0 }

    /// Where the bytes lie, valid until more are appended.
    @inline(__always)
    var start: UnsafeMutablePointer<UInt8> { block.start }

    /// Nil where there is none.
    @inline(__always)
    var last: UInt8? { count == 0 ? nil : block.start[count &- 1] }

    /// A copy. O(count).
    public var array: [UInt8] { withBytes { Array($0) } }

    /// The bytes where they lie, valid inside the closure only. O(1).
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: block.start, count: count))
    }

    /// Forgets the bytes, keeps the memory.
    public mutating func removeAll() { count = 0 }

    /// Where the next bytes go, with room for so many; `advance` tells how many were written.
    @inline(__always)
    mutating func end(reserving room: Int) -> UnsafeMutablePointer<UInt8> {
        if !isKnownUniquelyReferenced(&block) || block.capacity &- count < room { grow(room) }
        return block.start + count
    }

    /// Counts bytes that were written at the end.
    @inline(__always)
    mutating func advance(_ written: Int) { count &+= written }

    @inline(never)
    private mutating func grow(_ room: Int) {
        let needed = count + room
        let new = Block(capacity: needed <= block.capacity ? block.capacity : max(2 * needed, 64))
        new.start.update(from: block.start, count: count)
        block = new
    }
}

extension ByteBuffer {
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        end(reserving: 1).pointee = byte
        advance(1)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        end(reserving: length).update(from: text.utf8Start, count: length)
        advance(length)
    }

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end(reserving: bytes.count))
            .copyMemory(from: source, byteCount: bytes.count)
        advance(bytes.count)
    }

    public mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { append($0) }
    }

    public mutating func append(_ other: borrowing ByteBuffer) {
        append(UnsafeRawBufferPointer(start: other.block.start, count: other.count))
    }

    /// A text's UTF-8.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Decimal digits.
    mutating func append(digits number: UInt64) {
        advance(DecimalDigits.write(number, to: end(reserving: DecimalDigits.most)))
    }
}
