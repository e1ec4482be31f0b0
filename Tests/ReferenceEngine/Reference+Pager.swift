import PagerModel

extension Reference {
    // MARK: what is shown

    /// Makes the selected page a child when the pager first appears, unless it already is one
    /// [contract 7].
    func showPage(_ pager: Controller) {
        guard pager.pager.shown == nil, let page = pager.pager.selected else { return }
        pager.pager.shown = page
        if pager.pager.isRow {
            arrange(pager)
        } else {
            let isNew = page.parent !== pager
            if isNew { addManagedChild(page, to: pager) }
            install(page, in: pager, pageFrame(pager))
            if isNew { didMove(page, to: pager) }
        }
        keepNeighbours(pager)
    }

    func pageFrame(_ pager: Controller) -> Frame {
        let inset = pager.pager.options.inset
        let size = pager.view.frame.size
        return Frame(
            x: inset.left, y: inset.top, width: max(0, size.width - inset.left - inset.right),
            height: max(0, size.height - inset.top - inset.bottom))
    }

    /// Returns the pages within offscreenLimit of the visible ones at an index, without these.
    func neighbours(_ pager: Controller, of index: Int?) -> [Controller] {
        let pages = pager.pager.pages
        let limit = min(pager.pager.options.offscreenLimit, pages.count)
        guard let index, limit > 0 else { return [] }
        let row = pager.pager.pages(at: index)
        let visible = pager.pager.rowPlaces(index)
        var found: [Controller] = []
        for place in ((visible.first ?? index) - limit)...((visible.last ?? index) + limit) {
            guard pages.indices.contains(place) || pager.pager.options.wrap else { continue }
            let page = pages[(place % pages.count + pages.count) % pages.count]
            if !row.contains(where: { $0.page === page }), !found.has(page) { found.append(page) }
        }
        return found
    }

    /// Updates the children, which are the shown page and its neighbours [contract 7].
    func keepNeighbours(_ pager: Controller) {
        arrange(pager)
        if pager.pager.options.dataSource != nil { updatePages(pager) }
        let shown = pager.pager.shown
        guard shown != nil || pager.pager.index == nil, running(in: pager) == nil else { return }
        let near = neighbours(pager, of: pager.pager.index)
        for child in pager.children
        where child.isManaged && !pager.pager.visible.has(child) && !near.has(child) {
            willMove(child, to: nil)
            removeFromParent(child)
        }
        for page in near where page.parent !== pager {
            addManagedChild(page, to: pager)
            load(page)
            didMove(page, to: pager)
        }
    }

    // MARK: turning

