internal import Containment
internal import PagerModel

/// Methods that choose a pager's children and set the frames of the visible pages.
extension Pager {
    /// Makes each visible page a child of the pager, and also each page within `offscreenLimit`
    /// pages of a visible page. The pager's other pages stop being children.
    func keepNeighbours(of pager: Handle, in scene: inout Scene) {
        // This call precedes the release of pages, so that no released page is still visible.
        arrange(pager, in: &scene)
        if scene[Pager.self, pager].isLazy { updatePages(of: pager, in: &scene) }
        if scene[Pager.self, pager].offscreenLimit == 0,
            scene.childCount(of: pager) <= 1
        {
            return
        }
        let state = scene[Pager.self, pager]
        guard !state.shown.isNone || state.index < 0, !scene.isRunning(pager) else { return }
        for child in scene.children(of: pager)
        where scene.isManaged(child) && !state.isVisible(child) && !isNear(child, state, in: &scene)
        {
            scene.willMove(child, to: .none)
            scene.removeFromParent(child)
        }
        for page in neighbours(state) where scene.parent(of: page) != pager {
            scene.addManagedChild(page, to: pager)
            scene.loadViewIfNeeded(page)
            scene.didMove(page, to: pager)
        }
    }

    /// Returns the pages that are not visible, but within `offscreenLimit` pages of a visible page.
    /// With `wrap`, a page that is near on both sides is returned twice. O(limit).
    private func neighbours(_ state: State) -> [Handle] {
        let count = state.pages.count
        let limit = min(state.offscreenLimit, count)
        guard limit > 0, state.index >= 0 else { return [] }
        let visible = state.visiblePositions
        var found: [Handle] = []
        for index in (visible.lowerBound - limit)...(visible.upperBound + limit)
        where !visible.contains(index) {
            if (0..<count).contains(index) {
                found.append(state.pages[index])
            } else if state.wraps {
                found.append(state.pages[state.layout.index(at: index)])
            }
        }
        return found.filter { !state.isVisible($0) }
    }

    /// Returns whether a page is not visible, but within `offscreenLimit` pages of a visible page.
    /// The cost is that of `index(of:in:)`.
    func isNear(_ page: Handle, _ state: State, in scene: inout Scene) -> Bool {
        guard state.offscreenLimit > 0, state.index >= 0, scene.container(of: page) != .none,
            let index = scene.noteIndex(of: page, in: state.pages)
        else { return false }
        let distance: Int
        if state.isStrip {
            distance = state.layout.distance(of: index, at: state.index)
        } else {
            let way = abs(index - state.index)
            distance = state.wraps ? min(way, state.pages.count - way) : way
        }
        return distance > 0 && distance <= state.offscreenLimit
    }

    // MARK: Pages side by side

    /// Returns the pages that are visible without a transition while the page at `index` is
    /// selected, with their frames. O(pagesPerView).
    ///
    /// - Parameter way: The distance, in pages, between the returned frames and the final frames. A
    ///   page turn passes a distance other than 0 to get the frames at the start or the end of its
    ///   animation.
    func visiblePages(
        of pager: Handle, at index: Int, after way: Double = 0, in scene: Scene
    ) -> [(page: Handle, frame: Frame)] {
        let state = scene[Pager.self, pager]
        guard index >= 0 else { return [] }
        let bounds = pageFrame(of: pager, in: scene)
        guard state.isStrip else { return [(state.pages[index], bounds)] }
        let layout = state.layout
        return layout.slots(at: index).map {
            (state.pages[$0.page], layout.frame(of: $0.position, at: index, in: bounds, after: way))
        }
    }

