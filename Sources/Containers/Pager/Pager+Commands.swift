public import Containment
public import PagerModel

extension Pager {
    /// The planned effect of a command that changes the page.
    public struct ChangePlan {
        let pager: Handle
        /// The end of the list at which the pager bounces. Nil if it does not bounce.
        let bounce: PagerEdge?
        /// The page change. Nil if the command does not change the selected page.
        let change: Change?
        /// The direction of a page turn that is ignored because `swipeEnabled` excludes it. Nil if
        /// the command is not ignored.
        var ignored: TransitionDirection?
        /// The page that the command needs and the data source has not supplied yet; nil if no page
        /// is missing.
        var missing: MissingPage?
        /// Whether the user caused the bounce.
        var isByUser = false
    }

    /// Plans a step to the next or previous page. At an end of the list, the pager bounces. A step
    /// by the user is ignored if `swipeEnabled` excludes its direction.
    ///
    /// - Throws: `nothingToShow` for a pager without pages; `vetoed` if the user may not select the
    ///   page; the errors of `decideInterruption`, and those of `check` for an invalid `motion`.
    fileprivate func plan<C: SceneCommand>(
        _ pager: Handle, step: Int, _ motion: TransitionRequest, user: Bool, for command: C,
        in scene: borrowing Scene
    ) throws(CommandError) -> ChangePlan {
        let motion = try scene.check(motion)
        guard !scene[Pager.self, pager].pages.isEmpty else {
            throw CommandError(.nothingToShow, "\(scene.shown(pager)) has no pages", path: "id")
        }
        let direction = step > 0 ? TransitionDirection.forward : .reverse
        if user, !allowsSwipe(direction, of: pager, in: scene) {
            return ChangePlan(pager: pager, bounce: nil, change: nil, ignored: direction)
        }
        guard let (target, way) = destination(of: pager, step: step, in: scene) else {
            if let side = missingSide(of: pager, step: step, in: scene) {
                let missing = try planStep(
                    to: side, interactive: motion.interactive, pager, for: command, in: scene)
                let bounce: PagerEdge? = missing.decision == nil ? step > 0 ? .last : .first : nil
                return ChangePlan(
                    pager: pager, bounce: bounce, change: nil, missing: missing,
                    isByUser: motion.interactive)
            }
            return ChangePlan(
                pager: pager, bounce: step > 0 ? .last : .first, change: nil,
                isByUser: user || motion.interactive)
        }
        if user {
            try scene.checkLeaving(scene[Pager.self, pager].selected)
            try scene.checkSelection(of: scene[Pager.self, pager].pages[target], in: pager)
        }
        let turn = Turn(
            target: target, direction: way, motion: motion,
            isByUser: user || motion.interactive)
        return ChangePlan(
            pager: pager, bounce: nil,
            change: try change(pager, turn, for: command, in: scene))
    }

    /// Executes a planned page change.
    func commit(_ plan: ChangePlan, in scene: inout Scene) -> TransitionReply {
        if let missing = plan.missing { commit(missing, of: plan.pager, in: &scene) }
        if let direction = plan.ignored { ignoreSwipe(direction, of: plan.pager, in: &scene) }
        if let edge = plan.bounce {
            scene.emit(PagerKind.Bounced { $0.edge = edge }, of: plan.pager)
            if plan.isByUser {
                hold(plan.pager, in: &scene)
                if scene[Pager.self, plan.pager].isHeld { rest(plan.pager, in: &scene) }
            }
        }
        guard let change = plan.change else { return TransitionReply() }
        return TransitionReply { $0.transition = turn(plan.pager, change, in: &scene) }
    }

    private func ignoreSwipe(
        _ direction: TransitionDirection, of pager: Handle, in scene: inout Scene
    ) {
        let way = direction == .forward ? "forward" : "backward"
        scene.ignore(
            pager,
            "The user may not turn \(scene.shown(pager)) \(way): its swipeEnabled does not allow "
                + "it.",
            because: .swipeDisabled)
    }

