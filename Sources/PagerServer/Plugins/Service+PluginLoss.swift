internal import Containment
internal import PagerJournal
package import PagerModel
internal import PagerWire

/// A plugin that is gone, and what its controllers show meanwhile.
extension Service {
    /// Detaches a plugin that is gone, and records that in the journal.
    ///
    /// - Parameter lostAt: the seq of the last event that it can have seen, where it is known.
    mutating func lose(_ name: String, _ reason: String, lostAt: Int? = nil) {
        guard plugins[name]?.isAttached == true else { return }
        // Until the journal has room it is only noted; see `runPluginDeadlines`.
        guard canRecord else { return plugins.noteEnd(of: name, at: present) }
        let seq = detach(name, reason, lostAt: lostAt)
        record(
            .pluginLost,
            ["name": .string(name), "reason": .string(reason), "lostAt": .integer(seq)])
    }

    /// Ends the connection of a plugin; its controllers show the placeholder, and its decisions are
    /// made by default.
    ///
    /// - Returns: the seq of the last event that the plugin can have seen.
    @discardableResult
    mutating func detach(_ name: String, _ reason: String, lostAt: Int? = nil) -> Int {
        plugins.disconnect(name)
        let seq = recorder.seq
        plugins.change(name) {
            $0.lose(reason, seq: seq)
            if let lostAt { $0.lostAt = lostAt }
        }
        let known = plugins[name]?.lostAt ?? seq
        tell(PluginEvents.Lost(reason: reason), of: name)
        cover(name)
        settleDecisions(of: name)
        return known
    }

    /// Makes the decisions of a plugin that is gone by default, as many as a batch might hold; the
    /// others are due.
    private mutating func settleDecisions(of name: String) {
        var budget = BatchBudget(scene, limits)
        for decision in plugins.open where decision.plugin == name {
            guard scene.cut(budget.excess) == nil else {
                return plugins.bringForward(decisionsOf: name, to: present)
            }
            settle(decision, decision.declaration.standard, .lost, &budget)
        }
    }

    /// Plugins that let too many messages wait are gone.
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

    /// Shows the contents again that placeholders of a plugin's controllers cover, as many as one
    /// transaction may have. The others are due.
    mutating func uncover(_ name: String) {
        let hasMore = scene.uncover(hosted(by: name))
        plugins.change(name) { $0.hasCovered = hasMore }
        _ = closeTransaction(cause: nil)
    }

    /// Shows more contents of plugins that have come back and have nothing else to read.
    mutating func uncoverMore() {
        for plugin in plugins.sorted where plugin.isUncovering {
            guard canRecord else { return }
            uncover(plugin.name)
            record(.contentsUncovered, ["name": .string(plugin.name)])
        }
    }

    /// Takes what older snapshots kept with the plugins.
    mutating func keepCoveredContents() {
        for plugin in plugins.sorted {
            for (name, content) in plugin.hidden {
                guard let controller = scene.find(name.text) else { continue }
                scene.keep(covered: content, of: controller)
            }
            plugins.change(plugin.name) { $0.hidden = [:] }
        }
    }

    /// Sets the content of a controller as `controller.update` does.
    ///
    /// - Throws: what `controller.update` refuses; then nothing has changed.
    mutating func setContent(_ content: Value, of id: Identifier) throws(CommandError) {
        var update = ControllerUpdate()
        update.id = id
        update.options = [.init("content", content)]
        _ = try scene.apply(update, at: scene.now)
    }
}
