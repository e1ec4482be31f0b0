/// A generator of haptic feedback. It only counts how often feedback was requested, for tests.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// The number of times that feedback was requested, for tests.
    public fileprivate(set) var simulatedFeedbackCount = 0

    public override init() {}

    /// Does nothing: there is no haptic hardware to prepare.
    open func prepare() {}
}

open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }

    public let style: FeedbackStyle

    public override convenience init() { self.init(style: .medium) }

    public init(style: FeedbackStyle) {
        self.style = style
        super.init()
    }

    open func impactOccurred() { simulatedFeedbackCount += 1 }
    open func impactOccurred(intensity: CGFloat) { simulatedFeedbackCount += 1 }
}

open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() { simulatedFeedbackCount += 1 }
}

open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable { case success, warning, error }

    open func notificationOccurred(_ type: FeedbackType) { simulatedFeedbackCount += 1 }
}
