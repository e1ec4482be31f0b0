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

/// Something that is nothing but its bytes: no padding, no pointer, and any bytes are a value. An
/// array of these is one copy of memory.
///
/// Only this package can say so of a type: the bytes of most enumerations are no value.
public protocol ArchivedBytes: Archived, BitwiseCopyable {
    static var anyBytes: AnyBytesAreAValue<Self> { get }
}

/// What a type returns whose bytes are always a value.
public struct AnyBytesAreAValue<Value> {
    @usableFromInline package init() {}
}

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
@safe public struct Archive: ~Copyable {
    public let isReading: Bool
    /// What was wrong first.
    public private(set) var problem: ArchiveProblem?
    /// The changes of layout that the bytes include, by name, while they are read.
    package var held: Set<TextKey> = []
    /// The declared fields that the bytes being read do not have, by the type that declares them.
    @usableFromInline var absentFields: [ObjectIdentifier: [String]] = [:]
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
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
        end = capacity
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        isReading = true
        // An empty buffer may have no address; nothing is read from this one.
        unsafe base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? Self.nowhere)
        end = bytes.count
    }

    private static var nowhere: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: 16)! }

    deinit {
        if !isReading { unsafe base.deallocate() }
    }

    /// The bytes of what the body visits.
    public static func writing(_ body: (inout Archive) -> Void) -> [UInt8] {
        writing(body) { bytes in [UInt8](bytes) }
    }

    /// Hands out the bytes of what the body visits without a copy.
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
        _ bytes: Span<UInt8>, _ body: (inout Archive) -> R
    ) throws(ArchiveProblem) -> R {
        try unsafe bytes.withUnsafeBytes { (bytes) throws(ArchiveProblem) in
            try unsafe reading(bytes, body)
        }
    }

    /// Reads what the body visits out of all of the bytes.
    ///
    /// - Throws: the first problem, also that bytes are left over.
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
        unsafe larger.copyMemory(from: base, byteCount: offset)
        unsafe base.deallocate()
        unsafe base = unsafe larger
        end = capacity
    }

    /// Visits a value by its bytes.
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

    /// Visits the elements of an array in one piece.
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

    /// Visits how many there are; each takes at least `size` bytes. 0 after a problem.
    ///
    /// What is read is never above what the bytes that are left can hold.
    @inlinable
    public mutating func count(_ count: Int, ofAtLeast size: Int = 1) -> Int {
        guard isReading else {
            // Most counts are small.
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

    /// Seven bits a byte, the lowest first; the highest bit says that another byte follows.
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

extension Archive {
    /// Reads a text of so many bytes, which are there; nil where they are no UTF-8.
    mutating func readText(_ count: Int) -> String? {
        let bytes = unsafe UnsafeRawBufferPointer(start: base + offset, count: count)
        guard let text = unsafe Self.text(bytes) else { return nil }
        offset += count
        return text
    }

    /// Writes a text for which there is room.
    mutating func write(text: String) {
        let target = unsafe UnsafeMutableRawBufferPointer(
            start: base + offset, count: text.utf8.count)
        unsafe target.copyBytes(from: text.utf8)
        offset += text.utf8.count
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Most are ASCII. This initializer would mend what is wrong, and there is nothing to mend.
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
        var place = 0
        while place + 8 <= bytes.count {
            let eight = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if eight & 0x8080_8080_8080_8080 != 0 { return false }
            place += 8
        }
        while place < bytes.count {
            if unsafe bytes[place] & 0x80 != 0 { return false }
            place += 1
        }
        return true
    }
}

/// An archive that a visitor of fields writes to or reads from: the visitor can be copied, and so it
/// cannot hold the archive itself. It does not outlive `lend`.
@safe @usableFromInline
struct LentArchive {
    private let place: UnsafeMutablePointer<Archive>

    fileprivate init(_ place: UnsafeMutablePointer<Archive>) { unsafe self.place = place }

    @usableFromInline var pointee: Archive {
        _read { yield unsafe place.pointee }
        nonmutating _modify { yield unsafe &place.pointee }
    }
}

extension Archive {
    @usableFromInline
    mutating func lend(to body: (LentArchive) -> Void) {
        unsafe withUnsafeMutablePointer(to: &self) { unsafe body(LentArchive($0)) }
    }
}
