internal import Containment
internal import PagerModel

public struct UITransitionContextViewControllerKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = UITransitionContextViewControllerKey(rawValue: "from")
    public static let to = UITransitionContextViewControllerKey(rawValue: "to")
}

public struct UITransitionContextViewKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = UITransitionContextViewKey(rawValue: "from")
    public static let to = UITransitionContextViewKey(rawValue: "to")
}

/// The state of a running transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    var isAnimated: Bool { get }
    var isInteractive: Bool { get }
    var initiallyInteractive: Bool { get }
    var isCancelled: Bool { get }
    var transitionDuration: TimeInterval { get }
    var percentComplete: CGFloat { get }
    var completionVelocity: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    var containerView: UIView { get }
    var targetTransform: CGAffineTransform { get }
    func viewController(
        forKey key: UITransitionContextViewControllerKey
    ) -> UIViewController?
    func view(forKey key: UITransitionContextViewKey) -> UIView?
}

/// An object that runs additional animations together with a transition's own animation.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator:
    UIViewControllerTransitionCoordinatorContext
{
    @discardableResult
    func animate(
        alongsideTransition animation: (
            (any UIViewControllerTransitionCoordinatorContext) -> Void
        )?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool

    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    @discardableResult
    public func animate(
        alongsideTransition animation: (
            (any UIViewControllerTransitionCoordinatorContext) -> Void
        )?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }

    /// Runs animations alongside the transition, for a view that is not in the transition's
    /// container view. In the simulation, this is the same as
    /// `animate(alongsideTransition:completion:)`.
    @discardableResult
    public func animateAlongsideTransition(
        in view: UIView?,
        animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)? = nil
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    /// Calls `notifyWhenInteractionChanges(_:)`. The name `notifyWhenInteractionEnds` is UIKit's
    /// older name for that method.
    public func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) { notifyWhenInteractionChanges(handler) }
}

/// The coordinator of one transition, created before the transition begins and kept until its
/// completions have run.
@MainActor
final class TransitionCoordinator: UIViewControllerTransitionCoordinator {
    private enum Phase { case expected, running, complete }
    typealias Context = any UIViewControllerTransitionCoordinatorContext

    private unowned let simulation: Simulation
    private var phase = Phase.expected
    private var detail: TransitionDetail?
    /// The key of the view that stays where it is, such as that of a presenter below a sheet.
    private var hiddenView: UITransitionContextViewKey?
    private(set) var container = Handle.none
    /// The context of the transition's animator; nil if there is no animator.
    private var driver: TransitionContext?
    private var animations: [() -> Void] = []
    private var completions: [(Bool) -> Void] = []
    private var interactionHandlers: [(Context) -> Void] = []

    let isAnimated: Bool
    private(set) var isInteractive = false
    private(set) var initiallyInteractive = false
    private(set) var isCancelled = false
    var percentComplete: CGFloat = 0

    private let ownDuration: Double

    /// Creates a coordinator.
    ///
    /// - Parameter duration: The duration in seconds. It is used if the engine runs no transition,
    ///   for example while a window is resized.
    init(_ simulation: Simulation, isAnimated: Bool, duration: Double = 0) {
        self.simulation = simulation
        ownDuration = duration
        self.isAnimated = isAnimated
    }

    var transitionDuration: TimeInterval { detail?.duration ?? ownDuration }
    var completionVelocity: CGFloat { driver?.interactor?.completionSpeed ?? 1 }
    var targetTransform: CGAffineTransform { .identity }

    var completionCurve: UIView.AnimationCurve {
        if let interactor = driver?.interactor { return interactor.completionCurve }
        return switch detail?.curve {
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        case .linear: .linear
        default: .easeInOut
        }
    }

    var containerView: UIView {
        driver?.containerView ?? simulation.objects.view(container)?.superview ?? simulation.objects
            .view(container)
            ?? UIView()
    }

