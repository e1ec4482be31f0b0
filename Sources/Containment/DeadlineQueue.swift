public import PagerModel

/// What happens at a point in time if nobody comes before it.
struct Deadline: Sendable, BitwiseCopyable {
    enum Purpose: Sendable, BitwiseCopyable {
        /// An animated transition is over.
        case end(TransitionID)
        /// An interactive transition was left alone.
        case idle(TransitionID)
        /// A kind asked for it.
        case kind(Handle, token: UInt64)
    }

    var time: Instant
    var serial: UInt64
    var purpose: Purpose

    static func comesFirst(_ left: Deadline, _ right: Deadline) -> Bool {
        (left.time, left.serial) < (right.time, right.serial)
    }
}

/// Deadlines in the order of time and, within one time, of creation: a binary heap.
///
/// A deadline whose reason is gone stays in the heap and does nothing when it comes up.
struct DeadlineQueue: Sendable {
    private var heap: [Deadline] = []
    private var nextSerial: UInt64 = 0

    /// Visits the deadlines that are still to come, in their order, which is a heap too. Those that
    /// are dead are left out: when they were dropped depends on who has asked for the next one.
    mutating func visit(
        _ archive: inout Archive, isPending: (Deadline.Purpose) -> Bool
    ) {
        var pending =
            archive.isReading
            ? [] : heap.filter { isPending($0.purpose) }.sorted(by: Deadline.comesFirst)
        pending.visit(&archive)
        if archive.isReading { heap = pending.sorted(by: Deadline.comesFirst) }
        nextSerial.visit(&archive)
    }

    var first: Deadline? { heap.first }

    /// O(log n).
    mutating func insert(at time: Instant, _ purpose: Deadline.Purpose) {
        heap.append(Deadline(time: time, serial: nextSerial, purpose: purpose))
        nextSerial += 1
        var child = heap.count - 1
        while child > 0, Deadline.comesFirst(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// O(log n).
    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if Deadline.comesFirst(heap[child], heap[least]) { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

extension Scene {
    /// The time of the next deadline, nil where there is none. Dead ones are dropped on the way.
    public mutating func nextDeadline() -> Instant? {
        makeUnique()
        while let first = deadlines.first {
            if storage.isPending(first.purpose) { return first.time }
            deadlines.removeFirst()
        }
        return nil
    }

    /// Runs the earliest deadline at its own time: one turn.
    public mutating func fireDeadline() {
        guard let first = deadlines.first else { return }
        makeUnique()
        deadlines.removeFirst()
        now = max(now, first.time)
        switch first.purpose {
        case .end(let id):
            if transitions[id] != nil { end(id, .completed) }
        case .idle(let id):
            idle(id)
        case .kind(let controller, let token):
            if isAlive(controller) {
                kinds[Int(self[controller].kind)].kind.deadline(
                    token, of: controller, in: &self)
            }
        }
        endTurn()
    }

    /// Asks for a deadline of the controller's kind. Give a token by which a stale one is known.
    public mutating func schedule(_ controller: Handle, at time: Instant, token: UInt64) {
        deadlines.insert(at: time, .kind(controller, token: token))
    }

    /// An interactive transition that nobody moved for the idle time is cancelled.
    private mutating func idle(_ id: TransitionID) {
        guard let transition = transitions[id] else { return }
        let limit = transition.touched.advanced(by: Limits.interactionIdle)
        if limit > now {
            deadlines.insert(at: limit, .idle(id))
        } else {
            cancel(id, .cancelled)
        }
    }

    /// The clock moves without a deadline.
    public mutating func advance(to time: Instant) {
        makeUnique()
        now = max(now, time)
    }
}

extension SceneStorage {
    /// Whether the reason of a deadline is still there.
    func isPending(_ purpose: Deadline.Purpose) -> Bool {
        switch purpose {
        case .end(let id), .idle(let id): transitions[id] != nil
        case .kind(let controller, _): isAlive(controller)
        }
    }

    private func isAlive(_ controller: Handle) -> Bool {
        guard !controller.isNone, Int(controller.slot) < nodes.count else { return false }
        let node = nodes.base + Int(controller.slot)
        return node.pointee.generation == controller.generation && node.pointee.role != .free
    }
}
