internal import ZMQ

/// Finds out why a daemon over tcp does not answer: no host, no key, a wrong key, or silence.
///
/// A missing daemon on an ipc endpoint is found by `Address.probe`.
final class Handshake {
    private var monitor: HandshakeMonitor
    private let endpoint: String
    private let hasKeys: Bool
    /// The place of the monitor in the owner's poll set.
    private var place: Int?

    /// Before the socket connects; nil for an endpoint that is not tcp.
    ///
    /// - Throws: what libzmq says.
    init?(
        _ context: Context, of socket: borrowing Socket, _ endpoint: String, _ keys: ClientKeys?
    ) throws(ZMQError) {
        guard endpoint.hasPrefix("tcp://") else { return nil }
        self.endpoint = endpoint
        hasKeys = keys != nil
        monitor = try HandshakeMonitor(context, of: socket, name: "handshake")
    }

    /// Wakes the poll set when the connection makes progress or fails.
    ///
    /// - Throws: what libzmq says.
    func join(_ poll: inout PollSet) throws(ZMQError) { place = try poll.add(monitor.socket) }

    /// Ends with the first message from the daemon: what the connection does from then on is not
    /// looked at.
    func leave(_ poll: inout PollSet, _ socket: borrowing Socket) {
        if let place { poll.watch(place, for: []) }
        monitor.stop(socket)
    }

    /// Reads what is new.
    ///
    /// - Throws: `notAdmitted` once the daemon has refused the key: another try would not help;
    ///   `transport`.
    func check() throws(ClientError) {
        guard try stage() == .refused else { return }
        throw .notAdmitted(
            endpoint: endpoint,
            reason: "the daemon refuses this key; add its public key to the daemon's access list "
                + "(pagerctl keys allow) and restart the daemon")
    }

    /// Returns the error for an operation whose time is over.
    func lateness(_ seconds: Double, _ operation: String) -> ClientError {
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
                reason: "the daemon has another key than the one given with --server-key, or takes "
                    + "no keys; `pagerctl keys show` prints the daemon's public key on its machine")
        case .cutOff:
            .notAdmitted(
                endpoint: endpoint,
                reason: "the daemon wants a key; give --key and --server-key, or PAGERD_KEY_FILE "
                    + "and PAGERD_SERVER_KEY")
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
