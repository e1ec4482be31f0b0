internal import Glibc
internal import PagerPaths
internal import PagerWire
internal import SystemCalls
internal import ZMQ

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
