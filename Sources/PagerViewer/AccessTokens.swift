internal import PagerModel
import PagerPaths
internal import Synchronization

/// The access tokens of pagerview: one permits a browser to send commands, another only to watch. A
/// third one, if there is one, permits to send commands and to edit the book. Also creates
/// invitations, and counts the wrong tokens of each address.
final class AccessTokens: Sendable {
    /// The permission that a token grants: to send commands, or only to watch.
    enum Right: Sendable {
        case command
        case watch
    }

    /// The result of checking a token.
    enum Verdict: Equatable, Sendable {
        case right(Right)
        case wrong
        /// The token is wrong, and too many wrong tokens have come from the same address. The
        /// associated value is the number of seconds for which the browser should wait.
        case wait(Int)
    }

    /// The maximum number of bytes of a token.
    static let longest = 1_024

    let command: String
    let watch: String
    /// The token for editing the book. Nil if pagerview edits no book.
    let edit: String?
    private let wrong = Mutex(WrongTokens())
    private let invitations = Mutex<[Invitation]>([])

    /// A token that can be used only once. The browser that uses it receives the right to send
    /// commands.
    private struct Invitation {
        let token: String
        /// The time at which the invitation expires, in seconds as returned by `WebServer.now()`.
        let end: Double
    }

    /// The lifetime of an invitation in seconds.
    static let invitationStay = 600.0
    /// The maximum number of invitations that are valid at the same time.
    private static let mostInvitations = 8

    /// Creates the access tokens, without invitations.
    ///
    /// - Parameters:
    ///   - command: The token for commands, or nil for a random one.
    ///   - watch: The token for watching, or nil for a random one.
    ///   - edit: The token for editing, or nil for none.
    init(command: String? = nil, watch: String? = nil, edit: String? = nil) {
        self.command = command ?? Secret.random()
        self.watch = watch ?? Secret.random()
        self.edit = edit
    }

    /// Checks a token that a browser has sent from an IP address.
    ///
    /// The right tokens are compared first, so that wrong ones, from any number of addresses, never
    /// keep a browser with a right one out.
    func check(_ given: String, from address: String) -> Verdict {
        if mayEdit(given) || Secret.equal(given, command) { return .right(.command) }
        if Secret.equal(given, watch) { return .right(.watch) }
        let time = WebServer.now()
        let delay = wrong.withLock { $0.delay(of: address, at: time) }
        guard delay == 0 else { return .wait(delay) }
        switch wrong.withLock({ $0.add(address, at: time) }) {
        case .first:
            StandardError.write(
                "pagerview: a browser at \(address) sent a wrong token; in this browser, open the "
                    + "address that pagerview prints")
        case .tooMany:
            StandardError.write(
                "pagerview: \(WrongTokens.burst) wrong tokens came from \(address); from now on "
                    + "only one of them a second is counted")
        case nil: break
        }
        return .wrong
    }

    /// Returns whether a token is that for editing, which also permits commands.
    func mayEdit(_ given: String) -> Bool { edit.map { Secret.equal(given, $0) } ?? false }

    /// Creates an invitation token. `exchange` accepts it only once and only within ten minutes, so
    /// the token may be shown on a screen.
    func invite() -> String {
        let invitation = Invitation(
            token: Secret.random(count: 32), end: WebServer.now() + Self.invitationStay)
        invitations.withLock { list in
            if list.count >= Self.mostInvitations { list.removeFirst() }
            list.append(invitation)
        }
        return invitation.token
    }

    /// Checks a token in the same way as `check`, but also accepts an invitation token.
    func exchange(_ given: String, from address: String) -> Verdict {
        let time = WebServer.now()
        let isInvited = invitations.withLock { list in
            list.removeAll { $0.end <= time }
            let count = list.count
            list.removeAll { Secret.equal(given, $0.token) }
            return list.count < count
        }
        return isInvited ? .right(.command) : check(given, from: address)
    }

    /// Returns the token that a browser keeps after it has proved a right. Unlike an invitation, it
    /// does not expire.
    func token(for right: Right, given: String) -> String {
        if mayEdit(given) { return given }
        return right == .command ? command : watch
    }

    /// The number of wrong tokens that pagerview has counted since it started.
    var wrongCount: Int { wrong.withLock { $0.count } }
}

/// The counters of wrong tokens, one for each `PeerAddress.network`. After `burst` wrong tokens from
/// a network, it has to wait, and only one wrong token per second from it is counted. A network that
/// has sent no wrong token never has to wait.
struct WrongTokens {
    /// The number of wrong tokens from one network that are counted without a pause.
    static let burst = 10
    /// The maximum number of counters. Beyond it, the one that has not changed for longest is
    /// forgotten.
    static let mostAddresses = 1_024
    /// The maximum number of addresses about which each message of `Note` is logged.
    private static let mostLoggedAddresses = 8

    /// A message to log about an address that has sent wrong tokens. Each message is logged at most
    /// once for each address.
    enum Note {
        case first
        /// Too many wrong tokens have come from the address.
        case tooMany
    }

    private struct Entry {
        var wrong: Double
        var time: Double
    }

    private var entries: [TextKey: Entry] = [:]
    private var met: Set<TextKey> = []
    private var noted: Set<TextKey> = []
    private(set) var count = 0

