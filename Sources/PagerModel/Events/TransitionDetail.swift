/// The description of a transition in the event `began`.
public struct TransitionDetail: Sendable, BitwiseCopyable {
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

    public init() {}
}
