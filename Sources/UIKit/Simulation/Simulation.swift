internal import Containers
internal import Containment
internal import ContainmentTesting
internal import PagerModel
internal import Synchronization

/// A simulated screen with its engine, its virtual time and the issues that were reported.
///
///     let simulation = Simulation.begin()
///     let window = UIWindow()
///     window.rootViewController = FivePagesViewController()
///     window.makeKeyAndVisible()
///     #expect(simulation.trace { simulation.advance(by: .seconds(0.3)) } == [...])
///
/// Nothing sleeps: animations, transitions and their completions happen in `advance(by:)`. The code
/// between two calls of `advance(by:)` runs in one cycle of the run loop. What UIKit does later in
/// the cycle, such as the beginning of a push and layout, happens at the end of the cycle, which
/// `advance(by:)` and `finishCycle()` reach.
@preconcurrency @MainActor
public final class Simulation {
    /// Begins a simulation with an empty screen. Existing objects stay in the previous simulation.
    ///
    /// - Parameters:
    ///   - screen: The size of the screen, and of windows by default, in points.
    ///   - moments: Whether calls do a part of their work later in the run loop's cycle, as in
    ///     UIKit, or all of it at once.
    @discardableResult
    public static func begin(
        screen: CGSize = CGSize(width: 390, height: 844), moments: Moments = .uikit
    ) -> Simulation {
        current = Simulation(screen: screen, moments: moments)
        return current
    }

    let moments: Moments
    /// The simulated phone; nil if nothing covers the screen and bars have no size.
    public let device: Device?
    let hasDevice: Bool

    /// The size of the screen in points.
    public internal(set) var screenSize: CGSize
    /// The mistakes for which UIKit would raise an exception or log a message, in order.
    public internal(set) var issues: [Simulation.Issue] = []

    /// The content of storyboards, by their names.
    public var storyboards: [String: Storyboard] = [:]
    /// The content of nib files, by their names: closures that get the file's owner, set its
    /// outlets and return the objects of the nib.
    public var nibs: [String: @MainActor (_ owner: Any?) -> [Any]] = [:]

    /// The engine. A running command has exclusive access to the engine, so this property is
    /// `placeholder` while a command runs. During the callbacks of the command, this property is
    /// the engine again. In a daemon, it is the engine only while view controllers are called.
    private(set) var scene: Scene
    private let placeholder = Simulation.empty
    /// An empty scene with UIKit's containers. It is made once, and each simulation changes its own
    /// copy.
    private static let empty = Scene(kinds: Containers.kinds)
    /// Whether the engine belongs to a daemon.
    let isHosted: Bool
    private(set) var observer: CallbackObserver?
    /// The handlers of the events that the engine declares. Created when the first event is
    /// delivered.
    private lazy var handlers = EventHandlers(scene)

