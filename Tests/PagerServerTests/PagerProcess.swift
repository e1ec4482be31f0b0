import Glibc

/// A process that runs the pagerd built with this test, and is killed when the object is released.
final class PagerProcess {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// The time limit for expected output, in milliseconds.
    private static let patience: Int32 = 60_000

    private let pid: pid_t
    /// The standard output and error; their end means that the process has ended.
    private let output: Int32
    private var unread: [UInt8] = []
    private var hasEnded = false

    init(_ options: [String], runtime: String, environment: [String] = []) throws {
        var ends: [Int32] = [0, 0]
        // The pipe is closed on exec from the start, which pipe(2) cannot do. Otherwise processes
        // of other tests would inherit it, and the end of file would never come.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure(description: "socketpair: \(errno)")
        }
        output = ends[0]
        defer { close(ends[1]) }
        pid = Self.start(
            [Self.executable] + options, ["PAGERD_RUNTIME_DIR=\(runtime)"] + environment, ends[1])
        guard pid > 0 else {
            hasEnded = true
            throw Failure(description: "cannot start \(Self.executable)")
        }
    }

    deinit {
        if !hasEnded {
            kill(pid, SIGKILL)
            _ = reap()
        }
        close(output)
    }

    private static let executable: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(
            decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/pagerd"
    }()

    private static func start(
        _ arguments: [String], _ own: [String], _ output: Int32
    ) -> pid_t {
        var environment = own
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        // A test thread blocks signals, and a child would inherit that and ignore SIGTERM.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        return posix_spawn(&child, arguments[0], &actions, &attributes, words, variables) == 0
            ? child : -1
    }

    /// Returns the next line, without its line break.
    func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard try read() else { return String(decoding: unread, as: UTF8.self) }
        }
    }

    /// Sends a signal, if given, and waits for the end. Returns the exit status, or 128 plus the
    /// signal that killed the process, and the remaining output.
    func end(signal: Int32? = nil) throws -> (status: Int32, output: String) {
        if let signal { kill(pid, signal) }
        while try read() {}
        hasEnded = true
        return (reap(), String(decoding: unread, as: UTF8.self))
    }

    /// Reads available output. Returns false at the end.
    private func read() throws -> Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        var result = poll(&polled, 1, Self.patience)
        while result < 0, errno == EINTR { result = poll(&polled, 1, Self.patience) }
        guard result > 0 else {
            throw Failure(
                description: "pagerd has written only: \(String(decoding: unread, as: UTF8.self))")
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output, &buffer, buffer.count)
        unread += buffer.prefix(max(count, 0))
        return count > 0
    }

    private func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
