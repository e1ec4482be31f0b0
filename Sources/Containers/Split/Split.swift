public import Containment
public import PagerModel

/// The container kind `split`: two or three columns, or one column in a narrow window [8].
///
/// All columns are children from the start [8.1]. If the primary column is a navigation controller,
/// a collapse pushes the other columns onto its stack, and an expansion removes them from the stack
/// again. If the primary column is of a different kind, the other columns are hidden while the
/// split is collapsed. With two columns, an expansion can make the top of the stack the secondary
/// column [8.2] [8.7]. The order of the callbacks in a collapse is uncertain, because no log of
/// UIKit's order was found.
public struct Split: ContainerKind {
    public struct State: ContainerState {
        public var options = SplitOptions() {
            didSet { isLookChanged = isLookChanged || !options.looks(like: oldValue) }
        }
        /// Whether options have changed that determine the columns' frames, and the columns have not
        /// been placed since then.
        var isLookChanged = false
        var primary = Handle.none
        var secondary = Handle.none
        var collapsed = false
        var mode = SplitDisplayMode.automatic
        /// The column between the primary and the secondary column. `.none` with two columns.
        var supplementary = Handle.none
        /// Whether the columns are being replaced. Until all columns are in place, the split must
        /// not collapse or expand, even if code in a callback makes it appear. False between
        /// commands, so archives omit this value.
        var isReplacing = false

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            isLookChanged = false
            primary.visit(&archive)
            secondary.visit(&archive)
            collapsed.visit(&archive)
            archive.visit(&mode)
            if archive.holds("threeColumns") { supplementary.visit(&archive) }
        }

        var hasThree: Bool { !supplementary.isNone }
        /// All columns except the primary one, in order.
        var others: [Handle] { [supplementary, secondary].filter { !$0.isNone } }
    }

    public typealias Declaration = SplitKind
    public static let traits = KindTraits(supportsManualForwarding: false)
    public static let reactions = CallbackSet(
        .viewWillAppear, .traitCollectionDidChange, .viewWillLayoutSubviews)

    public init() {}

    public func record(of split: Handle, in scene: Scene) -> SplitRecord {
        let state = scene[Split.self, split]
        var record = SplitRecord()
        record.primary = scene.identifier(state.primary)
        record.secondary = scene.identifier(state.secondary)
        record.collapsed = state.collapsed
        record.displayMode = state.mode
        record.supplementary = scene.identifier(state.supplementary)
        return record
    }

    public func members(of split: Handle, in scene: Scene) -> [Handle] {
        let state = scene[Split.self, split]
        return [state.primary, state.secondary, state.supplementary].filter { !$0.isNone }
    }

    public func react(
        to callback: Callback, of split: Handle, animated: Bool, in scene: inout Scene
    ) {
        adapt(split, in: &scene)
        show(split, in: &scene)
    }

    public func validate(_ options: SplitOptions, in scene: Scene) throws(CommandError) {
        for (width, path) in [
            (options.preferredPrimaryColumnWidth, "preferredPrimaryColumnWidth"),
            (options.preferredSupplementaryColumnWidth, "preferredSupplementaryColumnWidth"),
        ] {
            guard let width, width <= 0 || width > Limits.points else { continue }
            throw .invalidArgument(
                "must be above 0 and at most \(Int(Limits.points)) points, got \(width)",
                path: path)
        }
    }

    public func optionsDidChange(of split: Handle, in scene: inout Scene) {
        guard scene[Split.self, split].isLookChanged else { return }
        scene[Split.self, split].isLookChanged = false
        guard scene.hasAppeared(split) else { return }
        adapt(split, in: &scene)
        show(split, in: &scene)
    }

    /// Collapses or expands the split according to the width of its window. A split without a
    /// window does not change.
    func adapt(_ split: Handle, in scene: inout Scene) {
        guard let width = scene.windowSize(ahead: split)?.width else { return }
        let state = scene[Split.self, split]
        let isCompact = SizeClass(side: width) == .compact && state.options.drawer != true
        guard !state.secondary.isNone, !state.isReplacing, isCompact != state.collapsed else {
            return
        }
        scene.willAdapt(split)
        if isCompact { collapse(split, in: &scene) } else { expand(split, in: &scene) }
        announce(split, in: &scene)
    }

    /// Adds the views of the columns that are visible at the current width and in the current
    /// display mode. Removes the views of the other columns.
    func show(_ split: Handle, in scene: inout Scene) {
        guard scene.isViewLoaded(split) else { return }
        let state = scene[Split.self, split]
        let size = scene.bounds(of: split)
        let columns = Columns(state, size)
        place(state.primary, split, columns.primary, in: &scene)
        place(state.supplementary, split, columns.supplementary, in: &scene)
        // With three columns the secondary one is behind the others, which may cover it.
        place(state.secondary, split, columns.secondary, at: state.hasThree ? 0 : nil, in: &scene)
    }

    private func place(
        _ column: Handle, _ split: Handle, _ frame: Frame?, at index: Int? = nil,
        in scene: inout Scene
    ) {
        guard !column.isNone, scene.parent(of: column) == split else { return }
        if let frame {
            scene.addView(of: column, to: split, frame: frame, at: index)
        } else {
            scene.removeView(of: column)
        }
    }

    public func size(
        forChild child: Handle, of split: Handle, in scene: Scene, parentSize: Size
    ) -> Size? {
        var state = scene[Split.self, split]
        state.collapsed =
            SizeClass(side: parentSize.width) == .compact && state.options.drawer != true
        let columns = Columns(state, parentSize)
        if child == state.primary { return columns.primary?.size }
        return child == state.supplementary
            ? columns.supplementary?.size : columns.secondary?.size
    }

    func announce(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene.emit(
            SplitKind.ColumnsChanged {
                $0.primary = state.primary
                $0.secondary = state.secondary
                $0.collapsed = state.collapsed
            },
            of: split)
    }
}

