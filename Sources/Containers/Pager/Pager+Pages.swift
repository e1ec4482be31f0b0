public import Containment
public import PagerModel

extension PagerSetPages: ContainerCommand {
    public struct Plan {
        let pager: Handle
        let pages: [Handle]
        /// The index of the page to select. Nil if the command does not specify a page to select.
        let wanted: Int?
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let pager = try scene.controller(id, of: Pager.self)
        let handles = try scene.controllers(pages, at: "pages")
        try scene.checkMembers(handles, of: pager, at: "pages")
        var wanted: Int?
        if index != nil || selected != nil {
            guard keepIndex == nil else {
                throw .invalidArgument(
                    "must be absent if index or selected names the page to show", path: "keepIndex")
            }
            wanted = try Pager.target(index, selected, at: "selected", in: handles, scene)
        }
        return Plan(
            pager: pager, pages: handles,
            wanted: wanted ?? Pager().replacement(keepIndex, handles, pager, in: scene))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Reply { $0.transition = Pager().replace(plan.pager, plan.pages, plan.wanted, in: &scene) }
    }
}

extension Pager {
    /// Returns the index of the page that is shown instead of the shown one, which a new list lacks.
    /// Returns nil if the list has the shown page, or if the first page is shown. O(pages).
    fileprivate func replacement(
        _ keepIndex: KeepIndex?, _ pages: [Handle], _ pager: Handle, in scene: borrowing Scene
    ) -> Int? {
        let state = scene[Pager.self, pager]
        guard let keepIndex, keepIndex != .first, state.index >= 0, !pages.isEmpty,
            !pages.contains(state.selected)
        else { return nil }
        if keepIndex == .same { return min(state.index, pages.count - 1) }
        var indexes: [Handle: Int] = [:]
        for (index, page) in pages.enumerated() { indexes[page] = index }
        for distance in 1..<max(state.pages.count, 2) {
            for index in [state.index + distance, state.index - distance]
            where state.pages.indices.contains(index) {
                if let nearest = indexes[state.pages[index]] { return nearest }
            }
        }
        return nil
    }

    /// Replaces the list of pages and selects the page at the index `wanted`. If `wanted` is nil,
    /// selects the previously selected page or, if the new list does not contain it, the first
    /// page.
    fileprivate func replace(
        _ pager: Handle, _ pages: [Handle], _ wanted: Int?,
        _ motion: TransitionMotion = TransitionMotion(animated: false),
        _ direction: TransitionDirection = .forward, in scene: inout Scene
    ) -> TransitionID? {
        let selected = scene[Pager.self, pager].selected
        let kept = selected.isNone ? nil : pages.firstIndex(of: selected)
        scene.note(visits: pages.count)
        let target = wanted ?? kept ?? (pages.isEmpty ? -1 : 0)
        let page = target < 0 ? Handle.none : pages[target]
        if scene.isRunning(pager) {
            scene.supersede(pager, isReplaced: page != selected)
            guard scene.mayStillTake(pages, into: pager) else { return nil }
        }
        let old = scene[Pager.self, pager]
        // Pages that a client had added as children, and that have not been shown since.
        let added = scene.children(of: pager).filter {
            scene.container(of: $0) == pager && !scene.isManaged($0)
        }
        for page in old.pages { scene.removeMember(page, from: pager) }
        for page in pages { scene.addMember(page, to: pager) }
        scene.note(indexes: pages)
        scene[Pager.self, pager].pages = pages
        // Before the change below, `index` is the new index of the selected page, if the list still
        // contains the page.
        scene[Pager.self, pager].index = old.shown.isNone ? target : kept ?? -1
        if old.pages != pages || old.index != scene[Pager.self, pager].index {
            announcePages(of: pager, in: &scene)
        }
        defer {
            for page in added where scene.container(of: page) != pager {
                let running = scene.runningTransition(of: pager)?.plan
                if running?.from == page || running?.leaving.contains(page) == true { continue }
                takeOut(page, pager, in: &scene)
            }
            keepNeighbours(of: pager, in: &scene)
            // The time for which the page has been shown counts if it stays.
            if page == selected {
                resumeTimer(of: pager, in: &scene)
            } else {
                rest(pager, in: &scene)
            }
        }
        guard page != selected else { return nil }
        var turn = Turn(target: target, direction: direction, motion: motion)
        turn.replaced = Replaced(page: selected, index: old.index)
        return go(to: page, at: target, pager, turn, in: &scene)
    }

    func announcePages(of pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        scene.emit(
            PagerKind.PagesChanged {
                $0.pages = state.pages
                $0.index = state.index
            }, of: pager)
        keepHistory(of: pager, in: &scene)
    }
}

