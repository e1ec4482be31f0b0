internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// The authentication of the daemon's sockets and the permissions of peers.
///
/// Over ipc the kernel identifies users of this machine. Over TCP, clients prove that they hold the
/// secret key for a public key in the access list. Without authentication, TCP is possible only on
/// loopback and with an explicit option.
struct SocketSecurity {
    /// The way in which the peers of a socket are identified.
    enum Authentication: Sendable {
        case uid, curve, none
    }

    /// The access list. Without one, only the daemon's user and root have access over ipc.
    let access: AccessList?
    /// The files of the sockets that `open` binds.
    let files = SocketFiles()
    private let keys: CurveKeys?
    private let insecureTCP: Bool

    /// Reads the access list and the daemon's secret key from their files.
    ///
    /// - Throws: `StartProblem` if a file cannot be read or is not valid, or if `insecureTCP` is
    ///   set together with a file.
    init(key: String?, access: String?, insecureTCP: Bool) throws(StartProblem) {
        self.access = try access.map { (path) throws(StartProblem) in try Self.list(path) }
        keys = try key.map { (path) throws(StartProblem) in try Self.keys(path) }
        self.insecureTCP = insecureTCP
        guard !insecureTCP || (self.access == nil && keys == nil) else {
            throw StartProblem(
                "--insecure-tcp admits every client; omit it with --key or --access")
        }
    }

    static func text(
        _ path: String, isSecret: Bool
    ) throws(StartProblem) -> String {
        do {
            return try GuardedFile.read(path, isSecret: isSecret)
        } catch {
            throw StartProblem(error.description)
        }
    }

    private static func list(_ path: String) throws(StartProblem) -> AccessList {
        let text = try text(path, isSecret: false)
        do {
            return try AccessList(parsing: text)
        } catch {
            throw StartProblem("\(path):\(error)")
        }
    }

    private static func keys(_ path: String) throws(StartProblem) -> CurveKeys {
        let secret = String(try text(path, isSecret: true).trimmed)
        guard AccessList.isKey(secret), let keys = try? CurveKeys(secret: secret) else {
            throw StartProblem("\(path) contains no secret key; pagerctl keys new FILE creates one")
        }
        return keys
    }

    /// The public key by which CURVE clients identify the daemon.
    var publicKey: String? { keys?.known }

    /// Sets the CURVE keys of a client socket: its own keys, and the public key of the only server
    /// to which it may connect. Call this method before connecting.
    ///
    /// - Throws: `ZMQError`, for example if `server` is not a key.
    func identify(_ socket: borrowing Socket, to server: String) throws(ZMQError) {
        if let keys { try socket.useCurve(server: server, keys) }
    }

    /// Whether the daemon has keys, so that its sockets can authenticate clients with CURVE.
    var asks: Bool { keys != nil }

    /// Returns how the peers at an endpoint are identified.
    ///
    /// - Throws: `StartProblem` for an endpoint that is neither ipc nor TCP, for TCP with a key but
    ///   no access list, and for TCP without a key unless it is on loopback with `insecureTCP`.
    func authentication(of endpoint: String) throws(StartProblem) -> Authentication {
        if endpoint.hasPrefix("ipc://") { return .uid }
        guard endpoint.hasPrefix("tcp://") else {
            throw StartProblem("an endpoint is ipc://PATH or tcp://ADDRESS:PORT, not \(endpoint)")
        }
        if keys != nil {
            guard access != nil else {
                throw StartProblem(
                    "\(endpoint): a key without an access list admits no client. Add --access "
                        + "FILE; pagerctl keys allow FILE ROLE KEY adds a client to it")
            }
            return .curve
        }
        guard insecureTCP, Self.isLoopback(endpoint.dropFirst("tcp://".count)) else {
            throw StartProblem(
                "\(endpoint): tcp without authentication is refused. Use ipc://, or add --key FILE "
                    + "(pagerctl keys new FILE creates it) and --access FILE (pagerctl keys allow "
                    + "FILE ROLE KEY), or on loopback (tcp://127.0.0.1:PORT) --insecure-tcp")
        }
        return .none
    }

    private static func isLoopback(_ address: Substring) -> Bool {
        if address.hasPrefix("[::1]:") || address.hasPrefix("localhost:") { return true }
        // 127.example.net is not a loopback address.
        let host = address.prefix { $0 != ":" }
        return host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// Binds a socket to its endpoints and sets up the authentication of each endpoint. The
    /// socket's name appears in log messages about refused keys.
    ///
    /// - Throws: `StartProblem` for an endpoint that is in use or that `authentication(of:)`
    ///   refuses, `ZMQError` if the socket cannot be bound.
    func open(
        _ socket: borrowing Socket, at endpoints: [String], named name: String
    ) throws {
        // A listener keeps the options that the socket has when it is bound, and a socket's
        // security mechanism cannot be removed. So the ipc paths, which have no mechanism, are
        // bound first.
        for isPath in [true, false] {
            for endpoint in endpoints where endpoint.hasPrefix("ipc://") == isPath {
                try open(socket, at: endpoint, named: name)
            }
        }
    }

    private func open(
        _ socket: borrowing Socket, at endpoint: String, named name: String
    ) throws {
        let lock = try authentication(of: endpoint)
        try Self.setLivenessChecks(of: socket, lock)
        switch lock {
        case .uid:
            for uid in users { try socket.set(.ipcFilterUID, uid) }
            try files.bind(socket, at: endpoint)
            if access?.uids.keys.contains(where: { $0 != geteuid() }) == true {
                // The kernel lets users connect only to a writable socket. The uid filter decides
                // which users may connect.
                chmod(String(endpoint.dropFirst("ipc://".count)), 0o666)
            }
        case .curve:
            if let keys { try socket.serveCurve(keys, domain: name) }
            try socket.bind(endpoint)
        case .none: try socket.bind(endpoint)
        }
    }

    /// Sets the handshake timeout. For an endpoint over TCP, also enables heartbeats, because a TCP
    /// peer can disappear unnoticed. Over ipc, the kernel reports when a process ends.
    private static func setLivenessChecks(
        of socket: borrowing Socket, _ lock: Authentication
    ) throws(ZMQError) {
        try socket.set(.handshakeInterval, Int32(Limits.handshakeSeconds * 1_000))
        if lock == .uid { return }
        try socket.set(.heartbeatInterval, Int32(Limits.heartbeatSeconds * 1_000))
        try socket.set(.heartbeatTimeout, Int32(Limits.silenceSeconds * 1_000))
    }

    /// The ids of the users that may connect over ipc.
    private var users: Set<UInt32> {
        Set<UInt32>((access?.uids ?? [:]).keys).union([geteuid(), 0])
    }
}

extension SocketSecurity {
    /// Returns the authenticated sender of a message.
    ///
    /// A peer over ipc can itself set the message property that contains the key, so the user id
    /// that the kernel reports takes precedence. Over TCP only a CURVE handshake sets that
    /// property; without keys, the daemon ignores it.
    func peer(of message: borrowing Message) -> Peer {
        if let uid = message.peerUID { return Peer(uid: uid) }
        return Peer(uid: nil, key: asks ? message.metadata("User-Id") : nil)
    }
}

extension AccessList {
    /// Returns the role of a peer, or nil if it has none. The daemon's user and root have all
    /// permissions unless the access list gives them a different role.
    func role(of peer: Peer) -> Role? {
        if let key = peer.key { return keys[key] }
        guard let uid = peer.uid else { return nil }
        return uids[uid] ?? (uid == geteuid() || uid == 0 ? .administer : nil)
    }
}

extension String {
    /// The text without leading and trailing white space.
    var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}
