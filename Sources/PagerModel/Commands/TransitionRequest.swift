/// The animation options of a command that may start a transition.
///
/// If `transition`, `duration` or `curve` is nil, the container or the transition style determines
/// the value.
public struct TransitionRequest: Fields, Hashable {
    public var animated = true
    public var interactive = false
    public var interruption: Interruption?
    /// The duration in seconds.
    public var duration: Double?
    public var curve: TransitionCurve?
    /// The name of a transition style.
    public var transition: String?

    public init() {}

    /// Whether the change is animated. An interactive transition is always animated.
    public var moves: Bool { animated || interactive }

    public mutating func visit(_ v: inout some FieldVisitor) {
        visitWithoutStyle(&v)
        v.field("transition", &transition, "the style; default: the container's")
    }

    /// Visits only the options of the animation, for a command that does not start a transition.
    mutating func visitTiming(_ v: inout some FieldVisitor) {
        v.field("animated", &animated, "whether to animate")
        v.field("duration", &duration, "seconds; default: 0.4")
        v.field("curve", &curve, "default: easeInOut")
    }

    /// Visits all fields except `transition`, for a command that declares `transition` elsewhere.
    mutating func visitWithoutStyle(_ v: inout some FieldVisitor) {
        v.field("animated", &animated, "whether to animate")
        v.field(
            "interactive", &interactive,
            "a client controls it with transition.update, finish and cancel")
        v.field(
            "interruption", &interruption,
            "if a transition of the container runs; default: replace, but stacks and "
                + "presentations ignore the command, as UIKit does")
        v.field("duration", &duration, "seconds; default: the container's, or the style's")
        v.field("curve", &curve, "default: the style's")
    }
}

/// The result of a command that may start a transition.
public struct TransitionReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("transition", &transition, "the one that began; null: none")
    }
}

/// The result of a command that creates an object.
public struct IDReply: Fields {
    public var id = Identifier(unchecked: "")

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "its id")
    }
}
