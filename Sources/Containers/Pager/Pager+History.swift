public import Containment
public import PagerModel

extension Pager.State: SelectingState {
    var members: [Handle] { pages }

    var backBehavior: BackBehavior { options.backBehavior }
}

extension Pager: SelectingKind {
    /// Plans a step back or forward. A step by the user is ignored if `swipeEnabled` excludes its
    /// direction; otherwise it needs permission.
    ///
    /// - Throws: `nothingToShow`, `vetoed`, `transitionInProgress`, `limitExceeded` and the errors
    ///   of `check`.
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
            isPersons: user || motion.interactive)
        return ChangePlan(
            pager: pager, bounce: nil,
            change: try change(pager, turn, for: command, in: scene))
    }

    /// Returns the question that asks whether the user may go back or forward. Returns nil if the
    /// command selects nothing, or if `swipeEnabled` excludes its direction.
    fileprivate func personsQuestion(
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
        return Pager().personsQuestion(pager, .back, in: scene)
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
        return Pager().personsQuestion(pager, .forward, in: scene)
    }
}
