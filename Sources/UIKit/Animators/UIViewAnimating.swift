public enum UIViewAnimatingState: Int, Sendable {
    /// The animation has not begun, or has ended.
    case inactive
    /// The animation is running or paused.
    case active
    /// The animation was stopped, and `finishAnimation(at:)` has not been called yet.
    case stopped
}

public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

/// An animation that can be paused, scrubbed, reversed and stopped.
@preconcurrency @MainActor
public protocol UIViewAnimating: AnyObject {
    var state: UIViewAnimatingState { get }
    var isRunning: Bool { get }
    /// Whether the animation runs from its end to its start.
    var isReversed: Bool { get set }
    /// The completed fraction of the animation, from 0 to 1, in the direction in which it runs.
    var fractionComplete: CGFloat { get set }

    func startAnimation()
    func startAnimation(afterDelay delay: TimeInterval)
    func pauseAnimation()
    func stopAnimation(_ withoutFinishing: Bool)
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animation to which animation blocks and completion blocks can be added.
@preconcurrency @MainActor
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    func addAnimations(_ animation: @escaping () -> Void)
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

// In UIKit, these methods are optional. Here, each of them has a default implementation.
extension UIViewImplicitlyAnimating {
    public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        addAnimations(animation)
    }

    public func addAnimations(_ animation: @escaping () -> Void) {}
    public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {}

    public func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) { startAnimation() }
}
