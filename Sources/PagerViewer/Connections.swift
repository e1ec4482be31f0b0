internal import NIOCore
internal import PagerModel

/// The maximum numbers of connections. They are lower if the system limits open files.
struct ConnectionLimits: Equatable {
    /// All connections.
    let all: Int
    /// Connections that have not proved a right with a token, a cookie or a folder key.
    let strangers: Int
    /// Strangers for whom connections with a right make room, so that `/health` always replies and
    /// a browser can always send its token.
    let reserved: Int
    /// Browsers, and those of them that may only watch.
    let browsers: Int
    let watchers: Int
    /// New connections that a listening socket accepts before the others are served again. Two
    /// sockets together accept only a part of `strangers`, so that a new connection can send its
    /// request before others take its place.
    let accepted: UInt

    /// The files and sockets that pagerview needs besides its connections.
    private static let ownDescriptors = 64

    /// - Parameter descriptors: The files and sockets that the process may have open.
    init(descriptors: Int) {
        // Each connection may have a file open in addition to its socket.
        all = max(16, min(256, (descriptors - Self.ownDescriptors) / 2))
        strangers = all * 3 / 8
        reserved = strangers / 4
        browsers = min(BrowserHub.mostBrowsers, all - strangers)
        watchers = min(BrowserHub.mostWatchers, browsers * 3 / 4)
        accepted = UInt(max(1, min(16, strangers / 6)))
    }
}

/// The connections whose sockets are open, and the rule that decides which of them ends first.
struct Connections {
    let limits: ConnectionLimits
    private var open: [ObjectIdentifier: BrowserConnection] = [:]

    init(_ limits: ConnectionLimits) { self.limits = limits }

    var all: [BrowserConnection] { Array(open.values) }

    mutating func add(_ connection: BrowserConnection) {
        open[ObjectIdentifier(connection)] = connection
    }

    mutating func remove(_ connection: BrowserConnection) {
        open[ObjectIdentifier(connection)] = nil
    }

    /// The connection that must end next because a limit is exceeded; nil if none is. O(number of
    /// connections).
    ///
    /// A browser's WebSocket never ends here, because `browsers` leaves room for `strangers`.
    var surplus: BrowserConnection? {
        let strangers = open.values.count { $0.right == nil }
        if strangers > limits.strangers { return oldestStranger }
        guard open.count > limits.all else { return nil }
        return longestSilent(.watch) ?? (strangers > limits.reserved ? oldestStranger : nil)
            ?? longestSilent(.command) ?? oldestStranger
    }

    var oldestStranger: BrowserConnection? {
        open.values.filter { $0.right == nil }.min { $0.number < $1.number }
    }

    /// Returns the connection for HTTP requests that has been silent longest.
    private func longestSilent(_ right: AccessTokens.Right) -> BrowserConnection? {
        open.values.filter { $0.right == right && $0.standing.browser == nil }
            .min { ($0.heard, $0.number) < ($1.heard, $1.number) }
    }
}

/// A handler that limits the data that a browser may send. It closes a WebSocket if an incomplete
/// frame exceeds the maximum length of a message. After the last response on a connection, it
/// limits the bytes that the browser may still send.
final class InputBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: BrowserConnection

    init(_ connection: BrowserConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        if connection.isEnding { return connection.drain(count) }
        if connection.isWebSocket {
            // The bytes of one read may belong to the next messages.
            connection.unfinished += count
            guard connection.unfinished - count <= connection.standing.longestMessage else {
                return connection.sendClose()
            }
        }
        context.fireChannelRead(data)
    }
}

/// A handler that forwards a limited number of messages of one connection in a row. It forwards the
/// next messages only after all other connections have been served.
final class TurnBound: ChannelDuplexHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    /// The maximum number of messages forwarded before the other connections are served.
    var most: Int
    private let server: WebServer
    private var held = CircularBuffer<NIOAny>()
    private var passed = 0
    private var isReadWanted = false
    private var isScheduled = false

    init(_ most: Int, _ server: WebServer) {
        self.most = most
        self.server = server
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard passed < most, held.isEmpty else {
            held.append(data)
            return schedule(context)
        }
        passed += 1
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if held.isEmpty { passed = 0 }
        context.fireChannelReadComplete()
    }

    /// Postpones the channel's next read while messages wait to be forwarded.
    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadWanted = true }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.removeAll()
        context.fireChannelInactive()
    }

    private func schedule(_ context: ChannelHandlerContext) {
        guard !isScheduled else { return }
        isScheduled = true
        server.afterOthers { self.pass(context) }
    }

    private func pass(_ context: ChannelHandlerContext) {
        isScheduled = false
        for _ in 0..<most {
            guard let data = held.popFirst() else { break }
            context.fireChannelRead(data)
        }
        guard held.isEmpty else { return schedule(context) }
        passed = 0
        context.fireChannelReadComplete()
        guard isReadWanted else { return }
        isReadWanted = false
        context.read()
    }
}
