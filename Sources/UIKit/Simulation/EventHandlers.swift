internal import Containment
internal import PagerModel
internal import Runtime

/// The functions that a simulation calls for the engine's events. Events without a handler are
/// ignored.
@MainActor
final class EventHandlers {
    private typealias Handler = @MainActor (EventRecord, Simulation) -> Void

    private var handlers: [Handler?]
    private let events: DeclaredEvents

    init(_ scene: Scene) {
        events = scene.events
        handlers = Array(repeating: nil, count: scene.events.all.count)
        addViews()
        addContainment()
        addLifecycle()
        addTransitions()
        addSizes()
        addPresentations()
        addContainers()
        addDiagnostics()
    }

    func handle(_ event: EventRecord, in simulation: Simulation) {
        handlers[Int(event.number.index)]?(event, simulation)
    }

    /// Sets the handler for an event of a container kind.
    func on<E: EventDeclaration>(
        _ kind: any KindDeclaration.Type, _: E.Type,
        _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        let indexes = events.indexes(of: kind)
        guard let number = events.number(of: ObjectIdentifier(E.self), at: indexes) else { return }
        handle(number, body)
    }

    /// Sets the handler for an event of the engine.
    func on<E: CoreEvent>(
        _: E.Type, _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        handle(E.number, body)
    }

    private func handle<E: EventDeclaration>(
        _ number: EventNumber, _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        // Outside of the property, so that reading it for each event needs no check.
        var all: [Handler?] = []
        swap(&all, &handlers)
        all[Int(number.index)] = { [events] record, simulation in
            let attachments = simulation.scene.attachments
            guard let event = events.read(E.self, from: record, attachments) else { return }
            body(event, record.subject, simulation)
        }
        swap(&all, &handlers)
    }

    /// Sets the handler for a callback event: `body` calls the override of the view controller.
    func on<E: CallbackEvent>(
        _: E.Type, override body: @escaping @MainActor (UIViewController, E, Simulation) -> Void
    ) {
        on(E.self) { event, subject, simulation in
            guard let controller = simulation.objects.controller(subject),
                controller.silenced != E.callback
            else { return }
            controller.run(E.callback, of: subject) { body(controller, event, simulation) }
        }
    }
}

extension UIViewController {
    /// Calls an override. Meanwhile, the simulation and the controller know the callback.
    func run(_ callback: Callback, of handle: Handle, _ override: () -> Void) {
        let outer = (called, simulation.running)
        called = callback
        simulation.running = (callback, handle)
        override()
        (called, simulation.running) = outer
    }
}

extension EventHandlers {
    private func addViews() {
        on(ViewEvents.DidMoveToSuperview.self) { event, subject, simulation in
            simulation.objects.view(subject)?.move(
                to: simulation.superview(event.superview), at: event.index)
        }
        on(ViewEvents.DidChangeFrame.self) { event, subject, simulation in
            simulation.objects.view(subject)?.update(event.frame)
        }
        on(WindowEvents.RootChanged.self) { event, subject, simulation in
            let window = simulation.objects.view(subject) as? UIWindow
            window?.update(root: simulation.objects.controller(event.controller))
        }
        on(ViewEvents.Destroyed.self) { _, subject, simulation in
            simulation.forgetView(of: subject)
        }
        on(WindowEvents.Destroyed.self) { _, subject, simulation in
            simulation.forgetView(of: subject)
        }
        on(ControllerEvents.Destroyed.self) { _, subject, simulation in
            simulation.forgetController(of: subject)
        }
    }

    private func addContainment() {
        on(ContainmentEvents.ParentChanged.self) { event, subject, simulation in
            simulation.objects.controller(subject)?.update(
                parent: simulation.objects.controller(event.parent), at: event.index)
        }
        on(ContainmentEvents.RemoveFromParent.self) { _, subject, simulation in
            let outer = simulation.removing
            simulation.removing = simulation.objects.controller(subject)
            simulation.removing?.removeFromParent()
            simulation.removing = outer
        }
        on(
            ContainmentEvents.WillMoveToParent.self,
            override: { controller, event, simulation in
                controller.willMove(toParent: simulation.objects.controller(event.parent))
            })
        on(
            ContainmentEvents.DidMoveToParent.self,
            override: { controller, event, simulation in
                controller.didMove(toParent: simulation.objects.controller(event.parent))
            })
    }

