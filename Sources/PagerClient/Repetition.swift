public import PagerModel
internal import PagerWire

/// The times at which an unanswered request is repeated. The first interval is 100 ms, or a seventh
/// of the time-out if that is shorter. Each following interval is twice as long, up to 400 ms.
struct Repetition {
    private var pause: Double
    private var next: Deadline

    private static let first = 0.1
    private static let longest = 0.4

    init(timeout: Double) {
        pause = min(Self.first, timeout / 7)
        next = Deadline(seconds: pause)
    }

    var isDue: Bool { next.milliseconds == 0 }

    /// The milliseconds until the unanswered request is sent again.
    var milliseconds: Int { next.milliseconds }

    mutating func postpone() {
        pause = min(pause * 2, Self.longest)
        next = Deadline(seconds: pause)
    }
}

extension Requester {
    /// Returns whether a request can safely be sent again. A shutdown request cannot, because a
    /// newly started daemon could receive the second copy and end, too.
    static func isRepeatable(_ request: [UInt8]) -> Bool {
        guard let message = try? JSONParser.parse(request), let method = message["method"]?.string,
            method != ServerShutdown.method
        else { return false }
        if Access(method: method) == .free { return true }
        return message["client"]?.string != nil && (message["id"] ?? .null) != .null
    }

    /// Sends a request on behalf of another program, and returns the daemon's reply with the
    /// request id that the other program has chosen.
    ///
    /// The daemon receives the request with this requester's client name and a new id. So the
    /// request can be repeated, regardless of the ids that the other program uses.
    ///
    /// - Throws: A `ClientError`, such as `timedOut`, if no valid reply arrives. An error reply is
    ///   returned, not thrown.
    public mutating func forward(
        _ method: String, _ params: Value, id: Value
    ) throws(ClientError) -> [UInt8] {
        let request = newRequest(method) { params.write(to: &$0) }
        let reply = try exchange(
            request, method, isRepeatable: method != ServerShutdown.method)
        let opening = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
        // The error for an unreadable request has the id null.
        let ids = [opening + Array(String(lastID).utf8), opening + Array("null".utf8)]
        guard let own = ids.first(where: { reply.starts(with: $0) }) else {
            throw .badReply("the reply does not begin with the id \(lastID)")
        }
        return opening + Array(id.json.utf8) + reply.dropFirst(own.count)
    }
}
