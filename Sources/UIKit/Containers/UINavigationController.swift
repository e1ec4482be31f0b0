internal import Containment
internal import PagerModel

/// A stack of controllers of which the top one is shown.
open class UINavigationController: UIViewController {
    private var stack: [UIViewController] = []
    /// What was pushed and waits in the engine for the end of a transition.
    private var waiting: [UIViewController] = []

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    public override init(nibName: String?, bundle: Bundle?) {
        super.init(nibName: nibName, bundle: bundle)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override class var kind: String { "navigation" }

    open weak var delegate: (any UINavigationControllerDelegate)?

    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }

    public var topViewController: UIViewController? { stack.last }

    /// What is on screen: the presented controller, else the top one.
    public var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
        guard let id = requireID(), let handle else { return }
        waiting += controllers
        simulation.perform(
            NavigationSetStack(
                id: id, controllers: controllers.compactMap { $0.requireID() },
                motion: TransitionRequest(animated: animated)),
            moving: .container(handle), animated: animated)
    }

    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        guard let id = requireID(), let handle else { return }
        waiting.append(controller)
        simulation.perform(
            NavigationPush(
                id: id, controller: controller.requireID(),
                motion: TransitionRequest(animated: animated)),
            moving: .container(handle), animated: animated)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let id, let handle, let top = stack.last else { return nil }
        let reply = simulation.perform(
            NavigationPop(id: id, motion: TransitionRequest(animated: animated)),
            moving: .container(handle), animated: animated)
        return reply == nil && simulation.deferring == nil ? nil : top
    }

    @discardableResult
    open func popToViewController(
        _ controller: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        guard let id, let handle, let other = controller.id else { return nil }
        let popped = stack.reversed().prefix { $0 !== controller }.reversed()
        let reply = simulation.perform(
            NavigationPopTo(
                id: id, controller: other, motion: TransitionRequest(animated: animated)),
            moving: .container(handle), animated: animated)
        return reply == nil ? nil : Array(popped)
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard let id, let handle else { return nil }
        let popped = Array(stack.dropFirst())
        let reply = simulation.perform(
            NavigationPopToRoot(id: id, motion: TransitionRequest(animated: animated)),
            moving: .container(handle), animated: animated)
        return reply == nil || popped.isEmpty ? nil : popped
    }

    open override func show(_ controller: UIViewController, sender: Any?) {
        pushViewController(controller, animated: true)
    }

    open private(set) var isNavigationBarHidden = false

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard let id = requireID() else { return }
        simulation.perform(NavigationSetBarHidden(id: id, hidden: hidden, animated: animated))
        isNavigationBarHidden = hidden
    }

    /// Takes over the stack that the engine has.
    func adopt(stack new: [UIViewController]) {
        simulation.released += stack.filter { old in !new.contains { $0 === old } }
        stack = new
        waiting.removeAll { pushed in new.contains { $0 === pushed } }
    }
}

@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool)
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
    ) {}
}
