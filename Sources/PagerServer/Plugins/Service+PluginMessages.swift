internal import Containment
package import PagerModel
internal import PagerWire

/// Functions that handle the messages on the plugins socket.
extension Service {
    /// Handles one message from a connection: a request gets a reply, an answer goes to its pending
    /// decision, and any other message causes a diagnostic.
    ///
    /// - Parameter statistics: A function that collects the statistics of the sockets and the
    ///   journal for `server.stats`.
    package mutating func take(
        _ message: Span<UInt8>, from connection: PluginConnection, at time: Instant,
        statistics: () -> DaemonStatistics = { DaemonStatistics() }
    ) {
        arrive(at: time)
        let before = point
        let answer = take(message, from: connection, statistics: statistics)
        if answer?.isAudited != true, point != before, plugins.plugin(of: connection) != nil {
            note("answer", RequestContext(on: connection), since: before.seq)
        }
        guard answer?.isRecorded == true || point != before else { return recordNothing() }
        record(plugin: message, from: connection, at: time)
    }

    /// Handles a message from a plugin's connection, new or replayed from the journal, and queues
    /// the reply.
    ///
    /// - Returns: The queued reply and the outcome of the request. Nil if the message is a plugin's
    ///   answer to a question, because such a message gets no reply.
    @discardableResult
    mutating func take(
        _ message: Span<UInt8>, from connection: PluginConnection,
        isReplayed: Bool = false, statistics: () -> DaemonStatistics = { DaemonStatistics() }
    ) -> Answer? {
        let (plugin, time) = (plugins.plugin(of: connection), present)
        if let plugin { plugins.change(plugin.name) { $0.heard = time } }
        guard let answer = answer(message, from: connection, plugin, isReplayed, statistics) else {
            return nil
        }
        let known = plugins.plugin(of: connection)
        respond(answer.reply, to: connection, known)
        // Other messages to a plugin follow the reply to its registration.
        if plugin == nil, let known { welcome(known.name) }
        return answer
    }

    /// Takes the answers that have waited until the journal can be written.
    package mutating func takeHeldAnswers(at time: Instant) {
        for (connection, answer) in plugins.takeHeld() {
            take(answer.span, from: connection, at: time)
        }
    }

    private mutating func answer(
        _ message: Span<UInt8>, from connection: PluginConnection, _ plugin: Plugin?,
        _ isReplayed: Bool, _ statistics: () -> DaemonStatistics
    ) -> Answer? {
        guard message.count <= Limits.messageBytes else {
            let refusal = CommandError(
                .tooLarge, "a message has at most \(Limits.messageBytes) bytes")
            return Answer(reply: refuse(refusal, id: .null), isRefused: true)
        }
        do {
            let value = try Request.message(parsing: message)
            if let plugin, value.members != nil, value["method"] == nil, value["id"] != nil {
                if journalFailure == nil {
                    take(answer: value, from: plugin)
                } else if decision(for: value, from: plugin) != nil {
                    plugins.hold(Array(value.json.utf8), from: connection)
                }
                return nil
            }
            let request = try Request(message: value, sentAs: message)
            requests += 1
            try permit(request, to: plugin)
            let context = RequestContext(request, on: connection, isReplayed: isReplayed)
            return answer(request, context, statistics)
        } catch {
            return refuse(error, of: plugin)
        }
    }

    /// Checks that the connection may send the request.
    ///
    /// - Throws: `RequestError` if the plugin lacks the permission, or if the first request of a
    ///   connection is not `plugin.register`.
    private func permit(_ request: Request, to plugin: Plugin?) throws(RequestError) {
        do throws(CommandError) {
            if let plugin { return try permit(request.method, request.params, to: plugin) }
            guard request.method == PluginRegister.method else {
                throw CommandError(
                    .invalidRequest,
                    "the first message of a plugin must be plugin.register, not "
                        + beginning(of: request.method))
            }
        } catch {
            throw RequestError(error, id: request.id ?? .null)
        }
    }

    private mutating func refuse(_ error: RequestError, of plugin: Plugin?) -> Answer {
        if let plugin, error.id == .null { diagnose(plugin.name, error.refusal.message) }
        return Answer(reply: refuse(error.refusal, id: error.id), isRefused: true)
    }

