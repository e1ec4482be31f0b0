public import Containment
public import PagerModel

/// Pages that come as they are needed.
///
/// The engine waits for no source: it publishes which page it needs, and the page comes by a command
/// like any other. So a journal gives the same pages again without a source.
extension Pager {
    /// The list of pages or the selected one has changed.
    func updatePages(of pager: Handle, in scene: inout Scene) {
        releasePages(of: pager, in: &scene)
        requestPages(of: pager, in: &scene)
    }

    /// Asks for the pages that may soon be needed, and ends the requests for others. O(1).
    func requestPages(of pager: Handle, in scene: inout Scene) {
        let source = scene[Pager.self, pager].options.dataSource
        var withdrawn: PageSide?
        for side in PageSide.allCases {
            let state = scene[Pager.self, pager]
            let end = source == nil || state.pages.isEmpty ? Handle.none : state.end(side)
            if state.requests[side].beside != end {
                if state.requests[side].knowledge == .isOpen, state.requests.awaited == side {
                    withdrawn = side
                }
                forget(side, of: pager, beside: end, in: &scene)
            }
            guard let source, !end.isNone, state.index >= 0 else { continue }
            if scene[Pager.self, pager].requests[side].knowledge == .nothing,
                state.pagesBeyond(side) < source.readAhead
            {
                open(side, of: pager, in: &scene)
            }
        }
        if let withdrawn { runHeldCommands(for: withdrawn, of: pager, in: &scene) }
    }

    /// The page of one end is another one: what was known of that side is no longer true.
    private func forget(
        _ side: PageSide, of pager: Handle, beside end: Handle, in scene: inout Scene
    ) {
        let old = scene[Pager.self, pager].requests[side]
        scene[Pager.self, pager].requests[side] = PageRequests.Side(beside: end)
        if old.knowledge == .isOpen {
            tell(end: old.request, .withdrawn, .none, of: pager, in: &scene)
        }
    }

    private func open(_ side: PageSide, of pager: Handle, in scene: inout Scene) {
        guard let source = scene[Pager.self, pager].options.dataSource else { return }
        let number = scene[Pager.self, pager].requests.open(side)
        scene.schedule(
            pager, at: scene.now.advanced(by: source.timeout), token: Self.token(of: number))
        let beside = scene[Pager.self, pager].requests[side].beside
        scene.emit(
            PagerKind.PageNeeded(
                request: number, side: side, beside: beside,
                requests: Value(requests(of: pager, in: scene))), of: pager)
    }

    private func tell(
        end number: Int, _ outcome: PageRequestOutcome, _ page: Handle, of pager: Handle,
        in scene: inout Scene
    ) {
        scene.emit(
            PagerKind.RequestEnded(
                request: number, outcome: outcome, page: page,
                requests: Value(requests(of: pager, in: scene))), of: pager)
    }

    /// The open requests, at most one on each side.
    func requests(of pager: Handle, in scene: Scene) -> [PageRequest] {
        let requests = scene[Pager.self, pager].requests
        return PageSide.allCases.compactMap { side in
            guard requests[side].knowledge == .isOpen,
                let beside = scene.identifier(requests[side].beside)
            else { return nil }
            return PageRequest(request: requests[side].request, side: side, beside: beside)
        }
    }

    /// Removes the pages that are further from the selected one than `keep`. O(pages).
    func releasePages(of pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        guard let source = state.options.dataSource, state.index >= 0, !scene.isRunning(pager)
        else { return }
        let end = min(state.pages.count, state.index + source.keep + 1)
        let kept = max(0, state.index - source.keep)..<end
        guard kept.count < state.pages.count else { return }
        let early = state.pages[..<kept.lowerBound]
        let late = state.pages[kept.upperBound...]
        let released = Array(early + late)
        for page in released { scene.removeMember(page, from: pager) }
        scene[Pager.self, pager].pages = Array(state.pages[kept])
        scene[Pager.self, pager].index -= kept.lowerBound
        scene.note(places: scene[Pager.self, pager].pages)
        announcePages(of: pager, in: &scene)
        scene.emit(PagerKind.PagesReleased(pages: released), of: pager)
        for page in released where scene.parent(of: page) == pager {
            scene.willMove(page, to: .none)
            scene.removeFromParent(page)
        }
        remember(early.last, .before, of: pager, in: &scene)
        remember(late.first, .after, of: pager, in: &scene)
    }

    /// Keeps which page was beside the one that is now at an end.
    private func remember(
        _ page: Handle?, _ side: PageSide, of pager: Handle, in scene: inout Scene
    ) {
        guard let page else { return }
        forget(side, of: pager, beside: scene[Pager.self, pager].end(side), in: &scene)
        scene[Pager.self, pager].requests[side].released = page
    }
}

/// Commands that need a page that is not there.
extension Pager {
    /// What is known of the side to which a step goes, nil for a pager that has all of its pages, and
    /// where the source has said that there is no page.
    func missingSide(of pager: Handle, step: Int, in scene: borrowing Scene) -> PageSide? {
        let state = scene[Pager.self, pager]
        let side = step > 0 ? PageSide.after : .before
        guard state.isLazy, state.requests[side].knowledge != .end else { return nil }
        return side
    }

