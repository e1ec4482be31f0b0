internal import ZMQ

/// A monitor of a TCP connection that determines why the daemon does not reply.
///
/// Possible reasons are an unreachable host, a missing or wrong key, and a silent daemon. For an
/// ipc endpoint, `Address.probe` detects that no daemon runs.
final class Handshake {
    private var monitor: HandshakeMonitor
    private let endpoint: String
    private let hasKeys: Bool
    /// The index of the connection's monitor in the poll set. Nil before `join`.
    private var index: Int?

    /// Starts monitoring a socket's connection. Call this initializer before the socket connects.
    /// Returns nil for an endpoint that is not TCP.
    ///
    /// - Throws: `ZMQError`, for example if there are too many open files.
    init?(
        _ context: Context, of socket: borrowing Socket, _ endpoint: String, _ keys: ClientKeys?
    ) throws(ZMQError) {
        guard endpoint.hasPrefix("tcp://") else { return nil }
        self.endpoint = endpoint
        hasKeys = keys != nil
        monitor = try HandshakeMonitor(context, of: socket, name: "handshake")
    }

    /// Connects a socket to one endpoint and returns the monitor of the connection, or nil if the
    /// endpoint is not TCP.
    ///
    /// Adds the socket and then the monitor to `poll`, which must be empty.
    ///
    /// - Throws: `ZMQError`, for example if the endpoint is invalid.
    static func connect(
        _ socket: borrowing Socket, of context: Context, to endpoint: String, _ keys: ClientKeys?,
        _ poll: inout PollSet
    ) throws(ZMQError) -> Handshake? {
        try ClientKeys.lock(socket, endpoint, keys)
        let handshake = try Handshake(context, of: socket, endpoint, keys)
        try socket.connect(endpoint)
        try poll.add(socket)
        try handshake?.join(&poll)
        return handshake
    }

    /// Adds the monitor to the poll set, so that a wait ends when the connection progresses or
    /// fails.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    func join(_ poll: inout PollSet) throws(ZMQError) { index = try poll.add(monitor.socket) }

    /// Stops monitoring the connection. Call this method after the first message from the daemon.
    func leave(_ poll: inout PollSet, _ socket: borrowing Socket) {
        if let index { poll.watch(index, for: []) }
        monitor.stop(socket)
    }

    /// Reads new connection events, and throws if the daemon has refused the client's key.
    ///
    /// - Throws: `notAdmitted` if the daemon has refused the key, because a retry would not help;
    ///   `transport` if the events cannot be read.
    func check() throws(ClientError) {
        guard try stage() == .refused else { return }
        throw .notAdmitted(
            endpoint: endpoint,
            reason: "the daemon refuses this key; add its public key to the daemon's access list "
                + "(pagerctl keys allow) and restart the daemon")
    }

    /// Returns the error for an operation that timed out. The error contains the reason if the
    /// state of the connection shows one.
    func timeoutError(_ seconds: Double, _ operation: String) -> ClientError {
        switch try? stage() {
        case .connecting, .unreachable:
            .noDaemon(
                endpoint: endpoint,
                reason:
                    "no connection within \(ClientError.short(seconds)) s (\(operation)); check "
                    + "the address, and that the daemon runs")
        case .cutOff where hasKeys:
            .notAdmitted(
                endpoint: endpoint,
                reason:
                    "the daemon has another key than the one given with --server-key, or accepts "
                    + "no keys; `pagerctl keys show` prints the daemon's public key on its machine")
        case .cutOff:
            .notAdmitted(
                endpoint: endpoint,
                reason: "the daemon requires a key; give --key and --server-key, or "
                    + "PAGERD_KEY_FILE and PAGERD_SERVER_KEY")
        case .connected, .refused, .established, nil:
            .timedOut(endpoint: endpoint, seconds: seconds, operation: operation)
        }
    }

    private func stage() throws(ClientError) -> HandshakeMonitor.Stage {
        do {
            try monitor.update()
        } catch {
            throw .transport("\(error)")
        }
        return monitor.stage
    }
}
