internal import Glibc
internal import PagerJournal
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import SystemCalls
internal import ZMQ

/// A lock that prevents two daemons from using the same name.
///
/// A daemon locks its folder and the file `lock` in it. The folder is locked even if someone removes
/// or replaces the file; the file is locked even if the file system cannot lock folders.
///
/// With the lock, the daemon's own files are removed: at its end, and after a failed start. After a
/// crash they remain, and the next daemon of that name takes them over.
struct InstanceLock: ~Copyable {
    private let directory: RuntimeDirectory
    private let name: String
    private let sockets: SocketFiles
    private let locked: Locked
    /// The file with the endpoints. Nil if this daemon has not written it.
    private var record: FileIdentity?

    private struct Locked: ~Copyable {
        let folder: LockedFile
        let file: LockedFile
    }

    /// Takes the lock.
    ///
    /// - Parameter sockets: The sockets that the daemon is going to bind.
    /// - Throws: `StartProblem`, for example if another daemon already uses the name.
    init(
        _ directory: RuntimeDirectory, _ name: String, _ sockets: SocketFiles
    ) throws(StartProblem) {
        self.directory = directory
        self.name = name
        self.sockets = sockets
        locked = try Self.take(directory, name)
        _ = ftruncate(locked.file.descriptor, 0)
        SystemCalls.write(locked.file.descriptor, Array("\(getpid())\n".utf8)[...])
    }

    deinit {
        sockets.remove()
        let folder = directory.instance(name)
        guard locked.folder.isInPlace else { return }
        let path = directory.recordPath(of: name)
        if let record, FileIdentity(at: path) == record { unlink(path) }
        if locked.file.isInPlace { unlink(Self.file(in: folder)) }
        // A folder with other files remains.
        rmdir(folder)
    }

    /// Checks that no process uses an endpoint that the daemon is going to bind, nor a default
    /// socket of its name. A daemon that holds no lock on its folder may use them.
    ///
    /// - Throws: `StartProblem`, also for an endpoint that cannot be bound.
    borrowing func check(_ endpoints: [String]) throws(StartProblem) {
        let standard = directory.endpoints(name)
        for endpoint in [standard.command, standard.events, standard.plugins]
        where SocketFiles.isInUse(endpoint) {
            throw Self.running(directory, name)
        }
        for endpoint in endpoints { try SocketFiles.check(endpoint) }
    }

    /// Writes the file by which `pagerctl list` finds the daemon's endpoints.
    ///
    /// - Throws: `Problem` if the file cannot be written.
    mutating func write(_ record: InstanceRecord) throws(RuntimeDirectory.Problem) {
        try directory.write(record, of: name)
        self.record = FileIdentity(at: directory.recordPath(of: name))
    }

    /// Removes the paths of the sockets. Call it before the sockets are closed: until then, no other
    /// daemon can have bound them.
    borrowing func removeSockets() { sockets.remove() }

    // MARK: - taking

    /// The maximum number of attempts to lock the file while other daemons create and remove it.
    private static let attempts = 100

    private static func file(in folder: String) -> String { folder + "/lock" }

    private static func take(
        _ directory: RuntimeDirectory, _ name: String
    ) throws(StartProblem) -> Locked {
        for _ in 1..<attempts {
            if let locked = try attempt(directory, name) { return locked }
        }
        throw StartProblem(
            "other daemons create and remove \(directory.instance(name)) all the time; try again")
    }

    /// Returns nil if another daemon, which was ending, has removed the folder or the file in the
    /// meantime.
    private static func attempt(
        _ directory: RuntimeDirectory, _ name: String
    ) throws(StartProblem) -> Locked? {
        do throws(RuntimeDirectory.Problem) {
            try directory.prepare(name)
        } catch {
            if error.isPassing { return nil }
            throw StartProblem(error.description)
        }
        let folder = directory.instance(name)
        do throws(LockedFile.Problem) {
            return Locked(
                folder: try LockedFile(folder: folder),
                file: try LockedFile(file: Self.file(in: folder)))
        } catch {
            switch error {
            case .held: throw running(directory, name)
            case .replaced: return nil
            case .system(let code):
                throw StartProblem("cannot lock \(Self.file(in: folder)): \(errorText(code))")
            }
        }
    }

    private static func running(_ directory: RuntimeDirectory, _ name: String) -> StartProblem {
        let pid =
            owner(of: Self.file(in: directory.instance(name)))
            ?? directory.record(of: name).map { Int($0.pid) }
        return StartProblem(
            "a daemon named \(name) is running already\(pid.map { " (process \($0))" } ?? ""); "
                + "choose another --name or end it with pagerctl --name \(name) shutdown")
    }

