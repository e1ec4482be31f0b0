import PagerModel

// Splits of two or three columns, or one in a narrow window [8].
extension Reference {
    func adaptAndShow(_ split: Controller) {
        adapt(split)
        showColumns(split)
    }

    private func announceColumns(_ split: Controller) {
        tell(
            split, "split.columnsChanged", name(split.split.primary), name(split.split.secondary),
            "\(split.split.collapsed)")
    }

    /// Collapses or expands with the width of the window. Outside of a window, a split keeps its
    /// state.
    private func adapt(_ split: Controller) {
        guard let width = windowSize(ahead: split)?.width else { return }
        let isNarrow = width < 600 && split.split.options.drawer != true
        guard let primary = split.split.primary, let secondary = split.split.secondary,
            isNarrow != split.split.collapsed
        else { return }
        split.split.collapsed = isNarrow
        if !isNarrow {
            separate(secondary, primary, split)
        } else if split.split.supplementary == nil {
            tell(split, "split.collapseSecondary", secondary.name)
            gather(split)
        } else {
            let top = split.split.options.topColumn.rawValue
            tell(split, "split.topColumnForCollapsing", "\"secondary\"", "\"\(top)\"")
            gather(split)
        }
        announceColumns(split)
    }

    /// Hides the other columns, and pushes those up to the top one onto the primary's stack.
    private func gather(_ split: Controller) {
        for column in split.split.others where column.parent === split { uninstall(column) }
        put(columns(split, upTo: split.split.options.topColumn), ontoPrimaryOf: split)
    }

    private func columns(_ split: Controller, upTo top: SplitColumn) -> [Controller] {
        switch top {
        case .primary: []
        case .supplementary: [split.split.supplementary].compactMap { $0 }
        case .secondary: split.split.others
        }
    }

    /// Removes columns as children and pushes them onto the primary's stack; they stay columns of
    /// the split.
    private func put(_ columns: [Controller], ontoPrimaryOf split: Controller) {
        guard let primary = split.split.primary, primary.kind == "navigation", !columns.isEmpty
        else { return }
        for column in columns where column.parent === split {
            willMove(column, to: nil)
            removeFromParent(column)
        }
        replace(in: primary)
        change(
            primary, to: primary.navigation.stack + columns,
            TransitionRequest {
                $0.animated = false
            })
    }

    /// Takes the top from the primary's navigation stack, whichever controller it is, but never its
    /// root [8.2].
    private func separate(_ old: Controller, _ primary: Controller, _ split: Controller) {
        let isOfThree = split.split.supplementary != nil
        if primary.kind == "navigation", !isOfThree,
            split.split.options.separateSecondary == .top
        {
            replace(in: primary)
            if primary.navigation.stack.count > 1, let top = primary.navigation.stack.last,
                top !== old
            {
                release(old, split, primary)
                split.split.secondary = top
                top.lister = split
            }
        }
        if !isOfThree { tell(split, "split.separateSecondary", name(split.split.secondary)) }
        takeBack(split)
    }

    /// Removes the secondary column from the split, but not from the primary's stack.
    private func release(_ old: Controller, _ split: Controller, _ primary: Controller) {
        if old.parent === split {
            willMove(old, to: nil)
            uninstall(old)
            removeFromParent(old)
        }
        if old.lister === split { old.lister = old.parent === primary ? primary : nil }
    }

    /// Returns the size of the window that a controller is in or about to enter.
    func windowSize(ahead controller: Controller?) -> Size? {
        guard let controller else { return nil }
        if let window = controller.window { return window.size }
        // A new root has the window's size before it is added.
        if controller.isRoot != nil { return controller.view.frame.size }
        return windowSize(ahead: controller.parent ?? controller.lister ?? controller.presenter)
    }

    /// Removes the columns from the primary's stack. A person may have popped one already.
    private func takeBack(_ split: Controller) {
        guard let primary = split.split.primary else { return }
        let columns = split.split.others
        if columns.contains(where: { $0.parent === primary }) {
            replace(in: primary)
            change(
                primary, to: primary.navigation.stack.filter { !columns.has($0) },
                TransitionRequest { $0.animated = false })
        }
        for column in columns where column.parent == nil {
            take(column, into: split)
            didMove(column, to: split)
        }
    }