    /// Adds the views of the visible pages, removes the views of the other pages and sets the
    /// frames. Does nothing during a transition or if `hasVisibleList` is false. Called when the
    /// pager is first shown, when the list or the options have changed, and after each transition.
    func arrange(_ pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].hasVisibleList, !scene.isRunning(pager) else { return }
        let state = scene[Pager.self, pager]
        guard state.shown == state.selected else { return }
        let visible = visiblePages(of: pager, at: state.index, in: scene)
        let going = state.beside.filter { old in !visible.contains { $0.page == old } }
        scene[Pager.self, pager].beside = visible.map(\.page).filter { $0 != state.shown }
        for page in going { takeOut(page, pager, in: &scene) }
        for (page, frame) in visible where scene.container(of: page) == pager {
            put(page, frame, pager, in: &scene)
        }
    }

    /// Sets the frame of a page. If necessary, first makes the page a child of the pager, and adds
    /// the page's view to the pager's view.
    func put(_ page: Handle, _ frame: Frame, _ pager: Handle, in scene: inout Scene) {
        let isNew = scene.parent(of: page) != pager
        if isNew { scene.addManagedChild(page, to: pager) }
        scene.addView(of: page, to: pager, frame: frame)
        if isNew { scene.didMove(page, to: pager) }
    }

    /// Removes the view of a page that is no longer visible. The page stays a child if it is within
    /// `offscreenLimit` pages of a visible page.
    func takeOut(_ page: Handle, _ pager: Handle, in scene: inout Scene) {
        guard scene.parent(of: page) == pager else { return }
        if isNear(page, scene[Pager.self, pager], in: &scene) {
            return scene.removeView(of: page)
        }
        scene.willMove(page, to: .none)
        scene.removeView(of: page)
        scene.removeFromParent(page)
    }

    /// Sets the frames of the pages after the pager's size has changed. During a transition, the
    /// frames are set only when the transition has ended.
    func layOut(_ pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].isStrip, !scene.isRunning(pager) else { return }
        let state = scene[Pager.self, pager]
        if state.shown.isNone { return }
        for (page, frame) in visiblePages(of: pager, at: state.index, in: scene)
        where scene.parent(of: page) == pager && state.isVisible(page) {
            scene.setFrame(page, frame)
        }
    }
}

extension Pager.State {
    /// Whether several pages can be visible at once with the current options, or were visible with
    /// the previous options.
    var hasVisibleList: Bool { isStrip || !beside.isEmpty }

    /// The positions of the pages that are visible without a transition. A page must be selected.
    var visiblePositions: ClosedRange<Int> {
        isStrip ? layout.positions(at: index) : index...index
    }
}

/// The positions of a pager's visible pages.
///
/// Positions and distances in the direction of paging are measured in pages. A page includes the
/// spacing after it: page 3 extends from 3 to 4. The visible part begins at `origin` and has the
/// length `pagesPerView`. With `wrap`, a position below 0 or at least `count` refers to a page at
/// the other end.
struct PageLayout {
    let options: PagerOptions
    /// The number of all pages.
    let count: Int

    private var pagesPerView: Double { options.pagesPerView }

    /// The index of the first page whose selection moves the strip of pages to its end. The
    /// selection of a later page does not move the strip further.
    var last: Int {
        if options.wrap { return count - 1 }
        return switch options.alignment {
        case .center, .end: count - 1
        case .start: max(0, Int((Double(count) - pagesPerView).rounded(.up)))
        case .centerTrimmed:
            min(count - 1, max(0, Int((Double(count) - (pagesPerView + 1) / 2).rounded(.up))))
        }
    }

    /// The index of the last page whose selection leaves the strip of pages at its beginning.
    var first: Int {
        if options.wrap { return 0 }
        return switch options.alignment {
        case .center, .start: 0
        case .end: min(count, Int(pagesPerView)) - 1
        case .centerTrimmed: min(last, Int((pagesPerView - 1) / 2))
        }
    }

