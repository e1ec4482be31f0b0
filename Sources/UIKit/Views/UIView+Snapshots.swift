extension UIView {
    /// Returns an empty view with the frame and background of this view.
    public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        let snapshot = UIView(frame: frame)
        snapshot.backgroundColor = backgroundColor
        return snapshot
    }

    /// Returns an empty view with the frame `rect` and the background of this view.
    public func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets insets: UIEdgeInsets
    ) -> UIView? {
        let snapshot = UIView(frame: rect)
        snapshot.backgroundColor = backgroundColor
        return snapshot
    }

    /// Draws nothing and returns true.
    @discardableResult
    public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        true
    }

    /// Makes the first responder inside the view resign. Returns false if the responder refuses
    /// and `force` is false.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        if isFirstResponder, !resignFirstResponder(), !force { return false }
        return subviews.allSatisfy { $0.endEditing(force) }
    }

    /// Returns the layout direction: right to left if the attribute forces it, otherwise left to
    /// right.
    public static func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
    }

    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }

    /// Whether animations take time. If false, `animate` calls the completion immediately.
    public static var areAnimationsEnabled: Bool { Simulation.current.areAnimationsEnabled }

    public static func setAnimationsEnabled(_ enabled: Bool) {
        Simulation.current.areAnimationsEnabled = enabled
    }

    /// Does nothing: values change immediately, whatever the curve.
    public static func setAnimationCurve(_ curve: AnimationCurve) {}

    /// Runs all key frames immediately. Calls the completion after the delay and the duration.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: delay, options: [], animations: animations,
            completion: completion)
    }

    /// Runs the animations of a key frame immediately, so that their end values are set in the
    /// order of the calls.
    public static func addKeyframe(
        withRelativeStartTime start: Double, relativeDuration duration: Double,
        animations: @escaping () -> Void
    ) { animations() }

    public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 2)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 4)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 8)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 16)
        public static let calculationModeLinear = KeyframeAnimationOptions([])
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    }
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
