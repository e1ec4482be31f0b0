internal import PagerModel
internal import PagerWire
internal import QRCode

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
