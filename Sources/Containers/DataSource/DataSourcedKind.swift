internal import Containment
internal import PagerModel

/// The state of a container whose pages may come from a data source.
protocol DataSourcedState: ContainerState {
    /// The options of the data source. Nil if the container has no data source.
    var dataSource: PageSource? { get }
    /// The pages in the container's list, in order.
    var pages: [Handle] { get }
    /// The indexes of the selected pages. Empty if no page is selected.
    var selection: Range<Int> { get }
    var requests: PageRequests { get set }
    /// Removes all pages whose indexes are not in `range`. The range contains the selected pages.
    mutating func keep(_ range: Range<Int>)
}

extension DataSourcedState {
    var isLazy: Bool { dataSource != nil }

    /// Returns the page at one end of the list, which must not be empty.
    func end(_ side: PageSide) -> Handle { side == .before ? pages[0] : pages[pages.count - 1] }

    /// Returns the number of pages on one side of the selected pages.
    func pagesBeyond(_ side: PageSide) -> Int {
        side == .before ? selection.lowerBound : pages.count - selection.upperBound
    }
}

/// A container kind whose pages can come from a data source, which supplies them when they are
/// needed.
///
/// The engine does not wait for the data source: it publishes a request, and a later command
/// supplies the page. The journal contains this command, so a replay restores the same pages
/// without the data source.
protocol DataSourcedKind: ContainerKind where State: DataSourcedState {
    /// Checks a page before it is inserted at one end of the list.
    ///
    /// - Throws: `duplicateController`, `limitExceeded` and the errors of `checkMember`.
    func checkInsertion(
        of page: Handle, at index: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError)
    /// Inserts a page at one end of the list, and calls `updatePages`. Call `checkInsertion` before
    /// this method.
    func insert(_ page: Handle, at index: Int, _ container: Handle, in scene: inout Scene)
    /// Called after pages have been released from the list.
    func didReleasePages(of container: Handle, in scene: inout Scene)
    /// Called after a request for a page has been answered or has timed out.
    func requestDidEnd(of container: Handle, in scene: inout Scene)
}

/// Methods that request pages from a container's data source, and release pages that are far from
/// the selected pages.
extension DataSourcedKind {
    /// Releases pages that are no longer needed, and requests pages that may soon be needed. Called
    /// after the list of pages or the selection has changed.
    func updatePages(of container: Handle, in scene: inout Scene) {
        let awaited = scene[Self.self, container].requests.awaitedRequest
        releasePages(of: container, in: &scene)
        requestPages(of: container, whileAwaiting: awaited, in: &scene)
    }

    /// Requests pages that may soon be needed from the data source, and withdraws requests that are
    /// no longer needed. O(1).
    func requestPages(of container: Handle, in scene: inout Scene) {
        let awaited = scene[Self.self, container].requests.awaitedRequest
        requestPages(of: container, whileAwaiting: awaited, in: &scene)
    }

    /// - Parameter awaited: The request for which commands wait. If it is withdrawn, they run.
    private func requestPages(
        of container: Handle, whileAwaiting awaited: Int?, in scene: inout Scene
    ) {
        let source = scene[Self.self, container].dataSource
        for side in PageSide.allCases {
            let state = scene[Self.self, container]
            let end = source == nil || state.pages.isEmpty ? Handle.none : state.end(side)
            if state.requests[side].beside != end {
                forget(side, of: container, beside: end, in: &scene)
            }
            guard let source, !end.isNone, !state.selection.isEmpty else { continue }
            if scene[Self.self, container].requests[side].knowledge == .nothing,
                state.pagesBeyond(side) < source.readAhead
            {
                open(side, of: container, in: &scene)
            }
        }
        let requests = scene[Self.self, container].requests
        if let awaited, let side = requests.awaited, requests.awaitedRequest != awaited {
            runHeldCommands(for: side, of: container, in: &scene)
        }
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
        scene.note(indexes: scene[Self.self, container].pages)
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
        requestDidEnd(of: container, in: &scene)
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
            let index = answer.side == .before ? 0 : scene[Self.self, container].pages.count
            insert(page, at: index, container, in: &scene)
        }
        runHeldCommands(for: answer.side, of: container, in: &scene)
        requestDidEnd(of: container, in: &scene)
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

/// Methods for commands that need a page that the data source has not supplied yet.
extension DataSourcedKind {
    /// Returns the side of the list on which the data source may have more pages for a step:
    /// `after` if `step` is positive, otherwise `before`. Returns nil if the container has no data
    /// source or no pages, or if the data source has no more pages on that side.
    func missingSide(of container: Handle, step: Int, in scene: borrowing Scene) -> PageSide? {
        let state = scene[Self.self, container]
        let side = step > 0 ? PageSide.after : .before
        guard state.isLazy, !state.pages.isEmpty, state.requests[side].knowledge != .end else {
            return nil
        }
        return side
    }

