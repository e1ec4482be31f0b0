/// Moves the animations of an animator by a percentage, and lets them run on from there.
///
/// The animator's `animateTransition(using:)` is called when the transition begins. The completions of
/// what it animates wait until `finish()` or `cancel()`. After `cancel()` the views have the values
/// that they had before these animations.
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

    /// Takes hold of the animation again. It stays where it is until `finish()` or `cancel()`.
    open func pause() { foreign?.pauseInteractiveTransition() }

    /// Lets the rest of the animation run, and the transition be completed.
    open func finish() {
        guard let transition = foreign else { return }
        transition.finishInteractiveTransition()
        animations?.resume(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }

    /// Lets the animation run back, and the transition be cancelled.
    open func cancel() {
        guard let transition = foreign else { return }
        transition.cancelInteractiveTransition()
        animations?.reverse(from: percentComplete * duration, speed: completionSpeed)
        animations = nil
    }
}
