/// A view animation that can be paused, scrubbed, reversed and stopped. It runs on the
/// simulation's clock.
///
/// As with UIKit's model layers, the properties of the views have their end values as soon as the
/// animation begins. If the animation is stopped, the properties get their values on screen at
/// that time. If the animation ends at its start, for example because it is reversed, the
/// properties get their start values back. Only frames, bounds, transforms and alphas are restored;
/// other properties keep their end values.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
    /// One uninterrupted part of the animation, which runs from one position to another. Position 0
    /// is the animation's start, and 1 is its end.
    private struct Run {
        let from: Double
        let target: Double
        /// The time at which this part of the animation begins, in seconds on the simulation's
        /// clock.
        let begin: Double
        let duration: Double

        func fraction(at time: Double) -> Double {
            guard duration > 0 else { return time >= begin ? target : from }
            let part = min(max((time - begin) / duration, 0), 1)
            return from + (target - from) * part
        }
    }

    let simulation = Simulation.current
    public private(set) var timingParameters: (any UITimingCurveProvider)?
    /// The duration in seconds. A spring that was created from physical values determines its own
    /// duration.
    public let duration: TimeInterval
    /// The delay before the start, in seconds.
    public private(set) var delay: TimeInterval = 0
    /// A stored value without effect in the simulation.
    open var isUserInteractionEnabled = true
    /// A stored value without effect in the simulation.
    open var isManualHitTestingEnabled = false
    /// Whether the animation can be paused, scrubbed and stopped. Set it before the animation
    /// begins.
    open var isInterruptible = true
    /// Whether the progress of a paused animation equals `fractionComplete`. If false, the progress
    /// is the value of the timing curve at `fractionComplete`.
    open var scrubsLinearly = true
    /// Whether the animation pauses at its end and stays active. Its completions are then not
    /// called.
    open var pausesOnCompletion = false

    public private(set) var state = UIViewAnimatingState.inactive
    public var isRunning: Bool { run != nil }

    private var blocks: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var changes: [AnimatedView] = []
    private var run: Run?
    /// The position at which the animation is paused, from 0 to 1.
    private var pausedPosition = 0.0
    /// A number that changes whenever the animation starts, pauses or ends. A timer does nothing if
    /// the number has changed since the timer was started.
    private var runs = 0

    public required init(
        duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider
    ) {
        self.duration = parameters.springTimingParameters?.settlingDuration ?? max(0, duration)
        timingParameters = parameters
        super.init()
    }

    public convenience init(
        duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 first: CGPoint, controlPoint2 second: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration,
            timingParameters: UICubicTimingParameters(controlPoint1: first, controlPoint2: second))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// Creates an animator and starts it.
    @discardableResult
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> Self {
        let animator = self.init(
            duration: duration,
            timingParameters: UICubicTimingParameters(animationCurve: options.curve))
        animator.addAnimations(animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    // MARK: blocks

    /// Adds a block that runs when the animation begins. If the animation is already active, the
    /// block runs immediately, and its changes are animated over the remaining time.
    ///
    /// - Parameter delayFactor: ignored, because the end values are set immediately.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        switch state {
        case .inactive: blocks.append(animation)
        case .active: animate([animation], for: abs(target - fraction) * duration)
        case .stopped: refuse("addAnimations(_:) must not be called on a stopped animator")
        }
    }

    open func addAnimations(_ animation: @escaping () -> Void) {
        addAnimations(animation, delayFactor: 0)
    }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    private func animate(_ blocks: [() -> Void], for duration: Double) {
        if blocks.isEmpty { return }
        changes += simulation.recordingChanges {
            simulation.animating(for: duration) { for block in blocks { block() } }
        }
    }

    // MARK: progress

    open var isReversed = false {
        didSet {
            guard isReversed != oldValue, state == .active, isRunning else { return }
            rest()
            runToTarget()
        }
    }

    private var fraction: Double { run?.fraction(at: simulation.seconds) ?? pausedPosition }
    private var target: Double { isReversed ? 0 : 1 }

    /// The completed fraction of the animation, from 0 to 1, in the direction in which it runs.
    /// Setting it makes an inactive animation active and paused.
    open var fractionComplete: CGFloat {
        get { CGFloat(isReversed ? 1 - fraction : fraction) }
        set {
            guard mayInterrupt("fractionComplete") else { return }
            activate()
            guard state == .active else { return }
            let fraction = Double(min(max(newValue, 0), 1))
            let wasRunning = isRunning
            rest()
            pausedPosition = isReversed ? 1 - fraction : fraction
            if wasRunning { runToTarget() }
        }
    }

    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        guard state != .stopped else {
            return refuse("startAnimation() must not be called on a stopped animator")
        }
        activate()
        if isRunning { return }
        self.delay = max(0, delay)
        runToTarget(after: self.delay)
    }

    open func pauseAnimation() {
        guard state != .stopped else {
            return refuse("pauseAnimation() must not be called on a stopped animator")
        }
        guard mayInterrupt("pauseAnimation()") else { return }
        activate()
        rest()
    }

    /// Continues a paused animation.
    ///
    /// - Parameters:
    ///   - parameters: the timing curve of the rest of the animation; nil keeps the current curve.
    ///   - durationFactor: the duration of the rest of the animation, as a fraction of the
    ///     animator's duration; 0 keeps the remaining time.
    open func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {
        guard state == .active, !isRunning else { return }
        if let parameters { timingParameters = parameters }
        runToTarget(duration: durationFactor > 0 ? duration * Double(durationFactor) : nil)
    }

    /// Stops the animation at its current position, and sets the views to their values at that
    /// position.
    ///
    /// - Parameter withoutFinishing: true to make the animator inactive without calling its
    ///   completions; false if `finishAnimation(at:)` will be called.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active, mayInterrupt("stopAnimation(_:)") else { return }
        let isPaused = !isRunning
        rest()
        let part =
            isPaused && scrubsLinearly
            ? pausedPosition : timingParameters?.progress(at: pausedPosition) ?? pausedPosition
        for change in changes {
            change.start.interpolated(to: change.end, by: CGFloat(part)).apply(to: change.view)
        }
        state = .stopped
        if withoutFinishing { becomeInactive() }
    }

    /// Gives the views of a stopped animation their values at `finalPosition`, and calls the
    /// completions.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else {
            return refuse(
                "finishAnimationAtPosition: should only be called on a stopped animator!")
        }
        end(at: finalPosition)
    }

    // MARK: runs

    private func activate() {
        guard state == .inactive else { return }
        state = .active
        pausedPosition = isReversed ? 1 : 0
        animate(blocks, for: duration)
        blocks = []
    }

    /// Pauses the animation at its current position.
    private func rest() {
        pausedPosition = fraction
        run = nil
        runs += 1
    }

    /// Runs the animation from its current position to its end or, if the animation is reversed, to
    /// its start.
    ///
    /// - Parameter duration: The duration of this part of the animation, in seconds. If nil, it is
    ///   the remaining fraction of the animator's duration.
    private func runToTarget(after delay: Double = 0, duration: Double? = nil) {
        let rest = duration ?? self.duration * abs(target - pausedPosition)
        run = Run(
            from: pausedPosition, target: target, begin: simulation.seconds + delay, duration: rest)
        runs += 1
        let number = runs
        CATransaction.note(end: delay + rest)
        if let held = simulation.heldAnimations {
            return held.complete(after: delay + rest) { [self] finished in
                if number == runs { arrive(finished ? target : 0) }
            }
        }
        // The scheduled block keeps the animator alive until the run ends.
        simulation.schedule(after: delay + rest) { [self] in
            if number == runs { arrive(target) }
        }
    }

    private func arrive(_ fraction: Double) {
        rest()
        pausedPosition = fraction
        if pausesOnCompletion { return }
        end(at: fraction == 0 ? .start : .end)
    }

    private func end(at position: UIViewAnimatingPosition) {
        for change in changes where position != .current {
            (position == .start ? change.start : change.end).apply(to: change.view)
        }
        let ended = completions
        becomeInactive()
        for completion in ended { completion(position) }
    }

    private func becomeInactive() {
        state = .inactive
        changes = []
        completions = []
        pausedPosition = 0
    }

    // MARK: misuse

    private func mayInterrupt(_ call: String) -> Bool {
        if isInterruptible || state != .active { return true }
        refuse("\(call) must not be called on an animator that is not interruptible")
        return false
    }

    private func refuse(_ text: String) {
        simulation.report(
            Simulation.Issue(text: text, exception: "NSInternalInconsistencyException"))
    }

    isolated deinit {
        if state == .inactive { return }
        refuse(
            "It is an error to release a paused or stopped property animator. Property animators "
                + "must either finish animating or be explicitly stopped and finished before they "
                + "can be released.")
    }
}