    /// Shows another page, or none. No transition may be running.
    func turn(
        _ pager: Controller, to index: Int?, forward: Bool, _ motion: TransitionRequest,
        instead old: (page: Controller?, index: Int?)? = nil, by travel: Travel = .select
    ) {
        if pager.onDemand.holds != nil {
            pager.onDemand.holds = nil
            dropWaiting(for: pager)
        }
        let state = pager.pager
        let page = index.map { state.pages[$0] }
        tell(
            pager, "pager.willSelect", name(old == nil ? state.selected : old?.page), name(page),
            text(index))
        let select = { [unowned self] in
            let before = old == nil ? pager.pager.index : old?.index
            let previous = old == nil ? pager.pager.selected : old?.page
            if let page {
                guard let place = pager.pager.pages.index(of: page) else { return }
                pager.pager.index = place
            } else {
                pager.pager.index = nil
            }
            tell(pager, "pager.didSelect", name(page), text(pager.pager.index), text(before))
            extendTrail(of: pager, after: previous, travel)
        }
        // A pager that was never shown changes without a transition.
        let isNew = state.shown == nil && !pager.isVisible
        if isNew, !motion.interactive {
            select()
            tell(pager, "pager.didSettle", name(page), text(index))
            return
        }
        let visible = state.visible
        let row = isNew ? [] : index.map { state.pages(at: $0) } ?? []
        let leaving = visible.filter { one in !row.contains { $0.page === one } }
        let entering = row.filter { !visible.has($0.page) }
        let way = old == nil ? self.way(pager, from: state.index, to: index, forward: forward) : 0
        if state.isRow, !isNew, leaving.isEmpty, entering.isEmpty, way == 0 {
            pager.pager.shown = page
            pager.pager.beside = visible.filter { $0 !== page }
            select()
            tell(pager, "pager.didSettle", name(page), text(index))
            keepNeighbours(pager)
            return restartAdvance(pager)
        }
        let transition = Transition(
            pager, .fromTo, leaving: leaving, entering: entering.map(\.page))
        if isNew || state.isRow {
            transition.from = old == nil ? state.selected : old?.page
            transition.to = page
        }
        transition.isSeen = pager.isVisible
        let own = state.options.transition
        let usual = PagerOptions().duration
        let seconds = state.options.duration
        let isStill = state.isRow && own == PagerTransition()
        setStyle(
            of: transition, isStill ? "none" : forward ? own.forward : own.backward,
            own: seconds == usual ? nil : seconds, usual: usual, motion)
        transition.direction = forward ? .forward : .reverse
        transition.animated =
            motion.interactive || pager.isOnScreen && motion.animated && transition.duration > 0
        transition.interactive = motion.interactive
        let near = neighbours(pager, of: index)
        let comers = transition.entering.filter { $0.parent !== pager }
        let leavers = leaving.filter { !near.has($0) }
        exchange(comers, for: leavers, by: transition)
        let shift = transition.animated && pager.isOnScreen && transition.style == "none" ? way : 0
        let frames = entering.map { frame(pager, $0.position, at: index ?? 0, after: shift) }
        let goal = { (page: Controller) in
            frames[entering.firstIndex { $0.page === page } ?? 0]
        }
        transition.frame = goal
        transition.putIn = { [unowned self] in install($0, in: pager, goal($0)) }
        if state.isRow, !isNew {
            transition.afterBegan = { [unowned self, unowned transition] in
                move(transition, pager, from: state.index, to: index, way: way)
            }
        }
        transition.decide = {
            if !isNew {
                pager.pager.shown = page
                pager.pager.beside = (visible.filter { !leaving.has($0) } + entering.map(\.page))
                    .filter { $0 !== page }
            }
            select()
        }
        transition.afterEnded = { [unowned self] outcome in
            if transition.settles(outcome) {
                tell(
                    pager, "pager.didSettle", name(pager.pager.selected), text(pager.pager.index))
            } else if outcome == .cancelled || transition.isHeld {
                tell(pager, "pager.didCancel", text(pager.pager.index))
            }
            if transition.isReplaced { return }
            pager.onDemand.holds = nil
            keepNeighbours(pager)
            let hasTurned = transition.settles(outcome) && transition.animated
            restartAdvance(pager, after: hasTurned ? transition.duration : 0)
        }
        start(transition)
    }

    /// Returns the index one step further, or nil at an end.
    func step(_ pager: Controller, by change: Int) -> Int? {
        let state = pager.pager
        let count = state.pages.count
        if count == 0 { return nil }
        let way = change * state.options.step
        if state.options.wrap {
            let next = (((state.index ?? -1) + way) % count + count) % count
            return next == state.index ? nil : next
        }
        let now = max(min(state.index ?? -1, state.lastStart), state.firstStart)
        if now + way > state.lastStart, missing(pager, by: change) != nil { return nil }
        let next = min(max(now + way, state.firstStart), state.lastStart)
        return next == now ? nil : next
    }

    /// Changes to the page at an index.
    func go(
        _ pager: Controller, to index: Int, forward: Bool, _ motion: TransitionRequest,
        choice: Choice? = nil, by travel: Travel = .select, user: Bool
    ) throws(CommandError) {
        let isSelected = index == pager.pager.index
        guard
            try mayGoOn(
                in: pager, motion.interruption ?? .replace, naming: choice, isFollowed: !isSelected),
            !isSelected
        else { return }
        if user || motion.interactive { holdAdvance(pager) }
        turn(pager, to: index, forward: forward, motion, by: travel)
    }

    // MARK: commands