    /// Returns the position at which the visible part of the strip begins while the page at `index`
    /// is selected.
    func start(at index: Int) -> Double {
        let rest = Double(count) - pagesPerView
        let middle = Double(index) + 0.5 - pagesPerView / 2
        let isTrimmed = !options.wrap
        return switch options.alignment {
        case .center: middle
        case .start: isTrimmed ? min(Double(index), max(0, rest)) : Double(index)
        case .end:
            isTrimmed
                ? max(Double(index + 1) - pagesPerView, min(0, rest))
                : Double(index + 1) - pagesPerView
        case .centerTrimmed:
            !isTrimmed ? middle : rest > 0 ? min(max(0, middle), rest) : rest / 2
        }
    }

    /// Returns the positions that are visible while the page at `index` is selected, at least one.
    /// With `peek`, one more position is visible at each end, unless a page is partly visible there
    /// already. O(1).
    func positions(at index: Int) -> ClosedRange<Int> {
        let (start, end) = (start(at: index), start(at: index) + pagesPerView)
        var (first, last) = (start.rounded(.down), end.rounded(.up) - 1)
        if options.peek > 0, first == start { first -= 1 }
        if options.peek > 0, last + 1 == end { last += 1 }
        if options.wrap { return Int(first)...Int(last) }
        return max(0, Int(first))...min(count - 1, Int(last))
    }

    /// Returns the index of the page at a position.
    func index(at position: Int) -> Int { ((position % count) + count) % count }

    /// Returns the pages that are visible while the page at `index` is selected, in the order of
    /// their positions. A page that is visible at two positions is returned once, with the position
    /// that `isBetter` prefers. O(pagesPerView).
    func slots(at index: Int) -> [(page: Int, position: Int)] {
        let slots = positions(at: index).map { (page: self.index(at: $0), position: $0) }
        guard slots.count > count else { return slots }
        return slots.filter { slot in
            !slots.contains {
                $0.page == slot.page && isBetter($0.position, than: slot.position, at: index)
            }
        }
    }

    /// Returns whether the position `one` is preferred to the position `other` for a page that is
    /// visible at both. A position at which the page is entirely visible is preferred, then the
    /// position nearer to the selected page, then the later position.
    private func isBetter(_ one: Int, than other: Int, at index: Int) -> Bool {
        let whole = start(at: index)...(start(at: index) + pagesPerView - 1)
        let (isWhole, isOtherWhole) = (whole.contains(Double(one)), whole.contains(Double(other)))
        if isWhole != isOtherWhole { return isWhole }
        let (way, otherWay) = (abs(one - index), abs(other - index))
        return way < otherWay || (way == otherWay && one > other)
    }

    /// Returns the distance in pages from a page to the nearest page that is visible while the page
    /// at `index` is selected. 0 for a visible page. O(1).
    func distance(of page: Int, at index: Int) -> Int {
        let positions = positions(at: index)
        guard options.wrap else {
            return max(0, positions.lowerBound - page, page - positions.upperBound)
        }
        let after = self.index(at: page - positions.lowerBound)
        return max(0, min(after - (positions.count - 1), count - after))
    }

    /// Returns the distance, in pages, by which the strip of pages moves when the selection changes
    /// from one page to another. The distance is limited to the number of visible positions, which
    /// is enough to replace all visible pages.
    func way(from index: Int, to target: Int, _ direction: TransitionDirection) -> Double {
        var way = start(at: target) - start(at: index)
        if options.wrap {
            if direction == .forward, way < 0 { way += Double(count) }
            if direction == .reverse, way > 0 { way -= Double(count) }
        }
        let most = Double(positions(at: index).count)
        return min(max(way, -most), most)
    }

