internal import Containment
internal import PagerModel

/// The coordinators and contexts of the transitions that are running or about to begin.
@MainActor
struct RunningTransitions {
    /// The key of a transition that has not begun and therefore has no id. The key names the
    /// transition's container, its presented controller or its dismissed controller.
    enum Subject: Hashable {
        case container(Handle)
        case presented(Handle)
        case dismissed(Handle)

        var isContainer: Bool {
            if case .container = self { true } else { false }
        }

        var isPresented: Bool {
            if case .presented = self { true } else { false }
        }
    }

    /// The coordinators of transitions that the running commands are expected to begin.
    private var expected: [Subject: TransitionCoordinator] = [:]
    private var running: [TransitionID: TransitionCoordinator] = [:]
    /// The contexts of transitions that animators drive, including those about to begin.
    var contexts: [TransitionID: TransitionContext] = [:]

    mutating func expect(_ subject: Subject, _ coordinator: TransitionCoordinator) {
        expected[subject] = coordinator
    }

    /// Removes and returns the coordinator of a transition that a command was expected to begin.
    /// Returns nil if the transition has begun. Called after the command has ended.
    mutating func stopExpecting(_ subject: Subject) -> TransitionCoordinator? {
        expected.removeValue(forKey: subject)
    }

    /// Removes and returns the coordinators of all expected transitions that have not begun.
    mutating func stopExpectingAll() -> [Subject: TransitionCoordinator] {
        if expected.isEmpty { return [:] }
        defer { expected = [:] }
        return expected
    }

    mutating func begin(_ detail: TransitionDetail, of container: Handle) -> TransitionCoordinator?
    {
        if expected.isEmpty { return nil }
        let subjects: [Subject] = [
            .container(container), .presented(detail.to), .dismissed(detail.from),
        ]
        for subject in subjects {
            guard let coordinator = expected.removeValue(forKey: subject) else { continue }
            running[detail.transition] = coordinator
            return coordinator
        }
        return nil
    }

    /// Returns whether a view must stay in its superview although an animator moves it. This is
    /// true for the presenting controller's view in a presentation or dismissal.
    func keep(_ view: UIView) -> Bool {
        !contexts.isEmpty && contexts.values.contains { $0.keeps(view) }
    }

    subscript(transition: TransitionID) -> TransitionCoordinator? {
        get { running[transition] }
        set { running[transition] = newValue }
    }

    /// Returns the coordinator of the transition in which one of the controllers takes part, or nil
    /// if there is no such transition.
    func coordinator(concerning handles: [Handle]) -> TransitionCoordinator? {
        for handle in handles {
            for subject in [Subject.container(handle), .presented(handle), .dismissed(handle)] {
                if let found = expected[subject] { return found }
            }
        }
        return running.values.first { handles.contains($0.container) || $0.concerns(handles) }
    }
}

extension Simulation {
    /// Runs a command that can begin a transition.
    ///
    /// - Parameters:
    ///   - animations: Run when the transition begins, or immediately if the command begins no
    ///     transition.
    ///   - completion: Called when the transition has ended, or immediately if the command begins
    ///     no transition. Not called if the command is refused, or if it is a presentation or a
    ///     dismissal that UIKit only logs [10.11].
    /// - Returns: The reply, or nil if the command is refused or deferred.
    @discardableResult
    func perform<C: SceneCommand>(
        _ command: C, moving subject: RunningTransitions.Subject, animated: Bool,
        animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
    ) -> C.Reply? {
        let coordinator = TransitionCoordinator(self, isAnimated: animated)
        if let animations { coordinator.addAnimations(animations) }
        if let completion { coordinator.addCompletion(completion) }
        transitions.expect(subject, coordinator)
        let isDeferred = C.reactionTiming == .afterCallbacks && deferring != nil
        let logged = issues.count
        let reply = perform(command)
        if isDeferred { return nil }
        if let left = transitions.stopExpecting(subject) {
            left.begin(nil, container: .none)
            let isOnlyLogged = !subject.isContainer && issues.count > logged
            if reply != nil, !isOnlyLogged { left.complete(finished: true) }
        }
        return reply
    }
}

extension EventHandlers {
    mutating func addTransitions() {
        on(TransitionEvents.Began.self) { event, subject, simulation in
            let detail = event.detail
            simulation.hosting.lastTransition = detail.transition
            let coordinator =
                simulation.transitions.begin(detail, of: subject)
                ?? TransitionCoordinator(simulation, isAnimated: detail.animated)
            simulation.transitions[detail.transition] = coordinator
            let context = simulation.transitions.contexts[detail.transition]
            simulation.objects.controller(detail.to)?.activePresentation?.installPresentedView()
            coordinator.begin(detail, container: subject, driver: context)
            context?.start(coordinator)
        }
        on(TransitionEvents.InteractionEnded.self) { event, _, simulation in
            simulation.transitions[event.transition]?.endInteraction(cancelled: event.cancelled)
        }
        on(TransitionEvents.Progressed.self) { event, _, simulation in
            simulation.transitions[event.transition]?.percentComplete = CGFloat(event.progress)
        }
        on(TransitionEvents.Completion.self) { event, _, simulation in
            simulation.transitions[event.transition]?.complete(finished: event.finished)
        }
        on(TransitionEvents.Ended.self) { event, _, simulation in
            let coordinator = simulation.transitions[event.transition]
            simulation.transitions[event.transition] = nil
            coordinator?.complete(finished: event.outcome == .completed)
            let context = simulation.transitions.contexts.removeValue(forKey: event.transition)
            context?.end(completed: event.outcome == .completed)
        }
    }
}
