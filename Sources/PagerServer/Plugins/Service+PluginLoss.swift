internal import Containment
internal import PagerJournal
package import PagerModel
internal import PagerWire

/// Functions that handle disconnected plugins, and that show placeholders instead of the content of
/// these plugins' controllers.
extension Service {
    /// Marks a plugin as disconnected with `detach`, and adds a record to the journal. Does nothing
    /// if the plugin is already disconnected.
    ///
    /// If the journal has no space, only marks the plugin's connection as ended, so that
    /// `runPluginDeadlines` detaches the plugin later.
    ///
    /// - Parameter lostAt: The seq of the last event that the plugin may have received, if known.
    mutating func lose(_ name: String, _ reason: String, lostAt: Int? = nil) {
        guard plugins[name]?.isAttached == true else { return }
        // While the journal has no space, only the end is recorded; see `runPluginDeadlines`.
        guard canRecord else { return plugins.noteEnd(of: name, at: present) }
        let seq = detach(name, reason, lostAt: lostAt)
        record(
            .pluginLost,
            ["name": .string(name), "reason": .string(reason), "lostAt": .integer(seq)])
    }

    /// Marks a plugin as disconnected. The plugin's controllers then show a placeholder, and its
    /// pending decisions get their default answers. The connection is not closed, but no longer
    /// belongs to the plugin.
    ///
    /// - Returns: The seq of the last event that the plugin may have received.
    @discardableResult
    mutating func detach(_ name: String, _ reason: String, lostAt: Int? = nil) -> Int {
        plugins.disconnect(name)
        let seq = recorder.seq
        plugins.change(name) {
            $0.lose(reason, seq: seq)
            if let lostAt { $0.lostAt = lostAt }
        }
        let known = plugins[name]?.lostAt ?? seq
        tell(PluginEvents.Lost { $0.reason = reason }, of: name)
        cover(name)
        settleDecisions(of: name)
        return known
    }

    /// Settles a disconnected plugin's pending decisions with their default answers. Stops when the
    /// work exceeds a limit for batches. The remaining decisions then expire at the current time,
    /// so that `runPluginDeadlines` settles them later in the same way.
    private mutating func settleDecisions(of name: String) {
        var budget = BatchBudget(scene, limits)
        for decision in plugins.open where decision.plugin == name {
            guard scene.cut(budget.excess) == nil else {
                return plugins.bringForward(decisionsOf: name, to: present)
            }
            settle(decision, decision.declaration.standard, .lost, &budget)
        }
    }

    /// Marks the plugins whose message queues are full as disconnected.
    package mutating func loseStalled(at time: Instant) {
        if plugins.stalled.isEmpty || journalFailure != nil { return }
        arrive(at: time)
        for name in plugins.stalled.sorted() {
            guard canRecord else { return }
            plugins.stalled.remove(name)
            lose(name, "stalled")
        }
    }

    private static func placeholder(_ name: String) -> Value {
        [
            "type": "text/plain", "body": .string("\(name) is not running"), "placeholder": true,
        ]
    }

    private mutating func cover(_ name: String) {
        plugins.change(name) { $0.hasCovered = false }
        scene.cover(hosted(by: name), with: Self.placeholder(name))
        _ = closeTransaction(cause: nil)
    }

    /// Restores the content that placeholders have replaced in a plugin's controllers, up to the
    /// limit for one transaction. Later transactions restore the rest.
    mutating func uncover(_ name: String) {
        let hasMore = scene.uncover(hosted(by: name))
        plugins.change(name) { $0.hasCovered = hasMore }
        _ = closeTransaction(cause: nil)
    }

    /// Continues to restore the content that placeholders have replaced, for each plugin that has
    /// reconnected and whose queue is empty.
    mutating func uncoverMore() {
        for plugin in plugins.sorted where plugin.isUncovering {
            guard canRecord else { return }
            uncover(plugin.name)
            record(.contentsUncovered, ["name": .string(plugin.name)])
        }
    }

    /// Moves the content in `Plugin.hidden`, which placeholders have replaced, to the scene. Only
    /// snapshots of earlier versions of pagerd have such content.
    mutating func keepCoveredContents() {
        for plugin in plugins.sorted {
            for (name, content) in plugin.hidden {
                guard let controller = scene.find(name.text) else { continue }
                scene.keep(covered: content, of: controller)
            }
            plugins.change(plugin.name) { $0.hidden = [:] }
        }
    }

    /// Sets the content of a controller, as `controller.update` does.
    ///
    /// - Throws: The error of `controller.update`. The state is then unchanged.
    mutating func setContent(_ content: Value, of id: Identifier) throws(CommandError) {
        var update = ControllerUpdate()
        update.id = id
        update.options = [.init("content", content)]
        _ = try scene.apply(update, at: scene.now)
    }
}