extension UIView.AnimationOptions {
    fileprivate var curve: UIView.AnimationCurve {
        UIView.AnimationCurve(rawValue: Int(rawValue >> 16 & 0xf)) ?? .easeInOut
    }
}

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

public enum UITimingCurveType: Int, Sendable { case builtin, cubic, spring, composed }

/// The timing curve of an animation. If an animation is stopped before its end, the curve
/// determines which intermediate values its views get.
@preconcurrency @MainActor
public protocol UITimingCurveProvider: AnyObject {
    var timingCurveType: UITimingCurveType { get }
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// A timing curve in the form of a Bézier curve from (0, 0) to (1, 1).
@preconcurrency @MainActor
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
    public let animationCurve: UIView.AnimationCurve
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint
    public let timingCurveType: UITimingCurveType

    public convenience override init() { self.init(animationCurve: .easeInOut) }

    public init(animationCurve: UIView.AnimationCurve) {
        let points = CAMediaTimingFunction(name: animationCurve.function).controlPoints
        self.animationCurve = animationCurve
        (controlPoint1, controlPoint2) = (points[0], points[1])
        timingCurveType = .builtin
    }

    public init(controlPoint1: CGPoint, controlPoint2: CGPoint) {
        animationCurve = .easeInOut
        self.controlPoint1 = controlPoint1
        self.controlPoint2 = controlPoint2
        timingCurveType = .cubic
    }

