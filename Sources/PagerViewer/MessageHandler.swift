internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// The handler of the messages that arrive over one WebSocket.
final class MessageHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    /// The maximum number of frames of one connection that are handled before other connections are
    /// served.
    static let mostFramesInARow = 8

    private let connection: BrowserConnection
    private let visitor: Visitor
    /// The parts received so far of a message that is sent in several frames.
    private var fragments: ByteBuffer?

    private init(_ connection: BrowserConnection, _ visitor: Visitor) {
        self.connection = connection
        self.visitor = visitor
    }

    /// Switches the connection from HTTP requests to WebSocket frames. Bytes after the last request
    /// are parsed as frames.
    static func replace(
        _ requests: RequestHandler, in pipeline: ChannelPipeline.SynchronousOperations,
        _ connection: BrowserConnection, _ visitor: Visitor
    ) throws {
        connection.isWebSocket = true
        connection.waitingSince = WebServer.now()
        if case .right(let right) = visitor.verdict { connection.prove(right) }
        let turns = try pipeline.handler(type: TurnBound.self)
        turns.most = mostFramesInARow
        let decoder = WebSocketFrameDecoder(maxFrameSize: Conversation.longestMessage)
        try pipeline.addHandler(ByteToMessageHandler(decoder), position: .before(turns))
        try pipeline.addHandler(MessageHandler(connection, visitor))
        for handler: any RemovableChannelHandler in [
            try pipeline.handler(type: HTTPResponseEncoder.self),
            try pipeline.handler(type: HTTPServerPipelineHandler.self), requests,
            try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
        ] {
            pipeline.removeHandler(handler, promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !connection.isEnding else { return }
        let frame = unwrapInboundIn(data)
        connection.heard = WebServer.now()
        connection.unfinished = 0
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return connection.sendClose()
        }
        var payload = frame.unmaskedData
        switch frame.opcode {
        case .text where fragments == nil, .continuation where fragments != nil:
            let count = payload.readableBytes + (fragments?.readableBytes ?? 0)
            guard count <= connection.standing.longestMessage else { return connection.sendClose() }
            if fragments == nil { fragments = payload } else { fragments?.writeBuffer(&payload) }
            guard frame.fin, let message = fragments else { return }
            fragments = nil
            take(message)
        case .ping: connection.pong(payload)
        case .pong: break
        default: connection.sendClose()
        }
    }

    private func take(_ message: ByteBuffer) {
        guard let site = connection.server.site else { return connection.close() }
        do throws(Conversation.Ending) {
            try site.conversation.take(
                Array(message.readableBytesView), &connection.standing, of: visitor)
            // The browser has sent the token, or watches.
            connection.waitingSince = nil
            connection.server.passOn(to: connection)
        } catch {
            if let refusal = error.refusal {
                connection.send([ByteBuffer(bytes: Conversation.refusal(refusal))])
            }
            connection.sendClose()
        }
    }

    /// Closes the connection after an error, such as an invalid frame or one that is too long.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !connection.isEnding else { return }
        if error is NIOWebSocketError { connection.sendClose() } else { connection.close() }
    }

    // MARK: frames to browsers

    static let text: UInt8 = 1
    static let close: UInt8 = 8
    static let pong: UInt8 = 10

    /// Returns the header of a frame that contains a whole message. The payload follows separately,
    /// so that several browsers can share it without a copy.
    static func head(_ opcode: UInt8, count: Int) -> ByteBuffer {
        var head = ByteBuffer(bytes: [0x80 | opcode])
        switch count {
        case ...125: head.writeInteger(UInt8(count))
        case ...0xffff: head.writeMultipleIntegers(UInt8(126), UInt16(count))
        default: head.writeMultipleIntegers(UInt8(127), UInt64(count))
        }
        return head
    }
}
