internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// The HTTP and WebSocket server for all browsers. It runs on one thread.
///
/// Each connection has limits: for the bytes and the time of an unfinished message, and for the
/// data that waits until the browser has read it.
///
///     socket ─▶ TLS ─▶ InputBound ─▶ HTTP decoder ─▶ TurnBound ─▶ pipelining ─▶ RequestHandler
///                                    or WebSocket decoder                       or MessageHandler
final class WebServer {
    /// The maximum number of connections. When a new connection exceeds this number, the server
    /// closes the connection that has been silent longest. Connections that have not proved the
    /// right to send commands are closed first. Connections with an admitted WebSocket are never
    /// closed for this reason.
    static let mostConnections = 256
    /// The maximum number of new connections that the server accepts before it serves the existing
    /// connections again.
    static let mostAccepted: UInt = 16
    /// The seconds within which a request must be complete, or a WebSocket must send its token.
    static let patience = 10.0
    /// The seconds within which a browser must read one piece of a WebSocket message.
    static let longestStall = 10.0
    /// The seconds within which a browser must read a whole WebSocket message.
    static let longestMessage = 60.0
    /// The seconds after the last response during which the server still receives and discards
    /// data before it closes the connection.
    static let longestDrain = 1.0
    /// The seconds without a message after which a browser receives a heartbeat.
    static let silence = 1.0
    private static let heartbeat = ByteBuffer(string: "{\"alive\":true}")
    /// The minimum time between two messages to a browser. Events that arrive in between are sent
    /// together.
    static let pause = TimeAmount.milliseconds(4)

    let loop: any EventLoop
    private(set) var site: Site?
    private let encryption: NIOSSLContext?
    private let mostConnections: Int
    private var connections: [ObjectIdentifier: BrowserConnection] = [:]
    /// The number of connections that the server has accepted so far.
    private var accepted = 0
    /// The tasks that will run after all connections have been served.
    private var waiting: [() -> Void] = []
    private var isInTurn = false
    private var isPassingOn = false

    /// Creates the server, which does not accept connections yet.
    ///
    /// - Parameters:
    ///   - loop: The event loop on which the server runs.
    ///   - encryption: Nil for connections without TLS.
    ///   - descriptors: The maximum number of files and sockets that the process may have open.
    init(on loop: any EventLoop, encryption: NIOSSLContext?, descriptors: Int) {
        self.loop = loop
        self.encryption = encryption
        // Each connection may have a file open in addition to its socket.
        mostConnections = max(16, min(Self.mostConnections, (descriptors - 64) / 2))
    }

    /// Opens a listening socket. New connections wait in its queue until `serve(_:on:)` is called.
    ///
    /// - Throws: `IOError` if the address is not available.
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

    /// Starts accepting connections on the listening sockets.
    func serve(_ site: Site, on listeners: [any Channel]) {
        self.site = site
        let server = NIOLoopBound(self, eventLoop: loop)
        let wake = SharedFlag()
        site.conversation.hub.notify { [loop] in
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
        let idle = connections.values.filter { $0.standing.browser == nil }
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

    /// Runs `work` after all other connections have been served.
    ///
    /// One task runs all waiting work. It is scheduled 50 microseconds later, because the event
    /// loop runs every due task before it polls its sockets again.
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

    /// Sends to each browser the next message that waits for it, if its connection can send a
    /// message now.
    private func passOn() {
        for connection in connections.values { passOn(to: connection) }
    }

    /// Sends to one browser the next message that waits for it, if its connection can send a
    /// message now.
    func passOn(to connection: BrowserConnection) {
        guard let hub = site?.conversation.hub, let browser = connection.standing.browser else {
            return
        }
        guard !hub.isClosed(browser) else { return connection.close() }
        guard !connection.isSending, !connection.isEnding else { return }
        guard connection.nextMessage <= .now() else { return passOnLater() }
        guard let message = hub.next(browser) else { return }
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

    /// Returns the time of a monotonic clock, in seconds.
    static func now() -> Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }
}

/// A flag that several threads may set. Only a thread that finds the flag clear has to wake up the
/// event loop.
final class SharedFlag: Sendable {
    private let isUp = Atomic(false)

    /// Sets the flag.
    ///
    /// - Returns: Whether the flag was clear before.
    func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isUp.store(false, ordering: .releasing) }
}
