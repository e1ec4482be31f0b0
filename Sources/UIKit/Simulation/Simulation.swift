internal import Containers
internal import Containment
internal import PagerModel
internal import Synchronization

/// The screen that classes of this module live on: one engine, its virtual time, and what it has
/// told.
///
///     let simulation = Simulation.begin()
///     let window = UIWindow()
///     window.rootViewController = FivePagesViewController()
///     window.makeKeyAndVisible()
///     #expect(simulation.trace { simulation.advance(by: .seconds(0.3)) } == [...])
///
/// Nothing sleeps: animations, transitions and their completions happen in `advance(by:)`. What is
/// called between two advances is one cycle of the run loop, and its layout comes at its end.
@preconcurrency @MainActor
public final class Simulation {
    /// Begins with an empty screen; objects of the one before stay on theirs.
    ///
    /// - Parameter screen: the size of the screen, and of windows by default, in points.
    @discardableResult
    public static func begin(screen: CGSize = CGSize(width: 390, height: 844)) -> Simulation {
        current = Simulation(screen: screen)
        return current
    }

    /// The size of the screen in points.
    public internal(set) var screenSize: CGSize
    /// What UIKit would raise or log, in order.
    public internal(set) var issues: [Simulation.Issue] = []

    /// The engine at rest. While a command runs, the engine is in that call, and `scene` is
    /// `placeholder`; inside a callback it is here again. A daemon's engine is here only while the
    /// daemon calls objects.
    var scene: Scene
    private let placeholder = Scene()
    /// Whether the engine is a daemon's.
    let isHosted: Bool
    private(set) var observer: CallbackObserver?
    /// Made when the first event is delivered, by the events that the engine declares.
    private lazy var handlers = EventHandlers(scene)

    /// The objects that the engine's handles stand for.
    var objects = ObjectTable()
    /// Events of the engine that have been handed on to objects, since it was made.
    private var delivered = 0
    /// How many commands are running, one in another's callbacks.
    private var depth = 0
    /// What only a daemon's engine needs.
    var hosting = Hosting()
    /// Objects whose last owner has let go of them during a command: they stay until it is over.
    var released: [AnyObject] = []
    /// Handles of objects that are gone; their records are removed when the command is over.
    nonisolated let abandoned = Mutex<[Handle]>([])
    /// Those among them that the engine still uses.
    var undestroyed: [Handle] = []
    /// The sentences of the trace under way, nil where none is.
    var sentences: [String]?
    var groups: [String]?
    var timers = Timers()
    /// The durations of the animations whose blocks are running, the innermost last.
    var animationDurations: [Double] = []
    /// What notes the changes of views, the innermost last.
    var recorders: [ChangeRecorder] = []
    /// Where the completions of animations wait that begin now, nil where none does.
    var heldAnimations: HeldAnimations?
    var transitions = RunningTransitions()
    var resizing = Resizing()
    /// The controllers that are presented, kept alive until they are dismissed.
    var presented: [Handle: UIViewController] = [:]
    /// The presentation controllers of those that the command under way has dismissed.
    var dismissed: [Handle: UIPresentationController] = [:]
    /// The presentation whose `presentationTransitionWillBegin` runs.
    var beginningPresentation: UIPresentationController?
    /// The callbacks whose overrides run, the innermost last.
    var callbacks: [(callback: Callback, controller: Handle)] = []
    /// Objects that commands name which wait for the end of callbacks.
    var waitingObjects: [AnyObject] = []
    /// Blocks that wait for the end of the command under way.
    var afterCommand: [() -> Void] = []
    var waitingForLayout: [WeakView] = []
    /// The windows of the screen, in the order in which they were made.
    var windows: [WeakView] = []
    var bars = ControllerBars()
    /// Whether `UIView.animate` takes time.
    var areAnimationsEnabled = true
    /// How many times interaction has been switched off without being switched on again.
    var ignoredInteractions = 0
    /// The fingers on the screen and the recognizers that receive them.
    let touchSequence = TouchSequence()
    /// Whether views of a controller's new view are moved to the controller's record, which is no
    /// move for them.
    var isMovingRecords = false
    /// How many records there have been of each type.
    private var names = TextDictionary<Int>()

    init(
        screen: CGSize = CGSize(width: 390, height: 844), isHosted: Bool = false
    ) {
        screenSize = screen
        self.isHosted = isHosted
        scene = isHosted ? placeholder : Scene(kinds: Containers.kinds)
        let observer = CallbackObserver(self)
        self.observer = observer
        if !isHosted { scene.setObserver(observer) }
    }

    /// The simulation on the engine of this process's daemon.
    static let hosted = Simulation(isHosted: true)
}

// MARK: - Commands

extension Simulation {
    /// Carries out a command and calls the overrides for the events that it causes. Inside a callback
    /// the command is carried out at that point.
    ///
    /// - Returns: nil where it is refused, which is an issue then, or put off: inside a callback the
    ///   commands of containers wait until the callbacks are over.
    @discardableResult
    func perform<C: SceneCommand>(_ command: C) -> C.Reply? {
        if C.reactionTiming == .afterCallbacks, let place = deferring {
            scene.postpone(command, in: place.callback, of: place.controller)
            return nil
        }
        do throws(CommandError) {
            return try attempt(command)
        } catch {
            report(Simulation.Issue(error))
            return nil
        }
    }

