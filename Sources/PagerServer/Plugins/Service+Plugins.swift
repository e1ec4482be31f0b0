internal import Containment
internal import PagerJournal
package import PagerModel
internal import PagerPlugins
internal import PagerWire

/// Functions that register plugins, set the controller kinds that they host, and send messages to
/// them.
extension Service {
    /// Registers the connection of the request as a plugin.
    ///
    /// - Throws: `unsupported` if the connection is not to the plugins socket or already belongs to
    ///   a plugin; `nameTaken` if a plugin with this name is connected; `kindTaken` if a kind is
    ///   built in or another plugin hosts it; `notPermitted` if the name belongs to another user,
    ///   if it is the name of a configured plugin that runs in a different process, or if the
    ///   plugin must not decide about a controller; `limitExceeded` for too many plugins, kinds or
    ///   declarations; `invalidArgument` for an invalid declaration.
    mutating func register(
        _ command: PluginRegister, on connection: PluginConnection, _ context: RequestContext
    ) throws(CommandError) -> PluginRegister.Reply {
        if let known = plugins.plugin(of: connection) {
            throw CommandError(
                .unsupported, "this connection already belongs to the plugin \(known.name)")
        }
        let name = command.name.text
        var plugin = plugins[name] ?? Plugin(name: name)
        let isReplayed = context.isReplayed
        try checkName(of: plugin, connection, isReplayed: isReplayed)
        try checkKinds(command.kinds, of: name, isReplayed: isReplayed)
        try checkDecisions(
            command.decisions, of: plugin, kinds: command.kinds, isReplayed: isReplayed)
        if plugin.isAttached {
            detach(name, "disconnected")
            plugin = plugins[name] ?? plugin
        }
        let wasThere = plugin.state != .expected
        let since = command.since ?? (wasThere ? plugin.lostAt : recorder.seq)
        plugin.reason = nil
        plugin.owner = connection.peer
        plugin.decisions = command.decisions
        plugin.heard = present
        plugins[name] = plugin
        plugins.connect(name, connection)
        for kind in command.kinds { host(kind.text, name) }
        let boot = command.since == nil ? nil : command.boot
        let kinds = HostedKinds { $0.kinds = kindNames(of: name) }
        if wasThere {
            tell(PluginEvents.Restored { $0.kinds = kinds }, of: name)
        } else {
            tell(PluginEvents.Attached { $0.kinds = kinds }, of: name)
        }
        // The content is restored before the plugin counts as attached. So the resulting events are
        // in the pages of `missed` instead of the plugin's queue.
        uncover(name)
        plugins.change(name) { $0.state = .attached }
        return try reply(name, missedEvents(since: since, in: boot, of: name))
    }

    private func checkName(
        of plugin: Plugin, _ connection: PluginConnection, isReplayed: Bool
    ) throws(CommandError) {
        if plugins[plugin.name] == nil, plugins.byName.count >= Limits.plugins {
            throw CommandError(
                .limitExceeded,
                "there may be at most \(Limits.plugins) plugins; remove one with plugin.forget",
                path: "name")
        }
        if plugin.isAttached {
            let isSame = plugin.connection?.pid != nil && plugin.connection?.pid == connection.pid
            guard isSame, plugin.owner == connection.peer else {
                throw CommandError(
                    .nameTaken, "a plugin named \(plugin.name) is already connected", path: "name")
            }
        }
        if let owner = plugin.owner, owner != connection.peer {
            throw CommandError(
                .notPermitted, "the plugin \(plugin.name) belongs to another user", path: "name")
        }
        // A replay does not repeat this check, because the process may have ended.
        if plugin.isConfigured, !isReplayed,
            !ProcessTree.isProgram(connection.pid, of: plugin.child)
        {
            throw CommandError(
                .notPermitted,
                "\(plugin.name) is the name of a configured plugin, and this is not the process "
                    + "that the daemon started for it", path: "name")
        }
    }

    /// Sets the configured plugins. Their kinds and grants apply even before the plugins connect.
    mutating func expect(_ expected: [ExpectedPlugin]) {
        for plugin in plugins.sorted {
            plugins.change(plugin.name) {
                $0.isConfigured = false
                $0.grants = []
            }
        }
        for configured in expected {
            var plugin = plugins[configured.name.text] ?? Plugin(name: configured.name.text)
            plugin.isConfigured = true
            plugin.grants = configured.grants
            plugins[plugin.name] = plugin
            for kind in configured.kinds {
                // The content that the placeholders replace belongs to the old host, not to the new
                // one.
                if let index = scene.kind(named: kind.text), plugins.host(of: index) != plugin.name
                {
                    scene.uncoverAll(scene.controllers(ofKind: index))
                }
                host(kind.text, plugin.name)
            }
            _ = closeTransaction(cause: nil)
        }
        if !plugins.isEmpty { record(.expected, Value(expected)) }
    }

