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

    func override(_ collection: UITraitCollection?, of childViewController: UIViewController) {
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

/// The traits that a view or controller overrides, and the closures that it calls when traits
/// change.
@MainActor
struct TraitState {
    /// Trait values that a parent has set for a child.
    private struct ChildOverride {
        weak var child: UIViewController?
        let collection: UITraitCollection
    }

    /// A closure to call when one of a set of traits changes.
    private struct Registration {
        let token: UITraitChangeRegistration
        let traits: [ObjectIdentifier]
        let handler: (UITraitCollection) -> Void
    }

    var overrides = TraitValues()
    private var ofChildren: [ChildOverride] = []
    private var registrations: [Registration] = []

    subscript(child: UIViewController) -> UITraitCollection? {
        get { ofChildren.first { $0.child === child }?.collection }
        set {
            ofChildren.removeAll { $0.child === child || $0.child == nil }
            if let newValue {
                ofChildren.append(ChildOverride(child: child, collection: newValue))
            }
        }
    }

    mutating func register(
        _ traits: [UITrait], _ handler: @escaping (UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        let token = UITraitChangeRegistration()
        registrations.append(
            Registration(
                token: token, traits: traits.map { ObjectIdentifier($0) }, handler: handler))
        return token
    }

    mutating func unregister(_ token: UITraitChangeRegistration) {
        registrations.removeAll { $0.token === token }
    }

    /// Calls the closures for the traits that have changed.
    func tell(from old: UITraitCollection, to new: UITraitCollection) {
        for registration in registrations
        where registration.traits.contains(where: {
            new.values.differs(from: old.values, in: $0)
        }) {
            registration.handler(old)
        }
    }
}

/// A registration for changes of traits. Pass it to `unregisterForTraitChanges(_:)` to end it.
public final class UITraitChangeRegistration: Sendable {
    init() {}
}

/// Traits that an object overrides for itself and for its descendants.
public struct UITraitOverrides: UIMutableTraits, Sendable {
    private var values: TraitValues

    init(_ values: TraitValues) { self.values = values }

    public subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value {
        get { values[trait] }
        set { values[trait] = newValue }
    }

    public func contains(_ trait: UITrait) -> Bool { values.contains(ObjectIdentifier(trait)) }

    public mutating func remove(_ trait: UITrait) { values.remove(ObjectIdentifier(trait)) }

    var all: TraitValues { values }
}

/// An object that has traits.
@preconcurrency @MainActor
public protocol UITraitEnvironment: AnyObject {
    var traitCollection: UITraitCollection { get }
    /// Called when the traits have changed.
    ///
    /// - Parameter previousTraitCollection: the traits before the change.
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

/// An object that calls closures when its traits change.
@preconcurrency @MainActor
public protocol UITraitChangeObservable: UITraitEnvironment {}

extension UITraitChangeObservable {
    /// Registers a closure to call when one of the given traits has changed. The closure receives
    /// the object and its old traits. The object keeps the closure.
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitChangeObservable>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        let call: (UITraitCollection) -> Void = { [weak self] old in
            if let environment = self as? Environment { handler(environment, old) }
        }
        switch self {
        case let controller as UIViewController: return controller.traitState.register(traits, call)
        case let view as UIView: return view.traitState.register(traits, call)
        default: preconditionFailure("only views and view controllers have traits that change")
        }
    }

    public func unregisterForTraitChanges(_ registration: UITraitChangeRegistration) {
        switch self {
        case let controller as UIViewController: controller.traitState.unregister(registration)
        case let view as UIView: view.traitState.unregister(registration)
        default: break
        }
    }
}

/// An object that lays out content whose size can change.
@preconcurrency @MainActor
public protocol UIContentContainer: AnyObject {
    var preferredContentSize: CGSize { get }
    func size(
        forChildContentContainer container: any UIContentContainer,
        withParentContainerSize parentSize: CGSize
    ) -> CGSize
    /// Called when a child requests a different size [13.5].
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
    func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIViewController: UIContentContainer {}