    /// Plans a step to a page that the data source has not supplied yet. The command waits for the
    /// page, unless the command is interactive: an interactive transition follows the user's finger
    /// and cannot wait.
    ///
    /// - Throws: `limitExceeded` if the container's queue of waiting commands is full.
    func planStep<C: SceneCommand>(
        to side: PageSide, interactive: Bool, _ container: Handle, for command: C,
        in scene: borrowing Scene
    ) throws(CommandError) -> MissingPage {
        // An interactive transition follows the finger and cannot wait.
        if interactive { return MissingPage(side: side, decision: nil) }
        return MissingPage(
            side: side, decision: try scene.decideToWait(for: container, by: command))
    }

    func commit(_ missing: MissingPage, of container: Handle, in scene: inout Scene) {
        needPage(missing.side, of: container, in: &scene)
        guard let decision = missing.decision else { return }
        if scene[Self.self, container].requests.awaited == nil {
            scene[Self.self, container].requests.awaited = missing.side
        }
        _ = scene.resolve(decision, of: container)
    }

    /// Requests the page beyond one end of the list, unless this page is already requested or the
    /// data source has no page there.
    func needPage(_ side: PageSide, of container: Handle, in scene: inout Scene) {
        requestPages(of: container, in: &scene)
        switch scene[Self.self, container].requests[side].knowledge {
        case .nothing, .silence: open(side, of: container, in: &scene)
        case .isOpen, .end: break
        }
    }

    func awaitsPage(_ container: Handle, in scene: Scene) -> Bool {
        scene[Self.self, container].requests.awaited != nil
    }

    /// Drops the commands that wait for a page from the data source. Called before the container
    /// turns to a different page.
    func dropHeldCommands(of container: Handle, in scene: inout Scene) {
        guard scene[Self.self, container].requests.awaited != nil else { return }
        scene[Self.self, container].requests.awaited = nil
        scene.dropQueue(of: container, because: "replaced")
    }

    func runHeldCommands(for side: PageSide, of container: Handle, in scene: inout Scene) {
        guard scene[Self.self, container].requests.awaited == side else { return }
        scene[Self.self, container].requests.awaited = nil
        scene.runCommands(of: container)
    }
}

/// A page that a command needs and the data source has not supplied yet.
struct MissingPage {
    let side: PageSide
    /// The decision to queue the command until the data source supplies the page. Nil if the
    /// command does not wait.
    let decision: InterruptionDecision?
}

/// The state of a container's requests for pages from its data source.
struct PageRequests: Sendable {
    /// The state of the requests for pages beyond one end of the list of pages.
    struct Side: Sendable {
        enum Knowledge: UInt8, Sendable, CaseIterable {
            /// No page has been requested beyond this end of the list.
            case nothing
            /// A page has been requested, and the data source has not answered yet.
            case isOpen
            /// The data source has no page beyond this end of the list.
            case end
            /// The request timed out. The next command that needs a page requests it again.
            case silence
        }

        var knowledge = Knowledge.nothing
        /// The page at this end of the list. The requested page is inserted next to it.
        var beside = Handle.none
        /// The page that was next to `beside`, the page at this end of the list, until the engine
        /// removed it from the list because it was far from the selected pages. `.none` if there
        /// was no such page. If the data source later supplies a different page, the engine
        /// publishes a diagnostic.
        var released = Handle.none
        /// The number of the latest request for a page beyond this end. 0 if there was none.
        var request = 0
    }

    private var before = Side()
    private var after = Side()
    /// The end of the list beyond which the first queued command needs a page. Commands that were
    /// queued later wait too. Nil if no command waits for a page.
    var awaited: PageSide?
    /// The number of the open request for which commands wait. Nil if it has been withdrawn, or if no
    /// command waits.
    var awaitedRequest: Int? {
        awaited.flatMap { self[$0].knowledge == .isOpen ? self[$0].request : nil }
    }
    /// The serial number of the container's latest request for a page. Requests at both ends of the
    /// list share one numbering, which starts at 1. 0 if there was no request.
    private var latest = 0

    subscript(side: PageSide) -> Side {
        get { side == .before ? before : after }
        set { if side == .before { before = newValue } else { after = newValue } }
    }

    /// Finds the open request with the given number. Returns the end of the list beyond which the
    /// page was requested, or nil if no open request has this number.
    func side(of request: Int) -> PageSide? {
        PageSide.allCases.first { self[$0].knowledge == .isOpen && self[$0].request == request }
    }

    /// Records a new request for a page, and returns the number of the request.
    mutating func open(_ side: PageSide) -> Int {
        latest += 1
        self[side].knowledge = .isOpen
        self[side].request = latest
        return latest
    }

    mutating func visit(_ archive: inout Archive) {
        for side in PageSide.allCases {
            archive.visit(&self[side].knowledge)
            self[side].beside.visit(&archive)
            self[side].released.visit(&archive)
            self[side].request.visit(&archive)
        }
        var isAwaited = awaited != nil
        isAwaited.visit(&archive)
        if isAwaited {
            var side = awaited ?? .before
            archive.visit(&side)
            awaited = side
        }
        latest.visit(&archive)
    }
}
