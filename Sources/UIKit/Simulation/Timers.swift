internal import PagerModel

/// Blocks that run at given times on the simulation's clock, ordered by time.
struct Timers {
    private struct Timer {
        let time: Instant
        let block: @MainActor () -> Void
    }

    private var waiting: [Timer] = []

    /// The time of the next block; nil if there is none.
    var next: Instant? { waiting.first?.time }

    /// Adds a block. O(number of waiting blocks).
    mutating func schedule(at time: Instant, _ block: @escaping @MainActor () -> Void) {
        let index = waiting.firstIndex { $0.time > time } ?? waiting.count
        waiting.insert(Timer(time: time, block: block), at: index)
    }

    /// Removes and returns the next block.
    mutating func removeFirst() -> (@MainActor () -> Void)? {
        waiting.isEmpty ? nil : waiting.removeFirst().block
    }
}
