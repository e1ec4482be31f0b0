internal import NIOCore
internal import NIOHTTP1
internal import PagerModel
internal import PagerWire

/// The website of pagerview, which responds to HTTP requests. The response depends on the host in
/// the request: some hosts serve the viewer's pages and the interface for programs, and the other
/// hosts serve the content of pages.
struct Site {
    let origins: OriginPolicy
    let tokens: AccessTokens
    let web: WebFolder
    let contents: Contents
    let conversation: Conversation
    /// The port that pagerview listens on.
    let port: Int
    /// Whether a reverse proxy may be between browsers and pagerview.
    let isForwarded: Bool

    enum Answer {
        case response(Response)
        /// The connection becomes a WebSocket.
        case socket(Visitor)
    }

    func answer(_ head: HTTPRequestHead, from address: SocketAddress?) -> Answer {
        guard let host = head.value("host")?.lowercased(), host.utf8.count <= WebOrigin.longest
        else { return .response(Self.unknownHost) }
        if origins.isOfContents(host: host) { return .response(content(head, host)) }
        guard origins.isOfViewer(host: host) else { return .response(Self.unknownHost) }
        let visitor = Visitor(head, from: address, port: port, isForwarded: isForwarded)
        let hasOrigin = head.headers.contains(name: "origin")
        guard !hasOrigin || origins.admits(origin: visitor.origin, host: host) else {
            origins.note(foreign: head.value("origin"))
            return refusal(.forbidden, "requests from pages of other sites are refused")
        }
        let isExchange = head.path == "/session"
        guard head.method == (isExchange ? .POST : .GET) else {
            return refusal(.methodNotAllowed, isExchange ? "only POST" : "only GET")
        }
        guard !head.hasBody else {
            return refusal(.payloadTooLarge, "a request must not have a body")
        }
        guard hasOrigin || !(isExchange || head.path == "/socket") else {
            // Every browser sends an origin with these requests.
            return refusal(.forbidden, "this request needs the header Origin")
        }
        switch head.path {
        case "/socket": return open(head, visitor)
        case "/session": return .response(exchange(visitor))
        case "/health": return .response(health(visitor))
        case "/metrics": return .response(metrics(visitor))
        case "/viewer-files":
            return .response(
                Response(.ok, [("Content-Type", "application/json")], .bytes(web.list)))
        default: return .response(file(head.path, host))
        }
    }

    private static var unknownHost: Response {
        Answers.refusal(
            .forbidden,
            "this host is not served; --allow-host NAME serves another name of this machine, and "
                + "behind a reverse proxy --public-address names the address that browsers open")
    }

    private func refusal(_ status: HTTPResponseStatus, _ text: String) -> Answer {
        .response(Answers.refusal(status, text))
    }

    private func content(_ head: HTTPRequestHead, _ host: String) -> Response {
        guard head.method == .GET else { return Answers.refusal(.methodNotAllowed, "only GET") }
        guard !head.hasBody else {
            return Answers.refusal(.payloadTooLarge, "a request must not have a body")
        }
        guard head.path.hasPrefix("/book/") else {
            return Answers.refusal(.notFound, "there is no such page or file")
        }
        return contents.answer(head.path, host: host, as: form(head.query))
    }

    /// Returns the form in which the query string of a URL requests the content of a page:
    /// `download`, `markdown` (the content's Markdown as a tree), or `.shown` for any other query
    /// string. The viewer also adds a version to the query string, so that each version of the
    /// content has its own URL.
    private func form(_ query: Substring?) -> Contents.Form {
        let name = query?.prefix { $0 != "&" } ?? ""
        return Contents.Form(rawValue: String(name)) ?? .shown
    }

    private func file(_ path: String, _ host: String) -> Response {
        guard let file = web.file(path) else {
            return Answers.refusal(.notFound, "there is no such page or file")
        }
        return Answers.own(
            file.name, file.bytes, contents: origins.contents(viewerHost: host))
    }

    private func open(_ head: HTTPRequestHead, _ visitor: Visitor) -> Answer {
        guard head.value("upgrade")?.lowercased() == "websocket",
            head.value("connection")?.lowercased().contains("upgrade") == true,
            head.value("sec-websocket-key")?.utf8.count == 24
        else { return refusal(.badRequest, "this is not a WebSocket handshake") }
        // A browser with the right cookie is no stranger while it waits to send its token.
        var visitor = visitor
        if let cookie = visitor.cookie, !cookie.isEmpty {
            visitor.verdict = tokens.check(cookie, from: visitor.address)
        }
        return .socket(visitor)
    }

    /// Accepts a token from a browser, and returns a cookie that contains the token. If the token
    /// is an invitation, the cookie contains the token for commands instead.
    private func exchange(_ visitor: Visitor) -> Response {
        guard let token = visitor.bearer, !token.isEmpty else {
            return Answers.refusal(
                .unauthorized, "send the token in the header Authorization: Bearer TOKEN")
        }
        switch tokens.exchange(token, from: visitor.address) {
        case .right(let right):
            let kept = tokens.token(for: right)
            var response = Answers.plain(.ok, "", [visitor.setCookie(kept, port: port)])
            response.right = right
            return response
        case .wrong: return Answers.refusal(.forbidden, "the token is wrong")
        case .wait(let seconds): return Self.later(seconds)
        }
    }

    private static func later(_ seconds: Int) -> Response {
        Answers.plain(
            .tooManyRequests, "too many wrong tokens came from this address\n",
            [("Retry-After", "\(seconds)")])
    }

    /// Returns a response with the health of the viewer: whether the daemon replies, and the
    /// screens if the request has the command token.
    private func health(_ visitor: Visitor) -> Response {
        let hasDaemon = conversation.hub.hasDaemon
        guard let token = visitor.bearer else {
            return hasDaemon
                ? Answers.plain(.ok, "ok\n") : Answers.plain(.serviceUnavailable, "no daemon\n")
        }
        return permitted(token, visitor) { right in
            var members: [Value.Member] = [.init("daemon", .bool(hasDaemon))]
            // The register has the addresses and errors of browsers.
            if right == .command { members.append(.init("screens", conversation.hub.screenValues)) }
            let report = Value.object(members)
            return Response(
                hasDaemon ? .ok : .serviceUnavailable, [("Content-Type", "application/json")],
                .bytes(ByteBuffer(string: report.json + "\n")))
        }
    }

    private func metrics(_ visitor: Visitor) -> Response {
        guard let token = visitor.bearer else {
            return Answers.refusal(
                .unauthorized, "send a token in the header Authorization: Bearer TOKEN")
        }
        return permitted(token, visitor) { right in
            Response(
                .ok, [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
                .bytes(ByteBuffer(string: metricsText(withScreens: right == .command))))
        }
    }

    private func permitted(
        _ token: String, _ visitor: Visitor, _ answer: (AccessTokens.Right) -> Response
    ) -> Response {
        switch tokens.check(token, from: visitor.address) {
        case .right(let right):
            var response = answer(right)
            response.right = right
            return response
        case .wrong: return Answers.refusal(.forbidden, "the token is wrong")
        case .wait(let seconds): return Self.later(seconds)
        }
    }
}
