public import PagerModel

/// One or more controllers on one side of a transition; two without an allocation.
public struct Cast: Sendable {
    public private(set) var first = Handle.none
    public private(set) var second = Handle.none
    private var others: [Handle] = []

    public init() {}

    public init(_ controller: Handle) { first = controller }

    public init(_ controllers: [Handle]) {
        first = controllers.first ?? .none
        second = controllers.dropFirst().first ?? .none
        others = Array(controllers.dropFirst(2))
    }

    public var isEmpty: Bool { first.isNone }

    public var controllers: [Handle] {
        (first.isNone ? [] : [first]) + (second.isNone ? [] : [second]) + others
    }

    public func contains(_ controller: Handle) -> Bool {
        first == controller || second == controller || others.contains(controller)
    }

    func forEach(_ body: (Handle) -> Void) {
        if !first.isNone { body(first) }
        if !second.isNone { body(second) }
        for other in others { body(other) }
    }
}

/// What a container, a presentation or a client wants to happen between two sides.
public struct TransitionPlan: Sendable {
    /// Who takes part in what happens around the callbacks.
    public enum Owner: Sendable, BitwiseCopyable {
        /// The container's kind, through its hooks.
        case kind
        case presentation
        case dismissal
        /// `controller.transition`.
        case client
    }

    public var container: Handle
    public var leaving = Cast()
    public var entering = Cast()
    /// Who is named in `began`, where it is not the first of each side.
    public var from: Handle?
    public var to: Handle?
    public var order = AppearanceOrder.transitionFromTo
    /// Index into the styles.
    public var style = 0
    public var reversed = false
    public var direction = TransitionDirection.forward
    public var duration = 0.0
    public var curve = TransitionCurve.easeInOut
    public var options: TransitionOptions = []
    public var animated = true
    public var interactive = false
    /// Who becomes a child with the transition: addChild before, didMove after.
    public var joining = Cast()
    /// Who stops being a child with it: willMove(nil) before, removeFromParent after.
    public var parting = Cast()
    /// Whether the callbacks are sent even where the container cannot be seen [9.3].
    public var evenUnseen = false
    /// Where the entering views go and the rectangle they get; nil where nothing is installed.
    public var frame: Frame?
    public var owner = Owner.kind
    /// The kind's own note to itself.
    public var tag = 0

    public init(container: Handle) { self.container = container }
}

/// A transition under way.
public struct Transition: Sendable {
    public let id: TransitionID
    public var plan: TransitionPlan
    /// Whether it takes time: asked for, and the container can be seen.
    public let animated: Bool
    public var progress = 0.0
    public let began: Instant
    /// When an interactive one was last moved.
    var touched: Instant
    /// Where the views of a client's transition are.
    var superview = Handle.none
    /// Entering controllers that were there already when it began [5.6].
    var untimely: [Handle] = []

    public var container: Handle { plan.container }
    public var isInteractive: Bool { plan.interactive && animated }
}

/// Where a presenter's view belongs while a presentation has taken it out.
struct Displacement: Sendable {
    var superview: Handle
}
