extension Simulation {
    /// Simulates a tap on the status bar. The window's scroll view whose `scrollsToTop` is true
    /// scrolls to its top. As in UIKit, nothing happens if the window has several such scroll
    /// views. Hidden scroll views are ignored.
    public func tapStatusBar(of window: UIWindow) {
        finishCycle()
        let found = window.scrollViewsToTop
        if found.count == 1 { found[0].scrollToTop() }
        finishCycle()
    }
}

extension UIScrollView {
    /// Scrolls to the top after a tap on the status bar, if the delegate allows it.
    func scrollToTop() {
        let top = CGPoint(x: contentOffset.x, y: -adjustedContentInset.top)
        guard isScrollEnabled, contentOffset.y > top.y,
            delegate?.scrollViewShouldScrollToTop(self) ?? true
        else { return }
        stopDecelerating()
        move(to: top, as: .scrollToTop)
    }
}

extension UIView {
    /// The scroll views, among this view and the views inside it, that are not hidden and whose
    /// `scrollsToTop` is true.
    var scrollViewsToTop: [UIScrollView] {
        guard !isHidden else { return [] }
        let own = (self as? UIScrollView).map { $0.scrollsToTop ? [$0] : [] } ?? []
        return own + subviews.flatMap(\.scrollViewsToTop)
    }
}
