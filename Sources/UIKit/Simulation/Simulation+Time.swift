internal import Containment
internal import PagerModel

extension Simulation {
    /// The time since the start of the simulation.
    public var now: Duration { .nanoseconds(scene.now.nanoseconds) }

    /// Ends the current cycle of the run loop, then advances the clock. Layout, and all deadlines,
    /// animations and completions that are scheduled in this period, happen in order, each at its
    /// own time.
    public func advance(by duration: Duration) {
        guard !isHosted else {
            return report(
                Issue(
                    text: "advance: the daemon's clock cannot be advanced here; use clock.advance"))
        }
        guard duration >= .zero, let end = end(of: duration) else {
            return report(
                Simulation.Issue(
                    text: "advance: duration must be from 0 to 100 years, got \(duration)"))
        }
        finishCycle()
        while let next = [scene.nextDeadline(), timers.next].compactMap({ $0 }).min(), next <= end {
            if timers.next == next, let block = timers.removeFirst() {
                drive { $0.advance(to: next) }
                block()
            } else {
                drive { $0.fireDeadline() }
            }
            finishCycle()
        }
        drive { $0.advance(to: end) }
    }

    private func end(of duration: Duration) -> Instant? {
        guard duration <= .seconds(100 * 366 * 86_400) else { return nil }
        let (seconds, attoseconds) = duration.components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let (sum, isTooLate) = scene.now.nanoseconds.addingReportingOverflow(nanoseconds)
        return isTooLate ? nil : Instant(nanoseconds: sum)
    }

    /// Ends the current cycle of the run loop and performs the pending layout.
    public func finishCycle() {
        layOut()
    }

    /// Calls a block after a time on the simulation's clock, as `DispatchQueue.main.asyncAfter`
    /// does in real time.
    public func schedule(after duration: Duration, _ block: @escaping @MainActor () -> Void) {
        schedule(after: duration / .seconds(1), block)
    }

    func schedule(after seconds: Double, _ block: @escaping @MainActor () -> Void) {
        let time = scene.now.advanced(by: max(0, seconds))
        timers.schedule(at: time, block)
        if isHosted { scene.wakeObserver(at: time) }
    }
}