    /// Returns the frame of the page at a position of the strip, while the page at `index` is
    /// selected.
    ///
    /// - Parameters:
    ///   - bounds: The bounds of the pager without its inset.
    ///   - way: The distance of the strip from its final position, in pages.
    func frame(
        of position: Int, at index: Int, in bounds: Frame, after way: Double = 0
    ) -> Frame {
        let isVertical = options.direction == .vertical
        let extent = isVertical ? bounds.height : bounds.width
        let length = length(in: extent)
        let offset = Double(position) - start(at: index) + way
        var coordinate = margin + offset * (length + options.spacing)
        if isVertical ? options.bottomToTop == true : options.rightToLeft {
            coordinate = extent - length - coordinate
        }
        return isVertical
            ? Frame(x: bounds.x, y: bounds.y + coordinate, width: bounds.width, height: length)
            : Frame(x: bounds.x + coordinate, y: bounds.y, width: length, height: bounds.height)
    }

    /// Returns the width of a page in points, or the height if the pager is vertical.
    ///
    /// - Parameter extent: The width or height of the pager without its inset.
    func length(in extent: Double) -> Double {
        max(0, (extent - 2 * margin - (pagesPerView - 1) * options.spacing) / pagesPerView)
    }

    /// The distance in points from the edge of the pager to the first page. It is the sum of `peek`
    /// and the spacing, or 0 if `peek` is 0.
    private var margin: Double { options.peek > 0 ? options.peek + options.spacing : 0 }
}

/// Methods for page turns of a pager whose pages are side by side: all pages move together as a
/// strip.
extension Pager {
    /// Returns whether page turns animate only the frames of the pages. This is true if the option
    /// `transition` has its default value.
    func movesByFrames(_ pager: Handle, in scene: Scene) -> Bool {
        scene[Pager.self, pager].options.transition == PagerTransition()
    }

    /// The index of the transition style `none`, which has no animation tracks.
    static let still = 0

    /// Completes the plan of a page turn: sets the pages whose views the page turn adds and
    /// removes, the pages that become or stop being children, and the frames of the added views.
    ///
    /// - Returns: False if the same pages stay visible and none of them moves.
    func showStrip(
        _ page: Handle, at index: Int, _ pager: Handle, _ turn: Turn, _ plan: inout TransitionPlan,
        in scene: inout Scene
    ) -> Bool {
        var state = scene[Pager.self, pager]
        let target = page.isNone ? -1 : index
        let old = state.shown.isNone ? [] : [state.shown] + state.beside
        let next = visiblePages(of: pager, at: target, in: scene).map(\.page)
        let going = old.filter { !next.contains($0) }
        let coming = next.filter { !old.contains($0) }
        let way = turn.replaced == nil ? way(to: target, turn.direction, state) : 0
        guard way != 0 || !coming.isEmpty || !going.isEmpty else { return false }
        plan.from = turn.replaced?.page ?? state.selected
        plan.to = page
        plan.leaving = TransitionParticipants(going)
        plan.entering = TransitionParticipants(coming)
        plan.joining = TransitionParticipants(coming.filter { scene.parent(of: $0) != pager })
        plan.frame = pageFrame(of: pager, in: scene)
        let moves = (plan.animated || plan.interactive) && scene.isVisible(pager)
        let start = moves && plan.style == Self.still ? way : 0
        plan.frames = visiblePages(of: pager, at: target, after: start, in: scene)
            .filter { coming.contains($0.page) }.map(\.frame)
        state.index = target
        plan.parting = TransitionParticipants(going.filter { !isNear($0, state, in: &scene) })
        return true
    }

    private func way(to target: Int, _ direction: TransitionDirection, _ state: State) -> Double {
        guard state.index >= 0, target >= 0 else { return 0 }
        return state.layout.way(from: state.index, to: target, direction)
    }

    /// The tag of a transition that moves visible pages after a change of the list. It selects no
    /// page.
    static let shift = 1 << 40

