import CLinux
import DaemonUnderTest
import Glibc
import PagerClient
import Testing

/// Runs pagerctl as a child process.
struct ControlTool {
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A pagerctl process that has been started and not been waited for.
    struct Running {
        let pid: pid_t
        let output: Int32
        let errors: Int32

        /// Returns the output up to the end of the next line.
        func readLine(_ descriptor: Int32) -> String {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Returns the next line of `apply --watch` about a change. The book may have been read in
        /// between without one: a file is written under another name first.
        func nextApplied() -> String {
            while true {
                let line = readLine(output)
                if line != "nothing to change" { return line }
            }
        }

        /// Waits for the process, which must end within some seconds; otherwise it is killed.
        func finish(
            within seconds: Double, _ what: Comment? = nil,
            sourceLocation: SourceLocation = #_sourceLocation
        ) -> Result {
            var polled = pollfd(fd: linux_pidfd_open(pid), events: Int16(POLLIN), revents: 0)
            defer { close(polled.fd) }
            let hasEnded = poll(&polled, 1, Int32(seconds * 1_000)) == 1
            if !hasEnded { kill(pid, SIGKILL) }
            #expect(hasEnded, what, sourceLocation: sourceLocation)
            return finish()
        }

        func finish() -> Result {
            let output = ControlTool.readAll(self.output)
            let errors = ControlTool.readAll(self.errors)
            return Result(status: wait(), output: output, errors: errors)
        }

        /// Waits for the process. Returns its exit status, or 1000 plus the signal that killed it.
        func wait() -> Int32 {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : 1_000 + (status & 0x7F)
        }
    }

    let folder: String

    init(_ daemon: TestDaemon) { folder = daemon.folder }

    init(folder: String) { self.folder = folder }

    func callAsFunction(_ arguments: String...) throws -> Result {
        try start(arguments).finish()
    }

    /// Starts pagerctl.
    ///
    /// - Parameters:
    ///   - file: the file for its standard output; nil captures the output.
    ///   - input: the file for its standard input; nil inherits the test's.
    func start(
        _ arguments: [String], output file: String? = nil, input: String? = nil,
        environment more: [String] = []
    ) throws -> Running {
        var output: [Int32] = [0, 0]
        var errors: [Int32] = [0, 0]
        guard pipe(&output) == 0, pipe(&errors) == 0 else {
            throw TestDaemon.Problem(description: "pipe failed")
        }
        for end in output + errors { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO)
        if let input {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        }
        if let file {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let path = "\(TestDaemon.products)/pagerctl"
        let environment = [
            "PAGERD_RUNTIME_DIR=\(folder)", "PAGERD_NAME=test", "PATH=/usr/bin:/bin",
        ]
        let argv = ([path] + arguments).map { strdup($0) } + [nil]
        let envp = (environment + more + TestProcess.sanitizers).map { strdup($0) } + [nil]
        var pid: pid_t = 0
        let result = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
        for text in argv + envp { free(text) }
        close(output[1])
        close(errors[1])
        guard result == 0 else {
            throw TestDaemon.Problem(description: "cannot start \(path): \(result)")
        }
        return Running(pid: pid, output: output[0], errors: errors[0])
    }

    static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer.prefix(count)
        }
        close(descriptor)
        return String(decoding: bytes, as: UTF8.self)
    }
}
