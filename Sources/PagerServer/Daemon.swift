package import Containment
internal import Glibc
package import Logging
package import PagerModel
internal import PagerWire
internal import ZMQ

/// What a daemon is started with.
package struct Configuration: Sendable {
    package var name = "default"
    package var command: String?
    package var events: String?
    package var plugins: String?
    package var insecureTCP = false
    package var clock = ClockMode.real
    package var uikit = 18
    package var retainedEvents = Limits.retainedEvents
    /// Programs of plugins to start and keep running.
    package var pluginConfigurations: [PluginConfiguration] = []
    /// Kinds, commands and styles beside those of pagerd.
    package var additions = Plugins()
    /// What the book says, carried out before anybody can ask.
    package var commands: [BatchedCommand] = []

    package init() {}
}

/// The shell around the service: one thread, one loop over the sockets, the clock and the signals.
///
/// Turn: receive, decode, apply, publish, reply. Nothing else touches the service.
package struct Daemon: ~Copyable {
    private var service: Service
    private let lock: InstanceLock
    private let signals: Signals
    private let logger: Logger
    private let command: Socket
    private var publisher: Publisher
    private var hosts: PluginHosts
    /// Its place in the poll set.
    private let processes: Int
    private var poll = PollSet()
    private var message = Message()
    private let start: Instant
    private var nextHeartbeat: Instant
    private var isEnding = false

    /// Requests answered before the other sockets are looked at again.
    private static let burst = 256
    private static let heartbeat = 1.0

    /// Takes the name, loads the book, binds the sockets.
    ///
    /// - Throws: `StartProblem`, also for a plugin's name that is taken, `Refusal` of a command of the book, `ZMQError`.
    package init(
        _ configuration: Configuration, signals: consuming Signals, logger: Logger
    ) throws {
        let directory = RuntimeDirectory()
        let identity = try Self.identity(configuration, directory)
        if let problem = Service.problem(adding: configuration.additions) {
            throw StartProblem(problem)
        }
        let lock = try InstanceLock(directory, configuration.name)
        var service = Service(identity, adding: configuration.additions)
        service.expect(configuration.pluginConfigurations)
        try service.load(configuration.commands)
        let endpoints = identity.endpoints
        for endpoint in [endpoints.command, endpoints.events, endpoints.plugins] {
            try InstanceLock.clear(endpoint)
        }
        let context = try Context()
        let publisher = try Publisher(context, endpoints.events)
        let hosts = try PluginHosts(
            context, endpoints, configuration.pluginConfigurations)
        let command = try Self.openCommand(context, endpoints.command)
        _ = poll.add(command)
        _ = poll.add(publisher.socket)
        _ = poll.add(hosts.socket.socket)
        processes = poll.add(descriptor: hosts.descriptor)
        _ = poll.add(descriptor: signals.descriptor)
        start = Service.monotonic()
        nextHeartbeat = start.advanced(by: Self.heartbeat)
        self.lock = lock
        self.service = service
        self.signals = signals
        self.logger = logger
        self.publisher = publisher
        self.hosts = hosts
        self.command = command
    }

    private static func openCommand(
        _ context: Context, _ endpoint: String
    ) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .rep)
        // Twice what is taken: what is only somewhat over is answered, not dropped by libzmq.
        try socket.set(.maxMessageSize, Int64(Limits.messageBytes) * 2)
        try socket.bind(endpoint)
        return socket
    }

    private static func identity(
        _ configuration: Configuration, _ directory: RuntimeDirectory
    ) throws -> Service.Identity {
        var identity = Service.Identity()
        guard Identifier(configuration.name) != nil else {
            throw StartProblem(
                "a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + quoted(configuration.name))
        }
        guard let release = Release(rawValue: configuration.uikit) else {
            throw StartProblem("--uikit takes 13 or 18, not \(configuration.uikit)")
        }
        let standard = directory.endpoints(configuration.name)
        identity.name = configuration.name
        identity.boot = token()
        identity.history = token()
        identity.epoch = now()
        identity.clock = configuration.clock
        identity.release = release
        identity.retainedEvents = configuration.retainedEvents
        identity.endpoints = Endpoints(
            command: configuration.command ?? standard.command,
            events: configuration.events ?? standard.events,
            plugins: configuration.plugins ?? standard.plugins)
        let endpoints = identity.endpoints
        for endpoint in [endpoints.command, endpoints.events, endpoints.plugins] {
            try check(endpoint, configuration.insecureTCP)
        }
        return identity
    }

    /// ipc anywhere; tcp only on loopback and only when asked for twice.
    private static func check(_ endpoint: String, _ insecureTCP: Bool) throws {
        if endpoint.hasPrefix("ipc://") { return }
        guard endpoint.hasPrefix("tcp://") else {
            throw StartProblem("an endpoint is ipc://PATH or tcp://127.0.0.1:PORT, not \(endpoint)")
        }
        let address = endpoint.dropFirst("tcp://".count)
        let isLoopback = ["127.", "[::1]:", "localhost:"].contains { address.hasPrefix($0) }
        guard insecureTCP, isLoopback else {
            throw StartProblem(
                "\(endpoint): tcp has no lock on its door. Use ipc://, or on loopback "
                    + "(tcp://127.0.0.1:PORT) add --insecure-tcp")
        }
    }

    private static func token() -> String {
        let bits = UInt64.random(in: .min ... .max)
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
    }

    package var endpoints: Endpoints { service.identity.endpoints }

    /// Answers and publishes until a signal or `server.shutdown` ends it.
    ///
    /// - Throws: `ZMQError`.
    package mutating func run() throws {
        service.begin(at: start)
        // What the book did comes before whoever is welcomed: a welcome counts it already.
        try publisher.publish(&service)
        while !isEnding {
            _ = try poll.wait(milliseconds: timeout())
            try publisher.welcome(&service)
            try answerRequests()
            runClock()
            try servePlugins()
            try publisher.publish(&service)
            try beat()
            while let signal = signals.next() { end(on: signal) }
        }
        try hosts.end(&service, at: elapsed())
        try publisher.announce("shutdown", service)
        logger.info("ended", metadata: ["seq": "\(service.point.seq)"])
    }

    private mutating func end(on signal: Int32) {
        logger.info("ending on signal \(signal)")
        isEnding = true
    }

    private func elapsed() -> Instant {
        Instant(nanoseconds: Service.monotonic().nanoseconds - start.nanoseconds)
    }

    /// Milliseconds until something is due, rounded up.
    private mutating func timeout() -> Int {
        var next = nextHeartbeat.nanoseconds - start.nanoseconds
        if let deadline = service.nextDeadline() { next = min(next, deadline.nanoseconds) }
        if let deadline = hosts.nextDeadline(service, at: elapsed()) {
            next = min(next, deadline.nanoseconds)
        }
        let left = next - elapsed().nanoseconds
        return left <= 0 ? 0 : Int((left + 999_999) / 1_000_000)
    }

    private mutating func answerRequests() throws {
        for _ in 0..<Self.burst {
            guard try command.receive(into: &message, wait: false) else { return }
            let peer = Peer(uid: message.peerUID)
            let reply = message.more ? try refuseFrames() : answer(from: peer)
            try publisher.publish(&service)
            _ = try command.send(reply)
            if service.isEnding {
                isEnding = true
                return
            }
        }
    }

    private mutating func answer(from peer: Peer) -> [UInt8] {
        let time = elapsed()
        return message.withBytes { service.answer($0, from: peer, at: time) }
    }

    /// A request is one frame; a message of several is taken whole and refused.
    private mutating func refuseFrames() throws(ZMQError) -> [UInt8] {
        while message.more { _ = try command.receive(into: &message, wait: true) }
        return service.refuse(
            Refusal(.invalidRequest, "a request is one frame, not several"), id: .null)
    }

    private mutating func servePlugins() throws {
        try hosts.serve(
            &service, someEnded: poll.isReadable(processes), at: elapsed(), logger)
    }

    private mutating func runClock() {
        if service.identity.clock == .real { service.runDeadlines(until: elapsed()) }
    }

    private mutating func beat() throws {
        let now = Service.monotonic()
        guard now >= nextHeartbeat else { return }
        try publisher.announce("heartbeat", service)
        nextHeartbeat = now.advanced(by: Self.heartbeat)
    }
}
