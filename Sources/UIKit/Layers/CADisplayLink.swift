/// A timer that fires sixty times a second of the simulation's clock. It stays alive until it is
/// removed or invalidated, as in a run loop.
@preconcurrency @MainActor
open class CADisplayLink: NSObject {
    private let call: @MainActor (CADisplayLink) -> Void
    private var isInvalid = false
    private var isAdded = false

    /// - Parameters:
    ///   - target: kept alive until `invalidate()`, as in Core Animation.
    ///   - selector: the method, without the object: `MyController.tick`.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> (CADisplayLink) -> Void
    ) {
        call = { selector(target)($0) }
        super.init()
    }

    /// - Parameter selector: a method without parameters, without the object.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> () -> Void
    ) {
        call = { _ in selector(target)() }
        super.init()
    }

    open var isPaused = false
    /// Recorded only: it fires sixty times a second.
    open var preferredFramesPerSecond = 0
    /// The simulation's time of the last frame, in seconds.
    open private(set) var timestamp: CFTimeInterval = 0
    open var duration: CFTimeInterval { 1.0 / 60 }
    open var targetTimestamp: CFTimeInterval { timestamp + duration }

    /// Starts to fire.
    open func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        guard !isAdded, !isInvalid else { return }
        isAdded = true
        schedule()
    }

    open func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) { isAdded = false }

    open func invalidate() {
        isInvalid = true
        isAdded = false
    }

    private func schedule() {
        Simulation.current.schedule(after: duration) { [self] in
            guard isAdded else { return }
            timestamp = CACurrentMediaTime()
            if !isPaused { call(self) }
            if isAdded { schedule() }
        }
    }
}
