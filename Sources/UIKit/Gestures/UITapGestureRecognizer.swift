/// A discrete recognizer of one or more taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1

    private var taps = 0
    private var origin = CGPoint.zero

    override var expectsMoreTouches: Bool { taps > 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        if taps == 0 { origin = positionInWindow }
        guard self.touches.count == numberOfTouchesRequired,
            positionInWindow.distance(to: origin) <= Thresholds.tapMovement
        else { return fail() }
        fail(after: Thresholds.tapDuration, unlessTapsExceed: taps)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesMoved(touches, with: event)
        if positionInWindow.distance(to: origin) > Thresholds.tapMovement { fail() }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        taps += 1
        if taps >= numberOfTapsRequired {
            state = .ended
        } else {
            fail(after: Thresholds.timeBetweenTaps, unlessTapsExceed: taps)
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesCancelled(touches, with: event)
        fail()
    }

    /// Returns whether this recognizer can prevent `other`. Returns false if `other` is a tap
    /// recognizer that requires more taps: as in UIKit, both gestures are then recognized.
    open override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
        if let other = other as? UITapGestureRecognizer {
            return other.numberOfTapsRequired <= numberOfTapsRequired
        }
        return super.canPrevent(other)
    }

    /// Makes the recognizer fail after a delay in seconds, if the number of taps is then still
    /// `count` and no other touch has begun.
    private func fail(after seconds: Double, unlessTapsExceed count: Int) {
        let (gesture, touch) = (generation, touches.first)
        simulation.schedule(after: seconds) { [weak self] in
            guard let self, generation == gesture, taps == count, touches.first === touch,
                wanted == nil
            else { return }
            simulation.touchSequence.perform { self.fail() }
        }
    }

    open override func reset() {
        super.reset()
        taps = 0
    }
}
