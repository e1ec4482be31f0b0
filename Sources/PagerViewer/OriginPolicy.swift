internal import PagerModel
internal import Synchronization

/// Decides which requests are served and which browsers may send commands.
///
/// A page of any other site can make a browser send requests here, and a name of its own can be
/// made to lead here: so the host must be this machine by a name it cannot fake, and the origin,
/// where it is told, the viewer's own.
final class OriginPolicy: Sendable {
    /// Origins that a line of the log is written for.
    private static let mostNoted = 8
    /// Bytes of a token; a longer one is none.
    static let longestToken = 1_024

    /// Gives the right to command.
    let token: String
    /// Part of the addresses of contents, which other sites cannot guess: for browsers with the
    /// token.
    let key: String
    /// The same for browsers without the token, so that the two can be told apart.
    let watcherKey: String
    /// Where browsers reach pagerview through a reverse proxy; nil without one.
    let publicAddress: PublicAddress?
    private let listening = Mutex<UInt16>(0)
    private let noted = Mutex<[PublicAddress]>([])

    /// - Parameter token: nil for a random one.
    init(token: String? = nil, publicAddress: PublicAddress? = nil) {
        self.publicAddress = publicAddress
        self.token = token ?? Self.secret()
        key = Self.secret()
        watcherKey = Self.secret()
    }

    /// The port, known once the listener is open.
    var port: UInt16 {
        get { listening.withLock { $0 } }
        set { listening.withLock { $0 = newValue } }
    }

    /// Whether a Host header names this machine and port, or the public address.
    func admits(host: String?) -> Bool {
        // The longest is shorter than this, and a text that a stranger chose may cost more.
        guard let host, host.utf8.count <= PublicAddress.longest else { return false }
        let name = host.lowercased()
        if name == publicAddress?.host { return true }
        return ["127.0.0.1", "localhost", "[::1]"].contains { name == "\($0):\(port)" }
    }

    /// Whether an Origin header is the viewer's own or the public address; nil is no origin, of a
    /// plain visit.
    func admits(origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        guard let host, admits(host: host), origin.utf8.count <= PublicAddress.longest else {
            return false
        }
        return origins(host: host.lowercased()).contains(origin.lowercased())
    }

    /// Origins that a page of the viewer can have when it was requested from a host: a proxy may
    /// pass the public host on, or replace it.
    ///
    /// - Parameter host: one that is admitted.
    func origins(host: String) -> [String] {
        guard let publicAddress else { return ["http://\(host)"] }
        return host == publicAddress.host
            ? [publicAddress.origin] : ["http://\(host)", publicAddress.origin]
    }

    /// Writes a line about an origin that was refused: the page itself cannot say why none of its
    /// scripts came.
    func note(foreign origin: String?) {
        guard let address = origin.flatMap({ PublicAddress($0) }) else { return }
        let isNew = noted.withLock { noted in
            guard noted.count < Self.mostNoted, !noted.contains(address) else { return false }
            noted.append(address)
            return true
        }
        guard isNew else { return }
        StandardError.write(
            "pagerview: refused a page of \(address.origin); if that is a reverse proxy of yours, "
                + "start pagerview with --public-address \(address.origin)")
    }

    /// Whether a text is the token, in a time that does not tell how much of it is right.
    func admits(token given: String) -> Bool { Self.equal(given, token) }

    /// Whether a text is `key`; compared as the token is.
    func admits(key given: String) -> Bool { Self.equal(given, key) }

    /// Whether a text is `watcherKey`; compared as the token is.
    func admits(watcherKey given: String) -> Bool { Self.equal(given, watcherKey) }

    /// Compares bytes, as strings that look the same to Unicode are different secrets.
    private static func equal(_ given: String, _ secret: String) -> Bool {
        let right = Array(secret.utf8)
        guard given.utf8.count <= longestToken else { return false }
        let left = Array(given.utf8)
        var difference = left.count ^ right.count
        for index in right.indices {
            let byte = index < left.count ? left[index] : 0
            difference |= Int(byte ^ right[index])
        }
        return difference == 0
    }

    /// 32 random bytes in hexadecimal digits.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".unicodeScalars)
        return (0..<64).reduce(into: "") { text, _ in
            text.unicodeScalars.append(digits[Int.random(in: 0..<16, using: &random)])
        }
    }
}