/// The frames of a split view's columns in a view of a given size. The frame of a hidden column is
/// nil.
struct Columns {
    private(set) var primary: Frame?
    private(set) var supplementary: Frame?
    private(set) var secondary: Frame?

    init(_ state: Split.State, _ size: Size) {
        let mode = state.shownMode(in: size)
        if state.collapsed {
            primary = Frame(size)
        } else if state.hasThree {
            setThree(mode, Widths(state, size), size)
        } else {
            setTwo(mode, Widths(state, size).primary, size)
        }
        guard state.options.primaryEdge == .trailing else { return }
        primary = mirrored(primary, in: size)
        supplementary = mirrored(supplementary, in: size)
        secondary = mirrored(secondary, in: size)
    }

    /// The widths of the primary and the supplementary column.
    private struct Widths {
        let primary: Double
        let supplementary: Double

        init(_ state: Split.State, _ size: Size) {
            let share =
                state.isDrawer(in: size)
                ? (state.hasThree ? 0.45 : 0.8) : (state.hasThree ? 0.3 : 0.4)
            let usual = min(320, (size.width * share).rounded())
            primary = min(state.options.preferredPrimaryColumnWidth ?? usual, size.width)
            supplementary = min(
                state.options.preferredSupplementaryColumnWidth ?? usual, size.width)
        }
    }

    private func mirrored(_ frame: Frame?, in size: Size) -> Frame? {
        frame.map {
            Self.column(at: size.width - $0.x - $0.width, $0.width, in: size)
        }
    }

    /// Returns the frame of a column. Each column is as high as the split view.
    private static func column(at left: Double, _ width: Double, in size: Size) -> Frame {
        Frame(x: left, y: 0, width: width, height: size.height)
    }

    private mutating func setTwo(_ mode: SplitDisplayMode, _ width: Double, _ size: Size) {
        if mode != .secondaryOnly { primary = Self.column(at: 0, width, in: size) }
        let left = mode == .oneBesideSecondary ? width : 0
        secondary = Self.column(at: left, size.width - left, in: size)
    }