    /// Returns the process id in a lock file.
    private static func owner(of path: String) -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let text = bytes(of: descriptor, at: 0, count: 32).prefix { $0 != UInt8(ascii: "\n") }
        return Int(String(decoding: text, as: UTF8.self))
    }
}

/// A file or folder that this process has opened and locked.
struct LockedFile: ~Copyable {
    let descriptor: Int32
    private let path: String

    enum Problem: Error {
        /// Another process has the lock.
        case held
        /// The path no longer leads to the locked file, so the lock has no effect.
        case replaced
        /// The file cannot be opened or locked.
        case system(code: Int32)
    }

    /// Opens or creates a file, and locks it.
    init(file path: String) throws(Problem) {
        descriptor = try Self.open(path, O_CREAT | O_RDWR, mustLock: true)
        self.path = path
    }

    /// Opens a folder, and locks it if its file system can lock folders.
    init(folder path: String) throws(Problem) {
        descriptor = try Self.open(path, O_RDONLY | O_DIRECTORY, mustLock: false)
        self.path = path
    }

    private static func open(
        _ path: String, _ flags: Int32, mustLock: Bool
    ) throws(Problem) -> Int32 {
        let descriptor = SystemCalls.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == ENOENT ? .replaced : .system(code: errno) }
        if let problem = problem(locking: descriptor, at: path, mustLock: mustLock) {
            close(descriptor)
            throw problem
        }
        return descriptor
    }

    private static func problem(
        locking descriptor: Int32, at path: String, mustLock: Bool
    ) -> Problem? {
        switch FileLock.attempt(descriptor) {
        case .held: return .held
        case .unsupported(let code) where mustLock: return .system(code: code)
        case .taken, .unsupported: break
        }
        return FileIdentity(at: path) == FileIdentity(descriptor) ? nil : .replaced
    }

    deinit { close(descriptor) }

    /// Whether the path still leads to this file.
    var isInPlace: Bool { FileIdentity(at: path) == FileIdentity(descriptor) }
}

/// The ipc sockets that this process has bound, and their files.
///
/// `zmq_bind` silently takes over an ipc path that is in use, and leaves its file behind. So a path
/// is bound only if no process listens on it, and is removed only if it still leads to this
/// process's own socket.
final class SocketFiles {
    private var bound: [(path: String, identity: FileIdentity)] = []

    /// Binds a socket, and replaces the stale file of a process that has ended.
    ///
    /// - Throws: `StartProblem` for an endpoint that `check` refuses, `ZMQError` if libzmq cannot
    ///   bind it.
    func bind(_ socket: borrowing Socket, at endpoint: String) throws {
        try Self.check(endpoint)
        guard let path = Self.path(of: endpoint) else { return try socket.bind(endpoint) }
        unlink(path)
        try socket.bind(endpoint)
        if let identity = FileIdentity(at: path) { bound.append((path, identity)) }
    }

    deinit { remove() }

    /// Removes the files of the bound sockets. While the sockets are still open, no other socket
    /// can have their inodes.
    func remove() {
        for (path, identity) in bound where FileIdentity(at: path) == identity { unlink(path) }
        bound.removeAll()
    }

    /// Checks that an endpoint can be bound.
    ///
    /// - Throws: `StartProblem` for a path that is too long, not a socket, or in use.
    static func check(_ endpoint: String) throws(StartProblem) {
        guard let path = path(of: endpoint) else { return }
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
        guard !isInUse(endpoint) else {
            throw StartProblem("a process listens on \(path) already; choose another endpoint")
        }
    }

    /// Returns whether a process has the socket at an ipc endpoint. A socket that refuses
    /// connections is stale.
    static func isInUse(_ endpoint: String) -> Bool {
        guard let path = path(of: endpoint), path.utf8.count <= RuntimeDirectory.longestSocketPath
        else { return false }
        let probe = localSocket()
        guard probe >= 0 else { return false }
        defer { close(probe) }
        guard connect(probe, toLocal: Array(path.utf8)) != 0 else { return true }
        return ![ECONNREFUSED, ENOENT, ENOTDIR, ENOTSOCK].contains(errno)
    }

    private static func path(of endpoint: String) -> String? {
        endpoint.hasPrefix("ipc://") ? String(endpoint.dropFirst("ipc://".count)) : nil
    }
}
