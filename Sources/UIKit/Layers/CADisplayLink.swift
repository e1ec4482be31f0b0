/// A timer that fires sixty times a second on the simulation's clock. It stays alive until it is
/// removed or invalidated, like a display link in a run loop.
@preconcurrency @MainActor
open class CADisplayLink: NSObject {
    /// A closure that calls the method of the target; nil after `invalidate()`, which releases the
    /// target.
    private var call: (@MainActor (CADisplayLink) -> Void)?
    private var isAdded = false

    /// Creates a display link that calls a method with the link as its argument.
    ///
    /// - Parameters:
    ///   - target: The object on which the method is called. The link keeps it alive until
    ///     `invalidate()` is called.
    ///   - selector: the unbound method, such as `MyController.tick`.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> (CADisplayLink) -> Void
    ) {
        call = { selector(target)($0) }
        super.init()
    }

    /// Creates a display link that calls a parameterless method of `target`.
    ///
    /// - Parameter selector: the unbound method, such as `MyController.tick`.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> () -> Void
    ) {
        call = { _ in selector(target)() }
        super.init()
    }

    open var isPaused = false
    /// A stored value without effect: the link fires sixty times a second.
    open var preferredFramesPerSecond = 0
    /// The time of the last frame, in seconds on the simulation's clock.
    open private(set) var timestamp: CFTimeInterval = 0
    open var duration: CFTimeInterval { 1.0 / 60 }
    open var targetTimestamp: CFTimeInterval { timestamp + duration }

    /// Starts the display link. The run loop and the mode are ignored.
    open func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        guard !isAdded, call != nil else { return }
        isAdded = true
        schedule()
    }

    open func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) { isAdded = false }

    open func invalidate() {
        call = nil
        isAdded = false
    }

    private func schedule() {
        Simulation.current.schedule(after: duration) { [self] in
            guard isAdded else { return }
            timestamp = CACurrentMediaTime()
            if !isPaused { call?(self) }
            if isAdded { schedule() }
        }
    }
}
