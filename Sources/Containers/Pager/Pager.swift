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
                isTimingChanged = isTimingChanged || !settings.options.hasTiming(of: newValue)
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
        /// Whether options have changed that determine when the timer of `autoAdvance` fires, and the
        /// timer has not been started again since then.
        var isTimingChanged = false
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
        /// The page that was selected when `pager.pause` stopped the timer, and the seconds that
        /// were left then. `.none` if the timer was not running.
        var pausedPage = Handle.none
        var pausedTime = 0.0

        public init() {}

        /// Archives the state. The archive contains the options, but not the values that are
        /// derived from them: `settings`, `wraps`, `duration`, `inset`, `offscreenLimit`,
        /// `autoAdvance`, `isLazy`, `step` and `isStrip`.
        public mutating func visit(_ archive: inout Archive) {
            var options = options
            archive.visit(&options)
            if archive.isReading {
                self.options = options
                isTimingChanged = false
            }
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
            if archive.holds("pausedTimes") {
                pausedPage.visit(&archive)
                pausedTime.visit(&archive)
            }
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

/// Methods that validate a pager's options, and update the pager after new options have been set.
extension Pager {
    public func validate(_ options: PagerOptions, in scene: Scene) throws(CommandError) {
        _ = try scene.style(named: options.transition.forward, at: "transition.forward")
        _ = try scene.style(named: options.transition.backward, at: "transition.backward")
        guard (0...Limits.seconds).contains(options.duration) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(options.duration)",
                path: "duration")
        }
        guard options.offscreenLimit >= 0 else {
            throw .invalidArgument(
                "must be at least 0, got \(options.offscreenLimit)", path: "offscreenLimit")
        }
        guard options.offscreenLimit <= Limits.offscreenPages else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.offscreenPages), got \(options.offscreenLimit)",
                path: "offscreenLimit")
        }
        if let pause = options.autoAdvance, pause <= 0 || pause > Limits.seconds {
            throw .invalidArgument(
                "must be above 0 and at most \(Int(Limits.seconds)) s, or null; got \(pause)",
                path: "autoAdvance")
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
                "must be between 0 and \(Int(Limits.seconds)) s, got \(options.resumeAfter)",
                path: "resumeAfter")
        }
        try validateEnds(options)
        if let tracks = options.transformer { try scene.check(tracks, at: "transformer") }
        try validateLayout(options)
        let inset = options.inset
        for edge in [inset.top, inset.left, inset.bottom, inset.right]
        where abs(edge) > Limits.points {
            throw .invalidArgument(
                "must be between -\(Int(Limits.points)) and \(Int(Limits.points)) points, got "
                    + "\(edge)", path: "inset")
        }
    }

    private func validateEnds(_ options: PagerOptions) throws(CommandError) {
        if options.rewind == .always {
            guard !options.wrap else {
                throw .invalidArgument(
                    "a pager with wrap has no end to return from; set wrap to false", path: "rewind"
                )
            }
            guard options.dataSource == nil else {
                throw .invalidArgument(
                    "the ends of a pager with a dataSource are not known; set rewind to true or "
                        + "false", path: "rewind")
            }
        }
        guard options.bottomToTop != true || options.direction == .vertical else {
            throw .invalidArgument(
                "a horizontal pager has no bottom; set direction to vertical, or rightToLeft",
                path: "bottomToTop")
        }
        guard options.shortestWay != true || options.wrap else {
            throw .invalidArgument(
                "there is only one way without wrap; set wrap to true", path: "shortestWay")
        }
    }

    public func isDefault(_ pager: Handle, in scene: Scene) -> Bool {
        scene[Pager.self, pager].options.isDefault
    }

    private func validateLayout(_ options: PagerOptions) throws(CommandError) {
        guard (1...12).contains(options.pagesPerView) else {
            throw .invalidArgument(
                "must be between 1 and 12 pages, got \(options.pagesPerView)",
                path: "pagesPerView")
        }
        for (length, path) in [(options.spacing, "spacing"), (options.peek, "peek")]
        where !(0...Limits.points).contains(length) {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.points)) points, got \(length)", path: path)
        }
        guard (1...100).contains(options.step) else {
            throw .invalidArgument(
                "must be between 1 and 100 pages, got \(options.step)", path: "step")
        }
        if let keep = options.dataSource?.keep, keep < options.step {
            throw .invalidArgument(
                "a turn needs \(options.step) pages beyond the visible ones, and keep of the "
                    + "dataSource is \(keep); raise keep or lower step", path: "step")
        }
    }

    public func optionsDidChange(of pager: Handle, in scene: inout Scene) {
        let names = scene[Pager.self, pager].options.transition
        scene[Pager.self, pager].forward = scene.style(named: names.forward) ?? 0
        scene[Pager.self, pager].backward = scene.style(named: names.backward) ?? 0
        requestPages(of: pager, in: &scene)
        let shown = scene[Pager.self, pager].shown
        if !shown.isNone, !scene[Pager.self, pager].isStrip {
            scene.setFrame(shown, pageFrame(of: pager, in: scene))
        }
        beginHistory(of: pager, in: &scene)
        checkHold(of: pager, in: &scene)
        keepNeighbours(of: pager, in: &scene)
        // The time for which the page has been shown counts if only other options have changed.
        if scene[Pager.self, pager].isTimingChanged {
            scene[Pager.self, pager].isTimingChanged = false
            rest(pager, in: &scene)
        } else {
            resumeTimer(of: pager, in: &scene)
        }
    }
}

