public import PagerModel

/// The access list: the roles of local users by user id, and of remote clients by public key.
///
///     # role  by   user id or public key                      comment
///     drive   key  rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7   the button in the hall
///     observe uid  1001                                       the display
///
/// Empty lines and those that begin with `#` are ignored.
public struct AccessList: Sendable, Equatable {
    /// The error for a line of an access list that cannot be parsed.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let line: Int
        public let text: String

        public var description: String { "\(line): \(text)" }
    }

    public private(set) var uids: [UInt32: Role] = [:]
    public private(set) var keys: [String: Role] = [:]

    public init() {}

    /// Parses an access list. O(length of the text).
    ///
    /// - Throws: `Problem` with the line of the first mistake.
    public init(parsing text: String) throws(Problem) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do {
                try take(words)
            } catch {
                throw Problem(line: index + 1, text: error.text)
            }
        }
    }

    private struct Mistake: Error { let text: String }

    private mutating func take(_ words: [Substring]) throws(Mistake) {
        guard let role = Role(rawValue: String(words[0])) else {
            throw Mistake(
                text: "a line must begin with observe, drive or administer, got \(words[0])")
        }
        guard words.count >= 3 else {
            throw Mistake(text: "`key` and a public key, or `uid` and a user, must follow the role")
        }
        let holder = String(words[2])
        switch words[1] {
        case "uid":
            guard let uid = UInt32(holder), uid != .max else {
                throw Mistake(text: "a user must be the number that `id -u` prints, got \(holder)")
            }
            guard uids.updateValue(role, forKey: uid) == nil else {
                throw Mistake(text: "the user \(uid) is listed twice")
            }
        case "key":
            guard Self.isKey(holder) else {
                throw Mistake(
                    text: "a public key must be 40 characters, as `pagerctl keys show` prints them")
            }
            guard keys.updateValue(role, forKey: holder) == nil else {
                throw Mistake(text: "the key \(holder) is listed twice")
            }
        default: throw Mistake(text: "the role must be followed by key or uid, got \(words[1])")
        }
    }

    /// Returns whether a text can be a public key: 40 characters of Z85, ZeroMQ's text encoding.
    public static func isKey(_ text: String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { digits.contains($0) }
    }

    private static let digits = Set<UInt8>(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8
    )
}
