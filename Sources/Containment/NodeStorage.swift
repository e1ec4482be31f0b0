/// The records of a scene in one piece of memory, owned by the scene's storage.
///
/// An array would ask before every write whether it is alone, and before every access whether the
/// index is in it: some sixty times in one page turn. Here the scene asks once, at the start of a
/// command (`makeUnique`), and a slot can only come from a handle that the scene has made.
struct NodeStorage: ~Copyable, @unchecked Sendable {
    private(set) var base: UnsafeMutablePointer<Node>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    func copy() -> NodeStorage {
        var copy = NodeStorage(capacity: max(count, 16))
        copy.base.initialize(from: base, count: count)
        copy.count = count
        return copy
    }

    /// Amortised O(1).
    mutating func append(_ node: Node) {
        if count == capacity { grow() }
        (base + count).initialize(to: node)
        count += 1
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
