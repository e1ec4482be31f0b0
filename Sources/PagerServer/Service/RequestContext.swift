internal import PagerModel
internal import PagerWire

/// Who sent a request, and how the daemon carries it out.
struct RequestContext {
    let peer: Peer
    /// The sender's process. Nil where the kernel does not tell, or the daemon does not ask.
    let pid: UInt32?
    /// The connection on the plugins socket. Nil for the command socket.
    let connection: PluginConnection?
    /// Whether the request comes from the journal. What was accepted before a restart is accepted
    /// again, whatever the limits and permissions of this process.
    let isReplayed: Bool
    /// Whether the commands come with the start of the daemon. How many there are, and what they do,
    /// depends on what clients have made, so the limits of a batch do not hold.
    let isStart: Bool
    /// The request's `id`, nil for none.
    let id: Value?
    /// What the events of the request carry. Nil where the client gives no name.
    let cause: EventCause?
    /// Whether the reply carries the events of the request.
    let isTraced: Bool

    /// The context of a request on the command socket.
    init(
        _ request: Request, from peer: Peer, pid: UInt32? = nil, isReplayed: Bool = false
    ) {
        self.init(request, peer, pid, on: nil, isReplayed: isReplayed)
    }

    /// The context of a message on the plugins socket. Only a request has an id and a client.
    init(_ request: Request? = nil, on connection: PluginConnection, isReplayed: Bool = false) {
        self.init(
            request, connection.peer, connection.pid, on: connection, isReplayed: isReplayed)
    }

    /// The context of commands that come with the start of the daemon, and not in a request.
    init(startReplayed isReplayed: Bool) {
        self.init(nil, Peer(uid: nil), nil, on: nil, isReplayed: isReplayed, isStart: true)
    }

    private init(
        _ request: Request?, _ peer: Peer, _ pid: UInt32?, on connection: PluginConnection?,
        isReplayed: Bool, isStart: Bool = false
    ) {
        self.peer = peer
        self.pid = pid
        self.connection = connection
        self.isReplayed = isReplayed
        self.isStart = isStart
        id = request?.id
        cause = request?.client.map { EventCause(client: $0, id: request?.id ?? .null) }
        isTraced = request?.trace == true
    }
}

/// The reply to one message, and what became of its request.
struct Answer {
    var reply: [UInt8] = []
    var isRefused = false
    /// Whether a request was carried out that the journal keeps.
    var isRecorded = false
    /// Whether a request was carried out that the audit log keeps: it does more than read.
    var isAudited = false
}
