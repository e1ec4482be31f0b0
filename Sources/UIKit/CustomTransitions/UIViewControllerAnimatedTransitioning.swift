/// The animator of a transition, which replaces the container's own animation.
@preconcurrency @MainActor
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
    /// Returns the duration of the animation in seconds.
    func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval

    /// Begins the animation. When the animation ends, the animator must call
    /// `completeTransition(_:)` of the context.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)

    /// Returns the interruptible animator of the transition. Each call must return the same object.
    ///
    /// `UIPercentDrivenInteractiveTransition` controls the interruptible animator. If a transition
    /// has such an animator and begins interactively, `animateTransition(using:)` is not called.
    func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> any UIViewImplicitlyAnimating

    /// Called when the transition has ended, after its callbacks and completions [6.5] [10.2].
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    /// The default implementation. Returns a placeholder that stands for "no interruptible
    /// animator".
    public func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> any UIViewImplicitlyAnimating { NoInterruptibleAnimator() }

    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Code for UIKit, where `interruptibleAnimator(using:)` is optional, writes
/// `animator.interruptibleAnimator?(using: context)` or binds the result with `if let`.
extension UIViewControllerAnimatedTransitioning {
    /// Returns the interruptible animator of the transition; nil if the animator does not implement
    /// the method.
    public func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)? {
        let found: any UIViewImplicitlyAnimating = interruptibleAnimator(using: transitionContext)
        return found is NoInterruptibleAnimator ? nil : found
    }

    /// The method `interruptibleAnimator(using:)`. Its result is nil if the animator does not
    /// implement it.
    public var interruptibleAnimator: UIInterruptibleAnimatorMethod? {
        UIInterruptibleAnimatorMethod(animator: self)
    }

    /// The method `animationEnded(_:)`, which UIKit's code calls with a `?`.
    public var animationEnded: ((Bool) -> Void)? { { self.animationEnded($0) } }
}

/// The method `interruptibleAnimator(using:)` of an animator as a value that can be called.
@preconcurrency @MainActor
public struct UIInterruptibleAnimatorMethod {
    fileprivate let animator: any UIViewControllerAnimatedTransitioning

    public func callAsFunction(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)? {
        animator.interruptibleAnimator(using: transitionContext)
    }
}

/// A placeholder that means "no interruptible animator". UIKit does not need such a placeholder,
/// because its method `interruptibleAnimator(using:)` is optional.
private final class NoInterruptibleAnimator: UIViewImplicitlyAnimating {
    let state = UIViewAnimatingState.inactive
    let isRunning = false
    var isReversed = false
    var fractionComplete: CGFloat = 0

    func startAnimation() {}
    func startAnimation(afterDelay delay: TimeInterval) {}
    func pauseAnimation() {}
    func stopAnimation(_ withoutFinishing: Bool) {}
    func finishAnimation(at finalPosition: UIViewAnimatingPosition) {}
}

extension TransitionContext {
    /// The transition's interruptible animator; nil if there is none.
    var interruptibleAnimator: (any UIViewImplicitlyAnimating)? {
        animator.interruptibleAnimator(using: self)
    }
}

/// An interactor: an object that sets the progress of a transition while the transition is
/// interactive.
@preconcurrency @MainActor
public protocol UIViewControllerInteractiveTransitioning: AnyObject {
    /// Begins an interactive transition. Called instead of `animateTransition(using:)`.
    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)

    var completionSpeed: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    /// Whether the transition is interactive from its beginning.
    var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
    public var completionSpeed: CGFloat { 1 }
    public var completionCurve: UIView.AnimationCurve { .easeInOut }
    public var wantsInteractiveStart: Bool { true }
}

/// The views, frames and state of one transition, for its animator.
///
/// A container view controller that calls animators directly must pass them a context: an object of
/// a class that conforms to this protocol.
@preconcurrency @MainActor
public protocol UIViewControllerContextTransitioning: AnyObject {
    /// The view in which the transition takes place.
    var containerView: UIView { get }
    var isAnimated: Bool { get }
    var isInteractive: Bool { get }
    var transitionWasCancelled: Bool { get }
    /// The presentation style; `none` unless a controller is presented or dismissed.
    var presentationStyle: UIModalPresentationStyle { get }
    var targetTransform: CGAffineTransform { get }

    /// Sets the progress of an interactive transition.
    ///
    /// - Parameter percentComplete: the progress, from 0 to 1.
    func updateInteractiveTransition(_ percentComplete: CGFloat)
    func finishInteractiveTransition()
    func cancelInteractiveTransition()
    func pauseInteractiveTransition()

    /// Ends the transition.
    ///
    /// - Parameter didComplete: false if the transition was cancelled.
    func completeTransition(_ didComplete: Bool)

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// Returns the view for the key. Returns nil for the view of a presenting controller if that
    /// view stays in the window during the presentation.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// Returns the start frame of the controller's view, or `.zero` if the frame is not known.
    func initialFrame(for viewController: UIViewController) -> CGRect
    /// Returns the end frame of the controller's view; `.zero` if unknown or if the view is
    /// removed.
    func finalFrame(for viewController: UIViewController) -> CGRect
}

/// A delegate that provides the animators and the presentation controller of a presented
/// controller.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: AnyObject {
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController,
        source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?

    func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?

    func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?

    func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?

    /// Returns the presentation controller for the presentation style `custom`.
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?,
        source: UIViewController
    ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController,
        source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

    public func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }

    public func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }

    public func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }

    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?,
        source: UIViewController
    ) -> UIPresentationController? { nil }
}