    private mutating func respond(
        _ reply: [UInt8], to connection: PluginConnection, _ plugin: Plugin?
    ) {
        if let plugin {
            send(reply, to: plugin.name)
        } else {
            plugins.strays.append((connection, reply))
        }
    }

    /// Refuses a message that consists of several frames. Adds a record to the journal if the
    /// refusal has published a diagnostic.
    mutating func refuseFrames(of connection: PluginConnection, at time: Instant) {
        arrive(at: time)
        let before = point
        refuseFrames(of: connection)
        if point != before { record(plugin: nil, from: connection, at: time) }
    }

    /// Refuses a message that consists of several frames, whether it is new or replayed from the
    /// journal.
    @discardableResult
    mutating func refuseFrames(of connection: PluginConnection) -> Answer {
        let plugin = plugins.plugin(of: connection)
        let refusal = CommandError(.invalidRequest, "a message must be one frame, not several")
        let answer = refuse(RequestError(refusal, id: .null), of: plugin)
        respond(answer.reply, to: connection, plugin)
        return answer
    }

    /// Sends the shutdown message to all plugins.
    mutating func sendShutdown() {
        for plugin in plugins.sorted where plugin.isAttached {
            send(Array(#"{"jsonrpc":"2.0","method":"shutdown"}"#.utf8), to: plugin.name)
        }
    }

    /// Handles the end of a connection. If the peer's process has ended too, the kernel reports
    /// that a moment later.
    mutating func connectionHasEnded(_ number: Int, at time: Instant) {
        let ended = plugins.byName.values.first { $0.connection?.number == number }
        if let ended { connectionHasEnded(of: ended.name, at: time) }
    }

    /// Records the end of a plugin's connection. The plugin's queued messages count as missed.
    mutating func connectionHasEnded(of name: String, at time: Instant) {
        plugins.noteEnd(of: name, at: time)
    }

    /// Handles the end of a plugin's process or connection.
    mutating func pluginIsGone(_ name: String, _ reason: String, at time: Instant) {
        arrive(at: time)
        lose(name, reason)
    }
}

/// Functions for the two lists that a reconnecting plugin receives: the controllers that it hosts,
/// and the events that it has missed. Each list is divided into pages, because the whole list may
/// be too large for one message.
extension Service {
    /// Returns the plugin with the given name.
    ///
    /// - Throws: `invalidArgument` if there is no such plugin.
    func plugin(named name: Identifier) throws(CommandError) -> Plugin {
        guard let plugin = plugins[name.text] else {
            throw .invalidArgument(
                "there is no plugin \(name); plugin.list returns all plugins", path: "name")
        }
        return plugin
    }

    /// Returns the controllers that a plugin hosts.
    func hosted(by name: String) -> [Handle] {
        plugins.kinds(of: name).flatMap { scene.controllers(ofKind: $0) }
    }

    /// Returns the requested part of the list of controllers that a plugin hosts. A client can
    /// request the list in several parts. A controller that exists during all of these requests is
    /// in exactly one part. O(size of the part + number of indexes that destroyed controllers have
    /// left empty).
    ///
    /// - Throws: `tooLarge` if the client requested the whole list at once and the list is too
    ///   large, `invalidArgument` for an invalid limit or cursor.
    func controllers(
        of name: String, _ range: ListRange
    ) throws(CommandError) -> PluginControllers.Reply {
        var page = try ListPortion<ControllerRecord>(range)
        var reply = PluginControllers.Reply()
        let start = try range.after.map { (text) throws(CommandError) in try HostedPosition(text) }
        for kind in plugins.kinds(of: name) {
            if let start, kind < start.kind { continue }
            let first = start.map { $0.kind == kind ? $0.position : 0 } ?? 0
            try scene.forEachController(ofKind: kind, from: first) {
                (position, controller) throws(CommandError) in
                guard try page.add(scene.record(controller: controller)) else {
                    reply.next = HostedPosition(kind: kind, position: position).description
                    return false
                }
                return true
            }
            if reply.next != nil { break }
        }
        reply.controllers = page.elements
        return reply
    }

    /// Returns the first page of the list of events that a plugin has missed, including events
    /// about destroyed controllers.
    func missedEvents(
        since: Int, in boot: String?, of name: String
    ) -> MissedEvents {
        var missed = MissedEvents()
        missed.reason = gap(after: since, of: boot)
        missed.complete = missed.reason == nil
        if missed.reason == .forked { return missed }
        var (last, bytes) = (0, 0)
        recorder.replayDeliveries(since: since, of: Set<Int>(plugins.kinds(of: name)), scene) {
            seq, _, payload in
            guard let event = try? JSONParser.parse(Array(payload)) else { return true }
            guard bytes == 0 || bytes + payload.count <= limits.catchUpBytes else {
                missed.next = last
                missed.complete = false
                return false
            }
            (last, bytes) = (seq, bytes + payload.count)
            missed.events.append(event)
            return true
        }
        return missed
    }
}

/// The start of a page in the list of a plugin's controllers: a kind, and a position among the
/// controllers of that kind.
private struct HostedPosition: CustomStringConvertible {
    let kind: Int
    let position: Int

    init(kind: Int, position: Int) {
        self.kind = kind
        self.position = position
    }

    /// Parses a cursor.
    ///
    /// - Throws: `invalidArgument` for a text that is not a cursor.
    init(_ text: String) throws(CommandError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Int(String(Substring($0))) }
        guard parts.count == 2, let kind = parts[0], let position = parts[1], kind >= 0,
            position >= 0
        else { throw .foreignCursor }
        self.init(kind: kind, position: position)
    }

    var description: String { "\(kind)-\(position)" }
}

/// Functions that check a plugin's permissions. A plugin may change the controllers that it hosts.
/// Other changes require a grant in the plugin's configuration.
extension Service {
    /// Checks that a plugin may call a method with these parameters.
    ///
    /// - Throws: `notPermitted` with the missing grant.
    func permit(
        _ method: String, _ params: [Value.Member], to plugin: Plugin
    ) throws(CommandError) {
        switch methods.access(of: method) {
        case .free: break
        case .grant(let grant): try require(grant, of: plugin, for: method)
        case .hosted(let grant):
            if !concernsHosted(params, plugin) { try require(grant, of: plugin, for: method) }
            // Reactions are commands that run later without a permission check.
            if params.contains(where: { $0.name == "on" && $0.value != .null }) {
                try require(.contain, of: plugin, for: "\(method) with `on`")
            }
        case .batch: try permitBatch(params, to: plugin)
        }
    }

