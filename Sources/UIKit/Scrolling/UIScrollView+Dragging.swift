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
        let place = offset / length
        if abs(velocity) < 0.2 { return place.rounded() * length }
        return place.rounded(velocity > 0 ? .up : .down) * length
    }
}
