/// A type whose stored properties can be written to bytes and read back exactly.
///
/// The function `visit` writes and reads the properties. Properties that it omits are not archived.
public protocol Archived {
    /// Creates a placeholder. `visit` then replaces its properties with those in an archive.
    init()
    /// Writes each stored property to the archive or reads it, always in the same order. An
    /// implementation must not change a value while the archive is being written (`isReading` is
    /// false).
    mutating func visit(_ archive: inout Archive)
    /// Writes or reads `count` elements of an array. The default implementation writes or reads
    /// them one by one.
    static func visit(_ elements: inout [Self], count: Int, _ archive: inout Archive)
}

/// A type whose bytes in memory are also its archived form: it has no padding and no pointers, and
/// every bit pattern is valid. An array of such values is archived with one memory copy.
///
/// Only this package can create `anyBytes`, which states that every bit pattern is valid. Most
/// enumerations cannot conform, because some bit patterns match none of their cases.
public protocol ArchivedBytes: Archived, BitwiseCopyable {
    static var anyBytes: AnyBytesAreAValue<Self> { get }
}

/// A marker by which a type declares that every bit pattern is a valid value of the type.
public struct AnyBytesAreAValue<Value> {
    @usableFromInline package init() {}
}

/// The reason why an archive could not be read.
public struct ArchiveProblem: Error, Hashable, CustomStringConvertible {
    /// The offset of the byte at which the problem was found.
    public var offset: Int
    public var text: String

    public init(offset: Int, text: String) {
        self.offset = offset
        self.text = text
    }

    public var description: String { "\(text) (at byte \(offset))" }
}

/// An archive that is being written or read. The same methods write and read, so that an archived
/// type lists its properties only once.
///
/// Integers and floating-point numbers are little-endian; counts have a variable length. Equal
/// values produce equal bytes.
///
/// Reading validates everything: a length is accepted only if that many bytes remain. After the
/// first problem, visits do not read any more bytes, and `reading` throws the problem at its end.
@safe public struct Archive: ~Copyable {
    public let isReading: Bool
    /// The first problem found in the bytes. Nil if there is none.
    public private(set) var problem: ArchiveProblem?
    /// The names of the format changes that the archive includes. Used only when reading.
    package var held: Set<TextKey> = []
    /// Maps the id of a type to the names of its declared fields that the archive lacks.
    @usableFromInline var absentFields: [ObjectIdentifier: [String]] = [:]
    /// The exclusive upper bound for the slot numbers of handles (references to controllers, views
    /// or windows) that are read.
    @usableFromInline package var slots = UInt32.max
    /// The exclusive upper bound for the style indexes that are read.
    package var styles = Int.max

    /// The memory that contains the bytes. When writing, the archive allocates it. When reading, it
    /// belongs to the caller, and the archive does not change it.
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var offset = 0
    /// The offset at which the allocated memory (when writing) or the archive (when reading) ends.
    @usableFromInline var end: Int

    private init(capacity: Int) {
        isReading = false
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
        end = capacity
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        isReading = true
        // An empty buffer may have no address. Nothing is read from this placeholder.
        unsafe base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? Self.nowhere)
        end = bytes.count
    }

    private static var nowhere: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: 16)! }

    deinit {
        if !isReading { unsafe base.deallocate() }
    }

    /// Returns the archived bytes of the values that `body` visits.
    public static func writing(_ body: (inout Archive) -> Void) -> [UInt8] {
        writing(body) { bytes in [UInt8](bytes) }
    }

    /// Archives the values that `body` visits, and calls `use` with the bytes. Returns the result
    /// of `use`.
    public static func writing<R>(
        _ body: (inout Archive) -> Void, use: (Span<UInt8>) -> R
    ) -> R {
        var archive = Archive(capacity: 4096)
        body(&archive)
        return use(unsafe archive.written.span)
    }

    private var written: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(
            start: base.assumingMemoryBound(to: UInt8.self), count: offset)
    }

    /// Reserves memory for at least `count` more bytes when writing. Has no effect when reading.
    public mutating func reserve(_ count: Int) {
        if !isReading, count > end - offset { grow(by: count) }
    }

    /// Reads the values that `body` visits from `bytes`. The values must take up all the bytes.
    ///
    /// The values are valid only if no error is thrown.
    ///
    /// - Throws: The first problem, including leftover bytes.
    public static func reading<R>(
        _ bytes: Span<UInt8>, _ body: (inout Archive) -> R
    ) throws(ArchiveProblem) -> R {
        try unsafe bytes.withUnsafeBytes { (bytes) throws(ArchiveProblem) in
            try unsafe reading(bytes, body)
        }
    }

    /// Reads the values that `body` visits from `bytes`. The values must take up all the bytes.
    ///
    /// - Throws: The first problem, including leftover bytes.
    @unsafe public static func reading<R>(
        _ bytes: UnsafeRawBufferPointer, _ body: (inout Archive) -> R
    ) throws(ArchiveProblem) -> R {
        var archive = unsafe Archive(bytes)
        let result = body(&archive)
        let rest = archive.end - archive.offset
        if rest > 0 { archive.fail("\(rest) bytes are left over") }
        if let problem = archive.problem { throw problem }
        return result
    }

    /// Returns whether the archive's format includes the format change `change`, such as
    /// `hiddenBars`. Always true when writing, because a new archive has the newest format.
    public func holds(_ change: String) -> Bool { !isReading || held.contains(TextKey(change)) }

    /// Reports that the bytes being read are invalid. Only the first report is kept. Has no effect
    /// when writing.
    public mutating func fail(_ text: @autoclosure () -> String) {
        guard isReading, problem == nil else { return }
        problem = ArchiveProblem(offset: offset, text: text())
        // Later reads fail at once, because no bytes remain.
        end = offset
    }

    /// Reports the archive as invalid if `condition` is false. Has no effect when writing.
    @inlinable
    public mutating func require(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition { fail(text()) }
    }
}