    func select(_ command: PagerSelect) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let pages = pager.pager.pages
        let index = try index(command.index, command.page, in: pages)
        try check(command.motion)
        if command.user, index != pager.pager.index {
            try mayLeave(pager.pager.selected, for: pages[index])
        }
        try go(
            pager, to: index, forward: isLater(index, pager), command.motion,
            choice: Choice(member: "page", controller: pages[index]), user: command.user)
    }

    func step(
        _ id: Identifier?, by change: Int, user: Bool, _ motion: TransitionRequest
    ) throws(CommandError) {
        let pager = try controller(id, kind: "pager")
        try check(motion)
        if pager.pager.pages.isEmpty { throw CommandError(.nothingToShow, pager.name) }
        guard mayTurn(pager, forward: change > 0, user: user) else { return }
        let next = step(pager, by: change)
        guard let index = next ?? otherEnd(pager, from: change) else {
            if let side = missing(pager, by: change) {
                try wait(for: side, pager, interactive: motion.interactive)
                if motion.interactive { holdAtEnd(pager) }
                return
            }
            tell(pager, "pager.bounced", change > 0 ? "\"last\"" : "\"first\"")
            if user || motion.interactive { holdAtEnd(pager) }
            return
        }
        if user { try mayLeave(pager.pager.selected, for: pager.pager.pages[index]) }
        try go(pager, to: index, forward: (change > 0) == (next != nil), motion, user: user)
    }

    /// Returns the first or last page for a command beyond the other one, if the pager rewinds.
    private func otherEnd(_ pager: Controller, from change: Int) -> Int? {
        let (first, last) = (pager.pager.firstStart, pager.pager.lastStart)
        guard pager.pager.options.rewind == .always, last > first else { return nil }
        return change > 0 ? first : last
    }

    /// Whether a selection turns forward.
    func isLater(_ index: Int, _ pager: Controller) -> Bool {
        let (options, count) = (pager.pager.options, pager.pager.pages.count)
        guard let now = pager.pager.index, options.wrap, options.shortestWay == true else {
            return index > pager.pager.index ?? -1
        }
        let passed = index < now ? index + count - now : index - now
        return 2 * passed <= count
    }

    /// Refuses that a person leaves a controller whose option `canLeave` is false, or selects one
    /// that is disabled.
    func mayLeave(
        _ controller: Controller?, for next: Controller? = nil
    ) throws(CommandError) {
        guard controller?.options.canLeave == false || next?.options.disabled == true else {
            return
        }
        throw CommandError(.vetoed, "\(controller?.name ?? "")")
    }

    private func holdAtEnd(_ pager: Controller) {
        holdAdvance(pager)
        if pager.pager.isHeld { restartAdvance(pager) }
    }

    /// Whether a page change in this direction is permitted to the actor. A refusal to a person is
    /// published.
    func mayTurn(_ pager: Controller, forward: Bool, user: Bool) -> Bool {
        let off: [SwipeEnabled] = forward ? [.none, .backward] : [.none, .forward]
        guard user, off.contains(pager.pager.options.swipeEnabled) else { return true }
        tell(
            pager, "diagnostic.warning",
            "The user may not turn <\(pager.name)> \(forward ? "forward" : "backward"): its "
                + "swipeEnabled does not allow it.")
        return false
    }

    func swipe(_ command: PagerSwipe) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        guard let change = change(pager, command.direction) else {
            throw CommandError(.unsupported, pager.name)
        }
        var (turned, by) = (pager, change)
        if isStuck(pager, change) {
            var outer = pager.parent
            while let around = outer {
                if around.kind == "pager", !around.pager.pages.isEmpty,
                    let change = self.change(around, command.direction), mayTurn(around, change),
                    !isStuck(around, change)
                {
                    (turned, by) = (around, change)
                    break
                }
                outer = around.parent
            }
        }
        let name = turned === pager ? command.id : Identifier(turned.name)
        try step(name, by: by, user: true, command.motion)
    }

    /// Returns the step for a swipe direction, or nil across the pager's axis.
    private func change(_ pager: Controller, _ direction: SwipeDirection) -> Int? {
        let options = pager.pager.options
        return switch (options.direction, direction) {
        case (.horizontal, .left): options.rightToLeft ? -1 : 1
        case (.horizontal, .right): options.rightToLeft ? 1 : -1
        case (.vertical, .up): options.bottomToTop == true ? -1 : 1
        case (.vertical, .down): options.bottomToTop == true ? 1 : -1
        default: nil
        }
    }

    private func mayTurn(_ pager: Controller, _ change: Int) -> Bool {
        let off: [SwipeEnabled] = change > 0 ? [.none, .backward] : [.none, .forward]
        return !off.contains(pager.pager.options.swipeEnabled)
    }

    /// Whether the pager is at its end and leaves the swipe to an outer pager.
    private func isStuck(_ pager: Controller, _ change: Int) -> Bool {
        !pager.pager.options.bounces && !pager.pager.pages.isEmpty && mayTurn(pager, change)
            && step(pager, by: change) == nil && otherEnd(pager, from: change) == nil
            && missing(pager, by: change) == nil
    }
}
