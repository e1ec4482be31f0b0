internal import PagerModel

/// The names of a transaction's handles as bytes. A transaction has few handles but uses each many
/// times.
struct NameInterner {
    /// The position of a name in the buffer.
    struct Span: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    private var known: [(handle: Handle, span: Span)] = []
    private var bytes = ByteBuffer(reserving: 1024)
    private var last = 0

    /// The maximum number of handles. Adding a further handle removes the others first.
    static let most = 16

    /// Removes all names and keeps the memory.
    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        bytes.removeAll()
        last = 0
    }

    /// Returns the position of a handle's name, or nil if it is not stored.
    @inline(__always)
    mutating func span(of handle: Handle) -> Span? {
        if last < known.count, known[last].handle == handle { return known[last].span }
        return find(handle)
    }

    private mutating func find(_ handle: Handle) -> Span? {
        for index in known.indices where known[index].handle == handle {
            last = index
            return known[index].span
        }
        return nil
    }

    /// Stores the name of a handle that is not stored yet.
    mutating func add(_ name: String, of handle: Handle) -> Span {
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        last = known.count
        let span = add(name)
        known.append((handle, span))
        return span
    }

    /// Stores a name without a handle.
    mutating func add(_ name: String) -> Span {
        let start = bytes.count
        bytes.append(name)
        return Span(start: start, count: bytes.count - start)
    }

    /// The bytes of a name, valid until the next lookup.
    @inline(__always)
    subscript(_ span: Span) -> BytePart { bytes.part(from: span.start, count: span.count) }
}
