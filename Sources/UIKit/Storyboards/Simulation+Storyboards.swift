/// The storyboards and nib files of an app are files for Interface Builder, which only Apple's
/// systems read. So a test says in closures what they contain.
extension Simulation {
    /// What a storyboard contains: its scenes and their segues.
    ///
    ///     simulation.storyboards["Main"] = Simulation.Storyboard {
    ///         $0.scene("List", isInitial: true, segues: [.show("detail", to: "Detail")]) {
    ///             List(coder: $0)
    ///         } loadView: { list in
    ///             let table = UITableView(frame: list.view.bounds)
    ///             list.view.addSubview(table)
    ///             list.table = table
    ///         }
    ///         $0.scene("Detail") { Detail(coder: $0) }
    ///     }
    @preconcurrency @MainActor
    public final class Storyboard {
        private(set) var scenes: [String: StoryboardScene] = [:]
        private(set) var initial: String?

        public init(_ fill: (Storyboard) -> Void) { fill(self) }

        /// Adds a scene.
        ///
        /// - Parameters:
        ///   - identifier: The storyboard ID.
        ///   - isInitial: Whether `instantiateInitialViewController()` makes this scene.
        ///   - make: Makes the controller. Pass the coder to `init(coder:)`.
        ///   - loadView: Adds the subviews and sets the outlets, or sets `view`. Called by
        ///     `loadView()`, before `viewDidLoad()`.
        public func scene<Controller: UIViewController>(
            _ identifier: String, isInitial: Bool = false, segues: [Segue] = [],
            _ make: @escaping (NSCoder) -> Controller?,
            loadView: ((Controller) -> Void)? = nil
        ) {
            if isInitial { initial = identifier }
            scenes[identifier] = StoryboardScene(
                segues: segues, make: make,
                load: { controller in (controller as? Controller).map { loadView?($0) } })
        }
    }

    /// A segue of a scene to another one of the same storyboard.
    @preconcurrency @MainActor
    public struct Segue {
        enum Action {
            case show(UIStoryboardSegue.Type, String, (UIStoryboardSegue) -> Void)
            case embed(String, (UIViewController) -> UIView?)
            case unwind(Selector)
        }

        let identifier: String?
        let action: Action

        /// A segue that calls `show(_:sender:)` of the source.
        public static func show(_ identifier: String, to scene: String) -> Segue {
            made(identifier, to: scene) { $0.source.show($0.destination, sender: $0.sender) }
        }

        /// A segue that calls `showDetailViewController(_:sender:)` of the source.
        public static func showDetail(_ identifier: String, to scene: String) -> Segue {
            made(identifier, to: scene) {
                $0.source.showDetailViewController($0.destination, sender: $0.sender)
            }
        }

        /// A segue that presents the destination.
        public static func present(
            _ identifier: String, to scene: String, style: UIModalPresentationStyle = .automatic,
            animated: Bool = true
        ) -> Segue {
            made(identifier, to: scene) {
                if style != .automatic { $0.destination.modalPresentationStyle = style }
                $0.source.present($0.destination, animated: animated)
            }
        }

        /// A segue of a class of the app.
        public static func custom(
            _ identifier: String, to scene: String, _ type: UIStoryboardSegue.Type
        ) -> Segue { Segue(identifier: identifier, action: .show(type, scene) { _ in }) }

        /// A segue that adds the destination as a child when the view of its source is loaded,
        /// before `viewDidLoad()`.
        ///
        /// - Parameter container: Returns the view that contains the child's view. Called after
        ///   the closure that sets the outlets.
        public static func embed<Controller: UIViewController>(
            _ identifier: String? = nil, to scene: String,
            in container: @escaping (Controller) -> UIView?
        ) -> Segue {
            Segue(
                identifier: identifier,
                action: .embed(scene) { ($0 as? Controller).flatMap(container) })
        }

        /// A segue back to the nearest controller that has the action, such as
        /// `Selector("unwindToList:", List.unwindToList)`.
        public static func unwind(_ identifier: String, to action: Selector) -> Segue {
            Segue(identifier: identifier, action: .unwind(action))
        }

        private static func made(
            _ identifier: String, to scene: String, _ perform: @escaping (UIStoryboardSegue) -> Void
        ) -> Segue {
            Segue(identifier: identifier, action: .show(UIStoryboardSegue.self, scene, perform))
        }
    }
}

/// What a storyboard contains for one controller.
@MainActor
struct StoryboardScene {
    let segues: [Simulation.Segue]
    let make: (NSCoder) -> UIViewController?
    let load: (UIViewController) -> Void
}

/// The scene from which a controller was made.
@MainActor
final class SceneOrigin {
    let storyboard: UIStoryboard
    let scene: StoryboardScene

    init(_ storyboard: UIStoryboard, _ scene: StoryboardScene) {
        (self.storyboard, self.scene) = (storyboard, scene)
    }
}

