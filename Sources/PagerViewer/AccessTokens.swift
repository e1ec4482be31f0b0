internal import PagerModel
internal import Synchronization

/// The tokens that give browsers their rights, and what becomes of wrong ones.
final class AccessTokens: Sendable {
    /// What a token gives the right to.
    enum Right: Sendable {
        case command
        case watch
    }

    /// What becomes of a token that a browser shows.
    enum Verdict: Equatable {
        case right(Right)
        case wrong
        /// It was not compared: too many wrong ones came from the same address. Seconds until one
        /// is compared again.
        case wait(Int)
    }

    /// Bytes of a token; a longer one is none.
    static let longest = 1_024

    let command: String
    let watch: String
    private let wrong = Mutex(WrongTokens())
    private let invitations = Mutex<[Invitation]>([])

    /// A token that one more browser gets commands by.
    private struct Invitation {
        let token: String
        /// When it ends, in the seconds of `WebServer.now`.
        let end: Double
    }

    /// Seconds for which an invitation is valid, and how many are at once.
    static let invitationStay = 600.0
    private static let mostInvitations = 8

    /// - Parameters: nil for random ones.
    init(command: String? = nil, watch: String? = nil) {
        self.command = command ?? Secret.random()
        self.watch = watch ?? Secret.random()
    }

    /// Compares a token that came from an address.
    func check(_ given: String, from address: String) -> Verdict {
        let time = WebServer.now()
        let delay = wrong.withLock { $0.delay(of: address, at: time) }
        guard delay == 0 else { return .wait(delay) }
        if Secret.equal(given, command) { return .right(.command) }
        if Secret.equal(given, watch) { return .right(.watch) }
        if wrong.withLock({ $0.add(address, at: time) }) {
            StandardError.write(
                "pagerview: \(WrongTokens.burst) wrong tokens came from \(address); from now on one "
                    + "a second is compared")
        }
        return .wrong
    }

    /// Makes a token that `exchange` takes once, within ten minutes. It may be shown on a screen.
    func invite() -> String {
        let invitation = Invitation(
            token: Secret.random(count: 32), end: WebServer.now() + Self.invitationStay)
        invitations.withLock { list in
            if list.count >= Self.mostInvitations { list.removeFirst() }
            list.append(invitation)
        }
        return invitation.token
    }

    /// Compares a token as `check` does, and takes one of `invite`, too.
    func exchange(_ given: String, from address: String) -> Verdict {
        let time = WebServer.now()
        guard wrong.withLock({ $0.delay(of: address, at: time) }) == 0 else {
            return check(given, from: address)
        }
        let isInvited = invitations.withLock { list in
            list.removeAll { $0.end <= time }
            let count = list.count
            list.removeAll { Secret.equal(given, $0.token) }
            return list.count < count
        }
        return isInvited ? .right(.command) : check(given, from: address)
    }

    /// The token that gives a right for as long as pagerview runs.
    func token(for right: Right) -> String { right == .command ? command : watch }

    /// Wrong tokens since the start.
    var wrongCount: Int { wrong.withLock { $0.count } }
}

/// Counts wrong tokens by the address that they came from: a few at once are compared, then one a
/// second. So a browser elsewhere is not kept out by another's guesses.
struct WrongTokens {
    /// Wrong tokens that are compared at once.
    static let burst = 10
    /// Addresses that are told apart; all others count as one.
    static let mostAddresses = 1_024
    /// Addresses that a line of the log is written for.
    private static let mostNoted = 8

    private struct Entry {
        var wrong: Double
        var time: Double
    }

    private var entries: [TextKey: Entry] = [:]
    private var nextPruning = 0.0
    private var noted: Set<TextKey> = []
    private(set) var count = 0

    /// Seconds until a token from an address is compared.
    mutating func delay(of address: String, at time: Double) -> Int {
        let excess = level(of: name(address), at: time) - Double(Self.burst - 1)
        return excess > 0 ? Int(excess.rounded(.up)) : 0
    }

    /// Takes note of a wrong token.
    ///
    /// - Returns: whether it is the first time that too many came from there.
    mutating func add(_ address: String, at time: Double) -> Bool {
        count += 1
        let name = name(address)
        let level = level(of: name, at: time) + 1
        if entries.count >= Self.mostAddresses, time >= nextPruning {
            nextPruning = time + 1
            entries = entries.filter { time - $0.value.time < $0.value.wrong }
        }
        entries[name] = Entry(wrong: level, time: time)
        guard level > Double(Self.burst - 1), noted.count < Self.mostNoted else { return false }
        return noted.insert(name).inserted
    }

    private func level(of name: TextKey, at time: Double) -> Double {
        entries[name].map { max(0, $0.wrong - (time - $0.time)) } ?? 0
    }

    private func name(_ address: String) -> TextKey {
        let name = TextKey(address)
        return entries[name] != nil || entries.count < Self.mostAddresses ? name : TextKey("")
    }
}

/// Parts of the addresses of contents, which other sites cannot guess. Those of browsers that only
/// watch are told apart.
struct ContentFolders: Sendable {
    let command = Secret.random()
    let watch = Secret.random()

    func right(of key: String) -> AccessTokens.Right? {
        if Secret.equal(key, command) { return .command }
        return Secret.equal(key, watch) ? .watch : nil
    }

    func key(for right: AccessTokens.Right) -> String { right == .command ? command : watch }
}

/// Texts that nobody can guess.
enum Secret {
    /// 32 random bytes in hexadecimal digits, or another number of digits.
    static func random(count: Int = 64) -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".unicodeScalars)
        return (0..<count).reduce(into: "") { text, _ in
            text.unicodeScalars.append(digits[Int.random(in: 0..<16, using: &random)])
        }
    }

    /// Compares bytes, as strings that look the same to Unicode are different secrets, in a time
    /// that does not tell how much of the text is right.
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
