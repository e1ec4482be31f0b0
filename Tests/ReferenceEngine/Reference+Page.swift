import PagerModel

extension Reference {
    /// The target of a page change.
    private struct Leaf {
        let pages: [Controller]
        /// The page on the back of the curling sheet.
        var back: Controller?
        let forward: Bool
        let user: Bool
        let motion: TransitionRequest
        /// Whether the pages are those of the source next to the visible ones.
        let isNext: Bool
    }

    func setPage(_ command: PageSet) throws(CommandError) {
        let page = try controller(command.id, kind: "page")
        let motion = command.motion
        try check(motion)
        var pages = try controllers(command.controllers)
        let hasBack = page.page.hasBacks && (motion.animated || motion.interactive)
        let required = hasBack || page.page.isTwo ? 2 : 1
        if pages.count != required, !(pages.isEmpty && page.window == nil) {
            throw CommandError(.invalidArgument, "\(pages.count)")
        }
        try check(pages, mayJoin: page)
        let given = pages
        let back = hasBack ? pages.popLast() : nil
        if page.page.pages.elementsEqual(pages, by: ===) { return }
        if command.user {
            for page in page.page.pages where !given.has(page) { try mayLeave(page) }
        }
        guard try mayGoOn(in: page, motion.interruption ?? .replace) else { return }
        // Ending the running transition may already have led there.
        if page.page.pages.elementsEqual(pages, by: ===) { return }
        turn(
            page,
            Leaf(
                pages: pages, back: back, forward: command.direction == .forward,
                user: command.user, motion: motion, isNext: false))
    }

    func swipePage(_ command: PageSwipe) throws(CommandError) {
        let page = try controller(command.id, kind: "page")
        let isVertical = page.page.options.navigationOrientation == .vertical
        let way: [SwipeDirection] = isVertical ? [.up, .down] : [.left, .right]
        guard way.contains(command.direction) else {
            throw CommandError(.unsupported, page.name)
        }
        try turnPage(
            command.id, forward: command.direction == way[0], user: true, command.motion)
    }

    func turnPage(
        _ id: Identifier?, forward: Bool, user: Bool, _ motion: TransitionRequest
    ) throws(CommandError) {
        let page = try controller(id, kind: "page")
        try check(motion)
        if page.source == nil {
            guard user else { throw CommandError(.unsupported, page.name) }
            tell(
                page, "diagnostic.warning",
                "The user cannot turn <\(page.name)>: it has no data source that knows its next "
                    + "page.")
            return
        }
        if page.page.pages.isEmpty { throw CommandError(.nothingToShow, page.name) }
        guard let leaf = leaf(of: page, forward, user, motion) else {
            if let side = missing(page, by: forward ? 1 : -1) {
                return try wait(for: side, page, interactive: motion.interactive)
            }
            return tell(page, "page.bounced", forward ? "\"last\"" : "\"first\"")
        }
        if user { for shown in page.page.pages { try mayLeave(shown) } }
        guard try mayGoOn(in: page, motion.interruption ?? .replace) else { return }
        let now = self.leaf(of: page, forward, user, motion)
        guard now?.pages.elementsEqual(leaf.pages, by: ===) == true else {
            return tell(
                page, "diagnostic.misuse",
                "<\(page.name)> does not turn: its pages changed at the end of the "
                    + "previous transition")
        }
        turn(page, leaf)
    }

    /// Returns the pages of the source next to the visible ones, or nil if there are too few.
    private func leaf(
        of page: Controller, _ forward: Bool, _ user: Bool, _ motion: TransitionRequest
    ) -> Leaf? {
        let state = page.page
        guard page.beyond(forward ? .after : .before) >= state.takes,
            let place = state.all.index(of: forward ? state.pages.last : state.pages.first)
        else { return nil }
        var pages =
            forward
            ? Array(state.all[(place + 1)...].prefix(state.takes))
            : Array(state.all[..<place].suffix(state.takes))
        let back = state.hasBacks ? pages.remove(at: forward ? 0 : 1) : nil
        return Leaf(
            pages: pages, back: back, forward: forward, user: user, motion: motion, isNext: true)
    }

    func placePages(_ page: Controller) {
        let pages = page.page.pages
        for (index, child) in pages.enumerated() where child.parent === page {
            setFrame(child.view, frame(of: index, among: pages, page))
        }
    }