    func viewController(
        forKey key: UITransitionContextViewControllerKey
    ) -> UIViewController? {
        guard let detail else { return nil }
        switch key {
        case .from: return simulation.objects.controller(detail.from)
        case .to: return simulation.objects.controller(detail.to)
        default: return nil
        }
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? {
        if let driver { return driver.view(forKey: key) }
        guard let detail, key != hiddenView else { return nil }
        switch key {
        case .from: return simulation.objects.view(detail.from)
        case .to: return simulation.objects.view(detail.to)
        default: return nil
        }
    }

    func concerns(_ handles: [Handle]) -> Bool {
        detail.map { handles.contains($0.from) || handles.contains($0.to) } ?? false
    }

    func animate(
        alongsideTransition animation: ((Context) -> Void)?, completion: ((Context) -> Void)?
    ) -> Bool {
        guard phase != .complete else { return false }
        if let animation { addAnimations { [unowned self] in animation(self) } }
        if let completion { addCompletion { [unowned self] _ in completion(self) } }
        return true
    }

    func notifyWhenInteractionChanges(_ handler: @escaping (Context) -> Void) {
        interactionHandlers.append(handler)
    }

    // MARK: events of the engine

    /// Runs `block` when the transition begins, or immediately if it has begun.
    func addAnimations(_ block: @escaping () -> Void) {
        guard phase == .expected else {
            return simulation.animating(for: transitionDuration, block)
        }
        animations.append(block)
    }

    func addCompletion(_ block: @escaping (Bool) -> Void) { completions.append(block) }

    /// Sets what is known about a presentation or dismissal before its callbacks.
    func expect(from: Handle, to: Handle, container: Handle) {
        guard phase == .expected, detail == nil else { return }
        var known = TransitionDetail()
        (known.from, known.to, known.animated) = (from, to, isAnimated)
        detail = known
        self.container = container
    }

    /// Sets everything about the transition. Called before its first callback, so that code finds
    /// the controllers and the duration in `viewWillDisappear`.
    func prepare(_ plan: TransitionPlan, _ detail: TransitionDetail, driver: TransitionContext?) {
        self.detail = detail
        self.driver = driver
        container = plan.container
        isInteractive = detail.interactive
        initiallyInteractive = detail.interactive
        switch plan.owner {
        case .presentation where !plan.leaving.contains(plan.container): hiddenView = .from
        case .dismissal where !plan.entering.contains(plan.container): hiddenView = .to
        default: hiddenView = nil
        }
    }

    func begin(
        _ detail: TransitionDetail?, container: Handle, driver: TransitionContext? = nil
    ) {
        self.driver = driver
        self.detail = detail
        self.container = container
        isInteractive = detail?.interactive ?? false
        initiallyInteractive = isInteractive
        phase = .running
        CATransaction.note(end: transitionDuration)
        if driver == nil { runAnimations() }
    }

    /// Runs the animations that were added to the transition. Later calls do nothing.
    func runAnimations() {
        let blocks = animations
        animations = []
        if blocks.isEmpty { return }
        simulation.animating(for: transitionDuration) { for block in blocks { block() } }
    }

    /// Makes the transition interactive again.
    func resumeInteraction() {
        isInteractive = true
        for handler in interactionHandlers { handler(self) }
    }

    func endInteraction(cancelled: Bool) {
        isInteractive = false
        isCancelled = cancelled
        for handler in interactionHandlers { handler(self) }
    }

    /// Calls the completions. Later calls do nothing.
    func complete(finished: Bool) {
        guard phase != .complete else { return }
        if !finished { isCancelled = true }
        phase = .complete
        let blocks = completions
        completions = []
        for block in blocks { block(finished) }
    }
}

extension UIViewController {
    func performTransition(
        from old: UIViewController, to new: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions, animations: (() -> Void)?,
        completion: ((Bool) -> Void)?
    ) {
        guard let id = requireID(), let from = old.requireID(in: simulation),
            let to = new.requireID(in: simulation), let handle
        else { return }
        var command = ControllerTransition()
        command.container = id
        command.from = from
        command.to = to
        command.duration = duration
        command.options = options.transition
        // A running transition ends immediately, with its callbacks and its completion.
        command.interruption = .replace
        simulation.perform(
            command, moving: .container(handle), animated: duration > 0, animations: animations,
            completion: completion)
    }
}
