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
