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
        while let next = [change { $0.nextDeadline() }, timers.next].compactMap({ $0 }).min(),
            next <= end
        {
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
        if isHosted { change { $0.wakeObserver(at: time) } }
    }
}

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

extension Timer {
    /// Creates a timer on the simulation's clock that calls a method of an object. The timer does
    /// not keep the object alive. If the object has been released when the timer fires, the timer
    /// is invalidated.
    ///
    /// - Parameter selector: the unbound method, such as `MyController.tick`.
    @preconcurrency @MainActor
    @discardableResult
    public static func scheduledTimer<Target: AnyObject>(
        timeInterval interval: TimeInterval, target: Target,
        selector: @escaping @MainActor (Target) -> (Timer) -> Void, userInfo: Any?, repeats: Bool
    ) -> Timer {
        onClock(every: interval, repeats: repeats) { [weak target] timer in
            guard let target else { return timer.invalidate() }
            selector(target)(timer)
        }
    }

    /// Creates a timer on the simulation's clock that calls a method without parameters.
    @preconcurrency @MainActor
    @discardableResult
    public static func scheduledTimer<Target: AnyObject>(
        timeInterval interval: TimeInterval, target: Target,
        selector: @escaping @MainActor (Target) -> () -> Void, userInfo: Any?, repeats: Bool
    ) -> Timer {
        onClock(every: interval, repeats: repeats) { [weak target] timer in
            guard let target else { return timer.invalidate() }
            selector(target)()
        }
    }

    /// Creates a timer that the simulation's clock fires. It is not added to a run loop.
    @MainActor
    static func onClock(
        every interval: TimeInterval, repeats: Bool, _ block: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timer = Timer(timeInterval: interval, repeats: repeats) { _ in }
        func fire() {
            guard timer.isValid else { return }
            if !repeats { timer.invalidate() }
            block(timer)
            if timer.isValid { Simulation.current.schedule(after: interval, fire) }
        }
        Simulation.current.schedule(after: interval, fire)
        return timer
    }
}

extension DispatchQueue {
    /// Calls a block asynchronously. If this is the main queue, the block runs during
    /// `advance(by:)` of the simulation, in the next cycle of the run loop. Blocks on other queues,
    /// and blocks from other threads, run in real time.
    @preconcurrency
    public func async(execute work: @escaping @Sendable () -> Void) {
        guard isSimulated else { return async(qos: .unspecified, execute: work) }
        MainActor.assumeIsolated { Simulation.current.schedule(after: 0) { work() } }
    }

    /// Calls a block after a delay. On the main queue, the block runs when the simulation's clock
    /// has advanced by the delay. Blocks on other queues, and blocks from other threads, run in
    /// real time.
    ///
    /// Code computes `deadline` from the real clock, so at the time of this call, slightly less
    /// than the intended delay remains. The delay is therefore rounded up to a hundredth of a
    /// second.
    @preconcurrency
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
        guard isSimulated else {
            return asyncAfter(deadline: deadline, qos: .unspecified, execute: work)
        }
        let (end, now) = (deadline.uptimeNanoseconds, DispatchTime.now().uptimeNanoseconds)
        let hundredths = end > now ? (end - now + 9_999_999) / 10_000_000 : 0
        MainActor.assumeIsolated {
            Simulation.current.schedule(after: Double(hundredths) / 100) { work() }
        }
    }

    /// Whether this is the main queue and the calling code also runs on it.
    private var isSimulated: Bool {
        getSpecific(key: Self.mainKey) != nil && DispatchQueue.getSpecific(key: Self.mainKey) != nil
    }

    /// A key that has a value on the main queue only, to recognize that queue. On Linux, each
    /// access to `DispatchQueue.main` creates a new object, so comparing queues does not work.
    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
}

extension Simulation {
    /// The moments at which calls have their effects.
    public enum Moments: Sendable {
        /// As in UIKit: a call does only a part of its work before it returns. The rest happens in
        /// the layout pass and the commit at the end of the run loop's cycle.
        case uikit
        /// A call does all its work before it returns, except for animations and layout.
        case immediate
    }

    /// Whether a call leaves a part of its work to the rest of the run loop's cycle. False inside
    /// callbacks, which have their own order.
    var leavesWork: Bool { moments == .uikit && running == nil }

    /// The part of the cycle in which a command runs that code calls in a callback; nil if it runs
    /// as soon as the callbacks have ended.
    func moment<C: SceneCommand>(of _: C.Type) -> Moment? {
        guard moments == .uikit else { return nil }
        return C.self == ModalPresent.self || C.self == ModalDismiss.self ? .commit : .layout
    }

    /// Returns whether the engine accepts a command now. Reports a refusal as an issue.
    func accepts<C: SceneCommand>(_ command: C) -> Bool {
        do throws(CommandError) {
            _ = try command.validate(in: scene)
            return true
        } catch {
            report(Simulation.Issue(error))
            return false
        }
    }

    /// Executes the commands that wait for the layout pass, of one container or of all.
    func runWaitingChanges(of container: Handle? = nil) {
        guard leavesWork, scene.hasWaitingChanges else { return }
        drive { $0.runWaitingChanges(of: container) }
    }

    /// Called when a command that has waited has run, or was refused.
    func endWaiting(_ number: Int, _ error: CommandError?) {
        guard let end = waitingCalls.removeValue(forKey: number) else { return }
        if let error { report(Simulation.Issue(error)) }
        end()
    }
}