    /// The controller that is moving to a new parent, while `addChild` of the new parent calls the
    /// controller's `removeFromParent()`. Nil at all other times.
    var removing: UIViewController?
    /// The view that code is inserting beside bars, and its index among the other subviews.
    var placing: (view: UIView, index: Int)?
    /// The views and view controllers of the engine's records.
    let objects = ObjectTable()
    /// The number of the engine's events that have been delivered to view controllers.
    private var delivered = 0
    /// The number of operations of the engine that are running, each inside a callback of the
    /// previous one.
    private var depth = 0
    /// The part of the state that is used only in a daemon.
    let hosting = Hosting()
    /// Objects that commands have released. They are kept alive until the outermost command ends.
    var released: [AnyObject] = []
    /// Handles of the records of objects that no longer exist. The records are removed when the
    /// current command ends.
    nonisolated let abandoned = Mutex<[Handle]>([])
    /// The handles of the records that the engine still uses, although their objects no longer
    /// exist. These records are removed later.
    var undestroyed: [Handle] = []
    /// The callbacks of the current trace as text; nil if no trace is running.
    var sentences: [String]?
    var groups: [String]?
    var timers = Timers()
    /// The durations of the animations whose blocks are running, in seconds, the innermost last.
    var animationDurations: [Double] = []
    /// The change recorders whose blocks are running, the innermost last.
    var recorders: [ChangeRecorder] = []
    /// The animations of the interactive transition that is beginning; nil at all other times.
    var heldAnimations: HeldAnimations?
    var transitions = RunningTransitions()
    var resizing = Resizing()
    /// The controllers that are presented, kept alive until they are dismissed.
    var presented: [Handle: UIViewController] = [:]
    /// The presentation controllers of the presentations that the current command has ended. The
    /// keys are the handles of the presented controllers.
    var dismissed: [Handle: UIPresentationController] = [:]
    /// The presentation whose `presentationTransitionWillBegin` is running.
    var beginningPresentation: UIPresentationController?
    /// The innermost callback whose override is running, and its controller.
    var running: (callback: Callback, controller: Handle)?
    /// Objects that deferred commands and callbacks refer to, kept alive until these have happened.
    var waitingObjects: [AnyObject] = []
    /// What happens when a command that waits for the rest of the cycle has run, by its number.
    var waitingCalls: [Int: () -> Void] = [:]
    /// Blocks to run at the end of the current command.
    var afterCommand: [() -> Void] = []
    var waitingForLayout: [WeakView] = []
    /// The windows of the screen, in the order of their creation.
    var windows: [WeakView] = []
    /// The windows that code has hidden after they were visible. They stay in the engine.
    var hiddenWindows: Set<Handle> = []
    var bars = ControllerBars()
    weak var firstResponder: UIResponder?
    /// Whether animations of `UIView.animate` take time. If false, their completions are called
    /// immediately.
    var areAnimationsEnabled = true
    /// The number of calls that disabled interaction, minus the number of calls that enabled it.
    var ignoredInteractions = 0
    /// The appearance proxies, by their classes.
    var appearances: [ObjectIdentifier: AnyObject] = [:]
    /// The fingers on the screen and the recognizers that receive their touches.
    let touchSequence = TouchSequence()
    /// Whether a view is getting a new record and its subviews are being moved to that record. The
    /// subviews then do not receive callbacks, because their superview stays the same.
    var isMovingRecords = false
    /// The last number that was used in a record's name, such as 2 in `UIView-2`. The keys are the
    /// names of the types.
    private var names = TextDictionary<Int>()

    init(
        screen: CGSize = CGSize(width: 390, height: 844), device: Device? = nil,
        moments: Moments = .uikit, isHosted: Bool = false, observer: CallbackObserver? = nil
    ) {
        screenSize = screen
        self.device = device
        hasDevice = device != nil
        self.moments = moments
        self.isHosted = isHosted
        scene = placeholder
        self.observer = observer
        if observer == nil { self.observer = CallbackObserver(self) }
        if !isHosted { change { $0.setObserver(self.observer) } }
    }

    /// The simulation that uses the engine of the daemon in this process.
    private(set) static var hosted = Simulation(isHosted: true)

    /// Returns the simulation for a new scene of the daemon: this simulation if it has not been
    /// used yet, otherwise a new one.
    func forAnotherScene() -> Simulation {
        if delivered == 0, objects.handles.isEmpty { return self }
        let next = Simulation(screen: screenSize, isHosted: true, observer: observer)
        Simulation.hosted = next
        return next
    }
}

// MARK: - Commands

extension Simulation {
    /// Runs a command and calls the view controllers' overrides for its events. Inside a callback
    /// other than `loadView` and `viewDidLoad`, commands of containers are deferred until the
    /// callbacks have ended. All other commands run immediately.
    ///
    /// - Returns: The reply, or nil if the command is refused or deferred. A refusal is reported as
    ///   an issue.
    @discardableResult
    func perform<C: SceneCommand>(_ command: C, number: Int? = nil) -> C.Reply? {
        if C.reactionTiming == .afterCallbacks, let step = deferring {
            let moment = moment(of: C.self)
            change {
                $0.postpone(
                    command, in: step.callback, of: step.controller, number: number, to: moment)
            }
            return nil
        }
        do throws(CommandError) {
            return try attempt(command)
        } catch {
            report(Simulation.Issue(error))
            return nil
        }
    }

    /// Runs `body`, whose commands refer to `objects`. If commands are deferred, keeps the objects
    /// alive until they have run.
    func keeping(_ objects: [AnyObject], _ body: () -> Void) {
        if deferring != nil || leavesWork { waitingObjects += objects }
        withExtendedLifetime(objects, body)
    }