    /// Asks for the page of a side, if that has not been done.
    func needPage(_ side: PageSide, of pager: Handle, in scene: inout Scene) {
        requestPages(of: pager, in: &scene)
        switch scene[Pager.self, pager].requests[side].knowledge {
        case .nothing, .silence: open(side, of: pager, in: &scene)
        case .isOpen, .end: break
        }
    }

    /// Lets a command wait for the page of a side.
    func wait(
        for side: PageSide, _ decision: InterruptionDecision, of pager: Handle,
        in scene: inout Scene
    ) {
        needPage(side, of: pager, in: &scene)
        if scene[Pager.self, pager].requests.awaited == nil {
            scene[Pager.self, pager].requests.awaited = side
        }
        _ = scene.resolve(decision, of: pager)
    }

    public func holdsCommands(of pager: Handle, in scene: Scene) -> Bool {
        scene[Pager.self, pager].requests.awaited != nil
    }

    /// Drops the commands that wait for a page: the pager turns to another one.
    func dropHeldCommands(of pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].requests.awaited != nil else { return }
        scene[Pager.self, pager].requests.awaited = nil
        scene.dropQueue(of: pager, because: "replaced")
    }

    private func runHeldCommands(for side: PageSide, of pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].requests.awaited == side else { return }
        scene[Pager.self, pager].requests.awaited = nil
        scene.runCommands(of: pager)
    }

    private static let requestTokens: UInt64 = 1 << 62

    private static func token(of request: Int) -> UInt64 { requestTokens + UInt64(request) }

    /// The side of the open request that a deadline is for, nil for the deadline of `autoAdvance`.
    func side(of token: UInt64, _ pager: Handle, in scene: Scene) -> PageSide? {
        guard token > Self.requestTokens else { return nil }
        return scene[Pager.self, pager].requests.side(of: Int(token - Self.requestTokens))
    }

    /// No page came in time. What waits finds no page; what comes later asks again.
    func timeOut(_ side: PageSide, of pager: Handle, in scene: inout Scene) {
        let request = scene[Pager.self, pager].requests[side].request
        scene[Pager.self, pager].requests[side].knowledge = .end
        tell(end: request, .timedOut, .none, of: pager, in: &scene)
        runHeldCommands(for: side, of: pager, in: &scene)
        if scene[Pager.self, pager].requests[side].knowledge == .end {
            scene[Pager.self, pager].requests[side].knowledge = .silence
        }
        resumeTimer(of: pager, in: &scene)
    }
}

extension PagerSupply: ContainerCommand {
    public struct Plan {
        let pager: Handle
        let side: PageSide
        /// None where there is no page.
        let page: Handle
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let pager = try scene.controller(id, of: Pager.self)
        let state = scene[Pager.self, pager]
        guard let side = state.requests.side(of: request) else {
            throw CommandError(
                .requestNotFound,
                "\(scene.shown(pager)) has no open request \(request): it has been answered, has "
                    + "timed out or is needed no longer; `requests` of its record are open",
                path: "request")
        }
        guard let name = page else { return Plan(pager: pager, side: side, page: .none) }
        let page = try scene.controller(name, at: "page")
        if scene.container(of: page) == pager {
            throw CommandError(
                .duplicateController,
                "\(scene.shown(page)) is among the pages already and cannot also come "
                    + "\(side.rawValue) \(scene.shown(state.requests[side].beside))",
                path: "page")
        }
        try Pager().checkInsertion(
            of: page, at: side == .before ? 0 : state.pages.count, pager, in: scene)
        return Plan(pager: pager, side: side, page: page)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Pager().supply(plan, request, in: &scene)
        return Reply()
    }
}

extension Pager {
    fileprivate func supply(_ plan: PagerSupply.Plan, _ request: Int, in scene: inout Scene) {
        let (pager, page) = (plan.pager, plan.page)
        let side = scene[Pager.self, pager].requests[plan.side]
        scene[Pager.self, pager].requests[plan.side].knowledge = page.isNone ? .end : .nothing
        tell(end: request, page.isNone ? .none : .supplied, page, of: pager, in: &scene)
        if scene.isAlive(side.released), side.released != page {
            reportLie(plan.side, side, page, of: pager, in: &scene)
        }
        if !page.isNone {
            let place = plan.side == .before ? 0 : scene[Pager.self, pager].pages.count
            insert(page, at: place, pager, in: &scene)
        }
        runHeldCommands(for: plan.side, of: pager, in: &scene)
    }

    private func reportLie(
        _ place: PageSide, _ side: PageRequests.Side, _ page: Handle, of pager: Handle,
        in scene: inout Scene
    ) {
        let answer = page.isNone ? "no page" : scene.shown(page)
        scene.misuse(
            pager,
            "The data source of \(scene.shown(pager)) names \(answer) \(place.rawValue) "
                + "\(scene.shown(side.beside)), where \(scene.shown(side.released)) was before: a "
                + "source has to give the same order each time.")
    }
}
