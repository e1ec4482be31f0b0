/// A storyboard. The simulation has no storyboards: the class lets code compile, and reports an
/// issue when a controller is requested by its identifier.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private let name: String

    public init(name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    open func instantiateInitialViewController() -> UIViewController? { nil }

    /// Reports an issue, because UIKit throws an exception for an unknown identifier. Returns an
    /// empty controller.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        Simulation.current.report(
            Simulation.Issue(
                text: "Storyboard (\(name)) doesn't contain a view controller with identifier "
                    + "'\(identifier)'", exception: "NSInvalidArgumentException"))
        return UIViewController()
    }
}

/// A segue from one controller to another. Code must create and perform each segue itself, because
/// there are no storyboards.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    public let identifier: String?
    public let source: UIViewController
    public let destination: UIViewController
    private let performHandler: (() -> Void)?

    public required init(
        identifier: String?, source: UIViewController, destination: UIViewController
    ) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        performHandler = nil
        super.init()
    }

    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        self.performHandler = performHandler
        super.init()
    }

    /// Calls the handler. Subclasses override this method to show the destination.
    open func perform() { performHandler?() }
}

extension UIViewController {
    func reportMissingSegue(_ identifier: String) {
        simulation.report(
            Simulation.Issue(
                text: "Receiver (\(self)) has no segue with identifier '\(identifier)'",
                exception: "NSInvalidArgumentException"))
    }
}

/// A nib file. The simulation has no nib files: the class lets code compile, and reports an issue
/// when a nib is used.
@preconcurrency @MainActor
open class UINib: NSObject {
    private let name: String

    public init(nibName name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    /// Reports an issue, because UIKit raises an exception for a missing nib. Returns no objects.
    open func instantiate(
        withOwner owner: Any?, options: [AnyHashable: Any]? = nil
    ) -> [Any] {
        Simulation.current.report(
            Simulation.Issue(
                text: "Could not load NIB in bundle: with name '\(name)'",
                exception: "NSInternalInconsistencyException"))
        return []
    }
}
