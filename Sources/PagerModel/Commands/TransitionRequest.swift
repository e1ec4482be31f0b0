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

    public init(
        animated: Bool = true, interactive: Bool = false, interruption: Interruption? = nil,
        duration: Double? = nil, curve: TransitionCurve? = nil, transition: String? = nil
    ) {
        self.animated = animated
        self.interactive = interactive
        self.interruption = interruption
        self.duration = duration
        self.curve = curve
        self.transition = transition
    }

    /// Whether the change is animated. An interactive transition is always animated.
    public var moves: Bool { animated || interactive }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitWithoutStyle(&visitor)
        try visitor.optional("transition", &transition, "the style; default: the container's")
    }

    /// Visits only the options of the animation, for a command that does not start a transition.
    mutating func visitTiming<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("animated", &animated, "whether to animate")
        try visitor.optional("duration", &duration, "seconds; default: 0.4")
        try visitor.optional("curve", &curve, "default: easeInOut")
    }

    /// Visits all fields except `transition`, for a command that declares `transition` elsewhere.
    mutating func visitWithoutStyle<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("animated", &animated, "whether to animate")
        try visitor.defaulted(
            "interactive", &interactive,
            "a client controls it with transition.update, finish and cancel")
        try visitor.optional(
            "interruption", &interruption,
            "if a transition of the container runs; default: replace, but stacks and "
                + "presentations ignore the command, as UIKit does")
        try visitor.optional(
            "duration", &duration, "seconds; default: the container's, or the style's")
        try visitor.optional("curve", &curve, "default: the style's")
    }
}

/// The result of a command that may start a transition.
public struct TransitionReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public init(_ transition: TransitionID?) { self.transition = transition }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.nullable("transition", &transition, "the one that began; null: none")
    }
}

/// The result of a command that creates an object.
public struct IDReply: Fields {
    public var id = Identifier(unchecked: "")

    public init() {}

    public init(_ id: Identifier) { self.id = id }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its id")
    }
}
