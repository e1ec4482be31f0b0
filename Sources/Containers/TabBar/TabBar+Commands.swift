public import Containment
public import PagerModel

extension TabBarSelect: ContainerCommand {
    public struct Plan {
        let tabBar: Handle
        let target: Int
        let tab: Handle
        /// The decision whether the command ends a running transition or waits for it. Nil if the
        /// tab is already selected and no transition is running.
        let decision: InterruptionDecision?
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        let state = scene[TabBar.self, tabBar]
        let target = try TabBar.target(
            index, controller, at: "controller", in: state.controllers, scene)
        let tab = state.controllers[target]
        try scene.check(motion)
        if user, target != state.index { try scene.checkLeaving(state.selected) }
        if user { try scene.checkSelection(of: tab, in: tabBar) }
        let decision =
            target == state.index && !scene.isRunning(tabBar)
            ? nil
            : try scene.decideInterruption(
                of: tabBar, by: waiting(for: scene.identifier(tab)),
                policy: motion.interruption ?? .replace)
        return Plan(tabBar: tabBar, target: target, tab: tab, decision: decision)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let (tabBar, target) = (plan.tabBar, plan.target)
        scene.note(index: target, of: plan.tab)
        if target == scene[TabBar.self, tabBar].index {
            if let decision = plan.decision {
                guard scene.resolve(decision, of: tabBar, isFollowed: false) else { return Reply() }
            }
            return Reply { $0.transition = user ? TabBar().tapSelected(tabBar, in: &scene) : nil }
        }
        guard let decision = plan.decision, scene.resolve(decision, of: tabBar) else {
            return Reply()
        }
        // The previous transition may have selected this tab.
        if target == scene[TabBar.self, tabBar].index { return Reply() }
        return Reply {
            $0.transition = TabBar().select(target, tabBar, motion, user: user, in: &scene)
        }
    }

    /// Returns the command to queue. It contains the tab's name instead of the tab's index, because
    /// the index may change before the command runs.
    private func waiting(for tab: Identifier?) -> TabBarSelect {
        var waiting = self
        waiting.index = nil
        waiting.controller = tab
        return waiting
    }
}

extension TabBar {
    /// Handles the user's tap on the selected tab. If the tab is a navigation controller, pops it
    /// to its root with animation, unless a transition is running in it [6.13]. Then calls the
    /// delegate [7.5].
    fileprivate func tapSelected(_ tabBar: Handle, in scene: inout Scene) -> TransitionID? {
        let state = scene[TabBar.self, tabBar]
        var transition: TransitionID?
        if scene.kindName(of: state.selected) == Navigation.name, !scene.isRunning(state.selected) {
            transition = Navigation().popToRoot(state.selected, in: &scene)
        }
        scene.emit(
            TabBarKind.DidSelect {
                $0.controller = state.selected
                $0.index = state.index
            }, of: tabBar)
        return transition
    }

    /// Returns the index of a tab that is given by index or name.
    ///
    /// - Throws: `indexOutOfRange`, `invalidParams` or `controllerNotFound`; if the named
    ///   controller is not a tab, `notAChild` with the name and message of UIKit's exception.
    fileprivate static func target(
        _ index: Int?, _ controller: Identifier?, at path: String, in tabs: [Handle],
        _ scene: borrowing Scene
    ) throws(CommandError) -> Int {
        let target = try scene.index(
            index, or: controller, at: path, in: tabs, called: "tabs")
        if let target { return target }
        throw CommandError(
            .notAChild,
            "-[UITabBarController setSelectedViewController:] only a view controller in the tab "
                + "bar controller's list of view controllers can be selected.",
            path: path, exception: "NSInvalidArgumentException")
    }
}

extension TabBarSetControllers: ContainerCommand {
    public struct Plan {
        let tabBar: Handle
        let controllers: [Handle]
        /// The index of the tab to select. Nil if the command does not specify a tab to select.
        let wanted: Int?
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let tabBar = try scene.controller(id, of: TabBar.self)
        let handles = try scene.controllers(controllers, at: "controllers")
        try scene.checkChildren(handles.count, at: "controllers")
        try scene.checkMembers(handles, of: tabBar, at: "controllers")
        var wanted: Int?
        if index != nil || selected != nil {
            wanted = try TabBar.target(index, selected, at: "selected", in: handles, scene)
        }
        return Plan(tabBar: tabBar, controllers: handles, wanted: wanted)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if scene.isRunning(plan.tabBar) {
            scene.supersede(plan.tabBar)
            guard scene.mayStillTake(plan.controllers, into: plan.tabBar) else { return Reply() }
        }
        return Reply {
            $0.transition = TabBar().replace(plan.tabBar, plan.controllers, plan.wanted, in: &scene)
        }
    }
}

