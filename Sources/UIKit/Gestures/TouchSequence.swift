/// The fingers on the screen from the first touch until the last finger is lifted, and the
/// recognizers that receive the touches.
@MainActor
final class TouchSequence {
    private(set) var touches: [UITouch] = []
    /// The recognizers of the sequence, from the innermost view outwards. A recognizer that expects
    /// another tap, or needs another recognizer to fail, is kept after the last finger has been
    /// lifted.
    private(set) var recognizers: [UIGestureRecognizer] = []
    private var waitingActions: [UIGestureRecognizer] = []
    private var depth = 0
    private var lastTap: (time: Double, position: CGPoint, count: Int)?

    func contains(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizers.contains { $0 === recognizer }
    }

    // MARK: fingers

    /// Begins a touch for each finger that hits a view.
    func begin(at points: [CGPoint], in window: UIWindow, time: Double) {
        let count = tapCount(at: points[0], time: time)
        touches = points.compactMap { point in
            guard let hit = window.hitTest(point, with: nil) else { return nil }
            let touch = UITouch(at: point, view: hit, window: window, time: time)
            touch.tapCount = count
            return touch
        }
        for touch in touches { offer(touch) }
        deliver(touches, time: time)
    }

    private func tapCount(at point: CGPoint, time: Double) -> Int {
        guard let lastTap, time - lastTap.time <= Thresholds.timeBetweenTaps,
            point.distance(to: lastTap.position) <= Thresholds.tapMovement
        else { return 1 }
        return lastTap.count + 1
    }

    /// Adds a touch to the recognizers of the touched view and of its superviews, except
    /// recognizers that refuse the touch.
    private func offer(_ touch: UITouch) {
        var receivers: [UIGestureRecognizer] = []
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers ?? [] where recognizer.isEnabled {
                guard !recognizer.isDecided, recognizer.wanted == nil,
                    recognizer.effectiveDelegate?.gestureRecognizer(
                        recognizer, shouldReceive: touch) ?? true
                else { continue }
                receivers.append(recognizer)
                recognizer.touches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
                recognizer.touches.append(touch)
                if !contains(recognizer) { recognizers.append(recognizer) }
            }
            view = current.superview
        }
        touch.gestureRecognizers = receivers
    }

    func move(to points: [CGPoint], time: Double) {
        for (touch, point) in zip(touches, points) {
            touch.previousPosition = touch.position
            touch.position = point
            touch.phase = .moved
            touch.timestamp = time
        }
        deliver(touches, time: time)
    }

    /// Ends or cancels all touches, depending on `phase`.
    func end(_ phase: UITouch.Phase, time: Double) {
        for touch in touches {
            touch.phase = phase
            touch.timestamp = time
        }
        if let touch = touches.first, phase == .ended {
            lastTap = (time, touch.position, touch.tapCount)
        }
        let ended = touches
        deliver(ended, time: time) { self.touches = [] }
    }

    // MARK: delivery

    /// Delivers touches to the recognizers and calls the recognizers' actions. Then delivers the
    /// remaining touches, which no recognizer has taken, to their views.
    private func deliver(_ touches: [UITouch], time: Double, then finish: () -> Void = {}) {
        let event = UIEvent(touches, time: time)
        perform {
            for recognizer in recognizers {
                let own = Set<UITouch>(touches.filter { recognizer.touches.contains($0) })
                guard !own.isEmpty, !recognizer.isDecided, recognizer.wanted != .ended else {
                    continue
                }
                recognizer.receive(own, with: event)
            }
        }
        deliverToViews(touches, event)
        finish()
        perform {}
    }

    private func deliverToViews(_ touches: [UITouch], _ event: UIEvent) {
        var views: [UIView] = []
        for touch in touches where !touch.isTakenFromView {
            if let view = touch.view, !views.contains(view) { views.append(view) }
        }
        for view in views {
            var own = touches.filter { $0.view === view && !$0.isTakenFromView }
            if !view.isMultipleTouchEnabled { own = own.filter { $0 === self.touches.first } }
            guard let phase = own.first?.phase else { continue }
            for touch in own { touch.isKnownToView = phase == .began || phase == .moved }
            view.receive(Set<UITouch>(own), phase, with: event)
        }
    }

    /// Runs `body`, in which recognizers change their states, then calls the actions of the
    /// recognizers whose state has changed.
    func perform(_ body: () -> Void) {
        depth += 1
        body()
        settle()
        depth -= 1
        guard depth == 0 else { return }
        while !waitingActions.isEmpty {
            let recognizer = waitingActions.removeFirst()
            for action in recognizer.actions { action.call() }
        }
        cancelTouchesInViews()
        if touches.isEmpty { finish() }
    }

    /// Called when a recognizer has failed. Begins the gestures that were waiting for this failure.
    /// If an event is being delivered, the gestures begin when the delivery of the event ends.
    func noteFailure() {
        if depth == 0 { perform {} }
    }

    func callActions(of recognizer: UIGestureRecognizer) {
        waitingActions.append(recognizer)
        if depth == 0 { perform {} }
    }

    /// Sends `touchesCancelled` to the views whose touches a recognized gesture has taken.
    private func cancelTouchesInViews() {
        for recognizer in recognizers
        where recognizer.cancelsTouchesInView
            && (recognizer.isActive || recognizer.state == .ended)
        {
            let own = recognizer.touches.filter { !$0.isTakenFromView }
            for touch in own {
                touch.isTakenFromView = true
                guard touch.isKnownToView else { continue }
                touch.isKnownToView = false
                let event = UIEvent([touch], time: touch.timestamp)
                touch.view?.receive([touch], .cancelled, with: event)
            }
        }
    }

    /// Called when no finger is down. Ends each unfinished gesture as cancelled or failed, unless
    /// its recognizer waits for other recognizers or for more touches. Then removes and resets the
    /// recognizers of all finished gestures.
    private func finish() {
        for recognizer in recognizers
        where !recognizer.isDecided && recognizer.wanted == nil && !recognizer.expectsMoreTouches {
            if recognizer.isActive { recognizer.become(.cancelled) } else { recognizer.fail() }
        }
        let over = recognizers.filter(\.isDecided)
        recognizers.removeAll(where: \.isDecided)
        for recognizer in over { recognizer.resetForNextGesture() }
    }
}

