internal import NIOCore
internal import NIOHTTP1
internal import PagerModel

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
