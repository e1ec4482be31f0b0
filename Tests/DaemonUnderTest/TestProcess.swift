internal import CLinux
internal import Glibc

/// A program started by a test, with line-based input and output. It is killed when the object is
/// released.
package final class TestProcess: @unchecked Sendable {
    package struct Problem: Error, CustomStringConvertible { package let description: String }

    /// The output that is read here; what is not goes to the test's own.
    package enum Output { case standard, error, both }

    package let pid: Int32
    private let input: Int32
    private var output: Int32
    private var unread: [UInt8] = []
    private var isReaped = false

    /// The time limit for expected output, in milliseconds.
    private static let patience: Int32 = 60_000

    /// The environment variables that tell the sanitizers of a child where to report.
    package static var sanitizers: [String] { inherited(["ASAN_OPTIONS", "TSAN_OPTIONS"]) }

    private static func inherited(_ names: [String]) -> [String] {
        names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    package init(
        _ arguments: [String], environment: [String] = [], reading: Output = .standard
    ) throws {
        // The pipes are closed on exec from the start, so that no other program inherits them.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var down: [Int32] = [0, 0]
        var up: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, type, 0, &down) == 0, socketpair(AF_UNIX, type, 0, &up) == 0
        else { throw Problem(description: "socketpair: \(errno)") }
        defer {
            close(down[1])
            close(up[1])
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, down[1], STDIN_FILENO)
        if reading != .error { posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO) }
        if reading != .standard { posix_spawn_file_actions_adddup2(&actions, up[1], STDERR_FILENO) }
        // A test thread blocks signals; the program must receive the one that ends it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // `make mutants` switches a fault on in the tests and in the programs that they start.
        let own = Self.inherited(["PATH", "LD_LIBRARY_PATH", "PAGERD_FAULT"]) + Self.sanitizers
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = (own + environment).map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
        guard result == 0 else {
            close(down[0])
            close(up[0])
            throw Problem(description: "cannot start \(arguments[0]): \(result)")
        }
        pid = child
        input = down[0]
        output = up[0]
    }

    deinit {
        kill(SIGKILL)
        reap()
        close(input)
        deafen()
    }

    /// Stops reading the output. The program is no longer blocked by it.
    package func deafen() {
        if output >= 0 { close(output) }
        output = -1
    }

    package func kill(_ signal: Int32) {
        if !isReaped { Glibc.kill(pid, signal) }
    }

    /// Whether the program has ended or ends within some seconds. Its status is left for `reap`.
    package func ends(within seconds: Double) -> Bool {
        if isReaped { return true }
        var polled = pollfd(fd: linux_pidfd_open(pid), events: Int16(POLLIN), revents: 0)
        defer { close(polled.fd) }
        return poll(&polled, 1, Int32(seconds * 1000)) == 1
    }

    /// The exit status after `reap`; nil if a signal ended the program.
    package private(set) var status: Int32?

    /// Waits for the end of the program.
    package func reap() {
        guard !isReaped else { return }
        var status: Int32 = 0
        defer { self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        isReaped = true
    }

    /// Writes a line to the program's standard input.
    package func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Returns the next line without its line break, or nil at the end of the output.
    ///
    /// - Throws: `Problem` after a timeout.
    package func line() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            var ready = poll(&polled, 1, Self.patience)
            while ready < 0, errno == EINTR { ready = poll(&polled, 1, Self.patience) }
            guard ready > 0 else {
                let said = String(decoding: unread, as: UTF8.self)
                throw Problem(description: "process \(pid) has written only: \(said)")
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return nil }
            unread += buffer.prefix(count)
        }
    }
}
