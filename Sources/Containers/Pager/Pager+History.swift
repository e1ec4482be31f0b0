public import Containment
public import PagerModel

extension Pager.State: SelectingState {
    var members: [Handle] { pages }

    var backBehavior: BackBehavior { options.backBehavior }
}

extension Pager: SelectingKind {
    /// Plans the command `back` or `forward`. If `user` is true and `swipeEnabled` excludes the
    /// direction, the command is ignored. If `user` is true and the direction is allowed, the
    /// container kinds are asked whether the user may select the page.
    ///
    /// - Throws: `nothingToShow` if the pager has no pages, `vetoed` if a container kind forbids
    ///   the selection, and the errors of `check` and `change`.
    fileprivate func plan<C: SceneCommand>(
        _ pager: Handle, _ cause: SelectionCause, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> ChangePlan {
        let motion = try scene.check(motion)
        let state = scene[Pager.self, pager]
        guard !state.pages.isEmpty else {
            throw CommandError(.nothingToShow, "\(scene.shown(pager)) has no pages", path: "id")
        }
        guard let target = destination(cause, of: pager, in: scene) else {
            return ChangePlan(pager: pager, bounce: nil, change: nil)
        }
        let direction = target > state.index ? TransitionDirection.forward : .reverse
        if user, !allowsSwipe(direction, of: pager, in: scene) {
            return ChangePlan(pager: pager, bounce: nil, change: nil, ignored: direction)
        }
        if user { try scene.checkSelection(of: state.pages[target], in: pager) }
        let turn = Turn(
            target: target, direction: direction, motion: motion, cause: cause,
            isByUser: user || motion.interactive)
        return ChangePlan(
            pager: pager, bounce: nil,
            change: try change(pager, turn, for: command, in: scene))
    }

    /// Returns the question to container kinds and plugins: may the user go back or forward?
    /// Returns nil if the command would not change the selected page, or if the option
    /// `swipeEnabled` excludes the direction of the page turn.
    fileprivate func userQuestion(
        _ pager: Handle, _ cause: SelectionCause, in scene: Scene
    ) -> Question? {
        let index = scene[Pager.self, pager].index
        guard let target = destination(cause, of: pager, in: scene), target != index,
            allowsSwipe(target > index ? .forward : .reverse, of: pager, in: scene)
        else { return nil }
        return question(pager, cause, in: scene)
    }
}

extension PagerBack: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, .back, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().userQuestion(pager, .back, in: scene)
    }
}

extension PagerForward: ContainerCommand, AskingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, .forward, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }

    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().userQuestion(pager, .forward, in: scene)
    }
}
