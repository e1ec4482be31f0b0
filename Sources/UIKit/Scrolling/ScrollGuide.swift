/// A rectangle of a scroll view: its content, or the visible part of it.
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
