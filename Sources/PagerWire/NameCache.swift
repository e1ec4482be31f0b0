internal import PagerModel

/// The names of a turn's handles as bytes: a turn speaks of few, and of each many times.
struct NameCache {
    /// Where a name lies.
    struct Span: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    private var known: [(handle: Handle, span: Span)] = []
    private var bytes = ByteBuffer(reserving: 1024)
    private var last = 0

    /// More than these are looked up anew.
    private static let most = 16

    /// Forgets all names, keeps the memory.
    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        bytes.removeAll()
        last = 0
    }

    /// Where a handle's name lies; the context is asked for what is not known yet.
    @inline(__always)
    mutating func span(of handle: Handle, _ context: (any EventContext)?) -> Span {
        if last < known.count, known[last].handle == handle { return known[last].span }
        return find(handle, context)
    }

    private mutating func find(_ handle: Handle, _ context: (any EventContext)?) -> Span {
        for index in known.indices where known[index].handle == handle {
            last = index
            return known[index].span
        }
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        last = known.count
        let span = add(context?.name(of: handle) ?? "")
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
    subscript(_ span: Span) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.start + span.start, count: span.count)
    }
}
