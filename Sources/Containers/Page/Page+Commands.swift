public import Containment
public import PagerModel

/// Methods for commands that turn to the next or previous pages of the data source.
extension Page {
    public struct StepPlan {
        let page: Handle
        var isIgnored = false
        /// The end of the list of pages, if the command cannot turn beyond it. Nil if there are
        /// pages to turn to, or if the command waits for pages.
        var bounce: PagerEdge?
        /// The pages that the data source has not supplied yet; nil if no pages are missing.
        var missing: MissingPage?
        /// The page turn, and the decision whether the command ends a running transition or waits
        /// for it. Nil if the command does not turn any pages.
        var change: (turn: Turn, decision: InterruptionDecision)?
    }

    /// Plans a page turn in one direction. Without a data source, a turn by the user is ignored.
    ///
    /// - Throws: `unsupported` if there is no data source and the turn is not by the user,
    ///   `nothingToShow` if there are no pages, `invalidArgument` or `kindUnknown` for an invalid
    ///   duration or style, `transitionInProgress` if a transition is running and the interruption
    ///   policy is `reject`, `limitExceeded` if the queue is full.
    fileprivate func plan<C: SceneCommand>(
        _ page: Handle, step: Int, _ motion: TransitionRequest, user: Bool, for command: C,
        in scene: borrowing Scene
    ) throws(CommandError) -> StepPlan {
        try scene.check(motion)
        let state = scene[Page.self, page]
        var plan = StepPlan(page: page)
        guard state.isLazy else {
            guard user else {
                throw CommandError(
                    .unsupported,
                    "\(scene.shown(page)) has no data source that knows its next page; set the "
                        + "option dataSource, or use page.set", path: "id")
            }
            plan.isIgnored = true
            return plan
        }
        guard !state.controllers.isEmpty else {
            throw CommandError(.nothingToShow, "\(scene.shown(page)) has no pages", path: "id")
        }
        guard var turn = turn(from: state, step: step, motion) else {
            if let side = missingSide(of: page, step: step, in: scene) {
                plan.missing = try planStep(
                    to: side, interactive: motion.interactive, page, for: command, in: scene)
            }
            if plan.missing?.decision == nil { plan.bounce = step > 0 ? .last : .first }
            return plan
        }
        turn.isGesture = user
        if user { for shown in state.controllers { try scene.checkLeaving(shown) } }
        let decision = try scene.decideInterruption(
            of: page, by: command, policy: motion.interruption ?? .replace)
        plan.change = (turn, decision)
        return plan
    }

    /// Returns the page turn to the pages next to the visible pages: to the next pages if `step` is
    /// positive, otherwise to the previous pages. Returns nil if the list has too few pages in that
    /// direction.
    private func turn(from state: State, step: Int, _ motion: TransitionRequest) -> Turn? {
        let count = state.options.pagesPerTurn
        guard state.pagesBeyond(step > 0 ? .after : .before) >= count else { return nil }
        let first =
            step > 0 ? state.selection.upperBound : state.selection.lowerBound - count
        var pages = Array(state.pages[first..<first + count])
        var turn = Turn(
            controllers: [], direction: step > 0 ? .forward : .reverse, motion: motion,
            isStep: true)
        if state.options.showsBack {
            turn.back = step > 0 ? pages.removeFirst() : pages.removeLast()
        }
        turn.controllers = pages
        return turn
    }

    fileprivate func commit(_ plan: StepPlan, in scene: inout Scene) -> TransitionReply {
        let page = plan.page
        if plan.isIgnored {
            scene.ignore(
                page,
                "The user cannot turn \(scene.shown(page)): it has no data source that knows its "
                    + "next page.", because: .noDataSource)
        }
        if let missing = plan.missing { commit(missing, of: page, in: &scene) }
        if let edge = plan.bounce { scene.emit(PagerKind.Bounced { $0.edge = edge }, of: page) }
        guard let change = plan.change, scene.resolve(change.decision, of: page) else {
            return TransitionReply()
        }
        if change.decision.isReplacing, !stillHas(change.turn, page, in: &scene) {
            return TransitionReply()
        }
        return TransitionReply { $0.transition = go(change.turn, page, in: &scene) }
    }

