internal import PagerModel
internal import PagerWire

/// An entry of the audit log: a request or a plugin's answer, with its sender and the sequence
/// numbers of its events.
struct Change: Sendable {
    let peer: Peer
    /// The sender's process id, if the kernel reports it.
    let pid: UInt32?
    /// The name of the plugin that sent the request. Nil if no plugin sent it.
    let plugin: String?
    let client: String?
    let id: Value?
    let method: String
    /// The sequence number of the latest event at the start of the request, and at its end.
    let seq: (before: Int, after: Int)

    /// Returns the line of JSON for the audit log. It does not contain the request's parameters.
    func line(at time: Double) -> [UInt8] {
        var members: [Value.Member] = [
            .init("time", .number(time)), .init("uid", peer.uid.map { .integer(Int($0)) } ?? .null),
            .init("pid", pid.map { .integer(Int($0)) } ?? .null),
            .init("key", peer.key.map { .string($0) } ?? .null),
        ]
        if let plugin { members.append(.init("plugin", .string(plugin))) }
        if let client { members.append(.init("client", .string(client))) }
        members += [
            .init("id", id ?? .null), .init("method", .string(method)),
            .init("since", .integer(seq.before)), .init("seq", .integer(seq.after)),
        ]
        return Array(Value.object(members).json.utf8) + [UInt8(ascii: "\n")]
    }
}

extension Service {
    /// Queues an entry for the audit log. Does nothing if there is no audit log or the request
    /// comes from the journal.
    mutating func note(_ method: String, _ context: RequestContext, since seq: Int) {
        guard keepsChanges, !context.isReplayed else { return }
        changes.append(
            Change(
                peer: context.peer, pid: context.pid,
                plugin: context.connection.flatMap { plugins.plugin(of: $0) }?.name,
                client: context.cause?.client, id: context.id, method: method,
                seq: (seq, recorder.seq)))
    }
}
