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

/// A continuous recognizer of pans. A pan begins when the touches have moved by ten points.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max
    /// The scrolling of a pointer that counts as a pan. There is no pointer.
    open var allowedScrollTypesMask: UIScrollTypeMask = []

    private var samples: [(time: Double, position: CGPoint)] = []
    private(set) var origin = CGPoint.zero
    /// The point from which the translation is measured, in the window's coordinates.
    private var reference = CGPoint.zero

    /// Returns the movement since the touches began, in a view's coordinates. After
    /// `setTranslation`, the movement since then is added to the translation that was set.
    open func translation(in view: UIView?) -> CGPoint {
        let now = positionInWindow
        return vector(CGPoint(x: now.x - reference.x, y: now.y - reference.y), in: view)
    }

    /// Sets the translation. The velocity stays the same.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let now = positionInWindow
        let map = view?.map(to: nil) ?? .identity
        let moved = translation.applying(map.withoutTranslation)
        reference = CGPoint(x: now.x - moved.x, y: now.y - moved.y)
    }

    /// Returns the velocity in points per second, measured over the last tenth of a second.
    open func velocity(in view: UIView?) -> CGPoint {
        let now = simulation.seconds
        let recent = samples.filter { now - $0.time <= Thresholds.velocityTime + 1e-6 }
        guard let first = recent.first, let last = recent.last, last.time > first.time else {
            return .zero
        }
        let time = CGFloat(last.time - first.time)
        return vector(
            CGPoint(
                x: (last.position.x - first.position.x) / time,
                y: (last.position.y - first.position.y) / time), in: view)
    }

    private func vector(_ vector: CGPoint, in view: UIView?) -> CGPoint {
        guard let view else { return vector }
        return vector.applying(view.map(to: nil).inverted().withoutTranslation)
    }

    // MARK: touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard (minimumNumberOfTouches...maximumNumberOfTouches).contains(self.touches.count) else {
            return fail()
        }
        origin = positionInWindow
        reference = origin
        sample()
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesMoved(touches, with: event)
        sample()
        if isActive {
            state = .changed
        } else if positionInWindow.distance(to: origin) >= Thresholds.pan {
            beginMoving()
        }
    }

    /// Called when the touches have moved far enough for a pan.
    func beginMoving() { state = .began }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        state = isActive ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesCancelled(touches, with: event)
        state = isActive ? .cancelled : .failed
    }

    private func sample() {
        let now = simulation.seconds
        samples.removeAll { now - $0.time > 2 * Thresholds.velocityTime }
        samples.append((now, positionInWindow))
    }

    open override func reset() {
        super.reset()
        samples = []
    }

    /// Subtracts the first ten points of movement from the translation, as scroll views do.
    func leaveOutThreshold() {
        let distance = positionInWindow.distance(to: origin)
        guard distance > 0 else { return }
        let share = min(1, Thresholds.pan / distance)
        reference = CGPoint(
            x: origin.x + (positionInWindow.x - origin.x) * share,
            y: origin.y + (positionInWindow.y - origin.y) * share)
    }
}

extension CGAffineTransform {
    /// The transform without its translation, for transforming vectors.
    fileprivate var withoutTranslation: CGAffineTransform {
        CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    }
}

/// A recognizer of pans that begin at an edge of the window and move away from that edge.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges at which the pan can begin.
    open var edges: UIRectEdge = []

    private var touched: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard let bounds = self.touches.first?.window?.bounds else { return fail() }
        touched = []
        if origin.x <= bounds.minX + Thresholds.edge { touched.insert(.left) }
        if origin.x >= bounds.maxX - Thresholds.edge { touched.insert(.right) }
        if origin.y <= bounds.minY + Thresholds.edge { touched.insert(.top) }
        if origin.y >= bounds.maxY - Thresholds.edge { touched.insert(.bottom) }
        touched.formIntersection(edges)
        if touched.isEmpty { fail() }
    }

    override func beginMoving() {
        let now = positionInWindow
        let (x, y) = (now.x - origin.x, now.y - origin.y)
        let inward: UIRectEdge =
            abs(x) >= abs(y) ? (x > 0 ? .left : .right) : (y > 0 ? .top : .bottom)
        if touched.contains(inward) { super.beginMoving() } else { fail() }
    }
}

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

public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let discrete = UIScrollTypeMask(rawValue: 1)
    public static let continuous = UIScrollTypeMask(rawValue: 2)
    public static let all: UIScrollTypeMask = [.discrete, .continuous]
}