    /// Makes a plugin the host of a controller kind, whether the plugin is connected or not.
    mutating func host(_ kind: String, _ name: String) {
        if scene.kind(named: kind) == nil { try? scene.addHostedKind(named: kind) }
        guard let index = scene.kind(named: kind), plugins.host(of: index) != name else { return }
        plugins.assign(index, to: name)
        recorder.hostsKinds = true
    }

    /// Returns the names of the controller kinds that a plugin hosts.
    func kindNames(of name: String) -> [String] {
        plugins.kinds(of: name).map { scene.kindName(at: $0) }
    }

    private func reply(
        _ name: String, _ missed: MissedEvents
    ) throws(CommandError) -> PluginRegister.Reply {
        let hosted = try controllers(of: name, ListRange { $0.limit = limits.catchUpControllers })
        var reply = PluginRegister.Reply()
        reply.name = name
        reply.grants = plugins[name]?.grants ?? []
        reply.controllers = hosted.controllers
        reply.next = hosted.next
        reply.missed = missed
        reply.boot = identity.boot
        reply.bootSeq = boots.bootSeq
        reply.history = identity.history
        return reply
    }

    /// Asks for the missing content of the controllers that a newly connected plugin hosts.
    mutating func welcome(_ name: String) {
        for controller in hosted(by: name) where scene.isViewLoaded(controller) {
            askForContent(of: controller)
        }
    }

    // MARK: Events and messages

    /// Publishes an event about a plugin.
    mutating func tell<E: CoreEvent>(_ event: E, of name: String, cause: EventCause? = nil) {
        let publication = state.recorder.record(event, of: name, state.scene, cause: cause)
        if !publication.events.frames.isEmpty { outbox.append(publication.events) }
    }

    /// Publishes a diagnostic about a plugin's message, at most ten per second.
    mutating func diagnose(_ name: String, _ message: String) {
        // While the journal cannot be written, it cannot record the message, so no diagnostic
        // follows.
        if journalFailure != nil { return }
        let second = present.nanoseconds / 1_000_000_000
        var told = plugins[name]?.diagnostics ?? (second: second, count: 0)
        if told.second != second { told = (second: second, count: 0) }
        // Skipped diagnostics leave no trace in the state, because the journal does not record
        // them.
        guard told.count < 10 else { return }
        told.count += 1
        plugins.change(name) { $0.diagnostics = told }
        tell(PluginEvents.Diagnostic { $0.message = message }, of: name)
    }

    /// Sends each event about a hosted controller to the plugin that hosts the controller, if the
    /// plugin is connected.
    mutating func deliver(_ publication: Publication) {
        // Most events of a transaction concern controllers of one kind.
        var known: (kind: Int, name: String?)?
        let events = publication.events
        var frames = events.frames.indices[...]
        for delivery in publication.deliveries {
            let seq = events.firstSeq + delivery.index
            frames = frames.drop { events.frames[$0].seq < seq }
            if known?.kind != delivery.kind {
                let host = plugins.host(of: delivery.kind)
                known = (delivery.kind, host.flatMap { plugins.isAttached($0) ? $0 : nil })
            }
            guard let name = known?.name, let frame = frames.first else { continue }
            send(Self.notification(events.payload(frame)), to: name, seq: seq)
        }
        for controller in publication.loaded { askForContent(of: controller) }
    }

    private static func notification(_ payload: ArraySlice<UInt8>) -> [UInt8] {
        var json = JSONWriter(reserving: payload.count + 64)
        json.beginObject()
        json.key(plain: "jsonrpc")
        json.string(plain: "2.0")
        json.key(plain: "method")
        json.string(plain: "event")
        json.key(plain: "params")
        json.raw(payload)
        json.endObject()
        return json.bytes
    }

    /// Queues a message for a plugin. If the queue is full, the plugin is disconnected after the
    /// transaction.
    mutating func send(_ message: [UInt8], to name: String, seq: Int = 0) {
        if plugins.stalled.contains(name) { return }
        if !plugins.send(message, to: name, seq: seq) { plugins.stalled.insert(name) }
    }

    /// Returns one page of the list of all plugins, which is sorted by name. If more plugins
    /// follow, `next` is the name of the last plugin on the page.
    ///
    /// - Throws: `invalidArgument` for a limit out of range, `tooLarge` if the client requested the
    ///   whole list and the list does not fit into one page.
    func list(_ request: ListRange) throws(CommandError) -> PluginList.Reply {
        var page = try ListPortion<PluginRecord>(request)
        var reply = PluginList.Reply()
        for plugin in plugins.sorted where request.after.map({ plugin.name > $0 }) ?? true {
            guard try page.add(record(of: plugin)) else {
                reply.next = page.elements.last?.name
                break
            }
        }
        reply.plugins = page.elements
        return reply
    }

    private func record(of plugin: Plugin) -> PluginRecord {
        var record = PluginRecord()
        record.name = plugin.name
        record.state = plugin.state
        record.kinds = kindNames(of: plugin.name)
        record.decisions = plugin.decisions
        record.grants = plugin.grants
        record.pid = plugin.connection?.pid.map { Int($0) } ?? plugin.child.map { Int($0) }
        let news = plugins.programs[plugin.name]
        record.restarts = plugin.restarts + (news?.restarts ?? 0)
        record.queued = plugin.queued
        record.controllers = plugins.kinds(of: plugin.name)
            .reduce(0) { $0 + scene.count(ofKind: $1) }
        record.reason = news?.reason ?? plugin.reason
        return record
    }
}

