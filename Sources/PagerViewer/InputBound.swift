internal import NIOCore

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
