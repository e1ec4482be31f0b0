/// A recognizer of pinches. It never recognizes one, because simulated fingers do not move apart:
/// it fails as soon as touches begin. Its properties are stored.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}

/// A recognizer of rotations by two fingers. It never recognizes one, because simulated fingers do
/// not turn: it fails as soon as touches begin. Its properties are stored.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The rotation in radians.
    open var rotation: CGFloat = 0
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}
