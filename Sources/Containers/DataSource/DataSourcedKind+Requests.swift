internal import Containment
internal import PagerModel

/// Methods that request pages from a container's data source, and release pages that are far from
/// the selected pages.
extension DataSourcedKind {
    /// Releases pages that are no longer needed, and requests pages that may soon be needed. Called
    /// after the list of pages or the selection has changed.
    func updatePages(of container: Handle, in scene: inout Scene) {
        releasePages(of: container, in: &scene)
        requestPages(of: container, in: &scene)
    }

    /// Requests pages that may soon be needed from the data source, and withdraws requests that are
    /// no longer needed. O(1).
    func requestPages(of container: Handle, in scene: inout Scene) {
        let source = scene[Self.self, container].dataSource
        var withdrawn: PageSide?
        for side in PageSide.allCases {
            let state = scene[Self.self, container]
            let end = source == nil || state.pages.isEmpty ? Handle.none : state.end(side)
            if state.requests[side].beside != end {
                if state.requests[side].knowledge == .isOpen, state.requests.awaited == side {
                    withdrawn = side
                }
                forget(side, of: container, beside: end, in: &scene)
            }
            guard let source, !end.isNone, !state.selection.isEmpty else { continue }
            if scene[Self.self, container].requests[side].knowledge == .nothing,
                state.pagesBeyond(side) < source.readAhead
            {
                open(side, of: container, in: &scene)
            }
        }
        if let withdrawn { runHeldCommands(for: withdrawn, of: container, in: &scene) }
    }

    /// Withdraws the open request for a page beyond one end of the list, if there is one. Also
    /// forgets whether the data source has more pages beyond this end. Called when a different page
    /// may be at this end of the list.
    private func forget(
        _ side: PageSide, of container: Handle, beside end: Handle, in scene: inout Scene
    ) {
        let old = scene[Self.self, container].requests[side]
        scene[Self.self, container].requests[side] = PageRequests.Side(beside: end)
        if old.knowledge == .isOpen {
            tell(end: old.request, .withdrawn, .none, of: container, in: &scene)
        }
    }

    func open(_ side: PageSide, of container: Handle, in scene: inout Scene) {
        guard let source = scene[Self.self, container].dataSource else { return }
        let number = scene[Self.self, container].requests.open(side)
        scene.schedule(
            container, at: scene.now.advanced(by: source.timeout), token: token(of: number))
        let beside = scene[Self.self, container].requests[side].beside
        scene.emit(
            PageSourceEvents.PageNeeded {
                $0.request = number
                $0.side = side
                $0.beside = beside
                $0.requests = Value(requests(of: container, in: scene))
            }, of: container)
    }

    private func tell(
        end number: Int, _ outcome: PageRequestOutcome, _ page: Handle, of container: Handle,
        in scene: inout Scene
    ) {
        scene.emit(
            PageSourceEvents.RequestEnded {
                $0.request = number
                $0.outcome = outcome
                $0.page = page
                $0.requests = Value(requests(of: container, in: scene))
            }, of: container)
    }

    /// Returns the requests that the data source has not answered yet. There is at most one for
    /// each end of the list of pages.
    func requests(of container: Handle, in scene: Scene) -> [PageRequest] {
        let requests = scene[Self.self, container].requests
        return PageSide.allCases.compactMap { side in
            guard requests[side].knowledge == .isOpen,
                let beside = scene.identifier(requests[side].beside)
            else { return nil }
            return PageRequest {
                $0.request = requests[side].request
                $0.side = side
                $0.beside = beside
            }
        }
    }

    /// Removes the pages that are more than `keep` pages away from the selected pages. `keep` is an
    /// option of the data source. O(pages).
    private func releasePages(of container: Handle, in scene: inout Scene) {
        let state = scene[Self.self, container]
        guard let source = state.dataSource, !state.selection.isEmpty, !scene.isRunning(container)
        else { return }
        let end = min(state.pages.count, state.selection.upperBound + source.keep)
        let kept = max(0, state.selection.lowerBound - source.keep)..<end
        guard kept.count < state.pages.count else { return }
        release(outside: kept, of: container, in: &scene)
        remember(state.pages[..<kept.lowerBound].last, .before, of: container, in: &scene)
        remember(state.pages[kept.upperBound...].first, .after, of: container, in: &scene)
    }

    /// Removes the pages whose indexes are outside of a range that contains the selected pages.
    /// O(pages).
    func release(outside kept: Range<Int>, of container: Handle, in scene: inout Scene) {
        let pages = scene[Self.self, container].pages
        let released = Array(pages[..<kept.lowerBound] + pages[kept.upperBound...])
        for page in released { scene.removeMember(page, from: container) }
        scene[Self.self, container].keep(kept)
        scene.note(places: scene[Self.self, container].pages)
        didReleasePages(of: container, in: &scene)
        scene.emit(PageSourceEvents.PagesReleased { $0.pages = released }, of: container)
        for page in released where scene.parent(of: page) == container {
            scene.willMove(page, to: .none)
            scene.removeFromParent(page)
        }
    }