    /// Returns whether a planned page turn still leads to the planned pages, although the end of
    /// the previous transition may have changed the list of pages.
    private func stillHas(_ turn: Turn, _ page: Handle, in scene: inout Scene) -> Bool {
        let state = scene[Page.self, page]
        let step = turn.direction == .forward ? 1 : -1
        guard let now = self.turn(from: state, step: step, turn.motion),
            now.controllers == turn.controllers
        else {
            scene.misuse(
                page,
                "\(scene.shown(page)) does not turn: its pages changed at the end of the "
                    + "previous transition")
            return false
        }
        return true
    }
}

extension PageNext: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Page.StepPlan {
        let page = try scene.controller(id, of: Page.self)
        return try Page().plan(page, step: 1, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Page.StepPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Page().commit(plan, in: &scene)
    }
}

extension PagePrevious: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Page.StepPlan {
        let page = try scene.controller(id, of: Page.self)
        return try Page().plan(page, step: -1, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Page.StepPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Page().commit(plan, in: &scene)
    }
}

extension PageSwipe: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Page.StepPlan {
        let page = try scene.controller(id, of: Page.self)
        let step = try step(scene[Page.self, page].options)
        return try Page().plan(page, step: step, motion, user: true, for: self, in: scene)
    }

    public func commit(_ plan: Page.StepPlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Page().commit(plan, in: &scene)
    }

    /// Returns 1 for the next page and -1 for the previous one. A swipe to the left or up turns to
    /// the next page, wherever the spine is.
    private func step(_ options: PageOptions) throws(CommandError) -> Int {
        switch (options.navigationOrientation, direction) {
        case (.horizontal, .left), (.vertical, .up): return 1
        case (.horizontal, .right), (.vertical, .down): return -1
        default:
            throw CommandError(
                .unsupported,
                "a \(options.navigationOrientation.rawValue) page controller does not turn "
                    + direction.rawValue, path: "direction")
        }
    }
}

extension PageSupply: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> CheckedAnswer {
        try Page().validate(answer, to: id, in: scene)
    }

    public func commit(_ answer: CheckedAnswer, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Page().commit(answer, in: &scene)
        return Reply()
    }
}

extension PageSet: ContainerCommand {
    public struct Change {
        let page: Handle
        let turn: Page.Turn
        let decision: InterruptionDecision
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Change? {
        let page = try scene.controller(id, of: Page.self)
        try scene.check(motion)
        let handles = try scene.controllers(controllers, at: "controllers")
        let state = scene[Page.self, page]
        let isTurned = motion.animated || motion.interactive
        let hasBack = state.options.showsBack && isTurned
        let wanted = hasBack ? 2 : state.options.visiblePages
        // Outside of windows the page controller may be emptied, so that its pages can be used
        // elsewhere.
        let isTakenDown = handles.isEmpty && scene.windowSize(of: page) == nil
        guard handles.count == wanted || isTakenDown else {
            throw CommandError(
                .invalidArgument,
                "The number of view controllers provided (\(handles.count)) doesn't match the "
                    + "number required (\(wanted)) for the requested transition",
                path: "controllers", exception: "NSInvalidArgumentException")
        }
        try scene.checkMembers(handles, of: page, at: "controllers")
        var turn = Page.Turn(
            controllers: handles, direction: direction, motion: motion, isGesture: user)
        if hasBack, let back = turn.controllers.popLast() { turn.back = back }
        if turn.controllers == state.controllers { return nil }
        if user {
            for shown in state.controllers where !handles.contains(shown) {
                try scene.checkLeaving(shown)
            }
        }
        return Change(
            page: page, turn: turn,
            decision: try scene.decideInterruption(
                of: page, by: self, policy: motion.interruption ?? .replace))
    }

    public func commit(_ plan: Change?, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard let plan, scene.resolve(plan.decision, of: plan.page) else { return Reply() }
        if plan.decision.isReplacing,
            !scene.mayStillTake(plan.turn.members, into: plan.page)
                || plan.turn.controllers == scene[Page.self, plan.page].controllers
        {
            return Reply()
        }
        return Reply { $0.transition = Page().go(plan.turn, plan.page, in: &scene) }
    }
}
