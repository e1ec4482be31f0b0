internal import NIOCore
internal import PagerModel

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
