public import Containment
public import PagerModel

/// The container kind `navigation`: a stack of controllers, the top of which is shown [6].
public struct Navigation: ContainerKind {
    public struct State: ContainerState {
        public var options = NavigationOptions()
        /// The controllers on the stack, root first. A command changes the stack at once. An
        /// interactive transition changes the stack only when the transition completes.
        var stack: [Handle] = []
        /// The change that the running transition makes to the stack.
        var change = StackChange.pop([])
        /// The controller whose view is inside the navigation controller's view, or `.none`.
        var shown = Handle.none
        /// Whether the top controller is new, so that `didShow` must still be published for it.
        var isTopNew = false
        /// The members of the stack that hide the tab bar. `hidesBottomBarWhenPushed` is read when
        /// a member enters the stack.
        var barHiders: [Handle] = []
        /// The stack before a transition that the scene's observer, instead of the clock,
        /// completes or cancels, for example for a custom animator. If the transition is
        /// cancelled, this stack is restored. Archives omit this value.
        var stackBefore: [Handle] = []
        /// Whether a change of the stack is beginning. While this is true, code in `viewDidLoad` of
        /// a new top controller cannot change the stack. Archives omit this value.
        var isChanging = false

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            stack.visit(&archive)
            change.visit(&archive)
            shown.visit(&archive)
            isTopNew.visit(&archive)
            if archive.holds("hiddenBars") { barHiders.visit(&archive) }
        }