/// Questions that ask whether the user may turn the page. Only swipes and commands whose parameter
/// `user` is true need permission [7.5].
extension Pager {
    /// Returns the question to ask before a step to the next or previous page: whether the user may
    /// select that page. At an end of the list, the question asks for a page beyond this end.
    fileprivate func question(_ pager: Handle, step: Int, in scene: Scene) -> Question? {
        let selected = scene[Pager.self, pager].selected
        guard !selected.isNone,
            allowsSwipe(step > 0 ? .forward : .reverse, of: pager, in: scene)
        else { return nil }
        if let target = destination(of: pager, step: step, in: scene)?.index {
            return target == scene[Pager.self, pager].index
                ? nil
                : Question(
                    .shouldSelect, container: pager,
                    controller: scene[Pager.self, pager].pages[target])
        }
        return Question(
            step > 0 ? .pageAfter : .pageBefore, container: pager, controller: selected)
    }

    /// Returns whether the user may turn the pager in a direction.
    func allowsSwipe(
        _ direction: TransitionDirection, of pager: Handle, in scene: borrowing Scene
    ) -> Bool {
        scene[Pager.self, pager].options.swipeEnabled.allows(direction)
    }

    /// Applies the answer to a question and returns whether the command continues. At an end of the
    /// list, the answer can be the name of a page, which is then inserted there.
    fileprivate func prepare(
        _ question: Question, _ answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        guard question.kind == .pageAfter || question.kind == .pageBefore else {
            return answer == true
        }
        guard case .string(let text) = answer, let name = Identifier(text) else { return true }
        let page = try scene.controller(name, at: "answer")
        let pages = scene[Pager.self, question.container].pages
        guard let index = scene.firstIndex(of: question.controller, in: pages) else { return true }
        let target = question.kind == .pageAfter ? index + 1 : index
        try checkInsertion(of: page, at: target, question.container, in: scene)
        insert(page, at: target, question.container, in: &scene)
        return true
    }
}

extension PagerNext: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, step: 1, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerPrevious: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        return Pager().question(pager, step: -1, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerSwipe: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard let asked = try? scene.controller(id, of: Pager.self) else { return nil }
        let pager = Pager().pager(turnedBy: self, for: asked, in: scene)
        guard let step = try? step(scene[Pager.self, pager].options) else { return nil }
        return Pager().question(pager, step: step, in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        try Pager().prepare(question, answer, in: &scene)
    }
}

extension PagerSelect: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let pager = try? scene.controller(id, of: Pager.self) else { return nil }
        let question = Pager().question(pager, selecting: index, or: page, in: scene)
        return question?.controller == scene[Pager.self, pager].selected ? nil : question
    }
}

/// Methods that decide which of several nested pagers a swipe turns.
extension Pager {
    /// Returns the pager that a swipe turns, which is usually `pager` itself. If `pager` has no
    /// page in the direction of the swipe and does not bounce, returns the nearest outer pager that
    /// accepts the swipe, if there is one. O(depth).
    func pager(turnedBy swipe: PagerSwipe, for pager: Handle, in scene: borrowing Scene) -> Handle {
        if scene[Pager.self, pager].options.bounces { return pager }
        guard isAtEnd(pager, swipe, in: scene) else { return pager }
        var outer = scene.parent(of: pager)
        while !outer.isNone {
            if isPager(outer, in: scene), takes(swipe, outer, in: scene) { return outer }
            outer = scene.parent(of: outer)
        }
        return pager
    }

    private func isPager(_ controller: Handle, in scene: borrowing Scene) -> Bool {
        scene.kindName(of: controller) == "\(PagerKind.name)"
    }

    private func isAtEnd(
        _ pager: Handle, _ swipe: PagerSwipe, in scene: borrowing Scene
    ) -> Bool {
        let state = scene[Pager.self, pager]
        guard let step = try? swipe.step(state.options), !state.pages.isEmpty,
            allowsSwipe(step > 0 ? .forward : .reverse, of: pager, in: scene)
        else { return false }
        return destination(of: pager, step: step, in: scene) == nil
            && missingSide(of: pager, step: step, in: scene) == nil
    }

    /// Returns whether an outer pager accepts a swipe: it can turn in that direction, or bounces at
    /// its end.
    private func takes(
        _ swipe: PagerSwipe, _ outer: Handle, in scene: borrowing Scene
    ) -> Bool {
        let state = scene[Pager.self, outer]
        guard let step = try? swipe.step(state.options), !state.pages.isEmpty,
            allowsSwipe(step > 0 ? .forward : .reverse, of: outer, in: scene)
        else { return false }
        return state.options.bounces || !isAtEnd(outer, swipe, in: scene)
    }
}

extension Pager.State: DataSourcedState {
    var dataSource: PageSource? { isLazy ? options.dataSource : nil }

    var selection: Range<Int> {
        index < 0 ? 0..<0 : visiblePositions.lowerBound..<visiblePositions.upperBound + 1
    }

    mutating func keep(_ range: Range<Int>) {
        pages = Array(pages[range])
        index -= range.lowerBound
    }
}

extension Pager: DataSourcedKind {
    func didReleasePages(of pager: Handle, in scene: inout Scene) {
        announcePages(of: pager, in: &scene)
    }

    func requestDidEnd(of pager: Handle, in scene: inout Scene) {
        resumeTimer(of: pager, in: &scene)
    }

    public func holdsCommands(of pager: Handle, in scene: Scene) -> Bool {
        awaitsPage(pager, in: scene)
    }
}

extension PagerSupply: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> CheckedAnswer {
        try Pager().validate(answer, to: id, in: scene)
    }

    public func commit(_ answer: CheckedAnswer, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        Pager().commit(answer, in: &scene)
        return Reply()
    }
}
