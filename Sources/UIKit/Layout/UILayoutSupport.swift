/// A layout guide for the part of a controller's view that a bar at the top or bottom would cover.
@preconcurrency @MainActor
public protocol UILayoutSupport: LayoutItem {
    /// The height of the covered part, in points.
    var length: CGFloat { get }
}

/// The strip at the top or the bottom of a controller's view outside the safe area.
final class LayoutSupportGuide: UILayoutGuide, UILayoutSupport {
    let isTop: Bool

    init(of view: UIView, isTop: Bool) {
        self.isTop = isTop
        super.init()
        owningView = view
    }

    var length: CGFloat {
        let insets = owningView?.safeAreaInsets ?? .zero
        return isTop ? insets.top : insets.bottom
    }

    override var layoutFrame: CGRect {
        let bounds = owningView?.bounds ?? .zero
        return CGRect(
            x: bounds.minX, y: isTop ? bounds.minY : bounds.maxY - length, width: bounds.width,
            height: length)
    }
}

extension UIViewController {
    /// The strip above the safe area.
    public var topLayoutGuide: any UILayoutSupport { layoutSupport(isTop: true) }
    /// The strip below the safe area.
    public var bottomLayoutGuide: any UILayoutSupport { layoutSupport(isTop: false) }

    private func layoutSupport(isTop: Bool) -> LayoutSupportGuide {
        let guides = view.layoutGuides.lazy.compactMap { $0 as? LayoutSupportGuide }
        if let guide = guides.first(where: { $0.isTop == isTop }) { return guide }
        let guide = LayoutSupportGuide(of: view, isTop: isTop)
        view.addLayoutGuide(guide)
        return guide
    }
}
