/// There are no storyboards. Code that mentions them compiles, and says so where it needs one.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private let name: String

    public init(name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    open func instantiateInitialViewController() -> UIViewController? { nil }

    /// It is an issue with UIKit's exception; the result is an empty controller.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        Simulation.current.report(
            Simulation.Issue(
                text: "Storyboard (\(name)) doesn't contain a view controller with identifier "
                    + "'\(identifier)'", exception: "NSInvalidArgumentException"))
        return UIViewController()
    }
}

/// A change from one controller to another. No storyboard makes one; code can make and perform its
/// own.
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

    /// Calls the handler. A subclass does here what it is for.
    open func perform() { performHandler?() }
}