extension Archive {
    /// Checks that `count` more bytes can be written or read. When writing, allocates memory if
    /// necessary. When reading, reports the archive as invalid and returns false if fewer bytes
    /// remain.
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
        unsafe larger.copyMemory(from: base, byteCount: offset)
        unsafe base.deallocate()
        unsafe base = unsafe larger
        end = capacity
    }

    /// Writes or reads a value as a copy of its bytes in memory.
    @inlinable
    mutating func bytes<T: BitwiseCopyable>(of value: inout T) {
        let size = MemoryLayout<T>.size
        guard has(size) else { return }
        if isReading {
            value = unsafe base.loadUnaligned(fromByteOffset: offset, as: T.self)
        } else {
            unsafe base.storeBytes(of: value, toByteOffset: offset, as: T.self)
        }
        offset += size
    }

    /// Writes or reads the elements of an array with one memory copy.
    @inlinable
    mutating func bytes<T: BitwiseCopyable>(of elements: inout [T], count: Int) {
        let stride = MemoryLayout<T>.stride
        let (size, isTooMuch) = count.multipliedReportingOverflow(by: stride)
        guard has(isTooMuch ? Int.max : size), count > 0 else { return }
        let source = unsafe base + offset
        if isReading {
            elements = unsafe Array(unsafeUninitializedCapacity: count) { memory, initialized in
                unsafe UnsafeMutableRawPointer(memory.baseAddress!)
                    .copyMemory(from: source, byteCount: size)
                initialized = count
            }
        } else {
            unsafe elements.withUnsafeBytes {
                unsafe source.copyMemory(from: $0.baseAddress!, byteCount: size)
            }
        }
        offset += size
    }

    /// Writes or reads the number of elements in a collection, each of which takes at least `size`
    /// bytes. Returns the number of elements, or 0 after a problem.
    ///
    /// Reading fails if the remaining bytes are too few for that many elements.
    @inlinable
    public mutating func count(_ count: Int, ofAtLeast size: Int = 1) -> Int {
        guard isReading else {
            // One byte is enough for most counts.
            if UInt(bitPattern: count) < 0x80, has(1) {
                unsafe base.storeBytes(
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

    /// Writes a count with seven bits per byte, the lowest bits first. The highest bit of a byte
    /// means that another byte follows.
    @usableFromInline
    mutating func write(count: Int) {
        var rest = UInt(bitPattern: count)
        guard has(10) else { return }
        while rest >= 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: offset, as: UInt8.self)
            offset += 1
            rest >>= 7
        }
        unsafe base.storeBytes(of: UInt8(rest), toByteOffset: offset, as: UInt8.self)
        offset += 1
    }

    @usableFromInline
    mutating func readCount() -> Int {
        var count = 0
        var shift = 0
        while has(1) {
            let byte = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
            offset += 1
            // A number of elements that needs more than 56 bits cannot fit into memory.
            guard shift < 56 else {
                fail("a count is longer than 8 bytes")
                return 0
            }
            count |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return count }
            shift += 7
        }
        return 0
    }
}

extension Archive {
    /// Reads a string of `count` bytes. Returns nil if the bytes are not UTF-8.
    ///
    /// - Precondition: At least `count` bytes remain.
    mutating func readText(_ count: Int) -> String? {
        let bytes = unsafe UnsafeRawBufferPointer(start: base + offset, count: count)
        guard let text = unsafe Self.text(bytes) else { return nil }
        offset += count
        return text
    }

    /// Writes a string as UTF-8. Call `has` first, to reserve the memory.
    mutating func write(text: String) {
        let target = unsafe UnsafeMutableRawBufferPointer(
            start: base + offset, count: text.utf8.count)
        unsafe target.copyBytes(from: text.utf8)
        offset += text.utf8.count
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Most texts are ASCII, and this initializer is faster for them. It would also repair
        // invalid UTF-8, which ASCII cannot contain.
        guard unsafe isASCII(bytes) else {
            return unsafe String(
                validating: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
        }
        return unsafe String(unsafeUninitializedCapacity: bytes.count) { memory in
            unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
            return bytes.count
        }
    }

    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position + 8 <= bytes.count {
            let eight = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            if eight & 0x8080_8080_8080_8080 != 0 { return false }
            position += 8
        }
        while position < bytes.count {
            if unsafe bytes[position] & 0x80 != 0 { return false }
            position += 1
        }
        return true
    }
}

/// A reference to an archive. Visitors store such a reference: a visitor can be copied, so it
/// cannot own the archive. The reference is valid only during the call of `lend` that created it.
@safe @usableFromInline
struct LentArchive {
    private let pointer: UnsafeMutablePointer<Archive>

    fileprivate init(_ pointer: UnsafeMutablePointer<Archive>) { unsafe self.pointer = pointer }

    @usableFromInline var pointee: Archive {
        _read { yield unsafe pointer.pointee }
        nonmutating _modify { yield unsafe &pointer.pointee }
    }
}

extension Archive {
    @usableFromInline
    mutating func lend(to body: (LentArchive) -> Void) {
        unsafe withUnsafeMutablePointer(to: &self) { unsafe body(LentArchive($0)) }
    }
}
