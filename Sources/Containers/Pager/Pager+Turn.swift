public import Containment
public import PagerModel

/// Methods that execute one page change.
extension Pager {
    /// A page change that a command requests.
    struct Turn {
        /// The index of the page to select, or -1 for none.
        var target: Int
        var direction: TransitionDirection
        var motion: TransitionMotion
        /// The page that was selected before the list of pages changed. Nil if the list has not
        /// changed.
        var replaced: Replaced?
        var cause = SelectionCause.selection
        /// Whether the user turns the page: by a command whose parameter `user` is true, or by an
        /// interactive transition.
        var isByUser = false
    }

    /// The page that was selected before the list of pages changed.
    struct Replaced {
        var page: Handle
        /// The page's index in the old list, or -1 for no page.
        var index: Int
    }

    /// A page change that has been checked, with the decision whether it ends a running transition
    /// or waits for it.
    struct Change {
        let turn: Turn
        let page: Handle
        let decision: InterruptionDecision
    }

    /// Plans a page turn. `turn.target` must be the index of a page. Returns nil if this page is
    /// already selected and no transition is running. A running one ends also then.
    ///
    /// - Parameter command: The command, which is queued if it must wait for a running transition.
    /// - Throws: `transitionInProgress` if a transition is running and the turn's interruption
    ///   policy is `reject`; `limitExceeded` if the queue is full.
    func change<C: SceneCommand>(
        _ pager: Handle, _ turn: Turn, for command: @autoclosure () -> C,
        in scene: borrowing Scene
    ) throws(CommandError) -> Change? {
        guard turn.target != scene[Pager.self, pager].index || scene.isRunning(pager) else {
            return nil
        }
        return Change(
            turn: turn, page: scene[Pager.self, pager].pages[turn.target],
            decision: try scene.decideInterruption(
                of: pager, by: command(), policy: turn.motion.interruption ?? .replace))
    }

    /// Executes a planned page turn and returns the id of its transition. Returns nil if no
    /// transition starts, for example because the command waits.
    func turn(_ pager: Handle, _ change: Change, in scene: inout Scene) -> TransitionID? {
        let isSelected = change.turn.target == scene[Pager.self, pager].index
        guard scene.resolve(change.decision, of: pager, isFollowed: !isSelected), !isSelected else {
            return nil
        }
        if change.decision.isReplacing, scene.container(of: change.page) != pager {
            scene.misuse(
                pager,
                "\(scene.shown(change.page)) is not selected: it was removed from the pages "
                    + "at the end of the previous transition")
            return nil
        }
        if change.turn.isByUser { hold(pager, in: &scene) }
        return go(to: change.page, at: change.turn.target, pager, change.turn, in: &scene)
    }

    /// Turns to a page without checks. No transition may be running. If the page is `.none`, the
    /// pager has no selected page afterwards.
    ///
    /// If the pager has never been shown, the selection changes at once and no transition starts,
    /// unless the turn is interactive. An interactive turn changes the selection when its
    /// transition completes.
    @discardableResult
    func go(
        to page: Handle, at index: Int, _ pager: Handle, _ turn: Turn, in scene: inout Scene
    ) -> TransitionID? {
        if scene[Pager.self, pager].isLazy { dropHeldCommands(of: pager, in: &scene) }
        let turnState = scene[Pager.self, pager].turnState
        let from = turn.replaced?.page ?? turnState.selected
        scene.emit(
            PagerKind.WillSelect {
                $0.from = from
                $0.to = page
                $0.index = index
            }, of: pager)
        let isShown = !turnState.shown.isNone || scene.hasAppeared(pager)
        guard isShown || turn.motion.interactive else {
            select(
                page, hint: index, previous: turn.replaced?.index, from: from, because: turn.cause,
                pager, in: &scene)
            settle(pager, in: &scene)
            return nil
        }
        var plan = plan(at: index, pager, turn, turnState, in: scene)
        if isShown, turnState.isStrip {
            guard showStrip(page, at: index, pager, turn, &plan, in: &scene) else {
                plan.to = page
                setVisible(plan, pager, in: &scene)
                select(
                    page, hint: index, previous: turn.replaced?.index, from: from,
                    because: turn.cause, pager, in: &scene)
                settle(pager, in: &scene)
                keepNeighbours(of: pager, in: &scene)
                rest(pager, after: 0, in: &scene)
                return nil
            }
        } else if isShown {
            show(page, at: index, pager, turnState, &plan, in: &scene)
        } else {
            plan.from = from
            plan.to = page
        }
        return scene.start(plan)
    }

