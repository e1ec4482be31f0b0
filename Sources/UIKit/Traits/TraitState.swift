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
    public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        let call: (UITraitCollection) -> Void = { [weak self] old in
            if let self { handler(self, old) }
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
