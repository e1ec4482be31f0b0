internal import NIOCore
internal import NIOHTTP1
internal import PagerModel

/// What a browser's request says of it.
struct Visitor: Sendable {
    /// The origin of the page that asks; empty for a plain visit.
    let origin: String
    /// The token that it shows in a header.
    let bearer: String?
    /// The token of its cookie.
    let cookie: String?
    /// The address that it comes from, for counting wrong tokens.
    let address: String

    /// - Parameters:
    ///   - port: the one that pagerview listens on.
    ///   - isForwarded: whether a reverse proxy on this machine tells the address.
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
        let peer = address?.ipAddress ?? ""
        let told = head.headers["x-forwarded-for"].last?.split { $0 == "," }.last
        let isOfProxy = isForwarded && (peer == "127.0.0.1" || peer == "::1")
        self.address =
            isOfProxy ? told.map { String($0.filter { $0 != " " }.prefix(64)) } ?? peer : peer
    }

    private static func token(_ encoded: Substring) -> String? {
        Percent.decoded(encoded.utf8).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Browsers send a cookie to all ports of a host, so its name has the port. Over TLS its prefix
    /// keeps other hosts from setting it; without TLS not every browser takes that prefix.
    private static func cookieName(port: Int, isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "pagerview-\(port)"
    }

    /// A header that makes the browser keep a token where no script can read it.
    func setCookie(_ token: String, port: Int) -> (String, String) {
        let isSecure = origin.hasPrefix("https:")
        let name = Self.cookieName(port: port, isSecure: isSecure)
        return (
            "Set-Cookie",
            "\(name)=\(Percent.encoded(token)); Path=/; Max-Age=\(Self.longestStay); HttpOnly; "
                + "SameSite=Strict" + (isSecure ? "; Secure" : "")
        )
    }

    /// Seconds; browsers keep no cookie for longer than 400 days.
    private static let longestStay = 400 * 86_400
}
