internal import Containment
internal import PagerModel

/// The coordinators and contexts of the transitions that are running or about to begin.
@MainActor
struct RunningTransitions {
    /// A description of the transition that a command is expected to begin. It consists of the
    /// container, of the presented controller, or of the topmost dismissed controller and the
    /// controller whose `dismiss` was called.
    enum Subject: Hashable {
        case container(Handle)
        case presented(Handle)
        case dismissed(Handle, askedOf: Handle)

        /// Returns whether this value describes a transition that has begun. For a presentation or
        /// a dismissal, `container` is the presenter.
        func matches(_ detail: TransitionDetail, of container: Handle) -> Bool {
            switch self {
            case .container(let own):
                own == container && detail.from != container && detail.to != container
            case .presented(let controller): detail.from == container && detail.to == controller
            case .dismissed: detail.to == container
            }
        }

        /// Returns whether this description of a transition contains a controller. The controller
        /// whose `dismiss` was called does not count.
        func concerns(_ controller: Handle) -> Bool {
            switch self {
            case .container(let own), .presented(let own), .dismissed(let own, _):
                own == controller
            }
        }
    }

    /// A command that is expected to begin a transition.
    private struct Expectation {
        let number: Int
        let subject: Subject
        let coordinator: TransitionCoordinator
        /// The presenter, if the command presents a controller and will not be refused.
        let presenter: Handle?
        /// The presented controller, which lives at least until its command has run.
        let object: UIViewController?
    }

    /// The commands that have not run yet, or have not begun their transitions yet, in the order in
    /// which they were called.
    private var expected: [Expectation] = []
    private var lastNumber = 0
    /// The number of the running command. Nil if the command is not in `expected`.
    var current: Int?
    private var running: [TransitionID: TransitionCoordinator] = [:]
    /// The contexts of transitions that animators drive, including those about to begin.
    var contexts: [TransitionID: TransitionContext] = [:]
    /// The coordinator of the last transition that the current command has ended.
    private var lastEnded: TransitionCoordinator?
    /// The coordinator that code finds in a delegate's `didShow`.
    private var shown: TransitionCoordinator?

    /// Whether no transition has a coordinator or a context.
    var isEmpty: Bool { running.isEmpty && contexts.isEmpty }

    /// Adds a command that is expected to begin a transition, and returns its number.
    mutating func expect(
        _ subject: Subject, _ coordinator: TransitionCoordinator,
        presenting object: UIViewController?, by presenter: Handle?
    ) -> Int {
        lastNumber += 1
        expected.append(
            Expectation(
                number: lastNumber, subject: subject, coordinator: coordinator,
                presenter: presenter, object: object))
        return lastNumber
    }

    /// Tells the running command's coordinator the two controllers of its presentation or
    /// dismissal.
    func expect(from: Handle, to: Handle, container: Handle) {
        expected.first { $0.number == current }?.coordinator.expect(
            from: from, to: to, container: container)
    }

    /// Removes a command whose transition has not begun. Returns nil if the transition has begun.
    mutating func stopExpecting(
        _ number: Int
    ) -> (subject: Subject, coordinator: TransitionCoordinator)? {
        guard let index = expected.firstIndex(where: { $0.number == number }) else { return nil }
        let removed = expected.remove(at: index)
        return (removed.subject, removed.coordinator)
    }

    /// Removes all remaining commands. Called when the engine has run or dropped every command.
    mutating func stopExpectingAll() { expected = [] }

    mutating func end(_ transition: TransitionID, completed: Bool) {
        let ended = running.removeValue(forKey: transition)
        lastEnded = completed ? ended : nil
    }

    /// Drops the coordinator of the last transition.
    mutating func forgetEnded() { lastEnded = nil }

    /// Begins a call of the delegate's `didShow`: until `endShowing`, the coordinator of the
    /// transition that has ended is there again.
    mutating func beginShowing(_ container: Handle) {
        shown = lastEnded?.container == container ? lastEnded : nil
        lastEnded = nil
    }

    mutating func endShowing() { shown = nil }

    mutating func begin(_ detail: TransitionDetail, of container: Handle) -> TransitionCoordinator?
    {
        guard let current,
            let index = expected.firstIndex(where: {
                $0.number == current && $0.subject.matches(detail, of: container)
            })
        else { return nil }
        let coordinator = expected.remove(at: index).coordinator
        running[detail.transition] = coordinator
        return coordinator
    }

    /// Returns the controller that `presenter` will present when a deferred command runs. Returns
    /// nil if there is no such command.
    func expectedPresentation(by presenter: Handle) -> Handle? {
        for expectation in expected where expectation.presenter == presenter {
            if case .presented(let controller) = expectation.subject { return controller }
        }
        return nil
    }

