package import PagerModel

/// What controllers of a plugin that is gone show, and what they showed before.
extension Scene {
    package func content(of controller: Handle) -> Value? { options[Int(controller.slot)].content }

    /// Whether a placeholder stands for the content of a controller.
    package func isCovered(_ controller: Handle) -> Bool { state.covered[controller] != nil }

    package var coveredCount: Int { state.covered.count }

    /// Bytes of the contents and reactions of all controllers, and of what placeholders cover.
    package var contentBytes: Int { state.contentBytes + state.covered.bytes }

    /// Shows a placeholder in place of the contents of controllers. The contents are kept and count
    /// as before; those of controllers that are covered already stay so. O(controllers).
    package mutating func cover(_ controllers: [Handle], with placeholder: Value) {
        makeUnique()
        for controller in controllers where state.covered[controller] == nil {
            let content = content(of: controller)
            state.covered[controller] = content ?? .null
            set(content: placeholder, of: controller)
        }
        endTurn()
    }

    /// Shows the contents again that placeholders cover, but for those that a client has replaced
    /// meanwhile. Where there are more than `Limits.uncoveredBytes`, the rest is left covered.
    ///
    /// - Returns: whether the rest is left. O(controllers), and O(contents that are shown again).
    package mutating func uncover(_ controllers: [Handle]) -> Bool {
        if state.covered.isEmpty { return false }
        makeUnique()
        defer { endTurn() }
        var cost = 0
        for controller in controllers where isCovered(controller) {
            let excess = cost > Limits.uncoveredBytes ? "the contents of a plugin" : nil
            guard cut(excess) == nil else { return true }
            cost += uncover(controller)
        }
        return false
    }

    /// Shows all of these contents again, in one transaction: at a start, when nothing waits.
    package mutating func uncoverAll(_ controllers: [Handle]) {
        makeUnique()
        for controller in controllers where isCovered(controller) { _ = uncover(controller) }
        endTurn()
    }

    /// - Returns: what publishing the content costs, in bytes. A number costs as much as 24 of them.
    private mutating func uncover(_ controller: Handle) -> Int {
        let covered = state.covered[controller] ?? .null
        state.covered[controller] = nil
        guard content(of: controller)?["placeholder"] == .bool(true) else { return 0 }
        set(content: covered == .null ? nil : covered, of: controller)
        var length = JSONLength()
        covered.write(to: &length)
        return length.bytes + 24 * length.scalars
    }

    /// Told as `controller.update` tells it, which would go through all options.
    private mutating func set(content: Value?, of controller: Handle) {
        guard self.content(of: controller) != content else { return }
        state.contentBytes -= options[Int(controller.slot)].contentFootprint
        options[Int(controller.slot)].content = content
        state.contentBytes += options[Int(controller.slot)].contentFootprint
        emit(ControllerEvents.ContentChanged(content: content ?? .null), of: controller)
    }

    /// What older snapshots kept beside the scene.
    package mutating func keep(covered content: Value, of controller: Handle) {
        makeUnique()
        state.covered[controller] = content
    }
}
