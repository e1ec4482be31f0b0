internal import PagerModel
internal import PagerWire
internal import SystemCalls
internal import ZMQ

/// The command socket: it receives requests and sends replies, and tracks the replies that libzmq
/// queues.
///
/// Clients see a REP socket. The daemon uses a ROUTER socket instead, because it says which
/// connection each message came from, and whether that connection still exists. A REP socket of
/// libzmq up to 4.3.5 also drops replies; see docs/libzmq/lost_reply.c.
struct CommandSocket: ~Copyable {
    let socket: Socket
    private let security: SocketSecurity
    private var connections: Connections
    private var gone = GonePeers()
    /// A counter of the reply bytes that libzmq queues for all connections.
    private let unsent: UnsentBytes
    private var sender = Sender()
    /// The frames between the routing id and the empty frame, which proxies add.
    private var envelope: [[UInt8]] = []
    private var dropped = 0

    /// The connection from which the current request came.
    private struct Sender {
        var routing: [UInt8] = []
        var descriptor: Int32?
        var peer = Peer(uid: nil)
        /// A counter of the reply bytes that libzmq queues for the connection. Nil if the
        /// connection has ended.
        var unsent: UnsentBytes?
    }

    /// What `receive` has found.
    enum Receipt {
        case request
        /// A message that is not answered: it has no empty frame, or its sender is gone.
        case nothing
        case none
    }

    init(_ context: Context, _ endpoints: [String], _ security: SocketSecurity) throws {
        let total = UnsentBytes()
        let socket = try Self.open(context)
        let connections = try Connections(context, of: socket, named: "command", unsent: total)
        try security.open(socket, at: endpoints, named: "command")
        self.socket = socket
        self.security = security
        self.connections = connections
        unsent = total
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .router)
        try socket.set(.routerMandatory, true)
        // Twice the accepted size: a message that is a little too long gets a reply instead of
        // being dropped by libzmq.
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        try socket.set(.receiveHighWaterMark, Int32(Limits.waitingRequests))
        // libzmq continues to count a reply for some time after the client has received it.
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
    var isOverfull: Bool { unsent.isOverfull(for: sender.unsent) }

    /// The authenticated sender of the current request.
    var peer: Peer { sender.peer }

    /// Whether the sender of the current request has closed its connection.
    var isSenderGone: Bool { gone.contains(sender.routing) }

    /// Adds the bytes of queued replies and the number of dropped replies to the statistics.
    func add(to statistics: inout DaemonStatistics) {
        statistics.unsentReplyBytes = unsent.count
        statistics.droppedReplies = unsent.dropped + dropped
        statistics.abandonedRequests = gone.dropped
    }

    /// Handles the connections that have begun or ended since the last call.
    mutating func takeNote() throws(ZMQError) {
        var hasEnded = false
        try connections.takeNote { _, _ in hasEnded = true }
        if hasEnded { sender = Sender() }
    }

    /// Call it before the first `receive` of each turn of the daemon's loop.
    mutating func beginTurn() { gone.beginTurn() }

    /// Receives the next message.
    mutating func receive(into message: inout Message) throws(ZMQError) -> Receipt {
        guard try socket.receive(into: &message, wait: false) else {
            gone.forget()
            return .none
        }
        let isKnown = message.withBytes {
            Self.isAutomatic($0) && $0.hasSameBytes(as: sender.routing.span)
        }
        if !isKnown { sender = Sender(routing: message.bytes) }
        guard try receiveEnvelope(&message) else { return .nothing }
        if !isKnown { try identify(message) }
        // libzmq releases the queue of a closed connection only after all its requests have been
        // read.
        if let descriptor = sender.descriptor, connections.isCut(descriptor) {
            try skip(&message)
            return .nothing
        }
        if gone.isSpent(sender.routing, on: sender.descriptor, number: number) {
            try abandon(&message)
            return .nothing
        }
        return .request
    }

    /// Whether libzmq has chosen a routing id. It gives each connection another one.
    private static func isAutomatic(_ routing: Span<UInt8>) -> Bool {
        !routing.isEmpty && routing[0] == 0
    }

    /// Receives the frames up to the first one after the empty frame. Returns false if the message
    /// has no empty frame.
    private mutating func receiveEnvelope(_ message: inout Message) throws(ZMQError) -> Bool {
        if !envelope.isEmpty { envelope.removeAll() }
        while message.more {
            _ = try socket.receive(into: &message)
            if message.count == 0, message.more {
                _ = try socket.receive(into: &message)
                return true
            }
            if message.more { envelope.append(message.bytes) }
        }
        return false
    }

    private mutating func identify(_ message: borrowing Message) throws(ZMQError) {
        let routing = sender.routing
        try takeNote()
        let descriptor = message.connectionDescriptor
        sender = Sender(
            routing: routing, descriptor: descriptor, peer: security.peer(of: message),
            unsent: descriptor.flatMap { connections.unsent(of: $0) })
    }

    private var number: Int { connections.number(of: sender.descriptor) ?? 0 }

    private func skip(_ message: inout Message) throws(ZMQError) {
        while message.more { _ = try socket.receive(into: &message) }
    }

