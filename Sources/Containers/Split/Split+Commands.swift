public import Containment
public import PagerModel

extension SplitSetColumns: ContainerCommand {
    /// The columns, none or two.
    public typealias Plan = (split: Handle, columns: [Handle])

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let split = try scene.controller(id, of: Split.self)
        guard let primary, let secondary else {
            guard primary == nil, secondary == nil else {
                throw .invalidArgument(
                    "a split has two columns or none",
                    path: primary == nil ? "primary" : "secondary")
            }
            return (split, [])
        }
        let columns = [
            try scene.controller(primary, at: "primary"),
            try scene.controller(secondary, at: "secondary"),
        ]
        guard columns[0] != columns[1] else {
            throw CommandError(
                .duplicateController, "the columns are one controller", path: "secondary")
        }
        try scene.checkMember(columns[0], of: split, at: "primary")
        try Split().checkSecondary(columns[1], split, at: "secondary", in: scene)
        return (split, columns)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        Split().set(plan.columns, plan.split, in: &scene)
        return Reply()
    }
}

extension Split {
    /// The secondary may lie on the primary's stack, where a collapse has put it.
    fileprivate func checkSecondary(
        _ controller: Handle, _ split: Handle, at path: String, in scene: Scene
    ) throws(CommandError) {
        if controller == scene[Split.self, split].secondary { return }
        try scene.checkMember(controller, of: split, at: path)
    }

    fileprivate func set(_ columns: [Handle], _ split: Handle, in scene: inout Scene) {
        let old = scene[Split.self, split]
        let coming = columns.filter { scene.container(of: $0) != split }
        scene.reserve(coming, for: split)
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
        scene.arrange(columns, of: split)
        announce(split, in: &scene)
        if scene.hasAppeared(split) {
            adapt(split, in: &scene)
            show(split, in: &scene)
        }
    }
}

extension SplitShowDetail: ContainerCommand {
    /// Nil where the controller is the secondary column already.
    public typealias Plan = (split: Handle, columns: [Handle])?

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let split = try scene.controller(id, of: Split.self)
        let detail = try scene.controller(controller, at: "controller")
        let state = scene[Split.self, split]
        if detail == state.secondary { return nil }
        guard !state.primary.isNone else {
            throw CommandError(
                .nothingToShow, "\(scene.shown(split)) has no columns yet", path: "id")
        }
        guard detail != state.primary else {
            throw CommandError(
                .duplicateController, "\(controller) is the primary column", path: "controller")
        }
        try scene.checkMember(detail, of: split, at: "controller")
        return (split, [state.primary, detail])
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if let plan { Split().set(plan.columns, plan.split, in: &scene) }
        return Reply()
    }
}

extension SplitSetDisplayMode: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id, of: Split.self)
    }

    public func commit(_ split: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard scene[Split.self, split].mode != mode else { return Reply() }
        scene[Split.self, split].mode = mode
        scene.emit(SplitKind.DisplayModeChanged(mode: mode), of: split)
        if scene.hasAppeared(split) { Split().show(split, in: &scene) }
        return Reply()
    }
}
