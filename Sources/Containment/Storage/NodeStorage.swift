/// The records of a scene in one block of memory. The record at index 0 is not used.
///
/// An array would check before every write whether its memory is shared. In a page turn, that would
/// be about forty checks, which took 4 % of all instructions in a measurement. Here the scene makes
/// one check at the start of a command (`makeUnique`). A copy of this value shares the memory, and
/// `copy` creates new memory. Each access checks that the index is valid.
@safe struct NodeStorage: @unchecked Sendable {
    @safe private final class Memory: @unchecked Sendable {
        let base: UnsafeMutablePointer<Node>
        let capacity: Int
        /// The number of initialized records.
        var count = 0

        init(capacity: Int) {
            self.capacity = capacity
            unsafe base = .allocate(capacity: capacity)
        }

        deinit {
            unsafe base.deinitialize(count: count)
            unsafe base.deallocate()
        }
    }

    private var memory: Memory
    private var base: UnsafeMutablePointer<Node>
    private(set) var count = 0

    init(capacity: Int = 16) {
        memory = Memory(capacity: capacity)
        unsafe base = memory.base
    }

    @inline(__always)
    subscript(slot: Int) -> Node {
        unsafeAddress {
            precondition(slot >= 0 && slot < count, "no record has this slot")
            return unsafe UnsafePointer(base + slot)
        }
        unsafeMutableAddress {
            precondition(slot >= 0 && slot < count, "no record has this slot")
            return unsafe base + slot
        }
    }

    /// Returns a copy of the records in new memory. O(records).
    func copy() -> NodeStorage {
        var copy = NodeStorage(capacity: max(count, 16))
        unsafe copy.base.initialize(from: base, count: count)
        copy.memory.count = count
        copy.count = count
        return copy
    }

    /// Appends a record. Amortised O(1).
    mutating func append(_ node: Node) {
        if count == memory.capacity { grow() }
        unsafe (base + count).initialize(to: node)
        count += 1
        memory.count = count
    }

    private mutating func grow() {
        let larger = Memory(capacity: memory.capacity * 2)
        unsafe larger.base.moveInitialize(from: base, count: count)
        larger.count = count
        memory.count = 0
        memory = larger
        unsafe base = larger.base
    }
}
