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
        if !completed { transitionWasCancelled = true }
        animator.animationEnded(completed)
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
        if !didComplete { transitionWasCancelled = true }
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
