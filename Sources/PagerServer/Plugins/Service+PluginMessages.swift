internal import Containment
package import PagerModel
internal import PagerWire

/// What comes in on the plugins socket.
extension Service {
    /// Takes one message of a connection, whatever it is: a request gets its reply, an answer goes
    /// to whoever waits for it, and everything else is told as a diagnostic.
    package mutating func take(
        _ message: UnsafeRawBufferPointer, from connection: PluginConnection, at time: Instant
    ) {
        arrive(at: time)
        let before = point
        hasActed = false
        hasDriven = false
        answer(message, from: connection, at: time)
        if !hasDriven, point != before, plugins.plugin(of: connection) != nil {
            note("answer", from: connection, since: before.seq)
        }
        guard hasActed || point != before else { return }
        ledger.add(plugin: message, from: connection, at: time, point)
    }

    private mutating func answer(
        _ message: UnsafeRawBufferPointer, from connection: PluginConnection, at time: Instant
    ) {
        let plugin = plugins.plugin(of: connection)
        if let plugin { plugins.change(plugin.name) { $0.heard = time } }
        guard message.count <= Limits.messageBytes else {
            return respond(
                refuse(
                    Refusal(.tooLarge, "a message has at most \(Limits.messageBytes) bytes"),
                    id: .null),
                to: connection, plugin)
        }
        do {
            let value = try Request.message(parsing: message)
            if let plugin, value.members != nil, value["method"] == nil, value["id"] != nil {
                if obstacle == nil { take(answer: value, from: plugin) }
                return
            }
            try take(try Request(message: value, sentAs: message), from: connection, plugin)
        } catch {
            refuse(error.refusal, error.id, connection, plugin)
        }
    }

    private mutating func take(
        _ request: Request, from connection: PluginConnection, _ plugin: Plugin?
    ) throws(RequestError) {
        requests += 1
        guard plugin != nil || request.method == PluginRegister.method else {
            throw RequestError(
                Refusal(
                    .invalidRequest,
                    "the first message of a plugin is plugin.register, not "
                        + beginning(of: request.method)),
                id: request.id ?? .null)
        }
        if let plugin {
            do {
                try permit(request.method, request.params, to: plugin)
            } catch {
                throw RequestError(error, id: request.id ?? .null)
            }
        }
        caller = connection
        let reply = answer(request, from: connection.peer)
        caller = nil
        let known = plugins.plugin(of: connection)
        respond(reply, to: connection, known)
        // What is news to a plugin comes after the reply to its registration.
        if plugin == nil, let known { welcome(known.name) }
    }

    private mutating func refuse(
        _ refusal: Refusal, _ id: Value, _ connection: PluginConnection, _ plugin: Plugin?
    ) {
        if let plugin, id == .null { diagnose(plugin.name, refusal.message) }
        respond(refuse(refusal, id: id), to: connection, plugin)
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

    /// A message of several frames.
    mutating func refuseFrames(of connection: PluginConnection, at time: Instant) {
        arrive(at: time)
        let before = point
        refuse(
            Refusal(.invalidRequest, "a message is one frame, not several"), .null, connection,
            plugins.plugin(of: connection))
        if point != before { ledger.add(plugin: nil, from: connection, at: time, point) }
    }

    /// The daemon ends.
    mutating func bidFarewell() {
        for plugin in plugins.sorted where plugin.isAttached {
            send(Array(#"{"jsonrpc":"2.0","method":"shutdown"}"#.utf8), to: plugin.name)
        }
    }

    /// A connection is gone. Where its process has ended too, the kernel says so next, and how.
    mutating func connectionHasEnded(_ number: Int, at time: Instant) {
        for plugin in plugins.sorted where plugin.connection?.number == number {
            connectionHasEnded(of: plugin.name, at: time)
        }
    }

    /// What waits for the plugin is kept; it counts as missed.
    mutating func connectionHasEnded(of name: String, at time: Instant) {
        plugins.noteEnd(of: name, at: time)
    }

    /// The process or the connection of a plugin is gone.
    mutating func pluginIsGone(_ name: String, _ reason: String, at time: Instant) {
        arrive(at: time)
        lose(name, reason)
    }
}
