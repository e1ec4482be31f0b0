internal import PagerJournal
internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// A lock that prevents two daemons from using the same name or the same socket paths.
///
/// `zmq_bind` silently takes over an ipc path that is in use and leaves stale files behind.
/// Therefore the name is locked first, and a path is bound only if no process listens on it.
///
/// An orderly end of the daemon removes the lock's file and folder. After a crash both remain, and
/// the next daemon of that name takes them over.
struct InstanceLock: ~Copyable {
    private let descriptor: Int32
    private let directory: RuntimeDirectory
    private let name: String

    /// Takes the lock.
    ///
    /// - Throws: `StartProblem`, for example if another daemon already uses the name.
    init(_ directory: RuntimeDirectory, _ name: String) throws {
        self.directory = directory
        self.name = name
        descriptor = try Self.take(directory, name)
        _ = ftruncate(descriptor, 0)
        write(descriptor, Array("\(getpid())\n".utf8)[...])
    }

    /// The maximum number of attempts to lock the file while other daemons create and remove it.
    private static let attempts = 100

    private static func take(_ directory: RuntimeDirectory, _ name: String) throws -> Int32 {
        for _ in 1..<attempts {
            if let descriptor = try attempt(directory, name) { return descriptor }
        }
        throw StartProblem(
            "other daemons create and remove \(directory.instance(name)) all the time; try again")
    }

    /// Returns the descriptor of the locked file, or nil if another daemon, which was ending, has
    /// removed the file in the meantime. A lock on a removed file has no effect.
    private static func attempt(_ directory: RuntimeDirectory, _ name: String) throws -> Int32? {
        do {
            try directory.prepare(name)
        } catch {
            // The instance's folder was removed between its creation and the check.
            let isTrusted = (try? directory.check()) != nil
            if isTrusted, access(directory.instance(name), F_OK) != 0, errno == ENOENT {
                return nil
            }
            throw StartProblem(error.description)
        }
        let path = directory.instance(name) + "/lock"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StartProblem("cannot open \(path): \(errorText(errno))")
        }
        guard FileLock.take(descriptor) else {
            let pid = owner(descriptor).map { " (process \($0))" } ?? ""
            close(descriptor)
            throw StartProblem(
                "a daemon named \(name) is running already\(pid); choose another --name or end it "
                    + "with pagerctl --name \(name) shutdown")
        }
        var (held, named) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, stat(at: path, &named) == 0,
            held.st_dev == named.st_dev, held.st_ino == named.st_ino
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    deinit {
        directory.remove(name)
        close(descriptor)
    }

    private static func owner(_ descriptor: Int32) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, into: &buffer, at: 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self))
    }

    /// Checks an ipc endpoint before it is bound, and removes the stale socket of a daemon that has
    /// ended.
    ///
    /// - Throws: `StartProblem` for a path that is too long, not a socket, or in use.
    static func clear(_ endpoint: String) throws {
        guard endpoint.hasPrefix("ipc://") else { return }
        let path = String(endpoint.dropFirst("ipc://".count))
        guard path.utf8.count <= RuntimeDirectory.longestSocketPath else {
            throw StartProblem(
                "the socket path \(path) has \(path.utf8.count) bytes; the system allows "
                    + "\(RuntimeDirectory.longestSocketPath). Choose a shorter PAGERD_RUNTIME_DIR")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartProblem("\(path) already exists and is not a socket")
        }
        guard !isAlive(path) else {
            throw StartProblem("a process listens on \(path) already; choose another endpoint")
        }
        unlink(path)
    }

    /// Returns whether a process accepts connections at a socket path.
    private static func isAlive(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return connect(probe, toLocal: Array(path.utf8)) == 0
    }
}
