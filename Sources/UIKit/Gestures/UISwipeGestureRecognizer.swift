/// A discrete recognizer of swipes: quick movements in one direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    /// The directions that are recognized. The recognizer does not report which one occurred.
    open var direction = Direction.right
    open var numberOfTouchesRequired = 1

    private var origin = CGPoint.zero

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard self.touches.count == numberOfTouchesRequired else { return fail() }
        origin = positionInWindow
        let gesture = generation
        simulation.schedule(after: Thresholds.swipeDuration) { [weak self] in
            guard let self, generation == gesture, wanted == nil else { return }
            simulation.touchSequence.perform { self.fail() }
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesMoved(touches, with: event)
        let now = positionInWindow
        let (x, y) = (now.x - origin.x, now.y - origin.y)
        guard max(abs(x), abs(y)) >= Thresholds.swipe else { return }
        let found: Direction =
            abs(x) >= abs(y) ? (x < 0 ? .left : .right) : (y < 0 ? .up : .down)
        let isStraight = min(abs(x), abs(y)) < Thresholds.swipe
        state = isStraight && direction.contains(found) ? .ended : .failed
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        fail()
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesCancelled(touches, with: event)
        fail()
    }
}