    /// Carries out commands that name objects. Those objects stay until the commands are over that wait
    /// for the end of callbacks.
    func keeping(_ objects: [AnyObject], _ body: () -> Void) {
        if deferring != nil { waitingObjects += objects }
        withExtendedLifetime(objects, body)
    }

    /// The callback whose override runs, with its controller; nil outside of callbacks, and while a
    /// view is loaded, where commands of containers take effect at once.
    var deferring: (callback: Callback, controller: Handle)? {
        guard let last = callbacks.last, last.callback != .loadView, last.callback != .viewDidLoad
        else { return nil }
        return last
    }

    /// - Throws: the refusal; nothing has changed then.
    func attempt<C: SceneCommand>(_ command: C) throws(CommandError) -> C.Reply {
        guard depth < Simulation.nesting else { throw nestedTooDeep }
        return try drive { (engine) throws(CommandError) in try command.run(in: &engine) }
    }

    /// Lets the engine do something, then calls the overrides for the events that it causes.
    func drive<Result, Failure: Error>(
        _ body: (inout Scene) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isHosted, depth == 0 { endOutsideOfCall() }
        var engine = placeholder
        swap(&engine, &scene)
        depth += 1
        defer {
            swap(&engine, &scene)
            deliver()
            depth -= 1
            if depth == 0 { endCommand() }
        }
        return try body(&engine)
    }

    /// Whether code may call the engine once more from inside callbacks; otherwise an issue says
    /// that it may not.
    func mayNest() -> Bool {
        if depth < Simulation.nesting { return true }
        report(Simulation.Issue(nestedTooDeep))
        return false
    }

    /// How many commands may run in one another's callbacks: UIKit would overflow the stack.
    private static let nesting = 32

    private var nestedTooDeep: CommandError {
        CommandError(
            .limitExceeded,
            "callbacks are nested \(Simulation.nesting) deep: an override causes the callback that "
                + "it is called in")
    }

    private func endCommand() {
        record()
        release()
        while !afterCommand.isEmpty { afterCommand.removeFirst()() }
    }

    /// Lets go of what the commands have released, and of its records.
    func release() {
        // What is released can own more.
        while !released.isEmpty {
            let last = released
            released = []
            withExtendedLifetime(last) {}
        }
        removeAbandoned()
    }

    /// A name for the record of an object: its type's, with a number from the second one on. Clients
    /// of a daemon may have taken some.
    func name(for object: AnyObject) -> Identifier {
        let letters = String(describing: type(of: object)).utf8.filter(Identifier.allows)
        let type = letters.isEmpty ? "object" : String(decoding: letters.prefix(48), as: UTF8.self)
        var number = names[type] ?? 0
        var name = type
        repeat {
            number += 1
            name = number == 1 ? type : "\(type)-\(number)"
        } while scene.find(name) != nil
        names[type] = number
        return Identifier(name) ?? "object"
    }

    func frame(of handle: Handle) -> Frame {
        scene.record(view: handle).frame
    }

    /// Calls the overrides and delegates for the events that have not been delivered. Events that an
    /// override causes are delivered before it returns.
    func deliver() {
        // A daemon drains its events by itself.
        delivered = max(delivered, scene.drainedEvents)
        while delivered < scene.eventTotal {
            let event = scene.event(at: delivered)
            delivered += 1
            handlers.handle(event, in: self)
        }
    }

    /// Lets objects act inside of a call of the engine, which is at rest here meanwhile.
    func enter<Result>(_ engine: inout Scene, _ body: () -> Result) -> Result {
        let outer = Simulation.current
        Simulation.current = self
        swap(&engine, &scene)
        depth += 1
        defer {
            depth -= 1
            swap(&engine, &scene)
            Simulation.current = outer
        }
        return body()
    }
}

extension Scene {
    /// Lets objects act inside of a call of a daemon's engine. Returns nil where it has no objects.
    @MainActor
    mutating func enter<Result>(_ body: (Simulation) -> Result) -> Result? {
        guard let simulation = (observer as? CallbackObserver)?.simulation else { return nil }
        return simulation.enter(&self) { body(simulation) }
    }
}

/// The observer that the engine calls inside each callback.
final class CallbackObserver: SceneObserver {
    @MainActor private(set) weak var simulation: Simulation?

    @MainActor
    init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        MainActor.assumeIsolated { _ = scene.enter { $0.deliver() } }
    }

    func sceneWillEndTurn(_ scene: inout Scene) -> Bool {
        MainActor.assumeIsolated {
            guard simulation?.isHosted == true else { return false }
            return scene.enter { $0.endTurn() } ?? false
        }
    }

    func sceneDidReachDeadline(_ scene: inout Scene) {
        MainActor.assumeIsolated { _ = scene.enter { $0.runTimers() } }
    }

    func hasObject(for subject: Handle) -> Bool {
        MainActor.assumeIsolated { simulation?.hasObject(for: subject) ?? false }
    }

    func scene(_ scene: inout Scene, willAdapt container: Handle) {
        MainActor.assumeIsolated {
            _ = scene.enter { simulation in
                simulation.deliver()
                let split = simulation.objects.controller(container) as? UISplitViewController
                split?.prepareToAdapt()
            }
        }
    }

    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {
        MainActor.assumeIsolated {
            _ = scene.enter { simulation in
                simulation.deliver()
                simulation.chooseAnimators(of: &plan, as: transition)
            }
        }
    }
}
