internal import Containment
internal import PagerModel
internal import PagerWire

/// Who is a plugin, what it hosts and what it is told.
extension Service {
    /// Makes the connection a plugin's.
    ///
    /// - Throws: `nameTaken`, `kindTaken`, `notPermitted`, `limitExceeded`, `unsupported`.
    mutating func register(
        _ command: PluginRegister, _ connection: PluginConnection
    ) throws(Refusal) -> PluginRegister.Reply {
        if let known = plugins.plugin(of: connection) {
            throw Refusal(.unsupported, "this connection is the plugin \(known.name) already")
        }
        let name = command.name.text
        var plugin = plugins[name] ?? Plugin(name: name)
        try checkName(of: plugin, connection)
        try checkKinds(command.kinds, of: name)
        try checkDecisions(command.decisions, of: plugin, kinds: command.kinds)
        let wasThere = plugin.state != .expected
        let since = command.since ?? (wasThere ? plugin.lostAt : recorder.seq)
        plugin.state = .attached
        plugin.reason = nil
        plugin.owner = connection.peer
        plugin.decisions = command.decisions
        plugin.heard = present
        plugins[name] = plugin
        plugins.connect(name, connection)
        for kind in command.kinds { host(kind.text, name) }
        let kinds = plugins[name]?.kinds ?? []
        let boot = command.since == nil ? nil : command.boot
        let missed = missedEvents(since: since, in: boot, of: name)
        tell(wasThere ? .restored(kinds: kinds) : .attached(kinds: kinds), of: name)
        return reply(name, missed)
    }

    private func checkName(
        of plugin: Plugin, _ connection: PluginConnection
    ) throws(Refusal) {
        if plugins[plugin.name] == nil, plugins.byName.count >= Limits.plugins {
            throw Refusal(.limitExceeded, "at most \(Limits.plugins) plugins")
        }
        if plugin.isAttached {
            let isSame = plugin.connection?.pid != nil && plugin.connection?.pid == connection.pid
            guard isSame, plugin.owner == connection.peer else {
                throw Refusal(
                    .nameTaken, "the plugin \(plugin.name) is connected already", path: "name")
            }
        }
        if let owner = plugin.owner, owner != connection.peer {
            throw Refusal(
                .notPermitted, "the plugin \(plugin.name) is another user's", path: "name")
        }
        // Who was let in before is not looked at again: the process may be gone.
        if plugin.isConfigured, !isRestoring,
            !ProcessTree.isProgram(connection.pid, of: plugin.child)
        {
            throw Refusal(
                .notPermitted,
                "\(plugin.name) is the name of a configured plugin, and this is not the process "
                    + "that the daemon started for it", path: "name")
        }
    }

    private func checkKinds(_ kinds: [Identifier], of name: String) throws(Refusal) {
        for (index, kind) in kinds.enumerated() {
            guard let known = scene.kind(named: kind.text) else { continue }
            let host = plugins.plugin(hosting: known)?.name
            guard host == name else {
                throw Refusal(
                    .kindTaken,
                    host.map { "the plugin \($0) hosts the kind \(kind)" }
                        ?? "the kind \(kind) is built in", path: "kinds[\(index)]")
            }
        }
    }

    private func checkDecisions(
        _ decisions: [DecisionDeclaration], of plugin: Plugin, kinds: [Identifier]
    ) throws(Refusal) {
        for (index, decision) in decisions.enumerated() where !isRestoring {
            do {
                try decision.checkDefault()
            } catch {
                throw error.inside("decisions[\(index)]")
            }
        }
        guard !plugin.grants.contains(.decide) else { return }
        for (index, decision) in decisions.enumerated() {
            for name in decision.of ?? [] where !hosts(name, kinds.map(\.text)) {
                throw Self.lacks(.decide, plugin.name, "decide about \(name)")
                    .inside("decisions[\(index)].of")
            }
        }
    }

    private func hosts(_ name: Identifier, _ kinds: [String]) -> Bool {
        guard let controller = try? scene.controller(name) else { return false }
        return kinds.contains(scene.kindName(of: controller))
    }

