internal import Containment
internal import PagerModel

extension UIViewController: UITraitChangeObservable {
    /// The window's traits, with what the containers and presentations around override, and the
    /// controller's own overrides.
    public var traitCollection: UITraitCollection {
        traits(in: simulation.traits(ofWindow: viewIfLoaded?.window))
    }

    /// The traits that the controller has where the window has others.
    func traits(in window: UITraitCollection) -> UITraitCollection {
        var values = window.values
        for overrides in overridesAround { values.take(overrides) }
        return UITraitCollection(values: values)
    }

    /// What is overridden on the way from the window to the controller, outermost first.
    private var overridesAround: [TraitValues] {
        var found = [traitState.overrides]
        var current = self
        while true {
            if let parent = current.parent {
                if let child = parent.traitState[current] { found.append(child.values) }
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

    /// Traits for the controller and what it contains.
    public var traitOverrides: UITraitOverrides {
        get { UITraitOverrides(traitState.overrides) }
        set { changeTraits(of: [self]) { self.traitState.overrides = newValue.all } }
    }

    public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitState.overrides.userInterfaceStyle }
        set { traitOverrides.userInterfaceStyle = newValue }
    }

    /// Gives a child other traits than the container's; nil takes them back.
    public func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) {
        changeTraits(of: [childViewController]) {
            self.traitState[childViewController] = collection
        }
    }

    public func overrideTraitCollection(
        forChild childViewController: UIViewController
    ) -> UITraitCollection? { traitState[childViewController] }
}

extension UIView: UITraitChangeObservable {
    /// The traits of the controller that the view belongs to, with the overrides of the views between.
    public var traitCollection: UITraitCollection {
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

    /// Traits for the view and the views in it.
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
    /// The traits that follow from a window's size as the engine has it; from the screen's where there
    /// is none.
    func traits(ofWindow window: UIWindow?) -> UITraitCollection {
        guard let handle = window?.handle else { return UITraitCollection(size: screenSize) }
        return UITraitCollection(Traits(frame(of: handle).size))
    }
}
