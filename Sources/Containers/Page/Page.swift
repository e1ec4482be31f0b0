public import Containment
public import PagerModel

/// The container kind `page`: a page controller, which shows one page, or two pages if the spine is
/// in the middle [9].
public struct Page: ContainerKind {
    public struct State: ContainerState {
        public var options = PageOptions()
        /// The visible pages.
        var controllers: [Handle] = []
        /// The pages that the controller keeps, in order: the visible pages and, with a data
        /// source, their neighbours.
        var pages: [Handle] = []
        var requests = PageRequests()
        /// The pages that the running transition shows.
        var next: [Handle] = []
        /// The pages that were visible before the running transition.
        var previous: [Handle] = []
        /// The page on the back of the sheet that the transition turns, or `.none`.
        var back = Handle.none

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.visit(&options)
            controllers.visit(&archive)
            next.visit(&archive)
            previous.visit(&archive)
            guard archive.holds("dataSources") else { return pages = controllers }
            pages.visit(&archive)
            requests.visit(&archive)
            back.visit(&archive)
            archive.require(
                pages.count >= controllers.count && selection.upperBound <= pages.count,
                "the visible pages are not among the pages")
        }
    }

    public typealias Declaration = PageKind
    public static let traits = KindTraits(
        laysOutAfterAppearing: true, supportsManualForwarding: false)
    public static let reactions = CallbackSet(.viewWillLayoutSubviews)
    public static let scrollDuration = 0.3
    public static let curlDuration = 0.5

    public init() {}

    public func record(of page: Handle, in scene: Scene) -> PageRecord {
        var record = PageRecord()
        record.controllers = scene.identifiers(scene[Page.self, page].controllers)
        record.requests = requests(of: page, in: scene)
        return record
    }

    public func validate(_ options: PageOptions, in scene: Scene) throws(CommandError) {
        try options.dataSource?.check()
        guard options.spine != .mid || options.doubleSided != false else {
            throw .invalidArgument(
                "with the spine in the middle, sheets have pages on both sides; omit doubleSided, "
                    + "or set it to true", path: "doubleSided")
        }
        guard let spacing = options.interPageSpacing else { return }
        guard options.style == .scroll else {
            throw .invalidArgument(
                "there is no space between curling pages; set style to scroll",
                path: "interPageSpacing")
        }
        guard (0...Limits.points).contains(spacing) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.points)) points, got \(spacing)",
                path: "interPageSpacing")
        }
    }

    public func optionsDidChange(of page: Handle, in scene: inout Scene) {
        keepPages(of: page, in: &scene)
    }

    public func members(of page: Handle, in scene: Scene) -> [Handle] {
        scene[Page.self, page].pages
    }

    public func react(
        to callback: Callback, of page: Handle, animated: Bool, in scene: inout Scene
    ) {
        place(scene[Page.self, page].controllers, page, in: &scene)
    }

    public func size(
        forChild child: Handle, of page: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        let state = scene[Page.self, page]
        return frame(of: 0, among: state.controllers.count, parentSize, state.options).size
    }

    /// Returns the frame of the page at `index` among `count` visible pages. Two pages
    /// are side by side or one above the other; a single page fills the view.
    func frame(of index: Int, among count: Int, _ size: Size, _ options: PageOptions) -> Frame {
        guard count == 2 else { return Frame(size) }
        if options.navigationOrientation == .vertical {
            let half = size.height / 2
            return Frame(x: 0, y: index == 0 ? 0 : half, width: size.width, height: half)
        }
        let half = size.width / 2
        return Frame(x: index == 0 ? 0 : half, y: 0, width: half, height: size.height)
    }

    func place(_ pages: [Handle], _ page: Handle, in scene: inout Scene) {
        let size = scene.bounds(of: page)
        for (index, controller) in pages.enumerated()
        where scene.parent(of: controller) == page {
            scene.setFrame(
                controller,
                frame(of: index, among: pages.count, size, scene[Page.self, page].options))
        }
    }
}

/// The list of pages, to which a data source can add pages.
extension Page.State: DataSourcedState {
    /// The options of the data source, with `readAhead` and `keep` converted from page turns to
    /// pages.
    var dataSource: PageSource? {
        guard var source = options.dataSource else { return nil }
        source.readAhead *= options.pagesPerTurn
        source.keep *= options.pagesPerTurn
        return source
    }

