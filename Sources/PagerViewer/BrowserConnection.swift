internal import NIOCore
internal import NIOHTTP1

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
    private var file: (file: OpenFile, place: Int)?
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
        guard let (file, place) = file else { return }
        guard let piece = file.read(at: place, count: min(file.count - place, most)) else {
            // The response cannot have the announced length.
            return close()
        }
        let next = place + piece.count
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
