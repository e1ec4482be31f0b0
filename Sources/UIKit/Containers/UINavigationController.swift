internal import Containment
internal import PagerModel

/// A container with a stack of controllers. The top controller is visible.
open class UINavigationController: UIViewController {
    public enum Operation: Int, Sendable { case none, push, pop }

    /// The controllers in the stack, as the engine last reported them.
    private var stack: [UIViewController] = []
    /// The new stack during a call that changes the stack; nil at all other times. The engine
    /// changes its stack only after the first callbacks of the call. In UIKit, code in these
    /// callbacks already sees the new stack.
    private var pending: [UIViewController]?
    /// The stack after the running interactive pop; nil if there is none. The engine changes its
    /// stack only when the pop is certain. In UIKit, the stack is the new one from the beginning.
    private var interim: [UIViewController]?
    /// The changes of the visible stack that wait for the layout pass.
    private var waiting = WaitingChanges()

    /// Executes a command that changes the stack: in the layout pass if the stack is visible,
    /// otherwise, or if `isImmediate` is true, at once. Until the engine has changed its stack,
    /// `viewControllers` returns `new`.
    ///
    /// - Returns: Whether the command was accepted.
    @discardableResult
    func change<C: SceneCommand>(
        to new: some Sequence<UIViewController>, by command: C, animated: Bool,
        isImmediate: Bool = false
    ) -> Bool {
        guard let handle else { return false }
        if !isImmediate, simulation.leavesWork, viewIfLoaded?.window != nil {
            guard waiting.isAnimated || simulation.accepts(command) else { return false }
            waiting.begin(Array(new), animated: animated)
            simulation.perform(
                command, moving: .container(handle), animated: animated,
                waiting: (handle, { [weak self] in self?.waiting.end() }))
            return true
        }
        let outer = pending
        pending = Array(new)
        defer { pending = outer }
        let reply = simulation.perform(command, moving: .container(handle), animated: animated)
        return reply != nil || simulation.deferring != nil
    }

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// Creates a stack with bars of the given classes, which are made with `init(coder:)`.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        super.init(nibName: nil, bundle: nil)
        if let bar = (navigationBarClass as? UINavigationBar.Type)?.init(coder: emptyCoder()) {
            _ = replaceBar("navigationBar", with: bar)
        }
        if let bar = (toolbarClass as? UIToolbar.Type)?.init(coder: emptyCoder()) {
            _ = replaceBar("toolbar", with: bar)
        }
    }

    public override init(nibName: String?, bundle: Bundle?) {
        super.init(nibName: nibName, bundle: bundle)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override class var kind: String { "navigation" }
    override class var definesContextByDefault: Bool { true }

    open weak var delegate: (any UINavigationControllerDelegate)?
    private(set) lazy var popGesture = PopGesture(of: self)

    open override func loadView() {
        super.loadView()
        view.addGestureRecognizer(popGesture.recognizer)
    }

    /// The recognizer of the pan from the left edge that pops the top controller.
    ///
    /// By default the gesture begins if there is a controller below the top one, the bar and its
    /// back button are visible, no transition is running, and the delegate has no animator for the
    /// pop. A left item hides the back button, unless `leftItemsSupplementBackButton` is true. If you set a different delegate, that delegate decides. If you
    /// set the delegate to nil, the gesture always begins.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? { popGesture.recognizer }

    /// The navigation bar. Its items are the navigation items of the controllers in the stack. Its
    /// other properties are stored and have no effect.
    open var navigationBar: UINavigationBar { currentNavigationBar }

    /// The toolbar. Its items are the toolbar items of the top controller. Its other properties are
    /// stored and have no effect.
    open var toolbar: UIToolbar! { currentToolbar }

    open var viewControllers: [UIViewController] {
        get { pending ?? waiting.stack ?? interim ?? stack }
        set { setViewControllers(newValue, animated: false) }
    }

    open var topViewController: UIViewController? { viewControllers.last }

    /// The visible controller: the presented controller if there is one, otherwise the top
    /// controller.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Applies waiting changes at once if another change follows them. Animated ones go on waiting,
    /// unless the engine must refuse to push `pushed` again.
    private func settle(pushing pushed: UIViewController? = nil) {
        guard waiting.count > 0,
            !waiting.isAnimated || viewControllers.contains(where: { $0 === pushed })
        else { return }
        simulation.runWaitingChanges(of: handle)
    }

    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
        settle()
        guard let id = requireID() else { return }
        let ids = controllers.compactMap { $0.requireID(in: simulation) }
        let command = NavigationSetStack {
            $0.id = id
            $0.controllers = ids
            $0.motion = TransitionRequest { $0.animated = animated }
        }
        simulation.keeping(controllers) {
            change(to: controllers, by: command, animated: animated)
        }
    }

    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        settle(pushing: controller)
        guard let id = requireID(), let other = controller.requireID(in: simulation) else { return }
        let command = NavigationPush {
            $0.id = id
            $0.controller = other
            $0.motion = TransitionRequest {
                $0.animated = animated
                if waiting.isAnimated { $0.interruption = .queue }
            }
        }
        if waiting.isAnimated { waiting.queued.append(controller) }
        simulation.keeping([controller]) {
            change(to: viewControllers + [controller], by: command, animated: animated)
        }
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        settle()
        guard viewControllers.count > 1, let id, let top = topViewController else { return nil }
        let command = NavigationPop {
            $0.id = id
            $0.motion = TransitionRequest { $0.animated = animated }
        }
        return change(to: viewControllers.dropLast(), by: command, animated: animated) ? top : nil
    }

    @discardableResult
    open func popToViewController(
        _ controller: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        settle()
        guard let id, let other = controller.requireID(in: simulation) else { return nil }
        let popped = viewControllers.reversed().prefix { $0 !== controller }.reversed()
        let command = NavigationPopTo {
            $0.id = id
            $0.controller = other
            $0.motion = TransitionRequest { $0.animated = animated }
        }
        let isAccepted = change(
            to: viewControllers.dropLast(popped.count), by: command, animated: animated)
        return isAccepted ? Array(popped) : nil
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        settle()
        guard let id else { return nil }
        let popped = Array(viewControllers.dropFirst())
        let command = NavigationPopToRoot {
            $0.id = id
            $0.motion = TransitionRequest { $0.animated = animated }
        }
        let isAccepted = change(to: viewControllers.prefix(1), by: command, animated: animated)
        return isAccepted && !popped.isEmpty ? popped : nil
    }

    open override func show(_ controller: UIViewController, sender: Any?) {
        pushViewController(controller, animated: true)
    }

    /// The duration in seconds in which UIKit hides and shows bars.
    public static let hideShowBarDuration: CGFloat = 0.2

    /// Whether the toolbar is hidden.
    open var isToolbarHidden: Bool {
        get { storedIsToolbarHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }
    private var storedIsToolbarHidden = true

    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        storedIsToolbarHidden = hidden
        if viewIfLoaded != nil { showBars() }
        topViewController?.viewIfLoaded?.tellNewSafeAreaInsets()
    }

    // These properties are stored and have no effect in the simulation.
    open var hidesBarsOnSwipe = false
    open var hidesBarsOnTap = false
    open var hidesBarsWhenKeyboardAppears = false
    open var hidesBarsWhenVerticallyCompact = false
    open var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { hiddenBarRecognizers.swipe }
    open var barHideOnTapGestureRecognizer: UITapGestureRecognizer { hiddenBarRecognizers.tap }
    private lazy var hiddenBarRecognizers = (
        swipe: UIPanGestureRecognizer(), tap: UITapGestureRecognizer()
    )

    /// Whether the bar is hidden. The setter calls `setNavigationBarHidden(_:animated:)`.
    open var isNavigationBarHidden: Bool {
        get { storedIsBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }
    private var storedIsBarHidden = false

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard let id = requireID() else { return }
        simulation.perform(
            NavigationSetBarHidden {
                $0.id = id
                $0.hidden = hidden
                $0.animated = animated
            })
        storedIsBarHidden = hidden
        if viewIfLoaded != nil { showBars() }
        topViewController?.viewIfLoaded?.tellNewSafeAreaInsets()
    }

    /// Pops the top controller by the gesture, which begins at once.
    func popByGesture() {
        guard let id else { return }
        change(
            to: viewControllers.dropLast(), by: NavigationPop { $0.id = id }, animated: true,
            isImmediate: true)
    }

    /// Replaces the controllers in the stack with those that the engine has reported, and releases
    /// the controllers that were removed.
    func update(stack new: [UIViewController]) {
        interim = nil
        waiting.queued.removeAll { queued in new.contains { $0 === queued } }
        simulation.released += stack.filter { old in !new.contains { $0 === old } }
        stack = new
    }

    /// Called when the change of the stack that is beginning turns out to be interactive.
    func beginInteraction() { interim = pending }

    /// Called when an interactive change of the stack is cancelled: the old stack is there again.
    func cancelInteraction() {
        interim = nil
        pending = nil
    }
}

