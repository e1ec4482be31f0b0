/// The animation options of a command that may start a transition.
///
/// If `transition`, `duration` or `curve` is nil, the container or the transition style determines
/// the value.
public struct TransitionRequest: Fields, Hashable {
    /// Whether to animate: as given, else the command's default.
    public var animated: Bool {
        get { given ?? standard }
        set { given = newValue }
    }
    /// The given value of `animated`. Nil if the command has its default.
    public var given: Bool?
    private var standard = true
    public var interactive = false
    public var interruption: Interruption?
    /// The duration in seconds.
    public var duration: Double?
    public var curve: TransitionCurve?
    /// The name of a transition style.
    public var transition: String?

    public init() {}

    /// Creates a request whose default for `animated` is false.
    static var notAnimated: TransitionRequest {
        var request = TransitionRequest()
        request.standard = false
        return request
    }

    /// Returns the request with the container's default for `animated`, if the container has one.
    public func with(default animated: Bool?) -> TransitionRequest {
        guard let animated, given == nil else { return self }
        var request = self
        request.standard = animated
        return request
    }

    /// Whether the change is animated. An interactive transition is always animated.
    public var moves: Bool { animated || interactive }

    public mutating func visit(_ v: inout some FieldVisitor) {
        visitWithoutStyle(&v)
        v.field("transition", &transition, "the style; default: the container's")
    }

    /// Visits the options of a command that changes a list, whose transition cannot be interactive.
    mutating func visitChange(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven || animated != standard { given = animated }
        v.field("duration", &duration, "seconds; default: the container's, or the style's")
        v.field("curve", &curve, "default: the style's")
        v.field("transition", &transition, "the style; default: the container's")
    }

    /// Visits only the options of the animation, for a command that does not start a transition.
    mutating func visitTiming(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven { given = animated }
        v.field("duration", &duration, "seconds; default: 0.4")
        v.field("curve", &curve, "default: easeInOut")
    }

    /// Visits all fields except `transition`, for a command that declares `transition` elsewhere.
    mutating func visitWithoutStyle(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven || animated != standard { given = animated }
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

/// The result of a command that may animate a change of a list.
public struct ListReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("transition", &transition, "the one that began; absent: none")
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
