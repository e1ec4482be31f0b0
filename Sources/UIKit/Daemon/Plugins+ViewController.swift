public import Containment
internal import PagerModel

extension Plugins {
    /// A kind of a daemon whose controllers are objects of a class.
    ///
    ///     runPagerd(adding: .viewController("pages") { PagesViewController() })
    ///
    /// The class is a subclass of `UIViewController` and not of a container of UIKit. Add several
    /// kinds with `+`. The daemon keeps no journal then, since objects are not in one.
    ///
    /// - Parameters:
    ///   - name: of the kind, and of the command `NAME.swipe`.
    ///   - make: makes the object of each controller that a client creates.
    @MainActor
    public static func viewController<Object: UIViewController>(
        _ name: StaticString, _ make: @escaping @MainActor @Sendable () -> Object
    ) -> Plugins {
        guard Object.kind == UIViewController.kind else {
            fatalError(
                "\(Object.self) cannot be a kind of its own, since the daemon has the kind "
                    + "\(Object.kind) for it; make it the child of a UIViewController")
        }
        ViewControllerNames.add(name, for: Object.self)
        return Plugins(
            kinds: [ViewControllerKind(make: make)], observer: Simulation.hosted.observer)
    }
}
