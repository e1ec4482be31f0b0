/// A storyboard of the simulation: `Simulation.storyboards` has its content. A name without content
/// is an issue with UIKit's exception when a controller is requested.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
    private let name: String

    public init(name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    /// Returns a new controller of the initial scene; nil if there is none.
    open func instantiateInitialViewController() -> UIViewController? {
        content?.initial.flatMap { make($0) }
    }

    /// Returns a new controller. If the storyboard has no scene with the identifier, reports an
    /// issue and returns an empty controller.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        make(identifier) ?? UIViewController()
    }

    /// Returns a new controller. The closure makes it with other parameters than the scene.
    public func instantiateViewController<Controller: UIViewController>(
        identifier: String, creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        castOrReport(
            make(identifier, with: creator.map { creator in { creator($0) } }), to: Controller.self)
    }

    /// Returns a new controller of the initial scene. The closure makes it with other parameters.
    public func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        content?.initial.map { instantiateViewController(identifier: $0, creator: creator) }
    }

    private var content: Simulation.Storyboard? {
        if let content = Simulation.current.storyboards[name] { return content }
        report("Could not find a storyboard named '\(name)' in bundle NSBundle")
        return nil
    }

    func make(
        _ identifier: String, with creator: ((NSCoder) -> UIViewController?)? = nil
    ) -> UIViewController? {
        guard let content else { return nil }
        guard let scene = content.scenes[identifier] else {
            report(
                "Storyboard (\(name)) doesn't contain a view controller with identifier "
                    + "'\(identifier)'")
            return nil
        }
        guard let controller = (creator ?? scene.make)(emptyCoder()) else {
            report(
                "the closure for the scene '\(identifier)' of storyboard '\(name)' has made no "
                    + "controller")
            return nil
        }
        // A closure may make a navigation controller around another scene.
        if controller.origin == nil { controller.origin = SceneOrigin(self, scene) }
        controller.awakeFromNib()
        return controller
    }

    private func report(_ text: String) {
        Simulation.current.report(
            Simulation.Issue(text: text, exception: "NSInvalidArgumentException"))
    }
}

/// A segue from one controller to another.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    public let identifier: String?
    public let source: UIViewController
    public let destination: UIViewController
    /// What the segue of a storyboard does.
    var action: (UIStoryboardSegue) -> Void = { _ in }
    /// The sender that `performSegue` got.
    var sender: Any?

    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        super.init()
    }

    public convenience init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        self.init(identifier: identifier, source: source, destination: destination)
        action = { _ in performHandler() }
    }

    /// Makes the segue of a class. Subclasses inherit it, because they override the initializer
    /// that it calls or have none.
    public required convenience init(
        made identifier: String, from source: UIViewController, to destination: UIViewController
    ) { self.init(identifier: identifier, source: source, destination: destination) }

    /// Calls the handler. Subclasses override this method to show the destination.
    open func perform() { action(self) }
}

/// A nib file of the simulation: `Simulation.nibs` has its content. A name without content is an
/// issue with UIKit's exception.
@preconcurrency @MainActor
open class UINib: NSObject {
    private let name: String

    public init(nibName name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    /// Returns the objects of the nib, after `awakeFromNib()` of its views.
    @discardableResult
    open func instantiate(
        withOwner owner: Any?, options: [AnyHashable: Any]? = nil
    ) -> [Any] {
        guard let make = Simulation.current.nibs[name] else {
            Simulation.current.report(
                Simulation.Issue(
                    text: "Could not load NIB in bundle: with name '\(name)'",
                    exception: "NSInternalInconsistencyException"))
            return []
        }
        let objects = make(owner)
        for case let view as UIView in objects { view.wake() }
        return objects
    }
}

extension Bundle {
    /// Returns the objects of a nib file.
    @preconcurrency @MainActor
    @discardableResult
    public func loadNibNamed(
        _ name: String, owner: Any?, options: [AnyHashable: Any]? = nil
    ) -> [Any]? { UINib(nibName: name, bundle: self).instantiate(withOwner: owner) }
}

/// A class whose objects can be made from a coder, such as views and view controllers.
@preconcurrency @MainActor
public protocol MadeFromCoder: AnyObject {
    init?(coder: NSCoder)
}

extension UIViewController: MadeFromCoder {}
extension UIView: MadeFromCoder {}

/// Returns an object as one of a class. If it has another class, reports an issue and returns a new
/// object, because the simulation goes on where an app would crash.
///
/// The build plugin writes this function in place of `as!`.
@preconcurrency @MainActor
public func castOrReport<Made: MadeFromCoder>(_ object: Any?, to type: Made.Type) -> Made {
    if let object = object as? Made { return object }
    let found = object.map { "\(Swift.type(of: $0))" } ?? "nil"
    Simulation.current.report(
        Simulation.Issue(text: "Could not cast value of type '\(found)' to '\(type)'"))
    guard let made = type.init(coder: emptyCoder()) else {
        preconditionFailure("\(type)(coder:) has returned nil, and \(found) is no \(type)")
    }
    return made
}

/// Returns an object as a value of any other type.
@preconcurrency @MainActor
public func castOrReport<Other>(_ object: Any?, to type: Other.Type) -> Other {
    object as! Other
}

/// Where an unwind begins. None is made: an unwind goes to the first controller with the action.
@preconcurrency @MainActor
open class UIStoryboardUnwindSegueSource: NSObject {
    public let source: UIViewController
    public let unwindAction: Selector
    public let sender: Any?

    init(source: UIViewController, unwindAction: Selector, sender: Any?) {
        self.source = source
        self.unwindAction = unwindAction
        self.sender = sender
    }
}
