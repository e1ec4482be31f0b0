internal import PagerModel
internal import ZMQ

/// The plugins socket: frames in, frames out, and whom they are for.
///
/// ROUTER tells of a peer that is gone only when something is sent to it (MANDATORY); the kernel
/// tells of a process that has ended.
struct PluginSocket: ~Copyable {
    let socket: Socket
    private var message = Message()

    /// Messages taken before the other sockets are looked at again: a flood stays the flooder's.
    private static let burst = 64

    init(_ context: Context, _ endpoint: String) throws {
        socket = try Self.open(context, endpoint)
    }

    private static func open(_ context: Context, _ endpoint: String) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .router)
        try socket.set(.routerMandatory, true)
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        try socket.bind(endpoint)
        return socket
    }

    /// Takes what has come; true where more may be waiting.
    mutating func receive(_ service: inout Service, at time: Instant) throws(ZMQError) -> Bool {
        for _ in 0..<Self.burst {
            guard try socket.receive(into: &message, wait: false) else { return false }
            let routing = message.bytes
            guard message.more else { continue }
            _ = try socket.receive(into: &message, wait: true)
            let isDelimited = message.count == 0 && message.more
            if isDelimited { _ = try socket.receive(into: &message, wait: true) }
            let connection = PluginConnection(
                routing: routing, peer: Peer(uid: message.peerUID), pid: message.peerPID,
                isDelimited: isDelimited)
            let isWhole = !message.more
            if isWhole {
                message.withBytes { service.take($0, from: connection, at: time) }
            } else {
                while message.more { _ = try socket.receive(into: &message, wait: true) }
                service.refuseFrames(of: connection)
            }
        }
        return true
    }

    /// Sends what waits; true where somebody does not take more now.
    func send(_ service: inout Service, at time: Instant) throws(ZMQError) -> Bool {
        for (connection, reply) in service.plugins.strays {
            _ = try offer(reply, to: connection)
        }
        service.plugins.strays.removeAll()
        var isHeld = false
        for name in service.plugins.waiting.sorted() {
            sending: while let connection = service.plugins[name]?.connection,
                let next = service.plugins[name]?.next
            {
                switch try offer(next, to: connection) {
                case .sent: service.plugins.change(name) { $0.didSend() }
                case .full:
                    isHeld = true
                    break sending
                case .gone: service.pluginIsGone(name, "disconnected", at: time)
                }
            }
            service.plugins.didSend(to: name)
        }
        return isHeld
    }

    private enum Offer { case sent, full, gone }

    private func offer(_ bytes: [UInt8], to connection: PluginConnection) throws(ZMQError) -> Offer
    {
        do {
            guard try socket.send(connection.routing, more: true, wait: false) else { return .full }
        } catch {
            guard error.isUnreachable else { throw error }
            return .gone
        }
        if connection.isDelimited { _ = try socket.send([], more: true) }
        _ = try socket.send(bytes)
        return .sent
    }
}
