/// The styles of changes forward, such as a push, and backward, such as a pop.
public struct MotionStyles: FieldObject, Hashable {
    public var forward: String?
    public var backward: String?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("forward", &forward, "for a push, or for a later tab; default: the container's")
        v.field(
            "backward", &backward, "for a pop, or for an earlier tab; default: `forward`, backwards"
        )
    }

    /// Returns the name of the style for a direction, and whether it is played backwards. Nil for
    /// the container's own style.
    public func style(_ direction: TransitionDirection) -> (name: String, reversed: Bool)? {
        guard direction == .reverse else { return forward.map { ($0, false) } }
        guard let backward else { return forward.map { ($0, true) } }
        return (backward, backward == forward)
    }
}

/// The options of a stack or a tab bar that apply to its transitions, unless a command has its own.
public struct MotionOptions: Declared, Hashable {
    public var transition: MotionStyles?
    public var duration: Double?
    public var curve: TransitionCurve?
    public var animated: Bool?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.ifSet("transition", &transition, "the styles of its changes; default: UIKit's")
        v.ifSet(
            "duration", &duration,
            "seconds of an animated change; default: UIKit's, or that of the style")
        v.ifSet("curve", &curve, "of an animated change; default: that of the style")
        v.ifSet(
            "animated", &animated,
            "whether commands animate that do not say so; default: as each command says")
    }
}
