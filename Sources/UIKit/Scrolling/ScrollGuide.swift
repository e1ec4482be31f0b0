/// A layout guide of a scroll view: `contentLayoutGuide` for the content, or `frameLayoutGuide` for
/// the visible part of the scroll view.
public final class ScrollGuide: UILayoutGuide {
    private let rect: @MainActor (UIScrollView) -> CGRect

    init(of scrollView: UIScrollView, rect: @escaping @MainActor (UIScrollView) -> CGRect) {
        self.rect = rect
        super.init()
        owningView = scrollView
    }

    public override var layoutFrame: CGRect {
        (owningView as? UIScrollView).map(rect) ?? .zero
    }
}