    /// Shows the columns' views, as far as the width and the display mode permit.
    func showColumns(_ split: Controller) {
        guard split.isViewLoaded else { return }
        let frames = columns(split, split.view.frame.size, collapsed: split.split.collapsed)
        place(split.split.primary, split, frames.primary)
        place(split.split.supplementary, split, frames.supplementary)
        place(
            split.split.secondary, split, frames.secondary,
            at: split.split.supplementary == nil ? nil : 0)
    }

    private typealias Frames = (primary: Frame?, supplementary: Frame?, secondary: Frame?)

    private func columns(_ split: Controller, _ size: Size, collapsed: Bool) -> Frames {
        if collapsed { return (Frame(size), nil, nil) }
        let isOfThree = split.split.supplementary != nil
        let options = split.split.options
        let share = isDrawer(split, size) ? (0.45, 0.8) : (0.3, 0.4)
        let usual = min(320, (size.width * (isOfThree ? share.0 : share.1)).rounded())
        let primaryWidth = min(options.preferredPrimaryColumnWidth ?? usual, size.width)
        let middleWidth = min(options.preferredSupplementaryColumnWidth ?? usual, size.width)
        // The columns at the side, from the secondary one outwards.
        var sides = 0
        var isBeside = true
        var slides = false
        switch shownMode(split, size) {
        case .automatic, .oneBesideSecondary: sides = 1
        case .secondaryOnly: sides = 0
        case .oneOverSecondary: (sides, isBeside) = (1, false)
        case .twoBesideSecondary: sides = 2
        case .twoOverSecondary: (sides, isBeside) = (2, false)
        case .twoDisplaceSecondary: (sides, slides) = (2, true)
        }
        if !isOfThree { sides = min(sides, 1) }
        // The widths of the shown side columns, from the edge inwards.
        let widths =
            sides == 2
            ? [primaryWidth, middleWidth]
            : sides == 1 ? [isOfThree ? middleWidth : primaryWidth] : []
        let sum = widths.reduce(0, +)
        func column(_ left: Double, _ width: Double) -> Frame {
            let x = options.primaryEdge == .trailing ? size.width - left - width : left
            return Frame(x: x, y: 0, width: width, height: size.height)
        }
        let left = isBeside ? sum : 0
        let room = size.width - (slides && isOfThree ? middleWidth : left)
        let secondary = column(left, isOfThree ? max(0, room) : room)
        guard isOfThree else { return (sides == 1 ? column(0, primaryWidth) : nil, nil, secondary) }
        return (
            sides == 2 ? column(0, primaryWidth) : nil,
            sides > 0 ? column(sum - middleWidth, middleWidth) : nil, secondary
        )
    }

    /// Whether the side columns of a narrow split are a drawer.
    private func isDrawer(_ split: Controller, _ size: Size) -> Bool {
        split.split.options.drawer == true && size.width < 600
    }

    private func shownMode(_ split: Controller, _ size: Size) -> SplitDisplayMode {
        let mode = split.split.mode
        guard isDrawer(split, size) else { return mode }
        let isOfThree = split.split.supplementary != nil
        switch mode {
        case .oneOverSecondary: return mode
        case .twoOverSecondary: return isOfThree ? mode : .oneOverSecondary
        default: return .secondaryOnly
        }
    }

    /// Returns the size that a column will have in a split of a given size [13.3].
    func size(ofColumn column: Controller, in split: Controller, _ size: Size) -> Size? {
        let frames = columns(
            split, size, collapsed: size.width < 600 && split.split.options.drawer != true)
        if column === split.split.primary { return frames.primary?.size }
        if column === split.split.supplementary { return frames.supplementary?.size }
        return frames.secondary?.size
    }

    private func place(
        _ column: Controller?, _ split: Controller, _ frame: Frame?, at index: Int? = nil
    ) {
        guard let column, column.parent === split else { return }
        if let frame { install(column, in: split, frame, at: index) } else { uninstall(column) }
    }

    // MARK: commands

