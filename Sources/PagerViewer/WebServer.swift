internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// Serves browsers on some sockets, all of them on one thread.
///
/// Every connection has bounds of its own: for what it may send before it is understood, for how
/// long that may take, and for what is kept until it has read.
///
///     socket ─▶ TLS ─▶ InputBound ─▶ HTTP decoder ─▶ TurnBound ─▶ pipelining ─▶ RequestHandler
///                                    or WebSocket decoder                       or MessageHandler
final class WebServer {
    /// Connections at once; of more than these, those end first that have not shown a token and
    /// have been silent longest. A WebSocket that was admitted never ends for this reason.
    static let mostConnections = 256
    /// Connections that are taken before those that are there have their turn.
    static let mostAccepted: UInt = 16
    /// Seconds until a request must be whole, and until a WebSocket must show the token.
    static let patience = 10.0
    /// Seconds in which a browser must take a piece of a message.
    static let longestStall = 10.0
    /// Seconds in which a browser must take all of a message.
    static let longestMessage = 60.0
    /// Seconds in which what comes after the last response is thrown away.
    static let longestDrain = 1.0
    /// Seconds without a message after which a browser is sent a heartbeat.
    static let silence = 1.0
    private static let heartbeat = ByteBuffer(string: "{\"alive\":true}")
    /// Time between two messages to a browser: what happens meanwhile goes out together, and
    /// costs it as much as one event does.
    static let pause = TimeAmount.milliseconds(4)

    let loop: any EventLoop
    private(set) var site: Site?
    private let encryption: NIOSSLContext?
    private let mostConnections: Int
    private var connections: [ObjectIdentifier: BrowserConnection] = [:]
    /// Connections that have ever come.
    private var accepted = 0
    /// What waits until all connections have had their turn.
    private var waiting: [() -> Void] = []
    private var isInTurn = false
    private var isPassingOn = false

    /// - Parameters:
    ///   - loop: the thread on which everything happens.
    ///   - encryption: nil for connections without TLS.
    ///   - descriptors: files and sockets that the process may have open.
    init(on loop: any EventLoop, encryption: NIOSSLContext?, descriptors: Int) {
        self.loop = loop
        self.encryption = encryption
        // Each may read a file beside its socket.
        mostConnections = max(16, min(Self.mostConnections, (descriptors - 64) / 2))
    }

    /// Listens on a socket. Connections wait there until `serve(_:)`.
    ///
    /// - Throws: `IOError` where the address cannot be had.
    static func listen(
        _ address: SocketAddress, _ server: NIOLoopBound<WebServer>, on loop: any EventLoop
    ) throws -> any Channel {
        try ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: mostAccepted)
            .serverChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try server.value.take(channel) }
            }
            .bind(to: address).wait()
    }

    /// Begins to take connections.
    func serve(_ site: Site, on listeners: [any Channel]) {
        self.site = site
        let server = NIOLoopBound(self, eventLoop: loop)
        let wake = SharedFlag()
        site.conversation.relay.notify { [loop] in
            guard wake.raise() else { return }
            loop.execute {
                wake.lower()
                server.value.passOn()
            }
        }
        for listener in listeners { _ = listener.setOption(.autoRead, value: true) }
        loop.scheduleRepeatedTask(initialDelay: .milliseconds(500), delay: .milliseconds(500)) {
            _ in
            server.value.expire()
        }
    }

    // MARK: connections

    private func take(_ channel: any Channel) throws {
        accepted += 1
        let connection = BrowserConnection(channel, number: accepted, of: self)
        connections[ObjectIdentifier(connection)] = connection
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.forget(connection) }
        let pipeline = channel.pipeline.syncOperations
        if let encryption { try pipeline.addHandler(NIOSSLServerHandler(context: encryption)) }
        try RequestHandler.add(to: pipeline, connection)
        if connections.count > mostConnections { endLongestSilent() }
    }

    private func forget(_ connection: BrowserConnection) {
        connections[ObjectIdentifier(connection)] = nil
        site?.conversation.end(connection.standing)
    }

    private func endLongestSilent() {
        let idle = connections.values.filter { $0.standing.outlet == nil }
        let strangers = idle.filter { !$0.hasToken }
        let silent = (strangers.isEmpty ? idle : strangers)
            .min { ($0.heard, $0.number) < ($1.heard, $1.number) }
        silent?.close()
    }

    private func expire() {
        let time = Self.now()
        for connection in connections.values {
            if connection.isOverdue(at: time) {
                connection.close()
            } else if connection.isSilent(at: time) {
                connection.send([Self.heartbeat])
            }
        }
    }

    /// Does work when all other connections have had their turn.
    ///
    /// The loop runs every task that is due before it looks at its sockets again. So the next turn
    /// is one task for all connections, and begins a little later.
    func afterOthers(_ work: @escaping () -> Void) {
        waiting.append(work)
        guard waiting.count == 1, !isInTurn else { return }
        scheduleTurn()
    }

    private func scheduleTurn() {
        loop.assumeIsolated().scheduleTask(in: .microseconds(50)) {
            let due = self.waiting
            self.waiting = []
            self.isInTurn = true
            for work in due { work() }
            self.isInTurn = false
            if !self.waiting.isEmpty { self.scheduleTurn() }
        }
    }

    // MARK: messages to browsers

    /// Sends each browser that can take it what waits for it.
    private func passOn() {
        for connection in connections.values { passOn(to: connection) }
    }

    /// Sends one browser what waits for it, if it can take it.
    func passOn(to connection: BrowserConnection) {
        guard let relay = site?.conversation.relay, let outlet = connection.standing.outlet else {
            return
        }
        guard !relay.isClosed(outlet) else { return connection.close() }
        guard !connection.isSending, !connection.isEnding else { return }
        guard connection.nextMessage <= .now() else { return passOnLater() }
        guard let message = relay.next(outlet) else { return }
        connection.nextMessage = .now() + Self.pause
        connection.send(message.parts, keeping: message.delivery)
    }

    private func passOnLater() {
        guard !isPassingOn else { return }
        isPassingOn = true
        loop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPassingOn = false
            self.passOn()
        }
    }

    /// Seconds of a clock that nothing sets.
    static func now() -> Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }
}

/// A flag that several threads set, so that only the first one wakes the thread with the work.
final class SharedFlag: Sendable {
    private let isUp = Atomic(false)

    /// - Returns: whether it was down.
    func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isUp.store(false, ordering: .releasing) }
}
