internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import PagerModel
internal import Synchronization
internal import SystemCalls

/// The HTTP and WebSocket server for all browsers. It runs on one thread.
///
/// Each connection has limits: for the bytes and the time of an unfinished message, and for the
/// data that waits until the browser has read it.
///
///     socket ─▶ TLS ─▶ InputBound ─▶ HTTP decoder ─▶ TurnBound ─▶ pipelining ─▶ RequestHandler
///                                    or WebSocket decoder                       or MessageHandler
final class WebServer {
    /// The seconds within which a request must be complete, or a WebSocket must send its token. A
    /// connection without a right must send its next request within this time.
    static let patience = 10.0
    /// The seconds within which a browser must read one piece of a WebSocket message, or of a
    /// response on a connection without a right.
    static let longestStall = 10.0
    /// The seconds within which a browser must read the whole message or response.
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
    private var connections: Connections
    private var errors = RepeatedErrors()
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
    init(on loop: any EventLoop, encryption: NIOSSLContext?, limits: ConnectionLimits) {
        self.loop = loop
        self.encryption = encryption
        connections = Connections(limits)
    }

    /// Opens a listening socket. New connections wait in its queue until `serve(_:on:)` is called.
    ///
    /// - Throws: `IOError` if the address is not available.
    static func listen(
        _ address: SocketAddress, _ server: NIOLoopBound<WebServer>, on loop: any EventLoop,
        _ limits: ConnectionLimits
    ) throws -> any Channel {
        try ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: limits.accepted)
            .serverChannelOption(.autoRead, value: false)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptErrors { server.value.acceptFailed($0) })
                }
            }
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
        connections.add(connection)
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.forget(connection) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(connection.socket)
        if let encryption { try pipeline.addHandler(NIOSSLServerHandler(context: encryption)) }
        try RequestHandler.add(to: pipeline, connection)
        while let surplus = connections.surplus { end(surplus) }
    }

    /// Closes a socket at once. The connection is forgotten in the same step, so that the open
    /// sockets are never more than the counted ones.
    private func end(_ connection: BrowserConnection) {
        forget(connection)
        connection.socket.close()
    }

    private func forget(_ connection: BrowserConnection) {
        connections.remove(connection)
        site?.conversation.end(connection.standing)
    }

    private func acceptFailed(_ error: any Error) {
        // A descriptor becomes free for the next connection, which may be a browser with a token.
        if let stranger = connections.oldestStranger { end(stranger) }
        let reason = (error as? IOError).map { errorText($0.errnoCode) } ?? "\(error)"
        let line = errors.line(
            "pagerview: cannot accept a connection: \(reason); allow pagerview more open files",
            at: Self.now())
        if let line { StandardError.write(line) }
    }

    private func expire() {
        let time = Self.now()
        for connection in connections.all {
            if connection.isOverdue(at: time) {
                end(connection)
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
        for connection in connections.all { passOn(to: connection) }
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

/// The address that pagerview listens on, and the hosts by which browsers can reach it.
struct Listening: Equatable {
    /// The IP address as text. An IPv6 address is in brackets.
    let host: String
    let port: Int

    /// Parses an IP address with a port.
    ///
    /// - Parameter text: An address such as `127.0.0.1:8000`, `0.0.0.0:8443` or `[::]:8443`.
    /// - Returns: Nil if the text is not an IP address with a port.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        self.init(host: String(text[..<colon]), port: Int(port))
    }

    init?(host: String, port: Int) {
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
        guard host.contains(":") == host.hasPrefix("["), socketAddress(port: port) != nil else {
            return nil
        }
    }

    func socketAddress(port: Int) -> SocketAddress? {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        // Host names are not accepted, because a name could resolve to any address.
        return try? SocketAddress(ipAddress: bare, port: port)
    }

    /// Whether the address is reachable only from this machine.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "[::1]" }

    private var isEverywhere: Bool { host == "0.0.0.0" || host == "[::]" }

    /// Returns the hosts by which browsers can reach the address: the hosts in `added`, and the
    /// address itself. For `0.0.0.0` and `[::]`, all addresses of this machine replace the address
    /// itself. The names of loopback, such as `localhost`, are included if the address includes
    /// loopback. When pagerview is ready, it prints the first host.
    func hosts(adding added: [String]) -> [String] {
        let loopback = ["127.0.0.1", "localhost", "[::1]"]
        let all =
            isLoopback
            ? [host] + loopback + added
            : isEverywhere ? added + Self.addressesOfThisMachine + loopback : added + [host]
        var known: Set<TextKey> = []
        return all.filter { known.insert(TextKey($0)).inserted }
    }

    private static var addressesOfThisMachine: [String] {
        // If the network devices cannot be listed, only the names of `--allow-host` work.
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { device in
            switch device.address {
            case .v4: device.address?.ipAddress
            // A link-local address contains the name of the link, which no browser sends.
            case .v6: device.address?.ipAddress.flatMap { $0.hasPrefix("fe80") ? nil : "[\($0)]" }
            default: nil
            }
        }.filter { $0 != "127.0.0.1" && $0 != "[::1]" }
    }
}

/// Functions that set up TLS with a certificate and its private key.
enum Encryption {
    /// Reads a certificate and its key, and returns the TLS context for them.
    ///
    /// - Parameters:
    ///   - certificate: The path of a file with the certificate in PEM form. The certificates of
    ///     the issuers may follow in the same file.
    ///   - key: The path of a file with the certificate's private key in PEM form.
    /// - Throws: `Problem` with the path of the invalid file and the reason.
    static func context(certificate: String, key: String) throws(Problem) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw Problem(
                text: "--tls-cert \(certificate) is not a certificate in PEM form: \(error)")
        }
        let secret: NIOSSLPrivateKey
        do { secret = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw Problem(text: "--tls-key \(key) is not a key in PEM form: \(error)")
        }
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        do { return try NIOSSLContext(configuration: settings) } catch {
            throw Problem(
                text: "--tls-key \(key) does not belong to --tls-cert \(certificate): \(error)")
        }
    }

    struct Problem: Error { let text: String }
}

