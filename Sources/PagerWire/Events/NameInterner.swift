internal import PagerModel

/// The names of the controllers, views and windows of a transaction, as bytes. A transaction has
/// few of these objects, but uses each name many times.
struct NameInterner {
    /// The position and length of a name in the buffer.
    struct Span: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    private var known: [(handle: Handle, span: Span)] = []
    private var bytes = ByteBuffer(reserving: 1024)
    private var last = 0

    /// The maximum number of handles whose names are stored. Adding a handle to a full table first
    /// removes all handles from the table.
    static let most = 16

    /// Removes all names, but keeps their memory for later names.
    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        bytes.removeAll()
        last = 0
    }

    /// Returns where the name of a handle is stored, or nil if it is not stored.
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

    /// Stores the name of a handle, and returns where it is stored. The name must not be stored
    /// yet.
    mutating func add(_ name: String, of handle: Handle) -> Span {
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        last = known.count
        let span = add(name)
        known.append((handle, span))
        return span
    }

    /// Stores a name without a handle, and returns where it is stored. `span(of:)` does not find
    /// it.
    mutating func add(_ name: String) -> Span {
        let start = bytes.count
        bytes.append(name)
        return Span(start: start, count: bytes.count - start)
    }

    /// The bytes of a stored name. They are valid until `add` or `removeAll` is called.
    @inline(__always)
    subscript(_ span: Span) -> BytePart { bytes.part(from: span.start, count: span.count) }
}
