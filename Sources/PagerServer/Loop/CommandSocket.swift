internal import PagerModel
internal import PagerWire
internal import ZMQ

/// The command socket: it receives requests and sends replies, and tracks the replies that libzmq
/// queues.
struct CommandSocket: ~Copyable {
    let socket: Socket
    private let security: SocketSecurity
    private var connections: Connections
    private var rinse: Rinse
    /// A counter of the reply bytes that libzmq queues for all connections.
    private let unsent: UnsentBytes
    /// The connection of the current request, and a counter of the reply bytes that libzmq queues
    /// for this connection.
    private var asking: (descriptor: Int32, unsent: UnsentBytes)?

    init(_ context: Context, _ endpoints: [String], _ security: SocketSecurity) throws {
        let total = UnsentBytes()
        let socket = try Self.open(context)
        let connections = try Connections(context, of: socket, named: "command", unsent: total)
        try security.open(socket, at: endpoints, named: "command")
        let rinse = try Rinse(context, socket)
        self.socket = socket
        self.security = security
        self.connections = connections
        self.rinse = rinse
        unsent = total
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .rep)
        // Twice the accepted size: a message that is a little too long gets a reply instead of
        // being dropped by libzmq.
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        // A REP socket silently drops replies beyond this number. libzmq continues to count a reply
        // for some time after the client has received it.
        try socket.set(.sendHighWaterMark, Int32(Limits.queuedReplies))
        return socket
    }

    /// Adds the sockets for requests and connection events to the poll set. Returns their indexes
    /// in the poll set.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> (requests: Int, ends: Int) {
        (try poll.add(socket), try connections.join(&poll))
    }

    var counts: Connections.Counts { connections.counts }

    /// Whether the current request must be refused because too many bytes of earlier replies are
    /// unread.
    var isOverfull: Bool { unsent.isOverfull(for: asking?.unsent) }

    /// Returns the authenticated sender of a request.
    func peer(of message: borrowing Message) -> Peer { security.peer(of: message) }

    /// Adds the bytes of queued replies and the number of dropped replies to the statistics.
    func add(to statistics: inout DaemonStatistics) {
        statistics.unsentReplyBytes = unsent.count
        statistics.droppedReplies = unsent.dropped
    }

    /// Whether `receive` has work to do even if no request has arrived.
    var isRinseDue: Bool { rinse.isDue }

    /// Handles the connections that have begun or ended since the last call.
    mutating func takeNote() throws(ZMQError) {
        var hasEnded = false
        try connections.takeNote { _, _ in hasEnded = true }
        if hasEnded {
            rinse.isDue = true
            asking = nil
        }
    }

    /// Receives the next request. Returns false if there is none.
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
            // libzmq releases the queue of a closed connection only after all its requests have
            // been read.
            if connections.isCut(descriptor) {
                try discard(&message)
                continue
            }
            return true
        }
    }

    /// Receives the rest of a request whose connection is closed, and sends an empty reply instead
    /// of executing the request.
    private func discard(_ message: inout Message) throws(ZMQError) {
        while message.more { _ = try socket.receive(into: &message) }
        _ = try socket.send([])
    }

    /// Sends the reply to the last received request.
    mutating func reply(_ bytes: borrowing [UInt8]) throws(ZMQError) {
        _ = try socket.send(bytes, countedIn: asking?.unsent ?? unsent)
        if unsent.count > Limits.unsentReplyBytes {
            try takeNote()
            connections.cutOverfull(beyond: Limits.unsentReplyBytes)
        }
    }

    /// Closes the connections of clients that have stopped reading their replies.
    mutating func cutStuck(at time: Instant) throws(ZMQError) {
        try takeNote()
        connections.cutStuck(at: time)
    }
}

/// A workaround for a bug in libzmq: a malformed request can make another client lose its reply.
///
/// A REP socket skips a request that has no empty frame. If the connection of this request is
/// closed, libzmq up to 4.3.5 does not reset the socket, and drops the reply to the next request;
/// see docs/libzmq/lost_reply.c. Therefore, after a connection has ended and no request is waiting,
/// the daemon sends itself a request whose reply may be dropped. If a client's request arrives
/// before the daemon's own request, libzmq may drop the reply to the client. The client must then
/// repeat its request.
private struct Rinse: ~Copyable {
    /// Whether a connection has ended since the daemon last sent itself a request.
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
