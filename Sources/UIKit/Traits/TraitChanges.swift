/// Telling controllers and views that their traits have changed.
extension UIViewController {
    /// Tells the controller and the views that belong to it.
    func tellTraits(from old: UITraitCollection) {
        let new = traitCollection
        guard old != new else { return }
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        viewIfLoaded?.tellTraits(from: old, to: new)
    }

    /// Changes what is overridden, then tells controllers and those in them whose traits are others
    /// now, outermost first. Controllers whose views are not loaded are left out.
    func changeTraits(of controllers: [UIViewController], _ change: () -> Void) {
        let before = controllers.flatMap(\.withDescendants).filter(\.isViewLoaded)
            .map { (controller: $0, traits: $0.traitCollection) }
        change()
        for (controller, traits) in before { controller.tellTraits(from: traits) }
    }

    /// The controller, its descendants and those whom they present.
    fileprivate var withDescendants: [UIViewController] {
        var found = [self] + children.flatMap(\.withDescendants)
        if let presented = presentedViewController, presented.presentingViewController === self {
            found += presented.withDescendants
        }
        return found
    }
}

extension UIView {
    /// Tells the view and the views in it that belong to no other controller.
    func tellTraits(from old: UITraitCollection, to new: UITraitCollection) {
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        for subview in subviews where subview.owner == nil {
            subview.tellTraits(from: old, to: new)
        }
    }

    /// Changes what the view overrides, then tells it, the views in it and some controllers.
    func changeTraits(of controllers: [UIViewController], _ change: () -> Void) {
        let old = traitCollection
        guard let first = controllers.first else {
            change()
            let new = traitCollection
            if old != new { tellTraits(from: old, to: new) }
            return
        }
        first.changeTraits(of: controllers, change)
    }
}