    /// Returns the index of a page that is given by index or name.
    ///
    /// - Throws: `indexOutOfRange` for an index outside of the list, `invalidParams` unless exactly
    ///   one of index and name is given, `controllerNotFound` for an unknown name, `notAChild` for
    ///   a controller that is not a page of the pager.
    static func target(
        _ index: Int?, _ page: Identifier?, at path: String, in pages: [Handle],
        _ scene: borrowing Scene
    ) throws(CommandError) -> Int {
        let target = try scene.index(index, or: page, at: path, in: pages, called: "pages")
        if let target { return target }
        throw CommandError(
            .notAChild, "\(page?.text ?? "it") is not a page of the pager", path: path)
    }
}

extension PagerNext: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, step: 1, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }
}

extension PagerPrevious: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        return try Pager().plan(pager, step: -1, motion, user: user, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }
}

extension PagerSwipe: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let asked = try scene.controller(id, of: Pager.self)
        _ = try step(scene[Pager.self, asked].options)
        let pager = Pager().pager(turnedBy: self, for: asked, in: scene)
        let step = try step(scene[Pager.self, pager].options)
        return try Pager().plan(pager, step: step, motion, user: true, for: self, in: scene)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(plan, in: &scene)
    }

    /// Returns 1 for the next page and -1 for the previous one. A swipe to the left shows the page
    /// on the right, and a swipe up shows the page below.
    func step(_ options: PagerOptions) throws(CommandError) -> Int {
        switch (options.direction, direction) {
        case (.horizontal, .left): return options.rightToLeft ? -1 : 1
        case (.horizontal, .right): return options.rightToLeft ? 1 : -1
        case (.vertical, .up): return options.bottomToTop == true ? -1 : 1
        case (.vertical, .down): return options.bottomToTop == true ? 1 : -1
        default:
            throw CommandError(
                .unsupported,
                "a \(options.direction.rawValue) pager does not turn "
                    + direction.rawValue, path: "direction")
        }
    }
}

extension PagerSelect: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Pager.ChangePlan {
        let pager = try scene.controller(id, of: Pager.self)
        let state = scene[Pager.self, pager]
        let target = try Pager.target(index, page, at: "page", in: state.pages, scene)
        let motion = try scene.check(motion)
        let turn = Pager.Turn(
            target: target, direction: state.direction(to: target),
            motion: motion, isByUser: user || motion.interactive)
        if user, target != state.index {
            try scene.checkLeaving(state.selected)
            try scene.checkSelection(of: state.pages[target], in: pager)
        }
        let change = try Pager().change(
            pager, turn, for: waiting(for: scene.identifier(state.pages[target])), in: scene)
        return Pager.ChangePlan(pager: pager, bounce: nil, change: change)
    }

    public func commit(_ plan: Pager.ChangePlan, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        if let change = plan.change {
            scene.note(index: change.turn.target, of: change.page)
        }
        return Pager().commit(plan, in: &scene)
    }

    /// Returns the command to queue. It contains the page's name instead of the page's index,
    /// because the index may change before the command runs.
    private func waiting(for page: Identifier?) -> PagerSelect {
        var waiting = self
        waiting.index = nil
        waiting.page = page
        return waiting
    }
}

extension PagerInteract: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Pager.self)
    }

    public func commit(_ pager: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Pager().hold(pager, in: &scene)
        Pager().rest(pager, in: &scene)
        return Reply()
    }
}

extension PagerPause: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Pager.self)
    }

    public func commit(_ pager: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Pager().setPaused(true, pager, in: &scene)
        return Reply()
    }
}

extension PagerResume: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Pager.self)
    }

    public func commit(_ pager: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Pager().setPaused(false, pager, keepsTime: rest, in: &scene)
        return Reply()
    }
}
