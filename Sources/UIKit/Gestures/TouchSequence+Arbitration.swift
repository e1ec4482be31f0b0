extension TouchSequence {
    /// Lets a recognizer recognize its gesture. The recognizer fails if its delegate or a view
    /// refuses, or if another gesture prevents it. If other recognizers must fail first, the
    /// recognizer waits for them.
    func begin(_ recognizer: UIGestureRecognizer, as state: UIGestureRecognizer.State) {
        guard recognizer.wanted == nil else { return }
        guard mayBegin(recognizer), !isExcluded(recognizer) else { return recognizer.fail() }
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
        if isExcluded(recognizer) { return recognizer.fail() }
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

    /// Returns whether a gesture that is already recognized prevents `recognizer` from recognizing
    /// its own gesture.
    private func isExcluded(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizers.contains { other in
            guard other !== recognizer, other.isActive || other.state == .ended else {
                return false
            }
            return requires(recognizer, other) || prevents(other, recognizer)
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
