internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// The locks of the daemon's sockets, and who has a key to them.
///
/// ipc is for users of this machine, by the kernel's word; tcp for those who prove to hold the
/// secret of a listed key, and without a lock only on loopback and only when asked for.
struct SocketSecurity: Sendable {
    /// How the peers of one socket are known.
    enum Authentication: Sendable {
        case uid, curve, none
    }

    /// Nil where nobody is listed: then it is the daemon's user and root who come in.
    let access: AccessList?
    private let keys: CurveKeys?
    private let insecureTCP: Bool

    /// Reads the list and the key.
    ///
    /// - Throws: `StartProblem`.
    init(_ configuration: Configuration) throws(StartProblem) {
        access = try configuration.access.map { (path) throws(StartProblem) in
            try Self.list(path)
        }
        keys = try configuration.key.map { (path) throws(StartProblem) in try Self.keys(path) }
        insecureTCP = configuration.insecureTCP
        guard !insecureTCP || (access == nil && keys == nil) else {
            throw StartProblem(
                "--insecure-tcp lets everybody in; leave it out where --key or --access say who")
        }
    }

    private static func text(
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
            throw StartProblem("\(path) holds no key; pagerctl keys new FILE makes one")
        }
        return keys
    }

    /// What clients over CURVE know the daemon by.
    var publicKey: String? { keys?.known }

    /// Whether there can be a door over CURVE.
    var asks: Bool { keys != nil }

    /// How the peers at an endpoint are known.
    ///
    /// - Throws: `StartProblem` for one that has no lock and is not on loopback.
    func authentication(of endpoint: String) throws(StartProblem) -> Authentication {
        if endpoint.hasPrefix("ipc://") { return .uid }
        guard endpoint.hasPrefix("tcp://") else {
            throw StartProblem("an endpoint is ipc://PATH or tcp://ADDRESS:PORT, not \(endpoint)")
        }
        if keys != nil {
            guard access != nil else {
                throw StartProblem(
                    "\(endpoint): a key without a list lets nobody in. Add --access FILE; "
                        + "pagerctl keys allow FILE ROLE KEY puts a client on it")
            }
            return .curve
        }
        guard insecureTCP, Self.isLoopback(endpoint.dropFirst("tcp://".count)) else {
            throw StartProblem(
                "\(endpoint): tcp has no lock on its door. Use ipc://, or add --key FILE (pagerctl "
                    + "keys new FILE makes it) and --access FILE (pagerctl keys allow FILE ROLE "
                    + "KEY), or on loopback (tcp://127.0.0.1:PORT) --insecure-tcp")
        }
        return .none
    }

    private static func isLoopback(_ address: Substring) -> Bool {
        if address.hasPrefix("[::1]:") || address.hasPrefix("localhost:") { return true }
        // 127.example.net is no address of this machine.
        let host = address.prefix { $0 != ":" }
        return host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// Binds a socket behind its lock; its name is what the record of refused keys calls it.
    ///
    /// - Throws: `StartProblem`, `ZMQError`.
    @discardableResult
    func open(
        _ socket: borrowing Socket, at endpoint: String, named name: String
    ) throws -> Authentication {
        let lock = try authentication(of: endpoint)
        try Self.demandLife(of: socket, lock)
        switch lock {
        case .uid:
            for uid in users { try socket.set(.ipcFilterUID, uid) }
            try socket.bind(endpoint)
            if access?.uids.keys.contains(where: { $0 != geteuid() }) == true {
                // The kernel lets others connect only to a socket that they may write to; who they
                // are the filter has seen to.
                chmod(String(endpoint.dropFirst("ipc://".count)), 0o666)
            }
        case .curve:
            if let keys { try socket.serveCurve(keys, domain: name) }
            try socket.bind(endpoint)
        case .none: try socket.bind(endpoint)
        }
        return lock
    }

    /// Who connects must shake hands, and over tcp, where a peer can be gone without a word, give
    /// signs of life. Of the end of a process of this machine the kernel tells.
    private static func demandLife(
        of socket: borrowing Socket, _ lock: Authentication
    ) throws(ZMQError) {
        try socket.set(.handshakeInterval, Int32(Limits.handshakeSeconds * 1_000))
        if lock == .uid { return }
        try socket.set(.heartbeatInterval, Int32(Limits.heartbeatSeconds * 1_000))
        try socket.set(.heartbeatTimeout, Int32(Limits.silenceSeconds * 1_000))
    }

    /// Who may connect over ipc.
    private var users: Set<UInt32> {
        Set<UInt32>((access?.uids ?? [:]).keys).union([geteuid(), 0])
    }
}

extension SocketSecurity.Authentication {
    /// Who sent a message. Only what this lock vouches for: the rest a peer can say of itself.
    func peer(of message: borrowing Message) -> Peer {
        switch self {
        case .uid: Peer(uid: message.peerUID)
        case .curve: Peer(uid: nil, key: message.metadata("User-Id"))
        case .none: Peer(uid: nil)
        }
    }
}

extension AccessList {
    /// What a peer may do, nil for nothing. The daemon's user and root may everything that no line
    /// takes from them.
    func role(of peer: Peer) -> Role? {
        if let key = peer.key { return keys[key] }
        guard let uid = peer.uid else { return nil }
        return uids[uid] ?? (uid == geteuid() || uid == 0 ? .administer : nil)
    }
}

extension String {
    /// Without the spaces and line ends around it.
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}

extension Endpoints {
    var all: [String] { [command, events, plugins] }
}
