internal import PagerModel

/// An animation of a layer. It starts and ends on the simulation's clock, and does not change the
/// layer.
@preconcurrency @MainActor
open class CAAnimation: NSObject {
    public override init() {}

    /// The duration in seconds; 0 means Core Animation's default of 0.25.
    open var duration: CFTimeInterval = 0
    open var beginTime: CFTimeInterval = 0
    open var repeatCount: Float = 0
    /// A stored value without effect in the simulation.
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var isRemovedOnCompletion = true
    open var fillMode = CAMediaTimingFillMode.removed
    open var timingFunction: CAMediaTimingFunction?
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    /// The delegate. The animation keeps it alive, as in Core Animation.
    open var delegate: (any CAAnimationDelegate)?

    /// The values that `setValue(_:forKey:)` has stored.
    private var ownValues: [TextKey: Any] = [:]

    /// Stores a value under a key; nil removes the value. If a property has the same name, the
    /// property does not change.
    open func setValue(_ value: Any?, forKey key: String) { ownValues[TextKey(key)] = value }

    /// Returns the value that `setValue(_:forKey:)` has stored.
    open func value(forKey key: String) -> Any? { ownValues[TextKey(key)] }

    /// The number of times that the animation was started. A timer stores this number, and does
    /// nothing if the animation has been started again.
    private var starts = 0
    private var isRunning = false

    /// The total duration in seconds, including repetitions and reversals, divided by `speed`.
    var activeDuration: CFTimeInterval {
        let once = duration > 0 ? duration : Thresholds.implicitAnimation
        return once * (autoreverses ? 2 : 1) * CFTimeInterval(max(1, repeatCount))
            / CFTimeInterval(speed > 0 ? speed : 1)
    }

    func start(on layer: CALayer, forKey key: String) {
        starts += 1
        isRunning = true
        let start = starts
        delegate?.animationDidStart(self)
        guard activeDuration < .greatestFiniteMagnitude, repeatCount != .infinity else { return }
        let delay = max(0, beginTime - CACurrentMediaTime())
        CATransaction.note(end: delay + activeDuration)
        Simulation.current.schedule(after: delay + activeDuration) { [weak self, weak layer] in
            guard let self, starts == start, isRunning else { return }
            if isRemovedOnCompletion { layer?.animations.removeAll { $0.animation === self } }
            stop(finished: true)
        }
    }

    func stop(finished: Bool) {
        guard isRunning else { return }
        isRunning = false
        delegate?.animationDidStop(self, finished: finished)
    }
}

@preconcurrency @MainActor
public protocol CAAnimationDelegate: AnyObject {
    func animationDidStart(_ animation: CAAnimation)
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ animation: CAAnimation) {}
    public func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {}
}

open class CAPropertyAnimation: CAAnimation {
    open var keyPath: String?
    open var isAdditive = false
    open var isCumulative = false

    public convenience init(keyPath: String?) {
        self.init()
        self.keyPath = keyPath
    }
}

open class CABasicAnimation: CAPropertyAnimation {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?
}

public let kCATransition = "transition"
public let kCAOnOrderIn = "onOrderIn"
public let kCAOnOrderOut = "onOrderOut"

open class CASpringAnimation: CABasicAnimation {
    open var mass: CGFloat = 1
    open var stiffness: CGFloat = 100
    open var damping: CGFloat = 10
    open var initialVelocity: CGFloat = 0
    /// The time after which less than a thousandth of the distance is left, without a velocity.
    open var settlingDuration: CFTimeInterval {
        CFTimeInterval(damping > 0 ? 2 * mass * 6.9 / damping : .infinity)
    }
}

open class CAKeyframeAnimation: CAPropertyAnimation {
    open var values: [Any]?
    open var keyTimes: [NSNumber]?
    open var path: CGPath?
    open var timingFunctions: [CAMediaTimingFunction]?
    open var calculationMode = CAAnimationCalculationMode.linear
    open var rotationMode: CAAnimationRotationMode?
    open var tensionValues: [NSNumber]?
    open var continuityValues: [NSNumber]?
    open var biasValues: [NSNumber]?
}

public struct CAAnimationCalculationMode: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

public struct CAAnimationRotationMode: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

open class CAAnimationGroup: CAAnimation {
    open var animations: [CAAnimation]?
}

open class CATransition: CAAnimation {
    open var type = CATransitionType.fade
    open var subtype: CATransitionSubtype?
    open var startProgress: Float = 0
    open var endProgress: Float = 1
}

public struct CATransitionType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fade = CATransitionType(rawValue: "fade")
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    public static let push = CATransitionType(rawValue: "push")
    public static let reveal = CATransitionType(rawValue: "reveal")
}

public struct CATransitionSubtype: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

public struct CAMediaTimingFillMode: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

public struct CAMediaTimingFunctionName: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A timing function: a Bézier curve from (0, 0) to (1, 1). The timing functions of layer
/// animations have no effect in the simulation.
public final class CAMediaTimingFunction: Sendable {
    /// The two control points between the ends of the curve.
    public let controlPoints: [CGPoint]

