internal import CLinux
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import PagerModel
internal import SystemCalls

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

    /// Answers a request.
    ///
    /// - Parameter isAgain: Whether the request has waited for a search of files.
    private func answer(
        _ head: HTTPRequestHead, _ context: ChannelHandlerContext, isAgain: Bool = false
    ) {
        if isAgain, !context.channel.isActive || connection.isEnding { return }
        request = nil
        connection.heard = WebServer.now()
        connection.waitingSince = nil
        guard let site = connection.server.site else { return connection.close() }
        guard head.isPlain else {
            return refuse(Answers.refusal(.badRequest, "this is not an HTTP/1.1 request in ASCII"))
        }
        switch site.answer(head, from: context.remoteAddress) {
        case .response(var response):
            if !isAgain, let wait = response.wait {
                let (loop, context) = (context.eventLoop, context)
                let later = NIOLoopBound(
                    { self.answer(head, context, isAgain: true) }, eventLoop: loop)
                // The search may end before this request is handled.
                if wait({ loop.execute { later.value() } }) { return }
            }
            response.note?()
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

/// SwiftNIO's byte buffer. The module `PagerWire` has a different type with the same name.
typealias ByteBuffer = NIOCore.ByteBuffer

/// An HTTP response.
struct Response {
    enum Body {
        case bytes(ByteBuffer)
        /// A file, which is read in pieces while it is sent.
        case file(OpenFile)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.readableBytes
            case .file(let file): file.count
            }
        }
    }

    var status: HTTPResponseStatus
    var headers: [(name: String, value: String)]
    var body: Body
    /// Whether the connection closes after the response.
    var isLast = false
    /// The right that the request has proved with a token or a folder key. Nil without a proof.
    var right: AccessTokens.Right?
    /// For a refusal that may be premature: calls its argument when the request should be handled
    /// again. Returns false, without a call, if the refusal is right.
    var wait: ((@escaping @Sendable () -> Void) -> Bool)?
    /// Logs the refusal.
    var note: (() -> Void)?

    var isMarkdownFile: Bool {
        guard case .file = body else { return false }
        return headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/markdown") }
    }

    init(_ status: HTTPResponseStatus, _ headers: [(name: String, value: String)], _ body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension Response {
    /// The maximum number of bytes of an HTML page whose errors are reported.
    private static let longestPage = 4 << 20
    /// The script that sends the errors of a page to the viewer around its frame, and tells when the
    /// page begins to load and when it has drawn itself.
    private static let reporter = Array(
        """
        <script>addEventListener('error',({target:t,message:m})=>parent.postMessage({pagerError:\
        t===window?m:'cannot load '+(t.src||t.href||t.localName)},'*'),true);\
        addEventListener('unhandledrejection',({reason:r})=>\
        parent.postMessage({pagerError:String(r)},'*'));{const tell=(is)=>parent.postMessage({\
        pagerDrawn:is},'*');tell(false);addEventListener('load',()=>requestAnimationFrame(()=>\
        requestAnimationFrame(()=>tell(true))))}document.currentScript.remove()</script>
        """.utf8)

    /// Returns an HTML page with a script that reports its errors, and any other response as it is.
    func reportingErrors() -> Response {
        let isHTML = headers.contains { name, value in
            name == "Content-Type" && value.lowercased().hasPrefix("text/html")
        }
        guard status == .ok, isHTML, body.count <= Self.longestPage else { return self }
        var bytes: [UInt8] =
            switch body {
            case .bytes(let buffer): Array(buffer.readableBytesView)
            case .file(let file): file.read(at: 0, count: file.count) ?? []
            }
        // Before the doctype, a script would change how the page is laid out.
        let lead = bytes.prefix {
            $0 == UInt8(ascii: " ") || $0 == 0x0a || $0 == 0x0d || $0 == 0x09
        }
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : lead.count
        let isDoctype =
            String(decoding: bytes[start...].prefix(9), as: UTF8.self)
            .lowercased() == "<!doctype"
        guard isDoctype || !bytes[start...].starts(with: "<!".utf8) else { return self }
        let end = isDoctype ? bytes.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } : start
        guard let end else { return self }
        bytes.insert(contentsOf: Self.reporter, at: end)
        var response = self
        response.body = .bytes(ByteBuffer(bytes: bytes))
        return response
    }
}

/// A file open for reading. The file is closed when the last reference to this object is released.
final class OpenFile {
    private let descriptor: Int32
    /// The version of the file when it was opened.
    let version: Version
    /// The size of the file in bytes.
    var count: Int { version.count }

    /// The inode number, size and modification time of a file, which show whether it has changed.
    struct Version: Hashable {
        var inode: UInt64
        var count: Int
        var seconds: Int
        var nanoseconds: Int

        init(_ status: stat) {
            inode = UInt64(status.st_ino)
            count = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    init(descriptor: Int32, _ status: stat) {
        self.descriptor = descriptor
        version = Version(status)
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes at an offset. Returns nil if the file now ends before the offset,
    /// or after an error.
    func read(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = bytes(of: descriptor, at: offset, count: count)
        return bytes.isEmpty ? nil : bytes
    }
}

/// Functions that create pagerview's HTTP responses, including their security headers.
enum Answers {
    /// Returns a response that contains one of the viewer's own HTML pages or scripts. These files
    /// run in the viewer's origin, unlike the content of the daemon's pages.
    ///
    /// - Parameter contents: The origins that serve the content of pages.
    static func own(_ name: String, _ bytes: ByteBuffer, contents: [String]) -> Response {
        Response(
            .ok,
            common(MediaType.of(name)) + [
                (policy, ownPolicy(contents)), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ], .bytes(bytes))
    }

    /// Returns a response that contains the content of a page. If the content is HTML, its scripts
    /// run in an opaque origin.
    ///
    /// Any site that knows the content's address may read the content.
    static func content(_ type: String, _ body: Response.Body, for embedding: Embedding) -> Response
    {
        Response(
            .ok,
            common(type) + [
                (policy, contentPolicy(embedding)), ("Access-Control-Allow-Origin", "*"),
            ],
            body)
    }

    /// The folders whose files the content of a page may load, and the origins of the viewer's
    /// pages that may show this content.
    struct Embedding {
        /// The web addresses of the folders whose files the content may load.
        var folders: [String]
        /// Whether scripts of the content may read the files in `folders` with `fetch`.
        var mayFetch: Bool
        /// The origins of the viewer's pages that may contain the content in a frame.
        var viewers: [String]
    }

    /// Returns a document that contains only a frame with the page at `address`.
    ///
    /// The content security policy of the viewer's pages allows frames only for the book's files.
    /// So an HTML page of the book cannot send data to another site by navigating there. The
    /// document that this function returns has a different policy, so it can show the page at
    /// `address`.
    ///
    /// - Parameter isTrusted: Whether the framed page keeps its own origin, with its cookies. If
    ///   so, this document keeps its own origin as well, but it contains no script that could use
    ///   the origin.
    static func frame(around address: String, isTrusted: Bool, for embedding: Embedding) -> Response
    {
        let flags = isTrusted ? trustedFlags : "allow-scripts"
        let text = """
            <!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
            <style>\(frameStyle)</style>
            <iframe sandbox="\(flags)" referrerpolicy="no-referrer" src="\(escaped(address))">\
            </iframe>
            """
        return Response(
            .ok, common("text/html; charset=utf-8") + [(policy, framePolicy(embedding, flags))],
            .bytes(ByteBuffer(string: text)))
    }

    static func refusal(_ status: HTTPResponseStatus, _ text: String) -> Response {
        plain(status, text + "\n")
    }

    /// Returns a plain-text response. The text may be empty.
    static func plain(
        _ status: HTTPResponseStatus, _ text: String, _ headers: [(String, String)] = []
    ) -> Response {
        Response(
            status,
            common("text/plain; charset=utf-8") + [(policy, "default-src 'none'; sandbox")]
                + headers.map { (name: $0.0, value: $0.1) }, .bytes(ByteBuffer(string: text)))
    }

    private static let policy = "Content-Security-Policy"

    private static func common(_ type: String) -> [(name: String, value: String)] {
        [
            ("Content-Type", type), ("Cache-Control", "no-cache"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("X-DNS-Prefetch-Control", "off"),
        ]
    }

    /// Returns the content security policy of the viewer's pages. The pages may load the viewer's
    /// files and the book's files. They may load pictures, videos and sounds from any address,
    /// because a book may contain such addresses. A frame may load only the book's files, even
    /// after a navigation inside the frame. The browser API Trusted Types prevents scripts from
    /// inserting text as markup. The only allowed Trusted Types policy, `worker`, creates the
    /// address of the service worker.
    private static func ownPolicy(_ contents: [String]) -> String {
        let book = contents.map { "\($0)/book/" }.joined(separator: " ")
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'",
            "connect-src 'self' \(book)",
            "img-src 'self' data: http: https:", "media-src 'self' http: https:",
            "frame-src \(book)", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types worker",
        ].joined(separator: "; ")
    }

    private static func contentPolicy(_ embedding: Embedding) -> String {
        let folders = embedding.folders.joined(separator: " ")
        return [
            "sandbox allow-scripts", "default-src 'none'", "script-src 'unsafe-inline' \(folders)",
            "style-src 'unsafe-inline' \(folders)", "img-src data: blob: \(folders)",
            "media-src data: blob: \(folders)", "font-src data: \(folders)",
            "connect-src \(embedding.mayFetch ? folders : "'none'")", "webrtc 'block'",
            "base-uri 'none'", "form-action 'none'", ancestors(embedding),
        ].joined(separator: "; ")
    }

    private static let frameStyle =
        "html,body,iframe{margin:0;border:0;padding:0;width:100%;height:100%;display:block}"

    private static let trustedFlags = "allow-scripts allow-same-origin allow-forms"

    private static func framePolicy(_ embedding: Embedding, _ flags: String) -> String {
        [
            "sandbox \(flags)", "default-src 'none'", "style-src 'unsafe-inline'",
            "frame-src http: https:", "base-uri 'none'", "form-action 'none'", ancestors(embedding),
        ].joined(separator: "; ")
    }

    /// Returns the directive `frame-ancestors`, which lists the origins of the pages that may
    /// contain the content in a frame. Omits IPv6 addresses, because browsers ignore them in a
    /// policy and log a warning about each of them.
    private static func ancestors(_ embedding: Embedding) -> String {
        let named = embedding.viewers.filter { !$0.contains("[") }
        return "frame-ancestors " + (named.isEmpty ? "'none'" : named.joined(separator: " "))
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
