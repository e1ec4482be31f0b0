public import Containment
public import PagerModel

extension TabBar.State: SelectingState {
    var members: [Handle] { controllers }

    var backBehavior: BackBehavior { options.backBehavior }
}

extension TabBar: SelectingKind {
    /// A planned step back or forward in the history of selected tabs.
    public struct HistoryPlan {
        let tabBar: Handle
        /// The tab to select, and the decision whether the command ends a running transition or
        /// waits for it. Nil if the command selects no tab.
        let change: (target: Int, tab: Handle, decision: InterruptionDecision)?
        let cause: SelectionCause
    }

    /// Plans the command `back` or `forward`. If `user` is true, asks the container kinds whether
    /// the user may select the tab.
    ///
    /// - Throws: `nothingToShow` if there are no tabs, `vetoed` if a container kind forbids the
    ///   selection, and the errors of `check` and `decideInterruption`.
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

    /// Executes a planned step back or forward in the history.
    fileprivate func commit(
        _ plan: HistoryPlan, _ motion: TransitionRequest, user: Bool, in scene: inout Scene
    ) -> TransitionReply {
        guard let (target, tab, decision) = plan.change else { return TransitionReply() }
        scene.note(place: target, of: tab)
        guard scene.resolve(decision, of: plan.tabBar),
            // The previous transition may have been cancelled, so this tab may be selected already.
            target != scene[TabBar.self, plan.tabBar].index
        else { return TransitionReply() }
        return TransitionReply {
            $0.transition = select(
                target, plan.tabBar, motion, user: user, because: plan.cause, in: &scene)
        }
    }

    public func optionsDidChange(of tabBar: Handle, in scene: inout Scene) {
        beginHistory(of: tabBar, in: &scene)
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