    open var cubicTimingParameters: UICubicTimingParameters? { self }
    open var springTimingParameters: UISpringTimingParameters? { nil }

    /// Returns the progress of the animation when a fraction `time` (0 to 1) of its duration has
    /// passed.
    func progress(at time: Double) -> Double {
        let (x1, y1) = (Double(controlPoint1.x), Double(controlPoint1.y))
        let (x2, y2) = (Double(controlPoint2.x), Double(controlPoint2.y))
        var (low, high) = (0.0, 1.0)
        // x increases with the parameter of the curve, so bisection finds the parameter for `time`.
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.value(middle, x1, x2) < time { low = middle } else { high = middle }
        }
        return Self.value((low + high) / 2, y1, y2)
    }

    private static func value(_ t: Double, _ first: Double, _ second: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}

/// The timing parameters of a spring. The simulation uses an ease-out curve for intermediate
/// values.
@preconcurrency @MainActor
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
    public let initialVelocity: CGVector
    /// The time in seconds until the spring settles; nil if the duration of the animator is used
    /// instead.
    let settlingDuration: TimeInterval?

    /// Creates the spring that UIKit uses for navigation and presentation.
    public convenience override init() {
        self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
    }

    public init(dampingRatio: CGFloat, initialVelocity: CGVector) {
        self.initialVelocity = initialVelocity
        settlingDuration = nil
    }

    public convenience init(dampingRatio: CGFloat) {
        self.init(dampingRatio: dampingRatio, initialVelocity: .zero)
    }

    /// Creates a spring from physical values, which also determine the duration of the animation.
    /// The animation ends when only a thousandth of the distance remains.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity: CGVector) {
        self.initialVelocity = initialVelocity
        let (mass, stiffness, damping) = (Double(mass), Double(stiffness), Double(damping))
        let decay = damping / (2 * mass)
        let discriminant = decay * decay - stiffness / mass
        let slowest = discriminant > 0 ? decay - discriminant.squareRoot() : decay
        settlingDuration = slowest > 0 ? log(1000) / slowest : nil
    }

    public var timingCurveType: UITimingCurveType { .spring }
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    open var springTimingParameters: UISpringTimingParameters? { self }
}

extension UIView.AnimationCurve {
    var function: CAMediaTimingFunctionName {
        switch self {
        case .easeInOut: .easeInEaseOut
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        case .linear: .linear
        }
    }
}

extension UITimingCurveProvider {
    /// Returns the progress of the animation when a fraction `time` (0 to 1) of its duration has
    /// passed.
    func progress(at time: Double) -> Double {
        let cubic = cubicTimingParameters ?? UICubicTimingParameters(animationCurve: .easeOut)
        return cubic.progress(at: time)
    }
}