/// Returns a coder without values, for `init(coder:)`.
public func emptyCoder() -> NSCoder {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.finishEncoding()
    return (try? NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)) ?? archiver
}

// MARK: - Loading of views

extension UIViewController {
    /// Loads what a storyboard or a nib file contains for the view.
    func loadInterface() {
        if let origin {
            origin.scene.load(self)
            for segue in origin.scene.segues {
                if case .embed(let scene, let container) = segue.action {
                    embed(segue, scene, in: container(self))
                }
            }
            for subview in loadedView?.subviews ?? [] where subview.owner == nil {
                subview.wake()
            }
        } else if let name = nibToLoad {
            let objects = UINib(nibName: name, bundle: nibBundle).instantiate(withOwner: self)
            // A closure for a nib that returns a view without setting `view` means this view.
            if let view = objects.first as? UIView, loadedView?.subviews.isEmpty != false,
                view.owner == nil, view.superview == nil, loadedView !== view
            {
                self.view = view
            }
        }
    }

    /// The name of the nib file: the given one, or one with the name of the class if there is one.
    private var nibToLoad: String? {
        if let nibName { return nibName }
        guard !simulation.nibs.isEmpty else { return nil }
        let name = String(describing: type(of: self))
        let names = name.hasSuffix("Controller") ? [String(name.dropLast(10)), name] : [name]
        return names.first { simulation.nibs[$0] != nil }
    }

    private func embed(_ segue: Simulation.Segue, _ scene: String, in container: UIView?) {
        guard let origin, let child = origin.storyboard.make(scene) else { return }
        let segue = UIStoryboardSegue(
            identifier: segue.identifier, source: self, destination: child)
        prepare(for: segue, sender: nil)
        addChild(child)
        guard let container = container ?? loadedView else { return }
        child.view.frame = container.bounds
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.addSubview(child.view)
        child.didMove(toParent: self)
    }
}

extension UIView {
    /// Calls `awakeFromNib()` of the view and of the views inside it, except those of controllers.
    func wake() {
        for subview in subviews where subview.owner == nil { subview.wake() }
        awakeFromNib()
    }
}

// MARK: - Segues

extension UIViewController {
    /// Simulates the user's action that triggers a segue, such as a tap on a button or a cell:
    /// calls `shouldPerformSegue(withIdentifier:sender:)`, and performs the segue if it may be.
    ///
    /// - Returns: Whether the segue was performed.
    @discardableResult
    public func simulateSegue(withIdentifier identifier: String, sender: Any? = nil) -> Bool {
        guard shouldPerformSegue(withIdentifier: identifier, sender: sender) else { return false }
        return runSegue(identifier, sender)
    }

    /// Performs a segue. Reports UIKit's exception as an issue if there is none.
    @discardableResult
    func runSegue(_ identifier: String, _ sender: Any?) -> Bool {
        guard let origin,
            let segue = origin.scene.segues.first(where: { $0.identifier == identifier })
        else {
            simulation.report(
                Simulation.Issue(
                    text: "Receiver (\(self)) has no segue with identifier '\(identifier)'",
                    exception: "NSInvalidArgumentException"))
            return false
        }
        switch segue.action {
        case .show(let type, let scene, let perform):
            guard let destination = origin.storyboard.make(scene) else { return false }
            let made = type.init(made: identifier, from: self, to: destination)
            made.action = perform
            made.sender = sender
            prepare(for: made, sender: sender)
            made.perform()
        case .embed(let scene, let container): embed(segue, scene, in: container(self))
        case .unwind(let action): unwind(identifier, to: action, sender)
        }
        return true
    }

    /// Goes back to the nearest controller that has the action and wants it: on the stack of
    /// navigation controllers, among the presenters and their children.
    private func unwind(_ identifier: String, to action: Selector, _ sender: Any?) {
        var seen = [ObjectIdentifier(self)]
        var current: UIViewController? = self
        while let controller = current {
            let candidates = controller.children.reversed() + [controller]
            for candidate in candidates where !seen.contains(ObjectIdentifier(candidate)) {
                seen.append(ObjectIdentifier(candidate))
                guard
                    candidate.canPerformUnwindSegueAction(
                        action, from: self, sender: sender)
                else { continue }
                let segue = UIStoryboardSegue(
                    identifier: identifier, source: self, destination: candidate)
                prepare(for: segue, sender: sender)
                action.send(to: candidate, [segue])
                return candidate.uncover()
            }
            current = controller.parent ?? controller.presentingViewController
        }
        simulation.report(
            Simulation.Issue(
                text: "no controller that \(self) could go back to has the action \(action)"))
    }

    /// Dismisses what covers the controller, and pops to it.
    private func uncover() {
        if presentedViewController != nil { dismiss(animated: true) }
        var (child, above) = (self, parent)
        while let parent = above {
            if let stack = parent as? UINavigationController, stack.topViewController !== child {
                stack.popToViewController(child, animated: true)
            }
            (child, above) = (parent, parent.parent)
        }
    }
}
