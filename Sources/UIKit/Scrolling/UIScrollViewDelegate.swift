/// A delegate that is notified of a scroll view's movements. There are no callbacks for zooming,
/// which is not simulated.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)

    /// Called when a drag ends. An implementation can change the offset at which the content will
    /// stop.
    ///
    /// - Parameter velocity: The velocity of the offset, in points per millisecond.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)

    /// Called after an animation of `setContentOffset` or `scrollRectToVisible` that moved the
    /// content.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {}
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}

extension UIScrollViewDelegate {
    /// Returns the offset at which a scroll view will stop: the proposed offset, unless the
    /// delegate changes it.
    func finalOffset(
        of scrollView: UIScrollView, velocity: CGPoint, proposed: CGPoint
    ) -> CGPoint {
        var target = proposed
        unsafe withUnsafeMutablePointer(to: &target) { pointer in
            unsafe scrollViewWillEndDragging(
                scrollView, withVelocity: velocity, targetContentOffset: pointer)
        }
        return target
    }
}