extension TabBarRemove: AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> (Handle, tab: Handle) {
        let tabBar = try scene.controller(id, of: TabBar.self)
        let tab = try scene.controller(controller, at: "controller")
        guard scene.container(of: tab) == tabBar else {
            throw CommandError(
                .notAChild, "\(controller) is not a tab of the tab bar controller",
                path: "controller")
        }
        if user {
            try scene.checkRemoval(
                of: tab, from: tabBar, isShown: tab == scene[TabBar.self, tabBar].selected)
        }
        return (tabBar, tab)
    }

    public func commit(
        _ plan: (Handle, tab: Handle), in scene: inout Scene, after _: Validation<Self>
    ) -> Reply {
        let (tabBar, tab) = plan
        if scene.isRunning(tabBar) { scene.supersede(tabBar) }
        let rest = scene[TabBar.self, tabBar].controllers.filter { $0 != tab }
        guard scene.mayStillTake(rest, into: tabBar) else { return Reply() }
        return Reply { $0.transition = TabBar().replace(tabBar, rest, nil, in: &scene) }
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let (tabBar, tab) = try? validate(in: scene) else { return nil }
        return Question(.shouldRemove, container: tabBar, controller: tab)
    }
}

extension TabBar {
    fileprivate func replace(
        _ tabBar: Handle, _ controllers: [Handle], _ wanted: Int?, in scene: inout Scene
    ) -> TransitionID? {
        let old = scene[TabBar.self, tabBar]
        let kept = old.selected.isNone ? nil : controllers.firstIndex(of: old.selected)
        // The selected tab stays selected, else the tab at its index is selected, else the first
        // [7.8].
        let first = controllers.isEmpty ? -1 : 0
        let replacement = controllers.indices.contains(old.index) ? old.index : first
        let target = wanted ?? kept ?? replacement
        let staying = Set<Handle>(controllers)
        let leaving = old.controllers.filter { !staying.contains($0) }
        let selected = target < 0 ? Handle.none : controllers[target]
        join(controllers, selecting: selected, tabBar, old, in: &scene)
        for controller in leaving { scene.willMove(controller, to: .none) }
        var transition: TransitionID?
        if target < 0 {
            scene[TabBar.self, tabBar].shown = .none
            if !old.shown.isNone { scene.removeView(of: old.shown) }
            setIndex(-1, tabBar, old, in: &scene)
        } else if old.shown.isNone || controllers[target] == old.shown {
            setIndex(target, tabBar, old, in: &scene)
            if scene.hasAppeared(tabBar) { show(tabBar, in: &scene) }
        } else {
            transition = select(
                target, tabBar, TransitionRequest { $0.animated = false }, user: false,
                mayBecomeAnimated: false, in: &scene)
        }
        for controller in leaving {
            scene.removeMember(controller, from: tabBar)
            scene.removeFromParent(controller)
        }
        scene.arrange(controllers, of: tabBar)
        return transition
    }

    /// Adds the new tabs as children. Immediately sends `didMove` to each tab that was not a child
    /// before [7.1].
    private func join(
        _ controllers: [Handle], selecting selected: Handle, _ tabBar: Handle, _ old: State,
        in scene: inout Scene
    ) {
        let coming = controllers.filter { scene.container(of: $0) != tabBar }
        scene.reserve(coming, for: tabBar)
        for controller in coming {
            if scene.take(controller, into: tabBar) { scene.didMove(controller, to: tabBar) }
            if controller != selected { scene.hideView(of: controller, in: tabBar) }
        }
        scene.note(indexes: controllers)
        scene[TabBar.self, tabBar].controllers = controllers
        // Before the selection below, `index` is the new index of the shown tab, if the list still
        // contains the tab.
        scene[TabBar.self, tabBar].index =
            old.selected.isNone ? -1 : controllers.firstIndex(of: old.selected) ?? -1
        if old.controllers != controllers {
            scene.emit(TabBarKind.ControllersChanged { $0.controllers = controllers }, of: tabBar)
            keepHistory(of: tabBar, in: &scene)
        }
    }

    private func setIndex(
        _ index: Int, _ tabBar: Handle, _ old: State, in scene: inout Scene
    ) {
        let previous = scene[TabBar.self, tabBar].selected
        scene[TabBar.self, tabBar].index = index
        let selected = scene[TabBar.self, tabBar].selected
        guard index != old.index || selected != old.selected else { return }
        scene.emit(
            TabBarKind.SelectionChanged {
                $0.controller = selected
                $0.index = index
            }, of: tabBar)
        if selected != previous {
            record(selected, after: previous, because: .selection, tabBar, in: &scene)
        }
        updateBar(tabBar, in: &scene)
    }
}
