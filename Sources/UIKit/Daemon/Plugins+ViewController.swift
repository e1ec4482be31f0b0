public import Containment
internal import PagerModel

extension Plugins {
    /// Returns a plugin that adds a container kind whose controllers are instances of a view
    /// controller class.
    ///
    ///     runPagerd(adding: .viewController("pages") { PagesViewController() })
    ///
    /// The class must be a subclass of `UIViewController`, but not of one of UIKit's containers. To
    /// combine several plugins, add them with `+`.
    ///
    /// A daemon with such a kind can keep a journal only if `restoresState` is true. After a
    /// restart, such a daemon creates each view controller again and calls its
    /// `decodeRestorableState(with:)`.
    ///
    /// - Parameters:
    ///   - name: the name of the kind, which is also the NAME in its command `NAME.swipe`.
    ///   - restoresState: whether the class overrides `encodeRestorableState(with:)` and
    ///     `decodeRestorableState(with:)`, so that a journal can restore its objects.
    ///   - make: creates the view controller when a client creates a controller of this kind.
    @MainActor
    public static func viewController<Object: UIViewController>(
        _ name: StaticString, restoresState: Bool = false,
        _ make: @escaping @MainActor @Sendable () -> Object
    ) -> Plugins {
        guard Object.kind == UIViewController.kind else {
            fatalError(
                "\(Object.self) cannot be a kind of its own, because the daemon has the kind "
                    + "\(Object.kind) for it; make it a child of a UIViewController")
        }
        ClassDeclarations.add(
            ClassDeclaration(name: name, restoresState: restoresState), for: Object.self)
        return Plugins(
            kinds: [ViewControllerKind(make: make)], observer: Simulation.hosted.observer)
    }
}