    /// Records the page that was released beyond one end of the list. If the data source later
    /// supplies a different page at this end, the engine publishes a diagnostic.
    private func remember(
        _ page: Handle?, _ side: PageSide, of container: Handle, in scene: inout Scene
    ) {
        guard let page else { return }
        let end = scene[Self.self, container].end(side)
        forget(side, of: container, beside: end, in: &scene)
        scene[Self.self, container].requests[side].released = page
    }

    // MARK: Deadlines

    /// The difference between the token of a page request's deadline and the number of the request.
    /// All other deadlines of the container kind have smaller tokens, so a token shows whether its
    /// deadline belongs to a page request.
    private var tokenOffset: UInt64 { 1 << 62 }

    private func token(of request: Int) -> UInt64 { tokenOffset + UInt64(request) }

    /// Finds the open page request whose deadline has the given token. Returns the end of the list
    /// beyond which the page was requested, or nil if no open request has this deadline.
    func side(of token: UInt64, _ container: Handle, in scene: Scene) -> PageSide? {
        guard token > tokenOffset else { return nil }
        return scene[Self.self, container].requests.side(of: Int(token - tokenOffset))
    }

    /// Ends a page request that the data source has not answered in time. The commands that waited
    /// for the page then run without the page. A later command requests the page again.
    func timeOut(_ side: PageSide, of container: Handle, in scene: inout Scene) {
        let request = scene[Self.self, container].requests[side].request
        scene[Self.self, container].requests[side].knowledge = .end
        tell(end: request, .timedOut, .none, of: container, in: &scene)
        runHeldCommands(for: side, of: container, in: &scene)
        if scene[Self.self, container].requests[side].knowledge == .end {
            scene[Self.self, container].requests[side].knowledge = .silence
        }
        requestDidTimeOut(of: container, in: &scene)
    }
}

/// Methods that check a data source's answers to requests for pages, and insert the supplied pages.
extension DataSourcedKind {
    func validate(
        _ answer: PageAnswer, to id: Identifier?, in scene: borrowing Scene
    ) throws(CommandError) -> CheckedAnswer {
        let container = try scene.controller(id, of: Self.self)
        let state = scene[Self.self, container]
        guard let side = state.requests.side(of: answer.request) else {
            throw CommandError(
                .requestNotFound,
                "request \(answer.request) of \(scene.shown(container)) is not open: it was "
                    + "answered, timed out or is no longer needed. The field `requests` of "
                    + "\(scene.shown(container)) lists the open ones", path: "request")
        }
        var checked = CheckedAnswer(container: container, request: answer.request, side: side)
        guard let name = answer.page else { return checked }
        checked.page = try scene.controller(name, at: "page")
        if scene.container(of: checked.page) == container {
            throw CommandError(
                .duplicateController,
                "\(scene.shown(checked.page)) is among the pages already and cannot also come "
                    + "\(side.rawValue) \(scene.shown(state.requests[side].beside))",
                path: "page")
        }
        try checkInsertion(
            of: checked.page, at: side == .before ? 0 : state.pages.count, container, in: scene)
        return checked
    }

    func commit(_ answer: CheckedAnswer, in scene: inout Scene) {
        let (container, page) = (answer.container, answer.page)
        let side = scene[Self.self, container].requests[answer.side]
        scene[Self.self, container].requests[answer.side].knowledge =
            page.isNone ? .end : .nothing
        tell(
            end: answer.request, page.isNone ? .none : .supplied, page, of: container, in: &scene)
        if scene.isAlive(side.released), side.released != page {
            reportChangedOrder(answer, side, in: &scene)
        }
        if !page.isNone {
            let place = answer.side == .before ? 0 : scene[Self.self, container].pages.count
            insert(page, at: place, container, in: &scene)
        }
        runHeldCommands(for: answer.side, of: container, in: &scene)
    }

    private func reportChangedOrder(
        _ answer: CheckedAnswer, _ side: PageRequests.Side, in scene: inout Scene
    ) {
        let given = answer.page.isNone ? "no page" : scene.shown(answer.page)
        scene.misuse(
            answer.container,
            "The data source of \(scene.shown(answer.container)) supplies \(given) "
                + "\(answer.side.rawValue) \(scene.shown(side.beside)), but "
                + "\(scene.shown(side.released)) was there earlier: a data source must always "
                + "supply the same order.")
    }
}

/// A data source's answer to a request for a page, after the answer has been validated.
public struct CheckedAnswer {
    let container: Handle
    let request: Int
    let side: PageSide
    /// The supplied page. `.none` if the data source has no page on the requested side.
    var page = Handle.none
}