    /// The innermost callback whose override is running, and its controller. Commands of containers
    /// are deferred during this callback. Nil outside of callbacks, and during `loadView` and
    /// `viewDidLoad`: no commands are deferred then.
    var deferring: (callback: Callback, controller: Handle)? {
        guard let running, running.callback != .loadView, running.callback != .viewDidLoad
        else { return nil }
        return running
    }

    /// Runs a command.
    ///
    /// - Throws: `CommandError` if the engine refuses the command. Nothing has changed in that
    ///   case.
    func attempt<C: SceneCommand>(_ command: C) throws(CommandError) -> C.Reply {
        guard depth < Simulation.nesting else { throw nestedTooDeep }
        return try drive { (engine) throws(CommandError) in try command.run(in: &engine) }
    }

    /// Runs `body` with exclusive access to the engine, then calls the view controllers' overrides
    /// for the new events.
    func drive<Result, Failure: Error>(
        _ body: (inout Scene) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isHosted, depth == 0 { endOutsideOfCall() }
        let outer = depth == 0 ? replaceCurrent() : nil
        depth += 1
        defer {
            deliver()
            depth -= 1
            if depth == 0 { endCommand() }
            if let outer { Simulation.current = outer }
        }
        return try change(body)
    }

    /// Changes the engine outside of its property, so that accesses to the property need no checks.
    /// Calls no overrides.
    func change<Result, Failure: Error>(
        _ body: (inout Scene) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var engine = placeholder
        swap(&engine, &scene)
        defer { swap(&engine, &scene) }
        return try body(&engine)
    }

    /// Makes this simulation the current simulation, to which new objects belong. Returns the
    /// previous current simulation, or nil if this simulation already was the current one.
    private func replaceCurrent() -> Simulation? {
        let outer = Simulation.current
        if outer === self { return nil }
        Simulation.current = self
        return outer
    }

    /// Returns whether one more call of the engine may be nested in callbacks. If the limit is
    /// reached, reports an issue and returns false.
    func mayNest() -> Bool {
        if depth < Simulation.nesting { return true }
        report(Simulation.Issue(nestedTooDeep))
        return false
    }

    /// The maximum nesting depth of commands in callbacks. Without a limit, a cycle of callbacks
    /// would overflow the stack. UIKit has no limit.
    private static let nesting = 32

    private var nestedTooDeep: CommandError {
        CommandError(
            .limitExceeded,
            "callbacks are nested \(Simulation.nesting) deep: an override causes the callback that "
                + "it is called in")
    }

    /// Whether no command is running.
    var isIdle: Bool { depth == 0 }

    private func endCommand() {
        record()
        transitions.forgetEnded()
        release()
        while !afterCommand.isEmpty { afterCommand.removeFirst()() }
    }

    /// Drops the references in `released`, and removes the engine's records of objects that no
    /// longer exist.
    func release() {
        while !released.isEmpty {
            // Their `deinit` can release objects, too.
            var last: [AnyObject] = []
            swap(&last, &released)
        }
        removeAbandoned()
    }

    /// Returns an unused name for the record of an object: the name of the object's type, followed
    /// by a number if the name is already in use. A client of a daemon can also be using the name.
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

    /// Calls the overrides and delegates for the events that have not been delivered. Events that
    /// an override causes are delivered before that override returns.
    func deliver() {
        // Reading the property during an access to the engine would be checked each time.
        var next = delivered
        // A daemon may have removed events from its engine before they were delivered here.
        while let (number, event) = scene.firstEvent(since: next) {
            delivered = number + 1
            if isHosted, !hosting.hasRun { hosting.hasRun = hasObject(for: event.subject) }
            handlers.handle(event, in: self)
            next = delivered
        }
    }

    /// Runs `body`, which calls view controllers, in the middle of an operation of `engine`. During
    /// `body`, the property `scene` contains the engine.
    func enter<Result>(_ engine: inout Scene, _ body: (Simulation) -> Result) -> Result {
        // A running command has already made this the current simulation.
        let outer = depth == 0 ? replaceCurrent() : nil
        swap(&engine, &scene)
        depth += 1
        defer {
            depth -= 1
            swap(&engine, &scene)
            if let outer { Simulation.current = outer }
        }
        return body(self)
    }
}

extension Scene {
    /// Runs `body` with this engine's simulation, in the middle of an operation of the engine.
    /// `body` may call view controllers. Returns nil if the engine does not belong to a simulation.
    @MainActor
    mutating func enter<Result>(_ body: (Simulation) -> Result) -> Result? {
        (observer as? CallbackObserver)?.simulation.enter(&self, body)
    }
}