    private func addLifecycle() {
        on(LifecycleEvents.LoadView.self, override: { controller, _, _ in controller.load() })
        on(
            LifecycleEvents.ViewDidLoad.self,
            override: { controller, _, _ in
                controller.viewDidLoad()
            })
        on(
            LifecycleEvents.ViewWillAppear.self,
            override: { controller, event, _ in
                controller.viewWillAppear(event.flags.contains(.animated))
            })
        on(
            LifecycleEvents.ViewIsAppearing.self,
            override: { controller, event, simulation in
                if simulation.hasDevice { controller.viewIfLoaded?.tellNewSafeAreaInsets() }
                controller.viewIsAppearing(event.animated)
            })
        on(
            LifecycleEvents.ViewDidAppear.self,
            override: { controller, event, _ in
                controller.viewDidAppear(event.flags.contains(.animated))
            })
        on(
            LifecycleEvents.ViewWillDisappear.self,
            override: { controller, event, _ in
                controller.viewWillDisappear(event.flags.contains(.animated))
            })
        on(
            LifecycleEvents.ViewDidDisappear.self,
            override: { controller, event, _ in
                // The engine removes a popped controller from its parent only after this callback.
                if let stack = controller.parent as? UINavigationController,
                    controller.record?.isMovingFromParent == true,
                    !stack.viewControllers.contains(controller)
                {
                    controller.update(parent: nil, at: nil)
                }
                controller.viewDidDisappear(event.flags.contains(.animated))
            })
        on(
            LifecycleEvents.ViewWillLayoutSubviews.self,
            override: { controller, _, simulation in
                // Only on a simulated phone do bars have frames that change.
                if simulation.hasDevice {
                    controller.viewIfLoaded?.tellNewSafeAreaInsets()
                    controller.showBars()
                }
                controller.viewWillLayoutSubviews()
            })
        on(
            LifecycleEvents.ViewDidLayoutSubviews.self,
            override: { controller, _, _ in
                controller.viewIfLoaded?.layoutSubtree()
                controller.viewDidLayoutSubviews()
            })
    }

    private func addDiagnostics() {
        on(DiagnosticEvents.Unbalanced.self) { event, _, simulation in
            simulation.note(event.message)
        }
        on(DiagnosticEvents.Misuse.self) { event, _, simulation in
            simulation.note(event.message)
        }
        on(DiagnosticEvents.Warning.self) { event, _, simulation in
            simulation.note(event.message)
        }
    }
}

extension Simulation {
    /// Reports a mistake, for which UIKit would log a message, as an issue of the simulation. Does
    /// nothing in a daemon, because the daemon publishes an event for the mistake.
    fileprivate func note(_ text: String) {
        if !isHosted { report(Issue(text: text)) }
    }
}

/// An observer that delivers the engine's callbacks to view controllers. The engine calls it on the
/// main actor, which each call checks.
@MainActor
final class CallbackObserver: @preconcurrency SceneObserver {
    /// The simulation whose view controllers receive the callbacks. Each new scene of a daemon
    /// needs an unused simulation. So when a scene begins, a new simulation replaces this one, if
    /// this one has already been used.
    var simulation: Simulation { reference.simulation }

    private struct Reference { unowned let simulation: Simulation }
    private var reference: Reference

    init(_ simulation: Simulation) { reference = Reference(simulation: simulation) }

    func sceneDidBegin(_ scene: inout Scene) {
        guard simulation.isHosted else { return }
        var next = Reference(simulation: simulation.forAnotherScene())
        // Unlike an assignment, a swap releases nothing, so that reading for each callback needs no
        // check.
        swap(&next, &reference)
        Simulation.remakeObjects(in: &scene)
    }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        simulation.enter(&scene) { $0.deliver() }
    }

    func scene(_ scene: inout Scene, willRunPostponed number: Int) {
        simulation.transitions.current = number
    }

    func scene(_ scene: inout Scene, didRunPostponed number: Int, error: CommandError?) {
        simulation.enter(&scene) { simulation in
            simulation.deliver()
            simulation.transitions.current = nil
            simulation.endExpectation(number, isRefused: error != nil)
            simulation.endWaiting(number, error)
        }
    }

    func postponesAppearance(of controller: Handle) -> Bool {
        guard simulation.moments == .uikit,
            let object = simulation.objects.controller(controller)
        else { return false }
        // Each step of a call asks, mostly for the same object.
        if simulation.waitingObjects.last !== object { simulation.waitingObjects.append(object) }
        return true
    }

    func sceneWillEndTurn(_ scene: inout Scene) -> Bool {
        guard simulation.isHosted else { return false }
        return simulation.enter(&scene) { $0.endTurn() }
    }

    func sceneDidReachDeadline(_ scene: inout Scene) {
        simulation.enter(&scene) { $0.runTimers() }
    }

    func hasObject(for subject: Handle) -> Bool { simulation.hasObject(for: subject) }

    func hasCreated(_ subject: Handle) -> Bool { simulation.hasCreated(subject) }

    func scene(_ scene: inout Scene, willAdapt container: Handle) {
        simulation.enter(&scene) { simulation in
            simulation.deliver()
            let split = simulation.objects.controller(container) as? UISplitViewController
            split?.prepareToAdapt()
        }
    }

    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {
        simulation.enter(&scene) { simulation in
            simulation.deliver()
            simulation.chooseAnimators(of: &plan, as: transition)
        }
    }
}

