/// The description of a transition in the event `began`.
public struct TransitionDetail: Declared, BitwiseCopyable {
    public var transition = TransitionID(0)
    public var from = Handle.none
    public var to = Handle.none
    /// The index of the transition style in the engine's list of styles.
    public var style = 0
    /// Whether the style's tracks are played backwards.
    public var reversed = false
    public var direction = TransitionDirection.forward
    public var duration = 0.0
    public var curve = TransitionCurve.linear
    public var options: TransitionOptions = []
    public var animated = false
    public var interactive = false

    @inlinable public init() {}

    /// Declares the members of the event. The style and the names are those that clients see, so
    /// that only descriptions can be made from this function.
    public mutating func visit(_ v: inout some FieldVisitor) {
        var (from, to): (Identifier?, Identifier?)
        var (style, tracks) = ("", Tracks())
        v.required("transition", &transition, "its id in all events and commands")
        v.required("from", &from, "the controller that leaves")
        v.required("to", &to, "the controller that appears")
        v.required("style", &style, "its name")
        v.required("direction", &direction, "along or against the order of the pages")
        v.required("duration", &duration, "seconds; 0: not animated")
        v.required("curve", &curve, "the timing curve")
        v.required("options", &options, "the options of the command")
        v.required("animated", &animated, "whether it is animated")
        v.required("interactive", &interactive, "a client sets the progress")
        v.required(
            "tracks", &tracks, "keyframes of both sides, in the direction of this transition")
    }
}
