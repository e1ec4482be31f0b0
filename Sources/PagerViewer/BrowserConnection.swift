internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import PagerModel

/// A connection from a browser: the state of the browser, and the data being sent to it.
final class BrowserConnection {
    /// The maximum number of bytes that are sent in one piece. The next piece follows only after
    /// the kernel has accepted the previous one.
    static let longestPiece = 64 << 10
    /// The number of bytes after which a connection stops sending until the other connections have
    /// been served.
    static let longestBurst = 1 << 20
    /// The maximum number of bytes that are received and discarded after the last response. If the
    /// connection closed immediately, the browser could lose the response.
    static let longestDrain = 256 << 10

    /// The number that identifies the connection. It is higher than those of all earlier
    /// connections.
    let number: Int
    let channel: any Channel
    let server: WebServer
    /// The end of the pipeline at the socket.
    let socket = SocketEnd()
    var standing = Conversation.Standing.unknown
    /// Whether the connection uses the WebSocket protocol.
    var isWebSocket = false
    /// The right that a request on this connection has proved with a token or a folder key.
    private var proved: AccessTokens.Right?
    /// The right that this connection has proved. Nil for a stranger.
    var right: AccessTokens.Right? { standing.right ?? proved }
    /// The time at which the connection began to wait for a complete request or for the token. Nil
    /// if it is not waiting.
    var waitingSince: Double?
    /// The time at which the last request or WebSocket frame was complete. Before the first one,
    /// the time at which the connection began.
    var heard: Double
    /// The number of bytes received after the last complete WebSocket frame.
    var unfinished = 0
    /// The earliest time at which the next message may be sent.
    var nextMessage = NIODeadline.now()

    private var output: [ByteBuffer] = []
    private var file: (file: OpenFile, offset: Int)?
    /// The object that represents the snapshot in the current message. The connection keeps the
    /// object alive until the message is sent.
    private var delivery: Snapshots.Delivery?
    /// Whether a part of the current response or message has not been sent yet.
    private(set) var isSending = false
    private var isPieceOnItsWay = false
    private var isPumping = false
    /// The time at which the connection began to send the current or the last message.
    private var sendingSince = 0.0
    /// The time at which the kernel last accepted a piece of the current message. Before the first
    /// piece, the time at which the connection began to send the message.
    private var progressed = 0.0
    /// Whether the connection no longer reads, because the current response is the last one on this
    /// connection.
    private(set) var isEnding = false
    private var drainingSince: Double?
    private var drained = 0

    init(_ channel: any Channel, number: Int, of server: WebServer) {
        self.channel = channel
        self.number = number
        self.server = server
        heard = WebServer.now()
        waitingSince = heard
    }

    func close() { channel.close(promise: nil) }

    /// Records that a request has proved a right.
    func prove(_ right: AccessTokens.Right?) {
        if let right, proved != .command { proved = right }
    }

    /// Returns whether the browser has exceeded a time limit for sending or reading.
    func isOverdue(at time: Double) -> Bool {
        if let waitingSince, time - waitingSince > WebServer.patience { return true }
        if let drainingSince { return time - drainingSince > WebServer.longestDrain }
        return (isWebSocket || right == nil) && isSending
            && (time - progressed > WebServer.longestStall
                || time - sendingSince > WebServer.longestMessage)
    }

    /// Returns whether a heartbeat must be sent to the browser. This is the case if the browser is
    /// admitted and `WebServer.silence` seconds have passed without a message to the browser.
    func isSilent(at time: Double) -> Bool {
        standing.browser != nil && !isSending && !isEnding
            && time - sendingSince >= WebServer.silence
    }

    /// Records that `count` bytes were received after the last response and discarded. Closes the
    /// connection if the total exceeds `longestDrain`.
    func drain(_ count: Int) {
        drained += count
        if drained > Self.longestDrain { close() }
    }

    // MARK: sending

    /// Sends an HTTP response to the browser.
    func respond(_ response: Response) {
        var head = HTTPResponseHead(
            version: .http1_1, status: response.status, headers: HTTPHeaders(response.headers))
        head.headers.add(name: "Content-Length", value: "\(response.body.count)")
        head.headers.add(name: "Connection", value: response.isLast ? "close" : "keep-alive")
        prove(response.right)
        isEnding = response.isLast
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        switch response.body {
        case .bytes(let bytes): output.append(bytes)
        case .file(let file): if file.count > 0 { self.file = (file, 0) }
        }
        begin()
    }

    /// Sends a whole text message over the WebSocket.
    ///
    /// - Parameter delivery: For a message with a snapshot, the object that represents the snapshot
    ///   being sent. The connection keeps the object alive until the message is sent.
    func send(_ parts: [ByteBuffer], keeping delivery: Snapshots.Delivery? = nil) {
        send(MessageHandler.text, parts)
        self.delivery = delivery
    }

    /// Replies to a ping, unless another message is being sent. So a browser that sends pings but
    /// does not read the replies cannot fill pagerview's memory.
    func pong(_ payload: ByteBuffer) {
        if !isSending { send(MessageHandler.pong, [payload]) }
    }

    /// Sends a WebSocket close frame. After that, the connection ends.
    func sendClose() {
        isEnding = true
        // 1008: a policy was violated.
        send(MessageHandler.close, [ByteBuffer(bytes: [0x03, 0xf0])])
    }

    private func send(_ opcode: UInt8, _ parts: [ByteBuffer]) {
        let count = parts.reduce(0) { $0 + $1.readableBytes }
        output.append(MessageHandler.head(opcode, count: count))
        output += parts
        begin()
    }

    private func begin() {
        guard !isSending else { return }
        isSending = true
        sendingSince = WebServer.now()
        progressed = sendingSince
        pump()
    }

