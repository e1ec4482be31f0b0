package import PagerModel

/// The size of the options `content` and `on` of all controllers, and the original content of each
/// controller that shows a placeholder because its plugin is disconnected.
struct ControllerContent: Sendable {
    /// The size in bytes of the options of all controllers.
    private var shownBytes = 0
    /// The part of `shownBytes` that belongs to controllers that plugin processes host.
    private var hostedBytes = 0
    private var covered: [Handle: Value] = [:]
    private var coveredBytes = 0

    /// The size of all content, including the content that placeholders have replaced.
    var bytes: Int { shownBytes + coveredBytes }

    /// The part of `bytes` that belongs to controllers that plugin processes host. Only they have
    /// placeholders.
    var bytesOfHosted: Int { hostedBytes + coveredBytes }

    var coveredCount: Int { covered.count }

    /// Counts bytes that a controller's options have gained.
    mutating func count(_ growth: Int, isHosted: Bool) {
        shownBytes += growth
        if isHosted { hostedBytes += growth }
    }

    func isCovered(_ controller: Handle) -> Bool { covered[controller] != nil }

    /// Keeps the original content of a controller that shows a placeholder: `.null` if it had none.
    mutating func cover(_ controller: Handle, _ content: Value) {
        coveredBytes += content.footprint - (covered[controller]?.footprint ?? 0)
        covered[controller] = content
    }

    /// Returns the original content of a controller that shows a placeholder, and forgets it.
    @discardableResult
    mutating func uncover(_ controller: Handle) -> Value? {
        guard !covered.isEmpty, let content = covered.removeValue(forKey: controller) else {
            return nil
        }
        coveredBytes -= content.footprint
        return content
    }

    /// Archives the original content. The sizes are computed from the options.
    mutating func visit(_ archive: inout Archive) {
        archive.visit(&covered, by: Handle.isInOrder, new: Value.null) { $1.visit(field: &$0) }
        if archive.isReading { coveredBytes = covered.values.reduce(0) { $0 + $1.footprint } }
    }
}

/// Placeholders that replace the content of controllers while their plugin is disconnected.
extension Scene {
    package func content(of controller: Handle) -> Value? { self[optionsOf: controller].content }

    /// Returns whether a placeholder replaces the content of a controller.
    package func isCovered(_ controller: Handle) -> Bool { state.content.isCovered(controller) }

    package var coveredCount: Int { state.content.coveredCount }

    /// The total size in bytes of the options `content` and `on` of all controllers. Includes the
    /// content that placeholders have replaced.
    package var contentBytes: Int { state.content.bytes }

    /// Checks that the content and the reactions of all controllers do not grow too large.
    ///
    /// - Parameter kind: The kind of the controller whose content and reactions grow.
    /// - Throws: `limitExceeded`.
    func checkContentSize(growingBy growth: Int, ofKind kind: Int) throws(CommandError) {
        guard growth > 0 else { return }
        func check(_ bytes: Int, _ most: Int, of whose: String) throws(CommandError) {
            guard bytes > most else { return }
            throw CommandError(
                .limitExceeded,
                "the contents and reactions of all controllers\(whose) must be at most \(most) "
                    + "bytes together, would be \(bytes)")
        }
        try check(contentBytes + growth, Limits.allContentBytes, of: "")
        guard kinds[kind].isHosted else { return }
        try check(
            state.content.bytesOfHosted + growth, Limits.hostedContentBytes,
            of: " that plugins host")
    }

    /// Counts bytes that the content or the reactions of the controller in a slot have gained.
    mutating func count(content growth: Int, in slot: UInt32) {
        // Slots of views have no kind.
        guard growth != 0 else { return }
        state.content.count(growth, isHosted: kinds[kind(at: slot)].isHosted)
    }

    /// Replaces the content of controllers with a placeholder. The original content is kept and
    /// still counts in `contentBytes`. Controllers that already have a placeholder are skipped.
    /// O(controllers).
    package mutating func cover(_ controllers: [Handle], with placeholder: Value) {
        makeUnique()
        for controller in controllers where !isCovered(controller) {
            let content = content(of: controller)
            state.content.cover(controller, content ?? .null)
            set(content: placeholder, of: controller)
        }
        endTurn()
    }

    /// Restores the content that placeholders replaced, except where a client has set new content.
    /// Stops early if the cost of publishing the restored content exceeds `Limits.uncoveredBytes`.
    /// O(number of controllers + size of the restored content).
    ///
    /// - Returns: Whether the call stopped early, so that some placeholders remain.
    package mutating func uncover(_ controllers: [Handle]) -> Bool {
        if coveredCount == 0 { return false }
        makeUnique()
        defer { endTurn() }
        var cost = 0
        for controller in controllers where isCovered(controller) {
            let excess = cost > Limits.uncoveredBytes ? "the contents of a plugin" : nil
            guard reasonToStop(excess) == nil else { return true }
            cost += uncover(controller)
        }
        return false
    }

    /// Restores all content that placeholders replaced, in one transaction. Called when a daemon
    /// starts, before clients connect.
    package mutating func uncoverAll(_ controllers: [Handle]) {
        makeUnique()
        for controller in controllers where isCovered(controller) { _ = uncover(controller) }
        endTurn()
    }

    /// Restores the content that a placeholder replaced, unless a client has set new content.
    ///
    /// - Returns: The cost of publishing the content: its bytes, plus 24 for each scalar value.
    private mutating func uncover(_ controller: Handle) -> Int {
        let covered = state.content.uncover(controller) ?? .null
        guard content(of: controller)?["placeholder"] == .bool(true) else { return 0 }
        set(content: covered == .null ? nil : covered, of: controller)
        var length = JSONLength()
        covered.write(to: &length)
        return length.bytes + 24 * length.scalars
    }

    /// Sets the content of a controller and publishes the change. Faster than `controller.update`,
    /// which compares all options.
    private mutating func set(content: Value?, of controller: Handle) {
        guard self.content(of: controller) != content else { return }
        let old = self[optionsOf: controller].contentFootprint
        self[optionsOf: controller].content = content
        count(
            content: self[optionsOf: controller].contentFootprint - old, in: controller.slot)
        emit(ControllerEvents.ContentChanged { $0.content = content ?? .null }, of: controller)
    }

    /// Stores the original content of a controller that shows a placeholder. Called after the
    /// daemon has read a snapshot that an earlier version of pagerd wrote. That version stored such
    /// content outside the scene.
    package mutating func keep(covered content: Value, of controller: Handle) {
        makeUnique()
        state.content.cover(controller, content)
    }
}