/// The changes of a visible stack that wait for the layout pass.
@MainActor
private struct WaitingChanges {
    /// The number of the commands that wait.
    private(set) var count = 0
    /// The stack after them; nil if none waits.
    private(set) var stack: [UIViewController]?
    /// Whether one of them is animated. A further push then begins when that transition has ended,
    /// and is not in the stack before.
    private(set) var isAnimated = false
    /// The controllers of these further pushes, which live until they are on the stack.
    var queued: [UIViewController] = []

    mutating func begin(_ new: [UIViewController], animated: Bool) {
        count += 1
        if !isAnimated { stack = new }
        if animated { isAnimated = true }
    }

    mutating func end() {
        count -= 1
        guard count == 0 else { return }
        stack = nil
        isAnimated = false
    }
}

@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool)
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
    ) {}
}

/// The gesture that pops the top controller of a navigation controller: a pan from the left edge.
@MainActor
final class PopGesture: UIGestureRecognizerDelegate {
    let recognizer = UIScreenEdgePanGestureRecognizer()
    private weak var navigation: UINavigationController?
    /// The interactor of the current interactive pop; nil if there is none.
    private(set) var interactor: UIPercentDrivenInteractiveTransition?
    /// Whether the navigation controller's delegate has said that it has no animator for the
    /// current pop, so that it is not asked again.
    private(set) var hasAskedDelegate = false

