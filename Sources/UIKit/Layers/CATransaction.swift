/// A group of layer animations. Its completion block is called when the last animation of the group
/// has ended on the simulation's clock. If the group is empty, `commit()` calls the block.
@preconcurrency @MainActor
public enum CATransaction {
    private struct Level {
        var completion: (@MainActor () -> Void)?
        var duration: CFTimeInterval?
        var disablesActions = false
        /// The time in seconds until the last animation of the group ends; 0 if there are no
        /// animations.
        var end: CFTimeInterval = 0
    }

    private static var levels: [Level] = []

    public static func begin() { levels.append(Level()) }

    public static func commit() {
        guard let level = levels.popLast() else { return }
        note(end: level.end)
        guard let completion = level.completion else { return }
        if level.end <= 0 { return completion() }
        Simulation.current.schedule(after: level.end, completion)
    }

    public static func setCompletionBlock(_ block: (@MainActor () -> Void)?) {
        change { $0.completion = block }
    }

    /// Stores the value, which has no effect: layers have no implicit animations here.
    public static func setAnimationDuration(_ duration: CFTimeInterval) {
        change { $0.duration = duration }
    }

    public static func animationDuration() -> CFTimeInterval {
        levels.last?.duration ?? Thresholds.implicitAnimation
    }

    /// Stores the value, which has no effect: layers have no implicit animations here.
    public static func setDisableActions(_ flag: Bool) { change { $0.disablesActions = flag } }

    public static func disableActions() -> Bool { levels.last?.disablesActions ?? false }

    /// Does nothing: timing functions have no effect in the simulation.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}

    /// Does nothing: nothing is drawn.
    public static func flush() {}

    private static func change(_ body: (inout Level) -> Void) {
        guard !levels.isEmpty else { return }
        body(&levels[levels.count - 1])
    }

    /// Adds a started animation to the transaction.
    ///
    /// - Parameter end: the time until the animation ends, in seconds.
    static func note(end: CFTimeInterval) {
        change { $0.end = max($0.end, end) }
    }
}
