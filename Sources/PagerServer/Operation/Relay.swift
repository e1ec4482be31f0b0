package import Logging
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// A relay that forwards the events of a daemon to any number of subscribers, local or remote.
///
/// The relay forwards subscriptions, including repeated ones, because the daemon answers each
/// with a welcome message. It forwards events unchanged, and forwards no commands. The relay's key
/// identifies the relay to the daemon and to the subscribers.
///
/// All subscriptions reach the daemon over one connection, so the relay limits those of each
/// subscriber, as the daemon does. It also bounds the queue of each subscriber in bytes, and closes
/// the connections of subscribers that do not read.
///
///     daemon's XPUB ─▶ XSUB ─ relay ─ XPUB ─▶ subscribers
package struct Relay: ~Copyable {
    private let upstream: Socket
    private let downstream: Socket
    private var connections: Connections
    private var subscriptions = Subscriptions(.builtIn, mostPlaces: Self.mostPlaces)
    private var mark = AdaptiveHighWaterMark()
    private var sizes = RecentSizes()
    private let signals: Signals
    private let logger: Logger
    private var zapHandler: ZAPHandler
    private let files: SocketFiles
    private var message = Message()
    /// The endpoint at which subscribers connect to the relay, with wildcards resolved.
    package let endpoint: String

    /// The size of the tree of prefixes of all subscribers. The daemon must not close the relay's
    /// connection, and its direct subscribers need space too.
    private static let mostPlaces = Limits.subscriptionPlaces / 4
    /// The number of subscriptions that libzmq reads ahead for one connection.
    private static let unreadSubscriptions: Int32 = 4

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
        let connections = try Connections(context, of: downstream, named: "relay")
        if access.admitsEveryone {
            try security.files.bind(downstream, at: target)
        } else {
            try security.open(downstream, at: [target], named: "relay")
        }
        let endpoint = try downstream.lastEndpoint()
        self.endpoint = endpoint
        self.upstream = upstream
        self.downstream = downstream
        self.connections = connections
        self.zapHandler = zapHandler
        files = security.files
        self.logger = logger
        self.signals = signals
    }

    private static func upstream(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xsub)
        try socket.set(.receiveHighWaterMark, Int32(Limits.queuedEvents))
        return socket
    }

    private static func downstream(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubVerboser, true)
        try socket.set(.sendHighWaterMark, Int32(Limits.queuedEvents))
        try socket.set(.receiveHighWaterMark, unreadSubscriptions)
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
        let asked = try poll.add(downstream)
        let peers = try connections.join(&poll)
        let zap = try poll.add(zapHandler.socket)
        let signal = poll.add(descriptor: signals.descriptor)
        var nextCheck = MachineClock.monotonic()
        while !poll.isReadable(signal) {
            _ = try poll.wait(milliseconds: Self.checkMilliseconds)
            let time = MachineClock.monotonic()
            if poll.isReadable(zap) { try zapHandler.answer(at: time, logger) }
            if poll.isReadable(peers) { try takeNote() }
            if poll.isReadable(asked) { try forwardSubscriptions(at: time) }
            if poll.isReadable(events) { try forwardEvents() }
            try setMark()
            if nextCheck <= time {
                try takeNote()
                connections.cutStuck(at: time)
                nextCheck = time.advanced(by: Double(Self.checkMilliseconds) / 1_000)
            }
        }
        files.remove()
    }

    /// The time between two checks for subscribers that do not read.
    private static let checkMilliseconds = 1_000
    /// The maximum number of messages that the relay forwards from one socket before it checks its
    /// other sockets.
    private static let burst = 256

    private mutating func takeNote() throws(ZMQError) {
        var ended: [Int] = []
        try connections.takeNote { _, connection in ended.append(connection) }
        for connection in ended { subscriptions.forget(connection) }
    }

    private mutating func setMark() throws(ZMQError) {
        mark.follow(averageBytes: sizes.average, subscribers: connections.counts.open)
        guard mark.isDue else { return }
        try takeNote()
        try mark.apply(to: downstream, connections)
    }

    private mutating func forwardSubscriptions(at time: Instant) throws(ZMQError) {
        for _ in 0..<Self.burst {
            guard try downstream.receive(into: &message, wait: false) else { break }
            let frame = message.bytes
            let descriptor = message.connectionDescriptor
            try takeNote()
            let prefix = Array(frame.dropFirst())
            switch (frame.first, connections.openNumber(of: descriptor)) {
            case (1, let connection?):
                guard isWelcome(prefix, by: connection, at: time) else { continue }
                mark.noteNewConnection()
            case (0, let connection):
                // libzmq also reports the prefixes of a connection that has ended.
                subscriptions.remove(prefix, by: connection)
            default: continue
            }
            try upstream.forward(&message)
        }
    }

    private mutating func isWelcome(
        _ prefix: [UInt8], by connection: Int, at time: Instant
    ) -> Bool {
        let isWelcome = subscriptions.add(
            prefix, by: connection, isAnswered: Publisher.isAnswered(prefix))
        for excess in subscriptions.excess() {
            connections.cutOversubscribed(excess, at: time)
            logger.warning(
                """
                closed a connection for subscribing to more prefixes than the relay allows; \
                subscribe to whole categories instead, such as `lifecycle.`
                """)
        }
        return isWelcome
    }

    private mutating func forwardEvents() throws(ZMQError) {
        for _ in 0..<Self.burst {
            guard try upstream.receive(into: &message, wait: false) else { return }
            var size = message.count
            while message.more {
                try downstream.forward(&message)
                _ = try upstream.receive(into: &message)
                size += message.count
            }
            sizes.note(size)
            try downstream.forward(&message)
        }
    }
}

/// The keys of a relay, and the clients that may subscribe to it.
package struct RelayAccess: Sendable {
    /// The path of the file with the relay's secret key. The key identifies the relay to the daemon
    /// and to the subscribers.
    package var key: String?
    /// The path of the file with the access list of the subscribers.
    package var access: String?
    /// The public key of the daemon, or the path of a file that contains the key.
    package var server: String?
    /// Whether every host that reaches the port may subscribe, without authentication.
    package var admitsEveryone = false

    package init() {}

    /// Reads the key and the access list.
    ///
    /// - Throws: `StartProblem` if a file cannot be read or is not valid, or if `key` or `access`
    ///   is set together with `admitsEveryone`, the option that lets every host subscribe.
    func security() throws(StartProblem) -> SocketSecurity {
        try SocketSecurity(key: key, access: access, insecureTCP: admitsEveryone)
    }

    /// Returns the daemon's public key, or nil if none is given.
    ///
    /// - Throws: `StartProblem` if the key cannot be read, or if the relay has no key of its own.
    func serverKey() throws(StartProblem) -> String? {
        guard let server else { return nil }
        guard key != nil else {
            throw StartProblem("--server-key needs the relay's own key: --key FILE")
        }
        if AccessList.isKey(server) { return server }
        let text = try SocketSecurity.text(server, isSecret: false)
        let key = String(text.trimmed)
        guard AccessList.isKey(key) else {
            throw StartProblem(
                "\(server) contains no public key; pass the .pub file that `pagerctl keys new` "
                    + "wrote for the daemon")
        }
        return key
    }
}
