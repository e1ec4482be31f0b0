public import Containment
public import PagerModel

/// Two columns, one where the window is narrow [8].
///
/// The evidence is thin: no ordered log of a collapse was found. Both columns are children from
/// the start [8.1]; a collapse puts the secondary onto a navigation primary, or hides it behind
/// another primary; expanding takes the top of that stack back [8.2].
public struct Split: ContainerKind {
    public struct State: ContainerState {
        public var options = NoFields()
        var primary = Handle.none
        var secondary = Handle.none
        var collapsed = false
        var mode = SplitDisplayMode.automatic

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            primary.visit(&archive)
            secondary.visit(&archive)
            collapsed.visit(&archive)
            archive.visit(&mode)
        }
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
        return record
    }

    public func members(of split: Handle, in scene: Scene) -> [Handle] {
        let state = scene[Split.self, split]
        return [state.primary, state.secondary].filter { !$0.isNone }
    }

    public func react(
        to callback: Callback, of split: Handle, animated: Bool, in scene: inout Scene
    ) {
        adapt(split, in: &scene)
        show(split, in: &scene)
    }

    /// Collapses or expands with the width of the window; a split that comes into none stays as
    /// it is.
    func adapt(_ split: Handle, in scene: inout Scene) {
        guard let width = scene.windowSize(ahead: split)?.width else { return }
        let isCompact = SizeClass(side: width) == .compact
        let state = scene[Split.self, split]
        guard !state.secondary.isNone, isCompact != state.collapsed else { return }
        if isCompact { collapse(split, in: &scene) } else { expand(split, in: &scene) }
        announce(split, in: &scene)
    }

    private func collapse(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = true
        scene.emit(SplitKind.CollapseSecondary(secondary: state.secondary), of: split)
        if scene.parent(of: state.secondary) == split { scene.removeView(of: state.secondary) }
        guard scene.kindName(of: state.primary) == Navigation.name else { return }
        // It leaves as a child but stays the split's secondary column.
        scene.willMove(state.secondary, to: .none)
        scene.removeFromParent(state.secondary)
        scene.supersede(state.primary)
        Navigation().go(
            .push(state.secondary), state.primary, TransitionRequest(animated: false), in: &scene)
    }

    /// A navigation primary hands back its top, whoever that is; with its root alone it has nothing
    /// to hand back, and the secondary comes from where it is [8.2].
    private func expand(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene[Split.self, split].collapsed = false
        if scene.kindName(of: state.primary) == Navigation.name {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            if stack.count > 1, let top = stack.last, top != state.secondary {
                release(split, in: &scene)
                scene[Split.self, split].secondary = top
            }
        }
        let secondary = scene[Split.self, split].secondary
        scene.emit(SplitKind.SeparateSecondary(secondary: secondary), of: split)
        takeBack(split, in: &scene)
    }

    /// The secondary is a column no more: a member of the primary's stack, or nobody's.
    private func release(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene.removeMember(state.secondary, from: split)
        if scene.parent(of: state.secondary) == state.primary {
            scene.addMember(state.secondary, to: state.primary)
        }
    }

    /// The secondary comes off the primary's stack; a person may have popped it there already.
    func takeBack(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        if scene.parent(of: state.secondary) == state.primary {
            scene.supersede(state.primary)
            let stack = scene[Navigation.self, state.primary].stack
            let next = stack.filter { $0 != state.secondary }
            Navigation().go(
                .replace(stack, with: next), state.primary, TransitionRequest(animated: false),
                in: &scene)
        }
        guard scene.parent(of: state.secondary).isNone else { return }
        scene.take(state.secondary, into: split)
        scene.didMove(state.secondary, to: split)
    }

    /// The columns' views, as far as there is room and the display mode shows them.
    func show(_ split: Handle, in scene: inout Scene) {
        guard scene.isViewLoaded(split) else { return }
        let state = scene[Split.self, split]
        let size = scene.bounds(of: split)
        let columns = Columns(state, size)
        place(state.primary, split, columns.primary, in: &scene)
        place(state.secondary, split, columns.secondary, in: &scene)
    }

    private func place(
        _ column: Handle, _ split: Handle, _ frame: Frame?, in scene: inout Scene
    ) {
        guard !column.isNone, scene.parent(of: column) == split else { return }
        if let frame {
            scene.addView(of: column, to: split, frame: frame)
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
        return child == state.primary ? columns.primary?.size : columns.secondary?.size
    }

    func announce(_ split: Handle, in scene: inout Scene) {
        let state = scene[Split.self, split]
        scene.emit(
            SplitKind.ColumnsChanged(
                primary: state.primary, secondary: state.secondary, collapsed: state.collapsed),
            of: split)
    }
}

/// Where the columns are in a split of some size; nil for one that is not shown.
private struct Columns {
    var primary: Frame?
    var secondary: Frame?

    init(_ state: Split.State, _ size: Size) {
        let whole = Frame(size)
        if state.collapsed {
            primary = whole
            return
        }
        let width = min(320, (size.width * 0.4).rounded())
        if state.mode != .secondaryOnly {
            primary = Frame(x: 0, y: 0, width: width, height: size.height)
        }
        let isBeside = state.mode == .automatic || state.mode == .oneBesideSecondary
        let left = isBeside ? width : 0
        secondary = Frame(x: left, y: 0, width: size.width - left, height: size.height)
    }
}
