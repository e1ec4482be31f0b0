internal import PagerModel

/// The names of a turn's handles as bytes: a turn speaks of few, and of each many times.
struct NameInterner {
    /// Where a name lies.
    struct Span: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    private var known: [(handle: Handle, span: Span)] = []
    private var bytes = ByteBuffer(reserving: 1024)
    private var last = 0

    /// More than these are looked up anew.
    static let most = 16

    /// Forgets all names, keeps the memory.
    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        bytes.removeAll()
        last = 0
    }

    /// Where a handle's name lies, nil where it is not known yet.
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

    /// Puts down the name of a handle that is not known yet.
    mutating func add(_ name: String, of handle: Handle) -> Span {
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        last = known.count
        let span = add(name)
        known.append((handle, span))
        return span
    }

    /// Puts down a name that belongs to no handle.
    mutating func add(_ name: String) -> Span {
        let start = bytes.count
        bytes.append(name)
        return Span(start: start, count: bytes.count - start)
    }

    /// The bytes of a name, valid until the next one is looked for.
    @inline(__always)
    subscript(_ span: Span) -> BytePart { bytes.part(from: span.start, count: span.count) }
}
