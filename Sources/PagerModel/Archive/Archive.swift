/// Something whose stored properties can be written to bytes and read back exactly.
///
/// The properties are named once, in `visit`, for both directions. Whoever forgets one loses it:
/// nothing is written that is not named.
public protocol Archived {
    /// Any value at all: reading replaces all of it.
    init()
    /// Visits each stored property, always in the same order. While the archive is written, nothing
    /// may change; `isReading` tells which it is.
    mutating func visit(_ archive: inout Archive)
    /// Visits as many elements as have been counted. There is a default for every type.
    static func visit(_ elements: inout [Self], count: Int, _ archive: inout Archive)
}

/// Something that is nothing but its bytes: no padding, no pointer, and any bytes are a value.
///
/// An array of these is one copy of memory.
public protocol ArchivedBytes: Archived, BitwiseCopyable {}

/// Why bytes could not be read.
public struct ArchiveProblem: Error, Hashable, CustomStringConvertible {
    /// Of the byte at which it was noticed.
    public var offset: Int
    public var text: String

    public init(offset: Int, text: String) {
        self.offset = offset
        self.text = text
    }

    public var description: String { "\(text) (at byte \(offset))" }
}

/// Bytes that are being written or read: one value for both, so that a type says once what it has.
///
/// Integers and numbers are little-endian as they lie in memory, counts take as few bytes as they
/// need. The same state gives the same bytes.
///
/// Reading trusts nothing: no length is believed before that many bytes are there. The first
/// problem stays; from then on every visit leaves its value as it was, and the caller of `reading`
/// gets the problem at the end.
public struct Archive: ~Copyable {
    public let isReading: Bool
    /// What was wrong first.
    public private(set) var problem: ArchiveProblem?
    /// The changes of layout that the bytes include, by name, while they are read.
    package var held: Set<TextKey> = []
    /// Handles that are read must have a slot below this one.
    @usableFromInline package var slots = UInt32.max
    /// Indexes of styles that are read must be below this one.
    package var styles = Int.max

    /// Of a written archive its own memory, of a read one the caller's, which is not changed.
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var offset = 0
    /// Where the memory, or what may still be read, ends.
    @usableFromInline var end: Int

    private init(capacity: Int) {
        isReading = false
        base = .allocate(byteCount: capacity, alignment: 16)
        end = capacity
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        isReading = true
        // An empty buffer may have no address; nothing is read from this one.
        base = UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? Self.nowhere)
        end = bytes.count
    }

    private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 16)! }

    deinit {
        if !isReading { base.deallocate() }
    }

    /// The bytes of what the body visits.
    public static func writing(_ body: (inout Archive) -> Void) -> [UInt8] {
        writing(body) { [UInt8]($0) }
    }

    /// Hands out the bytes of what the body visits where they lie; they are valid until `use` ends.
    public static func writing<R>(
        _ body: (inout Archive) -> Void, use: (UnsafeRawBufferPointer) -> R
    ) -> R {
        var archive = Archive(capacity: 4096)
        body(&archive)
        return use(UnsafeRawBufferPointer(start: archive.base, count: archive.offset))
    }

    /// Makes room for about so many bytes more, where it is being written.
    public mutating func reserve(_ count: Int) {
        if !isReading, count > end - offset { grow(by: count) }
    }

    /// Reads what the body visits out of all of the bytes.
    ///
    /// What has been read is to be used only when nothing is thrown.
    ///
    /// - Throws: the first problem, also that bytes are left over.
    public static func reading<R>(
        _ bytes: UnsafeRawBufferPointer, _ body: (inout Archive) -> R
    ) throws(ArchiveProblem) -> R {
        var archive = Archive(bytes)
        let result = body(&archive)
        let rest = archive.end - archive.offset
        if rest > 0 { archive.fail("\(rest) bytes are left over") }
        if let problem = archive.problem { throw problem }
        return result
    }

    /// Whether the bytes include a change of layout. All that is written includes all of them.
    public func holds(_ change: String) -> Bool { !isReading || held.contains(TextKey(change)) }

    /// Says that what has been read cannot be. Only the first of several counts; while writing
    /// nothing happens.
    public mutating func fail(_ text: @autoclosure () -> String) {
        guard isReading, problem == nil else { return }
        problem = ArchiveProblem(offset: offset, text: text())
        // From here on there is nothing to read.
        end = offset
    }

    /// Says that what has been read cannot be, unless the condition holds.
    @inlinable
    public mutating func require(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition { fail(text()) }
    }
}

extension Archive {
    /// Whether so many bytes can be written, or are there to be read.
    @inlinable
    mutating func has(_ count: Int) -> Bool {
        if count <= end - offset { return true }
        if isReading {
            fail("the archive ends too early")
            return false
        }
        grow(by: count)
        return true
    }

    @usableFromInline
    mutating func grow(by count: Int) {
        let capacity = max(end * 2, offset + count)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: base, byteCount: offset)
        base.deallocate()
        base = larger
        end = capacity
    }

    /// Visits a value by its bytes.
    @inlinable
    mutating func bytes<T: BitwiseCopyable>(of value: inout T) {
        let size = MemoryLayout<T>.size
        guard has(size) else { return }
        if isReading {
            value = base.loadUnaligned(fromByteOffset: offset, as: T.self)
        } else {
            base.storeBytes(of: value, toByteOffset: offset, as: T.self)
        }
        offset += size
    }

    /// Visits the elements of an array in one piece.
    @inlinable
    mutating func bytes<T: BitwiseCopyable>(of elements: inout [T], count: Int) {
        let stride = MemoryLayout<T>.stride
        let (size, isTooMuch) = count.multipliedReportingOverflow(by: stride)
        guard has(isTooMuch ? Int.max : size), count > 0 else { return }
        let source = base + offset
        if isReading {
            elements = Array(unsafeUninitializedCapacity: count) { memory, initialized in
                UnsafeMutableRawPointer(memory.baseAddress!)
                    .copyMemory(from: source, byteCount: size)
                initialized = count
            }
        } else {
            elements.withUnsafeBytes { source.copyMemory(from: $0.baseAddress!, byteCount: size) }
        }
        offset += size
    }

    /// Visits how many there are; each takes at least `size` bytes. 0 after a problem.
    ///
    /// What is read is never above what the bytes that are left can hold.
    @inlinable
    public mutating func count(_ count: Int, ofAtLeast size: Int = 1) -> Int {
        guard isReading else {
            // Most counts are small.
            if UInt(bitPattern: count) < 0x80, has(1) {
                base.storeBytes(
                    of: UInt8(truncatingIfNeeded: count), toByteOffset: offset, as: UInt8.self)
                offset += 1
            } else {
                write(count: count)
            }
            return count
        }
        let read = readCount()
        guard read <= (end - offset) / size else {
            fail("the archive ends too early")
            return 0
        }
        return read
    }

    /// Seven bits a byte, the lowest first; the highest bit says that another byte follows.
    @usableFromInline
    mutating func write(count: Int) {
        var rest = UInt(bitPattern: count)
        guard has(10) else { return }
        while rest >= 0x80 {
            base.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: offset, as: UInt8.self)
            offset += 1
            rest >>= 7
        }
        base.storeBytes(of: UInt8(rest), toByteOffset: offset, as: UInt8.self)
        offset += 1
    }

    @usableFromInline
    mutating func readCount() -> Int {
        var count = 0
        var shift = 0
        while has(1) {
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            offset += 1
            // 56 bits are more than any memory has.
            guard shift < 56 else {
                fail("a count is too long")
                return 0
            }
            count |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return count }
            shift += 7
        }
        return 0
    }
}
