public import Containment
public import PagerModel

/// Pages of which one is shown, turned by swipes and commands.
///
/// Children are only the shown page, those in transition and those within `offscreenLimit`; a turn
/// is one `transition(from:to:)` with its edges [5.2]. However many pages there are, a turn touches
/// the same few records.
public struct Pager: ContainerKind {
    public struct State: ContainerState {
        /// The options, and the styles found by their names: shared, so that a state is small.
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
            }
        }

        // The options that every turn reads, as plain numbers: reading them through the shared
        // object would count its owners each time.
        private(set) var wraps = false
        private(set) var duration = State.defaultDuration
        private(set) var inset = Insets()
        private(set) var offscreenLimit = 0
        private(set) var autoAdvance: Double?
        /// Whether its pages come from a data source.
        private(set) var isLazy = false

        /// Indexes of the styles that the options name.
        var forward = 0
        var backward = 0
        var pages: [Handle] = []
        /// Of the selected page; -1 where there is none.
        var index = -1
        /// The page whose view is in the pager: the selected one, once the pager has been shown.
        var shown = Handle.none
        var paused = false
        /// Counts the starts and stops of autoAdvance's timer: odd while it runs. Only the latest
        /// may fire.
        var timer: UInt64 = 0
        var requests = PageRequests()
        var history = SelectionHistory()
        /// Whether a page turn by a person holds `autoAdvance`.
        var isHeld = false

        public init() {}

        /// `settings`, `wraps`, `duration`, `inset`, `offscreenLimit`, `autoAdvance` and `isLazy`
        /// come with the options.
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
            archive.require(
                index == -1 || pages.indices.contains(index), "there is no page \(index)")
        }

        var selected: Handle { index < 0 ? .none : pages[index] }

        var isTimerRunning: Bool { timer % 2 == 1 }

        /// What a turn needs to know, read at once.
        struct Glance {
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
        }

        var glance: Glance {
            Glance(
                index: index, count: pages.count, shown: shown, selected: selected,
                forward: forward, backward: backward, wraps: wraps, duration: duration,
                inset: inset, keepsNeighbours: offscreenLimit > 0)
        }

        /// Where a page is; the hint is where it was a moment ago.
        func index(of page: Handle, hint: Int) -> Int? {
            hint < pages.count && pages[hint] == page ? hint : pages.firstIndex(of: page)
        }
    }

    public typealias Declaration = PagerKind
    public static let traits = KindTraits(forwardsToForeignChildren: true)
    public static let reactions = CallbackSet(
        .viewWillAppear, .viewDidAppear, .viewWillDisappear)

    public static let hooks: TransitionHooks = [.didBegin, .willFinish, .didEnd]

    public init() {}

    public func validate(_ options: PagerOptions, in scene: Scene) throws(CommandError) {
        _ = try scene.style(named: options.transition.forward, at: "transition.forward")
        _ = try scene.style(named: options.transition.backward, at: "transition.backward")
        guard (0...Limits.seconds).contains(options.duration) else {
            throw .invalidArgument("a duration is 0 to \(Int(Limits.seconds)) s", path: "duration")
        }
        guard options.offscreenLimit >= 0 else {
            throw .invalidArgument("at least 0 pages on each side", path: "offscreenLimit")
        }
        guard options.offscreenLimit <= Limits.offscreenPages else {
            throw CommandError(
                .limitExceeded,
                "at most \(Limits.offscreenPages) pages on each side, not "
                    + "\(options.offscreenLimit)", path: "offscreenLimit")
        }
        if let pause = options.autoAdvance, pause <= 0 || pause > Limits.seconds {
            throw .invalidArgument("a time above 0, or null", path: "autoAdvance")
        }
        if let source = options.dataSource {
            try source.check()
            guard !options.wrap else {
                throw .invalidArgument(
                    "the ends of a pager with a dataSource are not known and cannot be joined; set "
                        + "wrap to false", path: "wrap")
            }
        }
        guard (0...Limits.seconds).contains(options.resumeAfter) else {
            throw .invalidArgument(
                "a time is 0 to \(Int(Limits.seconds)) s, not \(options.resumeAfter)",
                path: "resumeAfter")
        }
        let inset = options.inset
        for edge in [inset.top, inset.left, inset.bottom, inset.right]
        where abs(edge) > Limits.points {
            throw .invalidArgument("at most \(Int(Limits.points)) points", path: "inset")
        }
    }

    public func optionsDidChange(of pager: Handle, in scene: inout Scene) {
        let names = scene[Pager.self, pager].options.transition
        scene[Pager.self, pager].forward = scene.style(named: names.forward) ?? 0
        scene[Pager.self, pager].backward = scene.style(named: names.backward) ?? 0
        requestPages(of: pager, in: &scene)
        let shown = scene[Pager.self, pager].shown
        if !shown.isNone { scene.setFrame(shown, pageFrame(of: pager, in: scene)) }
        beginHistory(of: pager, in: &scene)
        checkHold(of: pager, in: &scene)
        keepNeighbours(of: pager, in: &scene)
        rest(pager, in: &scene)
    }

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
        frame(inside: parentSize, scene[Pager.self, pager].inset).size
    }

    public func react(
        to callback: Callback, of pager: Handle, animated: Bool, in scene: inout Scene
    ) {
        switch callback {
        case .viewWillAppear: show(pager, in: &scene)
        case .viewDidAppear: rest(pager, in: &scene)
        case .viewWillDisappear: stopTimer(of: pager, in: &scene)
        default: break
        }
    }

    /// The selected page becomes a child when it is first needed; if it is one already nothing is
    /// done [contract 7].
    func show(_ pager: Handle, in scene: inout Scene) {
        let state = scene[Pager.self, pager]
        guard state.shown.isNone, !state.selected.isNone else { return }
        let page = state.selected
        scene[Pager.self, pager].shown = page
        let isNew = scene.parent(of: page) != pager
        scene.addManagedChild(page, to: pager)
        scene.addView(of: page, to: pager, frame: pageFrame(of: pager, in: scene))
        if isNew { scene.didMove(page, to: pager) }
        keepNeighbours(of: pager, in: &scene)
    }

    /// Children within `offscreenLimit` of the selected page come, the others go.
    func keepNeighbours(of pager: Handle, in scene: inout Scene) {
        if scene[Pager.self, pager].isLazy { updatePages(of: pager, in: &scene) }
        if scene[Pager.self, pager].offscreenLimit == 0,
            scene.childCount(of: pager) <= 1
        {
            return
        }
        let state = scene[Pager.self, pager]
        guard !state.shown.isNone || state.index < 0, !scene.isRunning(pager) else { return }
        for child in scene.children(of: pager)
        where scene.isManaged(child) && child != state.shown && !isNear(child, state, in: &scene) {
            scene.willMove(child, to: .none)
            scene.removeFromParent(child)
        }
        for page in neighbours(state) where scene.parent(of: page) != pager {
            scene.addManagedChild(page, to: pager)
            scene.loadViewIfNeeded(page)
            scene.didMove(page, to: pager)
        }
    }

    /// The pages within `offscreenLimit` of the selected one, without itself; where the pager goes
    /// round, one that is near on both sides comes twice. O(limit).
    private func neighbours(_ state: State) -> [Handle] {
        let count = state.pages.count
        let limit = min(state.offscreenLimit, count)
        guard limit > 0, state.index >= 0 else { return [] }
        var found: [Handle] = []
        for index in (state.index - limit)...(state.index + limit) where index != state.index {
            if (0..<count).contains(index) {
                found.append(state.pages[index])
            } else if state.wraps {
                let page = state.pages[((index % count) + count) % count]
                if page != state.selected { found.append(page) }
            }
        }
        return found
    }

    /// Whether a page is within `offscreenLimit` of the selected one, and not that one. As fast as
    /// its place is found.
    func isNear(_ page: Handle, _ state: State, in scene: inout Scene) -> Bool {
        guard state.offscreenLimit > 0, state.index >= 0, scene.container(of: page) != .none,
            let index = scene.index(of: page, in: state.pages), index != state.index
        else { return false }
        let distance = abs(index - state.index)
        return distance <= state.offscreenLimit
            || (state.wraps && state.pages.count - distance <= state.offscreenLimit)
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
