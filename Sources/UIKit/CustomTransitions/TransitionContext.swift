internal import Containment
internal import PagerModel

/// The context of one transition that an animator drives. It exists from the time when the engine
/// plans the transition until the transition has ended.
@MainActor
final class TransitionContext: UIViewControllerContextTransitioning {
    /// One of the two controllers of the transition, with the frames of its view at the start and
    /// the end of the transition.
    struct Side {
        var controller: UIViewController?
        /// Whether the view enters or leaves the container; false for a view that stays where it
        /// is.
        var isMoving = true
        var initialFrame = CGRect.zero
        var finalFrame = CGRect.zero
    }

    private unowned let simulation: Simulation
    let id: TransitionID
    let animator: any UIViewControllerAnimatedTransitioning
    let interactor: (any UIViewControllerInteractiveTransitioning)?
    let containerView: UIView
    let presentationStyle: UIModalPresentationStyle
    private let from: Side
    private let to: Side
    private(set) weak var coordinator: TransitionCoordinator?

    private(set) var isInteractive = false
    private(set) var transitionWasCancelled = false
    private var hasEnded = false

    init(
        _ simulation: Simulation, _ id: TransitionID,
        animator: any UIViewControllerAnimatedTransitioning,
        interactor: (any UIViewControllerInteractiveTransitioning)?, in containerView: UIView,
        style: UIModalPresentationStyle, from: Side, to: Side
    ) {
        self.simulation = simulation
        self.id = id
        self.animator = animator
        self.interactor = interactor
        self.containerView = containerView
        presentationStyle = style
        self.from = from
        self.to = to
        isInteractive = interactor?.wantsInteractiveStart ?? false
    }

    var isAnimated: Bool { true }
    var targetTransform: CGAffineTransform { .identity }

    func viewController(
        forKey key: UITransitionContextViewControllerKey
    ) -> UIViewController? {
        switch key {
        case .from: from.controller
        case .to: to.controller
        default: nil
        }
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? {
        switch key {
        case .from: view(of: from)
        case .to: view(of: to)
        default: nil
        }
    }

    private func view(of side: Side) -> UIView? {
        guard side.isMoving, let controller = side.controller else { return nil }
        return controller.activePresentation?.presentedView ?? controller.view
    }

    func initialFrame(for viewController: UIViewController) -> CGRect {
        side(of: viewController)?.initialFrame ?? .zero
    }

    func finalFrame(for viewController: UIViewController) -> CGRect {
        side(of: viewController)?.finalFrame ?? .zero
    }

    private func side(of controller: UIViewController) -> Side? {
        [from, to].first { $0.controller === controller }
    }

    /// Returns true if this is the context of a presentation or dismissal and `view` is the
    /// presenting controller's view. An animator cannot move that view to a different superview.
    func keeps(_ view: UIView) -> Bool {
        guard presentationStyle != .none, let owner = view.owner else { return false }
        return side(of: owner) != nil && owner.viewIfLoaded === view
            && owner.presentedViewController != nil && owner.activePresentation == nil
    }

    // MARK: progress

    /// Starts the interactor if the transition is interactive, otherwise the animator.
    func start(_ coordinator: TransitionCoordinator) {
        self.coordinator = coordinator
        if let interactor, isInteractive {
            interactor.startInteractiveTransition(self)
        } else {
            (interactor as? UIPercentDrivenInteractiveTransition)?.follow(self)
            animator.animateTransition(using: self)
            simulation.expectEnd(of: self, within: coordinator.transitionDuration)
        }
        coordinator.runAnimations()
    }

    /// Marks the transition as ended, and calls `animationEnded(_:)` of the animator.
    func end(completed: Bool) {
        hasEnded = true
        isInteractive = false
        if !completed {
            transitionWasCancelled = true
            restoreStack()
        }
        animator.animationEnded(completed)
    }

    private func restoreStack() {
        (containerView.owner as? UINavigationController)?.cancelInteraction()
    }

    var isRunning: Bool { !hasEnded }

    func updateInteractiveTransition(_ percentComplete: CGFloat) {
        guard isInteractive, !hasEnded else { return }
        let progress = min(max(Double(percentComplete), 0), 1)
        coordinator?.percentComplete = CGFloat(progress)
        guard coordinator?.initiallyInteractive == true else { return }
        simulation.perform(
            TransitionUpdate {
                $0.id = id
                $0.progress = progress
            })
    }

    func finishInteractiveTransition() { endInteraction(cancelled: false) }

    func cancelInteractiveTransition() { endInteraction(cancelled: true) }

    private func endInteraction(cancelled: Bool) {
        guard isInteractive, !hasEnded else { return }
        isInteractive = false
        transitionWasCancelled = cancelled
        if coordinator?.initiallyInteractive == true {
            simulation.drive { $0.endInteraction(of: id, cancelled: cancelled) }
        } else {
            coordinator?.endInteraction(cancelled: cancelled)
        }
    }

    func pauseInteractiveTransition() {
        guard !isInteractive, !hasEnded else { return }
        isInteractive = true
        coordinator?.resumeInteraction()
    }

    func completeTransition(_ didComplete: Bool) {
        guard !hasEnded else { return }
        coordinator?.runAnimations()
        if !didComplete {
            transitionWasCancelled = true
            restoreStack()
        }
        simulation.drive { $0.complete(id, finished: didComplete) }
    }
}

extension Simulation {
    /// Schedules a check 10 s after the end of `duration`. The check reports an issue if the
    /// transition is still running and is not interactive.
    fileprivate func expectEnd(of context: TransitionContext, within duration: Double) {
        schedule(after: duration + Self.patience) { [weak self, weak context] in
            guard let self, let context, context.isRunning, !context.isInteractive else { return }
            report(
                Issue(
                    text: "\(type(of: context.animator)) has not called completeTransition(_:) "
                        + "\(Int(Self.patience)) s after its duration of \(duration) s; the "
                        + "transition runs until it does"))
        }
    }

