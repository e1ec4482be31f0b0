internal import Glibc

/// Another program that pagerctl runs, and one of its streams.
struct ChildProcess {
    let pid: pid_t
    /// The end to read what it writes.
    private let descriptor: Int32

    /// - Parameters:
    ///   - stream: which of its streams is read here, `STDOUT_FILENO` or `STDERR_FILENO`.
    ///   - extra: entries of its environment, `NAME=VALUE`, in place of all that pagerd reads.
    /// - Throws: status 1 where it cannot be run.
    init(
        _ arguments: [String], reading stream: Int32, environment extra: [String] = []
    ) throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw Failure(Failure.unreachable, "cannot make a pipe")
        }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], stream)
        var attributes = Self.attributes()
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = (Self.environment() + extra).map { strdup($0) } + [nil]
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            for text in argv + envp { free(text) }
        }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw Failure(
                Failure.unreachable,
                "cannot run \(arguments[0]): \(String(cString: strerror(result)))")
        }
        self.pid = pid
        descriptor = ends[0]
    }

    /// The signals as a program expects them: none blocked, SIGPIPE deadly.
    static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private static func environment() -> [String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let line = String(cString: text)
            if !line.hasPrefix("PAGERD_") { entries.append(line) }
            entry += 1
        }
        return entries
    }

    /// What it has written up to the end of the first line. The stream is closed then.
    func readLine() -> String {
        let bytes = read { $0.contains(UInt8(ascii: "\n")) }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// All that it writes. The stream is closed then.
    func readAll() -> [UInt8] { read { _ in false } }

    private func read(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(bytes) {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EINTR) { break }
        }
        return bytes
    }

    /// Waits for its end; the exit status, -1 where a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    func terminate() {
        kill(pid, SIGTERM)
        wait()
    }
}

extension ChildProcess {
    /// A file in the folder of this executable where there is one, else its name, for PATH.
    static func sibling(_ name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { readlink("/proc/self/exe", $0, path.count) } ?? 0
            }
        }
        let path = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return name }
        let beside = path[...slash] + name
        return access(String(beside), X_OK) == 0 ? String(beside) : name
    }
}
