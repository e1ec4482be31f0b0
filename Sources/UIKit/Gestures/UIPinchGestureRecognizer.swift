/// A recognizer of pinches. Simulated fingers cannot move apart, so it never recognizes a pinch: it
/// fails as soon as touches begin. `scale` keeps the value that your code sets.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}

/// A recognizer of rotations by two fingers. Simulated fingers cannot turn, so it never recognizes
/// a rotation: it fails as soon as touches begin. `rotation` keeps the value that your code sets.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The rotation in radians.
    open var rotation: CGFloat = 0
    open var velocity: CGFloat { 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        fail()
    }
}
