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
    /// Whether a transition without animation ends after the commit of the run loop's cycle. The
    /// observer sets it. Archives omit this value, because no cycle is open then.
    public var isHeld = false
    /// The view into which a presented view without a superview is inserted, or `.none` for the
    /// window. Archives omit this value.
    public var superview = Handle.none

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

extension TransitionParticipants: Archived {
    public mutating func visit(_ archive: inout Archive) {
        // The count alone distinguishes none, one and several controllers.
        var controllers = controllers
        controllers.visit(&archive)
        if archive.isReading { self = TransitionParticipants(controllers) }
    }
}

extension TransitionPlan {
    mutating func visit(_ archive: inout Archive) {
        container.visit(&archive)
        leaving.visit(&archive)
        entering.visit(&archive)
        archive.visit(&from)
        archive.visit(&to)
        archive.visit(&order)
        archive.visit(style: &style)
        reversed.visit(&archive)
        archive.visit(&direction)
        duration.visit(&archive)
        archive.visit(&curve)
        archive.visit(&options)
        animated.visit(&archive)
        interactive.visit(&archive)
        joining.visit(&archive)
        parting.visit(&archive)
        evenUnseen.visit(&archive)
        archive.visit(&frame)
        frames.visit(&archive)
        archive.visit(&owner)
        tag.visit(&archive)
        archive.require(
            frames.isEmpty || frames.count == entering.controllers.count,
            "the frames of a transition do not match its entering controllers")
    }
}

extension Transition {
    /// Creates a placeholder, whose properties are set when an archive is read.
    private init() {
        self.init(
            id: TransitionID(), plan: TransitionPlan(container: .none), animated: false,
            began: .zero, touched: .zero, superview: .none, alreadyAppeared: .empty)
    }

    mutating func visit(_ archive: inout Archive) {
        id.visit(&archive)
        plan.visit(&archive)
        animated.visit(&archive)
        progress.visit(&archive)
        began.visit(&archive)
        touched.visit(&archive)
        superview.visit(&archive)
        alreadyAppeared.visit(&archive)
    }

    /// Archives the running transitions in the order of their start.
    static func visit(_ running: inout [TransitionID: Transition], _ archive: inout Archive) {
        var list = running.values.sorted { $0.id < $1.id }
        archive.visit(&list, new: Transition()) { $0.visit(&$1) }
        guard archive.isReading else { return }
        running = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
        archive.require(running.count == list.count, "a transition runs twice")
    }
}

extension Presentation: Archived {
    init() {
        self.init(
            presenter: .none, style: .automatic, removesPresentersView: false, transitionStyle: 0)
    }

    mutating func visit(_ archive: inout Archive) {
        presenter.visit(&archive)
        archive.visit(&style)
        removesPresentersView.visit(&archive)
        archive.visit(style: &transitionStyle)
    }
}

extension Displacement: Archived {
    init() { self.init(superview: .none) }

    mutating func visit(_ archive: inout Archive) { superview.visit(&archive) }
}

extension Deadline: Archived {
    init() { self.init(time: .zero, serial: 0, purpose: .end(TransitionID())) }

    mutating func visit(_ archive: inout Archive) {
        time.visit(&archive)
        serial.visit(&archive)
        purpose.visit(&archive)
    }
}

extension Deadline.Purpose {
    mutating func visit(_ archive: inout Archive) {
        var (number, transition, controller, token) = parts
        number.visit(&archive)
        switch number {
        case 0:
            transition.visit(&archive)
            self = .end(transition)
        case 1:
            transition.visit(&archive)
            self = .idle(transition)
        case 2:
            controller.visit(&archive)
            token.visit(&archive)
            self = .kind(controller, token: token)
        case 3:
            controller.visit(&archive)
            token.visit(&archive)
            self = .resize(controller, number: token)
        case 4: self = .observer
        default: archive.fail("no kind of deadline has the number \(number)")
        }
    }

    /// The archived form of a deadline's purpose: the number of the enumeration case, and one value
    /// for each type of associated value. A value that the case does not use is empty or 0.
    private var parts: (UInt8, TransitionID, Handle, UInt64) {
        switch self {
        case .end(let id): (0, id, .none, 0)
        case .idle(let id): (1, id, .none, 0)
        case .kind(let controller, let token): (2, TransitionID(), controller, token)
        case .resize(let window, let number): (3, TransitionID(), window, number)
        case .observer: (4, TransitionID(), .none, 0)
        }
    }
}

/// The information that is kept about an ended transition. It has the fields of a
/// `TransitionRecord` except the tracks (the animated properties), which are determined by the
/// style.
struct EndedTransition: Sendable {
    /// The id of the transition.
    var id = TransitionID(0)
    var container = Identifier(unchecked: "")
    var from: Identifier?
    var to: Identifier?
    var style = 0
    var reversed = false
    var direction = TransitionDirection.forward
    var duration = 0.0
    var curve = TransitionCurve.easeInOut
    var options: TransitionOptions = []
    var animated = false
    var interactive = false
    var progress = 0.0
    var began = Instant.zero
    var ended = Instant.zero
    var outcome = TransitionOutcome.completed
    /// Whether the entering controllers are visible after the transition.
    var showsEntering = true
}