extension Service {
    /// Removes a disconnected plugin. Afterwards, other plugins may host its kinds, and other users
    /// may register a plugin with its name.
    ///
    /// - Throws: `invalidArgument` for an unknown plugin, `unsupported` for a plugin that is
    ///   connected or configured, `controllerInUse` for a plugin that hosts controllers.
    mutating func forget(_ command: PluginForget) throws(CommandError) {
        let plugin = try plugin(named: command.name)
        guard !plugin.isAttached else {
            throw CommandError(
                .unsupported, "the plugin \(plugin.name) is connected; stop its process first",
                path: "name")
        }
        guard !plugin.isConfigured else {
            throw CommandError(
                .unsupported,
                "the configuration names the plugin \(plugin.name); remove it there, and restart "
                    + "the daemon", path: "name")
        }
        let kinds = plugins.kinds(of: plugin.name)
        let controllers = kinds.reduce(0) { $0 + scene.count(ofKind: $1) }
        guard controllers == 0 else {
            throw CommandError(
                .controllerInUse,
                "the plugin \(plugin.name) hosts \(counted(controllers, "controller")); destroy "
                    + "\(controllers == 1 ? "it" : "them") first (see plugin.controllers)",
                path: "name")
        }
        plugins.forget(plugin.name)
        for kind in kinds { scene.removeHostedKind(at: kind) }
        tell(PluginEvents.Forgotten(), of: plugin.name)
        recorder.forget(hosting: Set<Int>(kinds))
    }
}

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
            guard scene.reasonToStop(budget.excess) == nil else {
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

/// The changes in the state of a configured plugin's program that are not in the journal yet.
struct ProgramNews: Sendable {
    /// The number of restarts of the program that are not in the journal yet.
    var restarts = 0
    /// The reason why the program last ended.
    var ending: String?
    /// The reason why the program could not be started. Nil if it was started afterwards.
    var problem: String?

    /// The reason that `plugin.list` returns: why the program could not be started, or else why it
    /// last ended.
    var reason: String? { problem ?? ending }
}

/// Functions that record the state of the programs of configured plugins.
extension Service {
    /// The maximum number of characters in the text of a recorded problem.
    private static let problemLength = 1_000

    /// Handles a change in the state of a program, and records it if the journal has space. Until
    /// there is space, the daemon counts the restarts, and remembers only the latest end and the
    /// latest failed start.
    mutating func take(_ change: PluginProcesses.Change, at time: Instant) {
        arrive(at: time)
        let name = change.name.text
        guard let plugin = plugins[name] else { return }
        var news = plugins.programs[name] ?? ProgramNews()
        switch change {
        case .started(_, let pid):
            if plugin.child != nil || (news.reason ?? plugin.reason) != nil { news.restarts += 1 }
            news.problem = nil
            plugins.change(name) { $0.child = pid }
        case .ended(_, let reason):
            news.ending = reason
            plugins.change(name) { $0.child = nil }
        case .failed(_, let problem):
            news.problem = beginning(of: problem.description, scalars: Self.problemLength)
        }
        plugins.programs[name] = news
        recordPrograms(at: time)
    }

    /// Applies the pending changes in the state of programs, and records them, while the journal
    /// has space.
    package mutating func recordPrograms(at time: Instant) {
        guard !plugins.programs.isEmpty, journalFailure == nil else { return }
        arrive(at: time)
        for name in plugins.programs.keys.sorted() {
            guard canRecord, let news = plugins.programs.removeValue(forKey: name) else { return }
            record(news, of: name)
        }
    }

    private mutating func record(_ news: ProgramNews, of name: String) {
        if let ending = news.ending { lose(name, ending) }
        guard let plugin = plugins[name] else { return }
        let reason = news.ending ?? plugin.reason
        if news.restarts > 0 || reason != plugin.reason {
            setProgram(of: name, restarts: plugin.restarts + news.restarts, reason: reason)
            record(
                .pluginProgram,
                [
                    "name": .string(name), "restarts": .integer(plugin.restarts + news.restarts),
                    "reason": reason.map { .string($0) } ?? .null,
                ])
        }
        if let problem = news.problem { tell(problem: problem, of: name) }
    }

    /// Sets the number of times that a program was restarted, and the reason why it ended.
    mutating func setProgram(of name: String, restarts: Int, reason: String?) {
        plugins.change(name) {
            $0.restarts = restarts
            $0.reason = reason
        }
    }

    /// Publishes a diagnostic that a configured plugin cannot be started.
    mutating func tell(problem: String, of name: String) {
        plugins.change(name) { $0.reason = problem }
        diagnose(name, problem)
        record(.pluginProblem, ["name": .string(name), "problem": .string(problem)])
    }
}