/// The source line outside of this package that called a function of this package. Issue reports
/// contain this line.
///
/// The line is read from the stack. A parameter with the default `#fileID` cannot always provide
/// the line: an override in unmodified code, such as `present(_:animated:completion:)`, has no such
/// parameter, and a property cannot have one.
struct Caller {
    /// The name of the file, without its directory.
    let file: String
    /// The line number of the call in the file, counted from 1.
    let line: Int

    /// The source line of the innermost stack frame outside of this package's libraries; nil if the
    /// program has no debug information.
    static var current: Caller? {
        for offset in 0..<depth {
            // Only the first frame is used. With a limit of 2, the second frame is a placeholder
            // for the omitted frames.
            guard
                let stack = try? Backtrace.capture(
                    limit: 2, offset: offset, top: 0, images: images),
                let symbol = symbol(of: stack, [.useSymbolCache])
            else { continue }
            // Finding the line of a frame takes 10 ms, but finding its name takes only 1 µs. The
            // name is therefore checked first.
            guard !isOfLibrary(symbol),
                let location = self.symbol(of: stack, [.useSymbolCache, .showSourceLocations])?
                    .sourceLocation,
                location.line > 0, !location.path.hasPrefix(sources)
            else { continue }
            let name = location.path.split(separator: "/").last ?? ""
            return Caller(file: String(name), line: location.line)
        }
        return nil
    }

    private static func symbol(
        of stack: Backtrace, _ options: Backtrace.SymbolicationOptions
    ) -> SymbolicatedBacktrace.Symbol? {
        stack.symbolicated(with: images, options: options)?.frames.first?.symbol
    }

    /// Returns whether a function belongs to this package. Returns false for a method that another
    /// package adds to a type of this package, although the mangled name of the method begins with
    /// the name of a module of this package.
    private static func isOfLibrary(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
        ["$s5UIKit", "$s11Containment", "$s10Containers", "$s10PagerModel"]
            .contains { symbol.rawName.hasPrefix($0) } && !symbol.name.contains("(extension in ")
    }

    /// The maximum number of stack frames that are searched for code outside of this package. At
    /// most about 20 frames of this package lie between that code and the report of an issue.
    private static let depth = 64

    /// The addresses at which the program and its libraries are loaded. They are read only once,
    /// because the program does not load more libraries later.
    private static let images = ImageMap.capture()

    /// The directory that contained the source code of this package at compile time.
    private static let sources = #filePath.split(separator: "UIKit/Simulation/", maxSplits: 1)[0]
}

/// A table of weak references to the view and the view controller of each record in the engine. Its
/// entries are indexed by the property `slot` of the records' handles.
@MainActor
final class ObjectTable {
    /// Weak references to the view and the view controller of one record. This is a class, so that
    /// reading one entry does not copy other entries.
    private final class Entry {
        let handle: Handle
        weak var view: UIView?
        weak var controller: UIViewController?

        init(_ handle: Handle) { self.handle = handle }
    }

    private var entries: [Entry?] = []

    func set(_ view: UIView?, at handle: Handle) {
        open(handle).view = view
    }

    func set(_ controller: UIViewController, at handle: Handle) {
        open(handle).controller = controller
    }

    /// Returns the view of a record, or nil if there is none. For a controller's record, this is
    /// the controller's view if it is loaded.
    func view(_ handle: Handle) -> UIView? { entry(handle)?.view }

    /// The handles of the records that have a view or view controller. O(number of all objects).
    var handles: [Handle] {
        entries.compactMap { entry in
            entry?.view == nil && entry?.controller == nil ? nil : entry?.handle
        }
    }

    /// All windows. O(number of all objects).
    var windows: [UIWindow] { entries.compactMap { $0?.view as? UIWindow } }

    func controller(_ handle: Handle) -> UIViewController? { entry(handle)?.controller }

    private func entry(_ handle: Handle) -> Entry? {
        let slot = Int(handle.slot)
        guard slot < entries.count, let entry = entries[slot], entry.handle == handle else {
            return nil
        }
        return entry
    }

    private func open(_ handle: Handle) -> Entry {
        if let entry = entry(handle) { return entry }
        let slot = Int(handle.slot)
        let entry = Entry(handle)
        // Outside of the property, so that reading it for each event needs no check.
        var all: [Entry?] = []
        swap(&all, &entries)
        while all.count <= slot { all.append(nil) }
        all[slot] = entry
        swap(&all, &entries)
        return entry
    }
}
