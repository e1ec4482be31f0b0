extension Timer {
    /// Creates a timer on the simulation's clock that calls a method of an object. The timer does
    /// not keep the object alive. If the object has been released when the timer fires, the timer
    /// is invalidated.
    ///
    /// - Parameter selector: the unbound method, such as `MyController.tick`.
    @MainActor
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
    @MainActor
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
    private static func onClock(
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
