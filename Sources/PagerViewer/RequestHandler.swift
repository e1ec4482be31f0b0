internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import PagerModel

/// The handler that responds to the HTTP requests of one connection, one after the other, until the
/// connection becomes a WebSocket.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum total size, in bytes, of a request's URI and headers.
    static let longestHead = 16 << 10
    static let mostHeaders = 100
    /// The maximum number of requests of one connection that are handled before other connections
    /// are served. `TurnBound` counts each request twice: its head and its end.
    static let mostRequestsInARow = 8
    /// The maximum number of bytes that the HTTP decoder buffers. After a request to upgrade to
    /// another protocol, the decoder stops parsing requests and buffers all bytes.
    private static let mostUnread = 256 << 10

    private let connection: BrowserConnection
    private var request: HTTPRequestHead?
    private var hasRequest = false

    private init(_ connection: BrowserConnection) { self.connection = connection }

    static func add(
        to pipeline: ChannelPipeline.SynchronousOperations, _ connection: BrowserConnection
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = longestHead
        limits.maxHeaderListSize = longestHead
        limits.maxHeaderFieldCount = mostHeaders
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        try pipeline.addHandlers([
            InputBound(connection), HTTPResponseEncoder(),
            ByteToMessageHandler(decoder, maximumBufferSize: mostUnread),
            TurnBound(2 * mostRequestsInARow, connection.server), HTTPServerPipelineHandler(),
            RequestHandler(connection),
        ])
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !connection.isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = head
            hasRequest = true
            // No valid request has a body. A request with one is answered at once, and its
            // connection closes.
            if head.hasBody { answer(head, context) }
        case .body: break
        case .end: if let request { answer(request, context) }
        }
    }

    /// Starts the time limit of a request when its first bytes arrive.
    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasRequest, !connection.isSending, connection.waitingSince == nil {
            connection.waitingSince = WebServer.now()
        }
        hasRequest = false
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !connection.isEnding else { return }
        let isOfRequest =
            error is HTTPParserError || error is ByteToMessageDecoderError.PayloadTooLargeError
        guard isOfRequest else { return connection.close() }
        refuse(
            error as? HTTPParserError == .headerOverflow
                ? Answers.refusal(
                    .requestHeaderFieldsTooLarge,
                    "the first line and the headers may have at most 16 KiB")
                : Answers.refusal(.badRequest, "this is not an HTTP/1.1 request in ASCII"))
    }

    private func refuse(_ response: Response) {
        var response = response
        response.isLast = true
        connection.respond(response)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        request = nil
        connection.heard = WebServer.now()
        connection.waitingSince = nil
        guard let site = connection.server.site else { return connection.close() }
        guard head.isPlain else {
            return refuse(Answers.refusal(.badRequest, "this is not an HTTP/1.1 request in ASCII"))
        }
        switch site.answer(head, from: context.remoteAddress) {
        case .response(var response):
            // After a request for another protocol the decoder reads nothing more.
            response.isLast =
                response.isLast || !head.isKeepAlive || head.hasBody
                || head.headers.contains(name: "upgrade")
            connection.respond(response)
        case .socket(let visitor): open(head, visitor, context)
        }
    }

    /// Upgrades the connection to the WebSocket protocol.
    private func open(
        _ head: HTTPRequestHead, _ visitor: Visitor, _ context: ChannelHandlerContext
    ) {
        // Checks the version and the key, and computes the response to the key.
        NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
        ).buildUpgradeResponse(
            channel: context.channel, upgradeRequest: head, initialResponseHeaders: HTTPHeaders()
        ).assumeIsolated().whenComplete { result in
            guard case .success(let headers) = result else {
                return self.refuse(
                    Answers.refusal(.badRequest, "this is not a WebSocket handshake"))
            }
            let response = HTTPResponseHead(
                version: .http1_1, status: .switchingProtocols, headers: headers)
            context.writeAndFlush(self.wrapOutboundOut(.head(response)), promise: nil)
            do {
                try MessageHandler.replace(
                    self, in: context.pipeline.syncOperations, self.connection, visitor)
            } catch {
                // The pipeline no longer exists, because the connection has ended.
                self.connection.close()
            }
        }
    }
}

extension HTTPRequestHead {
    /// The path of the request, percent-encoded, without the query.
    var path: String { String(uri.prefix { $0 != "?" && $0 != "#" }) }

    /// The query of the request, after the question mark.
    var query: Substring? {
        let start = uri.utf8.firstIndex(of: UInt8(ascii: "?"))
        return start.map { uri[uri.utf8.index(after: $0)...].prefix { $0 != "#" } }
    }

    /// Returns the value of a header, or nil if the header is missing or occurs more than once.
    func value(_ name: String) -> String? {
        let found = headers[name]
        return found.count == 1 ? found[0] : nil
    }

    /// Whether the headers announce a body.
    var hasBody: Bool {
        headers.contains(name: "transfer-encoding")
            || (headers.contains(name: "content-length") && value("content-length") != "0")
    }

    /// Whether the URI begins with a slash, and the URI and all headers contain only printable
    /// ASCII and tabs. The time to compare or hash such a string is proportional to its length.
    /// This is not true for every Unicode string.
    var isPlain: Bool {
        ([uri] + headers.flatMap { [$0.name, $0.value] }).allSatisfy { text in
            text.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 9 }
        } && uri.utf8.first == UInt8(ascii: "/")
    }
}