    init(of navigation: UINavigationController) {
        self.navigation = navigation
        recognizer.edges = .left
        recognizer.delegate = self
        recognizer.addAction { [weak self] in self?.move($0) }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        hasAskedDelegate = false
        guard let navigation, let top = navigation.topViewController,
            navigation.viewControllers.count > 1, !navigation.isNavigationBarHidden,
            navigation.transitionCoordinator == nil, top.navigationItem.showsBackButton
        else { return false }
        guard let delegate = navigation.delegate else { return true }
        hasAskedDelegate = true
        return delegate.navigationController(
            navigation, animationControllerFor: .pop, from: top,
            to: navigation.viewControllers[navigation.viewControllers.count - 2]) == nil
    }

    private func move(_ recognizer: UIScreenEdgePanGestureRecognizer) {
        guard let navigation, let view = navigation.viewIfLoaded else { return }
        let share = recognizer.translation(in: view).x / max(view.bounds.width, 1)
        switch recognizer.state {
        case .began:
            interactor = UIPercentDrivenInteractiveTransition()
            navigation.popByGesture()
            interactor?.update(share)
        case .changed: interactor?.update(share)
        case .ended: end(finishes: share + recognizer.velocity(in: view).x / 1000 > 0.5)
        case .cancelled, .failed: end(finishes: false)
        case .possible: break
        }
    }

    private func end(finishes: Bool) {
        if finishes { interactor?.finish() } else { interactor?.cancel() }
        interactor = nil
        hasAskedDelegate = false
    }
}

extension UINavigationController {
    /// Returns the animator and the interactor of a pop transition that the user has begun with a
    /// pan from the left edge. Returns nil for any other transition.
    func animatorsOfGesture(for operation: Operation) -> TransitionAnimators? {
        guard operation == .pop, let interactor = popGesture.interactor else { return nil }
        return TransitionAnimators(
            animator: StandardAnimator(duration: 0.35), interactor: interactor)
    }
}

/// An animator that does not move any views. It ends the transition after `duration` seconds.
@MainActor
final class StandardAnimator: UIViewControllerAnimatedTransitioning {
    private let duration: TimeInterval

    init(duration: TimeInterval) { self.duration = duration }

    func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { duration }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        UIView.animate(withDuration: duration, animations: {}) { _ in
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
        }
    }
}