    private func frame(of index: Int, among pages: [Controller], _ page: Controller) -> Frame {
        pageFrame(index, of: pages.count, page, page.view.frame.size)
    }

    /// Returns the frame of a page: two pages share the view, one fills it.
    func pageFrame(_ index: Int, of count: Int, _ page: Controller, _ size: Size) -> Frame {
        let isVertical = page.page.options.navigationOrientation == .vertical
        let width = count == 2 && !isVertical ? size.width / 2 : size.width
        let height = count == 2 && isVertical ? size.height / 2 : size.height
        return Frame(
            x: isVertical ? 0 : Double(index) * width, y: isVertical ? Double(index) * height : 0,
            width: width, height: height)
    }

    /// Updates the children after a change of the pages or the options.
    func keepPages(of page: Controller) {
        if page.source == nil, running(in: page) == nil {
            release(page.page.all.filter { !page.page.pages.has($0) }, from: page)
        }
        updatePages(page)
    }

    /// Removes all pages but those that were set. Pages that were visible until now leave with the
    /// transition.
    private func forgetOthers(_ page: Controller, than pages: [Controller], _ back: Controller?) {
        let gone = page.page.all.filter { one in
            !pages.has(one) && !page.page.pages.has(one) && one !== back
        }
        page.page.all = pages
        page.page.pages = pages
        tell(page, "page.pagesChanged", list(pages))
        for one in gone { delist(one, from: page) }
        if !gone.isEmpty { tell(page, "page.pagesReleased", list(gone)) }
        request(page)
    }

    private func turn(_ page: Controller, _ leaf: Leaf) {
        if page.onDemand.holds != nil {
            page.onDemand.holds = nil
            dropWaiting(for: page)
        }
        let pages = leaf.pages
        let old = page.page.pages
        let leavers = old.filter { !pages.has($0) }
        let comers = pages.filter { !old.has($0) }
        let isScroll = page.page.options.style == .scroll
        let transition = Transition(
            page, isScroll ? .pageScroll : .pageCurl, leaving: leavers, entering: comers)
        transition.from = old.first
        transition.to = pages.first
        for comer in comers where comer.lister == nil { comer.lister = page }
        if let back = leaf.back, back.lister == nil { back.lister = page }
        load(page)
        let decide = { [unowned self] in
            if leaf.isNext {
                page.page.pages = pages
                tell(page, "page.pagesChanged", list(pages))
            } else {
                forgetOthers(page, than: pages, leaf.back)
            }
            placePages(page)
        }
        if leavers.isEmpty, comers.isEmpty { return decide() }
        // Pages that are set before the controller is on screen appear at once [9.3].
        let motion = leaf.motion
        transition.interactive = motion.interactive
        transition.duration = isScroll ? 0.3 : 0.5
        if motion.moves {
            setStyle(
                of: transition, isScroll ? "scroll" : leaf.forward ? "curlUp" : "curlDown",
                usual: transition.duration, motion)
        }
        transition.animated =
            motion.interactive || page.isOnScreen && motion.animated && transition.duration > 0
        transition.direction = leaf.forward ? .forward : .reverse
        if let back = leaf.back {
            load(back)
            tell(page, "page.willShowBack", name(back))
        }
        if leaf.user { tell(page, "page.willTransition", list(pages)) }
        exchange(comers, for: leavers, by: transition)
        let place = { [unowned self] (comer: Controller) -> Frame in
            frame(of: pages.index(of: comer) ?? 0, among: pages, page)
        }
        transition.frame = place
        transition.putIn = { [unowned self] in install($0, in: page, place($0)) }
        transition.decide = decide
        transition.afterEnded = { [unowned self] outcome in
            let turned = page.page.pages.elementsEqual(pages, by: ===)
            for gone in leavers + comers + [leaf.back].compactMap({ $0 })
            where !page.page.all.has(gone) {
                delist(gone, from: page)
            }
            if leaf.user {
                tell(
                    page, "page.didFinishAnimating", "\(outcome != .superseded)", list(old),
                    "\(turned)")
            }
            if transition.isReplaced { return }
            page.onDemand.holds = nil
            keepPages(of: page)
        }
        start(transition)
    }
}