    // MARK: pieces

    /// Sends pieces of the current response or message while the kernel accepts them. Stops at a
    /// limit, so that other connections are served too.
    private func pump() {
        guard !isPumping, isSending else { return }
        isPumping = true
        var burst = 0
        while !isPieceOnItsWay, burst < Self.longestBurst, channel.isActive {
            let count = sendPiece()
            if count == 0 { break }
            burst += count
        }
        isPumping = false
        if isPieceOnItsWay || !channel.isActive { return }
        guard output.isEmpty, file == nil else { return server.afterOthers { self.pump() } }
        finish()
    }

    /// Sends the next piece of the current response or message.
    ///
    /// - Returns: The number of bytes of the piece; 0 if nothing remains to be sent.
    private func sendPiece() -> Int {
        var piece: ByteBuffer?
        var count = 0
        while let part = takePart(atMost: Self.longestPiece - count) {
            if let piece { write(piece, nil) }
            count += part.readableBytes
            piece = part
        }
        guard let piece else { return 0 }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        isPieceOnItsWay = true
        write(piece, promise)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.isPieceOnItsWay = false
            self.progressed = WebServer.now()
            self.pump()
        }
        channel.flush()
        return count
    }

    private func takePart(atMost most: Int) -> ByteBuffer? {
        guard most > 0 else { return nil }
        while let first = output.first, first.readableBytes == 0 { output.removeFirst() }
        if output.isEmpty { fill(atMost: most) }
        guard !output.isEmpty else { return nil }
        return output[0].readSlice(length: min(most, output[0].readableBytes))
    }

    /// Reads the next piece of the file that is being sent.
    private func fill(atMost most: Int) {
        guard let (file, offset) = file else { return }
        guard let piece = file.read(at: offset, count: min(file.count - offset, most)) else {
            // The response cannot have the announced length.
            return close()
        }
        let next = offset + piece.count
        self.file = next < file.count ? (file, next) : nil
        output.append(ByteBuffer(bytes: piece))
    }

    private func write(_ piece: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        if isWebSocket {
            channel.write(piece, promise: promise)
        } else {
            channel.write(HTTPServerResponsePart.body(.byteBuffer(piece)), promise: promise)
        }
    }

    private func finish() {
        output = []
        delivery = nil
        isSending = false
        if !isWebSocket {
            // Set before the end is written, because the next request may be handled at once.
            if right == nil { waitingSince = WebServer.now() }
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
        if isEnding {
            // Closing now would discard the response if the browser is still sending.
            drainingSince = WebServer.now()
            waitingSince = nil
            channel.close(mode: .output, promise: nil)
        } else if isWebSocket {
            server.passOn(to: self)
        }
    }
}

/// The first handler of a pipeline. Closing here closes the socket at once, without the end of a
/// TLS connection, for which a peer could let the server wait.
final class SocketEnd: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func close() { context?.close(promise: nil) }
}

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

/// The origin, the tokens and the IP address of a browser, as read from its request.
struct Visitor: Sendable {
    /// The value of the `Origin` header: the origin of the page that sent the request. Empty
    /// without the header, for example if a user opened the address.
    let origin: String
    /// The token in the `Authorization` header.
    let bearer: String?
    /// The token in the cookie.
    let cookie: String?
    /// The result of the check of `cookie`. Nil without a cookie, or before the check.
    var verdict: AccessTokens.Verdict?
    /// The browser's IP address. Wrong tokens are counted for each address.
    let address: String

    /// Reads the origin, the tokens and the IP address from a request.
    ///
    /// - Parameters:
    ///   - port: The port that pagerview listens on.
    ///   - isForwarded: Whether a reverse proxy on this machine may send the browser's address in
    ///     the header `X-Forwarded-For`.
    init(_ head: HTTPRequestHead, from address: SocketAddress?, port: Int, isForwarded: Bool) {
        origin = head.value("origin") ?? ""
        let authorization = head.value("authorization") ?? ""
        bearer =
            authorization.lowercased().hasPrefix("bearer ")
            ? Self.token(authorization.dropFirst("bearer ".count)) : nil
        let name = Self.cookieName(port: port, isSecure: origin.hasPrefix("https:")) + "="
        cookie = head.value("cookie")?.split { $0 == ";" }
            .map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }
            .flatMap { Self.token($0.dropFirst(name.count)) }
        let peer = address.flatMap { PeerAddress($0) }
        let told = head.headers["x-forwarded-for"].last?.split { $0 == "," }.last
        let isOfProxy = isForwarded && peer?.isLoopback == true
        let forwarded = isOfProxy ? told.flatMap { PeerAddress(String($0)) } : nil
        self.address = (forwarded ?? peer)?.text ?? ""
    }

    private static func token(_ encoded: Substring) -> String? {
        Percent.decoded(encoded.utf8).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the name of the cookie. The name contains the port, because browsers send a cookie
    /// to all ports of a host. Over TLS, a prefix prevents other hosts from setting the cookie.
    /// Without TLS there is no prefix, because not every browser accepts one.
    private static func cookieName(port: Int, isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "pagerview-\(port)"
    }

    /// Returns a `Set-Cookie` header with a token. Scripts cannot read the cookie.
    func setCookie(_ token: String, port: Int) -> (String, String) {
        let isSecure = origin.hasPrefix("https:")
        let name = Self.cookieName(port: port, isSecure: isSecure)
        return (
            "Set-Cookie",
            "\(name)=\(Percent.encoded(token)); Path=/; Max-Age=\(Self.longestStay); HttpOnly; "
                + "SameSite=Strict" + (isSecure ? "; Secure" : "")
        )
    }

    /// The lifetime of the cookie in seconds: 400 days, the maximum that browsers allow.
    private static let longestStay = 400 * 86_400
}
