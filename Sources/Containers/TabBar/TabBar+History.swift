public import Containment
public import PagerModel

/// Back and forward.
extension TabBar {
    /// Going back or forward, as planned.
    public struct HistoryPlan {
        let tabBar: Handle
        /// Nil where there is no tab to go to.
        let change: (target: Int, tab: Handle, decision: InterruptionDecision)?
        let cause: SelectionCause
    }

    /// Plans to go back or forward. A person's is asked about first.
    ///
    /// - Throws: `nothingToShow`, `vetoed`, `transitionInProgress`, `limitExceeded` and what
    ///   `check` throws.
    fileprivate func plan<C: SceneCommand>(
        _ tabBar: Handle, _ cause: SelectionCause, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> HistoryPlan {
        try scene.check(motion)
        let tabs = scene[TabBar.self, tabBar].controllers
        guard !tabs.isEmpty else {
            throw CommandError(.nothingToShow, "\(scene.shown(tabBar)) has no tabs", path: "id")
        }
        guard let target = destination(cause, of: tabBar, in: scene) else {
            return HistoryPlan(tabBar: tabBar, change: nil, cause: cause)
        }
        if user { try scene.checkSelection(of: tabs[target], in: tabBar) }
        let decision = try scene.decideInterruption(
            of: tabBar, by: command, policy: motion.interruption ?? .replace)
        return HistoryPlan(
            tabBar: tabBar, change: (target, tabs[target], decision), cause: cause)
    }

    /// Selects the tab as planned.
    fileprivate func commit(
        _ plan: HistoryPlan, _ motion: TransitionRequest, user: Bool, in scene: inout Scene
    ) -> TransitionReply {
        guard let (target, tab, decision) = plan.change else { return TransitionReply() }
        scene.note(place: target, of: tab)
        guard scene.resolve(decision, of: plan.tabBar),
            // What ran may have been cancelled, and then this tab is the selected one.
            target != scene[TabBar.self, plan.tabBar].index
        else { return TransitionReply() }
        return TransitionReply(
            select(target, plan.tabBar, motion, user: user, because: plan.cause, in: &scene))
    }

    /// The index that a command leads to, nil where it leads nowhere.
    private func destination(
        _ cause: SelectionCause, of tabBar: Handle, in scene: borrowing Scene
    ) -> Int? {
        let state = scene[TabBar.self, tabBar]
        let tab = state.history.target(of: cause)
        return tab.isNone ? nil : scene.place(of: tab, in: state.controllers)
    }

    /// What is asked before a person goes back or forward.
    fileprivate func question(
        _ tabBar: Handle, _ cause: SelectionCause, in scene: Scene
    ) -> Question? {
        guard let target = destination(cause, of: tabBar, in: scene) else { return nil }
        let tab = scene[TabBar.self, tabBar].controllers[target]
        return Question(.shouldSelect, container: tabBar, controller: tab)
    }

    /// Records a selection.
    ///
    /// - Parameter previous: the tab that was selected before, `.none` where it has left.
    func record(
        _ tab: Handle, after previous: Handle, because cause: SelectionCause, _ tabBar: Handle,
        in scene: inout Scene
    ) {
        var history = scene[TabBar.self, tabBar].history
        guard history.isRecorded, !tab.isNone else { return }
        history.select(tab, after: previous, because: cause)
        set(history, of: tabBar, in: &scene)
    }

    /// Forgets tabs that leave.
    func keepHistory(of tabBar: Handle, in scene: inout Scene) {
        let state = scene[TabBar.self, tabBar]
        guard state.history.isRecorded else { return }
        var history = state.history
        let staying = Set<Handle>(state.controllers)
        history.keep(of: state.controllers) { staying.contains($0) }
        set(history, of: tabBar, in: &scene)
    }

    public func optionsDidChange(of tabBar: Handle, in scene: inout Scene) {
        let state = scene[TabBar.self, tabBar]
        var history = state.history
        history.begin(state.options.backBehavior, at: state.selected)
        set(history, of: tabBar, in: &scene)
    }

    /// Sets the history, and tells where back and forward lead where that is new.
    private func set(
        _ history: SelectionHistory, of tabBar: Handle, in scene: inout Scene
    ) {
        let state = scene[TabBar.self, tabBar]
        var history = history
        history.update(at: state.index, in: state.controllers)
        scene[TabBar.self, tabBar].history = history
        guard history.back != state.history.back || history.forward != state.history.forward
        else { return }
        scene.emit(
            TabBarKind.HistoryChanged(back: history.back, forward: history.forward), of: tabBar)
    }
}

extension TabBarBack: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> TabBar.HistoryPlan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        return try TabBar().plan(tabBar, .back, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: TabBar.HistoryPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        TabBar().commit(plan, motion, user: user, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, .back, in: scene)
    }
}

extension TabBarForward: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> TabBar.HistoryPlan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        return try TabBar().plan(tabBar, .forward, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: TabBar.HistoryPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        TabBar().commit(plan, motion, user: user, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, .forward, in: scene)
    }
}
