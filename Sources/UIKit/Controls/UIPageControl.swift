/// A row of dots, one for each page. A tap on the right half selects the next page, and a tap on
/// the left half selects the previous page.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    open var numberOfPages = 0 {
        didSet { currentPage = min(currentPage, max(0, numberOfPages - 1)) }
    }

    /// The index of the current page. A negative value is replaced with 0, and a value that is too
    /// large is replaced with the index of the last page.
    open var currentPage: Int {
        get { page }
        set { page = min(max(0, newValue), max(0, numberOfPages - 1)) }
    }
    private var page = 0

    // These properties are stored and have no effect in the simulation.
    open var hidesForSinglePage = false
    open var defersCurrentPageDisplay = false
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
    open var backgroundStyle = BackgroundStyle.automatic
    open var allowsContinuousInteraction = true

    public enum BackgroundStyle: Int, Sendable { case automatic, prominent, minimal }

    open func size(forNumberOfPages count: Int) -> CGSize {
        CGSize(width: 16 * CGFloat(count), height: 26)
    }

    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Does nothing: dots are not drawn.
    open func updateCurrentPageDisplay() {}

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let old = currentPage
        if isEnabled, let touch = touches.first {
            currentPage += touch.location(in: self).x >= bounds.midX ? 1 : -1
        }
        super.touchesEnded(touches, with: event)
        if currentPage != old { sendActions(for: .valueChanged) }
    }
}