    /// Computes the frames of three columns. In the mode `twoDisplaceSecondary`, the secondary
    /// column keeps the width that it has beside one column, so its right end is outside of the
    /// view.
    private mutating func setThree(_ mode: SplitDisplayMode, _ widths: Widths, _ size: Size) {
        let (one, both) = (widths.supplementary, widths.primary + widths.supplementary)
        let beside = max(0, size.width - one)
        switch mode {
        case .secondaryOnly, .oneOverSecondary, .twoOverSecondary: secondary = Frame(size)
        case .automatic, .oneBesideSecondary:
            secondary = Self.column(at: one, beside, in: size)
        case .twoBesideSecondary:
            secondary = Self.column(at: both, max(0, size.width - both), in: size)
        case .twoDisplaceSecondary: secondary = Self.column(at: both, beside, in: size)
        }
        switch mode {
        case .secondaryOnly: break
        case .automatic, .oneBesideSecondary, .oneOverSecondary:
            supplementary = Self.column(at: 0, one, in: size)
        case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
            primary = Self.column(at: 0, widths.primary, in: size)
            supplementary = Self.column(at: widths.primary, one, in: size)
        }
    }
}

extension SplitOptions {
    /// Returns whether the columns have the same frames with other options.
    fileprivate func looks(like other: SplitOptions) -> Bool {
        preferredPrimaryColumnWidth == other.preferredPrimaryColumnWidth
            && preferredSupplementaryColumnWidth == other.preferredSupplementaryColumnWidth
            && primaryEdge == other.primaryEdge && drawer == other.drawer
    }
}

extension Split.State {
    /// The display mode in effect. `automatic` means `oneBesideSecondary`. With two columns, a mode
    /// for three columns is replaced by a mode for two.
    var shownMode: SplitDisplayMode {
        switch mode {
        case .automatic: .oneBesideSecondary
        case .twoBesideSecondary, .twoDisplaceSecondary: hasThree ? mode : .oneBesideSecondary
        case .twoOverSecondary: hasThree ? mode : .oneOverSecondary
        case .secondaryOnly, .oneBesideSecondary, .oneOverSecondary: mode
        }
    }

    /// Whether the columns besides the secondary one are a drawer at this size: the split is narrow
    /// and has the option `drawer`.
    func isDrawer(in size: Size) -> Bool {
        options.drawer == true && SizeClass(side: size.width) == .compact
    }

    /// Returns the display mode in effect at a size. A drawer is closed unless columns are over the
    /// secondary one.
    func shownMode(in size: Size) -> SplitDisplayMode {
        let mode = shownMode
        guard isDrawer(in: size) else { return mode }
        return mode == .oneOverSecondary || mode == .twoOverSecondary ? mode : .secondaryOnly
    }

    /// Returns the display mode to change to, so that a column of a drawer is visible, or the
    /// secondary column is not covered. Nil if the mode need not change.
    func drawerMode(showing column: SplitColumn, in size: Size) -> SplitDisplayMode? {
        let mode = shownMode(in: size)
        let wanted: SplitDisplayMode =
            switch column {
            case .secondary: .secondaryOnly
            case .supplementary: mode == .twoOverSecondary ? mode : .oneOverSecondary
            case .primary: hasThree ? .twoOverSecondary : .oneOverSecondary
            }
        return wanted == mode ? nil : wanted
    }

    /// Returns the display mode to change to, so that a column of a drawer is hidden. Nil if the mode
    /// need not change.
    func drawerMode(hiding column: SplitColumn, in size: Size) -> SplitDisplayMode? {
        switch (column, shownMode(in: size)) {
        case (.secondary, _), (_, .secondaryOnly): nil
        case (.primary, .oneOverSecondary) where hasThree: nil
        case (.primary, .twoOverSecondary) where hasThree: .oneOverSecondary
        default: .secondaryOnly
        }
    }

    /// Returns the display mode after a swipe toward the secondary column (`shows`), which shows one
    /// more column over it, or away from it, which hides one. Nil if the swipe changes nothing.
    func mode(afterSwipeThatShows shows: Bool, in size: Size) -> SplitDisplayMode? {
        switch (shownMode(in: size), shows) {
        case (.secondaryOnly, true): .oneOverSecondary
        case (.oneOverSecondary, true): hasThree ? .twoOverSecondary : nil
        case (.twoOverSecondary, false): .oneOverSecondary
        case (.oneOverSecondary, false): .secondaryOnly
        default: nil
        }
    }

