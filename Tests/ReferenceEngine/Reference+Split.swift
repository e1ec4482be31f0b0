import PagerModel

// Two columns, one where the window is narrow [8].
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

    /// Collapses or expands with the width of the window.
    private func adapt(_ split: Controller) {
        let width = split.window?.size.width ?? split.view.frame.width
        let isNarrow = width < 600
        guard let primary = split.split.primary, let secondary = split.split.secondary,
            isNarrow != split.split.collapsed
        else { return }
        split.split.collapsed = isNarrow
        if isNarrow {
            tell(split, "split.collapseSecondary", secondary.name)
            if secondary.parent === split { uninstall(secondary) }
            if primary.kind == "navigation" {
                // It leaves as a child but stays the split's secondary column.
                willMove(secondary, to: nil)
                removeFromParent(secondary)
                replace(in: primary)
                change(
                    primary, to: primary.navigation.stack + [secondary], Motion(animated: false))
            }
        } else {
            tell(split, "split.separateSecondary", secondary.name)
            takeBack(split)
        }
        announceColumns(split)
    }

    /// The secondary comes off the primary's stack; a person may have popped it already.
    private func takeBack(_ split: Controller) {
        guard let primary = split.split.primary, let secondary = split.split.secondary else {
            return
        }
        if secondary.parent === primary {
            replace(in: primary)
            change(
                primary, to: primary.navigation.stack.without(secondary), Motion(animated: false))
        }
        if secondary.parent == nil {
            take(secondary, into: split)
            didMove(secondary, to: split)
        }
    }

    /// The columns' views, as far as there is room and the display mode shows them.
    private func showColumns(_ split: Controller) {
        guard split.isViewLoaded else { return }
        let state = split.split
        let size = split.view.frame.size
        let shows = state.collapsed || state.mode != .secondaryOnly
        let isBeside = shows && state.mode != .oneOverSecondary && !state.collapsed
        let width = state.collapsed ? size.width : min(320, (size.width * 0.4).rounded())
        place(state.primary, split, shows, Frame(x: 0, y: 0, width: width, height: size.height))
        let left = isBeside ? width : 0
        place(
            state.secondary, split, !state.collapsed,
            Frame(x: left, y: 0, width: size.width - left, height: size.height))
    }

    private func place(
        _ column: Controller?, _ split: Controller, _ visible: Bool, _ frame: Frame
    ) {
        guard let column, column.parent === split else { return }
        if visible { install(column, in: split, frame) } else { uninstall(column) }
    }

    // MARK: commands

    func setColumns(_ command: SplitSetColumns) throws(Refusal) {
        let split = try controller(command.id, kind: "split")
        let primary = try controller(command.primary)
        let secondary = try controller(command.secondary)
        if primary === secondary { throw Refusal(.duplicateController, primary.name) }
        try checkMember(primary, mayJoin: split)
        // The secondary may lie on the primary's stack, where a collapse has put it.
        if secondary !== split.split.secondary { try checkMember(secondary, mayJoin: split) }
        set([primary, secondary], split)
    }

    private func set(_ columns: [Controller], _ split: Controller) {
        if split.split.collapsed {
            split.split.collapsed = false
            takeBack(split)
        }
        let old = [split.split.primary, split.split.secondary].compactMap { $0 }
        for column in old where !columns.has(column) {
            willMove(column, to: nil)
            uninstall(column)
            delist(column, from: split)
            removeFromParent(column)
        }
        for column in columns where column.lister !== split {
            if take(column, into: split) { didMove(column, to: split) }
        }
        split.split.primary = columns[0]
        split.split.secondary = columns[1]
        order(columns, in: split)
        announceColumns(split)
        if split.isOnScreen { adaptAndShow(split) }
    }

    func showDetail(_ command: SplitShowDetail) throws(Refusal) {
        let split = try controller(command.id, kind: "split")
        let detail = try controller(command.controller)
        if detail === split.split.secondary { return }
        guard let primary = split.split.primary else {
            throw Refusal(.nothingToShow, split.name)
        }
        if detail === primary { throw Refusal(.duplicateController, detail.name) }
        try checkMember(detail, mayJoin: split)
        set([primary, detail], split)
    }

    func setDisplayMode(_ command: SplitSetDisplayMode) throws(Refusal) {
        let split = try controller(command.id, kind: "split")
        if split.split.mode == command.mode { return }
        split.split.mode = command.mode
        tell(split, "split.displayModeChanged", json(Value(command.mode)))
        if split.isOnScreen { showColumns(split) }
    }
}
