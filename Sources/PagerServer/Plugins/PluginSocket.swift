internal import PagerWire
internal import PagerModel
internal import ZMQ

/// The plugins socket: it receives and sends frames and assigns them to connections.
///
/// A ROUTER socket with the option ROUTER_MANDATORY reports that a peer is disconnected only when
/// the daemon sends it a message. Therefore the socket's monitor reports the end of a connection,
/// and the kernel reports the end of a process.
struct PluginSocket: ~Copyable {
    let socket: Socket
    private let security: SocketSecurity
    private var connections: Connections
    /// A counter of the bytes that libzmq queues for all connections.
    private let unsent: UnsentBytes
    private var message = Message()

    /// The maximum number of messages that the daemon handles before it checks its other sockets,
    /// so that a flood of messages affects only its sender. Afterwards, the daemon publishes the
    /// events of these messages together.
    private static let burst = 64
    /// The maximum total size in bytes of the messages that one call of `receive` handles,
    /// including the additional bytes of their journal records.
    static let mostBytes = 2 * Limits.messageBytes + burst * 1024
    /// The maximum number of messages that libzmq queues for one plugin. libzmq counts messages
    /// instead of bytes, so all other messages wait in the daemon's own queue, which counts bytes.
    private static let ahead: Int32 = 64

    /// Opens and binds the socket.
    ///
    /// - Throws: `ZMQError`, for example if the address is in use.
    static func bound(
        _ context: Context, _ endpoints: [String], _ security: SocketSecurity
    ) throws -> PluginSocket {
        let socket = try open(context)
        let unsent = UnsentBytes()
        let connections = try Connections(
            context, of: socket, named: "plugins", unsent: unsent)
        try security.open(socket, at: endpoints, named: "plugins")
        return PluginSocket(socket, connections, unsent, security)
    }

    private init(
        _ socket: consuming Socket, _ connections: consuming Connections,
        _ unsent: UnsentBytes, _ security: SocketSecurity
    ) {
        self.unsent = unsent
        self.security = security
        self.socket = socket
        self.connections = connections
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .router)
        try socket.set(.routerMandatory, true)
        try socket.set(.sendHighWaterMark, ahead)
        try socket.set(.receiveHighWaterMark, Int32(Limits.waitingRequests))
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        return socket
    }

    /// Adds the sockets for messages and connection events to the poll set. Returns their indexes
    /// in the poll set.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> (messages: Int, ends: Int) {
        (try poll.add(socket), try connections.join(&poll))
    }

    var counts: Connections.Counts { connections.counts }

    /// Handles the connections that have ended since the last call.
    mutating func noteEnds(
        _ service: inout Service, at time: Instant
    ) throws(ZMQError) {
        var ended: [Int] = []
        try connections.takeNote { _, number in ended.append(number) }
        for number in ended { service.connectionHasEnded(number, at: time) }
    }

    /// Handles the messages that have arrived, up to a limit. If more messages are waiting, the
    /// socket is readable again at once.
    ///
    /// - Parameter statistics: A function that returns the daemon's statistics, given the counts of
    ///   this socket's connections.
    mutating func receive(
        _ service: inout Service, at time: Instant,
        statistics: (Connections.Counts) -> DaemonStatistics
    ) throws(ZMQError) {
        var bytes = 0
        let published = service.recorder.publishedBytes
        let waiting = service.plugins.waitingBytes
        var burst = Burst(of: Self.burst)
        while bytes < Limits.messageBytes,
            service.recorder.publishedBytes - published <= Limits.batchBytes,
            // Their replies are sent between two bursts, which counts them.
            service.plugins.waitingBytes - waiting <= Limits.messageBytes,
            burst.takesNext(at: MachineClock.monotonic())
        {
            guard try socket.receive(into: &message, wait: false) else { return }
            let routing = message.bytes
            guard message.more else { continue }
            _ = try socket.receive(into: &message, wait: true)
            let isDelimited = message.count == 0 && message.more
            if isDelimited { _ = try socket.receive(into: &message, wait: true) }
            // A peer may choose the routing id of a plugin that has just disconnected. libzmq
            // reports the end of a connection before it delivers messages of the next one with the
            // same id.
            try noteEnds(&service, at: time)
            var connection = PluginConnection(
                routing: routing, peer: security.peer(of: message), pid: message.peerPID,
                isDelimited: isDelimited,
                number: connections.number(of: message.connectionDescriptor))
            connection.unsent = message.connectionDescriptor.flatMap { connections.unsent(of: $0) }
            bytes += message.count
            if isCut(message.connectionDescriptor, unsent: connection.unsent) {
                while message.more { _ = try socket.receive(into: &message, wait: true) }
                continue
            }
            let isWhole = !message.more
            if isWhole {
                message.withBytes {
                    service.take($0, from: connection, at: time) { statistics(connections.counts) }
                }
            } else {
                while message.more { _ = try socket.receive(into: &message, wait: true) }
                service.refuseFrames(of: connection, at: time)
            }
        }
    }

    /// Returns whether the daemon has closed the connection of a received message, now or earlier.
    ///
    /// Closes an open connection if libzmq queues more than `Limits.unsentReplyBytes` for all
    /// plugins together, and some of these bytes are for this connection. If libzmq queues more
    /// than twice this number, closes the connection in any case.
    ///
    /// - Parameter own: A counter of the bytes that libzmq queues for the connection. Nil if the
    ///   connection has ended.
    private mutating func isCut(_ descriptor: Int32?, unsent own: UnsentBytes?) -> Bool {
        guard let descriptor else { return false }
        if connections.isCut(descriptor) { return true }
        guard own != nil, unsent.isOverfull(for: own) else { return false }
        connections.cut(descriptor)
        return true
    }

    /// The result of sending queued messages.
    struct Sent {
        var count = 0
        /// Whether messages remain queued because a peer cannot receive more now.
        var isHeld = false
    }

    /// Sends the messages that are queued for plugins.
    mutating func send(_ service: inout Service, at time: Instant) throws(ZMQError) -> Sent {
        if service.plugins.waiting.isEmpty, service.plugins.strays.isEmpty { return Sent() }
        // Messages for a disconnected plugin must not reach a peer that took over its routing id.
        if !service.plugins.waiting.isEmpty { try noteEnds(&service, at: time) }
        for (connection, reply) in service.plugins.strays {
            _ = try offer(reply, to: connection)
        }
        service.plugins.strays.removeAll()
        var sent = Sent()
        for name in service.plugins.waiting.sorted() {
            sending: while let (connection, next) = service.plugins.next(for: name) {
                switch try offer(next, to: connection) {
                case .sent:
                    service.plugins.change(name) { $0.didSend() }
                    sent.count += 1
                case .full:
                    sent.isHeld = true
                    break sending
                case .gone:
                    service.connectionHasEnded(of: name, at: time)
                    break sending
                }
            }
            service.plugins.didSend(to: name)
        }
        return sent
    }

    private enum Offer { case sent, full, gone }

    private func offer(_ bytes: [UInt8], to connection: PluginConnection) throws(ZMQError) -> Offer
    {
        // Even a few messages may have many bytes.
        if let unsent = connection.unsent, unsent.count >= Limits.queuedPluginBytes { return .full }
        do {
            guard try socket.send(connection.routing, more: true, wait: false) else { return .full }
        } catch {
            guard error.isUnreachable else { throw error }
            return .gone
        }
        if connection.isDelimited { _ = try socket.send([], more: true) }
        if let unsent = connection.unsent {
            _ = try socket.send(bytes, countedIn: unsent)
        } else {
            _ = try socket.send(bytes)
        }
        return .sent
    }
}
