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
                if journalFailure == nil { take(answer: value, from: plugin) }
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
