public import Containment
public import PagerModel

/// One turn from the shown page to another.
extension Pager {
    /// What a command wants.
    struct Turn {
        var target: Int
        var direction: TransitionDirection
        var motion: Motion
        /// Index of a style, nil for the pager's own.
        var style: Int?
    }

    /// Turns; the target has been checked. Nil where nothing moves.
    func turn<C: SceneCommand>(
        _ pager: Handle, _ turn: Turn, for command: C, in scene: inout Scene
    ) throws(Refusal) -> TransitionID? {
        guard turn.target != scene[Pager.self, pager].index else { return nil }
        let page = scene[Pager.self, pager].pages[turn.target]
        let way = try scene.makeWay(
            in: pager, for: command, policy: turn.motion.interruption ?? .replace)
        if way == .queued { return nil }
        return go(to: page, at: turn.target, pager, turn, in: &scene)
    }

    /// Turns without asking: nothing runs in the pager.
    @discardableResult
    func go(
        to page: Handle, at index: Int, _ pager: Handle, _ turn: Turn, in scene: inout Scene
    ) -> TransitionID? {
        let glance = scene[Pager.self, pager].glance
        scene.emit(
            .pagerWillSelect(from: glance.selected, to: page, index: Int32(index)), pager)
        guard !glance.shown.isNone else {
            select(page, hint: index, pager, in: &scene)
            scene.emit(.pagerDidSettle(page: page, index: Int32(index)), pager)
            if scene.isVisible(pager) { show(pager, in: &scene) }
            return nil
        }
        let plan = plan(for: page, at: index, pager, turn, glance, in: &scene)
        return scene.start(plan)
    }

    private func plan(
        for page: Handle, at index: Int, _ pager: Handle, _ turn: Turn, _ glance: State.Glance,
        in scene: inout Scene
    ) -> TransitionPlan {
        var plan = TransitionPlan(container: pager)
        plan.leaving = Cast(glance.shown)
        plan.entering = Cast(page)
        if scene.parent(of: page) != pager { plan.joining = Cast(page) }
        if !glance.keepsNeighbours || !staysNear(glance.shown, of: index, pager, in: &scene) {
            plan.parting = Cast(glance.shown)
        }
        plan.style =
            turn.style ?? (turn.direction == .forward ? glance.forward : glance.backward)
        plan.direction = turn.direction
        // One style for both ways is played backwards; a pair of styles is two movements.
        plan.reversed =
            turn.direction == .reverse
            && (turn.style != nil || glance.forward == glance.backward)
        plan.duration = glance.duration
        plan.animated = turn.motion.animated && plan.duration > 0
        plan.interactive = turn.motion.interactive
        plan.frame = frame(inside: scene.bounds(of: pager), glance.inset)
        plan.tag = index
        return plan
    }

    /// Whether a page stays a child when the page of an index is shown.
    private func staysNear(
        _ page: Handle, of index: Int, _ pager: Handle, in scene: inout Scene
    ) -> Bool {
        var state = scene[Pager.self, pager]
        state.index = index
        return isNear(page, state, in: &scene)
    }

    /// The decision: the index moves. The hint is where the page was when the turn began.
    private func select(_ page: Handle, hint: Int, _ pager: Handle, in scene: inout Scene) {
        guard let index = scene[Pager.self, pager].index(of: page, hint: hint) else { return }
        let previous = scene[Pager.self, pager].index
        scene[Pager.self, pager].index = index
        scene.emit(
            .pagerDidSelect(page: page, index: Int32(index), previousIndex: Int32(previous)),
            pager)
    }

    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {
        guard !transition.isInteractive else { return }
        commit(transition, in: &scene)
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition, in: &scene)
    }

    private func commit(_ transition: Transition, in scene: inout Scene) {
        let page = transition.plan.entering.first
        scene[Pager.self, transition.container].shown = page
        if !page.isNone {
            select(page, hint: transition.plan.tag, transition.container, in: &scene)
        }
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let pager = transition.container
        let index = scene[Pager.self, pager].index
        let went = outcome == .completed || (outcome == .superseded && !transition.isInteractive)
        if outcome == .completed, index >= 0 {
            let page = scene[Pager.self, pager].selected
            scene.emit(.pagerDidSettle(page: page, index: Int32(index)), pager)
        } else if !went {
            scene.emit(.pagerDidCancel(index: Int32(index)), pager)
        }
        guard outcome != .superseded else { return }
        keepNeighbours(of: pager, in: &scene)
        rest(pager, in: &scene)
    }

    // MARK: autoAdvance

    /// At rest: the time to the next page starts.
    func rest(_ pager: Handle, in scene: inout Scene) {
        scene[Pager.self, pager].timer += 1
        guard let pause = scene[Pager.self, pager].autoAdvance,
            !scene[Pager.self, pager].paused, scene.isVisible(pager), !scene.isRunning(pager)
        else { return }
        scene.schedule(
            pager, at: scene.now.advanced(by: pause), token: scene[Pager.self, pager].timer)
    }

    public func awaits(_ token: UInt64, of pager: Handle, in scene: Scene) -> Bool {
        token == scene[Pager.self, pager].timer
    }

    public func deadline(_ token: UInt64, of pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        guard token == state.timer, scene.isVisible(pager),
            !scene.isRunning(pager),
            let next = neighbour(of: pager, step: 1, in: scene)
        else { return }
        let turn = Turn(target: next, direction: .forward, motion: Motion(animated: true))
        go(to: state.pages[next], at: next, pager, turn, in: &scene)
    }

    /// The index one step further, nil at an end.
    func neighbour(of pager: Handle, step: Int, in scene: Scene) -> Int? {
        let glance = scene[Pager.self, pager].glance
        let next = glance.index + step
        if (0..<glance.count).contains(next) { return next }
        return glance.wraps && glance.count > 1 ? (next + glance.count) % glance.count : nil
    }
}
