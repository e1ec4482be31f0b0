import PagerModel

extension Reference {
    func setPage(_ command: PageSet) throws(CommandError) {
        let page = try controller(command.id, kind: "page")
        try check(command.motion)
        let pages = try controllers(command.controllers)
        try checkPages(pages, page)
        if page.page.pages.elementsEqual(pages, by: ===) { return }
        guard try mayGoOn(in: page, command.motion.interruption ?? .replace) else { return }
        // What ran may have led there already, or been taken back to it.
        if page.page.pages.elementsEqual(pages, by: ===) { return }
        turn(page, to: pages, command)
    }

    func placePages(_ page: Controller) {
        let pages = page.page.pages
        for (index, child) in pages.enumerated() where child.parent === page {
            setFrame(child.view, frame(of: index, among: pages, page))
        }
    }

    /// Two pages lie side by side, one fills everything.
    private func frame(of index: Int, among pages: [Controller], _ page: Controller) -> Frame {
        let size = page.view.frame.size
        let width = pages.count == 2 ? size.width / 2 : size.width
        return Frame(x: Double(index) * width, y: 0, width: width, height: size.height)
    }

    private func checkPages(_ pages: [Controller], _ page: Controller) throws(CommandError) {
        let required = page.page.options.spine == .mid ? 2 : 1
        if pages.count != required, !(pages.isEmpty && page.window == nil) {
            throw CommandError(.invalidArgument, "\(pages.count)")
        }
        try check(pages, mayJoin: page)
    }

    private func turn(_ page: Controller, to pages: [Controller], _ command: PageSet) {
        let old = page.page.pages
        let leavers = old.filter { !pages.has($0) }
        let comers = pages.filter { !old.has($0) }
        let isScroll = page.page.options.style == .scroll
        let transition = Transition(
            page, isScroll ? .pageScroll : .pageCurl, leaving: leavers, entering: comers)
        transition.from = old.first
        transition.to = pages.first
        for comer in comers { comer.lister = page }
        load(page)
        // Pages that are set before the controller is on screen appear at once [9.3].
        let motion = command.motion
        transition.interactive = motion.interactive
        transition.duration = isScroll ? 0.3 : 0.5
        let isForward = command.direction == .forward
        if motion.moves {
            setStyle(
                of: transition, isScroll ? "scroll" : isForward ? "curlUp" : "curlDown",
                usual: transition.duration, motion)
        }
        transition.animated =
            motion.interactive || page.isOnScreen && motion.animated && transition.duration > 0
        transition.direction = command.direction
        if command.user { tell(page, "page.willTransition", list(pages)) }
        transition.edgesBegin = { [unowned self] in
            for leaver in leavers { willMove(leaver, to: nil) }
            for comer in comers { adopt(comer, by: page) }
        }
        let place = { [unowned self] (comer: Controller) -> Frame in
            frame(of: pages.place(of: comer) ?? 0, among: pages, page)
        }
        transition.frame = place
        transition.putIn = { [unowned self] in install($0, in: page, place($0)) }
        transition.decide = { [unowned self] in
            page.page.pages = pages
            tell(page, "page.pagesChanged", list(pages))
            placePages(page)
        }
        transition.takeOut = { [unowned self] in withdraw($0, from: page) }
        transition.takeBack = transition.takeOut
        transition.afterCompletion = { [unowned self] in
            for comer in comers where comer.parent === page { didMove(comer, to: page) }
            for leaver in leavers where leaver.parent === page { removeFromParent(leaver) }
        }
        transition.backAfterCompletion = { [unowned self] in
            for comer in comers { undoComing(comer, page) }
            for leaver in leavers { undoLeaving(leaver, page) }
        }
        transition.afterEnded = { [unowned self] outcome in
            let turned = page.page.pages.elementsEqual(pages, by: ===)
            for gone in turned ? leavers : comers { delist(gone, from: page) }
            guard command.user else { return }
            tell(
                page, "page.didFinishAnimating", "\(outcome != .superseded)", list(old),
                "\(turned)")
        }
        start(transition)
    }
}
