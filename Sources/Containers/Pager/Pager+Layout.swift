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
            let index = scene.index(of: page, in: state.pages)
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
        guard !state.shown.isNone, state.shown == state.selected else { return }
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
    private func takeOut(_ page: Handle, _ pager: Handle, in scene: inout Scene) {
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
