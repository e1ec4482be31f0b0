/// The gesture recognizer that moves a scroll view's content when a finger drags it.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    private weak var scrollView: UIScrollView?

    func follow(_ scrollView: UIScrollView) {
        self.scrollView = scrollView
        addAction { $0.drag() }
    }

    /// The delegate of the recognizer. If none was set, this is the scroll view, provided that it
    /// conforms to `UIGestureRecognizerDelegate`.
    override var effectiveDelegate: (any UIGestureRecognizerDelegate)? {
        delegate ?? scrollView as? any UIGestureRecognizerDelegate
    }

    private func drag() {
        switch state {
        case .began:
            leaveOutThreshold()
            scrollView?.beginDragging()
            scrollView?.drag()
        case .changed:
            scrollView?.drag()
        case .ended:
            scrollView?.endDragging(velocity: velocity(in: scrollView))
        case .cancelled:
            scrollView?.endDragging(velocity: .zero)
        case .possible, .failed:
            break
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard state == .possible else { return }
        scrollView?.isTracking = true
        scrollView?.stopMoving()
    }

    override func reset() {
        super.reset()
        scrollView?.endTracking()
    }
}

extension UIScrollView {
    /// Whether a drag in the direction of the finger's movement may begin.
    var canBeginDragging: Bool {
        guard isScrollEnabled else { return false }
        let moved = panGestureRecognizer.translation(in: self)
        let (size, inset) = (bounds.size, adjustedContentInset)
        let isHorizontal = abs(moved.x) > abs(moved.y)
        let hasRoom =
            isHorizontal
            ? contentSize.width + inset.left + inset.right > size.width
            : contentSize.height + inset.top + inset.bottom > size.height
        if bounces {
            return hasRoom || (isHorizontal ? alwaysBounceHorizontal : alwaysBounceVertical)
        }
        let target = clamped(CGPoint(x: contentOffset.x - moved.x, y: contentOffset.y - moved.y))
        return hasRoom
            && (isHorizontal ? target.x != contentOffset.x : target.y != contentOffset.y)
    }

    fileprivate func beginDragging() {
        stopMoving()
        isDragging = true
        dragOrigin = contentOffset
        let (start, now) = (panGestureRecognizer.origin, panGestureRecognizer.positionInWindow)
        lockedAxis = abs(now.x - start.x) > abs(now.y - start.y) ? .horizontal : .vertical
        delegate?.scrollViewWillBeginDragging(self)
    }

    fileprivate func drag() {
        guard isDragging else { return }
        let moved = panGestureRecognizer.translation(in: self)
        follow(to: clamped(offset(movedBy: CGPoint(x: -moved.x, y: -moved.y))))
    }

    private func offset(movedBy moved: CGPoint) -> CGPoint {
        var offset = dragOrigin
        if !isDirectionalLockEnabled || lockedAxis == .horizontal { offset.x += moved.x }
        if !isDirectionalLockEnabled || lockedAxis == .vertical { offset.y += moved.y }
        return offset
    }

    /// Ends the drag after the finger is lifted or the gesture is cancelled.
    ///
    /// - Parameter finger: The velocity of the finger, in points per second.
    fileprivate func endDragging(velocity finger: CGPoint) {
        guard isDragging else { return }
        let isHorizontal = !isDirectionalLockEnabled || lockedAxis == .horizontal
        let isVertical = !isDirectionalLockEnabled || lockedAxis == .vertical
        let velocity = CGPoint(
            x: isHorizontal && contentSize.width > bounds.width ? -finger.x / 1000 : 0,
            y: isVertical && contentSize.height > bounds.height ? -finger.y / 1000 : 0)
        var target = finalOffset(velocity: velocity)
        target = clamped(
            delegate?.finalOffset(of: self, velocity: velocity, proposed: target) ?? target)
        isTracking = false
        isDragging = false
        let decelerates = target != contentOffset
        delegate?.scrollViewDidEndDragging(self, willDecelerate: decelerates)
        // The delegate may have started a movement of its own.
        guard decelerates, movement == nil else { return }
        move(to: target, as: .deceleration)
    }

    /// Stops the current movement. Called when a finger touches the content or begins to drag it.
    fileprivate func stopMoving() {
        stopDecelerating()
        movement = nil
    }

