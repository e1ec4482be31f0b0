/// Simulated touches. Points are in the window's coordinates.
///
/// A touch goes to the view that it hits, and to the recognizers of that view and of its
/// superviews. Each event is a separate cycle of the run loop: pending layout happens before the
/// event, and the layout that the event requests happens after it.
extension Simulation {
    /// Puts fingers on the screen.
    ///
    /// - Parameter fingers: the number of fingers. The first finger is at `point`, and each of the
    ///   other fingers is 20 points to the right of the previous one.
    public func touchDown(at point: CGPoint, in window: UIWindow, fingers: Int = 1) {
        guard touchSequence.touches.isEmpty else {
            return report("touchDown: a finger is on the screen already; call touchUp() first")
        }
        guard fingers > 0 else {
            return report("touchDown: fingers must be at least 1, got \(fingers)")
        }
        finishCycle()
        guard ignoredInteractions == 0 else { return }
        touchSequence.begin(at: points(from: point, fingers), in: window, time: seconds)
        if touchSequence.touches.isEmpty {
            report("touchDown: no view of \(window) is hit at (\(point.x), \(point.y))")
        }
        finishCycle()
    }

    /// Moves the fingers so that the first one is at a point. The clock does not advance.
    public func move(to point: CGPoint) {
        let fingers = touchSequence.touches.count
        guard fingers > 0 else {
            return report("move: no finger is on the screen; call touchDown(at:in:) first")
        }
        finishCycle()
        touchSequence.move(to: points(from: point, fingers), time: seconds)
        finishCycle()
    }

    /// Takes the fingers off the screen.
    public func touchUp() { end(.ended, "touchUp") }

    /// Cancels the touches, as an incoming phone call does on a device.
    public func cancelTouches() { end(.cancelled, "cancelTouches") }

    private func end(_ phase: UITouch.Phase, _ name: String) {
        guard !touchSequence.touches.isEmpty else {
            return report("\(name): no finger is on the screen; call touchDown(at:in:) first")
        }
        finishCycle()
        touchSequence.end(phase, time: seconds)
        finishCycle()
    }

    private func points(from first: CGPoint, _ count: Int) -> [CGPoint] {
        (0..<count).map { CGPoint(x: first.x + 20 * CGFloat($0), y: first.y) }
    }

    private func report(_ text: String) { report(Simulation.Issue(text: text)) }
}

// MARK: - Gestures

extension Simulation {
    /// Taps a point. The clock does not advance.
    ///
    /// - Parameter taps: the number of taps in immediate succession.
    public func tap(at point: CGPoint, in window: UIWindow, taps: Int = 1, fingers: Int = 1) {
        for _ in 0..<max(0, taps) {
            touchDown(at: point, in: window, fingers: fingers)
            if !touchSequence.touches.isEmpty { touchUp() }
        }
    }

    /// Taps the middle of a view. If a different view covers the middle, that view receives the
    /// tap.
    public func tap(_ view: UIView, taps: Int = 1, fingers: Int = 1) {
        finishCycle()
        guard let (window, middle) = middle(of: view, for: "tap") else { return }
        tap(at: middle, in: window, taps: taps, fingers: fingers)
    }

    /// Swipes across the middle of a view: 120 points in a tenth of a second.
    public func swipe(
        _ direction: UISwipeGestureRecognizer.Direction, in view: UIView, fingers: Int = 1
    ) {
        finishCycle()
        guard let (window, middle) = middle(of: view, for: "swipe") else { return }
        let reach: (x: CGFloat, y: CGFloat)
        switch direction {
        case .left: reach = (-60, 0)
        case .right: reach = (60, 0)
        case .up: reach = (0, -60)
        case .down: reach = (0, 60)
        default:
            return report("swipe: direction must be one of left, right, up and down")
        }
        pan(
            from: CGPoint(x: middle.x - reach.x, y: middle.y - reach.y),
            to: CGPoint(x: middle.x + reach.x, y: middle.y + reach.y), in: window,
            duration: .milliseconds(100), fingers: fingers)
    }

    /// Moves one or more fingers along a line at a constant speed, with sixty steps a second, and
    /// lifts them at the end.
    public func pan(
        from start: CGPoint, to end: CGPoint, in window: UIWindow,
        duration: Duration = .milliseconds(300), fingers: Int = 1
    ) {
        guard touchSequence.touches.isEmpty else {
            return report("pan: a finger is on the screen already; call touchUp() first")
        }
        let steps = max(1, Int((duration / .seconds(1) * 60).rounded()))
        touchDown(at: start, in: window, fingers: fingers)
        for step in 1...steps where !touchSequence.touches.isEmpty {
            pass(duration / steps)
            let share = CGFloat(step) / CGFloat(steps)
            move(
                to: CGPoint(
                    x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
        }
        if !touchSequence.touches.isEmpty { touchUp() }
        hosting.fingerTime = 0
    }

    /// Lets time pass between two events of a touch. In a daemon, only the times of the touch
    /// events advance, not the clock.
    private func pass(_ duration: Duration) {
        if isHosted {
            hosting.fingerTime += duration / .seconds(1)
        } else {
            advance(by: duration)
        }
    }

    /// Pans inwards from the middle of an edge of a window.
    public func edgePan(
        _ edge: UIRectEdge, distance: CGFloat, in window: UIWindow,
        duration: Duration = .milliseconds(300)
    ) {
        let bounds = window.bounds
        let start: CGPoint
        let move: (x: CGFloat, y: CGFloat)
        switch edge {
        case .left: (start, move) = (CGPoint(x: bounds.minX + 1, y: bounds.midY), (distance, 0))
        case .right: (start, move) = (CGPoint(x: bounds.maxX - 1, y: bounds.midY), (-distance, 0))
        case .top: (start, move) = (CGPoint(x: bounds.midX, y: bounds.minY + 1), (0, distance))
        case .bottom: (start, move) = (CGPoint(x: bounds.midX, y: bounds.maxY - 1), (0, -distance))
        default: return report("edgePan: edge must be one of top, left, bottom and right")
        }
        pan(
            from: start, to: CGPoint(x: start.x + move.x, y: start.y + move.y), in: window,
            duration: duration)
    }

    private func middle(of view: UIView, for name: String) -> (UIWindow, CGPoint)? {
        guard let window = view.window else {
            report("\(name): \(view) is not in a window")
            return nil
        }
        let middle = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        return (window, view.convert(middle, to: window))
    }

    /// The current time for touch events, in seconds. This is the simulation's time. In a daemon,
    /// the time since the start of the current gesture is added to it.
    var seconds: Double { now / .seconds(1) + hosting.fingerTime }
}
