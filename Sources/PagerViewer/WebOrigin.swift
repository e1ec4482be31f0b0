internal import PagerModel

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