        var top: Handle { stack.last ?? .none }
    }

    public typealias Declaration = NavigationKind
    public static let traits = KindTraits(
        supportsManualForwarding: false, restoresDecisions: true)
    public static let reactions = CallbackSet(.viewWillAppear, .viewDidAppear)
    static let duration = 0.35

    public init() {}

    public func record(of stack: Handle, in scene: Scene) -> NavigationRecord {
        var record = NavigationRecord()
        record.controllers = scene.identifiers(scene[Navigation.self, stack].stack)
        record.top = record.controllers.last
        return record
    }

    public func members(of stack: Handle, in scene: Scene) -> [Handle] {
        scene[Navigation.self, stack].stack
    }

    public func shownChildren(of stack: Handle, in scene: Scene) -> [Handle]? {
        if let running = scene.runningTransition(of: stack)?.plan {
            return running.leaving.controllers + running.entering.controllers
        }
        return scene[Navigation.self, stack].shown.some.map { [$0] } ?? []
    }

    public func react(
        to callback: Callback, of stack: Handle, animated: Bool, in scene: inout Scene
    ) {
        switch callback {
        case .viewWillAppear:
            if !scene.showsLater(stack) { show(stack, in: &scene) }
        case .viewWillLayoutSubviews:
            guard scene[Navigation.self, stack].shown.isNone else { return }
            show(stack, in: &scene)
            didForward(.viewWillAppear, of: stack, animated: animated, in: &scene)
        default: break
        }
    }

    /// Calls the delegate for a new top controller: `willShow` after the controller's
    /// `viewWillAppear`, and `didShow` after its `viewDidAppear` [6.6].
    public func didForward(
        _ callback: Callback, of stack: Handle, animated: Bool, in scene: inout Scene
    ) {
        let state = scene[Navigation.self, stack]
        guard state.isTopNew, !state.top.isNone else { return }
        if callback == .viewWillAppear {
            if scene.isShowingLater(stack) { return }
            scene.emit(
                NavigationKind.WillShow {
                    $0.controller = state.top
                    $0.animated = animated
                }, of: stack)
        } else {
            scene[Navigation.self, stack].isTopNew = false
            // A push that began while the stack was appearing calls the delegate when the push
            // ends.
            guard scene.runningTransition(of: stack) == nil else { return }
            completeMove(of: state.top, stack, in: &scene)
            scene.emit(
                NavigationKind.DidShow {
                    $0.controller = state.top
                    $0.animated = animated
                }, of: stack)
        }
    }

    /// Calls the pending `didMove(toParent:)` of the top controller if the client itself sends the
    /// children's appearance callbacks. The call does not wait for `viewDidAppear`, because the
    /// client may never send it [2.2].
    private func completeMove(of top: Handle, _ stack: Handle, in scene: inout Scene) {
        guard !scene.forwards(stack), scene.isOwedDidMove(top) else { return }
        scene.didMove(top, to: stack)
    }

    /// Adds the view of the top controller to the navigation controller's view, if no view is shown
    /// yet.
    func show(_ stack: Handle, in scene: inout Scene) {
        let state = scene[Navigation.self, stack]
        guard state.shown.isNone, !state.top.isNone else { return }
        scene[Navigation.self, stack].shown = state.top
        scene.addView(of: state.top, to: stack, frame: Frame(scene.bounds(of: stack)))
    }

    public func validate(_ options: NavigationOptions, in scene: Scene) throws(CommandError) {
        try scene.check(options.motion)
    }

    // MARK: Changes of the stack

    /// Changes the stack. Call this method only after the change has been validated, and only if no
    /// transition is running.
    ///
    /// A removed controller gets `willMove(nil)` before the transition and `didMove(nil)` after it.
    /// An added controller gets `willMove` before its view loads. It gets `didMove` at once if it
    /// is covered, or after its appearance if it is the top [6.3] [6.7]. The cost of a push or a
    /// pop does not depend on the depth of the stack.
    @discardableResult
    func go(
        _ change: StackChange, _ stack: Handle, _ motion: TransitionRequest, in scene: inout Scene
    ) -> TransitionID? {
        scene.reserve(coming(with: change, stack, in: scene), for: stack)
        let oldTop = scene[Navigation.self, stack].top
        let shown = scene[Navigation.self, stack].shown
        let top = change.top(of: scene[Navigation.self, stack].stack)
        let isPop = change.isPop(from: scene[Navigation.self, stack].stack)
        scene[Navigation.self, stack].change = change
        scene[Navigation.self, stack].isChanging = true
        defer { scene[Navigation.self, stack].isChanging = false }
        let isFirst = shown.isNone && !top.isNone && scene.hasAppeared(stack)
        guard isFirst || !shown.isNone, top != shown else {
            for controller in change.leaving { part(controller, stack, in: &scene) }
            join(change, oldTop, stack, in: &scene)
            commit(stack, in: &scene)
            arrange(stack, after: change, in: &scene)
            if shown.isNone, top != oldTop { scene[Navigation.self, stack].isTopNew = true }
            return nil
        }
        for controller in change.leaving { scene.willMove(controller, to: .none) }
        join(change, oldTop, stack, in: &scene)
        var plan = TransitionPlan(container: stack)
        plan.leaving = TransitionParticipants(shown)
        if !top.isNone { plan.entering = TransitionParticipants(top) }
        plan.order = .push
        plan.direction = isPop ? .reverse : .forward
        plan.reversed = isPop
        plan.duration = Self.duration
        let options = scene[Navigation.self, stack].options.motion
        let motion = motion.with(default: options.animated)
        if motion.moves, !isFirst {
            scene.setStyle(
                scene.style(named: "slide") ?? 0, of: &plan, duration: Self.duration,
                options: options, motion: scene.motion(motion))
        }
        // Without a previously shown controller there is nothing to animate.
        plan.animated = motion.animated && !isFirst && plan.duration > 0
        plan.interactive = motion.interactive && !isFirst
        plan.frame = Frame(scene.bounds(of: stack))
        return scene.start(plan)
    }

    /// Pops all controllers except the root with animation. Returns the id of the transition, or
    /// nil if nothing is popped. Call it only if no transition is running.
    func popToRoot(_ stack: Handle, in scene: inout Scene) -> TransitionID? {
        let popped = Array(scene[Navigation.self, stack].stack.dropFirst())
        return popped.isEmpty ? nil : go(.pop(popped), stack, TransitionRequest(), in: &scene)
    }

    private func part(_ controller: Handle, _ stack: Handle, in scene: inout Scene) {
        scene.willMove(controller, to: .none)
        if scene[Navigation.self, stack].shown == controller {
            scene[Navigation.self, stack].shown = .none
            scene.removeView(of: controller)
        }
        scene.removeMember(controller, from: stack)
        scene.removeFromParent(controller)
    }

    private func join(
        _ change: StackChange, _ oldTop: Handle, _ stack: Handle, in scene: inout Scene
    ) {
        switch change {
        case .push(let controller):
            if !oldTop.isNone { cover(oldTop, stack, in: &scene) }
            add(controller, isTop: true, stack, in: &scene)
        case .pop: break
        case .replace(let next, _):
            scene.note(indexes: next)
            for controller in next.dropLast() { add(controller, isTop: false, stack, in: &scene) }
            if let top = next.last { add(top, isTop: true, stack, in: &scene) }
        }
    }

    private func add(
        _ controller: Handle, isTop: Bool, _ stack: Handle, in scene: inout Scene
    ) {
        if scene.isManaged(controller), scene.parent(of: controller) == stack {
            if !isTop { cover(controller, stack, in: &scene) }
            return
        }
        let isNew = scene.take(controller, into: stack)
        if !isTop { scene.hideView(of: controller, in: stack) }
        guard isNew else { return }
        if isTop {
            scene.didMoveWhenAppeared(controller)
        } else {
            scene.didMove(controller, to: stack)
        }
    }

    /// Calls `didMove` for a controller that is below the top of the stack and has not appeared
    /// [6.7]. If a client has added the controller's view, removes the view.
    private func cover(_ controller: Handle, _ stack: Handle, in scene: inout Scene) {
        if scene[Navigation.self, stack].shown != controller {
            scene.hideView(of: controller, in: stack)
        }
        if scene.isOwedDidMove(controller) { scene.didMove(controller, to: stack) }
    }

    /// Sorts the list of children, so that it has the same order as the stack.
    private func arrange(
        _ stack: Handle, after change: StackChange, in scene: inout Scene
    ) {
        let last = scene[Navigation.self, stack].stack.count - 1
        switch change {
        case .push(let controller) where scene.child(of: stack, at: last) == controller: break
        case .pop: break
        default: scene.arrange(scene[Navigation.self, stack].stack, of: stack)
        }
    }

    /// Applies the pending change to the stack, and publishes the new stack.
    private func commit(_ stack: Handle, in scene: inout Scene) {
        let change = scene[Navigation.self, stack].change
        guard change.changes(scene[Navigation.self, stack].stack) else { return }
        let hiders = barHiders(after: change, stack, in: scene)
        change.apply(to: &scene[Navigation.self, stack].stack)
        let controllers = scene[Navigation.self, stack].stack
        scene.emit(NavigationKind.StackChanged { $0.controllers = controllers }, of: stack)
        guard let hiders else { return }
        scene[Navigation.self, stack].barHiders = hiders
        let tabBar = scene.container(of: stack)
        if !tabBar.isNone, scene.kindName(of: tabBar) == TabBar.name {
            TabBar().updateBar(tabBar, in: &scene)
        }
    }

    // MARK: Hooks

    public func transitionWillBegin(_ transition: Transition, in scene: inout Scene) {
        let stack = transition.container
        scene[Navigation.self, stack].isChanging = false
        if !transition.isInteractive {
            if transition.plan.isDriven {
                scene[Navigation.self, stack].stackBefore = scene[Navigation.self, stack].stack
            }
            commit(stack, in: &scene)
        }
        let top = transition.plan.entering.first
        guard !top.isNone, scene.hasAppeared(stack) else { return }
        scene.emit(
            NavigationKind.WillShow {
                $0.controller = top
                $0.animated = transition.animated
            }, of: stack)
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition.container, in: &scene)
    }

    /// Removes the children that have left the stack. If the transition was cancelled, undoes the
    /// change to the stack instead. Called before the event `completion` [contract 6].
    public func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let stack = transition.container
        let change = scene[Navigation.self, stack].change
        if outcome == .cancelled {
            if !transition.isInteractive { restore(stack, in: &scene) }
            takeBack(change, stack, in: &scene)
        } else {
            scene[Navigation.self, stack].shown = transition.plan.entering.first
            for child in change.leaving
            where scene.parent(of: child) == stack && scene.isManaged(child) {
                scene.removeMember(child, from: stack)
                scene.removeFromParent(child)
            }
        }
        arrange(stack, after: change, in: &scene)
    }

    /// Restores the stack to its state before a cancelled transition.
    private func restore(_ stack: Handle, in scene: inout Scene) {
        let state = scene[Navigation.self, stack]
        scene[Navigation.self, stack].stackBefore = []
        scene[Navigation.self, stack].change = .replace(state.stack, with: state.stackBefore)
        commit(stack, in: &scene)
    }

    /// Removes the controllers that a cancelled transition has added, and calls `willMove` and
    /// `didMove` for the controllers that the transition would have removed.
    private func takeBack(_ change: StackChange, _ stack: Handle, in scene: inout Scene) {
        for controller in coming(with: change, stack, in: scene) {
            scene.willMove(controller, to: .none)
            scene.removeMember(controller, from: stack)
            scene.removeFromParent(controller)
        }
        for controller in change.leaving {
            scene.willMove(controller, to: stack)
            scene.didMove(controller, to: stack)
        }
    }

    /// Returns the controllers that a change adds to the stack.
    private func coming(with change: StackChange, _ stack: Handle, in scene: Scene) -> [Handle] {
        switch change {
        case .push(let controller): return [controller]
        case .pop: return []
        case .replace(let next, _):
            let present = Set<Handle>(scene[Navigation.self, stack].stack)
            return next.filter { !present.contains($0) }
        }
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let stack = transition.container
        let top = transition.plan.entering.first
        guard outcome != .cancelled, !top.isNone else { return }
        if scene.isVisible(stack) { completeMove(of: top, stack, in: &scene) }
        // A transition counts as completed too if it ended because the stack left the screen.
        let completed =
            outcome == .completed
            || (outcome == .superseded && !transition.isInteractive && !transition.isReplaced)
        guard completed else { return }
        let isShown =
            scene.hasAppeared(stack)
            && (scene.appearance(of: top) == .appeared || !scene.forwards(stack))
        // If the top appears with the stack itself, the delegate is called then.
        scene[Navigation.self, stack].isTopNew = !isShown
        guard isShown else { return }
        scene.emit(
            NavigationKind.DidShow {
                $0.controller = top
                $0.animated = transition.animated
            }, of: stack)
    }
}

