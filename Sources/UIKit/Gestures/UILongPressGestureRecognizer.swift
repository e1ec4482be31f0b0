/// A continuous recognizer of long presses: touches that stay in place for some time.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The time in seconds that the touches must last.
    open var minimumPressDuration: TimeInterval = 0.5
    open var numberOfTouchesRequired = 1
    /// A stored value without effect: a long press does not need taps before it.
    open var numberOfTapsRequired = 0
    /// The maximum distance in points that the touches may move before the gesture begins.
    open var allowableMovement: CGFloat = 10

    private var origin = CGPoint.zero

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard self.touches.count == numberOfTouchesRequired else { return fail() }
        origin = positionInWindow
        let gesture = generation
        simulation.schedule(after: minimumPressDuration) { [weak self] in
            guard let self, generation == gesture, state == .possible else { return }
            simulation.touchSequence.perform { self.state = .began }
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesMoved(touches, with: event)
        if isActive {
            state = .changed
        } else if positionInWindow.distance(to: origin) > allowableMovement {
            fail()
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        state = isActive ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesCancelled(touches, with: event)
        state = isActive ? .cancelled : .failed
    }
}
