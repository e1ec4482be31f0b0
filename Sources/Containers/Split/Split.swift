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
        public var options = SplitOptions()
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

    /// Collapses or expands the split according to the width of its window. A split without a
    /// window does not change.
    func adapt(_ split: Handle, in scene: inout Scene) {
        guard let width = scene.windowSize(ahead: split)?.width else { return }
        let isCompact = SizeClass(side: width) == .compact
        let state = scene[Split.self, split]
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
        state.collapsed = SizeClass(side: parentSize.width) == .compact
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
