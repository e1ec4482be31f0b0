internal import Containment
internal import PagerModel

/// The coordinators and contexts of the transitions that are running or about to begin.
@MainActor
struct RunningTransitions {
    /// The key of a transition that has not begun and therefore has no id: its container, its
    /// presented controller or its dismissed controller.
    enum Subject: Hashable {
        case container(Handle)
        case presented(Handle)
        case dismissed(Handle)
    }

    /// The coordinator of a transition that a command is expected to begin.
    private struct Expectation {
        let subject: Subject
        let coordinator: TransitionCoordinator
        /// The presenter, if the transition is a presentation.
        let presenter: Handle?
    }

    /// The expected transitions, in the order in which their commands run.
    private var expected: [Expectation] = []
    private var running: [TransitionID: TransitionCoordinator] = [:]
    /// The contexts of transitions that animators drive, including those about to begin.
    var contexts: [TransitionID: TransitionContext] = [:]

    /// Adds a coordinator for the transition that a command is about to begin.
    ///
    /// - Parameter isDeferred: Whether the command runs after the callbacks. If not, it runs before
    ///   all deferred commands.
    mutating func expect(
        _ subject: Subject, _ coordinator: TransitionCoordinator, by presenter: Handle?,
        isDeferred: Bool
    ) {
        let expectation = Expectation(
            subject: subject, coordinator: coordinator, presenter: presenter)
        expected.insert(expectation, at: isDeferred ? expected.count : 0)
    }

    /// Removes a coordinator, and returns whether its transition has not begun. Called after the
    /// command has ended.
    mutating func stopExpecting(_ coordinator: TransitionCoordinator) -> Bool {
        guard let place = expected.firstIndex(where: { $0.coordinator === coordinator }) else {
            return false
        }
        expected.remove(at: place)
        return true
    }

    /// Removes and returns the coordinators of all expected transitions that have not begun.
    mutating func stopExpectingAll() -> [(subject: Subject, coordinator: TransitionCoordinator)] {
        defer { expected = [] }
        return expected.map { ($0.subject, $0.coordinator) }
    }

    mutating func begin(_ detail: TransitionDetail, of container: Handle) -> TransitionCoordinator?
    {
        if expected.isEmpty { return nil }
        // The container of a presentation or dismissal is the presenter, in which a transition of
        // another command may be expected too. So the container comes last.
        let subjects: [Subject] = [
            .presented(detail.to), .dismissed(detail.from), .container(container),
        ]
        for subject in subjects {
            guard let place = expected.firstIndex(where: { $0.subject == subject }) else {
                continue
            }
            let coordinator = expected.remove(at: place).coordinator
            running[detail.transition] = coordinator
            return coordinator
        }
        return nil
    }

    /// Returns the controller that `presenter` will present when a deferred command runs, or nil.
    func expectedPresentation(by presenter: Handle) -> Handle? {
        for expectation in expected where expectation.presenter == presenter {
            if case .presented(let controller) = expectation.subject { return controller }
        }
        return nil
    }

    /// Returns the controller that will present `controller` when a deferred command runs, or nil.
    func expectedPresenter(of controller: Handle) -> Handle? {
        guard
            let presenter = expected.first(where: { $0.subject == .presented(controller) })?
                .presenter, expectedPresentation(by: presenter) == controller
        else { return nil }
        return presenter
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
                let found = expected.first { $0.subject == subject }
                if let found { return found.coordinator }
            }
        }
        return running.values.first { handles.contains($0.container) || $0.concerns(handles) }
    }
}

extension Simulation {
    /// Runs a command that can begin a transition.
    ///
    /// - Parameters:
    ///   - presenter: The presenter, if the command presents a controller.
    ///   - animations: Run when the transition begins, or immediately if the command begins no
    ///     transition.
    ///   - completion: Called when the transition has ended, or immediately if the command begins
    ///     no transition. Neither `animations` nor `completion` is called if the command is
    ///     refused, or if a presentation or dismissal begins no transition [10.11].
    /// - Returns: The reply, or nil if the command is refused or deferred.
    @discardableResult
    func perform<C: SceneCommand>(
        _ command: C, moving subject: RunningTransitions.Subject, by presenter: Handle? = nil,
        animated: Bool, animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
    ) -> C.Reply? {
        let coordinator = TransitionCoordinator(self, isAnimated: animated)
        if let animations { coordinator.addAnimations(animations) }
        if let completion { coordinator.addCompletion(completion) }
        let isDeferred = C.reactionTiming == .afterCallbacks && deferring != nil
        transitions.expect(subject, coordinator, by: presenter, isDeferred: isDeferred)
        let reply = perform(command)
        if isDeferred { return nil }
        if transitions.stopExpecting(coordinator) {
            end(coordinator, of: subject, isRefused: reply == nil)
        }
        return reply
    }

    /// Ends the coordinator of a command that has begun no transition.
    func end(
        _ coordinator: TransitionCoordinator, of subject: RunningTransitions.Subject,
        isRefused: Bool
    ) {
        switch subject {
        case .container:
            guard !isRefused else { return }
            coordinator.begin(nil, container: .none)
            coordinator.complete(finished: true)
        case .presented(let handle):
            // The controller may be presented by an earlier call.
            if objects.controller(handle)?.presentingViewController == nil {
                presented[handle] = nil
            }
        case .dismissed: break
        }
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
