package import PagerModel

/// The original content of each controller that shows a placeholder because its plugin is
/// disconnected. `bytes` is the total size of this content.
struct CoveredContents: Sendable {
    private(set) var bytes = 0
    private var contents: [Handle: Value] = [:]

    var count: Int { contents.count }
    var isEmpty: Bool { contents.isEmpty }

    /// The original content of a controller that shows a placeholder. It is `.null` if the
    /// controller had no content. Nil if the controller shows no placeholder. O(size of the
    /// content).
    subscript(controller: Handle) -> Value? {
        get { contents[controller] }
        set {
            let old = contents[controller]
            contents[controller] = newValue
            bytes += (newValue?.footprint ?? 0) - (old?.footprint ?? 0)
        }
    }

    mutating func visit(_ archive: inout Archive) {
        archive.visit(&contents, by: Handle.isInOrder, new: Value.null) { $1.visit(field: &$0) }
        if archive.isReading { bytes = contents.values.reduce(0) { $0 + $1.footprint } }
    }
}

/// Placeholders that replace the content of controllers while their plugin is disconnected.
extension Scene {
    package func content(of controller: Handle) -> Value? { options[Int(controller.slot)].content }

    /// Returns whether a placeholder replaces the content of a controller.
    package func isCovered(_ controller: Handle) -> Bool { state.covered[controller] != nil }

    package var coveredCount: Int { state.covered.count }

    /// The total size in bytes of the options `content` and `on` of all controllers. Includes the
    /// content that placeholders have replaced.
    package var contentBytes: Int { state.contentBytes + state.covered.bytes }

    /// The part of `contentBytes` that belongs to controllers that plugin processes host. Only they
    /// have placeholders.
    private var hostedContentBytes: Int { state.hostedContentBytes + state.covered.bytes }

    /// Checks that the content and the reactions of all controllers do not grow too large.
    ///
    /// - Parameter kind: The kind of the controller whose content and reactions grow.
    /// - Throws: `limitExceeded`.
    func checkContents(growingBy growth: Int, ofKind kind: Int) throws(CommandError) {
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
            hostedContentBytes + growth, Limits.hostedContentBytes, of: " that plugins host")
    }

    /// Counts bytes that the content or the reactions of the controller in a slot have gained.
    mutating func count(content growth: Int, in slot: UInt32) {
        state.contentBytes += growth
        // Slots of views have no kind.
        guard growth != 0, kinds[Int(nodes[Int(slot)].kind)].isHosted else { return }
        state.hostedContentBytes += growth
    }

    /// Replaces the content of controllers with a placeholder. The original content is kept and
    /// still counts in `contentBytes`. Controllers that already have a placeholder are skipped.
    /// O(controllers).
    package mutating func cover(_ controllers: [Handle], with placeholder: Value) {
        makeUnique()
        for controller in controllers where state.covered[controller] == nil {
            let content = content(of: controller)
            state.covered[controller] = content ?? .null
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
        let covered = state.covered[controller] ?? .null
        state.covered[controller] = nil
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
        let old = options[Int(controller.slot)].contentFootprint
        options[Int(controller.slot)].content = content
        count(
            content: options[Int(controller.slot)].contentFootprint - old, in: controller.slot)
        emit(ControllerEvents.ContentChanged { $0.content = content ?? .null }, of: controller)
    }

    /// Stores the original content of a controller that shows a placeholder. Called after the
    /// daemon has read a snapshot that an earlier version of pagerd wrote. That version stored such
    /// content outside the scene.
    package mutating func keep(covered content: Value, of controller: Handle) {
        makeUnique()
        state.covered[controller] = content
    }
}
