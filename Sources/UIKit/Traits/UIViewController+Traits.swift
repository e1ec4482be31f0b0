internal import Containment
internal import PagerModel

extension UIViewController: UITraitChangeObservable {
    /// Returns the traits that the controller has in a window with the traits `window`.
    func traits(in window: UITraitCollection) -> UITraitCollection {
        var values = window.values
        for overrides in overridesAround { values.take(overrides) }
        return UITraitCollection(values: values)
    }

    /// The trait overrides that apply to the controller. The overrides of its window come first,
    /// and the controller's own overrides last.
    private var overridesAround: [TraitValues] {
        var found = [traitState.overrides]
        var current = self
        while true {
            if let parent = current.parent {
                if let child = parent.overrideTraitCollection(forChild: current) {
                    found.append(child.values)
                }
                found.append(parent.traitState.overrides)
                current = parent
            } else if let presenter = current.presentingViewController, presenter !== current {
                if let override = current.activePresentation?.overrideTraitCollection {
                    found.append(override.values)
                }
                found.append(presenter.traitState.overrides)
                current = presenter
            } else {
                break
            }
        }
        if let window = viewIfLoaded?.window { found.append(window.traitState.overrides) }
        return found.reversed()
    }

    /// The traits that the controller overrides for itself and its descendants.
    public var traitOverrides: UITraitOverrides {
        get { UITraitOverrides(traitState.overrides) }
        set { changeTraits(of: [self]) { self.traitState.overrides = newValue.all } }
    }

    public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitState.overrides.userInterfaceStyle }
        set { traitOverrides.userInterfaceStyle = newValue }
    }

    /// Overrides traits of a child view controller. If `collection` is nil, removes the overrides.
    public func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) {
        changeTraits(of: [childViewController]) {
            self.traitState[childViewController] = collection
        }
    }
}

extension UIView: UITraitChangeObservable {
    /// The traits of the controller that the view belongs to, with the overrides of all views from
    /// the controller's view to this view.
    var ownTraits: UITraitCollection {
        var overrides: [TraitValues] = []
        var current: UIView? = self
        while let view = current {
            overrides.append(view.traitState.overrides)
            if let owner = view.owner { return traits(of: owner.traitCollection, overrides) }
            if view is UIWindow { break }
            current = view.superview
        }
        return traits(of: simulation.traits(ofWindow: window), overrides)
    }

    private func traits(
        of outer: UITraitCollection, _ overrides: [TraitValues]
    ) -> UITraitCollection {
        var values = outer.values
        for own in overrides.reversed() { values.take(own) }
        return UITraitCollection(values: values)
    }

    /// The traits that the view overrides for itself and the views inside it.
    public var traitOverrides: UITraitOverrides {
        get { UITraitOverrides(traitState.overrides) }
        set {
            let controllers = (self as? UIWindow)?.rootViewController.map { [$0] } ?? []
            changeTraits(of: controllers) { self.traitState.overrides = newValue.all }
        }
    }

    public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitState.overrides.userInterfaceStyle }
        set { traitOverrides.userInterfaceStyle = newValue }
    }
}

extension Simulation {
    /// Returns the traits that follow from the size of a window, or of the screen if there is no
    /// window.
    func traits(ofWindow window: UIWindow?) -> UITraitCollection {
        guard let handle = window?.handle else { return UITraitCollection(size: screenSize) }
        return UITraitCollection(Traits(frame(of: handle).size))
    }
}
