public import PagerModel

/// The controllers on one side of a transition; none and one take no allocation.
public enum TransitionParticipants: Sendable {
    case empty
    case one(Handle)
    case several([Handle])

    public init() { self = .empty }

    public init(_ controller: Handle) {
        self = controller.isNone ? .empty : .one(controller)
    }

    public init(_ controllers: [Handle]) {
        switch controllers.count {
        case 0: self = .empty
        case 1: self = .one(controllers[0])
        default: self = .several(controllers)
        }
    }

    public var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }

    public var first: Handle {
        switch self {
        case .empty: .none
        case .one(let controller): controller
        case .several(let controllers): controllers[0]
        }
    }

    public var controllers: [Handle] {
        switch self {
        case .empty: []
        case .one(let controller): [controller]
        case .several(let controllers): controllers
        }
    }

    public func contains(_ controller: Handle) -> Bool {
        switch self {
        case .empty: false
        case .one(let own): own == controller
        case .several(let controllers): controllers.contains(controller)
        }
    }

    /// Calls the body for each controller that still exists, with the scene to change.
    @inline(__always)
    func forEachMutating(_ scene: inout Scene, _ body: (inout Scene, Handle) -> Void) {
        switch self {
        case .empty: break
        case .one(let controller):
            if scene.isAlive(controller) { body(&scene, controller) }
        case .several(let controllers):
            for controller in controllers where scene.isAlive(controller) {
                body(&scene, controller)
            }
        }
    }
}

/// How a command that starts a transition wants to move, with the style found by its name.
public struct TransitionMotion: Sendable, BitwiseCopyable {
    public var animated: Bool
    public var interactive: Bool
    public var interruption: Interruption?
    /// Seconds; nil for the container's, else the style's.
    public var duration: Double?
    /// Nil for the style's.
    public var curve: TransitionCurve?
    /// Index into the styles; nil for the container's.
    public var style: Int?

    public init(animated: Bool) {
        self.animated = animated
        interactive = false
    }

    /// The request without its style.
    public init(_ request: TransitionRequest) {
        animated = request.animated
        interactive = request.interactive
        interruption = request.interruption
        duration = request.duration
        curve = request.curve
    }
}

/// What a container, a presentation or a client wants to happen between two sides.
public struct TransitionPlan: Sendable {
    /// Who takes part in what happens around the callbacks.
    public enum Owner: String, Sendable, BitwiseCopyable {
        /// The container's kind, through its hooks.
        case kind
        case presentation
        case dismissal
        /// `controller.transition`.
        case client
    }

    public var container: Handle
    public var leaving = TransitionParticipants()
    public var entering = TransitionParticipants()
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
    public var joining = TransitionParticipants()
    /// Who stops being a child with it: willMove(nil) before, removeFromParent after.
    public var parting = TransitionParticipants()
    /// Whether the callbacks are sent even where the container cannot be seen [9.3].
    public var evenUnseen = false
    /// Where the entering views go and the rectangle they get; nil where nothing is installed.
    public var frame: Frame?
    /// The rectangles of the entering views where they get different ones: one for each.
    public var frames: [Frame] = []
    public var owner = Owner.kind
    /// The kind's own note to itself.
    public var tag = 0
    /// Whether an observer may animate the transition where the command does not. The code that starts
    /// any other transition without animation can rely on its being over at once.
    public var mayBecomeAnimated = false
    /// Whether the observer ends the transition, by `Scene.complete(_:finished:)`, and not the clock.
    /// Archives leave it out, as they do observers.
    public var isDriven = false
    /// The view into which a presented view goes, where it has no superview yet; none for the window.
    /// Archives leave it out.
    public var place = Handle.none

    public init(container: Handle) { self.container = container }

    /// The rectangle that one of the entering views gets.
    func frame(of controller: Handle) -> Frame? {
        if frames.isEmpty { return frame }
        return entering.controllers.firstIndex(of: controller).map { frames[$0] }
    }
}

/// A transition under way.
public struct Transition: Sendable {
    public internal(set) var id: TransitionID
    public var plan: TransitionPlan
    /// Whether it takes time: asked for, and the container can be seen.
    public internal(set) var animated: Bool
    public var progress = 0.0
    public internal(set) var began: Instant
    /// When an interactive one was last moved.
    var touched: Instant
    /// Where the views of a client's transition are.
    var superview: Handle
    /// Entering controllers that were there already when it began [5.6].
    var untimely: TransitionParticipants
    /// Whether its interaction has ended before it: `Scene.endInteraction(of:cancelled:)`.
    var hasEndedInteraction = false
    /// Whether a later change of the container has ended it: that one tells where the container comes
    /// to rest. False where it ended for another reason, such as leaving the screen.
    public internal(set) var isReplaced = false

    public var container: Handle { plan.container }
    public var isInteractive: Bool { plan.interactive && animated }
}

/// Where a presenter's view belongs while a presentation has taken it out.
struct Displacement: Sendable {
    var superview: Handle
}