    /// Animates the visible pages to their new places after a change of the list that has not
    /// changed the selected page. Returns nil if nothing moves, or if it is not visible.
    func shift(
        _ pager: Handle, _ motion: TransitionMotion, in scene: inout Scene
    ) -> TransitionID? {
        let state = scene[Pager.self, pager]
        guard state.isStrip, !state.shown.isNone, state.shown == state.selected,
            !scene.isRunning(pager), scene.isVisible(pager)
        else { return nil }
        let visible = visiblePages(of: pager, at: state.index, in: scene)
        let old = [state.shown] + state.beside
        let coming = visible.filter { !old.contains($0.page) }
        let going = old.filter { page in !visible.contains { $0.page == page } }
        let moves = visible.contains {
            old.contains($0.page) && scene.frame(of: $0.page) != $0.frame
        }
        guard moves || !coming.isEmpty || !going.isEmpty else { return nil }
        var plan = TransitionPlan(container: pager)
        scene.setStyle(
            movesByFrames(pager, in: scene) ? Self.still : state.forward, of: &plan,
            duration: state.duration, default: State.defaultDuration, motion: motion)
        guard plan.duration > 0 else { return nil }
        plan.animated = true
        plan.tag = Self.shift
        plan.from = state.selected
        plan.to = state.selected
        plan.leaving = TransitionParticipants(going)
        plan.entering = TransitionParticipants(coming.map(\.page))
        plan.joining = TransitionParticipants(
            coming.map(\.page).filter { scene.parent(of: $0) != pager })
        plan.frame = pageFrame(of: pager, in: scene)
        plan.frames = coming.map(\.frame)
        plan.parting = TransitionParticipants(going.filter { !isNear($0, state, in: &scene) })
        return scene.start(plan)
    }

    /// Animates the frames of the pages that stay visible during a page turn. If the transition
    /// style has no animation tracks, also animates the frames of the added and removed pages. If
    /// the page turn is not animated, sets the frames at once.
    func moveStrip(_ transition: Transition, in scene: inout Scene) {
        let (pager, plan) = (transition.container, transition.plan)
        let state = scene[Pager.self, pager]
        guard let page = plan.to, !page.isNone, plan.frame != nil,
            let target = scene.noteIndex(of: page, in: state.pages)
        else { return }
        guard transition.animated else {
            for (page, frame) in visiblePages(of: pager, at: target, in: scene)
            where scene.parent(of: page) == pager {
                scene.setFrame(page, frame)
            }
            return
        }
        let isStill = plan.style == Self.still
        var pages = visiblePages(of: pager, at: target, in: scene).filter {
            isStill || !plan.entering.contains($0.page)
        }
        if isStill {
            let way = way(to: target, plan.direction, state)
            pages += visiblePages(of: pager, at: state.index, after: -way, in: scene).filter {
                plan.leaving.contains($0.page)
            }
        }
        scene.animate(pages.map { ($0.page, $0.frame) }, along: transition)
    }

    /// Records the visible pages after a page turn.
    func setVisible(_ plan: TransitionPlan, _ pager: Handle, in scene: inout Scene) {
        let shown = plan.to ?? plan.entering.first
        let before = scene[Pager.self, pager].shown
        scene[Pager.self, pager].shown = shown
        guard scene[Pager.self, pager].hasVisibleList else { return }
        let old = [before] + scene[Pager.self, pager].beside
        let staying = old.filter { !plan.leaving.contains($0) }
        scene[Pager.self, pager].beside = (staying + plan.entering.controllers).filter {
            !$0.isNone && $0 != shown
        }
    }

    /// Returns the index of the page that a step selects. Returns nil at an end of the list, or if
    /// the data source must supply pages first.
    func target(ofStep step: Int, _ state: State, isLastKnown: Bool) -> Int? {
        let count = state.pages.count
        guard count > 0 else { return nil }
        let step = step * state.step
        guard !state.wraps else {
            let next = state.layout.index(at: state.index + step)
            return next == state.index ? nil : next
        }
        let last = state.isStrip ? state.layout.last : count - 1
        let first = state.isStrip ? state.layout.first : 0
        let index = max(first, min(state.index, last))
        if step > 0, index + step > last, !isLastKnown { return nil }
        let next = max(first, min(index + step, last))
        return next == index ? nil : next
    }
}