    public init(name: CAMediaTimingFunctionName) {
        let values: (CGFloat, CGFloat, CGFloat, CGFloat) =
            switch name {
            case .easeIn: (0.42, 0, 1, 1)
            case .easeOut: (0, 0, 0.58, 1)
            case .easeInEaseOut: (0.42, 0, 0.58, 1)
            case .default: (0.25, 0.1, 0.25, 1)
            default: (0, 0, 1, 1)
            }
        controlPoints = [
            CGPoint(x: values.0, y: values.1), CGPoint(x: values.2, y: values.3),
        ]
    }

    public init(controlPoints x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
        controlPoints = [
            CGPoint(x: CGFloat(x1), y: CGFloat(y1)), CGPoint(x: CGFloat(x2), y: CGFloat(y2)),
        ]
    }
}

/// A group of layer animations. Its completion block is called when the last animation of the group
/// has ended on the simulation's clock. If the group is empty, `commit()` calls the block.
@preconcurrency @MainActor
public enum CATransaction {
    private struct Level {
        var completion: (@MainActor () -> Void)?
        var duration: CFTimeInterval?
        var disablesActions = false
        /// The time in seconds until the last animation of the group ends; 0 if there are no
        /// animations.
        var end: CFTimeInterval = 0
    }

    private static var levels: [Level] = []

    public static func begin() { levels.append(Level()) }

    /// Ends the innermost transaction. If it is the outermost one, the layout that waits happens
    /// first, as in UIKit.
    public static func commit() {
        if levels.count == 1 { Simulation.current.runWaitingChanges() }
        guard let level = levels.popLast() else { return }
        note(end: level.end)
        guard let completion = level.completion else { return }
        if level.end <= 0 { return completion() }
        Simulation.current.schedule(after: level.end, completion)
    }

    public static func setCompletionBlock(_ block: (@MainActor () -> Void)?) {
        change { $0.completion = block }
    }

    /// Stores the value, which has no effect: layers have no implicit animations here.
    public static func setAnimationDuration(_ duration: CFTimeInterval) {
        change { $0.duration = duration }
    }

    public static func animationDuration() -> CFTimeInterval {
        levels.last?.duration ?? Thresholds.implicitAnimation
    }

    /// Stores the value, which has no effect: layers have no implicit animations here.
    public static func setDisableActions(_ flag: Bool) { change { $0.disablesActions = flag } }

    public static func disableActions() -> Bool { levels.last?.disablesActions ?? false }

    /// Does nothing: timing functions have no effect in the simulation.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}

    /// Does nothing: nothing is drawn.
    public static func flush() {}

    private static func change(_ body: (inout Level) -> Void) {
        guard !levels.isEmpty else { return }
        body(&levels[levels.count - 1])
    }

    /// Adds a started animation to the transaction.
    ///
    /// - Parameter end: the time until the animation ends, in seconds.
    static func note(end: CFTimeInterval) {
        change { $0.end = max($0.end, end) }
    }
}

/// A timer that fires sixty times a second on the simulation's clock. It stays alive until it is
/// removed or invalidated, like a display link in a run loop.
@preconcurrency @MainActor
open class CADisplayLink: NSObject {
    /// A closure that calls the method of the target; nil after `invalidate()`, which releases the
    /// target.
    private var call: (@MainActor (CADisplayLink) -> Void)?
    private var isAdded = false

    /// Creates a display link that calls a method with the link as its argument.
    ///
    /// - Parameters:
    ///   - target: The object on which the method is called. The link keeps it alive until
    ///     `invalidate()` is called.
    ///   - selector: the unbound method, such as `MyController.tick`.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> (CADisplayLink) -> Void
    ) {
        call = { selector(target)($0) }
        super.init()
    }

    /// Creates a display link that calls a parameterless method of `target`.
    ///
    /// - Parameter selector: the unbound method, such as `MyController.tick`.
    public init<Target: AnyObject>(
        target: Target, selector: @escaping @MainActor (Target) -> () -> Void
    ) {
        call = { _ in selector(target)() }
        super.init()
    }

    init(calling body: @escaping @MainActor (CADisplayLink) -> Void) {
        call = body
        super.init()
    }

    open var isPaused = false
    /// A stored value without effect: the link fires sixty times a second.
    open var preferredFramesPerSecond = 0
    /// A stored value without effect.
    open var preferredFrameRateRange = CAFrameRateRange.default
    /// The time of the last frame, in seconds on the simulation's clock.
    open private(set) var timestamp: CFTimeInterval = 0
    open var duration: CFTimeInterval { 1.0 / 60 }
    open var targetTimestamp: CFTimeInterval { timestamp + duration }

    /// Starts the display link. The run loop and the mode are ignored.
    open func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        guard !isAdded, call != nil else { return }
        isAdded = true
        schedule()
    }

    open func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) { isAdded = false }

    open func invalidate() {
        call = nil
        isAdded = false
    }

    private func schedule() {
        Simulation.current.schedule(after: duration) { [self] in
            guard isAdded else { return }
            timestamp = CACurrentMediaTime()
            if !isPaused { call?(self) }
            if isAdded { schedule() }
        }
    }
}

/// A range of frames a second.
public struct CAFrameRateRange: Hashable, Sendable {
    public var minimum: Float
    public var maximum: Float
    public var preferred: Float?

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
    }

    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}
