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
    public var duration: CGFloat { CGFloat(context?.coordinator?.transitionDuration ?? 0) }
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