    var selection: Range<Int> {
        guard let first = controllers.first, let index = pages.firstIndex(of: first) else {
            return 0..<0
        }
        return index..<index + controllers.count
    }

    mutating func keep(_ range: Range<Int>) { pages = Array(pages[range]) }
}

extension Page: DataSourcedKind {
    func checkInsertion(
        of page: Handle, at index: Int, _ container: Handle, in scene: borrowing Scene
    ) throws(CommandError) {
        try scene.checkMember(page, of: container, at: "page")
    }

    /// Inserts a page. With the style `scroll`, the view of the page is loaded, but the page does
    /// not receive appearance callbacks [9.4].
    func insert(_ page: Handle, at index: Int, _ container: Handle, in scene: inout Scene) {
        scene.addMember(page, to: container)
        scene[Page.self, container].pages.insert(page, at: index)
        if scene[Page.self, container].options.style == .scroll { scene.loadViewIfNeeded(page) }
        keepPages(of: container, in: &scene)
    }

    func didReleasePages(of container: Handle, in scene: inout Scene) {}

    func requestDidEnd(of container: Handle, in scene: inout Scene) {}

    /// Releases pages that are no longer needed, and requests missing pages. Called after the list,
    /// the visible pages or the options have changed.
    func keepPages(of page: Handle, in scene: inout Scene) {
        let state = scene[Page.self, page]
        if !state.isLazy, state.pages.count > state.controllers.count, !scene.isRunning(page) {
            release(outside: state.selection, of: page, in: &scene)
        }
        updatePages(of: page, in: &scene)
    }

    public func holdsCommands(of page: Handle, in scene: Scene) -> Bool {
        awaitsPage(page, in: scene)
    }

    public func awaits(_ token: UInt64, of page: Handle, in scene: Scene) -> Bool {
        side(of: token, page, in: scene) != nil
    }

    public func deadline(_ token: UInt64, of page: Handle, in scene: inout Scene) {
        guard let side = side(of: token, page, in: scene) else { return }
        timeOut(side, of: page, in: &scene)
    }
}

/// Methods that execute one page turn.
extension Page {
    /// A page turn that a command requests.
    struct Turn {
        /// The pages that are visible after the turn.
        var controllers: [Handle]
        /// The page on the back of the turning sheet. `.none` if there is none.
        var back = Handle.none
        var direction: TransitionDirection
        var motion: TransitionRequest
        /// Whether a gesture turns the page. The delegate is called only for gestures [9.4].
        var isGesture = false
        /// Whether the turn goes to the next or previous pages from the data source. If so, the
        /// controller keeps its list of pages; otherwise the new pages replace the list.
        var isStep = false

        /// All pages that the page turn shows, including the page on the back of the turning sheet.
        var members: [Handle] { back.isNone ? controllers : controllers + [back] }

        fileprivate var tag: Int { (isGesture ? 1 : 0) | (isStep ? 2 : 0) }
        fileprivate static func isGesture(_ tag: Int) -> Bool { tag & 1 != 0 }
        fileprivate static func isStep(_ tag: Int) -> Bool { tag & 2 != 0 }
    }

    /// Turns to the pages of `turn`. If the page controller is not on screen yet, the new pages
    /// receive their appearance callbacks at once, before the page controller receives its own
    /// [9.3].
    func go(_ turn: Turn, _ page: Handle, in scene: inout Scene) -> TransitionID? {
        dropHeldCommands(of: page, in: &scene)
        let state = scene[Page.self, page]
        let controllers = turn.controllers
        scene[Page.self, page].next = controllers
        scene[Page.self, page].previous = state.controllers
        scene[Page.self, page].back = turn.back
        let coming = controllers.filter { !state.controllers.contains($0) }
        let going = state.controllers.filter { !controllers.contains($0) }
        scene.reserve(turn.back.isNone ? coming : coming + [turn.back], for: page)
        scene.loadViewIfNeeded(page)
        if coming.isEmpty, going.isEmpty {
            commit(page, isStep: turn.isStep, in: &scene)
            return nil
        }
        var plan = plan(turn, page, state, in: &scene)
        plan.leaving = TransitionParticipants(going)
        plan.entering = TransitionParticipants(coming)
        plan.joining = plan.entering
        plan.parting = plan.leaving
        plan.from = state.controllers.first ?? Handle.none
        plan.to = controllers.first ?? Handle.none
        let size = scene.bounds(of: page)
        plan.frame = Frame(size)
        plan.frames = controllers.indices.filter { coming.contains(controllers[$0]) }
            .map { frame(of: $0, among: controllers.count, size, state.options) }
        show(turn, page, in: &scene)
        return scene.start(plan)
    }

