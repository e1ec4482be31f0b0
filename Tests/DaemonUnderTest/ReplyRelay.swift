internal import Glibc
package import PagerModel
internal import PagerWire
internal import Synchronization
internal import ZMQ

/// A relay between clients and a daemon's commands that changes results, as another version of the
/// daemon would return them.
package final class ReplyRelay: Sendable {
    /// Returns the result for the client in place of the daemon's result. `call` is 1 for the first
    /// call of the method, then 2 and so on.
    package typealias Change = @Sendable (_ method: String, _ call: Int, _ result: Value) -> Value

    /// The endpoint for clients' commands.
    package let endpoint: String
    private let replies: Replies
    private let thread: RelayThread

    /// Starts the relay.
    ///
    /// - Parameters:
    ///   - source: the daemon's command endpoint.
    ///   - folder: the folder of the relay's socket, which is removed at its end.
    package init(to source: String, in folder: String) throws {
        endpoint = "ipc://\(folder)/replies"
        let replies = Replies(source, endpoint)
        self.replies = replies
        thread = try RelayThread { end in try replies.run(until: end) }
    }

    deinit {
        thread.end()
        unlink(String(endpoint.dropFirst("ipc://".count)))
    }

    /// Sets the change for the following results.
    package func set(_ change: @escaping Change) {
        replies.state.withLock { $0.change = change }
    }

    /// Returns the number of calls of a method. A request that the client repeats is one call.
    package func calls(of method: String) -> Int {
        replies.state.withLock { $0.calls[method]?.count ?? 0 }
    }
}

/// The part of the relay that its thread uses.
private final class Replies: Sendable {
    struct State {
        var change: ReplyRelay.Change = { $2 }
        /// The bytes of each call of a method; a repeated request has the same bytes.
        var calls: [String: [[UInt8]]] = [:]

        /// Returns the number of the call, beginning with 1.
        mutating func number(_ request: [UInt8], of method: String) -> Int {
            let known = calls[method] ?? []
            if let index = known.firstIndex(of: request) { return index + 1 }
            calls[method] = known + [request]
            return known.count + 1
        }
    }

    let state = Mutex(State())
    private let source: String
    private let endpoint: String

    init(_ source: String, _ endpoint: String) {
        self.source = source
        self.endpoint = endpoint
    }

    /// Forwards messages until the descriptor's other end is closed. Writes to the descriptor once
    /// it listens.
    func run(until end: Int32) throws {
        let context = try Context()
        let front = try Socket(context, .rep)
        try front.bind(endpoint)
        _ = write(end, "!", 1)
        var poll = PollSet()
        try poll.add(front)
        poll.add(descriptor: end)
        var frame = Message()
        while true {
            _ = try poll.wait(milliseconds: nil)
            guard poll.ready(1).isEmpty else { return }
            while try front.receive(into: &frame, wait: false) {
                guard let reply = try reply(to: frame.bytes, context, until: end) else { return }
                _ = try front.send(reply)
            }
        }
    }

    /// Sends a request to the daemon, which may be starting, and changes its reply.
    ///
    /// - Returns: the reply, or nil if the descriptor's other end is closed first.
    private func reply(
        to request: [UInt8], _ context: Context, until end: Int32
    ) throws -> [UInt8]? {
        let back = try Socket(context, .req)
        try back.connect(source)
        _ = try back.send(request)
        var poll = PollSet()
        try poll.add(back)
        poll.add(descriptor: end)
        var frame = Message()
        while try !back.receive(into: &frame, wait: false) {
            _ = try poll.wait(milliseconds: nil)
            guard poll.ready(1).isEmpty else { return nil }
        }
        let reply = frame.bytes
        guard let method = try JSONParser.parse(request)["method"]?.string,
            let members = try JSONParser.parse(reply).members
        else { return reply }
        let (change, call) = state.withLock { state in
            (state.change, state.number(request, of: method))
        }
        let changed = members.map { member in
            member.name == "result"
                ? .init("result", change(method, call, member.value)) : member
        }
        return Array(Value.object(changed).json.utf8)
    }
}