extension PagerInsert: ContainerCommand {
    public typealias Plan = (pager: Handle, page: Handle)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let pager = try scene.controller(id, of: Pager.self)
        let page = try scene.controller(self.page, at: "page")
        try scene.check(motion)
        try Pager().checkInsertion(of: page, at: at, pager, in: scene)
        return (pager, page)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let motion = motion.animated ? scene.motion(motion) : nil
        return Reply {
            $0.transition = Pager().insert(plan.page, at: at, plan.pager, motion, in: &scene)
        }
    }
}

extension Pager {
    /// Checks a page before it is inserted.
    ///
    /// - Throws: `indexOutOfRange` for an index beyond the end of the list, `duplicateController`
    ///   if the pager already has the page, `limitExceeded` if the list is full, and the errors of
    ///   `checkMember`.
    func checkInsertion(
        of page: Handle, at index: Int, _ pager: Handle, in scene: borrowing Scene
    ) throws(CommandError) {
        let state = scene[Pager.self, pager]
        guard (0...state.pages.count).contains(index) else {
            throw CommandError(
                .indexOutOfRange,
                "the index must be between 0 and \(state.pages.count), got \(index)", path: "at")
        }
        guard scene.container(of: page) != pager else {
            throw CommandError(
                .duplicateController, "\(scene.shown(page)) is already a page of the pager",
                path: "page")
        }
        guard state.pages.count < Limits.members else {
            throw CommandError(
                .limitExceeded, "a pager can have at most \(Limits.members) pages", path: "page")
        }
        try scene.checkMember(page, of: pager, at: "page")
    }

    /// Inserts a page, which `checkInsertion` has accepted, into the list.
    func insert(_ page: Handle, at index: Int, _ pager: Handle, in scene: inout Scene) {
        insert(page, at: index, pager, nil, in: &scene)
    }

    /// Inserts a page, which `checkInsertion` has accepted, into the list. With `motion`, the visible
    /// pages move to their new places.
    @discardableResult
    func insert(
        _ page: Handle, at index: Int, _ pager: Handle, _ motion: TransitionMotion?,
        in scene: inout Scene
    ) -> TransitionID? {
        let state = scene[Pager.self, pager]
        scene.addMember(page, to: pager)
        scene[Pager.self, pager].pages.insert(page, at: index)
        if state.index < 0 {
            scene[Pager.self, pager].index = 0
        } else if index <= state.index {
            scene[Pager.self, pager].index += 1
        }
        announcePages(of: pager, in: &scene)
        if state.index < 0 {
            var turn = Turn(
                target: 0, direction: .forward, motion: TransitionMotion(animated: false))
            turn.replaced = Replaced(page: .none, index: -1)
            go(to: page, at: 0, pager, turn, in: &scene)
        }
        let transition = motion.flatMap { shift(pager, $0, in: &scene) }
        keepNeighbours(of: pager, in: &scene)
        resumeTimer(of: pager, in: &scene)
        return transition
    }
}

extension PagerRemove: ContainerCommand {
    public typealias Plan = (pager: Handle, page: Handle)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let pager = try scene.controller(id, of: Pager.self)
        let page = try scene.controller(self.page, at: "page")
        try scene.check(motion)
        guard scene.container(of: page) == pager else {
            throw CommandError(.notAChild, "\(self.page) is not a page of the pager", path: "page")
        }
        if user {
            try scene.checkRemoval(
                of: page, from: pager, isShown: page == scene[Pager.self, pager].selected)
        }
        return (pager, page)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let motion = motion.animated ? scene.motion(motion) : nil
        return Reply {
            $0.transition = Pager().remove(plan.page, from: plan.pager, motion, in: &scene)
        }
    }
}

extension PagerRemove: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let (pager, page) = try? validate(in: scene) else { return nil }
        return Question(.shouldRemove, container: pager, controller: page)
    }
}

extension Pager {
    /// Removes a page. With `motion`, the turn to the next page is animated or, if another page is
    /// selected, the visible pages move to their new places.
    fileprivate func remove(
        _ page: Handle, from pager: Handle, _ motion: TransitionMotion?, in scene: inout Scene
    ) -> TransitionID? {
        if let motion, scene[Pager.self, pager].pages.count > 1,
            scene[Pager.self, pager].selected == page
        {
            let (pages, index) = (
                scene[Pager.self, pager].pages.filter { $0 != page },
                scene[Pager.self, pager].index
            )
            let isLast = index == pages.count
            return replace(
                pager, pages, isLast ? index - 1 : index, motion, isLast ? .reverse : .forward,
                in: &scene)
        }
        if let running = scene.runningTransition(of: pager)?.plan,
            running.leaving.contains(page) || running.entering.contains(page)
                || running.from == page || running.to == page
        {
            let isSelected = scene[Pager.self, pager].selected == page
            scene.supersede(pager, isReplaced: isSelected)
        }
        var transition: TransitionID?
        let state = scene[Pager.self, pager]
        if state.selected == page {
            // The next page replaces the removed page. If the last page is removed, the previous
            // one does.
            let isLast = state.index == state.pages.count - 1
            let target = isLast ? state.index - 1 : state.index + 1
            let turn = Turn(
                target: target, direction: isLast ? .reverse : .forward,
                motion: TransitionMotion(animated: false))
            let next = target < 0 ? Handle.none : state.pages[target]
            transition = go(to: next, at: target, pager, turn, in: &scene)
        }
        drop(page, from: pager, motion, &transition, in: &scene)
        keepNeighbours(of: pager, in: &scene)
        return transition
    }

