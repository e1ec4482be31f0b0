internal import PagerWire
internal import PagerModel
internal import ZMQ

/// The plugins socket: frames in, frames out, and whom they are for.
///
/// ROUTER tells of a peer that is gone only when something is sent to it (MANDATORY); its monitor
/// tells of a connection that has ended, and the kernel of a process.
struct PluginSocket: ~Copyable {
    let socket: Socket
    private let lock: SocketSecurity.Authentication
    private var connections: Connections
    private var message = Message()

    /// Messages taken at the most before the other sockets are looked at again: a flood stays the flooder's.
    /// Their events wait until then and are published together.
    private static let burst = 64
    /// Bytes that one look at the socket takes at the most, with what they are written down with.
    static let mostBytes = 2 * Limits.messageBytes + burst * 1024
    /// Messages that libzmq holds for one plugin. It counts them, not their bytes, so that the rest
    /// waits where bytes are counted.
    private static let ahead: Int32 = 64

    /// - Throws: what libzmq says, such as an address in use.
    static func bound(
        _ context: Context, _ endpoint: String, _ security: SocketSecurity
    ) throws -> PluginSocket {
        let socket = try open(context)
        let connections = try Connections(
            context, of: socket, named: "plugins", unsent: UnsentBytes())
        let lock = try security.open(socket, at: endpoint, named: "plugins")
        return PluginSocket(socket, connections, lock)
    }

    private init(
        _ socket: consuming Socket, _ connections: consuming Connections,
        _ lock: SocketSecurity.Authentication
    ) {
        self.lock = lock
        self.socket = socket
        self.connections = connections
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .router)
        try socket.set(.routerMandatory, true)
        try socket.set(.sendHighWaterMark, ahead)
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        return socket
    }

    /// Has both waited for: what has come, and the beginnings and ends of connections.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> (messages: Int, ends: Int) {
        (try poll.add(socket), try connections.join(&poll))
    }

    var counts: Connections.Counts { connections.counts }

    /// Takes note of the connections that have ended.
    mutating func noteEnds(
        _ service: inout Service, at time: Instant
    ) throws(ZMQError) {
        var ended: [Int] = []
        try connections.takeNote { _, number in ended.append(number) }
        for number in ended { service.connectionHasEnded(number, at: time) }
    }

    /// Takes what has come. Where more waits, the socket is readable again at once.
    ///
    /// - Parameter statistics: gathers the statistics of the daemon, given those of this socket.
    mutating func receive(
        _ service: inout Service, at time: Instant,
        statistics: (Connections.Counts) -> DaemonStatistics
    ) throws(ZMQError) {
        var bytes = 0
        let published = service.recorder.publishedBytes
        var burst = Burst(of: Self.burst)
        while bytes < Limits.messageBytes,
            service.recorder.publishedBytes - published <= Limits.batchBytes,
            burst.takesNext(at: MachineClock.monotonic())
        {
            guard try socket.receive(into: &message, wait: false) else { return }
            let routing = message.bytes
            guard message.more else { continue }
            _ = try socket.receive(into: &message, wait: true)
            let isDelimited = message.count == 0 && message.more
            if isDelimited { _ = try socket.receive(into: &message, wait: true) }
            // A peer chooses its routing id, and may choose that of a plugin that has just ended.
            // libzmq tells of that end before it delivers anything of the other one.
            try noteEnds(&service, at: time)
            var connection = PluginConnection(
                routing: routing, peer: lock.peer(of: message),
                pid: lock == .uid ? message.peerPID : nil, isDelimited: isDelimited,
                number: connections.number(of: message.connectionDescriptor))
            connection.unsent = message.connectionDescriptor.flatMap { connections.unsent(of: $0) }
            bytes += message.count
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

    /// What came of sending what waits.
    struct Sent {
        var count = 0
        /// Whether somebody does not take more now.
        var isHeld = false
    }

    /// Sends what waits.
    mutating func send(_ service: inout Service, at time: Instant) throws(ZMQError) -> Sent {
        // What waits for a plugin that is gone must not reach a peer that took its routing id.
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
        // Few messages may be many bytes.
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
