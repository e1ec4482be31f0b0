import PagerModel

extension PagerState {
    /// Whether the pages form a row of which a part is visible.
    var isRow: Bool { options.pagesPerView != 1 || options.peek > 0 || options.spacing > 0 }

    /// The visible pages.
    var visible: [Controller] { (shown.map { [$0] } ?? []) + beside }

    /// Returns the position of the visible part of the row while a page is selected, in pages.
    func start(_ index: Int) -> Double {
        let many = options.pagesPerView
        // The selected page's place: 0 at the beginning, 1 at the end of the visible part.
        let place =
            switch options.alignment {
            case .start: 0.0
            case .center, .centerTrimmed: 0.5
            case .end: 1.0
            }
        let wanted = Double(index) - place * (many - 1)
        if options.wrap || options.alignment == .center { return wanted }
        let spare = Double(pages.count) - many
        // Too few pages stay together at that place.
        if spare < 0 { return place * spare }
        return wanted < 0 ? 0 : wanted > spare ? spare : wanted
    }

    /// Returns the visible positions in the row while a page is selected, with the pages there.
    func pages(at index: Int) -> [(page: Controller, position: Int)] {
        guard isRow else { return [(pages[index], index)] }
        let count = pages.count
        let found = rowPlaces(index).map {
            (page: pages[($0 % count + count) % count], position: $0)
        }
        // Each page once: preferably whole, then the nearest, then after the selected one.
        let start = start(index)
        return found.filter { one in
            var same = found.filter { $0.page === one.page }
            let whole = same.filter {
                Double($0.position) >= start
                    && Double($0.position) <= start + options.pagesPerView - 1
            }
            if !whole.isEmpty { same = whole }
            let least = same.map { abs($0.position - index) }.min()
            return same.filter { abs($0.position - index) == least }.map(\.position).max()
                == one.position
        }
    }

    /// Returns those positions, including those whose page is visible at another position.
    func rowPlaces(_ index: Int) -> [Int] {
        guard isRow else { return [index] }
        let (start, end) = (start(index), start(index) + options.pagesPerView)
        // Prefers a larger part of a cut page, or else of the next one.
        let isCut = (start: start != start.rounded(), end: end != end.rounded())
        let before = options.peek > 0 && !isCut.start ? start - 1 : start
        let after = options.peek > 0 && !isCut.end ? end + 1 : end
        return ((index - 20)...(index + 20)).filter {
            (options.wrap || pages.indices.contains($0)) && Double($0) + 1 > before
                && Double($0) < after
        }
    }

    /// The first index that leaves the row at its end.
    var lastStart: Int {
        guard isRow, !options.wrap, !pages.isEmpty else { return pages.count - 1 }
        let end = start(pages.count - 1)
        if options.alignment == .end { return pages.count - 1 }
        return pages.indices.first { start($0) == end } ?? 0
    }

    /// The last index that leaves the row at its beginning.
    var firstStart: Int {
        guard isRow, !options.wrap, !pages.isEmpty,
            options.alignment == .end || options.alignment == .centerTrimmed
        else { return 0 }
        let last = pages.indices.last { start($0) == start(0) } ?? 0
        return last < lastStart ? last : lastStart
    }
}

/// Pagers that show several pages.
extension Reference {
    func frame(_ pager: Controller, _ position: Int, at index: Int, after way: Double = 0) -> Frame
    {
        let whole = pageFrame(pager)
        let state = pager.pager
        guard state.isRow else { return whole }
        let (options, isVertical) = (state.options, state.options.direction == .vertical)
        let extent = isVertical ? whole.height : whole.width
        let length = length(of: state.options, in: extent)
        let offset = Double(position) - state.start(index) + way
        let before = options.peek > 0 ? options.peek + options.spacing : 0
        var start = before + offset * (length + options.spacing)
        var frame = whole
        if isVertical {
            if options.bottomToTop == true { start = extent - length - start }
            frame.y += start
            frame.height = length
        } else {
            if options.rightToLeft { start = extent - length - start }
            frame.x += start
            frame.width = length
        }
        return frame
    }

    private func length(of options: PagerOptions, in extent: Double) -> Double {
        let gaps = (options.pagesPerView - 1) * options.spacing
        let ends = options.peek > 0 ? options.peek + options.spacing : 0
        return max(0, (extent - 2 * ends - gaps) / options.pagesPerView)
    }

    func size(ofPageIn pager: Controller, _ size: Size) -> Size {
        let options = pager.pager.options
        var inner = Size(
            width: max(0, size.width - options.inset.left - options.inset.right),
            height: max(0, size.height - options.inset.top - options.inset.bottom))
        guard pager.pager.isRow, pager.pager.index != nil else { return inner }
        if options.direction == .vertical {
            inner.height = length(of: options, in: inner.height)
        } else {
            inner.width = length(of: options, in: inner.width)
        }
        return inner
    }

