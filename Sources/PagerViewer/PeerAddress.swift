internal import NIOCore
internal import PagerModel
internal import PagerWire
internal import QRCode

/// The IP address of a browser or proxy. It has the same text however it was written.
struct PeerAddress: Equatable, Sendable {
    /// The address as text. An IPv4 address that is written in IPv6 is an IPv4 address here.
    let text: String
    /// The addresses that count as one: the IPv4 address, or the /64 network of the IPv6 address,
    /// because each machine may choose addresses in its network.
    let network: String

    /// Parses an address, also in brackets, with a port or with a zone.
    ///
    /// - Returns: Nil if the text contains no IP address.
    init?(_ given: String) {
        let bare = given.drop { " \t\"".contains($0) }.prefix { !" \t\"".contains($0) }
        let host: Substring
        if bare.hasPrefix("[") {
            host = bare.dropFirst().prefix { $0 != "]" }
        } else if bare.count(where: { $0 == ":" }) == 1 {
            host = bare.prefix { $0 != ":" }
        } else {
            host = bare
        }
        let address = String(host.prefix { $0 != "%" })
        guard address.utf8.count <= 64, let parsed = try? SocketAddress(ipAddress: address, port: 0)
        else { return nil }
        self.init(parsed)
    }

    init?(_ address: SocketAddress) {
        // The system writes each address in one way only.
        guard let written = address.ipAddress else { return nil }
        if case .v4 = address {
            (text, network) = (written, written)
            return
        }
        let bare = String(written.prefix { $0 != "%" })
        guard let groups = Self.groups(of: bare) else { return nil }
        if let inner = Self.addressInside(groups) {
            (text, network) = (inner, inner)
        } else {
            text = bare
            network = groups[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        }
    }

    /// Whether the address belongs to this machine.
    var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

    /// Returns the eight groups of an IPv6 address.
    private static func groups(of text: String) -> [UInt16]? {
        func read(_ part: Substring) -> [UInt16]? {
            var groups: [UInt16] = []
            for word in part.split(whereSeparator: { $0 == ":" }) {
                if word.contains(".") {
                    let bytes = word.split { $0 == "." }.compactMap { UInt16($0) }
                    guard bytes.count == 4 else { return nil }
                    groups += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
                } else {
                    guard let group = UInt16(word, radix: 16) else { return nil }
                    groups.append(group)
                }
            }
            return groups
        }
        guard let gap = text.firstRange(of: "::") else {
            return read(text[...]).flatMap { $0.count == 8 ? $0 : nil }
        }
        guard let before = read(text[..<gap.lowerBound]), let after = read(text[gap.upperBound...]),
            before.count + after.count < 8
        else { return nil }
        return before + Array(repeating: 0, count: 8 - before.count - after.count) + after
    }

    /// Returns the IPv4 address that an IPv6 address stands for, or nil if it stands for none.
    private static func addressInside(_ groups: [UInt16]) -> String? {
        let prefixes: [[UInt16]] = [
            [0, 0, 0, 0, 0, 0xffff],  // mapped
            [0, 0, 0, 0, 0xffff, 0],  // translated
            [0x64, 0xff9b, 0, 0, 0, 0],  // NAT64
            [0, 0, 0, 0, 0, 0],  // compatible, as are the addresses :: and ::1
        ]
        guard prefixes.contains(Array(groups[..<6])), groups[..<7].contains(where: { $0 > 0 })
        else { return nil }
        return "\(groups[6] >> 8).\(groups[6] & 255).\(groups[7] >> 8).\(groups[7] & 255)"
    }
}

/// The web address at which a phone can open the remote control.
enum RemoteAddress {
    static let unreachable =
        "A phone cannot reach this address, which works only on this machine. Start pagerview with "
        + "--listen ADDRESS:PORT and a certificate; pagerview make-certificate creates one."

    /// Returns an origin by which a phone can reach pagerview: the first one that is not a loopback
    /// address. The origin of the requesting page is tried first, then the public origin, then all
    /// other origins. Returns nil if all are loopback addresses.
    static func origin(of page: String, in origins: OriginPolicy) -> String? {
        ([page] + [origins.publicViewer].compactMap { $0 } + origins.viewers).first { text in
            WebOrigin(text).map { !isLoopback($0.host) } ?? false
        }
    }

    static func isLoopback(_ host: String) -> Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    /// Returns lines for a terminal: the address as a QR code, and as text.
    static func lines(_ address: String, isTerminal: Bool) -> [String] {
        let blocks = QRCode(address)?.blocks ?? []
        // White on black, whatever the colours of the terminal are.
        let (before, after) = isTerminal ? ("\u{1b}[97;40m", "\u{1b}[0m") : ("", "")
        return blocks.map { before + $0 + after } + ["remote \(address)"]
    }
}

extension Conversation {
    /// Returns a message with an address and its QR code. At this address, one phone can open the
    /// remote control. If no phone can reach pagerview, the message contains only the reason.
    ///
    /// - Parameter page: The origin of the page that requests the message.
    func remote(for page: String) -> [UInt8] {
        var answer: [Value.Member] = []
        if let origin = RemoteAddress.origin(of: page, in: origins) {
            let address = "\(origin)/remote#token=\(tokens.invite())"
            answer = [
                .init("address", .string(address)),
                .init("minutes", .integer(Int(AccessTokens.invitationStay / 60))),
                .init("rows", .array((QRCode(address)?.rows ?? []).map { .string($0) })),
            ]
        } else {
            answer = [.init("problem", .string(RemoteAddress.unreachable))]
        }
        return Array(Value.object([.init("remote", .object(answer))]).json.utf8)
    }
}
