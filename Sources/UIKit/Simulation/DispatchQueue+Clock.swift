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