    /// Returns the plan of the transition that performs a page change.
    private func plan(
        at index: Int, _ pager: Handle, _ turn: Turn, _ turnState: State.PageTurnState,
        in scene: Scene
    ) -> TransitionPlan {
        var plan = TransitionPlan(container: pager)
        plan.direction = turn.direction
        // A style that is used for both directions is played backwards for `reverse`. If there are
        // two styles, each is played forwards.
        plan.reversed =
            turn.direction == .reverse
            && (turn.motion.style != nil || turnState.forward == turnState.backward)
        var style = turn.direction == .forward ? turnState.forward : turnState.backward
        if turnState.isStrip, movesByFrames(pager, in: scene) { style = Self.still }
        scene.setStyle(
            style, of: &plan, duration: turnState.duration, default: State.defaultDuration,
            motion: turn.motion)
        plan.animated = turn.motion.animated && plan.duration > 0
        plan.interactive = turn.motion.interactive
        plan.tag = Self.tag(index, turn)
        return plan
    }

    /// Returns the tag of a transition's plan. Bits 0 to 31 are the index of the page to select,
    /// and the higher bits are the raw value of the selection's cause. If the list of pages has
    /// changed, the tag is `~(old + 1)`, where `old` is the index of the previously selected page
    /// in the old list.
    private static func tag(_ index: Int, _ turn: Turn) -> Int {
        turn.replaced.map { ~($0.index + 1) } ?? max(index, 0) | turn.cause.rawValue << 32
    }

    /// Stores in the plan which page appears and which disappears, which child is added and which
    /// is removed, and the frame of the new page.
    private func show(
        _ page: Handle, at index: Int, _ pager: Handle, _ turnState: State.PageTurnState,
        _ plan: inout TransitionPlan, in scene: inout Scene
    ) {
        let shown = turnState.shown
        plan.leaving = TransitionParticipants(shown)
        plan.entering = TransitionParticipants(page)
        if !page.isNone, scene.parent(of: page) != pager {
            plan.joining = TransitionParticipants(page)
        }
        if !turnState.keepsNeighbours || shown.isNone
            || !staysNear(shown, of: index, pager, in: &scene)
        {
            plan.parting = TransitionParticipants(shown)
        }
        plan.frame = frame(inside: scene.bounds(of: pager), turnState.inset)
    }

    /// Returns whether a page remains a child of the pager when the page at `index` is selected.
    private func staysNear(
        _ page: Handle, of index: Int, _ pager: Handle, in scene: inout Scene
    ) -> Bool {
        var state = scene[Pager.self, pager]
        state.index = index
        return isNear(page, state, in: &scene)
    }

    /// Selects a page and publishes `didSelect`. Does nothing if the page is no longer in the list.
    ///
    /// - Parameters:
    ///   - hint: The index of `page` when the change began.
    ///   - previous: The index of the previously selected page in the old list. Nil if the list has
    ///     not changed.
    ///   - from: The previously selected page. Nil stands for the page that is selected at the time
    ///     of the call.
    private func select(
        _ page: Handle, hint: Int, previous: Int?, from: Handle? = nil,
        because cause: SelectionCause, _ pager: Handle, in scene: inout Scene
    ) {
        var index = -1
        if !page.isNone {
            guard let found = scene[Pager.self, pager].index(of: page, hint: hint) else { return }
            index = found
        }
        let isRecorded = scene[Pager.self, pager].history.isRecorded
        let before = isRecorded ? from ?? scene[Pager.self, pager].selected : .none
        let previous = previous ?? scene[Pager.self, pager].index
        scene[Pager.self, pager].index = index
        scene.emit(
            PagerKind.DidSelect {
                $0.page = page
                $0.index = index
                $0.previousIndex = previous
            }, of: pager)
        if isRecorded { record(page, after: before, because: cause, pager, in: &scene) }
    }

