internal import Containment
internal import PagerModel

/// The functions that a simulation calls for the engine's events. Events without a handler are
/// ignored.
@MainActor
struct EventHandlers {
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
        handlers[Int(event.place.number)]?(event, simulation)
    }

    /// Sets the handler for an event of a container kind.
    mutating func on<E: EventDeclaration>(
        _ kind: any KindDeclaration.Type, _: E.Type,
        _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        let places = events.places(of: kind)
        guard let place = events.place(of: ObjectIdentifier(E.self), at: places) else { return }
        handle(place, body)
    }

    /// Sets the handler for an event of the engine.
    mutating func on<E: CoreEvent>(
        _: E.Type, _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        handle(E.place, body)
    }

    private mutating func handle<E: EventDeclaration>(
        _ place: EventPlace, _ body: @escaping @MainActor (E, Handle, Simulation) -> Void
    ) {
        handlers[Int(place.number)] = { record, simulation in
            guard let event = simulation.scene.read(E.self, from: record) else { return }
            body(event, record.subject, simulation)
        }
    }

    /// Sets the handler for a callback event: `body` calls the override of the view controller.
    mutating func on<E: CallbackEvent>(
        _: E.Type, override body: @escaping @MainActor (UIViewController, E, Simulation) -> Void
    ) {
        on(E.self) { event, subject, simulation in
            guard let controller = simulation.objects.controller(subject),
                controller.silenced != E.callback
            else { return }
            let outer = controller.called
            controller.called = E.callback
            simulation.callbacks.append((E.callback, subject))
            body(controller, event, simulation)
            simulation.callbacks.removeLast()
            controller.called = outer
        }
    }
}

extension EventHandlers {
    private mutating func addViews() {
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

    private mutating func addContainment() {
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

    private mutating func addLifecycle() {
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
            override: { controller, event, _ in
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
            override: { controller, _, _ in
                controller.viewWillLayoutSubviews()
            })
        on(
            LifecycleEvents.ViewDidLayoutSubviews.self,
            override: { controller, _, _ in
                controller.viewIfLoaded?.layoutSubtree()
                controller.viewDidLayoutSubviews()
            })
    }

    private mutating func addDiagnostics() {
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
