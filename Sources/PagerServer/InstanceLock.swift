internal import Glibc
internal import PagerModel
internal import PagerWire

/// Why a daemon cannot start, in a sentence that says what to do.
package struct StartProblem: Error, CustomStringConvertible {
    package let description: String
    /// Whether `pagerd recover` helps: the journal is damaged, or leads elsewhere.
    package let isRecoverable: Bool

    package init(_ description: String, isRecoverable: Bool = false) {
        self.description = description
        self.isRecoverable = isRecoverable
    }
}

/// Keeps a second daemon off the same name and the same socket paths.
///
/// zmq_bind steals a live ipc path without a word and leaves a stale file behind; so the name is
/// locked first, and a path is bound only where nobody listens.
struct InstanceLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `StartProblem` where another daemon has the name.
    init(_ directory: RuntimeDirectory, _ name: String) throws {
        descriptor = try Self.take(directory, name)
    }

    private static func take(_ directory: RuntimeDirectory, _ name: String) throws -> Int32 {
        do {
            try directory.prepare(name)
        } catch {
            throw StartProblem(error.description)
        }
        let path = directory.instance(name) + "/lock"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StartProblem("cannot open \(path): \(String(cString: strerror(errno)))")
        }
        guard FileLock.take(descriptor) else {
            let pid = owner(descriptor).map { " (process \($0))" } ?? ""
            close(descriptor)
            throw StartProblem(
                "a daemon named \(name) is running already\(pid); choose another --name or end it "
                    + "with pagerctl --name \(name) shutdown")
        }
        let text = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        return descriptor
    }

    deinit { close(descriptor) }

    private static func owner(_ descriptor: Int32) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self))
    }

    /// Checks an ipc endpoint before it is bound, and clears away what a dead daemon left.
    ///
    /// - Throws: `StartProblem` for a path that is too long, no socket, or in use.
    static func clear(_ endpoint: String) throws {
        guard endpoint.hasPrefix("ipc://") else { return }
        let path = String(endpoint.dropFirst("ipc://".count))
        guard path.utf8.count <= RuntimeDirectory.longestSocketPath else {
            throw StartProblem(
                "the socket path \(path) has \(path.utf8.count) bytes; the system takes "
                    + "\(RuntimeDirectory.longestSocketPath). Choose a shorter PAGERD_RUNTIME_DIR")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartProblem("\(path) is there already and is no socket")
        }
        guard !isAlive(path) else {
            throw StartProblem("somebody listens on \(path) already; choose another endpoint")
        }
        unlink(path)
    }

    /// Whether a process accepts connections at a socket path.
    private static func isAlive(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(probe, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
