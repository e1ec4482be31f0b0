/// A pinch. It is never recognized, because simulated fingers do not move apart: the recognizer
/// fails as soon as touches begin, and what is set on it is kept.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}

/// A rotation by two fingers. It is never recognized, because simulated fingers do not turn: the
/// recognizer fails as soon as touches begin, and what is set on it is kept.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// In radians.
    open var rotation: CGFloat = 0
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}
