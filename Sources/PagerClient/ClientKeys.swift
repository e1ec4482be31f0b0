internal import LibC
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// The keys for connecting to a daemon over TCP: the daemon's public key and this client's key
/// pair.
public struct ClientKeys: Sendable, Equatable {
    /// The daemon's public key.
    public let server: String
    /// This client's public key, which the daemon's access list must contain.
    public let known: String
    private let secret: String

    /// Reads the daemon's public key and this client's secret key.
    ///
    /// - Parameters:
    ///   - file: The file with this client's secret key.
    ///   - server: The daemon's public key, or a file with it.
    /// - Throws: `badAddress` for an invalid key or a file that other users can access.
    public init(file: String, server: String) throws(ClientError) {
        let keys = try Self.own(file)
        known = keys.known
        secret = keys.secret
        self.server = try Self.server(server)
    }

    /// Determines the keys from the arguments. An environment variable replaces a missing argument:
    /// `PAGERD_KEY_FILE` replaces `file`, and `PAGERD_SERVER_KEY` replaces `server`. Returns nil if
    /// neither key is given in any of these ways.
    ///
    /// - Throws: `badAddress` for an invalid key, or if only one of the two keys is given.
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
                "the daemon's key needs your own key file as well: --key or PAGERD_KEY_FILE")
        }
    }

    /// Reads the keys for a daemon whose public key is known. The client's secret key is in `file`
    /// or, if `file` is nil, in the file whose path is in the environment variable
    /// `PAGERD_KEY_FILE`. Returns nil if neither is set.
    ///
    /// - Throws: `badAddress` for an invalid key or a file that other users can access.
    public static func resolve(
        file: String?, ofServer server: String
    ) throws(ClientError) -> ClientKeys? {
        guard let file = file ?? Address.environment("PAGERD_KEY_FILE") else { return nil }
        return try ClientKeys(file: file, server: server)
    }

    /// Writes a new secret key to a file that only its owner can read, and the public key to
    /// `FILE.pub`. Returns the public key.
    ///
    /// - Throws: `badAddress` if one of the files exists or cannot be written.
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

    /// Returns the public key of the secret key in a file.
    ///
    /// - Throws: `badAddress` if the file cannot be read, contains no key, or is accessible to
    ///   other users.
    public static func known(file: String) throws(ClientError) -> String { try own(file).known }

    private static func own(_ file: String) throws(ClientError) -> CurveKeys {
        let secret = try key(in: file, isSecret: true)
        do {
            return try CurveKeys(secret: secret)
        } catch {
            throw .badAddress("\(file) contains no secret key; pagerctl keys new FILE creates one")
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
            throw .badAddress("\(file) contains no key; pagerctl keys new FILE creates one")
        }
        return String(words[0])
    }

    /// Sets the keys that a socket uses for a TCP endpoint. Call this function before the socket
    /// connects. An ipc endpoint does not need keys, because the kernel tells the daemon which user
    /// has connected.
    static func lock(
        _ socket: borrowing Socket, _ endpoint: String, _ keys: ClientKeys?
    ) throws(ZMQError) {
        guard let keys, endpoint.hasPrefix("tcp://") else { return }
        try socket.useCurve(server: keys.server, try CurveKeys(secret: keys.secret))
    }
}

/// The client names of requesters whose programs set none: `PROGRAM-PID-RANDOM`.
///
/// The daemon remembers replies by this name, and events contain it as their cause. So it is
/// different for each requester, and tells people which program sent the command.
public enum ClientName {
    private static let longestProgram = 32
    private static let digits = 16

    static func made(for path: String = CommandLine.arguments.first ?? "") -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let program = name.filter { Identifier.allows($0) || $0 == UInt8(ascii: ".") }
            .prefix(longestProgram)
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let random = String(repeating: "0", count: digits - number.utf8.count) + number
        let text = program.isEmpty ? "swift" : String(decoding: program, as: UTF8.self)
        return "\(text)-\(getpid())-\(random)"
    }

    /// Returns whether a client library has made up the name, here or in Python or C.
    public static func isMadeUp(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let library = parts.first, !parts.contains(where: \.isEmpty) else { return false }
        let numbers = parts.dropFirst()
        if ["python", "c"].contains(where: { library.elementsEqual($0.utf8) }) {
            return numbers.allSatisfy(isHexadecimal) && numbers.reduce(0) { $0 + $1.count } > 8
        }
        return numbers.count >= 2 && numbers.suffix(2).allSatisfy(isHexadecimal)
            && numbers.last?.count == digits
    }

    private static func isHexadecimal(_ text: Substring.UTF8View) -> Bool {
        text.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
