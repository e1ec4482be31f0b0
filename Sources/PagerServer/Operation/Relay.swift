package import Logging
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// A relay that forwards the events of a daemon to any number of subscribers, local or remote.
///
/// The relay forwards all subscriptions, including repeated ones, because the daemon answers each
/// subscription with a welcome message. It forwards events unchanged, and forwards no commands. The
/// relay's key identifies the relay to the daemon and to the subscribers.
///
///     daemon's XPUB ─▶ XSUB ─ relay ─ XPUB ─▶ subscribers
package struct Relay: ~Copyable {
    private let upstream: Socket
    private let downstream: Socket
    private let signals: Signals
    private let logger: Logger
    private var zapHandler: ZAPHandler
    private let files: SocketFiles
    private var message = Message()
    /// The endpoint at which subscribers connect to the relay, with wildcards resolved.
    package let endpoint: String

    /// The high-water mark of the relay: the maximum number of events that it queues for one
    /// subscriber. The daemon's own high-water mark varies; this is its highest value.
    private static let highWaterMark = Int32(Limits.queuedEvents)

    /// Connects and binds the relay's sockets.
    ///
    /// - Throws: `StartProblem` if an endpoint, a key or the access list is invalid, or if another
    ///   process already uses `target`; `ZMQError` if a socket cannot be connected or bound.
    package init(
        from source: String, to target: String, _ access: RelayAccess,
        signals: consuming Signals, logger: Logger
    ) throws {
        for endpoint in [source, target]
        where !endpoint.hasPrefix("ipc://") && !endpoint.hasPrefix("tcp://") {
            throw StartProblem("an endpoint is ipc://PATH or tcp://ADDRESS:PORT, not \(endpoint)")
        }
        let security = try access.security()
        if !access.admitsEveryone { _ = try security.authentication(of: target) }
        try SocketFiles.check(target)
        let context = try Context()
        let zapHandler = try ZAPHandler(context, security.access)
        let upstream = try Self.upstream(context)
        if source.hasPrefix("tcp://"), let server = try access.serverKey() {
            try security.identify(upstream, to: server)
        }
        try upstream.connect(source)
        let downstream = try Self.downstream(context)
        if access.admitsEveryone {
            try security.files.bind(downstream, at: target)
        } else {
            try security.open(downstream, at: [target], named: "relay")
        }
        let endpoint = try downstream.lastEndpoint()
        self.endpoint = endpoint
        self.upstream = upstream
        self.downstream = downstream
        self.zapHandler = zapHandler
        files = security.files
        self.logger = logger
        self.signals = signals
    }

    private static func upstream(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xsub)
        try socket.set(.receiveHighWaterMark, highWaterMark)
        return socket
    }

    private static func downstream(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubVerboser, true)
        try socket.set(.sendHighWaterMark, highWaterMark)
        try socket.set(.maxMessageSize, 4096)
        return socket
    }

    /// Returns the default endpoint of the events socket of the daemon with this name.
    package static func events(of name: String) -> String {
        RuntimeDirectory().endpoints(name).events
    }

    /// Forwards events until a signal ends the relay.
    ///
    /// - Throws: `ZMQError` if a socket fails.
    package mutating func run() throws {
        var poll = PollSet()
        let events = try poll.add(upstream)
        let subscriptions = try poll.add(downstream)
        let asked = try poll.add(zapHandler.socket)
        let signal = poll.add(descriptor: signals.descriptor)
        while !poll.isReadable(signal) {
            _ = try poll.wait(milliseconds: nil)
            if poll.isReadable(asked) {
                try zapHandler.answer(at: MachineClock.monotonic(), logger)
            }
            if poll.isReadable(subscriptions) {
                try Self.forward(&message, from: downstream, to: upstream)
            }
            if poll.isReadable(events) {
                try Self.forward(&message, from: upstream, to: downstream)
            }
        }
        files.remove()
    }

    /// The maximum number of messages that the relay forwards from one socket before it checks its
    /// other sockets.
    private static let burst = 256

    private static func forward(
        _ message: inout Message, from source: borrowing Socket, to target: borrowing Socket
    ) throws(ZMQError) {
        for _ in 0..<burst {
            guard try source.receive(into: &message, wait: false) else { return }
            while message.more {
                try target.forward(&message)
                _ = try source.receive(into: &message)
            }
            try target.forward(&message)
        }
    }
}
