public import PagerModel

/// What happens at a point in time unless it is cancelled before.
struct Deadline: Sendable, BitwiseCopyable {
    enum Purpose: Sendable, BitwiseCopyable {
        /// An animated transition is over.
        case end(TransitionID)
        /// An interactive transition was left alone.
        case idle(TransitionID)
        /// A kind asked for it.
        case kind(Handle, token: UInt64)
        /// A window has its new size on displays.
        case resize(Handle, number: UInt64)
        /// The scene's observer asked for it.
        case observer
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
/// A deadline whose reason is gone stays in the heap until it comes first or `compact` removes it.
/// At most half of the heap, or 64 deadlines, are such.
struct DeadlineQueue: Sendable {
    private var heap: [Deadline] = []
    private var nextSerial: UInt64 = 0
    /// The number of deadlines at which the heap is looked through.
    private var threshold = Self.least

    private static let least = 64

    /// In order of time, without those whose reason is gone: `compact` comes before.
    mutating func visit(_ archive: inout Archive) {
        heap.visit(&archive)
        archive.visit(counter: &nextSerial)
        if archive.isReading { threshold = max(Self.least, 2 * heap.count) }
    }

    var first: Deadline? { heap.first }
    var count: Int { heap.count }
    /// Whether there are so many that half of them may be without a reason.
    var isCompactionDue: Bool { heap.count > threshold }

    /// Removes the deadlines that are not pending. O(n log n), O(log n) for each deadline inserted
    /// since the last time.
    mutating func compact(_ isPending: (Deadline.Purpose) -> Bool) {
        // Sorted, and therefore a heap whatever it was before.
        heap = heap.filter { isPending($0.purpose) }.sorted(by: Deadline.comesFirst)
        threshold = max(Self.least, 2 * heap.count)
    }

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
            if isPending(first.purpose) { return first.time }
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
        case .resize(let window, let number):
            passResizeDeadline(of: window, number: number)
        case .observer:
            if let observer { observer.sceneDidReachDeadline(&self) }
        case .kind(let controller, let token):
            if isAlive(controller) {
                let kind = kinds[Int(self[controller].kind)].kind
                act(for: controller) { (scene) throws(CommandError) in
                    try kind.deadline(token, of: controller, in: &scene)
                }
            }
        }
        endTurn()
    }

    /// Asks for a deadline of the controller's kind. Give a token by which a stale one is known.
    ///
    /// It comes `Limits.shortestWait` from now at the earliest.
    package mutating func schedule(_ controller: Handle, at time: Instant, token: UInt64) {
        insertDeadline(at: time, .kind(controller, token: token))
    }

    /// Inserts a deadline that lies after the present time, whatever time is asked for. Otherwise
    /// deadlines that set one another would keep the clock from going on.
    mutating func insertDeadline(at time: Instant, _ purpose: Deadline.Purpose) {
        deadlines.insert(at: max(time, now.advanced(by: Limits.shortestWait)), purpose)
    }

    /// Deadlines in the queue, those among them whose reason is gone.
    package var deadlineCount: Int { deadlines.count }

    /// Removes the deadlines whose reason is gone. To be called between two commands only.
    mutating func compactDeadlines() {
        // Out of the scene for as long as it changes: what is asked of the scene is not the queue.
        var queue = DeadlineQueue()
        swap(&queue, &deadlines)
        queue.compact { isPending($0) }
        deadlines = queue
    }

    private func isPending(_ purpose: Deadline.Purpose) -> Bool {
        switch purpose {
        case .end(let id), .idle(let id): transitions[id] != nil
        case .resize(let window, let number): isResizing(window, number: number)
        case .observer: state.observer != nil
        case .kind(let controller, let token):
            isAlive(controller)
                && kinds[Int(self[controller].kind)].kind.awaits(token, of: controller, in: self)
        }
    }

    /// Cancels an interactive transition whose progress no client has set for the idle time.
    private mutating func idle(_ id: TransitionID) {
        guard let transition = transitions[id] else { return }
        let limit = transition.touched.advanced(by: Limits.interactionIdle)
        if limit > now {
            deadlines.insert(at: limit, .idle(id))
        } else {
            cancel(id, .cancelled)
        }
    }

    /// Lets time pass: every deadline that is due by then is carried out at its own time, and what
    /// it causes too. O(deadlines due).
    ///
    /// Each is a turn of its own. To see the events of one apart from those of the next, call
    /// `fireDeadline` while `nextDeadline()` is due, and `drain` after each.
    public mutating func advance(to time: Instant) {
        while let next = nextDeadline(), next <= time { fireDeadline() }
        moveClock(to: time)
    }

    /// Sets the clock and carries out nothing, for who has fired the deadlines that are due.
    package mutating func moveClock(to time: Instant) {
        makeUnique()
        now = max(now, time)
    }
}
