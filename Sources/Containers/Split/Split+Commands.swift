public import Containment
public import PagerModel

extension SplitSetColumns: ContainerCommand {
    /// The split and its new columns, primary first. There are two or three columns, or none.
    public typealias Plan = (split: Handle, columns: [Handle])

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let split = try scene.controller(id, of: Split.self)
        guard let primary, let secondary else {
            guard primary == nil, secondary == nil else {
                throw .invalidArgument(
                    "a split has both a primary and a secondary column, or no columns",
                    path: primary == nil ? "primary" : "secondary")
            }
            guard supplementary == nil else {
                throw .invalidArgument(
                    "a supplementary column needs two others; give primary and secondary",
                    path: "supplementary")
            }
            return (split, [])
        }
        let first = try scene.controller(primary, at: "primary")
        let last = try scene.controller(secondary, at: "secondary")
        var between: Handle?
        if let supplementary {
            between = try scene.controller(supplementary, at: "supplementary")
        }
        guard first != last else {
            throw CommandError(
                .duplicateController,
                "the secondary column must not be the same controller as the primary one",
                path: "secondary")
        }
        guard between != first, between != last else {
            throw CommandError(
                .duplicateController,
                "the supplementary column must not be the same controller as another column",
                path: "supplementary")
        }
        try scene.checkMember(first, of: split, at: "primary")
        if let between { try Split().checkOther(between, split, at: "supplementary", in: scene) }
        try Split().checkOther(last, split, at: "secondary", in: scene)
        return (split, [first, between, last].compactMap(\.self))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Split().set(plan.columns, plan.split, in: &scene)
        return Reply()
    }
}

extension Split {
    /// Checks that a controller can become the supplementary or secondary column. A controller that
    /// already is one of these columns passes the check, even if a collapse has moved it to the
    /// primary column's stack.
    fileprivate func checkOther(
        _ controller: Handle, _ split: Handle, at path: String, in scene: Scene
    ) throws(CommandError) {
        if scene[Split.self, split].others.contains(controller) { return }
        try scene.checkMember(controller, of: split, at: path)
    }

    fileprivate func set(_ columns: [Handle], _ split: Handle, in scene: inout Scene) {
        let old = scene[Split.self, split]
        let coming = columns.filter { scene.container(of: $0) != split }
        scene.reserve(coming, for: split)
        scene[Split.self, split].isReplacing = true
        if old.collapsed {
            scene[Split.self, split].collapsed = false
            takeBack(split, in: &scene)
        }
        for column in members(of: split, in: scene) where !columns.contains(column) {
            scene.willMove(column, to: .none)
            scene.removeView(of: column)
            scene.removeMember(column, from: split)
            scene.removeFromParent(column)
        }
        for column in coming {
            if scene.take(column, into: split) { scene.didMove(column, to: split) }
        }
        scene[Split.self, split].primary = columns.first ?? .none
        scene[Split.self, split].secondary = columns.last ?? .none
        let supplementary = columns.count == 3 ? columns[1] : .none
        scene[Split.self, split].supplementary = supplementary
        scene[Split.self, split].isReplacing = false
        scene.arrange(columns, of: split)
        if supplementary != old.supplementary {
            scene.emit(
                SplitKind.SupplementaryChanged { $0.supplementary = supplementary }, of: split)
        }
        announce(split, in: &scene)
        if scene.hasAppeared(split) {
            adapt(split, in: &scene)
            show(split, in: &scene)
        }
    }
}

extension SplitShowDetail: ContainerCommand {
    /// The split and its new secondary column.
    public typealias Plan = (split: Handle, detail: Handle)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let split = try scene.controller(id, of: Split.self)
        let detail = try scene.controller(controller, at: "controller")
        let state = scene[Split.self, split]
        if detail == state.secondary { return (split, detail) }
        guard !state.primary.isNone else {
            throw CommandError(
                .nothingToShow,
                "\(scene.shown(split)) has no columns; set them with split.setColumns", path: "id")
        }
        guard detail != state.primary else {
            throw CommandError(
                .duplicateController, "\(controller) is the primary column", path: "controller")
        }
        guard detail != state.supplementary else {
            throw CommandError(
                .duplicateController, "\(controller) is the supplementary column",
                path: "controller")
        }
        try scene.checkMember(detail, of: split, at: "controller")
        return (split, detail)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let state = scene[Split.self, plan.split]
        if state.collapsed, Split().hasStack(plan.split, in: scene) {
            Split().push(detail: plan.detail, plan.split, in: &scene)
        } else if plan.detail != state.secondary {
            let others = state.others.dropLast() + [plan.detail]
            Split().set([state.primary] + others, plan.split, in: &scene)
        }
        return Reply()
    }
}

