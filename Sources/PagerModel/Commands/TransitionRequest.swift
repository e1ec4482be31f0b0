/// How a command that may start a transition wants to move.
///
/// What it leaves out comes from the container, and what the container leaves out from the style.
public struct TransitionRequest: Fields, Hashable {
    public var animated = true
    public var interactive = false
    public var interruption: Interruption?
    /// Seconds.
    public var duration: Double?
    public var curve: TransitionCurve?
    /// The name of a style.
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

    /// Interactive implies animated.
    public var moves: Bool { animated || interactive }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitWithoutStyle(&visitor)
        try visitor.optional("transition", &transition, "a style, else the container's")
    }

    /// Visits the fields of the animation alone, for a command that starts no transition.
    mutating func visitTiming<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("animated", &animated, "whether it takes time")
        try visitor.optional("duration", &duration, "seconds where it is animated; else 0.4")
        try visitor.optional("curve", &curve, "how progress follows time; else easeInOut")
    }

    /// Visits all fields but `transition`, for a command that declares that one in another place.
    mutating func visitWithoutStyle<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("animated", &animated, "whether it takes time")
        try visitor.defaulted(
            "interactive", &interactive,
            "waits for transition.update, finish and cancel instead of the clock")
        try visitor.optional(
            "interruption", &interruption,
            "what to do when the container is in a transition already")
        try visitor.optional(
            "duration", &duration,
            "seconds where it is animated; else the container's, else the style's")
        try visitor.optional("curve", &curve, "how progress follows time; else the style's")
    }
}

/// The answer of commands that may start a transition.
public struct TransitionReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public init(_ transition: TransitionID?) { self.transition = transition }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.nullable("transition", &transition, "the transition, null when nothing moved")
    }
}

/// The answer of commands that make something.
public struct IDReply: Fields {
    public var id = Identifier(unchecked: "")

    public init() {}

    public init(_ id: Identifier) { self.id = id }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "its name, chosen or assigned")
    }
}
