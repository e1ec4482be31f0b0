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
        let placeholder = Self.placeholder(name)
        let controllers = hosted(by: name)
        var hidden = Dictionary<TextKey, Value>(minimumCapacity: controllers.count)
        for controller in controllers {
            hidden[TextKey(scene.name(of: controller))] = scene.content(of: controller) ?? .null
        }
        plugins.change(name) { $0.hidden = hidden }
        scene.setContents(controllers.map { ($0, placeholder) })
        _ = closeTransaction(cause: nil)
    }

    /// Sets controllers of a plugin to the content that its placeholder covers, unless a client has
    /// set other content meanwhile.
    mutating func uncover(_ name: String, _ controllers: [Handle]) {
        let placeholder = Self.placeholder(name)
        var hidden = plugins[name]?.hidden ?? [:]
        if hidden.isEmpty { return }
        var contents: [(controller: Handle, content: Value?)] = []
        for controller in controllers {
            let key = TextKey(scene.name(of: controller))
            guard let content = hidden.removeValue(forKey: key),
                scene.content(of: controller) == placeholder
            else { continue }
            contents.append((controller, content == .null ? nil : content))
        }
        scene.setContents(contents)
        plugins.change(name) { $0.hidden = hidden }
        _ = closeTransaction(cause: nil)
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
