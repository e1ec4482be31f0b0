/// Methods that notify controllers and views when their traits have changed.
extension UIViewController {
    /// If the controller's traits have changed, notifies the controller and the views that belong
    /// to it.
    func tellTraits(from old: UITraitCollection) {
        let new = traitCollection
        guard old != new else { return }
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        viewIfLoaded?.tellTraits(from: old, to: new)
    }

    /// Runs `change`, which changes trait overrides. Then notifies every controller with changed
    /// traits among `controllers` and their descendants, outermost first. Controllers without a
    /// loaded view are not notified.
    func changeTraits(of controllers: [UIViewController], _ change: () -> Void) {
        let before = controllers.flatMap(\.withDescendants).filter(\.isViewLoaded)
            .map { (controller: $0, traits: $0.traitCollection) }
        change()
        for (controller, traits) in before { controller.tellTraits(from: traits) }
    }

    /// The controller and all its descendants. A presented controller counts as a descendant of its
    /// presenter.
    fileprivate var withDescendants: [UIViewController] {
        var found = [self] + children.flatMap(\.withDescendants)
        if let presented = presentedViewController, presented.presentingViewController === self {
            found += presented.withDescendants
        }
        return found
    }
}

extension UIView {
    /// Notifies the view of a change of its traits. Also notifies the views inside it, except those
    /// of other controllers.
    func tellTraits(from old: UITraitCollection, to new: UITraitCollection) {
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        for subview in subviews where subview.owner == nil {
            subview.tellTraits(from: old, to: new)
        }
    }

    /// Runs `change`, which changes the view's trait overrides. Then notifies every controller with
    /// changed traits among `controllers` and their descendants. If `controllers` is empty,
    /// notifies the view and the views inside it instead.
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
