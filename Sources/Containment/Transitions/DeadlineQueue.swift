public import PagerModel

/// An action that runs at a given time, unless it has become obsolete by then.
struct Deadline: Sendable, BitwiseCopyable {
    enum Purpose: Sendable, BitwiseCopyable {
        /// The end of an animated transition.
        case end(TransitionID)
        /// The cancellation of an interactive transition that receives no updates.
        case idle(TransitionID)
        /// A deadline that a container kind has set.
        case kind(Handle, token: UInt64)
        /// The end of a window's animated resize.
        case resize(Handle, number: UInt64)
        /// A call of the scene's observer, requested with `wakeObserver`.
        case observer
    }

    var time: Instant
    var serial: UInt64
    var purpose: Purpose

    static func comesFirst(_ left: Deadline, _ right: Deadline) -> Bool {
        (left.time, left.serial) < (right.time, right.serial)
    }
}

/// A binary heap of deadlines, ordered by time and, for equal times, by creation.
///
/// An obsolete deadline stays in the heap until it comes first or `compact` removes it. `compact`
/// should be called when the heap has more than 64 deadlines and has more than doubled since the
/// last call.
struct DeadlineQueue: Sendable {
    private var heap: [Deadline] = []
    private var nextSerial: UInt64 = 0
    /// The number of deadlines above which `compact` should be called.
    private var threshold = Self.least

    private static let least = 64

    /// Archives the deadlines, earliest first. Call `compact` before, so that the deadlines are
    /// sorted and none of them is obsolete.
    mutating func visit(_ archive: inout Archive) {
        heap.visit(&archive)
        archive.visit(counter: &nextSerial)
        if archive.isReading { threshold = max(Self.least, 2 * heap.count) }
    }

    var first: Deadline? { heap.first }
    var count: Int { heap.count }
    /// Whether the heap has more than 64 deadlines and has more than doubled since the last call of
    /// `compact`.
    var isCompactionDue: Bool { heap.count > threshold }

    /// Removes obsolete deadlines: those for which `isPending` returns false. O(n log n), or
    /// amortised O(log n) for each inserted deadline.
    mutating func compact(_ isPending: (Deadline.Purpose) -> Bool) {
        // A sorted array is a valid heap.
        heap = heap.filter { isPending($0.purpose) }.sorted(by: Deadline.comesFirst)
        threshold = max(Self.least, 2 * heap.count)
    }

    /// Returns the time of a deadline that a container kind has set, or nil. O(deadlines).
    func time(of controller: Handle, token: UInt64) -> Instant? {
        heap.first {
            if case .kind(controller, token) = $0.purpose { true } else { false }
        }?.time
    }

    /// Inserts a deadline. O(log n).
    mutating func insert(at time: Instant, _ purpose: Deadline.Purpose) {
        heap.append(Deadline(time: time, serial: nextSerial, purpose: purpose))
        nextSerial += 1
        var child = heap.count - 1
        while child > 0, Deadline.comesFirst(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first deadline. O(log n).
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
    /// Returns the time of the next deadline, or nil if there is none. Removes obsolete deadlines
    /// that come before it.
    public mutating func nextDeadline() -> Instant? {
        makeUnique()
        while let first = state.deadlines.first {
            if isPending(first.purpose) { return first.time }
            state.deadlines.removeFirst()
        }
        return nil
    }

    /// Advances the clock to the time of the earliest deadline, and runs the deadline's action as
    /// one transaction. Does nothing if there are no deadlines.
    public mutating func fireDeadline() {
        guard let first = state.deadlines.first else { return }
        makeUnique()
        state.deadlines.removeFirst()
        now = max(now, first.time)
        switch first.purpose {
        case .end(let id):
            if isRunning(id) { end(id, .completed) }
        case .idle(let id):
            idle(id)
        case .resize(let window, let number):
            passResizeDeadline(of: window, number: number)
        case .observer:
            if let observer { observer.sceneDidReachDeadline(&self) }
        case .kind(let controller, let token):
            if isAlive(controller) {
                let kind = self[kindOf: controller].kind
                act(for: controller) { (scene) throws(CommandError) in
                    try kind.deadline(token, of: controller, in: &scene)
                }
            }
        }
        endTurn()
    }

    /// Sets a time, at least `Limits.shortestWait` from now, at which the engine calls
    /// `deadline(_:of:in:)` of the controller's kind, with `token` as an argument. The token lets
    /// the kind recognise a stale deadline.
    package mutating func schedule(_ controller: Handle, at time: Instant, token: UInt64) {
        insertDeadline(at: time, .kind(controller, token: token))
    }

    /// Inserts a deadline at the given time, or `Limits.shortestWait` from now if the given time is
    /// earlier. Without this minimum, deadlines that set new deadlines could be fired forever
    /// without advancing the clock.
    mutating func insertDeadline(at time: Instant, _ purpose: Deadline.Purpose) {
        state.deadlines.insert(at: max(time, now.advanced(by: Limits.shortestWait)), purpose)
    }

    /// Returns the seconds until a deadline that a kind has set for a controller, or nil if there is
    /// no such deadline. O(deadlines).
    package func secondsUntilDeadline(of controller: Handle, token: UInt64) -> Double? {
        note(visits: state.deadlines.count)
        return state.deadlines.time(of: controller, token: token).map {
            max(0, $0.seconds - now.seconds)
        }
    }

    /// The number of deadlines in the queue, including obsolete ones.
    package var deadlineCount: Int { state.deadlines.count }

    /// Removes obsolete deadlines. Call it only between two commands.
    mutating func compactDeadlines() {
        // The queue is outside of the scene while it changes, because `isPending` reads the scene.
        var queue = DeadlineQueue()
        swap(&queue, &state.deadlines)
        queue.compact { isPending($0) }
        state.deadlines = queue
    }

    private func isPending(_ purpose: Deadline.Purpose) -> Bool {
        switch purpose {
        case .end(let id), .idle(let id): isRunning(id)
        case .resize(let window, let number): isResizing(window, number: number)
        case .observer: observer != nil
        case .kind(let controller, let token):
            isAlive(controller)
                && self[kindOf: controller].kind.awaits(token, of: controller, in: self)
        }
    }

    /// Cancels an interactive transition that was not updated during the time
    /// `Limits.interactionIdle`. If it was updated, sets a new deadline instead.
    private mutating func idle(_ id: TransitionID) {
        guard let transition = transition(id) else { return }
        let limit = transition.touched.advanced(by: Limits.interactionIdle)
        if limit > now {
            state.deadlines.insert(at: limit, .idle(id))
        } else {
            cancel(id, .cancelled)
        }
    }

    /// Advances the clock to `time`. Fires every deadline that becomes due, earliest first, and
    /// each at its own time. Deadlines that are added during the call are included. O(number of due
    /// deadlines).
    ///
    /// Each deadline is a transaction of its own. To separate their events, call `fireDeadline`
    /// while `nextDeadline()` is due, and `drain` after each call.
    public mutating func advance(to time: Instant) {
        while let next = nextDeadline(), next <= time { fireDeadline() }
        moveClock(to: time)
    }

    /// Sets the clock without firing deadlines. Fire the deadlines that are due at `time` before
    /// the call.
    package mutating func moveClock(to time: Instant) {
        makeUnique()
        now = max(now, time)
    }
}