/// The most recently ended transitions, kept so that a client without a subscription can query
/// their outcome.
///
/// They are divided into several arrays (chunks). If a transition ends after the scene was copied,
/// only one of these arrays must be copied.
struct EndedTransitions: Sendable {
    private var chunks: [[EndedTransition]] = []
    private var count = 0

    private static let chunk = 32

    /// Appends a transition, which must have ended after all transitions in the list. Removes the
    /// oldest chunk if the other chunks contain at least `Limits.endedTransitions` transitions.
    /// O(number of chunks).
    mutating func append(_ transition: EndedTransition) {
        if let last = chunks.indices.last, chunks[last].count < Self.chunk {
            chunks[last].append(transition)
        } else {
            var next: [EndedTransition] = []
            next.reserveCapacity(Self.chunk)
            next.append(transition)
            chunks.append(next)
        }
        count += 1
        if count - chunks[0].count >= Limits.endedTransitions {
            count -= chunks.removeFirst().count
        }
    }

    /// The latest transitions, newest first, at most `Limits.endedTransitions`.
    private var latest: some Sequence<EndedTransition> {
        chunks.reversed().lazy.flatMap { $0.reversed() }.prefix(Limits.endedTransitions)
    }

    /// The ended transition with the given id, or nil if it is no longer kept.
    /// O(`Limits.endedTransitions`).
    subscript(id: TransitionID) -> EndedTransition? { latest.first { $0.id == id } }

    /// Removes the transitions for which `isUnwanted` returns true. O(`Limits.endedTransitions`).
    mutating func removeAll(where isUnwanted: (EndedTransition) -> Bool) {
        let kept = latest.reversed().filter { !isUnwanted($0) }
        self = EndedTransitions()
        for transition in kept { append(transition) }
    }

    mutating func visit(_ archive: inout Archive) {
        var list = Array(latest.reversed())
        archive.visit(&list, new: EndedTransition()) { $0.visit(&$1) }
        archive.require(
            list.count <= Limits.endedTransitions,
            "there are \(list.count) ended transitions, but at most \(Limits.endedTransitions) are "
                + "kept")
        guard archive.isReading else { return }
        archive.require(
            Set<TransitionID>(list.map(\.id)).count == list.count, "a transition has ended twice")
        self = EndedTransitions()
        for transition in list { append(transition) }
    }
}

extension EndedTransition {
    mutating func visit(_ archive: inout Archive) {
        id.visit(&archive)
        var name = Optional(container)
        Self.visit(&name, &archive)
        container = name ?? container
        archive.require(name != nil, "an ended transition has no container")
        Self.visit(&from, &archive)
        Self.visit(&to, &archive)
        archive.visit(style: &style)
        reversed.visit(&archive)
        archive.visit(&direction)
        duration.visit(&archive)
        archive.visit(&curve)
        archive.visit(&options)
        animated.visit(&archive)
        interactive.visit(&archive)
        progress.visit(&archive)
        began.visit(&archive)
        ended.visit(&archive)
        archive.visit(&outcome)
        showsEntering.visit(&archive)
    }

    /// Archives a name. Nil is archived as an empty string.
    private static func visit(_ name: inout Identifier?, _ archive: inout Archive) {
        var text = name?.text ?? ""
        text.visit(&archive)
        guard archive.isReading else { return }
        name = Identifier(text)
        archive.require(
            text.isEmpty || name != nil, "an ended transition has the invalid name \(quoted(text))")
    }
}

extension Scene {
    /// Records the outcome of a transition. O(1).
    mutating func remember(
        _ transition: Transition, _ outcome: TransitionOutcome, showsEntering: Bool
    ) {
        var ended = EndedTransition()
        ended.id = transition.id
        ended.container = Identifier(unchecked: self[transition.container].name)
        ended.from = identifier(transition.plan.from ?? transition.plan.leaving.first)
        ended.to = identifier(transition.plan.to ?? transition.plan.entering.first)
        ended.style = transition.plan.style
        ended.reversed = transition.plan.reversed
        ended.direction = transition.plan.direction
        ended.duration = transition.plan.duration
        ended.curve = transition.plan.curve
        ended.options = transition.plan.options
        ended.animated = transition.animated
        ended.interactive = transition.isInteractive
        ended.progress = transition.progress
        ended.began = transition.began
        ended.ended = now
        ended.outcome = outcome
        ended.showsEntering = showsEntering
        state.ended.append(ended)
    }

    /// Returns the record of a recently ended transition, or nil if it is no longer kept.
    func ended(_ id: TransitionID) -> TransitionRecord? {
        guard let ended = state.ended[id] else { return nil }
        var record = TransitionRecord()
        record.id = ended.id
        record.container = ended.container
        record.from = ended.from
        record.to = ended.to
        record.style = styles[ended.style].name
        let tracks = styles[ended.style].tracks
        record.tracks = ended.reversed ? tracks.reversed : tracks
        record.direction = ended.direction
        record.duration = ended.duration
        record.curve = ended.curve
        record.options = ended.options
        record.animated = ended.animated
        record.interactive = ended.interactive
        record.progress =
            ended.interactive
            ? ended.progress
            : ended.curve.progress(
                after: ended.ended.seconds - ended.began.seconds, of: ended.duration)
        record.began = ended.began.seconds
        record.ended = ended.ended.seconds
        record.outcome = ended.outcome
        record.selected = ended.showsEntering ? ended.to : ended.from
        return record
    }
}