/// Methods that find the controllers on a navigation stack that hide the bar of the enclosing tab
/// bar controller [7.9].
extension Navigation {
    /// Returns the members of the changed stack for which `hidesBottomBarWhenPushed` was true when
    /// they entered the stack [7.9]. Returns nil if neither the old nor the new stack has such
    /// members. O(1) for a push or a pop without such members.
    func barHiders(
        after change: StackChange, _ stack: Handle, in scene: Scene
    ) -> [Handle]? {
        let before = scene[Navigation.self, stack].barHiders
        var hiders = before
        switch change {
        case .push(let controller):
            if scene.hidesBottomBarWhenPushed(controller) { hiders.append(controller) }
        case .pop(let leaving):
            if !hiders.isEmpty {
                let leaving = Set<Handle>(leaving)
                hiders.removeAll { leaving.contains($0) }
            }
        case .replace(let next, _):
            let present = Set<Handle>(scene[Navigation.self, stack].stack)
            let hiding = Set<Handle>(before)
            hiders = next.filter {
                present.contains($0) ? hiding.contains($0) : scene.hidesBottomBarWhenPushed($0)
            }
        }
        return before.isEmpty && hiders.isEmpty ? nil : hiders
    }

    /// Returns whether a controller above the root of the stack hides the tab bar.
    func hidesBottomBar(_ stack: Handle, in scene: Scene) -> Bool {
        let state = scene[Navigation.self, stack]
        return state.barHiders.contains { $0 != state.stack.first }
    }
}

