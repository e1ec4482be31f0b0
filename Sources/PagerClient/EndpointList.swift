internal import ZMQ

/// The endpoints of several daemons, of which only one runs at a time.
struct EndpointList {
    let all: [String]
    private var index = 0

    /// The maximum number of seconds that a request waits for a reply before it goes to the next
    /// endpoint.
    private static let silence = 1.0

    /// Parses a text with commas between the endpoints. A part without a colon is not an endpoint:
    /// it belongs to the path before it, which contains a comma.
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

    /// Changes `current` to the next endpoint until a process listens on `current`. An endpoint
    /// that is not a local socket path is accepted without a check.
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

    /// Returns the time at which a request goes to the next endpoint if the current endpoint has
    /// not replied. Returns nil if there is only one endpoint.
    func silence(within timeout: Double) -> Deadline? {
        hasOthers ? Deadline(seconds: min(Self.silence, timeout / Double(all.count))) : nil
    }

    /// Connects a socket to each endpoint.
    func connect(_ socket: borrowing Socket, _ keys: ClientKeys?) throws(ZMQError) {
        // The keys of a socket apply to all its later connections. ipc needs none, so it comes
        // first.
        for isOverTCP in [false, true] {
            for endpoint in all where endpoint.hasPrefix("tcp://") == isOverTCP {
                try ClientKeys.lock(socket, endpoint, keys)
                try socket.connect(endpoint)
            }
        }
    }
}