    /// Returns the plan of the transition that performs a page turn.
    private func plan(
        _ turn: Turn, _ page: Handle, _ state: State, in scene: inout Scene
    ) -> TransitionPlan {
        var plan = TransitionPlan(container: page)
        plan.evenUnseen = true
        let isScroll = state.options.style == .scroll
        plan.order = isScroll ? .pageScroll : .pageCurl
        plan.direction = turn.direction
        let isReverse = turn.direction == .reverse
        let style = isScroll ? "scroll" : isReverse ? "curlDown" : "curlUp"
        plan.reversed = isReverse && (isScroll || turn.motion.transition != nil)
        let duration = isScroll ? Self.scrollDuration : Self.curlDuration
        plan.duration = duration
        if turn.motion.moves {
            scene.setStyle(
                scene.style(named: style) ?? 0, of: &plan, duration: duration,
                default: duration, motion: scene.motion(turn.motion))
        }
        plan.animated = turn.motion.animated && plan.duration > 0
        plan.interactive = turn.motion.interactive
        plan.tag = turn.tag
        return plan
    }

    /// Publishes the page on the back of the turning sheet, if there is such a page. If a gesture
    /// turns the page, also calls the delegate.
    private func show(_ turn: Turn, _ page: Handle, in scene: inout Scene) {
        if !turn.back.isNone {
            scene.loadViewIfNeeded(turn.back)
            scene.emit(PageKind.WillShowBack { $0.back = turn.back }, of: page)
        }
        if turn.isGesture {
            scene.emit(PageKind.WillTransition { $0.to = turn.controllers }, of: page)
        }
    }

    private func commit(_ page: Handle, isStep: Bool, in scene: inout Scene) {
        let state = scene[Page.self, page]
        let next = state.next
        var released: [Handle] = []
        if !isStep {
            // The pages that leave the screen stay members until the transition ends.
            released = state.pages.filter {
                !next.contains($0) && !state.controllers.contains($0) && $0 != state.back
            }
            scene[Page.self, page].pages = next
        }
        scene[Page.self, page].controllers = next
        scene.emit(PageKind.PagesChanged { $0.controllers = next }, of: page)
        tell(released: released, of: page, in: &scene)
        if !isStep { requestPages(of: page, in: &scene) }
        place(next, page, in: &scene)
    }

    private func tell(released: [Handle], of page: Handle, in scene: inout Scene) {
        if released.isEmpty { return }
        for controller in released { scene.removeMember(controller, from: page) }
        scene.emit(PageSourceEvents.PagesReleased { $0.pages = released }, of: page)
    }

    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {
        if !transition.isInteractive { commit(transition, in: &scene) }
    }

    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {
        commit(transition, in: &scene)
    }

    private func commit(_ transition: Transition, in scene: inout Scene) {
        let isStep = Turn.isStep(transition.plan.tag)
        commit(transition.container, isStep: isStep, in: &scene)
    }

    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {
        let page = transition.container
        let plan = transition.plan
        let state = scene[Page.self, page]
        for controller in plan.leaving.controllers + plan.entering.controllers + [state.back]
        where !controller.isNone && !state.pages.contains(controller) {
            scene.removeMember(controller, from: page)
        }
        scene[Page.self, page].back = .none
        if Turn.isGesture(plan.tag) {
            let went =
                outcome == .completed || (outcome == .superseded && !transition.isInteractive)
            scene.emit(
                PageKind.DidFinishAnimating {
                    $0.finished = outcome != .superseded
                    $0.previous = state.previous
                    $0.completed = went
                }, of: page)
        }
        guard !transition.isReplaced else { return }
        // The commands that are still queued waited for the transition, not for a page.
        scene[Page.self, page].requests.awaited = nil
        keepPages(of: page, in: &scene)
    }
}
