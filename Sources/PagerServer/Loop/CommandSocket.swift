internal import PagerModel
internal import ZMQ

/// The command socket: requests in, replies out, and what libzmq holds of the replies.
struct CommandSocket: ~Copyable {
    let socket: Socket
    let lock: SocketSecurity.Authentication
    private var connections: Connections
    private var rinse: Rinse
    /// Of all connections.
    private let unsent: UnsentBytes
    /// The connection of the request that is being answered, and what it holds.
    private var asking: (descriptor: Int32, unsent: UnsentBytes)?

    init(_ context: Context, _ endpoint: String, _ security: SocketSecurity) throws {
        let total = UnsentBytes()
        let socket = try Self.open(context)
        let connections = try Connections(context, of: socket, named: "command", unsent: total)
        let lock = try security.open(socket, at: endpoint, named: "command")
        let rinse = try Rinse(context, socket)
        self.socket = socket
        self.lock = lock
        self.connections = connections
        self.rinse = rinse
        unsent = total
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .rep)
        // Twice what is taken: what is only somewhat over is answered, not dropped by libzmq.
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        // A REP drops what does not fit, without a word. libzmq learns late what has been taken.
        try socket.set(.sendHighWaterMark, Int32(Limits.queuedReplies))
        return socket
    }

    /// Has both waited for: requests, and the beginnings and ends of connections.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> (requests: Int, ends: Int) {
        (try poll.add(socket), try connections.join(&poll))
    }

    var counts: Connections.Counts { connections.counts }

    /// Adds the bytes of replies that libzmq holds, and the replies that it has dropped.
    func add(to statistics: inout DaemonStatistics) {
        statistics.unsentReplyBytes = unsent.count
        statistics.droppedReplies = unsent.dropped
        statistics.overfullConnections = connections.overfull
    }

    /// Whether `receive` has something to do although nothing may have come.
    var isRinseDue: Bool { rinse.isDue }

    /// Takes note of the connections that have begun and ended.
    mutating func takeNote() throws(ZMQError) {
        var hasEnded = false
        try connections.takeNote { _, _ in hasEnded = true }
        if hasEnded {
            rinse.isDue = true
            asking = nil
        }
    }

    /// Receives the next request; false where none has come.
    mutating func receive(into message: inout Message) throws(ZMQError) -> Bool {
        while true {
            guard try socket.receive(into: &message, wait: false) else {
                guard rinse.isDue else { return false }
                try rinse.send()
                continue
            }
            guard let descriptor = message.connectionDescriptor else {
                try rinse.answer(&message, socket)
                continue
            }
            if asking?.descriptor != descriptor {
                try takeNote()
                asking = connections.unsent(of: descriptor).map { (descriptor, $0) }
            }
            // libzmq frees what waits for a connection once all its requests have been read.
            if connections.isCut(descriptor) {
                try discard(&message)
                continue
            }
            return true
        }
    }

    /// Reads a request whose client has been cut off to its end, and does not carry it out.
    private func discard(_ message: inout Message) throws(ZMQError) {
        while message.more { _ = try socket.receive(into: &message) }
        _ = try socket.send([])
    }

    /// Sends the reply to the request that was received last.
    mutating func reply(_ bytes: borrowing [UInt8]) throws(ZMQError) {
        _ = try socket.send(bytes, countedIn: asking?.unsent ?? unsent)
        if unsent.count > Limits.unsentReplyBytes {
            try takeNote()
            connections.cutOverfull(beyond: Limits.unsentReplyBytes)
        }
    }

    /// Cuts off connections that take nothing.
    mutating func cutStuck(at time: Instant) throws(ZMQError) {
        try takeNote()
        connections.cutStuck(at: time)
    }
}

/// Keeps a malformed request from costing another client its reply, where that is possible.
///
/// libzmq up to 4.3.5 forgets to reset a REP when it skips a request without an empty frame whose
/// sender has gone: it then drops the reply to the request that comes next. See
/// docs/libzmq/lost_reply.c. So after each connection that has ended, and once nothing waits, the
/// daemon sends itself a request whose reply may be dropped. A client whose request comes first
/// repeats it.
private struct Rinse: ~Copyable {
    /// Whether a connection has ended since the last one.
    var isDue = false
    private let sender: Socket
    private var reply = Message()

    private static let endpoint = "inproc://rinse"

    init(_ context: Context, _ socket: borrowing Socket) throws(ZMQError) {
        try socket.bind(Self.endpoint)
        sender = try Self.open(context)
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let sender = try Socket(context, .dealer)
        try sender.connect(endpoint)
        return sender
    }

    mutating func send() throws(ZMQError) {
        isDue = false
        while try sender.receive(into: &reply, wait: false) {}
        guard try sender.send([], more: true, wait: false) else { return }
        _ = try sender.send([])
    }

    func answer(_ message: inout Message, _ socket: borrowing Socket) throws(ZMQError) {
        while message.more { _ = try socket.receive(into: &message) }
        _ = try socket.send([])
    }
}