    /// Returns the controller that will present `controller` when a deferred command runs. Returns
    /// nil if there is no such command.
    func expectedPresenter(of controller: Handle) -> Handle? {
        for expectation in expected where expectation.subject == .presented(controller) {
            if let presenter = expectation.presenter,
                expectedPresentation(by: presenter) == controller
            {
                return presenter
            }
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

    /// Returns whether a transition of the container is running.
    func isRunning(_ container: Handle) -> Bool {
        running.values.contains { $0.container == container }
    }

    /// Returns the coordinator of a running or expected transition in which one of the controllers
    /// takes part. Returns nil if there is no such transition.
    func coordinator(concerning handles: [Handle]) -> TransitionCoordinator? {
        for handle in handles {
            let found = expected.first { $0.subject.concerns(handle) }
            if let found { return found.coordinator }
        }
        return running.values.first { handles.contains($0.container) || $0.concerns(handles) }
            ?? shown.flatMap { handles.contains($0.container) ? $0 : nil }
    }
}

extension Simulation {
    /// Runs a command that can begin a transition.
    ///
    /// - Parameters:
    ///   - object: The presented controller, if the command presents one.
    ///   - presenter: The presenter, if the command presents a controller and will not be refused.
    ///   - animations: Run when the transition begins, or immediately if the command does not begin
    ///     a transition.
    ///   - completion: Called when the transition has ended, or immediately if the command does not
    ///     begin a transition. Neither `animations` nor `completion` is called if the command is
    ///     refused, or if UIKit only logs the presentation or dismissal [10.11].
    ///   - waiting: If not nil, the command runs in a later part of the run loop's cycle: in the
    ///     layout pass of this controller's view or, for a presentation or dismissal, after the
    ///     commit. Then `end` is called.
    /// - Returns: The reply, or nil if the command is refused or deferred.
    @discardableResult
    func perform<C: SceneCommand>(
        _ command: C, moving subject: RunningTransitions.Subject,
        presenting object: UIViewController? = nil, by presenter: Handle? = nil, animated: Bool,
        waiting: (controller: Handle, end: () -> Void)? = nil,
        animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
    ) -> C.Reply? {
        let coordinator = TransitionCoordinator(self, isAnimated: animated)
        if let animations { coordinator.addAnimations(animations) }
        if let completion { coordinator.addCompletion(completion) }
        let number = transitions.expect(subject, coordinator, presenting: object, by: presenter)
        if C.reactionTiming == .afterCallbacks, deferring != nil {
            return perform(command, number: number)
        }
        if let waiting, let moment = moment(of: C.self) {
            waitingCalls[number] = waiting.end
            change {
                $0.postpone(command, to: moment, of: waiting.controller, number: number)
            }
            return nil
        }
        let outer = transitions.current
        transitions.current = number
        let reply = perform(command)
        transitions.current = outer
        endExpectation(number, isRefused: reply == nil)
        return reply
    }

    /// Completes the coordinator of a command that has run without beginning a transition.
    func endExpectation(_ number: Int, isRefused: Bool) {
        guard let (subject, coordinator) = transitions.stopExpecting(number), !isRefused else {
            return
        }
        switch subject {
        case .presented: return
        case .dismissed(_, let asked):
            // If something is presented, the engine has only logged the dismissal.
            let record = objects.controller(asked)?.record
            guard record?.presentedViewController == nil, record?.presentingViewController == nil
            else { return }
        case .container: break
        }
        coordinator.begin(nil, container: .none)
        coordinator.complete(finished: true)
    }
}

extension Simulation {
    /// Makes the coordinator of a transition complete before the first callback of the transition.
    ///
    /// A change of tabs without an animator has no coordinator, as in UIKit.
    func prepareCoordinator(of plan: TransitionPlan, as id: TransitionID) {
        var detail = TransitionDetail()
        detail.transition = id
        detail.from = plan.from ?? plan.leaving.first
        detail.to = plan.to ?? plan.entering.first
        detail.animated = plan.animated || plan.interactive
        detail.interactive = plan.interactive
        detail.duration = detail.animated ? plan.duration : 0
        detail.curve = plan.curve
        let driver = transitions.contexts[id]
        var coordinator = transitions.begin(detail, of: plan.container)
        if coordinator == nil, driver != nil {
            coordinator = TransitionCoordinator(self, isAnimated: true)
            transitions[id] = coordinator
        }
        coordinator?.prepare(plan, detail, driver: driver)
    }
}

extension EventHandlers {
    func addTransitions() {
        on(TransitionEvents.Began.self) { event, subject, simulation in
            let detail = event.detail
            simulation.hosting.lastTransition = detail.transition
            let context = simulation.transitions.contexts[detail.transition]
            let known =
                simulation.transitions[detail.transition]
                ?? simulation.transitions.begin(detail, of: subject)
            // A change of tabs that waits for the commit has no coordinator.
            if known == nil, context == nil, !detail.animated,
                simulation.objects.controller(subject) is UITabBarController
            {
                return
            }
            let coordinator =
                known ?? TransitionCoordinator(simulation, isAnimated: detail.animated)
            simulation.transitions[detail.transition] = coordinator
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
            // As after most changes of tabs.
            if simulation.transitions.isEmpty { return simulation.transitions.forgetEnded() }
            let coordinator = simulation.transitions[event.transition]
            simulation.transitions.end(event.transition, completed: event.outcome == .completed)
            coordinator?.complete(finished: event.outcome == .completed)
            let context = simulation.transitions.contexts.removeValue(forKey: event.transition)
            context?.end(completed: event.outcome == .completed)
        }
    }
}
