public import Containment
public import PagerModel

/// Back and forward.
extension Pager {
    /// Plans to go back or forward. A person's is ignored where `swipeEnabled` is off in its
    /// direction, and else asked about first.
    ///
    /// - Throws: `nothingToShow`, `vetoed`, `transitionInProgress`, `limitExceeded` and what
    ///   `check` throws.
    fileprivate func plan<C: SceneCommand>(
        _ pager: Handle, _ cause: SelectionCause, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> ChangePlan {
        let motion = try scene.check(motion)
        let state = scene[Pager.self, pager]
        guard !state.pages.isEmpty else {
            throw CommandError(.nothingToShow, "\(scene.shown(pager)) has no pages", path: "id")
        }
        guard let target = destination(cause, of: pager, in: scene) else {
            return ChangePlan(pager: pager, bounce: nil, change: nil)
        }
        let direction = target > state.index ? TransitionDirection.forward : .reverse
        if user, !allowsSwipe(direction, of: pager, in: scene) {
            return ChangePlan(pager: pager, bounce: nil, change: nil, ignored: direction)
        }
        if user { try scene.checkSelection(of: state.pages[target], in: pager) }
        let turn = Turn(
            target: target, direction: direction, motion: motion, cause: cause,
            isPersons: user || motion.interactive)
        return ChangePlan(
            pager: pager, bounce: nil,
            change: try change(pager, turn, for: command, in: scene))
    }

    /// The index that a command leads to, nil where it leads nowhere.
    private func destination(
        _ cause: SelectionCause, of pager: Handle, in scene: borrowing Scene
    ) -> Int? {
        let state = scene[Pager.self, pager]
        let page = state.history.target(of: cause)
        return page.isNone ? nil : scene.place(of: page, in: state.pages)
    }

    /// What is asked before a person goes back or forward.
    fileprivate func question(
        _ pager: Handle, _ cause: SelectionCause, in scene: Scene
    ) -> Question? {
        let state = scene[Pager.self, pager]
        guard let target = destination(cause, of: pager, in: scene), target != state.index,
            allowsSwipe(target > state.index ? .forward : .reverse, of: pager, in: scene)
        else { return nil }
        return Question(.shouldSelect, container: pager, controller: state.pages[target])
    }

    /// Records a selection.
    func record(
        _ page: Handle, after previous: Handle, because cause: SelectionCause, _ pager: Handle,
        in scene: inout Scene
    ) {
        var history = scene[Pager.self, pager].history
        guard history.isRecorded, !page.isNone else { return }
        let isStaying = !previous.isNone && scene.container(of: previous) == pager
        history.select(page, after: isStaying ? previous : .none, because: cause)
        set(history, of: pager, in: &scene)
    }

    /// Forgets pages that have left the list.
    func keepHistory(of pager: Handle, in scene: inout Scene) {
        var history = scene[Pager.self, pager].history
        guard history.isRecorded else { return }
        history.keep(of: scene[Pager.self, pager].pages) { scene.container(of: $0) == pager }
        set(history, of: pager, in: &scene)
    }

    /// Begins a history where the behaviour is another than before.
    func beginHistory(of pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        var history = state.history
        history.begin(state.options.backBehavior, at: state.selected)
        set(history, of: pager, in: &scene)
    }

    /// Sets the history, and tells where back and forward lead where that is new.
    private func set(
        _ history: SelectionHistory, of pager: Handle, in scene: inout Scene
    ) {
        let state = scene[Pager.self, pager]
        var history = history
        history.update(at: state.index, in: state.pages)
        scene[Pager.self, pager].history = history
        guard history.back != state.history.back || history.forward != state.history.forward
        else { return }
        scene.emit(
            PagerKind.HistoryChanged(back: history.back, forward: history.forward), of: pager)
    }
}

extension PagerBack: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, .back, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, .back, in: scene)
    }
}

extension PagerForward: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, .forward, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, .forward, in: scene)
    }
}
