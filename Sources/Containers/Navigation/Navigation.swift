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
        if callback == .viewWillAppear { show(stack, in: &scene) }
    }

    /// Calls the delegate for a new top controller: `willShow` after the controller's
    /// `viewWillAppear`, and `didShow` after its `viewDidAppear` [6.6].
    public func didForward(
        _ callback: Callback, of stack: Handle, animated: Bool, in scene: inout Scene
    ) {
        let state = scene[Navigation.self, stack]
        guard state.isTopNew, !state.top.isNone else { return }
        if callback == .viewWillAppear {
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
        if motion.moves, !isFirst {
            scene.setStyle(
                scene.style(named: "slide") ?? 0, of: &plan, duration: Self.duration,
                default: Self.duration, motion: scene.motion(motion))
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
            scene.note(places: next)
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
        let isShown = scene.appearance(of: top) == .appeared || !scene.forwards(stack)
        if scene.hasAppeared(stack), isShown {
            scene.emit(
                NavigationKind.DidShow {
                    $0.controller = top
                    $0.animated = transition.animated
                }, of: stack)
        } else {
            // The top appears with the stack itself, and the delegate is called then.
            scene[Navigation.self, stack].isTopNew = true
        }
    }
}
