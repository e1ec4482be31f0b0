/// An interactive transition that runs an animator's animations up to a percentage.
///
/// It calls the animator's `animateTransition(using:)` when the transition begins. The completions of
/// these animations wait until `finish()` or `cancel()`. `cancel()` restores the values that the views
/// had before the animations.
@preconcurrency @MainActor
open class UIPercentDrivenInteractiveTransition: UIViewControllerInteractiveTransitioning {
    public init() {}

    /// The duration of the animation in seconds.
    public var duration: CGFloat { CGFloat(context?.coordinator?.transitionDuration ?? 0) }
    /// 0 to 1.
    public private(set) var percentComplete: CGFloat = 0
    /// The speed of the rest of the animation; 1 is the animator's.
    open var completionSpeed: CGFloat = 1
    open var completionCurve = UIView.AnimationCurve.easeInOut
    open var wantsInteractiveStart = true

    private weak var context: TransitionContext?
    private weak var foreign: (any UIViewControllerContextTransitioning)?
    private var animations: HeldAnimations?

    open func startInteractiveTransition(
        _ transitionContext: any UIViewControllerContextTransitioning
    ) {
        percentComplete = 0
        context = transitionContext as? TransitionContext
        foreign = transitionContext
        guard let context else { return }
        animations = Simulation.current.holdingAnimations(in: context.containerView) {
            context.animator.animateTransition(using: context)
            context.coordinator?.runAnimations()
        }
    }

    /// - Parameter percentComplete: 0 to 1.
    open func update(_ percentComplete: CGFloat) {
        guard let transition = foreign else { return }
        self.percentComplete = min(max(percentComplete, 0), 1)
        transition.updateInteractiveTransition(self.percentComplete)
    }

    /// Makes the transition interactive again: the animation stops until `finish()` or `cancel()`.
    open func pause() { foreign?.pauseInteractiveTransition() }

    /// Runs the rest of the animation, then completes the transition.
    open func finish() {
        guard let transition = foreign else { return }
        transition.finishInteractiveTransition()
        animations?.resume(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }

    /// Runs the animation backwards, then cancels the transition.
    open func cancel() {
        guard let transition = foreign else { return }
        transition.cancelInteractiveTransition()
        animations?.reverse(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }
}
