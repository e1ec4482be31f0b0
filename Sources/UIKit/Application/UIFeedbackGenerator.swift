/// Feedback to the finger. Nothing is felt; what was asked for is counted.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// How many times feedback has been asked for, for tests.
    public fileprivate(set) var simulatedFeedbackCount = 0

    public override init() {}

    /// Does nothing: there is no engine to warm up.
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