    /// Publishes the end of a page change, with the selected page if there is one.
    private func settle(_ pager: Handle, in scene: inout Scene) {
        let index = scene[Pager.self, pager].index
        scene.emit(
            PagerKind.DidSettle {
                $0.page = scene[Pager.self, pager].selected
                $0.index = index
            }, of: pager)
    }

    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {
        if scene[Pager.self, transition.container].isStrip { moveStrip(transition, in: &scene) }
        guard !transition.isInteractive else { return }
        commit(transition, in: &scene)
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition, in: &scene)
    }

    private func commit(_ transition: Transition, in scene: inout Scene) {
        let pager = transition.container
        // A pager that was never shown has no frame for a page.
        if transition.plan.frame != nil { setVisible(transition.plan, pager, in: &scene) }
        let tag = transition.plan.tag
        if tag == Self.shift { return }
        let isReplacing = tag < 0
        let cause = isReplacing ? nil : SelectionCause(rawValue: tag >> 32)
        select(
            transition.plan.to ?? transition.plan.entering.first,
            hint: isReplacing ? 0 : tag & 0xFFFF_FFFF,
            previous: isReplacing ? ~tag - 1 : nil, because: cause ?? .selection, pager,
            in: &scene)
    }

    /// Publishes `didCancel` for a cancelled page change and `didSettle` for a completed one, even
    /// if the pager leaves the screen. If a later change replaces this one, only the later change
    /// publishes `didSettle`.
    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let pager = transition.container
        let completed =
            outcome == .completed || (outcome == .superseded && !transition.isInteractive)
        if transition.plan.tag == Self.shift {
            guard !transition.isReplaced else { return }
            keepNeighbours(of: pager, in: &scene)
            return resumeTimer(of: pager, in: &scene)
        }
        if !completed {
            let index = scene[Pager.self, pager].index
            scene.emit(PagerKind.DidCancel { $0.index = index }, of: pager)
        } else if !transition.isReplaced {
            settle(pager, in: &scene)
        }
        guard !transition.isReplaced else { return }
        // The commands that are still queued waited for the transition, not for a page.
        if scene[Pager.self, pager].isLazy { scene[Pager.self, pager].requests.awaited = nil }
        keepNeighbours(of: pager, in: &scene)
        let isTurned = completed && transition.animated
        rest(pager, after: isTurned ? transition.plan.duration : 0, in: &scene)
    }

    /// Returns the index of the page to select for a turn forward (`step` is 1) or back (`step` is
    /// -1), or nil if there is no such page.
    func neighbour(of pager: Handle, step: Int, in scene: Scene) -> Int? {
        let turnState = scene[Pager.self, pager].turnState
        if turnState.isStrip || turnState.step != 1 {
            let isLastKnown = missingSide(of: pager, step: step, in: scene) == nil
            return target(
                ofStep: step, scene[Pager.self, pager], isLastKnown: isLastKnown)
        }
        let next = turnState.index + step
        if (0..<turnState.count).contains(next) { return next }
        return turnState.wraps && turnState.count > 1
            ? (next + turnState.count) % turnState.count : nil
    }

    /// Returns the index of the page to select for a turn by the user or a command, and the
    /// direction of the turn. Returns nil at an end of the list. With `rewind: "always"`, a turn
    /// beyond an end goes back to the other end.
    func destination(
        of pager: Handle, step: Int, in scene: borrowing Scene
    ) -> (index: Int, direction: TransitionDirection)? {
        if let next = neighbour(of: pager, step: step, in: scene) {
            return (next, step > 0 ? .forward : .reverse)
        }
        guard scene[Pager.self, pager].options.rewind == .always else { return nil }
        let state = scene[Pager.self, pager]
        let last = state.isStrip ? state.layout.last : state.pages.count - 1
        let first = state.isStrip ? state.layout.first : 0
        guard last > first else { return nil }
        return step > 0 ? (first, .reverse) : (last, .forward)
    }
}

extension Pager.State {
    /// Returns the direction of a turn to the page at an index: with `shortestWay`, that in which
    /// fewer pages are passed, else that of the list.
    func direction(to target: Int) -> TransitionDirection {
        guard wraps, options.shortestWay == true, index >= 0 else {
            return target > index ? .forward : .reverse
        }
        let after = (target - index + pages.count) % pages.count
        return after <= pages.count - after ? .forward : .reverse
    }
}
