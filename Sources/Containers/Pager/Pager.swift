public import Containment
public import PagerModel

/// The container kind `pager`: a list of pages, one of which is selected. Swipes and commands turn
/// the page.
///
/// The children of the pager are the visible pages, the pages in a transition, and the pages within
/// `offscreenLimit` pages of a visible page. A page turn is one `transition(from:to:)` that adds
/// and removes children [5.2]. A page turn accesses only a few records, regardless of the number of
/// pages.
public struct Pager: ContainerKind {
    public struct State: ContainerState {
        /// An object with the options of a pager. Copies of the state share it instead of copying
        /// the options.
        private final class Settings: Sendable {
            let options: PagerOptions

            init(_ options: PagerOptions) { self.options = options }

            static let standard = Settings(PagerOptions())
        }

        static let defaultDuration = PagerOptions().duration

        private var settings = Settings.standard
        public var options: PagerOptions {
            _read { yield settings.options }
            set {
                settings = Settings(newValue)
                wraps = newValue.wrap
                duration = newValue.duration
                inset = newValue.inset
                offscreenLimit = newValue.offscreenLimit
                autoAdvance = newValue.autoAdvance
                isLazy = newValue.dataSource != nil
                step = newValue.step
                isStrip =
                    newValue.pagesPerView != 1 || newValue.peek > 0 || newValue.spacing > 0
            }
        }

        // Frequently read options as plain values, because access through the shared object would
        // change its reference count.
        private(set) var wraps = false
        private(set) var duration = State.defaultDuration
        private(set) var inset = Insets()
        private(set) var offscreenLimit = 0
        private(set) var autoAdvance: Double?
        /// Whether the pages come from a data source.
        private(set) var isLazy = false
        private(set) var step = 1
        /// Whether the pager lays out pages side by side, because `pagesPerView` is not 1, or
        /// `peek` or `spacing` is positive.
        private(set) var isStrip = false

        /// The index of the transition style for forward page turns.
        var forward = 0
        /// The index of the transition style for backward page turns.
        var backward = 0
        var pages: [Handle] = []
        /// The index of the selected page, or -1.
        var index = -1
        /// The selected page whose view is in the pager. `.none` until the pager has been shown.
        var shown = Handle.none
        /// The pages other than the selected one whose views are in the pager, in order.
        var beside: [Handle] = []
        var paused = false
        /// A number that increases when the timer of `autoAdvance` starts or stops. It is odd while
        /// the timer runs. It is also the token of the timer's deadline: older tokens are ignored.
        var timer: UInt64 = 0
        var requests = PageRequests()
        var history = SelectionHistory()
        /// Whether a page turn by the user has paused `autoAdvance`.
        var isHeld = false

        public init() {}

        /// Archives the state. The archive contains the options, but not the values that are
        /// derived from them: `settings`, `wraps`, `duration`, `inset`, `offscreenLimit`,
        /// `autoAdvance`, `isLazy`, `step` and `isStrip`.
        public mutating func visit(_ archive: inout Archive) {
            var options = options
            archive.visit(&options)
            if archive.isReading { self.options = options }
            archive.visit(style: &forward)
            archive.visit(style: &backward)
            pages.visit(&archive)
            index.visit(&archive)
            shown.visit(&archive)
            paused.visit(&archive)
            archive.visit(counter: &timer)
            if archive.holds("dataSources") { requests.visit(&archive) }
            if archive.holds("selectionHistories") { history.visit(&archive) }
            if archive.holds("heldAutoAdvances") { isHeld.visit(&archive) }
            if archive.holds("visibleMembers") { beside.visit(&archive) }
            archive.require(
                index == -1 || pages.indices.contains(index), "no page has the index \(index)")
        }

        var selected: Handle { index < 0 ? .none : pages[index] }

        var isTimerRunning: Bool { timer % 2 == 1 }

        var layout: PageLayout { PageLayout(options: options, count: pages.count) }

        func isVisible(_ page: Handle) -> Bool { page == shown || beside.contains(page) }

        /// The values of a pager's state that a page turn needs, read in one access.
        struct PageTurnState {
            let index: Int
            let count: Int
            let shown: Handle
            let selected: Handle
            let forward: Int
            let backward: Int
            let wraps: Bool
            let duration: Double
            let inset: Insets
            let keepsNeighbours: Bool
            let step: Int
            let isStrip: Bool
        }

        var turnState: PageTurnState {
            PageTurnState(
                index: index, count: pages.count, shown: shown, selected: selected,
                forward: forward, backward: backward, wraps: wraps, duration: duration,
                inset: inset, keepsNeighbours: offscreenLimit > 0, step: step, isStrip: isStrip)
        }

        /// Returns the index of a page, or nil if the page is not in the list. `hint` is the last
        /// known index of the page.
        func index(of page: Handle, hint: Int) -> Int? {
            hint < pages.count && pages[hint] == page ? hint : pages.firstIndex(of: page)
        }
    }

    public typealias Declaration = PagerKind
    public static let traits = KindTraits(forwardsToForeignChildren: true)
    public static let reactions = CallbackSet(
        .viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewWillLayoutSubviews)

    public static let hooks: TransitionHooks = [.didBegin, .willFinish, .didEnd]

    public init() {}

    public func record(of pager: Handle, in scene: Scene) -> PagerRecord {
        let state = scene[Pager.self, pager]
        var record = PagerRecord()
        record.pages = scene.identifiers(state.pages)
        record.index = state.index < 0 ? nil : state.index
        record.selected = state.index < 0 ? nil : scene.identifier(state.selected)
        record.paused = state.paused
        if state.isLazy { record.requests = requests(of: pager, in: scene) }
        record.back = scene.identifier(state.history.back)
        record.forward = scene.identifier(state.history.forward)
        record.autoAdvanceHeld = state.isHeld
        return record
    }

    public func members(of pager: Handle, in scene: Scene) -> [Handle] {
        scene[Pager.self, pager].pages
    }

    public func size(
        forChild child: Handle, of pager: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        let state = scene[Pager.self, pager]
        let bounds = frame(inside: parentSize, state.inset)
        return state.isStrip && state.index >= 0
            ? state.layout.frame(of: state.index, at: state.index, in: bounds).size : bounds.size
    }

    public func react(
        to callback: Callback, of pager: Handle, animated: Bool, in scene: inout Scene
    ) {
        switch callback {
        case .viewWillAppear: show(pager, in: &scene)
        case .viewDidAppear: rest(pager, in: &scene)
        case .viewWillDisappear: stopTimer(of: pager, in: &scene)
        case .viewWillLayoutSubviews: layOut(pager, in: &scene)
        default: break
        }
    }

    /// Adds the selected page as a child when the pager appears. Does nothing if the pager already
    /// shows a page [contract 7].
    func show(_ pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        guard state.shown.isNone, !state.selected.isNone else { return }
        let page = state.selected
        scene[Pager.self, pager].shown = page
        if !state.isStrip { put(page, pageFrame(of: pager, in: scene), pager, in: &scene) }
        keepNeighbours(of: pager, in: &scene)
    }

    func pageFrame(of pager: Handle, in scene: Scene) -> Frame {
        frame(inside: scene.bounds(of: pager), scene[Pager.self, pager].inset)
    }

    func frame(inside size: Size, _ inset: Insets) -> Frame {
        Frame(
            x: inset.left, y: inset.top,
            width: max(0, size.width - inset.left - inset.right),
            height: max(0, size.height - inset.top - inset.bottom))
    }
}
