internal import PagerModel
internal import PagerWire

/// A request that was accepted and did more than read: who sent it, and what came of it.
struct Change: Sendable {
    let peer: Peer
    /// The process, where the kernel tells.
    let pid: UInt32?
    /// The plugin on whose connection it came.
    let plugin: String?
    let client: String?
    let id: Value?
    let method: String
    /// The last event before it, and the last one of it.
    let seq: (before: Int, after: Int)

    /// One line of JSON. What the request carried is not in it.
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
    /// Keeps a change for the record, where there is one.
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