    /// Returns the display mode to change to, so that a column is visible and not covered by
    /// another column. Returns nil if the display mode does not need to change.
    func mode(showing column: SplitColumn) -> SplitDisplayMode? {
        switch (column, shownMode) {
        case (.primary, .secondaryOnly): hasThree ? .twoBesideSecondary : .oneBesideSecondary
        case (.primary, .oneBesideSecondary): hasThree ? .twoBesideSecondary : nil
        case (.primary, .oneOverSecondary): hasThree ? .twoOverSecondary : nil
        case (.supplementary, .secondaryOnly): .oneBesideSecondary
        case (.secondary, .oneOverSecondary), (.secondary, .twoOverSecondary): .secondaryOnly
        default: nil
        }
    }

    /// Returns the display mode to change to, so that a column is hidden. Returns nil if the column
    /// is already hidden or cannot be hidden.
    func mode(hiding column: SplitColumn) -> SplitDisplayMode? {
        switch (column, shownMode) {
        case (.secondary, _), (_, .secondaryOnly): nil
        case (.primary, .twoBesideSecondary), (.primary, .twoDisplaceSecondary):
            .oneBesideSecondary
        case (.primary, .twoOverSecondary): .oneOverSecondary
        case (.primary, _): hasThree ? nil : .secondaryOnly
        case (.supplementary, _): .secondaryOnly
        }
    }
}

/// Methods that collapse a split view to one column, and expand it to all its columns. If the
/// primary column is a navigation controller, a collapse pushes the other columns onto its stack.
extension Split {
    private func stack(_ split: Handle, in scene: Scene) -> [Handle]? {
        let primary = scene[Split.self, split].primary
        guard scene.kindName(of: primary) == Navigation.name else { return nil }
        return scene[Navigation.self, primary].stack
    }

    func hasStack(_ split: Handle, in scene: Scene) -> Bool { stack(split, in: scene) != nil }

    func collapse(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = true
        let top = state.options.topColumn
        if state.hasThree {
            scene.emit(SplitKind.TopColumnForCollapsing { $0.column = top }, of: split)
        } else {
            scene.emit(SplitKind.CollapseSecondary { $0.secondary = state.secondary }, of: split)
        }
        for column in state.others where scene.parent(of: column) == split {
            scene.removeView(of: column)
        }
        push(state.others(upTo: top), split, in: &scene)
    }

    /// Pushes columns onto the primary column's stack. The pushed controllers are no longer
    /// children of the split, but they remain its columns.
    ///
    /// - Parameter old: A controller that leaves the stack with the same change.
    private func push(
        _ columns: [Handle], replacing old: Handle = .none, _ split: Handle, in scene: inout Scene
    ) {
        let primary = scene[Split.self, split].primary
        guard !columns.isEmpty, stack(split, in: scene) != nil else { return }
        for column in columns where scene.parent(of: column) == split {
            scene.willMove(column, to: .none)
            scene.removeFromParent(column)
        }
        scene.supersede(primary)
        let stack = scene[Navigation.self, primary].stack
        let staying = stack.filter { $0 != old }
        let coming = columns.filter { !stack.contains($0) }
        Navigation().go(
            staying.count == stack.count && coming.count == 1
                ? .push(coming[0]) : .replace(stack, with: staying + coming),
            primary, TransitionRequest { $0.animated = false }, in: &scene)
    }

    /// Expands the split. Three columns are restored as they were before the collapse [8.7]. With
    /// two columns and the option `separateSecondary: top`, the top controller of the primary
    /// column's stack becomes the secondary column. If the option has a different value, or if the
    /// primary column has no stack with a controller above the root, the previous secondary column
    /// is restored [8.2] [8.8].
    func expand(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = false
        if !state.hasThree, state.options.separateSecondary == .top,
            stack(split, in: scene) != nil
        {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            if stack.count > 1, let top = stack.last, top != state.secondary {
                release(split, in: &scene)
                scene[Split.self, split].secondary = top
                scene.addMember(top, to: split)
            }
        }
        if !state.hasThree {
            let secondary = scene[Split.self, split].secondary
            scene.emit(SplitKind.SeparateSecondary { $0.secondary = secondary }, of: split)
        }
        takeBack(split, in: &scene)
    }