    /// Ends the tracking of a finger. With paging, the content moves to the nearest page if it is
    /// between two pages.
    fileprivate func endTracking() {
        guard isTracking else { return }
        isTracking = false
        let target = clamped(finalOffset(velocity: .zero))
        if isPagingEnabled, !isDragging, movement == nil, target != contentOffset {
            move(to: target, as: .deceleration)
        }
    }

    /// Returns the offset at which the content stops. With paging, this is the offset of the next
    /// page in the direction of `velocity`, or of the nearest page if `velocity` is low.
    private func finalOffset(velocity: CGPoint) -> CGPoint {
        guard isPagingEnabled else {
            let way = decelerationRate.rawValue / (1 - decelerationRate.rawValue)
            let (x, y) = (velocity.x * way, velocity.y * way)
            return clamped(CGPoint(x: contentOffset.x + x, y: contentOffset.y + y))
        }
        return clamped(
            CGPoint(
                x: page(contentOffset.x, bounds.width, velocity.x),
                y: page(contentOffset.y, bounds.height, velocity.y)))
    }

    private func page(_ offset: CGFloat, _ length: CGFloat, _ velocity: CGFloat) -> CGFloat {
        guard length > 0 else { return offset }
        let page = offset / length
        if abs(velocity) < 0.2 { return page.rounded() * length }
        return page.rounded(velocity > 0 ? .up : .down) * length
    }
}

/// An animated scroll that no finger controls, such as a deceleration or a scroll to the top. It
/// consists of eighteen steps and takes 0.3 s on the simulation's clock.
struct ScrollMovement {
    enum Reason {
        case deceleration, animation, scrollToTop
    }

    static let steps = 18
    static let duration = Duration.milliseconds(300)

    let reason: Reason
    private(set) var start: CGPoint
    private(set) var end: CGPoint
    /// The time at which the movement began, on the simulation's clock.
    let beginning: Duration
    /// The number of completed steps.
    var step = 0
    /// An object that distinguishes this movement from other movements of the same scroll view.
    let token = Token()

    final class Token {}

    init(from start: CGPoint, to end: CGPoint, reason: Reason, at beginning: Duration) {
        self.beginning = beginning
        self.start = start
        self.end = end
        self.reason = reason
    }

    mutating func shift(_ x: CGFloat, _ y: CGFloat) {
        start = CGPoint(x: start.x + x, y: start.y + y)
        end = CGPoint(x: end.x + x, y: end.y + y)
    }

    /// The time of the next step on the simulation's clock.
    var timeOfNextStep: Duration { beginning + Self.duration * (step + 1) / Self.steps }

    /// The content offset after the completed steps. Each step is smaller than the one before.
    var offset: CGPoint {
        if step >= Self.steps { return end }
        let left = 1 - CGFloat(step) / CGFloat(Self.steps)
        let share = 1 - left * left * left
        return CGPoint(
            x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
    }
}

extension UIScrollView {
    /// Starts an animated movement of the content. Notifies the delegate when the movement ends.
    func move(to offset: CGPoint, as reason: ScrollMovement.Reason) {
        let new = ScrollMovement(
            from: contentOffset, to: offset, reason: reason,
            at: simulation.now)
        movement = new
        if reason == .deceleration { delegate?.scrollViewWillBeginDecelerating(self) }
        scheduleStep(of: new)
    }

    private func scheduleStep(of movement: ScrollMovement) {
        let token = movement.token
        simulation.schedule(after: movement.timeOfNextStep - simulation.now) { [weak self] in
            self?.makeStep(of: token)
        }
    }

    private func makeStep(of token: ScrollMovement.Token) {
        guard movement?.token === token else { return }
        movement?.step += 1
        guard let current = movement else { return }
        follow(to: current.offset)
        guard movement?.token === token else { return }
        if current.step < ScrollMovement.steps { return scheduleStep(of: current) }
        movement = nil
        switch current.reason {
        case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
        case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .scrollToTop: delegate?.scrollViewDidScrollToTop(self)
        }
    }

    /// Ends a deceleration at the current offset.
    func stopDecelerating() {
        guard isDecelerating else { return }
        movement = nil
        delegate?.scrollViewDidEndDecelerating(self)
    }
}
