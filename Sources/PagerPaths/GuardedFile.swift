internal import LibC
public import PagerModel
internal import SystemCalls

/// Functions for files that control access. Such a file must belong to root or to the user of this
/// process, and other users must not be able to change it. If the file is secret, other users must
/// not be able to read it either. Exception: if a secret file belongs to root and the process does
/// not run as root, the file's group may read the file.
public enum GuardedFile {
    /// The reason why a file is not accepted, in a sentence with advice.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// The maximum size of a file in bytes.
    private static let most = 1 << 20

    /// Returns the text of a file.
    ///
    /// - Throws: `Problem` if the file cannot be read, is too large, belongs to neither this user
    ///   nor root, or lets other users change it. If `isSecret` is true, also if other users can
    ///   read it.
    public static func read(_ path: String, isSecret: Bool) throws(Problem) -> String {
        // O_NONBLOCK prevents a pipe from blocking the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("read", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(description: "\(path) is not a file")
        }
        try check(status, path, isSecret)
        guard status.st_size <= most else {
            throw Problem(description: "\(path) has more than \(most) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        let count = SystemCalls.read(descriptor, into: &bytes)
        guard count >= 0 else { throw .system("read", path) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func check(
        _ status: stat, _ path: String, _ isSecret: Bool
    ) throws(Problem) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Problem(
                description: "\(path) belongs to the user \(status.st_uid); it must belong to "
                    + "you or to root")
        }
        // A file that a service manager provides belongs to root, and its group can read it if an
        // access control list (ACL) permits that.
        let isLent = status.st_uid == 0 && geteuid() != 0
        let forbidden: mode_t = isSecret ? (isLent ? 0o037 : 0o077) : 0o022
        let mode = status.st_mode & 0o777
        guard mode & forbidden == 0 else {
            let wanted = isSecret ? "600" : "644"
            throw Problem(
                description: "\(path) is accessible to other users (mode "
                    + "\(String(mode, radix: 8))); chmod \(wanted) \(path)")
        }
    }

    /// Returns whether a file or folder exists at the path.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Creates a new file.
    ///
    /// - Throws: `Problem` if the file already exists or cannot be written.
    public static func create(_ path: String, _ text: String, mode: UInt32) throws(Problem) {
        try write(text, to: path, O_CREAT | O_EXCL, mode)
    }

    /// Appends text to a file. Creates the file if there is none.
    ///
    /// - Throws: `Problem` if the file cannot be opened or written.
    public static func append(_ path: String, _ text: String, mode: UInt32) throws(Problem) {
        try write(text, to: path, O_CREAT | O_APPEND, mode)
    }

    private static func write(
        _ text: String, to path: String, _ flags: Int32, _ mode: UInt32
    ) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, mode)
        guard descriptor >= 0 else { throw .system("write", path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard SystemCalls.write(descriptor, bytes, bytes.count) == bytes.count,
            fsync(descriptor) == 0
        else { throw .system("write", path) }
    }
}

extension GuardedFile.Problem {
    fileprivate static func system(_ verb: String, _ path: String) -> Self {
        Self(description: "cannot \(verb) \(path): \(errorText(errno))")
    }
}

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
