internal import PagerModel
internal import PagerWire

/// The sender of a request, and the options with which the daemon executes the request.
struct RequestContext {
    let peer: Peer
    /// The sender's process id. Nil if the kernel does not report it or the daemon does not need
    /// it.
    let pid: UInt32?
    /// The sender's connection on the plugins socket. Nil for a request on the command socket.
    let connection: PluginConnection?
    /// Whether the request comes from the journal. A replayed request was accepted before the
    /// restart, so the limits and permissions of this process do not apply.
    let isReplayed: Bool
    /// Whether the request consists of the commands that show the book at the daemon's start. The
    /// limits of a batch do not apply to these commands, because their number depends on the state.
    let isStart: Bool
    /// The request's `id`. Nil if there is none.
    let id: Value?
    /// The client and id of the request. The request's events contain them as their cause. Nil if
    /// the request has no `client`.
    let cause: EventCause?
    /// Whether the reply contains the events that the request causes.
    let isTraced: Bool

    /// Creates the context of a request on the command socket.
    init(
        _ request: Request, from peer: Peer, pid: UInt32? = nil, isReplayed: Bool = false
    ) {
        self.init(request, peer, pid, on: nil, isReplayed: isReplayed)
    }

    /// Creates the context of a message on the plugins socket. Without a request, for example for a
    /// plugin's answer, the context has no id and no client.
    init(_ request: Request? = nil, on connection: PluginConnection, isReplayed: Bool = false) {
        self.init(
            request, connection.peer, connection.pid, on: connection, isReplayed: isReplayed)
    }

    /// Creates the context of the commands that show the book when the daemon starts.
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

/// The reply to one message, and the outcome of its request.
struct Answer {
    var reply: [UInt8] = []
    var isRefused = false
    /// Whether the request was executed and the journal records it.
    var isRecorded = false
    /// Whether the audit log records the request. True if the request was executed and is not
    /// read-only.
    var isAudited = false
}