    /// The plugins that the configuration names: their kinds and grants hold from the start.
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
            for kind in configured.kinds { host(kind.text, plugin.name) }
        }
        if !plugins.isEmpty { ledger.add(.expected, at: present, point, json: Value(expected)) }
    }

    /// What has become of the program of a configured plugin.
    mutating func take(_ change: PluginProcesses.Change, at time: Instant) {
        arrive(at: time)
        switch change {
        case .started(let name, let pid):
            plugins.change(name.text) {
                if $0.child != nil || $0.reason != nil { $0.restarts += 1 }
                $0.child = pid
            }
        case .ended(let name, let reason):
            lose(name.text, reason)
            plugins.change(name.text) {
                $0.child = nil
                $0.reason = reason
            }
        case .failed(let name, let problem):
            tell(problem: problem.description, of: name.text)
        }
    }

    /// A configured plugin cannot be started.
    mutating func tell(problem: String, of name: String) {
        plugins.change(name) { $0.reason = problem }
        diagnose(name, problem)
        ledger.add(
            .pluginProblem, at: present, point,
            json: ["name": .string(name), "problem": .string(problem)])
    }

    /// The kind is the plugin's from now on, whether it is there or not.
    mutating func host(_ kind: String, _ name: String) {
        if scene.kind(named: kind) == nil { try? scene.addHostedKind(named: kind) }
        guard let place = scene.kind(named: kind) else { return }
        plugins.assign(place, to: name)
        plugins.change(name) { if !$0.kinds.contains(kind) { $0.kinds.append(kind) } }
        recorder.hostsKinds = true
    }

    private func reply(_ name: String, _ missed: MissedEvents) -> PluginRegister.Reply {
        var reply = PluginRegister.Reply()
        reply.name = name
        reply.grants = plugins[name]?.grants ?? []
        reply.controllers = hosted(by: name).map { scene.record(controller: $0) }
        reply.missed = missed
        reply.boot = identity.boot
        reply.bootSeq = boots.bootSeq
        reply.history = identity.history
        return reply
    }

    /// The controllers that a plugin hosts.
    func hosted(by name: String) -> [Handle] {
        plugins.kinds(of: name).flatMap { scene.controllers(ofKind: $0) }
    }

    /// What it would have been sent, also about who is gone meanwhile.
    private func missedEvents(
        since: Int, in boot: String?, of name: String
    ) -> MissedEvents {
        var missed = MissedEvents()
        missed.reason = gap(after: since, of: boot)
        missed.complete = missed.reason == nil
        if missed.reason == .forked { return missed }
        let kinds = plugins.kinds(of: name)
        recorder.replayDeliveries(since: since, scene) { kind, payload in
            guard kinds.contains(kind), let event = try? JSONParser.parse(Array(payload))
            else { return }
            missed.events.append(event)
        }
        return missed
    }

    /// The plugin is there: its controllers show their own content again, and it is asked for what
    /// is missing.
    mutating func welcome(_ name: String) {
        uncover(name)
        for controller in hosted(by: name) where scene.isViewLoaded(controller) {
            askForContent(of: controller)
        }
    }

    // MARK: telling

    /// Publishes an event of a plugin.
    mutating func tell(_ event: PluginEvent, of name: String, cause: EventCause? = nil) {
        let turn = recorder.record(
            event, of: name, revision: scene.revision, time: scene.now, cause: cause)
        if !turn.frames.isEmpty { outbox.append(turn) }
    }

    /// Something is wrong with what a plugin sends; at most ten a second are told.
    mutating func diagnose(_ name: String, _ message: String) {
        if obstacle != nil { return }
        let second = present.nanoseconds / 1_000_000_000
        var told = plugins[name]?.diagnostics ?? (second: second, count: 0)
        if told.second != second { told = (second: second, count: 0) }
        // Of what is not told nothing is kept, for the journal has no record of it either.
        guard told.count < 10 else { return }
        told.count += 1
        plugins.change(name) { $0.diagnostics = told }
        tell(.diagnostic(message: message), of: name)
    }

    /// The events of a turn go to the plugins that host their subjects.
    mutating func deliver(_ turn: TurnRecord) {
        // Most of a turn's events are about controllers of one kind.
        var known: (kind: Int, name: String?)?
        for delivery in turn.deliveries {
            if known?.kind != delivery.kind {
                let plugin = plugins.plugin(hosting: delivery.kind)
                known = (delivery.kind, plugin?.isAttached == true ? plugin?.name : nil)
            }
            guard let name = known?.name else { continue }
            let seq = turn.firstSeq + delivery.index
            send(Self.notification(turn.payload(delivery.frame)), to: name, seq: seq)
        }
        for controller in turn.loaded { askForContent(of: controller) }
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

    /// Queues a message; a plugin that lets too many wait is lost when the turn is over.
    mutating func send(_ message: [UInt8], to name: String, seq: Int = 0) {
        if isRestoring || plugins.stalled.contains(name) { return }
        if !plugins.send(message, to: name, seq: seq) { plugins.stalled.insert(name) }
    }

    /// The plugins of one page, by name: `next` is the name of the last one.
    ///
    /// - Throws: `invalidArgument`, `tooLarge`.
    func list(_ request: ListRange) throws(Refusal) -> PluginList.Reply {
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
        record.kinds = plugin.kinds
        record.decisions = plugin.decisions
        record.grants = plugin.grants
        record.pid = plugin.connection?.pid.map { Int($0) } ?? plugin.child.map { Int($0) }
        record.restarts = plugin.restarts
        record.queued = plugin.queued
        record.controllers = plugins.kinds(of: plugin.name)
            .reduce(0) { $0 + scene.count(ofKind: $1) }
        record.reason = plugin.reason
        return record
    }
}

extension EventCategory {
    /// Whether who hosts a controller is told of such events about it.
    var isForHosts: Bool {
        switch self {
        case .containment, .lifecycle, .presentation, .controller, .diagnostic: true
        case .view, .transition, .pager, .tabBar, .navigation, .page, .split, .window, .plugin,
            .server:
            false
        }
    }
}
