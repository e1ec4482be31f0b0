/// A continuous recognizer of pans. A pan begins when the touches have moved by ten points.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max

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