    /// Removes the controller of the secondary column from the split view's columns. If this
    /// controller is on the primary column's stack, it becomes an ordinary member of that stack.
    /// Otherwise it no longer has a container or parent.
    private func release(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        if scene.parent(of: state.secondary) == split {
            scene.willMove(state.secondary, to: .none)
            scene.removeView(of: state.secondary)
            scene.removeFromParent(state.secondary)
        }
        scene.removeMember(state.secondary, from: split)
        if scene.parent(of: state.secondary) == state.primary {
            scene.addMember(state.secondary, to: state.primary)
        }
    }

    /// Makes the supplementary and secondary columns children of the split again. Columns that the
    /// user has not popped are first removed from the primary column's stack.
    func takeBack(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        let columns = state.others
        if columns.contains(where: { scene.parent(of: $0) == state.primary }) {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            let next = stack.filter { !columns.contains($0) }
            Navigation().go(
                .replace(stack, with: next), state.primary,
                TransitionRequest {
                    $0.animated = false
                },
                in: &scene)
        }
        for column in columns where scene.parent(of: column).isNone {
            scene.take(column, into: split)
            scene.didMove(column, to: split)
        }
    }

    // MARK: Columns of a collapsed split

    /// Shows a controller as the secondary column of a collapsed split on top of the primary
    /// column's stack. The stack changes once, so no controller appears in between. An earlier
    /// secondary column leaves the split and the stack.
    func push(detail: Handle, _ split: Handle, in scene: inout Scene) {
        let old = scene[Split.self, split].secondary
        guard detail != old else {
            return setTop(.secondary, isShown: true, split, in: &scene)
        }
        scene.reserve([detail], for: split)
        scene[Split.self, split].isReplacing = true
        release(split, in: &scene)
        scene[Split.self, split].secondary = detail
        scene[Split.self, split].isReplacing = false
        announce(split, in: &scene)
        push(scene[Split.self, split].others, replacing: old, split, in: &scene)
    }

    /// Shows a column of a collapsed split on top of the primary column's stack, or removes the
    /// column from the stack. Pops the controllers above the column. Does nothing if the primary
    /// column has no stack.
    func setTop(_ column: SplitColumn, isShown: Bool, _ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        guard let stack = stack(split, in: scene) else { return }
        let length = state.remainingCount(of: stack, for: column, isShown: isShown)
        let missing =
            isShown ? state.others(upTo: column).filter { !stack.contains($0) } : []
        if let length, length < stack.count {
            scene.supersede(state.primary)
            let popped = scene[Navigation.self, state.primary].stack.dropFirst(length)
            guard !popped.isEmpty else { return }
            Navigation().go(
                .pop(Array(popped)), state.primary, TransitionRequest { $0.animated = false },
                in: &scene)
        } else if length == nil {
            push(missing, split, in: &scene)
        }
    }
}

extension Split.State {
    /// Returns the columns after the primary one, up to and including the given column.
    func others(upTo column: SplitColumn) -> [Handle] {
        switch column {
        case .primary: []
        case .supplementary: [supplementary].filter { !$0.isNone }
        case .secondary: others
        }
    }

    fileprivate func handle(_ column: SplitColumn) -> Handle {
        switch column {
        case .primary: primary
        case .supplementary: supplementary
        case .secondary: secondary
        }
    }

    /// Returns the number of controllers that remain on the stack of the primary column after a
    /// column is shown as the top controller (`isShown` is true) or removed (`isShown` is false).
    /// The root always remains. Returns nil if the column is to be shown and must be pushed first.
    fileprivate func remainingCount(
        of stack: [Handle], for column: SplitColumn, isShown: Bool
    ) -> Int? {
        if column == .primary {
            let first = isShown ? stack.firstIndex { others.contains($0) } : nil
            return max(1, first ?? stack.count)
        }
        guard let index = stack.firstIndex(of: handle(column)) else {
            return isShown ? nil : stack.count
        }
        return max(1, isShown ? index + 1 : index)
    }
}