/// Questions that ask whether the user may pop a controller. A command whose parameter `user` is
/// false comes from a program and does not need permission.
extension Navigation {
    /// Returns the question that asks whether the user may pop the top controller. Returns nil if
    /// the stack is empty, if the top controller stays on the stack, or if the command is ignored
    /// [6.13] [6.18].
    private func question(
        _ stack: Handle, keepsTop: Bool, _ motion: TransitionRequest, in scene: borrowing Scene
    ) -> Question? {
        let top = scene[Navigation.self, stack].top
        let isIgnored = scene.isRunning(stack) && motion.interruption == nil
        guard !top.isNone, !keepsTop, !isIgnored, allowsPop(motion, of: stack, in: scene) else {
            return nil
        }
        return Question(.shouldPop, container: stack, controller: top)
    }

    /// Returns the question that asks whether the user may pop controllers until `length`
    /// controllers are left on the stack. The root is never popped [6.14].
    fileprivate func question(
        popping stack: Handle, to length: Int, _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) -> Question? {
        let count = scene[Navigation.self, stack].stack.count
        return question(stack, keepsTop: count <= max(length, 1), motion, in: scene)
    }

    /// Returns the question that asks whether the user may replace the stack with `next`.
    fileprivate func question(
        changing stack: Handle, to next: [Handle], _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) -> Question? {
        let keepsTop = next.contains(scene[Navigation.self, stack].top)
        return question(stack, keepsTop: keepsTop, motion, in: scene)
    }