    /// Returns the number of seconds until a wrong token from an address is counted again; 0 if it
    /// is counted now.
    func delay(of address: String, at time: Double) -> Int {
        let excess = level(of: name(address), at: time) - Double(Self.burst - 1)
        return excess > 0 ? Int(excess.rounded(.up)) : 0
    }

    /// Records a wrong token.
    ///
    /// - Returns: The message to log about the address, or nil if there is none.
    mutating func add(_ address: String, at time: Double) -> Note? {
        count += 1
        let name = name(address)
        let level = level(of: name, at: time) + 1
        if entries[name] == nil, entries.count >= Self.mostAddresses,
            let oldest = entries.min(by: { $0.value.time < $1.value.time })
        {
            entries[oldest.key] = nil
        }
        entries[name] = Entry(wrong: level, time: time)
        if level > Double(Self.burst - 1) {
            return noted.count < Self.mostLoggedAddresses && noted.insert(name).inserted
                ? .tooMany : nil
        }
        return met.count < Self.mostLoggedAddresses && met.insert(name).inserted ? .first : nil
    }

    private func level(of name: TextKey, at time: Double) -> Double {
        entries[name].map { max(0, $0.wrong - (time - $0.time)) } ?? 0
    }

    private func name(_ address: String) -> TextKey {
        TextKey(PeerAddress(address)?.network ?? address)
    }
}

/// The secrets in the URLs of the pages' content: one for browsers with the token for commands, and
/// one for browsers that may only watch.
struct ContentFolders: Sendable {
    let command = Secret.random()
    let watch = Secret.random()

    func right(of key: String) -> AccessTokens.Right? {
        if Secret.equal(key, command) { return .command }
        return Secret.equal(key, watch) ? .watch : nil
    }

    func key(for right: AccessTokens.Right) -> String { right == .command ? command : watch }
}

/// Functions that create and compare secrets, such as access tokens.
enum Secret {
    /// Returns random hexadecimal digits, by default 64 of them (32 bytes).
    static func random(count: Int = 64) -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".unicodeScalars)
        return (0..<count).reduce(into: "") { text, _ in
            text.unicodeScalars.append(digits[Int.random(in: 0..<16, using: &random)])
        }
    }

    /// Returns whether two strings have the same bytes. The comparison takes constant time. It does
    /// not use `==`, because `==` treats some strings with different bytes as equal.
    static func equal(_ given: String, _ secret: String) -> Bool {
        let right = Array(secret.utf8)
        guard given.utf8.count <= AccessTokens.longest else { return false }
        let left = Array(given.utf8)
        var difference = left.count ^ right.count
        for index in right.indices {
            let byte = index < left.count ? left[index] : 0
            difference |= Int(byte ^ right[index])
        }
        return difference == 0
    }
}

/// The access tokens that pagerview stores in a file of the state folder. So browsers keep their
/// access when pagerview or its machine restarts.
///
/// The file is `NAME.viewer-tokens`, and only its owner can read it. To withdraw the tokens, remove
/// the file and restart pagerview.
struct KeptTokens {
    let command: String
    let watch: String

    /// Reads the tokens that are stored for a daemon's name. Creates them if there is no file.
    ///
    /// - Throws: `Problem` if there is no state folder, or if the file is invalid or cannot be
    ///   trusted, read or written.
    init(_ name: String) throws(Problem) {
        guard let folder = StateDirectory() else {
            throw Problem(description: "there is no state folder for them; set PAGERD_STATE_DIR")
        }
        do {
            try folder.prepare()
            try self.init(in: folder.viewerTokens(name))
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    /// The reason why the tokens cannot be read or stored, as a sentence.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the token for editing that is stored for a daemon's name. Creates it if there is none.
    ///
    /// - Throws: `Problem` as `init`.
    static func edit(_ name: String) throws(Problem) -> String {
        guard let folder = StateDirectory() else {
            throw Problem(description: "there is no state folder for them; set PAGERD_STATE_DIR")
        }
        do {
            try folder.prepare()
            let path = folder.viewerEditToken(name)
            if !GuardedFile.exists(path) {
                try GuardedFile.create(path, "\(Secret.random())\n", mode: 0o600)
            }
            let lines = try GuardedFile.read(path, isSecret: true).split { $0.isNewline }
            guard lines.count == 1, lines[0].utf8.count <= AccessTokens.longest else {
                throw Problem(
                    description: "\(path) must contain one line, the token for editing; remove it, "
                        + "and pagerview creates a new one")
            }
            return String(lines[0])
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    private init(in path: String) throws {
        if !GuardedFile.exists(path) {
            let tokens = "\(Secret.random())\n\(Secret.random())\n"
            try GuardedFile.create(path, tokens, mode: 0o600)
        }
        let lines = try GuardedFile.read(path, isSecret: true).split { $0.isNewline }
        guard lines.count == 2, lines[0] != lines[1],
            lines.allSatisfy({ $0.utf8.count <= AccessTokens.longest })
        else {
            throw Problem(
                description: "\(path) must contain two different lines, the token for commands "
                    + "and the one for watching; remove it, and pagerview creates a new one")
        }
        (command, watch) = (String(lines[0]), String(lines[1]))
    }
}
