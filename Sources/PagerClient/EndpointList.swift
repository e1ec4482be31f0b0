internal import ZMQ

/// The endpoints of one or several daemons. Only one of these daemons runs at a time.
struct EndpointList {
    let all: [String]
    private var index = 0

    /// The maximum number of seconds that the client waits for a reply before it sends the request
    /// to the next endpoint.
    private static let silence = 1.0

    /// Parses a string of endpoints, separated by commas. A part without a colon is not an
    /// endpoint. It belongs to the previous part, which is a path that contains a comma.
    init(_ text: String) {
        var all: [String] = []
        for bytes in text.utf8.split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            let part = String(Substring(bytes))
            if all.isEmpty || bytes.contains(UInt8(ascii: ":")) {
                all.append(part)
            } else {
                all[all.count - 1] += "," + part
            }
        }
        self.all = all
    }

    /// The endpoint that requests are sent to.
    var current: String { all[index] }

    var hasOthers: Bool { all.count > 1 }

    mutating func advance() { index = (index + 1) % all.count }

    /// Changes `current` to an endpoint on which a process listens. Tries the endpoints in order,
    /// beginning with `current`. An endpoint that is not a local socket path is accepted without a
    /// check.
    ///
    /// - Throws: The error of the last endpoint that was tried, if no process listens on any
    ///   endpoint.
    mutating func probe() throws(ClientError) {
        for remaining in all.indices.reversed() {
            do {
                return try Address.probe(current)
            } catch {
                advance()
                if remaining == 0 { throw error }
            }
        }
    }

    /// Returns the time at which the client sends a request to the next endpoint, if it has
    /// received no reply from the current one. Returns nil if there is only one endpoint.
    func silence(within timeout: Double) -> Deadline? {
        hasOthers ? Deadline(seconds: min(Self.silence, timeout / Double(all.count))) : nil
    }

    /// Connects a socket to each endpoint.
    func connect(_ socket: borrowing Socket, _ keys: ClientKeys?) throws(ZMQError) {
        // The keys of a socket apply to all its later connections. ipc endpoints need none, so they
        // are connected first.
        for isOverTCP in [false, true] {
            for endpoint in all where endpoint.hasPrefix("tcp://") == isOverTCP {
                try ClientKeys.lock(socket, endpoint, keys)
                try socket.connect(endpoint)
            }
        }
    }
}
