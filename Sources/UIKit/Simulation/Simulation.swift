internal import Containers
internal import Containment
internal import PagerModel

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
    /// The screen of all objects that are made from now on.
    public private(set) static var current = Simulation()

    /// Begins with an empty screen; objects of the one before stay on theirs.
    ///
    /// - Parameter screen: the size of the screen, and of windows by default, in points.
    @discardableResult
    public static func begin(screen: CGSize = CGSize(width: 390, height: 844)) -> Simulation {
        current = Simulation(screen: screen)
        return current
    }

    /// The size of the screen in points.
    public let screenSize: CGSize
    /// What UIKit would raise or log, in order.
    public internal(set) var issues: [Simulation.Issue] = []

    /// The engine at rest. While a command runs, the engine is in that call, and `scene` is
    /// `placeholder`; inside a callback it is here again.
    var scene: Scene
    private let placeholder = Scene()
    private var observer: CallbackObserver?
    private let handlers: EventHandlers

    /// The objects that the engine's handles stand for.
    var objects = ObjectTable()
    /// Events of the engine's log that have been handed on to objects.
    private var delivered = 0
    /// How many commands are running, one in another's callbacks.
    private var depth = 0
    /// Objects whose last owner has let go of them during a command: they stay until it is over.
    var released: [AnyObject] = []
    /// Handles of objects that are gone; their records are removed when the command is over.
    var abandoned: [Handle] = []
    /// The sentences of the trace under way, nil where none is.
    var sentences: [String]?
    var groups: [String]?
    var timers = Timers()
    /// The durations of the animations whose blocks are running, the innermost last.
    var animationDurations: [Double] = []
    var transitions = RunningTransitions()
    /// The controllers that are presented, kept alive until they are dismissed.
    var presented: [Handle: UIViewController] = [:]
    /// The callbacks whose overrides run, the innermost last.
    var callbacks: [(callback: Callback, controller: Handle)] = []
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

    private init(screen: CGSize = CGSize(width: 390, height: 844)) {
        screenSize = screen
        scene = Scene(kinds: Containers.kinds)
        handlers = EventHandlers(scene)
        let observer = CallbackObserver(self)
        self.observer = observer
        scene.setObserver(observer)
    }
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
            issues.append(Simulation.Issue(error))
            return nil
        }
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
        try drive { (engine) throws(CommandError) in try command.run(in: &engine) }
    }

    /// Lets the engine do something, then calls the overrides for the events that it causes.
    func drive<Result, Failure: Error>(
        _ body: (inout Scene) throws(Failure) -> Result
    ) throws(Failure) -> Result {
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

    private func endCommand() {
        record()
        delivered = 0
        // What is released can own more.
        while !released.isEmpty {
            let last = released
            released = []
            withExtendedLifetime(last) {}
        }
        removeAbandoned()
        while !afterCommand.isEmpty { afterCommand.removeFirst()() }
    }

    /// A name for the record of an object: its type's, with a number from the second one on.
    func name(for object: AnyObject) -> Identifier {
        let letters = String(describing: type(of: object)).utf8.filter(Identifier.allows)
        let type = letters.isEmpty ? "object" : String(decoding: letters.prefix(48), as: UTF8.self)
        let number = (names[type] ?? 0) + 1
        names[type] = number
        return Identifier(number == 1 ? type : "\(type)-\(number)") ?? "object"
    }

    func frame(of handle: Handle) -> Frame {
        scene.record(view: handle).frame
    }

    /// Calls the overrides and delegates for the events that have not been delivered. Events that an
    /// override causes are delivered before it returns.
    private func deliver() {
        while delivered < scene.eventCount {
            let event = scene.event(at: delivered)
            delivered += 1
            handlers.handle(event, in: self)
        }
    }

    /// Lets the overrides of a callback run, with the engine at rest here.
    fileprivate func override(_ engine: inout Scene) {
        swap(&engine, &scene)
        deliver()
        swap(&engine, &scene)
    }
}

/// The observer that the engine calls inside each callback.
private final class CallbackObserver: SceneObserver {
    @MainActor private weak var simulation: Simulation?

    @MainActor
    init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        MainActor.assumeIsolated { simulation?.override(&scene) }
    }
}
