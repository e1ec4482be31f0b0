public import Containment
public import PagerModel

/// The container kind `tabBar`: all tabs are children, but only the selected tab is shown. The view
/// of a tab is loaded when the tab is first shown [7].
public struct TabBar: ContainerKind {
    public struct State: ContainerState {
        public var options = TabBarOptions()
        var controllers: [Handle] = []
        var index = -1
        /// The tab whose view is inside the tab bar controller's view.
        var shown = Handle.none
        var history = SelectionHistory()
        var barHidden = false

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            controllers.visit(&archive)
            index.visit(&archive)
            shown.visit(&archive)
            if archive.holds("selectionHistories") { history.visit(&archive) }
            if archive.holds("hiddenBars") { barHidden.visit(&archive) }
            archive.require(
                index == -1 || controllers.indices.contains(index),
                "no tab has the index \(index)")
        }

        var selected: Handle { index < 0 ? .none : controllers[index] }
    }

    public typealias Declaration = TabBarKind
    public static let traits = KindTraits(
        supportsManualForwarding: false, restoresDecisions: true)
    public static let reactions = CallbackSet(.viewWillAppear)
    static let duration = 0.25

    public init() {}

    public func record(of tabBar: Handle, in scene: Scene) -> TabBarRecord {
        let state = scene[TabBar.self, tabBar]
        var record = TabBarRecord()
        record.controllers = scene.identifiers(state.controllers)
        record.index = state.index < 0 ? nil : state.index
        record.selected = state.index < 0 ? nil : scene.identifier(state.selected)
        record.back = scene.identifier(state.history.back)
        record.forward = scene.identifier(state.history.forward)
        record.barHidden = state.barHidden
        return record
    }

    public func members(of tabBar: Handle, in scene: Scene) -> [Handle] {
        scene[TabBar.self, tabBar].controllers
    }

    public func shownChildren(of tabBar: Handle, in scene: Scene) -> [Handle]? {
        if let running = scene.runningTransition(of: tabBar)?.plan {
            return running.leaving.controllers + running.entering.controllers
        }
        return scene[TabBar.self, tabBar].shown.some.map { [$0] } ?? []
    }

    public func react(
        to callback: Callback, of tabBar: Handle, animated: Bool, in scene: inout Scene
    ) {
        show(tabBar, in: &scene)
    }

    /// Adds the view of the selected tab to the tab bar controller's view, if no view is shown yet.
    func show(_ tabBar: Handle, in scene: inout Scene) {
        let state = scene[TabBar.self, tabBar]
        guard state.shown.isNone, !state.selected.isNone else { return }
        scene[TabBar.self, tabBar].shown = state.selected
        scene.addView(of: state.selected, to: tabBar, frame: Frame(scene.bounds(of: tabBar)))
    }

    /// Selects a tab and returns the id of the transition, or nil if no transition starts. Call it
    /// only if no transition is running.
    @discardableResult
    func select(
        _ target: Int, _ tabBar: Handle, _ motion: TransitionRequest, user: Bool,
        because cause: SelectionCause = .selection, mayBecomeAnimated: Bool = true,
        in scene: inout Scene
    ) -> TransitionID? {
        let state = scene[TabBar.self, tabBar]
        let controller = state.controllers[target]
        guard !state.shown.isNone else {
            commit(target, tabBar, user: user, because: cause, in: &scene)
            if scene.hasAppeared(tabBar) { show(tabBar, in: &scene) }
            return nil
        }
        var plan = TransitionPlan(container: tabBar)
        plan.leaving = TransitionParticipants(state.shown)
        plan.entering = TransitionParticipants(controller)
        plan.order = scene.release == .iOS13 ? .tabSwitchBefore18 : .tabSwitch
        plan.direction = target > state.index ? .forward : .reverse
        plan.duration = Self.duration
        let motion = motion.with(default: state.options.motion.animated)
        if motion.moves {
            plan.reversed = motion.transition != nil && plan.direction == .reverse
            scene.setStyle(
                scene.style(named: "crossDissolve") ?? 0, of: &plan, duration: Self.duration,
                options: state.options.motion, motion: scene.motion(motion))
        }
        plan.animated = motion.animated && plan.duration > 0
        plan.interactive = motion.interactive
        plan.mayBecomeAnimated = mayBecomeAnimated
        plan.frame = Frame(scene.bounds(of: tabBar))
        plan.tag = (user ? 1 : 0) | cause.rawValue << 1
        return scene.start(plan)
    }

    /// Changes the selected tab. If the user has selected the tab, also publishes `didSelect`,
    /// which stands for UIKit's call of the delegate [7.5].
    private func commit(
        _ index: Int, _ tabBar: Handle, user: Bool, because cause: SelectionCause,
        in scene: inout Scene
    ) {
        let previous = scene[TabBar.self, tabBar].selected
        scene[TabBar.self, tabBar].index = index
        let selected = scene[TabBar.self, tabBar].selected
        scene.emit(
            TabBarKind.SelectionChanged {
                $0.controller = selected
                $0.index = index
            }, of: tabBar)
        record(selected, after: previous, because: cause, tabBar, in: &scene)
        updateBar(tabBar, in: &scene)
        if user {
            scene.emit(
                TabBarKind.DidSelect {
                    $0.controller = selected
                    $0.index = index
                }, of: tabBar)
        }
    }

    /// Hides the bar if the selected tab is a navigation controller in which a controller above the
    /// root hides the bar (`hidesBottomBarWhenPushed`). Otherwise shows the bar [7.9]. O(1).
    func updateBar(_ tabBar: Handle, in scene: inout Scene) {
        let state = scene[TabBar.self, tabBar]
        var isHidden = false
        if !state.selected.isNone, scene.kindName(of: state.selected) == Navigation.name {
            isHidden = Navigation().hidesBottomBar(state.selected, in: scene)
        }
        guard state.barHidden != isHidden else { return }
        scene[TabBar.self, tabBar].barHidden = isHidden
        scene.emit(TabBarKind.BarHiddenChanged { $0.hidden = isHidden }, of: tabBar)
    }

    private func commit(_ transition: Transition, in scene: inout Scene) {
        let tabBar = transition.container
        let entering = transition.plan.entering.first
        scene[TabBar.self, tabBar].shown = entering
        let controllers = scene[TabBar.self, tabBar].controllers
        guard let index = scene.noteIndex(of: entering, in: controllers) else { return }
        let tag = transition.plan.tag
        commit(
            index, tabBar, user: tag & 1 == 1,
            because: SelectionCause(rawValue: tag >> 1) ?? .selection, in: &scene)
    }

    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {
        if !transition.isInteractive { commit(transition, in: &scene) }
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition, in: &scene)
    }

    /// Selects the previous tab again after a cancelled transition.
    public func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        guard outcome == .cancelled, !transition.isInteractive else { return }
        let (tabBar, tab) = (transition.container, transition.plan.leaving.first)
        scene[TabBar.self, tabBar].shown = tab
        let controllers = scene[TabBar.self, tabBar].controllers
        guard let index = scene.noteIndex(of: tab, in: controllers) else { return }
        commit(index, tabBar, user: false, because: .selection, in: &scene)
    }
}

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
    /// - Throws: `vetoed` if a container kind forbids the selection, and the errors of `check` and
    ///   `decideInterruption`.
    fileprivate func plan<C: SceneCommand>(
        _ tabBar: Handle, _ cause: SelectionCause, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> HistoryPlan {
        let target = destination(cause, of: tabBar, in: scene)
        return try plan(
            tabBar, selecting: target, cause, motion, user: user, for: command, in: scene)
    }

    /// Plans the selection of a tab, or of none.
    ///
    /// - Throws: `vetoed` if the user may not select the tab, and the errors of `check` and
    ///   `decideInterruption`.
    fileprivate func plan<C: SceneCommand>(
        _ tabBar: Handle, selecting target: Int?, _ cause: SelectionCause,
        _ motion: TransitionRequest, user: Bool, for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> HistoryPlan {
        try scene.check(motion)
        let tabs = scene[TabBar.self, tabBar].controllers
        guard let target else { return HistoryPlan(tabBar: tabBar, change: nil, cause: cause) }
        if user {
            try scene.checkLeaving(scene[TabBar.self, tabBar].selected)
            try scene.checkSelection(of: tabs[target], in: tabBar)
        }
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
        scene.note(index: target, of: tab)
        guard scene.resolve(decision, of: plan.tabBar),
            // The previous transition may have been cancelled, so this tab may be selected already.
            target != scene[TabBar.self, plan.tabBar].index
        else { return TransitionReply() }
        return TransitionReply {
            $0.transition = select(
                target, plan.tabBar, motion, user: user, because: plan.cause, in: &scene)
        }
    }

    public func validate(_ options: TabBarOptions, in scene: Scene) throws(CommandError) {
        try scene.check(options.motion)
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

extension TabBar {
    /// Returns the index of the next or previous tab that is not disabled, or nil.
    fileprivate func neighbour(_ tabBar: Handle, step: Int, in scene: borrowing Scene) -> Int? {
        let state = scene[TabBar.self, tabBar]
        var index = state.index + step
        while state.controllers.indices.contains(index) {
            if !scene.isDisabled(state.controllers[index]) { return index }
            index += step
        }
        return nil
    }

    fileprivate func question(_ tabBar: Handle, step: Int, in scene: Scene) -> Question? {
        guard let target = neighbour(tabBar, step: step, in: scene) else { return nil }
        return Question(
            .shouldSelect, container: tabBar,
            controller: scene[TabBar.self, tabBar].controllers[target])
    }
}

extension TabBarNext: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> TabBar.HistoryPlan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        let target = TabBar().neighbour(tabBar, step: 1, in: scene)
        return try TabBar().plan(
            tabBar, selecting: target, .selection, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: TabBar.HistoryPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        TabBar().commit(plan, motion, user: user, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, step: 1, in: scene)
    }
}

extension TabBarPrevious: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> TabBar.HistoryPlan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        let target = TabBar().neighbour(tabBar, step: -1, in: scene)
        return try TabBar().plan(
            tabBar, selecting: target, .selection, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: TabBar.HistoryPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        TabBar().commit(plan, motion, user: user, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, step: -1, in: scene)
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

extension TabBarSelect: AskingCommand {
    /// Returns the question that asks whether the user may tap a tab. The question is asked even
    /// for the selected tab, because a tap on it calls the delegate and pops the tab's stack [7.5].
    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, selecting: index, or: controller, in: scene)
    }
}
