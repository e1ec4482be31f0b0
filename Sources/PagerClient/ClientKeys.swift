internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// What it takes to speak with a daemon over tcp: the public key by which the daemon is known, and
/// this client's own secret.
public struct ClientKeys: Sendable, Equatable {
    /// The daemon's.
    public let server: String
    /// This client's; the daemon's list of who comes in names it.
    public let known: String
    private let secret: String

    /// - Parameters:
    ///   - file: where this client's secret key is.
    ///   - server: the daemon's public key, or a file that holds it.
    /// - Throws: `badAddress` for what is no key or is open to others.
    public init(file: String, server: String) throws(ClientError) {
        let keys = try Self.own(file)
        known = keys.known
        secret = keys.secret
        self.server = try Self.server(server)
    }

    /// The arguments, else `PAGERD_KEY_FILE` and `PAGERD_SERVER_KEY`; nil where there are none.
    ///
    /// - Throws: `badAddress`, also where only one of the two is known.
    public static func resolve(
        file: String? = nil, server: String? = nil
    ) throws(ClientError) -> ClientKeys? {
        let file = file ?? Address.environment("PAGERD_KEY_FILE")
        let server = server ?? Address.environment("PAGERD_SERVER_KEY")
        switch (file, server) {
        case (nil, nil): return nil
        case (let file?, let server?): return try ClientKeys(file: file, server: server)
        case (_?, nil):
            throw .badAddress(
                "a key file needs the daemon's public key as well: --server-key or "
                    + "PAGERD_SERVER_KEY")
        case (nil, _?):
            throw .badAddress(
                "the daemon's key needs a key file of yours as well: --key or PAGERD_KEY_FILE")
        }
    }

    /// For a daemon whose public key is known: the argument, else `PAGERD_KEY_FILE`; nil where there
    /// is neither.
    ///
    /// - Throws: `badAddress`.
    public static func resolve(
        file: String?, ofServer server: String
    ) throws(ClientError) -> ClientKeys? {
        guard let file = file ?? Address.environment("PAGERD_KEY_FILE") else { return nil }
        return try ClientKeys(file: file, server: server)
    }

    /// Writes a new secret key into a file that only its user can read, and the public one beside
    /// it, `FILE.pub`. Answers the public key.
    ///
    /// - Throws: `badAddress`, also where one of the files is there already.
    public static func make(file: String) throws(ClientError) -> String {
        do {
            let keys = try CurveKeys.make()
            try GuardedFile.create(file, keys.secret + "\n", mode: 0o600)
            try GuardedFile.create(file + ".pub", keys.known + "\n", mode: 0o644)
            return keys.known
        } catch {
            throw .badAddress("\(error)")
        }
    }

    /// The public key that belongs to the secret one in a file.
    ///
    /// - Throws: `badAddress`.
    public static func known(file: String) throws(ClientError) -> String { try own(file).known }

    private static func own(_ file: String) throws(ClientError) -> CurveKeys {
        let secret = try key(in: file, isSecret: true)
        do {
            return try CurveKeys(secret: secret)
        } catch {
            throw .badAddress("\(file) holds no key; pagerctl keys new FILE makes one")
        }
    }

    private static func server(_ text: String) throws(ClientError) -> String {
        AccessList.isKey(text) ? text : try key(in: text, isSecret: false)
    }

    private static func key(in file: String, isSecret: Bool) throws(ClientError) -> String {
        let text: String
        do {
            text = try GuardedFile.read(file, isSecret: isSecret)
        } catch {
            throw .badAddress(error.description)
        }
        let words = text.split { $0.isWhitespace }
        guard words.count == 1, AccessList.isKey(String(words[0])) else {
            throw .badAddress("\(file) holds no key; pagerctl keys new FILE makes one")
        }
        return String(words[0])
    }

    /// Before connecting; ipc needs no keys, the kernel says who is there.
    static func lock(
        _ socket: borrowing Socket, _ endpoint: String, _ keys: ClientKeys?
    ) throws(ZMQError) {
        guard let keys, endpoint.hasPrefix("tcp://") else { return }
        try socket.useCurve(server: keys.server, try CurveKeys(secret: keys.secret))
    }
}