/// A handler of a listening socket that stops accepting for a while after an error, such as too
/// many open files. The socket stays readable meanwhile, so trying again at once would never end.
final class AcceptErrors: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    static let pause = TimeAmount.milliseconds(200)
    private let failed: (any Error) -> Void
    private var isPaused = false

    /// - Parameter failed: Called with each error.
    init(_ failed: @escaping (any Error) -> Void) { self.failed = failed }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failed(error)
        guard !isPaused else { return }
        isPaused = true
        let channel = context.channel
        _ = channel.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            _ = channel.setOption(.autoRead, value: true)
        }
    }
}

/// Errors that may repeat quickly, also in turns. Each is reported once, and then at most once per
/// `period` with the number of times that it has occurred since.
struct RepeatedErrors {
    static let period = 60.0
    /// The maximum number of different errors. Further ones count as one error.
    static let most = 16

    private struct Entry {
        var last: Double
        var count = 0
    }

    private var entries: [TextKey: Entry] = [:]

    /// Returns the line to log for an error at `time`, in seconds; nil if there is none yet.
    mutating func line(_ text: String, at time: Double) -> String? {
        var key = TextKey(text)
        if entries[key] == nil, entries.count >= Self.most { key = TextKey("") }
        guard var entry = entries[key] else {
            entries[key] = Entry(last: time)
            return text
        }
        entry.count += 1
        let isDue = time - entry.last >= Self.period
        let count = entry.count
        if isDue { entry = Entry(last: time) }
        entries[key] = entry
        guard isDue else { return nil }
        return count == 1 ? text : "\(text) (\(count) times since the last report)"
    }
}

/// The standard error stream. Control characters in its lines are escaped, so that a terminal does
/// not interpret them.
enum StandardError {
    static func write(_ text: String) {
        // There is no other place to report that this failed.
        _ = SystemCalls.write(STDERR_FILENO, Array((text.printable + "\n").utf8)[...])
    }
}