    /// Drops the current request, because its sender is gone.
    mutating func abandon(_ message: inout Message) throws(ZMQError) {
        gone.countDropped()
        try skip(&message)
    }

    /// Sends the reply to the last received request.
    mutating func reply(_ bytes: borrowing [UInt8]) throws(ZMQError) {
        guard try sendEnvelope() else {
            dropped += 1
            return
        }
        _ = try socket.send(bytes, countedIn: sender.unsent ?? unsent)
        if unsent.count > Limits.unsentReplyBytes {
            try takeNote()
            connections.cutOverfull(beyond: Limits.unsentReplyBytes)
        }
    }

    /// Returns false if the connection has ended, or if libzmq queues too many replies for it.
    private mutating func sendEnvelope() throws(ZMQError) -> Bool {
        do {
            guard try socket.send(sender.routing, more: true, wait: false) else { return false }
        } catch {
            guard error.isUnreachable else { throw error }
            gone.insert(sender.routing, number: number)
            return false
        }
        for frame in envelope { _ = try socket.send(frame, more: true) }
        return try socket.send([], more: true)
    }

    /// Closes the connections of clients that have stopped reading their replies.
    mutating func cutStuck(at time: Instant) throws(ZMQError) {
        try takeNote()
        connections.cutStuck(at: time)
    }
}

extension UnsentBytes {
    /// Returns whether the daemon must refuse a message because the messages that it has sent to
    /// clients, or to plugins, use too much memory. This object counts the bytes of the sent
    /// messages, for all connections of the socket together. A message counts until libzmq has
    /// released its memory, which can take long if the receiver does not read.
    ///
    /// The messages to a closed connection stay in memory until the daemon has read all requests of
    /// the connection. Executing requests of other connections delays this, but refusing them takes
    /// little time. Therefore, if the count exceeds `Limits.unsentReplyBytes`, the result is true
    /// for connections that have unsent bytes or have ended. If the count exceeds twice this limit,
    /// the result is true for all connections.
    ///
    /// - Parameter own: The unsent bytes of the connection from which the message came. Nil if the
    ///   connection has ended.
    func isOverfull(for own: UnsentBytes?) -> Bool {
        guard count > Limits.unsentReplyBytes else { return false }
        guard let own, own.count == 0 else { return true }
        return count > 2 * Limits.unsentReplyBytes
    }
}

extension CommandError {
    /// The error for a request that arrives while too many replies are unread.
    static var unreadReplies: CommandError {
        CommandError(
            .limitExceeded,
            "more than \(Limits.unsentReplyBytes >> 20) MiB of replies wait for clients that do "
                + "not read them; read your replies, then send this request again")
    }
}

/// The peers of the command socket that have closed their connections, while requests of theirs are
/// waiting: up to `Limits.waitingRequests` in libzmq, and more in the kernel.
///
/// libzmq reports the end of a connection only after it has read all its bytes, which it does not
/// while its queue is full. So the daemon asks the kernel, but only while it is behind, and once
/// for each connection and turn of its loop. An unreachable receiver of a reply is gone, too.
struct GonePeers {
    private struct Gone {
        /// The number of the latest connection that had the peer's descriptor.
        let number: Int
        var requests = 0
    }

    private var peers: [[UInt8]: Gone] = [:]
    private var checked: Set<[UInt8]> = []
    /// Whether requests are waiting since the turn before.
    private var isBehind = false
    private var hasMore = false
    /// The number of requests that were dropped because their senders were gone.
    private(set) var dropped = 0

    /// Peers may come and go while the daemon is behind. Beyond this number, all are checked again.
    private static let mostPeers = 4 * Limits.connections

    mutating func beginTurn() {
        isBehind = hasMore
        hasMore = true
        if !checked.isEmpty { checked.removeAll(keepingCapacity: true) }
    }

    /// Call it when no request is waiting.
    mutating func forget() {
        hasMore = false
        if !peers.isEmpty { peers.removeAll() }
    }

    func contains(_ routing: [UInt8]) -> Bool { !peers.isEmpty && peers[routing] != nil }

    mutating func insert(_ routing: [UInt8], number: Int) {
        if peers.count >= Self.mostPeers { peers.removeAll() }
        peers[routing] = Gone(number: number)
    }

    mutating func countDropped() { dropped += 1 }

    /// Counts a request. Returns whether its sender is gone and has no request left.
    ///
    /// - Parameter number: The number of the latest connection with this descriptor. Another peer
    ///   with the same routing id, which clients may choose, has another number.
    mutating func isSpent(_ routing: [UInt8], on descriptor: Int32?, number: Int) -> Bool {
        if peers.isEmpty, !isBehind { return false }
        if let gone = peers[routing], gone.number != number, routing[0] != 0 {
            peers[routing] = nil
        }
        if peers[routing] == nil, isBehind, let descriptor, checked.insert(routing).inserted,
            hasHungUp(descriptor)
        {
            insert(routing, number: number)
        }
        guard var gone = peers[routing] else { return false }
        gone.requests += 1
        peers[routing] = gone
        return gone.requests > Limits.waitingRequests
    }
}
