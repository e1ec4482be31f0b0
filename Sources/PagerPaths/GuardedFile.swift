internal import LibC
internal import SystemCalls

/// A file that decides who comes in: taken only where nobody else could have written it, and where
/// it is secret, read it.
public enum GuardedFile {
    /// Why a file is not taken, in a sentence that says what to do.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// Bytes of the largest file taken.
    private static let most = 1 << 20

    /// The text of a file.
    ///
    /// - Throws: `Problem` for what is no file, too large, another user's, or open to others.
    public static func read(_ path: String, isSecret: Bool) throws(Problem) -> String {
        // A pipe in its place must not hold the start up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("read", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(description: "\(path) is no file")
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
                description: "\(path) belongs to the user \(status.st_uid); it must be yours or "
                    + "root's")
        }
        // What a service manager lends to this user is root's, and shows the group what an access
        // list gives to one.
        let isLent = status.st_uid == 0 && geteuid() != 0
        let forbidden: mode_t = isSecret ? (isLent ? 0o037 : 0o077) : 0o022
        let mode = status.st_mode & 0o777
        guard mode & forbidden == 0 else {
            let wanted = isSecret ? "600" : "644"
            throw Problem(
                description: "\(path) is open to others (mode \(String(mode, radix: 8))); "
                    + "chmod \(wanted) \(path)")
        }
    }

    /// Whether there is anything of that name.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes a file that is not there yet.
    ///
    /// - Throws: `Problem`, also where it is there: nothing is overwritten.
    public static func create(_ path: String, _ text: String, mode: UInt32) throws(Problem) {
        try write(text, to: path, O_CREAT | O_EXCL, mode)
    }

    /// Puts text behind what a file has; makes the file where there is none.
    ///
    /// - Throws: `Problem`.
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
