internal import PagerModel
internal import Synchronization

/// The rule that decides which requests pagerview serves, by their Host and Origin headers.
///
/// A page of another site can make a browser send requests to pagerview, and the host name of that
/// site can resolve to pagerview's address. So the host must be one that pagerview was configured
/// with. The origin, if the browser sends one, must belong to the viewer at that host.
final class OriginPolicy: Sendable {
    /// The maximum number of origins that are logged.
    private static let mostLoggedOrigins = 8

    /// A pair of origins: the origin of the viewer's own pages, and the origin of the content that
    /// these pages show.
    struct Address: Hashable, Sendable {
        let viewer: WebOrigin
        /// The origin that serves the content of pages. It always differs from the viewer's origin.
        let contents: WebOrigin
    }

    private let addresses: [Address]
    /// The origins that browsers see if they reach pagerview through a reverse proxy, which may
    /// replace the host of a request. Nil without a proxy.
    private let publicAddress: Address?
    private let noted = Mutex<[WebOrigin]>([])

    init(_ addresses: [Address], publicAddress: Address? = nil) {
        self.addresses = addresses + [publicAddress].compactMap { $0 }
        self.publicAddress = publicAddress
    }

    /// Returns whether `host`, the value of a Host header, is a host that serves the viewer's own
    /// pages.
    func isOfViewer(host: String) -> Bool { addresses.contains { $0.viewer.host == host } }

    /// Returns whether `host`, the value of a Host header, is a host that serves the content of
    /// pages.
    func isOfContents(host: String) -> Bool { addresses.contains { $0.contents.host == host } }

    /// Returns whether `origin`, the value of an Origin header, is the origin of the viewer at the
    /// requested host, or of the viewer behind the reverse proxy.
    func admits(origin: String, host: String) -> Bool { viewers(host: host).contains(origin) }

    /// The origin of the viewer behind a reverse proxy, if there is one.
    var publicViewer: String? { publicAddress?.viewer.text }

    /// The origins that a page of the viewer can have.
    var viewers: [String] { addresses.map(\.viewer.text) }

    /// Returns the possible origins of a viewer's page that was requested with this Host header. A
    /// proxy may pass on the public host or replace it.
    private func viewers(host: String) -> [String] {
        asked { $0.viewer.host == host }.map(\.viewer.text)
    }

    /// Returns the origins from which a page of the viewer can load the content of pages.
    ///
    /// - Parameter host: The Host header with which the viewer's page was requested.
    func contents(viewerHost host: String) -> [String] {
        asked { $0.viewer.host == host }.map(\.contents.text)
    }

    /// Returns the origins from which a browser may have loaded content of pages: the content
    /// origins with this host, and the content origin behind the reverse proxy, if there is one. A
    /// proxy may replace the Host header, so the header does not show which of them the browser
    /// used.
    ///
    /// - Parameter host: The Host header of the request for the content.
    func contents(host: String) -> [String] {
        asked { $0.contents.host == host }.map(\.contents.text)
    }

    /// Returns the origin of the content that the viewer with the given origin shows. Returns nil
    /// if no viewer has this origin.
    func contents(origin: String) -> String? {
        addresses.first { $0.viewer.text == origin }?.contents.text
    }

    private func asked(_ isAsked: (Address) -> Bool) -> [Address] {
        addresses.filter { isAsked($0) || $0 == publicAddress }
    }

    /// Logs the origin of a refused request. The page that sent the request cannot show the reason
    /// itself, because its scripts did not load.
    func note(foreign origin: String?) {
        guard let origin = origin.flatMap({ WebOrigin($0) }) else { return }
        let isNew = noted.withLock { noted in
            guard noted.count < Self.mostLoggedOrigins, !noted.contains(origin) else {
                return false
            }
            noted.append(origin)
            return true
        }
        guard isNew else { return }
        StandardError.write(
            "pagerview: refused a page of \(origin.text); if that is a reverse proxy of yours, "
                + "start pagerview with --public-address \(origin.text)")
    }
}

/// An origin of web pages: scheme, host and port, such as `https://wall.example`.
struct WebOrigin: Hashable, Sendable {
    /// The maximum number of bytes of an origin. A host name has at most 253 bytes.
    static let longest = 8 + 253 + 6

    /// The scheme, host and port in lower case, in the form that browsers send in `Origin`, without
    /// the default port of the scheme.
    let text: String
    /// The host and port in the form that browsers send in `Host`.
    let host: String

    /// Parses an origin such as `https://wall.example`.
    ///
    /// - Returns: Nil unless the string consists of `http://` or `https://`, a host in ASCII, an
    ///   optional port and an optional slash.
    init?(_ given: String) {
        guard given.utf8.count <= Self.longest + 1, given.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let lowered = given.lowercased()
        let schemes = [("https://", ":443"), ("http://", ":80")]
        guard let (scheme, port) = schemes.first(where: { lowered.hasPrefix($0.0) }) else {
            return nil
        }
        var host = lowered.dropFirst(scheme.count)
        if host.hasSuffix("/") { host = host.dropLast() }
        if host.hasSuffix(port) { host = host.dropLast(port.count) }
        guard Self.isHost(host) else { return nil }
        self.host = String(host)
        text = scheme + host
    }

    /// Creates the origin for a host name or an IP address of this machine.
    ///
    /// - Parameter name: A host name or an IP address. An IPv6 address must be in brackets.
    /// - Returns: Nil if the name is invalid.
    init?(_ name: String, port: Int, isSecure: Bool) {
        self.init("\(isSecure ? "https" : "http")://\(name):\(port)")
    }

    var isSecure: Bool { text.hasPrefix("https:") }

    /// Returns whether a string is a host name, an IPv4 address, or an IPv6 address in brackets.
    /// Each of them may have a port.
    private static func isHost(_ text: Substring) -> Bool {
        var name = text[...]
        let isBracketed = name.hasPrefix("[")
        if let colon = name.lastIndex(of: ":"), name.last != "]" {
            guard let port = UInt16(name[name.index(after: colon)...]), port > 0 else {
                return false
            }
            name = name[..<colon]
        }
        if isBracketed {
            guard name.count > 2, name.hasSuffix("]") else { return false }
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
        }
        return !name.isEmpty
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }
    }
}