/// A mutable reference to the current simulation. The process has one such reference, and each test
/// that runs with its own simulation has one too.
private final class CurrentSimulation: Sendable {
    @MainActor static let ofProcess = CurrentSimulation(Simulation())
    @TaskLocal static var ofTest: CurrentSimulation?

    @MainActor var simulation: Simulation

    @MainActor
    init(_ simulation: Simulation) { self.simulation = simulation }
}

extension Simulation {
    /// The simulation to which new objects belong.
    public internal(set) static var current: Simulation {
        get { (CurrentSimulation.ofTest ?? .ofProcess).simulation }
        set { (CurrentSimulation.ofTest ?? .ofProcess).simulation = newValue }
    }

    /// Runs a test with its own current simulation.
    package nonisolated static func withOwn(
        screen: CGSize, device: Device?, moments: Moments,
        _ test: @Sendable () async throws -> Void
    ) async throws {
        let current = await CurrentSimulation(
            Simulation(screen: screen, device: device, moments: moments))
        try await CurrentSimulation.$ofTest.withValue(current) { try await test() }
    }
}

/// Methods that remove the engine's records of released objects.
extension Simulation {
    /// Marks the engine's record of a released view or controller for removal. Can be called on any
    /// thread, because an object can be released on any thread.
    nonisolated func abandon(_ handle: Handle) {
        abandoned.withLock { $0.append(handle) }
    }

    private nonisolated func takeAbandoned() -> [Handle] {
        abandoned.withLock { list in
            defer { list = [] }
            return list
        }
    }

    /// Removes the records of released objects. A record that the engine still uses is removed
    /// after a later command.
    func removeAbandoned() {
        let new = takeAbandoned()
        if new.isEmpty { return }
        var left = undestroyed + new
        undestroyed = []
        // Removing a parent's record can make its children's records removable, so this repeats
        // until nothing changes.
        var count: Int
        repeat {
            count = left.count
            left = left.filter { !remove($0) }
        } while left.count < count && !left.isEmpty
        undestroyed += left
    }

    /// Removes a record. Returns false if the engine still uses it.
    private func remove(_ handle: Handle) -> Bool {
        guard scene.isAlive(handle), let id = Identifier(scene.name(of: handle)) else {
            return true
        }
        do throws(CommandError) {
            if scene.isController(handle) {
                _ = try attempt(ControllerDestroy { $0.id = id })
            } else if scene.isWindow(handle) {
                noteReleasedWindow(handle, id)
                _ = try attempt(WindowDestroy { $0.id = id })
            } else {
                _ = try attempt(ViewDestroy { $0.view = id })
            }
            return true
        } catch {
            return false
        }
    }

    /// Reports that a window was released while it showed a controller. UIKit removes such a window
    /// without a message, and the screen stays empty.
    private func noteReleasedWindow(_ handle: Handle, _ id: Identifier) {
        guard hiddenWindows.remove(handle) == nil, !isHosted,
            let record = try? attempt(WindowGet { $0.id = id }), record.root != nil
        else { return }
        report(
            Issue(
                text: "<\(id)> was released while it was visible; keep a reference to the window"))
    }
}

extension Simulation {
    /// Returns the callbacks that `body` causes, in order, as strings such as
    /// `FirstPage.viewWillAppear(true)`. The result includes the callbacks at the end of the run
    /// loop cycle.
    ///
    /// - Parameter groups: the groups of callbacks to include, such as `appear`, `move`, `load` or
    ///   `layout`; nil for all. docs/reference/CHECKS.md lists them.
    public func trace(
        _ groups: [String]? = ["load", "move", "appear", "isAppearing"], _ body: () -> Void
    ) -> [String] {
        finishCycle()
        sentences = []
        self.groups = groups
        body()
        finishCycle()
        defer { sentences = nil }
        if let problem = scene.problem(of: groups ?? []) { return [problem] }
        return sentences ?? []
    }

    /// Adds the events of the last command to the trace, and removes them from the engine.
    func record() {
        guard sentences != nil else { return change { $0.drain { _ in } } }
        let groups = groups.map { TextSet($0) }
        let new = change { $0.drain { $0.sentences(of: groups) } }
        sentences?.append(contentsOf: new)
    }
}