    /// Adds and removes views outside of transitions, so that exactly the pages that should be
    /// visible are.
    func arrange(_ pager: Controller) {
        let state = pager.pager
        guard state.isRow || !state.beside.isEmpty, state.shown === state.selected,
            running(in: pager) == nil
        else { return }
        let row = state.index.map { state.pages(at: $0) } ?? []
        let gone = state.beside.filter { one in !row.contains { $0.page === one } }
        pager.pager.beside = row.map(\.page).filter { $0 !== state.shown }
        let near = neighbours(pager, of: state.index)
        for page in gone where page.parent === pager {
            let goes = !near.has(page)
            if goes { willMove(page, to: nil) }
            uninstall(page)
            if goes { removeFromParent(page) }
        }
        for (page, position) in row where page.lister === pager {
            let isNew = page.parent !== pager
            if isNew { addManagedChild(page, to: pager) }
            install(page, in: pager, frame(pager, position, at: state.index ?? 0))
            if isNew { didMove(page, to: pager) }
        }
    }

    func layOutRow(_ pager: Controller) {
        guard pager.pager.isRow, pager.pager.shown != nil, running(in: pager) == nil,
            let index = pager.pager.index
        else { return }
        for (page, position) in pager.pager.pages(at: index)
        where page.parent === pager && pager.pager.visible.has(page) {
            setFrame(page.view, frame(pager, position, at: index))
        }
    }

    /// Returns the distance that the row moves from one page to another, in pages, at most that to
    /// other pages.
    func way(_ pager: Controller, from old: Int?, to new: Int?, forward: Bool) -> Double {
        let state = pager.pager
        guard state.isRow, let old, let new else { return 0 }
        var way = state.start(new) - state.start(old)
        let count = Double(state.pages.count)
        if state.options.wrap, forward ? way < 0 : way > 0 { way += forward ? count : -count }
        let most = Double(state.rowPlaces(old).count)
        return way > most ? most : way < -most ? -most : way
    }

    /// Moves the staying pages to their new places; by default all of them.
    func move(
        _ transition: Transition, _ pager: Controller, from old: Int?, to new: Int?, way: Double
    ) {
        guard let new else { return }
        let row = pager.pager.pages(at: new)
        guard transition.animated else {
            for (page, position) in row where page.parent === pager {
                setFrame(page.view, frame(pager, position, at: new))
            }
            return
        }
        let isPlain = transition.style == "none"
        var goals: [(Controller, Frame)] = []
        for (page, position) in row where isPlain || !transition.entering.has(page) {
            goals.append((page, frame(pager, position, at: new)))
        }
        if isPlain, let old {
            for (page, position) in pager.pager.pages(at: old) where transition.leaving.has(page) {
                goals.append((page, frame(pager, position, at: old, after: -way)))
            }
        }
        for (page, frame) in goals where page.view.frame != frame {
            guard let name = Identifier(page.name) else { continue }
            transition.alongside.append(
                (
                    page.view,
                    AlongsideView {
                        $0.view = name
                        $0.frame = frame
                    }
                ))
        }
        if transition.alongside.isEmpty { return }
        tell(
            pager, "transition.animatesAlongside", transition.id,
            json(.array(transition.alongside.map { Value($0.goal) })))
    }

    /// Moves the visible pages to their places after a change of the list. Returns false if nothing
    /// moves, or if nobody sees it.
    @discardableResult
    func shift(_ pager: Controller, _ motion: TransitionRequest) -> Bool {
        let state = pager.pager
        guard state.isRow, let shown = state.shown, shown === state.selected,
            let index = state.index, running(in: pager) == nil, pager.isOnScreen
        else { return false }
        let row = state.pages(at: index)
        let visible = state.visible
        let leaving = visible.filter { one in !row.contains { $0.page === one } }
        let entering = row.filter { !visible.has($0.page) }
        let moves = row.contains { one in
            visible.has(one.page) && one.page.view.frame != frame(pager, one.position, at: index)
        }
        guard moves || !leaving.isEmpty || !entering.isEmpty else { return false }
        let transition = Transition(
            pager, .fromTo, leaving: leaving, entering: entering.map(\.page))
        (transition.from, transition.to) = (shown, shown)
        let (usual, own) = (PagerOptions().duration, state.options.duration)
        setStyle(
            of: transition,
            state.options.transition == PagerTransition()
                ? "none" : state.options.transition.forward,
            own: own == usual ? nil : own, usual: usual, motion)
        if transition.duration == 0 { return false }
        transition.isSeen = pager.isVisible
        transition.direction = .forward
        transition.animated = true
        let near = neighbours(pager, of: index)
        let comers = transition.entering.filter { $0.parent !== pager }
        let leavers = leaving.filter { !near.has($0) }
        exchange(comers, for: leavers, by: transition)
        let frames = entering.map { frame(pager, $0.position, at: index) }
        let goal = { (page: Controller) in
            frames[entering.firstIndex { $0.page === page } ?? 0]
        }
        transition.frame = goal
        transition.putIn = { [unowned self] in install($0, in: pager, goal($0)) }
        transition.afterBegan = { [unowned self, unowned transition] in
            move(transition, pager, from: index, to: index, way: 0)
        }
        transition.decide = {
            pager.pager.beside = (visible.filter { !leaving.has($0) } + entering.map(\.page))
                .filter { $0 !== shown }
        }
        transition.afterEnded = { [unowned self, unowned transition] _ in
            if transition.isReplaced { return }
            keepNeighbours(pager)
            resumeAdvance(pager)
        }
        start(transition)
        return true
    }
}
