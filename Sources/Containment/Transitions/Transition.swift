public import PagerModel

/// Controllers that take part in a transition, such as the entering ones. Allocates memory only for
/// two or more controllers.
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

    /// Calls `body` with the mutable scene and each controller that still exists.
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

/// The animation options of a command, with the index of its style.
public struct TransitionMotion: Sendable, BitwiseCopyable {
    public var animated: Bool
    public var interactive: Bool
    public var interruption: Interruption?
    /// The duration in seconds. If nil, the duration of the container or of the style applies; see
    /// `Scene.setStyle`.
    public var duration: Double?
    /// The timing curve. If nil, the curve of the style applies or, with a built-in style, the
    /// curve that the `TransitionPlan` already has.
    public var curve: TransitionCurve?
    /// The index of the style. If nil, the container's style applies.
    public var style: Int?

    public init(animated: Bool) {
        self.animated = animated
        interactive = false
    }

    /// Creates the options from a request, but leaves the style nil.
    public init(_ request: TransitionRequest) {
        animated = request.animated
        interactive = request.interactive
        interruption = request.interruption
        duration = request.duration
        curve = request.curve
    }
}

/// The plan of a transition that a container kind, a presentation or a client performs.
public struct TransitionPlan: Sendable {
    /// The source of a transition: a container kind, a presentation, a dismissal or a client. The
    /// source determines what the engine does before and after the callbacks.
    public enum Owner: String, Sendable, BitwiseCopyable {
        /// The kind of the container. The engine calls the kind's transition hooks.
        case kind
        case presentation
        case dismissal
        /// A client that called `controller.transition`.
        case client
    }

    public var container: Handle
    public var leaving = TransitionParticipants()
    public var entering = TransitionParticipants()
    /// The leaving controller in the event `began`. If nil, the event contains the first controller
    /// of `leaving`.
    public var from: Handle?
    /// The entering controller in the event `began`. If nil, the event contains the first
    /// controller of `entering`.
    public var to: Handle?
    public var order = AppearanceOrder.transitionFromTo
    /// The index of the transition's style in the scene's `styles`.
    public var style = 0
    public var reversed = false
    public var direction = TransitionDirection.forward
    public var duration = 0.0
    public var curve = TransitionCurve.easeInOut
    public var options: TransitionOptions = []
    public var animated = true
    public var interactive = false
    /// The controllers that become children. They are added before the transition, and `didMove` is
    /// called after it.
    public var joining = TransitionParticipants()
    /// The controllers that stop being children. `willMove(nil)` is called before the transition,
    /// and they are removed after it.
    public var parting = TransitionParticipants()
    /// Whether the transition's callbacks are sent even if the container is not visible [9.3].
    public var evenUnseen = false
    /// The frame of the entering views. Nil if no views are inserted.
    public var frame: Frame?
    /// The frame of each entering view, in order, if the views have different frames. Empty if all
    /// entering views have the frame `frame`.
    public var frames: [Frame] = []
    public var owner = Owner.kind
    /// A number that the container kind can set and read as it needs.
    public var tag = 0
    /// Whether an observer may animate the transition although the command requests no animation.
    public var mayBecomeAnimated = false
    /// Whether the observer, instead of the clock, ends the transition, with
    /// `Scene.complete(_:finished:)`. Archives omit this value, because they omit observers.
    public var isDriven = false
    /// The view into which a presented view without a superview is inserted, or `.none` for the
    /// window. Archives omit this value.
    public var place = Handle.none

    public init(container: Handle) { self.container = container }

    /// Returns the frame that the plan sets for the view of an entering controller. Returns nil if
    /// the plan inserts no views.
    func frame(of controller: Handle) -> Frame? {
        if frames.isEmpty { return frame }
        return entering.controllers.firstIndex(of: controller).map { frames[$0] }
    }
}

/// A running transition.
public struct Transition: Sendable {
    public internal(set) var id: TransitionID
    public var plan: TransitionPlan
    /// Whether the transition runs for some time, because it is animated or interactive. False in a
    /// container that is not visible, unless the container's kind performs the transition
    /// interactively.
    public internal(set) var animated: Bool
    public var progress = 0.0
    public internal(set) var began: Instant
    /// The time of the last update of an interactive transition.
    var touched: Instant
    /// The superview into which a client's transition inserts the entering views. `.none` if no
    /// client started the transition.
    var superview: Handle
    /// The entering controllers that had already appeared before a client's transition began,
    /// because the client inserted their views too early [5.6].
    var alreadyAppeared: TransitionParticipants
    /// Whether `Scene.endInteraction(of:cancelled:)` was called before the transition ended.
    var hasEndedInteraction = false
    /// Whether a later change of the container has ended the transition and determines the final
    /// state. False if the transition ended for another reason, for example because the container
    /// left the screen.
    public internal(set) var isReplaced = false

    public var container: Handle { plan.container }
    public var isInteractive: Bool { plan.interactive && animated }
}

/// The former superview of a presenter's view that a presentation has removed. The view returns to
/// this superview when the presentation ends.
struct Displacement: Sendable {
    var superview: Handle
}