    /// The time in seconds that the animator may take beyond its duration before an issue is
    /// reported.
    private static let patience = 10.0
}

/// The animations of an interactive transition. The completions of the animations are not called
/// until `resume` or `reverse` has been called.
@MainActor
final class HeldAnimations {
    private unowned let simulation: Simulation
    /// The completion block of each animation, with the time in seconds from the start to the end
    /// of the animation.
    private var completions: [(time: Double, block: (Bool) -> Void)] = []
    /// The views that the animations have changed, with their values at the start and the end of
    /// each animation.
    private var changed: [AnimatedView] = []

    init(_ simulation: Simulation) { self.simulation = simulation }

    /// Runs the block of an animation and records the changed views.
    func animate(_ block: () -> Void) { changed += simulation.recordingChanges(block) }

    func complete(after time: Double, _ block: @escaping (Bool) -> Void) {
        completions.append((time, block))
    }

    /// Continues the animations from their state `time` seconds after the start. Calls the
    /// completion of each animation when the animation ends.
    func resume(from time: CGFloat, speed: CGFloat) {
        for completion in completions {
            let rest = max(0, completion.time - Double(time)) / Double(max(speed, 0.01))
            simulation.schedule(after: rest) { completion.block(true) }
        }
    }

    /// Runs the animations backwards from their state `time` seconds after the start. Then restores
    /// the values that the views had before the animations, and calls the completions.
    func reverse(from time: CGFloat, speed: CGFloat) {
        let rest = Double(time) / Double(max(speed, 0.01))
        simulation.schedule(after: rest) { [self] in
            for change in changed.reversed() { change.start.apply(to: change.view) }
            for completion in completions { completion.block(false) }
        }
    }
}

extension Simulation {
    /// Runs `body` and returns the animations that it begins. Their completions are not called
    /// until the animations are resumed or reversed.
    func holdingAnimations(_ body: () -> Void) -> HeldAnimations {
        let held = HeldAnimations(self)
        let outer = heldAnimations
        heldAnimations = held
        body()
        heldAnimations = outer
        return held
    }
}

/// An interactor for a transition. Code sets the progress of the transition with `update(_:)`.
///
/// The interactor calls the animator's `animateTransition(using:)` when the transition begins. The
/// completions of the animator's animations wait until `finish()` or `cancel()`. `cancel()`
/// restores the values that the views had before the animations.
///
/// If the animator has an interruptible animator, the interactor does not call
/// `animateTransition(using:)`. It pauses and continues the interruptible animator, and sets its
/// progress. Such an interactor can also pause a transition that did not begin interactively.
@preconcurrency @MainActor
open class UIPercentDrivenInteractiveTransition: UIViewControllerInteractiveTransitioning {
    public init() {}