    /// Returns whether the stack allows the user to pop with the given animation options. An
    /// interactive pop is allowed only if the option `interactivePopEnabled` is true.
    func allowsPop(
        _ motion: TransitionRequest, of stack: Handle, in scene: borrowing Scene
    ) -> Bool {
        !motion.interactive || scene[Navigation.self, stack].options.interactivePopEnabled
    }

    /// Checks that neither the top controller nor a container kind forbids the pop that the question
    /// asks about.
    ///
    /// - Throws: `vetoed` if one of them forbids the pop.
    fileprivate func check(_ question: Question?, in scene: borrowing Scene) throws(CommandError) {
        guard let question else { return }
        try scene.checkLeaving(question.controller)
        guard scene.answer(question) == false else { return }
        throw CommandError(.vetoed, "\(scene.shown(question.controller)) may not be popped now")
    }

    /// Checks that the user may pop controllers until `length` controllers are left on the stack.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop.
    func checkPop(
        _ stack: Handle, to length: Int, _ motion: TransitionRequest, in scene: borrowing Scene
    ) throws(CommandError) {
        try check(question(popping: stack, to: length, motion, in: scene), in: scene)
    }

    /// Checks that the user may replace the stack with a different list of controllers.
    ///
    /// - Throws: `vetoed` if a container kind forbids the pop.
    func checkChange(
        of stack: Handle, to next: [Handle], _ motion: TransitionRequest,
        in scene: borrowing Scene
    ) throws(CommandError) {
        try check(question(changing: stack, to: next, motion, in: scene), in: scene)
    }
}

extension NavigationPop: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self) else { return nil }
        guard count ?? 1 > 0 else { return nil }
        let length = scene[Navigation.self, stack].stack.count - (count ?? 1)
        return Navigation().question(popping: stack, to: length, motion, in: scene)
    }
}

extension NavigationPopTo: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self),
            let target = try? scene.controller(controller),
            let index = scene.firstIndex(of: target, in: scene[Navigation.self, stack].stack)
        else { return nil }
        return Navigation().question(popping: stack, to: index + 1, motion, in: scene)
    }
}

extension NavigationPopToRoot: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self) else { return nil }
        return Navigation().question(popping: stack, to: 1, motion, in: scene)
    }
}

extension NavigationSetStack: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let stack = try? scene.controller(id, of: Navigation.self),
            let next = try? scene.controllers(controllers, at: "controllers"),
            (try? Navigation().checkStack(next, of: stack, in: scene)) != nil
        else { return nil }
        return Navigation().question(changing: stack, to: next, motion, in: scene)
    }
}
