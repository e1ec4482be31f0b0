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
            let kept = tokens.token(for: right, given: token)
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

extension Site {
    /// The counters and gauges in the text format of Prometheus.
    func metricsText(withScreens: Bool) -> String {
        let counts = conversation.hub.counts
        let listed = withScreens ? conversation.hub.screens : []
        let screens = listed.enumerated().map { index, screen in
            (labels: Self.labels(of: screen, index), record: screen)
        }
        let offline = (withScreens ? conversation.hub.offlineScreens : []).map { screen in
            (name: screen["name"]?.string ?? "", seconds: screen["lastSeen"]?.integer ?? 0)
        }
        let rows: [(name: String, type: String, help: String, values: [(String, Int)])] = [
            (
                "pagerview_daemon_connected", "gauge", "1 if the daemon replies, else 0.",
                [("", counts.hasDaemon ? 1 : 0)]
            ),
            (
                "pagerview_browsers", "gauge", "Connected browsers by their permission.",
                [
                    ("{right=\"command\"}", counts.commanding),
                    ("{right=\"watch\"}", counts.watching),
                ]
            ),
            (
                "pagerview_screen_last_seen_seconds", "gauge",
                "Seconds since the last message of each screen.",
                screens.map { ($0.labels, $0.record.lastSeen) }
            ),
            (
                "pagerview_screen_errors", "gauge", "Errors of pages and scripts of each screen.",
                screens.map { ($0.labels, $0.record.errors) }
            ),
            (
                "pagerview_screen_failed", "gauge", "1 if a screen cannot show its page, else 0.",
                screens.map { ($0.labels, $0.record.isFailed ? 1 : 0) }
            ),
            (
                "pagerview_screen_offline_seconds", "gauge",
                "Seconds since the last message of each screen with a name that is gone.",
                offline.map { ("{name=\"\(Self.escaped($0.name))\"}", $0.seconds) }
            ),
            (
                "pagerview_events_total", "counter", "Events received from the daemon.",
                [("", counts.events)]
            ),
            (
                "pagerview_snapshots_total", "counter", "Snapshots sent to browsers.",
                [("", counts.snapshots)]
            ),
            (
                "pagerview_wrong_tokens_total", "counter", "Wrong tokens that were counted.",
                [("", tokens.wrongCount)]
            ),
        ]
        return rows.map { row in
            "# HELP \(row.name) \(row.help)\n# TYPE \(row.name) \(row.type)\n"
                + row.values.map { "\(row.name)\($0.0) \($0.1)\n" }.joined()
        }.joined()
    }

    /// Returns the Prometheus labels of a screen. The index makes the labels unique, because two
    /// screens may have the same name.
    private static func labels(of screen: ScreenRecord, _ index: Int) -> String {
        let labels = [
            ("screen", "\(index)"), ("name", screen.name), ("window", screen.window),
            ("page", screen.page), ("address", screen.address),
        ]
        return "{" + labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    /// Returns a label's value with the escapes that Prometheus's text format requires.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// The address of an external website, split into its origin and its path with the query.
struct SiteAddress: Hashable, Sendable {
    let origin: WebOrigin
    /// The path and the query of the address, percent-encoded.
    let path: String

    /// Parses the http or https address of a website.
    ///
    /// - Returns: Nil if the text is not an http or https address, or contains a user name.
    init?(_ text: String) {
        guard
            let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let host = rest.prefix { !"/?#\\".utf8.contains($0) }
        guard let origin = WebOrigin(scheme + String(decoding: host, as: UTF8.self)) else {
            return nil
        }
        self.origin = origin
        let path = rest.dropFirst(host.count).prefix { $0 != UInt8(ascii: "#") }
        self.path = (path.first == UInt8(ascii: "/") ? "" : "/") + Self.encoded(path)
    }

    /// The host without the port, and without the brackets around an IPv6 address.
    var name: String {
        var name = origin.host[...]
        if let colon = name.lastIndex(of: ":"), name.last != "]" { name = name[..<colon] }
        return name.first == "[" ? String(name.dropFirst().dropLast()) : String(name)
    }

    var port: Int {
        let last =
            origin.host.last == "]" ? nil : origin.host.split { $0 == ":" }.dropFirst().last
        return last.flatMap { Int($0) } ?? (origin.isSecure ? 443 : 80)
    }

    /// Returns the address to which a `Location` header redirects this address. Returns nil if the
    /// header contains an invalid host, or a scheme other than http and https. A location without a
    /// scheme and without a leading slash is relative to the folder of this address.
    func redirected(to location: String) -> SiteAddress? {
        let lowered = location.lowercased()
        if lowered.hasPrefix("http://") || lowered.hasPrefix("https://") {
            return SiteAddress(location)
        }
        if location.hasPrefix("//") {
            return SiteAddress((origin.isSecure ? "https:" : "http:") + location)
        }
        if location.hasPrefix("/") { return SiteAddress(origin.text + location) }
        if location.hasPrefix("?") {
            return SiteAddress(origin.text + path.prefix { $0 != "?" } + location)
        }
        // A colon before the first slash ends the name of another scheme.
        if location.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") { return nil }
        let folder = path.prefix { $0 != "?" }.reversed().drop { $0 != "/" }.reversed()
        return SiteAddress(origin.text + String(folder) + location)
    }

    /// Returns the path with all bytes except visible ASCII characters percent-encoded.
    private static func encoded(_ path: Substring.UTF8View.SubSequence) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path {
            if (0x21...0x7e).contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SocketAddress {
    /// Whether the address belongs to this machine or to a network that cannot be reached from the
    /// internet. It is also true for IPv6 addresses that are translated to IPv4 addresses, such as
    /// 6to4.
    var isPrivate: Bool {
        guard let text = ipAddress else { return true }
        if case .v4 = self { return Self.isPrivate(v4: text) }
        let groups = text.split(omittingEmptySubsequences: false) { $0 == ":" }
        // The system writes an address with IPv4 in it as ::ffff:10.0.0.1.
        if groups.last?.contains(".") == true { return true }
        guard let first = groups.first, let high = UInt16(first, radix: 16) else { return true }
        return !(0x2000...0x3fff).contains(high) || high == 0x2002
    }

    private static func isPrivate(v4 text: String) -> Bool {
        let parts = text.split { $0 == "." }.compactMap { UInt8($0) }
        guard parts.count == 4 else { return true }
        return switch (parts[0], parts[1]) {
        case (0, _), (10, _), (127, _), (224..., _): true
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): true
        case (192, 0): parts[2] == 0 || parts[2] == 2
        default: false
        }
    }
}