extension UIGestureRecognizer {
    fileprivate func receive(_ touches: Set<UITouch>, with event: UIEvent) {
        switch touches.first?.phase {
        case .began: touchesBegan(touches, with: event)
        case .moved: touchesMoved(touches, with: event)
        case .ended: touchesEnded(touches, with: event)
        case .cancelled: touchesCancelled(touches, with: event)
        case .stationary, nil: break
        }
    }
}

extension UIResponder {
    fileprivate func receive(
        _ touches: Set<UITouch>, _ phase: UITouch.Phase, with event: UIEvent
    ) {
        switch phase {
        case .began: touchesBegan(touches, with: event)
        case .moved: touchesMoved(touches, with: event)
        case .ended: touchesEnded(touches, with: event)
        case .cancelled: touchesCancelled(touches, with: event)
        case .stationary: break
        }
    }
}

extension TouchSequence {
    /// Lets a recognizer recognize its gesture. The recognizer fails if its delegate or a view
    /// refuses, or if another gesture prevents it. If other recognizers must fail first, the
    /// recognizer waits for them.
    func begin(_ recognizer: UIGestureRecognizer, as state: UIGestureRecognizer.State) {
        guard recognizer.wanted == nil else { return }
        guard mayBegin(recognizer) else { return recognizer.fail() }
        recognizer.wanted = state
        if !mustWait(recognizer) { recognize(recognizer, as: state) }
    }

    private func mayBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        var view = recognizer.touches.first?.view ?? recognizer.view
        while let current = view {
            if !current.gestureRecognizerShouldBegin(recognizer) { return false }
            if current === recognizer.view { break }
            view = current.superview
        }
        return recognizer.effectiveDelegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    }

    /// Begins the gestures that waited for other recognizers to fail and no longer need to wait.
    func settle() {
        while let next = recognizers.first(where: { $0.wanted != nil && !mustWait($0) }),
            let state = next.wanted
        {
            recognize(next, as: state)
        }
    }

    private func recognize(
        _ recognizer: UIGestureRecognizer, as state: UIGestureRecognizer.State
    ) {
        recognizer.become(state)
        for other in recognizers where other !== recognizer && other.state == .possible {
            if requires(other, recognizer) || prevents(recognizer, other) { other.fail() }
        }
    }

    private func mustWait(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizers.contains { other in
            other !== recognizer && other.state == .possible && requires(recognizer, other)
        }
    }

    private func prevents(_ first: UIGestureRecognizer, _ second: UIGestureRecognizer) -> Bool {
        first.canPrevent(second) && second.canBePrevented(by: first)
            && !(first.effectiveDelegate?.gestureRecognizer(
                first, shouldRecognizeSimultaneouslyWith: second) ?? false)
            && !(second.effectiveDelegate?.gestureRecognizer(
                second, shouldRecognizeSimultaneouslyWith: first) ?? false)
    }

    /// Returns whether the first recognizer must wait until the second one has failed.
    private func requires(_ first: UIGestureRecognizer, _ second: UIGestureRecognizer) -> Bool {
        first.requirements.contains { $0.recognizer === second }
            || first.shouldRequireFailure(of: second)
            || second.shouldBeRequiredToFail(by: first)
            || first.effectiveDelegate?.gestureRecognizer(first, shouldRequireFailureOf: second)
                ?? false
            || second.effectiveDelegate?.gestureRecognizer(second, shouldBeRequiredToFailBy: first)
                ?? false
    }
}

/// Constants for gestures and layer animations. Distances are in points, times in seconds. UIKit
/// does not document its values for gestures; these are close to observed values.
enum Thresholds {
    /// The minimum distance of a pan, in points.
    static let pan: CGFloat = 10
    /// The minimum distance of a swipe, in points.
    static let swipe: CGFloat = 50
    static let swipeDuration = 0.5
    /// The maximum distance, in points, that a finger may move during a tap.
    static let tapMovement: CGFloat = 45
    static let tapDuration = 0.75
    static let timeBetweenTaps = 0.35
    /// The width, in points, of the strip at the screen's edge in which a pan from the edge begins.
    static let edge: CGFloat = 20
    /// The period in seconds over which a velocity is measured.
    static let velocityTime = 0.1
    /// The duration in seconds of a layer animation that sets no duration of its own. It is Core
    /// Animation's default.
    static let implicitAnimation = 0.25
}

extension CGPoint {
    func distance(to other: CGPoint) -> CGFloat {
        let (x, y) = (other.x - self.x, other.y - self.y)
        return (x * x + y * y).squareRoot()
    }
}