    /// The duration of the animation in seconds.
    open var duration: CGFloat { CGFloat(context?.coordinator?.transitionDuration ?? 0) }
    /// The progress of the transition, from 0 to 1.
    public private(set) var percentComplete: CGFloat = 0
    /// The speed of the rest of the animation, as a multiple of the animator's speed.
    open var completionSpeed: CGFloat = 1
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// The timing curve of the rest of the animation. If nil, the animator's curve applies.
    open var timingCurve: (any UITimingCurveProvider)?
    open var wantsInteractiveStart = true

    private weak var context: TransitionContext?
    private weak var foreign: (any UIViewControllerContextTransitioning)?
    private var animations: HeldAnimations?
    /// The interruptible animator that this object controls; nil if there is none.
    private var interruptible: (any UIViewImplicitlyAnimating)?

    /// Stores the context of a transition that may become interactive later.
    func follow(_ context: TransitionContext) {
        percentComplete = 0
        self.context = context
        foreign = context
        interruptible = nil
    }

    open func startInteractiveTransition(
        _ transitionContext: any UIViewControllerContextTransitioning
    ) {
        percentComplete = 0
        context = transitionContext as? TransitionContext
        foreign = transitionContext
        interruptible = nil
        guard let context else { return }
        if let animator = context.interruptibleAnimator {
            interruptible = animator
            animator.pauseAnimation()
            animator.addAnimations { context.coordinator?.runAnimations() }
            return
        }
        animations = Simulation.current.holdingAnimations {
            context.animator.animateTransition(using: context)
            context.coordinator?.runAnimations()
        }
    }

    /// Sets the progress of the transition.
    ///
    /// - Parameter percentComplete: the progress, from 0 to 1.
    open func update(_ percentComplete: CGFloat) {
        guard let transition = foreign else { return }
        self.percentComplete = min(max(percentComplete, 0), 1)
        interruptible?.fractionComplete = self.percentComplete
        transition.updateInteractiveTransition(self.percentComplete)
    }

    /// Makes the transition interactive again: the animation stops until `finish()` or `cancel()`.
    open func pause() {
        foreign?.pauseInteractiveTransition()
        guard let animator = interruptible ?? context?.interruptibleAnimator else { return }
        interruptible = animator
        animator.pauseAnimation()
        percentComplete = animator.fractionComplete
    }

    /// Runs the rest of the animation, then completes the transition.
    open func finish() {
        guard let transition = foreign else { return }
        transition.finishInteractiveTransition()
        proceed(rest: 1 - percentComplete)
        animations?.resume(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }

    /// Continues the interruptible animator.
    ///
    /// - Parameter rest: the fraction of the animation that remains.
    private func proceed(rest: CGFloat) {
        interruptible?.continueAnimation(
            withTimingParameters: timingCurve, durationFactor: rest / max(completionSpeed, 0.01))
    }

    /// Runs the animation backwards, then cancels the transition.
    open func cancel() {
        guard let transition = foreign else { return }
        transition.cancelInteractiveTransition()
        interruptible?.isReversed = true
        proceed(rest: percentComplete)
        animations?.reverse(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }
}
