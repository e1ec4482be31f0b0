internal import PagerJournal
internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// A relay that forwards the events of a daemon to any number of subscribers, local or remote.
///
/// It forwards all subscriptions, including repeated ones, so that the daemon welcomes each. It
/// forwards events unchanged. No commands can be sent through it.
///
///     daemon's XPUB ─▶ XSUB ─ relay ─ XPUB ─▶ subscribers
package struct Relay: ~Copyable {
    private let context: Context
    private let upstream: Socket
    private let downstream: Socket
    private let signals: Signals
    /// The endpoint with its wildcards resolved.
    package let endpoint: String

    /// The mark that the daemon itself uses for a slow subscriber.
    private static let highWaterMark = Int32(Limits.queuedEvents)

    /// Connects and binds the sockets.
    ///
    /// - Throws: `StartProblem`, `ZMQError`.
    package init(from source: String, to target: String, signals: consuming Signals) throws {
        for endpoint in [source, target]
        where !endpoint.hasPrefix("ipc://") && !endpoint.hasPrefix("tcp://") {
            throw StartProblem("an endpoint is ipc://PATH or tcp://ADDRESS:PORT, not \(endpoint)")
        }
        try InstanceLock.clear(target)
        let context = try Context()
        let upstream = try Self.upstream(context, source)
        let downstream = try Self.downstream(context, target)
        let endpoint = try downstream.lastEndpoint()
        self.endpoint = endpoint
        self.upstream = upstream
        self.downstream = downstream
        self.context = context
        self.signals = signals
    }

    private static func upstream(
        _ context: Context, _ endpoint: String
    ) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xsub)
        try socket.set(.receiveHighWaterMark, highWaterMark)
        try socket.connect(endpoint)
        return socket
    }

    private static func downstream(
        _ context: Context, _ endpoint: String
    ) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubVerboser, true)
        try socket.set(.sendHighWaterMark, highWaterMark)
        try socket.set(.maxMessageSize, 4096)
        try socket.bind(endpoint)
        return socket
    }

    /// Returns the default path of an instance's events socket.
    package static func events(of name: String) -> String {
        RuntimeDirectory().endpoints(name).events
    }

    /// Forwards events until a signal ends the relay.
    ///
    /// - Throws: `ZMQError`.
    package borrowing func run() throws {
        let (context, descriptor) = (context, signals.descriptor)
        // The thread ends the context when a signal arrives, because zmq_proxy cannot wait for
        // anything else.
        let thread = try SideThread {
            while awaitInput(descriptor, -1) <= 0 {}
            context.shutDown()
        }
        try proxy(upstream, downstream)
        thread.join()
    }
}