    private func permitBatch(
        _ params: [Value.Member], to plugin: Plugin
    ) throws(CommandError) {
        let commands = params.first { $0.name == "commands" }?.value.array ?? []
        for (index, command) in commands.enumerated() {
            do {
                try permit(
                    command["method"]?.string ?? "", command["params"]?.members ?? [], to: plugin)
            } catch {
                throw error.inside("commands[\(index)]")
            }
        }
    }

    private func require(
        _ grant: Grant, of plugin: Plugin, for method: String
    ) throws(CommandError) {
        guard plugin.grants.contains(grant) else {
            throw Self.lacks(grant, plugin.name, "call \(beginning(of: method))")
        }
    }

    static func lacks(_ grant: Grant, _ name: String, _ what: String) -> CommandError {
        CommandError(
            .notPermitted,
            "the plugin \(name) may not \(what): its configuration lacks the grant "
                + "\(grant.rawValue)", details: [.init("grant", .string(grant.rawValue))])
    }

    private func hosts(_ kind: Int?, _ plugin: Plugin) -> Bool {
        kind.flatMap { plugins.host(of: $0) } == plugin.name
    }

    /// Returns whether a command with these parameters uses or creates a controller that the plugin
    /// hosts.
    private func concernsHosted(_ params: [Value.Member], _ plugin: Plugin) -> Bool {
        for member in params {
            switch (member.name, member.value) {
            case ("kind", .string(let kind)): return hosts(scene.kind(named: kind), plugin)
            case ("id", .string(let text)), ("view", .string(let text)):
                guard !params.contains(where: { $0.name == "kind" }),
                    let id = Identifier(text), let controller = try? scene.controller(id)
                else { continue }
                return hosts(scene.hostedKind(of: controller), plugin)
            default: continue
            }
        }
        return false
    }
}
