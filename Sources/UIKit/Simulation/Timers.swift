internal import PagerModel

/// Blocks that wait for a time on the simulation's clock.
struct Timers {
    private struct Timer {
        let time: Instant
        let block: @MainActor () -> Void
    }

    private var waiting: [Timer] = []

    /// The time of the next one, nil where none waits.
    var next: Instant? { waiting.first?.time }

    /// O(waiting).
    mutating func schedule(at time: Instant, _ block: @escaping @MainActor () -> Void) {
        let index = waiting.firstIndex { $0.time > time } ?? waiting.count
        waiting.insert(Timer(time: time, block: block), at: index)
    }

    /// Takes the next one out.
    mutating func removeFirst() -> (@MainActor () -> Void)? {
        waiting.isEmpty ? nil : waiting.removeFirst().block
    }
}
