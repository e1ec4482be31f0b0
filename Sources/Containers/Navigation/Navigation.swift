public import Containment
public import PagerModel

/// A stack of which the top is shown [6].
public struct Navigation: ContainerKind {
    public struct State: ContainerState {
        public var options = NoFields()
        /// The model: changes with the command, or with the finish of an interactive one.
        var stack: [Handle] = []
        /// The stack that the running transition leads to.
        var next: [Handle] = []
        /// Whose view is in the navigation controller.
        var shown = Handle.none
        /// The top has not been announced to the delegate yet.
        var isTopNew = false

        public init() {}

        var top: Handle { stack.last ?? .none }
    }

    public static let name = "navigation"
    public static let traits = KindTraits(
        definesPresentationContext: true, ancestorProperty: .navigationController)
    public static let reactions = CallbackSet(.viewWillAppear, .viewDidAppear)
    static let duration = 0.35

    public init() {}

    public func record(of stack: Handle, in scene: Scene) -> [Value.Member] {
        let state = scene[Navigation.self, stack]
        let names = state.stack.map { Value.string(scene.name(of: $0)) }
        return [.init("controllers", .array(names)), .init("top", names.last ?? .null)]
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

    /// The delegate hears of a new top around the top's own callbacks [6.6].
    public func didForward(
        _ callback: Callback, of stack: Handle, animated: Bool, in scene: inout Scene
    ) {
        let state = scene[Navigation.self, stack]
        guard state.isTopNew, !state.top.isNone else { return }
        if callback == .viewWillAppear {
            scene.emit(.navigationWillShow(controller: state.top, animated: animated), stack)
        } else {
            scene[Navigation.self, stack].isTopNew = false
            scene.emit(.navigationDidShow(controller: state.top, animated: animated), stack)
        }
    }

    /// The top's view goes into the tree.
    func show(_ stack: Handle, in scene: inout Scene) {
        let state = scene[Navigation.self, stack]
        guard state.shown.isNone, !state.top.isNone else { return }
        scene[Navigation.self, stack].shown = state.top
        scene.install(state.top, in: stack, frame: Frame(scene.bounds(of: stack)))
    }

    // MARK: from one stack to another

    /// Leads to another stack; everything has been checked and nothing runs.
    ///
    /// Who goes gets willMove(nil) before and didMove(nil) after; who comes gets willMove before
    /// loading, and didMove at once when covered, when it has appeared when on top [6.3] [6.7].
    @discardableResult
    func go(
        to next: [Handle], _ stack: Handle, _ motion: Motion, in scene: inout Scene
    ) -> TransitionID? {
        let old = scene[Navigation.self, stack]
        let top = next.last ?? .none
        scene[Navigation.self, stack].next = next
        let staying = Set(next)
        let leaving = old.stack.filter { !staying.contains($0) }
        let isFirst = old.shown.isNone && !top.isNone && scene.isVisible(stack)
        guard isFirst || !old.shown.isNone, top != old.shown else {
            for controller in leaving { part(controller, stack, in: &scene) }
            join(next, stack, in: &scene)
            commit(stack, in: &scene)
            scene.arrange(next, of: stack)
            if old.shown.isNone, top != old.top { scene[Navigation.self, stack].isTopNew = true }
            return nil
        }
        for controller in leaving { scene.willMove(controller, to: .none) }
        join(next, stack, in: &scene)
        var plan = TransitionPlan(container: stack)
        if !isFirst { plan.leaving = Cast(old.shown) }
        if !top.isNone { plan.entering = Cast(top) }
        plan.order = .push
        // Nothing leaves where nothing was shown, so there is nothing to animate.
        let motion = isFirst ? Motion(animated: false) : motion
        let isPop = old.stack.contains(top) || top.isNone
        plan.direction = isPop ? .reverse : .forward
        plan.reversed = isPop
        if motion.moves { plan.style = scene.style(named: "slide") ?? 0 }
        plan.duration = Self.duration
        plan.animated = motion.animated
        plan.interactive = motion.interactive
        plan.frame = Frame(scene.bounds(of: stack))
        return scene.start(plan)
    }

    private func part(_ controller: Handle, _ stack: Handle, in scene: inout Scene) {
        scene.willMove(controller, to: .none)
        if scene[Navigation.self, stack].shown == controller {
            scene[Navigation.self, stack].shown = .none
            scene.uninstall(controller)
        }
        scene.delist(controller, from: stack)
        scene.leave(controller)
    }

    private func join(_ next: [Handle], _ stack: Handle, in scene: inout Scene) {
        for (place, controller) in next.enumerated() {
            let isTop = place == next.count - 1
            if !scene.isManaged(controller) || scene.parent(of: controller) != stack {
                guard scene.take(controller, into: stack) else { continue }
                if isTop {
                    scene.didMoveWhenAppeared(controller)
                } else {
                    scene.didMove(controller, to: stack)
                }
            } else if !isTop, scene.isOwedDidMove(controller) {
                // Covered before it ever appeared.
                scene.didMove(controller, to: stack)
            }
        }
    }

    /// The model follows.
    private func commit(_ stack: Handle, in scene: inout Scene) {
        let state = scene[Navigation.self, stack]
        guard state.stack != state.next else { return }
        scene[Navigation.self, stack].stack = state.next
        scene.emit(
            .navigationStackChanged(controllers: scene.keep(list: state.next)), stack)
    }

    // MARK: hooks

    public func transitionWillBegin(_ transition: Transition, in scene: inout Scene) {
        let stack = transition.container
        if !transition.isInteractive { commit(stack, in: &scene) }
        let top = transition.plan.entering.first
        guard !top.isNone, scene.isVisible(stack) else { return }
        scene.emit(.navigationWillShow(controller: top, animated: transition.animated), stack)
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition.container, in: &scene)
    }

    /// The edges that a navigation controller moves, before completion [contract 6].
    public func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let stack = transition.container
        if outcome == .cancelled {
            takeBack(transition, in: &scene)
        } else {
            scene[Navigation.self, stack].shown = transition.plan.entering.first
            let staying = Set(scene[Navigation.self, stack].stack)
            for child in scene.children(of: stack)
            where scene.isManaged(child) && !staying.contains(child) {
                scene.delist(child, from: stack)
                scene.leave(child)
            }
        }
        scene.arrange(scene[Navigation.self, stack].stack, of: stack)
    }

    /// Who was to come goes; who was to go is told that it stays.
    private func takeBack(_ transition: Transition, in scene: inout Scene) {
        let stack = transition.container
        let state = scene[Navigation.self, stack]
        let staying = Set(state.stack)
        for controller in state.next where !staying.contains(controller) {
            scene.willMove(controller, to: .none)
            scene.delist(controller, from: stack)
            scene.leave(controller)
        }
        let coming = Set(state.next)
        for controller in state.stack where !coming.contains(controller) {
            scene.willMove(controller, to: stack)
            scene.didMove(controller, to: stack)
        }
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let stack = transition.container
        let top = transition.plan.entering.first
        guard outcome == .completed, !top.isNone else { return }
        if scene.isVisible(stack), scene.appearance(of: top) == .appeared {
            scene.emit(.navigationDidShow(controller: top, animated: transition.animated), stack)
        } else {
            // It comes with the stack itself, and is announced then.
            scene[Navigation.self, stack].isTopNew = true
        }
    }
}