    func setColumns(_ command: SplitSetColumns) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        guard let first = command.primary, let second = command.secondary else {
            if command.primary != nil || command.secondary != nil || command.supplementary != nil {
                throw CommandError(.invalidArgument, split.name)
            }
            return set([], split)
        }
        let primary = try controller(first)
        let secondary = try controller(second)
        var list = [primary, secondary]
        if let middle = command.supplementary { list.insert(try controller(middle), at: 1) }
        for (place, column) in list.enumerated() where Array(list[..<place]).has(column) {
            throw CommandError(.duplicateController, column.name)
        }
        try checkMember(primary, mayJoin: split)
        // After a collapse, the others may be on the primary's stack.
        for column in list.dropFirst() where !split.split.others.has(column) {
            try checkMember(column, mayJoin: split)
        }
        set(list, split)
    }

    private func set(_ columns: [Controller], _ split: Controller) {
        if split.split.collapsed {
            split.split.collapsed = false
            takeBack(split)
        }
        let before = split.split.supplementary
        // The secondary column is removed before the supplementary one.
        let old = [split.split.primary, split.split.secondary, before].compactMap { $0 }
        for column in old where !columns.has(column) {
            willMove(column, to: nil)
            uninstall(column)
            delist(column, from: split)
            removeFromParent(column)
        }
        for column in columns where column.lister !== split {
            if take(column, into: split) { didMove(column, to: split) }
        }
        split.split.primary = columns.first
        split.split.secondary = columns.last
        split.split.supplementary = columns.count > 2 ? columns[1] : nil
        order(columns, in: split)
        if split.split.supplementary !== before {
            tell(split, "split.supplementaryChanged", name(split.split.supplementary))
        }
        announceColumns(split)
        if split.isVisible { adaptAndShow(split) }
    }

    func showDetail(_ command: SplitShowDetail) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        let detail = try controller(command.controller)
        guard let primary = split.split.primary else {
            throw CommandError(.nothingToShow, split.name)
        }
        let isStacked = split.split.collapsed && primary.kind == "navigation"
        if detail === split.split.secondary {
            if isStacked { setTop(.secondary, split, primary, isShown: true) }
            return
        }
        if detail === primary || detail === split.split.supplementary {
            throw CommandError(.duplicateController, detail.name)
        }
        try checkMember(detail, mayJoin: split)
        if isStacked { return replaceDetail(with: detail, split, primary) }
        set([primary] + split.split.others.dropLast() + [detail], split)
    }

    /// Replaces the secondary column of a collapsed split in one change of its primary's stack.
    private func replaceDetail(with detail: Controller, _ split: Controller, _ primary: Controller)
    {
        let old = split.split.secondary
        detail.lister = split
        if let old { release(old, split, primary) }
        split.split.secondary = detail
        announceColumns(split)
        let missing = split.split.others.filter { !primary.navigation.stack.has($0) }
        for column in missing where column.parent === split {
            willMove(column, to: nil)
            removeFromParent(column)
        }
        replace(in: primary)
        change(
            primary, to: primary.navigation.stack.filter { $0 !== old } + missing,
            TransitionRequest { $0.animated = false })
    }

    func setDisplayMode(_ command: SplitSetDisplayMode) throws(CommandError) {
        setMode(try controller(command.id, kind: "split"), command.mode)
    }

    private func setMode(_ split: Controller, _ mode: SplitDisplayMode) {
        if split.split.mode == mode { return }
        split.split.mode = mode
        tell(split, "split.displayModeChanged", json(Value(mode)))
        if split.isVisible { showColumns(split) }
    }

    /// Shows or hides a column.
    func setColumn(
        _ column: SplitColumn, _ id: Identifier?, isShown: Bool
    ) throws(CommandError) {
        let split = try controller(id, kind: "split")
        guard let primary = split.split.primary else {
            throw CommandError(.nothingToShow, split.name)
        }
        let isOfThree = split.split.supplementary != nil
        if column == .supplementary, !isOfThree {
            throw CommandError(.invalidArgument, split.name)
        }
        if split.split.collapsed {
            if primary.kind == "navigation" { setTop(column, split, primary, isShown: isShown) }
        } else if isDrawer(split, split.view.frame.size) {
            moveDrawer(column, split, isShown: isShown)
        } else if isShown {
            showColumn(column, split, isOfThree)
        } else {
            hideColumn(column, split, isOfThree)
        }
    }

    private func moveDrawer(_ column: SplitColumn, _ split: Controller, isShown: Bool) {
        let isOfThree = split.split.supplementary != nil
        let now = shownMode(split, split.view.frame.size)
        var next = now
        switch (column, isShown) {
        case (.secondary, false): break
        case (.secondary, true), (.supplementary, false): next = .secondaryOnly
        case (.primary, true): next = isOfThree ? .twoOverSecondary : .oneOverSecondary
        case (.supplementary, true): if now == .secondaryOnly { next = .oneOverSecondary }
        case (.primary, false) where isOfThree:
            if now == .twoOverSecondary { next = .oneOverSecondary }
        case (.primary, false): next = .secondaryOnly
        }
        if next != now { setMode(split, next) }
    }

    /// Moves the columns over the secondary one as a person's swipe does.
    func swipeColumns(_ command: SplitSwipe) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        if split.split.primary == nil { throw CommandError(.nothingToShow, split.name) }
        guard command.direction == .left || command.direction == .right else {
            throw CommandError(.unsupported, split.name)
        }
        let options = split.split.options
        if options.presentsWithGesture == false {
            return tell(
                split, "diagnostic.warning",
                "The user may not swipe columns of <\(split.name)>: its presentsWithGesture is "
                    + "false.")
        }
        if split.split.collapsed { return }
        let isOfThree = split.split.supplementary != nil
        var modes: [SplitDisplayMode] = [.secondaryOnly, .oneOverSecondary]
        if isOfThree { modes.append(.twoOverSecondary) }
        let mode = shownMode(split, split.view.frame.size)
        let now = mode == .twoOverSecondary && !isOfThree ? .oneOverSecondary : mode
        guard let place = modes.firstIndex(of: now) else { return }
        let opens = (command.direction == .right) == (options.primaryEdge != .trailing)
        let next = opens ? place + 1 : place - 1
        if modes.indices.contains(next) { setMode(split, modes[next]) }
    }

    private func showColumn(_ column: SplitColumn, _ split: Controller, _ isOfThree: Bool) {
        let mode = split.split.mode
        let isOver = mode == .oneOverSecondary || mode == .twoOverSecondary
        if column == .secondary { return isOver ? setMode(split, .secondaryOnly) : () }
        if column == .primary, isOfThree {
            let isThere = mode == .twoBesideSecondary || mode == .twoDisplaceSecondary
            if mode == .oneOverSecondary { return setMode(split, .twoOverSecondary) }
            return isThere || isOver ? () : setMode(split, .twoBesideSecondary)
        }
        if mode == .secondaryOnly { setMode(split, .oneBesideSecondary) }
    }

    private func hideColumn(_ column: SplitColumn, _ split: Controller, _ isOfThree: Bool) {
        if column == .secondary { return }
        if column == .supplementary || !isOfThree { return setMode(split, .secondaryOnly) }
        switch split.split.mode {
        case .twoBesideSecondary, .twoDisplaceSecondary: setMode(split, .oneBesideSecondary)
        case .twoOverSecondary: setMode(split, .oneOverSecondary)
        default: break
        }
    }

    /// Makes a column of a collapsed split the top of its primary's stack, or removes it.
    private func setTop(
        _ column: SplitColumn, _ split: Controller, _ primary: Controller, isShown: Bool
    ) {
        let stack = primary.navigation.stack
        var next = stack
        switch column {
        case .primary where isShown:
            next = Array(stack.prefix { !split.split.others.has($0) })
        case .primary: break
        default:
            guard let own = columns(split, upTo: column).last else { return }
            if let place = stack.index(of: own) {
                next = Array(stack[..<(isShown ? place + 1 : place)])
            } else if isShown {
                return put(
                    columns(split, upTo: column).filter { !stack.has($0) },
                    ontoPrimaryOf: split)
            }
        }
        if next.isEmpty { next = Array(stack.prefix(1)) }
        guard next.count < stack.count else { return }
        replace(in: primary)
        change(primary, to: next, TransitionRequest { $0.animated = false })
    }
}
