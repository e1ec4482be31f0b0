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

    /// Collapses or expands with the width of the window; outside one a split stays as it is.
    private func adapt(_ split: Controller) {
        guard let width = windowSize(ahead: split)?.width else { return }
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
                    primary, to: primary.navigation.stack + [secondary],
                    TransitionRequest(animated: false))
            }
        } else {
            separate(secondary, primary, split)
        }
        announceColumns(split)
    }

    /// A navigation primary hands back its top, whoever that is, but never its root [8.2].
    private func separate(_ old: Controller, _ primary: Controller, _ split: Controller) {
        if primary.kind == "navigation" {
            replace(in: primary)
            if primary.navigation.stack.count > 1, let top = primary.navigation.stack.last,
                top !== old
            {
                old.lister = old.parent === primary ? primary : nil
                split.split.secondary = top
            }
        }
        tell(split, "split.separateSecondary", name(split.split.secondary))
        takeBack(split)
    }

    /// The size of the window that a controller is in or on its way into.
    func windowSize(ahead controller: Controller?) -> Size? {
        guard let controller else { return nil }
        if let window = controller.window { return window.size }
        // A new root has the window's size before it is put there.
        if controller.isRoot != nil { return controller.view.frame.size }
        return windowSize(ahead: controller.parent ?? controller.lister ?? controller.presenter)
    }

    /// The secondary comes off the primary's stack; a person may have popped it already.
    private func takeBack(_ split: Controller) {
        guard let primary = split.split.primary, let secondary = split.split.secondary else {
            return
        }
        if secondary.parent === primary {
            replace(in: primary)
            change(
                primary, to: primary.navigation.stack.without(secondary),
                TransitionRequest(animated: false))
        }
        if secondary.parent == nil {
            take(secondary, into: split)
            didMove(secondary, to: split)
        }
    }

    /// The columns' views, as far as there is room and the display mode shows them.
    func showColumns(_ split: Controller) {
        guard split.isViewLoaded else { return }
        let frames = columns(split, split.view.frame.size, collapsed: split.split.collapsed)
        place(split.split.primary, split, frames.primary)
        place(split.split.secondary, split, frames.secondary)
    }

    private func columns(
        _ split: Controller, _ size: Size, collapsed: Bool
    ) -> (primary: Frame?, secondary: Frame?) {
        if collapsed { return (Frame(size), nil) }
        let width = min(320, (size.width * 0.4).rounded())
        let mode = split.split.mode
        let primary = Frame(x: 0, y: 0, width: width, height: size.height)
        let left = mode == .automatic || mode == .oneBesideSecondary ? width : 0
        let secondary = Frame(x: left, y: 0, width: size.width - left, height: size.height)
        return (mode == .secondaryOnly ? nil : primary, secondary)
    }

    /// The size that a column will have in a split of some size [13.3].
    func size(ofColumn column: Controller, in split: Controller, _ size: Size) -> Size? {
        let frames = columns(split, size, collapsed: size.width < 600)
        return (column === split.split.primary ? frames.primary : frames.secondary)?.size
    }

    private func place(
        _ column: Controller?, _ split: Controller, _ frame: Frame?
    ) {
        guard let column, column.parent === split else { return }
        if let frame { install(column, in: split, frame) } else { uninstall(column) }
    }

    // MARK: commands

    func setColumns(_ command: SplitSetColumns) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        guard let first = command.primary, let second = command.secondary else {
            if command.primary != nil || command.secondary != nil {
                throw CommandError(.invalidArgument, split.name)
            }
            return set([], split)
        }
        let primary = try controller(first)
        let secondary = try controller(second)
        if primary === secondary { throw CommandError(.duplicateController, primary.name) }
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
        split.split.primary = columns.first
        split.split.secondary = columns.last
        order(columns, in: split)
        announceColumns(split)
        if split.isVisible { adaptAndShow(split) }
    }

    func showDetail(_ command: SplitShowDetail) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        let detail = try controller(command.controller)
        if detail === split.split.secondary { return }
        guard let primary = split.split.primary else {
            throw CommandError(.nothingToShow, split.name)
        }
        if detail === primary { throw CommandError(.duplicateController, detail.name) }
        try checkMember(detail, mayJoin: split)
        set([primary, detail], split)
    }

    func setDisplayMode(_ command: SplitSetDisplayMode) throws(CommandError) {
        let split = try controller(command.id, kind: "split")
        if split.split.mode == command.mode { return }
        split.split.mode = command.mode
        tell(split, "split.displayModeChanged", json(Value(command.mode)))
        if split.isVisible { showColumns(split) }
    }
}