extension SplitSetDisplayMode: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Split.self)
    }

    public func commit(_ split: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Split().set(mode, split, in: &scene)
        return Reply()
    }
}

extension Split {
    fileprivate func set(_ mode: SplitDisplayMode, _ split: Handle, in scene: inout Scene) {
        guard scene[Split.self, split].mode != mode else { return }
        scene[Split.self, split].mode = mode
        scene.emit(SplitKind.DisplayModeChanged { $0.mode = mode }, of: split)
        if scene.hasAppeared(split) { show(split, in: &scene) }
    }

    /// Returns the split that a command changes, and checks that the split has the column.
    ///
    /// - Throws: `nothingToShow` if the split has no columns, `invalidArgument` for the
    ///   supplementary column of a split with two columns.
    fileprivate func split(
        _ id: Identifier?, having column: SplitColumn, in scene: borrowing Scene
    ) throws(CommandError) -> Handle {
        let split = try scene.controller(id, of: Split.self)
        let state = scene[Split.self, split]
        guard !state.primary.isNone else {
            throw CommandError(
                .nothingToShow,
                "\(scene.shown(split)) has no columns; set them with split.setColumns", path: "id")
        }
        guard column != .supplementary || state.hasThree else {
            throw .invalidArgument(
                "\(scene.shown(split)) has two columns, primary and secondary, and no "
                    + "\(column.rawValue) one; add it with split.setColumns",
                path: "column")
        }
        return split
    }

    /// Shows or hides a column. In a collapsed split view, changes the primary column's stack;
    /// otherwise, changes the display mode.
    fileprivate func set(
        _ column: SplitColumn, isShown: Bool, _ split: Handle, in scene: inout Scene
    ) {
        let state = scene[Split.self, split]
        if state.collapsed {
            setTop(column, isShown: isShown, split, in: &scene)
        } else if state.isDrawer(in: scene.bounds(of: split)) {
            let size = scene.bounds(of: split)
            let mode =
                isShown
                ? state.drawerMode(showing: column, in: size)
                : state.drawerMode(hiding: column, in: size)
            if let mode { set(mode, split, in: &scene) }
        } else if let mode = isShown ? state.mode(showing: column) : state.mode(hiding: column) {
            set(mode, split, in: &scene)
        }
    }
}

extension SplitShow: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try Split().split(id, having: column, in: scene)
    }

    public func commit(_ split: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Split().set(column, isShown: true, split, in: &scene)
        return Reply()
    }
}

extension SplitHide: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try Split().split(id, having: column, in: scene)
    }

    public func commit(_ split: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Split().set(column, isShown: false, split, in: &scene)
        return Reply()
    }
}

extension SplitSwipe: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let split = try Split().split(id, having: .primary, in: scene)
        guard direction == .left || direction == .right else {
            throw CommandError(
                .unsupported, "the columns of a split do not move \(direction.rawValue)",
                path: "direction")
        }
        return split
    }

    public func commit(_ split: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let state = scene[Split.self, split]
        guard state.options.presentsWithGesture != false else {
            scene.ignore(
                split,
                "The user may not swipe columns of \(scene.shown(split)): its presentsWithGesture is "
                    + "false.", because: .gestureDisabled)
            return Reply()
        }
        let shows = (direction == .right) == (state.options.primaryEdge != .trailing)
        let size = scene.bounds(of: split)
        if !state.collapsed, let mode = state.mode(afterSwipeThatShows: shows, in: size) {
            Split().set(mode, split, in: &scene)
        }
        return Reply()
    }
}
