import PagerModel

extension Reference {
    func announcePages(_ pager: Controller) {
        tell(pager, "pager.pagesChanged", list(pager.pager.pages), text(pager.pager.index))
        pruneTrail(of: pager)
    }

    func setPages(_ command: PagerSetPages) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let pages = try controllers(command.pages)
        try check(pages, mayJoin: pager)
        if command.keepIndex != nil, command.index != nil || command.selected != nil {
            throw CommandError(.invalidArgument, "keepIndex")
        }
        let wanted: Int? =
            if command.index != nil || command.selected != nil {
                try index(command.index, command.selected, in: pages)
            } else { standIn(pager, pages, command.keepIndex) }
        replaceList(pager, pages, wanted, TransitionRequest { $0.animated = false }, forward: true)
    }

    /// Replaces the list of pages, and shows one of them if the shown one has gone.
    private func replaceList(
        _ pager: Controller, _ pages: [Controller], _ wanted: Int?, _ motion: TransitionRequest,
        forward: Bool
    ) {
        let selected = pager.pager.selected
        let kept = pages.index(of: selected)
        let target = wanted ?? kept ?? (pages.isEmpty ? nil : 0)
        let changes = target.map { pages[$0] } !== selected
        replace(in: pager, byAnother: changes)
        let old = pager.pager
        let added = pager.children.filter { $0.lister === pager && !$0.isManaged }
        for page in old.pages { delist(page, from: pager) }
        for page in pages { page.lister = pager }
        pager.pager.pages = pages
        pager.pager.index = old.shown == nil ? target : kept
        if !old.pages.elementsEqual(pages, by: ===) || old.index != pager.pager.index {
            announcePages(pager)
        }
        if changes {
            turn(pager, to: target, forward: forward, motion, instead: (selected, old.index))
        }
        let running = running(in: pager)
        for page in added
        where page.lister !== pager && page.parent === pager && running?.from !== page
            && running?.leaving.has(page) != true
        {
            willMove(page, to: nil)
            uninstall(page)
            removeFromParent(page)
        }
        keepNeighbours(pager)
        if changes { restartAdvance(pager) } else { resumeAdvance(pager) }
    }

    /// Refuses that a person removes a pinned page or tab, or one that may not be left.
    func mayRemove(_ controller: Controller, isShown: Bool) throws(CommandError) {
        if controller.options.pinned == true { throw CommandError(.vetoed, controller.name) }
        if isShown { try mayLeave(controller) }
    }

    /// Returns the index of the page that replaces a missing one, if not the first.
    private func standIn(
        _ pager: Controller, _ pages: [Controller], _ keepIndex: KeepIndex?
    ) -> Int? {
        guard let now = pager.pager.index, let shown = pager.pager.selected, !pages.has(shown),
            !pages.isEmpty
        else { return nil }
        switch keepIndex {
        case nil, .first: return nil
        case .same: return now < pages.count ? now : pages.count - 1
        case .nearest:
            let staying = pager.pager.pages.enumerated().filter { pages.has($0.element) }
            let least = staying.map { abs($0.offset - now) }.min()
            let best = staying.last { abs($0.offset - now) == least }
            return best.flatMap { pages.index(of: $0.element) }
        }
    }

    func insert(_ command: PagerInsert) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let page = try controller(command.page)
        try check(command.motion)
        let wasEmpty = pager.pager.pages.isEmpty
        guard (0...pager.pager.pages.count).contains(command.at) else {
            throw CommandError(.indexOutOfRange, "\(command.at)")
        }
        if page.lister === pager { throw CommandError(.duplicateController, page.name) }
        try checkMember(page, mayJoin: pager)
        let selected = pager.pager.selected
        page.lister = pager
        pager.pager.pages.insert(page, at: command.at)
        pager.pager.index = pager.pager.pages.index(of: selected) ?? 0
        announcePages(pager)
        if wasEmpty {
            turn(
                pager, to: 0, forward: true, TransitionRequest { $0.animated = false },
                instead: (nil, nil)
            )
        }
        if command.motion.animated { shift(pager, command.motion) }
        keepNeighbours(pager)
        resumeAdvance(pager)
    }

    func remove(_ command: PagerRemove) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let page = try controller(command.page)
        try check(command.motion)
        guard page.lister === pager else { throw CommandError(.notAChild, page.name) }
        if command.user { try mayRemove(page, isShown: pager.pager.selected === page) }
        let isAnimated = command.motion.animated
        if isAnimated, pager.pager.selected === page, let index = pager.pager.index,
            pager.pager.pages.count > 1
        {
            let rest = pager.pager.pages.without(page)
            let isLast = index == rest.count
            return replaceList(
                pager, rest, isLast ? index - 1 : index, command.motion, forward: !isLast)
        }
        if let running = running(in: pager),
            running.from === page || running.to === page
                || (running.leaving + running.entering).has(page)
        {
            replace(in: pager, byAnother: pager.pager.selected === page)
        }
        let pages = pager.pager.pages
        if pager.pager.selected === page, let index = pager.pager.index {
            // The next page is selected, after the last page the previous one, after the only one
            // none.
            let isLast = index == pages.count - 1
            turn(
                pager, to: pages.count == 1 ? nil : isLast ? index - 1 : index + 1,
                forward: !isLast, TransitionRequest { $0.animated = false })
        }
        let selected = pager.pager.selected
        delist(page, from: pager)
        // The page change may have released other pages.
        pager.pager.pages = pager.pager.pages.without(page)
        pager.pager.index = pager.pager.pages.index(of: selected)
        announcePages(pager)
        if isAnimated, shift(pager, command.motion) { return keepNeighbours(pager) }
        if page.parent === pager {
            willMove(page, to: nil)
            if pager.pager.beside.has(page) {
                pager.pager.beside = pager.pager.beside.without(page)
                uninstall(page)
            }
            removeFromParent(page)
        }
        keepNeighbours(pager)
    }

    func move(_ command: PagerMove) throws(CommandError) {
        let pager = try controller(command.id, kind: "pager")
        let page = try controller(command.page)
        guard let place = pager.pager.pages.index(of: page) else {
            throw CommandError(.notAChild, page.name)
        }
        guard pager.pager.pages.indices.contains(command.to) else {
            throw CommandError(.indexOutOfRange, "\(command.to)")
        }
        if place == command.to { return }
        let selected = pager.pager.selected
        pager.pager.pages.remove(at: place)
        pager.pager.pages.insert(page, at: command.to)
        pager.pager.index = pager.pager.pages.index(of: selected)
        announcePages(pager)
        keepNeighbours(pager)
        resumeAdvance(pager)
    }

    func pause(
        _ id: Identifier?, _ paused: Bool, keepsTime: Bool = false
    ) throws(CommandError) {
        let pager = try controller(id, kind: "pager")
        var changes: [Value.Member] = []
        if pager.pager.paused != paused { changes.append(.init("paused", .bool(paused))) }
        if !paused, pager.pager.isHeld { changes.append(.init("autoAdvanceHeld", false)) }
        if changes.isEmpty { return }
        let stopped = pager.pager.paused ? pager.pager.stopped : nil
        if paused {
            let isRunning = deadlines.has(pager.pager.advance) && !pager.pager.isHeld
            pager.pager.stopped =
                isRunning
                ? (pager.pager.selected, (pager.pager.advance?.time ?? now).seconds - now.seconds)
                : nil
        }
        pager.pager.paused = paused
        if !paused { pager.pager.isHeld = false }
        tell(pager, "controller.updated", json(.object(changes)))
        let isSame = keepsTime && stopped?.page === pager.pager.selected
        restartAdvance(pager, left: isSame ? stopped?.left : nil)
    }
}