    private func drop(
        _ page: Handle, from pager: Handle, _ motion: TransitionMotion?,
        _ transition: inout TransitionID?, in scene: inout Scene
    ) {
        let pages = scene[Pager.self, pager].pages
        guard let index = scene.noteIndex(of: page, in: pages) else { return }
        scene.removeMember(page, from: pager)
        scene[Pager.self, pager].pages.remove(at: index)
        if scene[Pager.self, pager].pages.isEmpty {
            scene[Pager.self, pager].index = -1
        } else if index < scene[Pager.self, pager].index {
            scene[Pager.self, pager].index -= 1
        }
        announcePages(of: pager, in: &scene)
        if let motion, let shift = shift(pager, motion, in: &scene) {
            transition = shift
            return
        }
        // A page within `offscreenLimit` is still a child, and a page beside the selected one is
        // visible.
        if scene.parent(of: page) == pager {
            scene.willMove(page, to: .none)
            if scene[Pager.self, pager].beside.contains(page) {
                scene[Pager.self, pager].beside.removeAll { $0 == page }
                scene.removeView(of: page)
            }
            scene.removeFromParent(page)
        }
    }
}

extension PagerMove: ContainerCommand {
    public struct Plan {
        let pager: Handle
        let page: Handle
        /// The index of the page before the move.
        let from: Int
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let pager = try scene.controller(id, of: Pager.self)
        let page = try scene.controller(self.page, at: "page")
        let state = scene[Pager.self, pager]
        guard let old = scene.firstIndex(of: page, in: state.pages) else {
            throw CommandError(.notAChild, "\(self.page) is not a page of the pager", path: "page")
        }
        guard state.pages.indices.contains(to) else {
            throw CommandError(
                .indexOutOfRange,
                "the index must be between 0 and \(state.pages.count - 1), got \(to)", path: "to")
        }
        return Plan(pager: pager, page: page, from: old)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if plan.from == to { return Reply() }
        let (pager, page) = (plan.pager, plan.page)
        let selected = scene[Pager.self, pager].selected
        scene[Pager.self, pager].pages.remove(at: plan.from)
        scene[Pager.self, pager].pages.insert(page, at: to)
        scene.note(index: to, of: page)
        let pages = scene[Pager.self, pager].pages
        let index = selected.isNone ? nil : scene.noteIndex(of: selected, in: pages)
        scene[Pager.self, pager].index = index ?? -1
        Pager().announcePages(of: pager, in: &scene)
        Pager().keepNeighbours(of: pager, in: &scene)
        Pager().resumeTimer(of: pager, in: &scene)
        return Reply()
    }
}

extension Pager.State: SelectingState {
    var members: [Handle] { pages }

    var backBehavior: BackBehavior { options.backBehavior }
}

extension Pager: SelectingKind {
    /// Plans the command `back` or `forward`. If `user` is true and `swipeEnabled` excludes the
    /// direction, the command is ignored. If `user` is true and the direction is allowed, the
    /// container kinds are asked whether the user may select the page.
    ///
    /// - Throws: `vetoed` if a container kind forbids the selection, and the errors of `check` and
    ///   `change`.
    fileprivate func plan<C: SceneCommand>(
        _ pager: Handle, _ cause: SelectionCause, _ motion: TransitionRequest, user: Bool,
        for command: C, in scene: borrowing Scene
    ) throws(CommandError) -> ChangePlan {
        let motion = try scene.check(motion)
        let state = scene[Pager.self, pager]
        guard let target = destination(cause, of: pager, in: scene) else {
            return ChangePlan(pager: pager, bounce: nil, change: nil)
        }
        let direction = state.direction(to: target)
        if user, !allowsSwipe(direction, of: pager, in: scene) {
            return ChangePlan(pager: pager, bounce: nil, change: nil, ignored: direction)
        }
        if user {
            try scene.checkLeaving(state.selected)
            try scene.checkSelection(of: state.pages[target], in: pager)
        }
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
            allowsSwipe(
                scene[Pager.self, pager].direction(to: target), of: pager, in: scene)
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
