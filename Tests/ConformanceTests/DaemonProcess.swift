import Foundation

/// A pagerd process in its own folder, with a manual clock.
final class DaemonProcess {
    let folder: String
    private let pid: pid_t
    /// The daemon's standard error; its end of file means that the daemon has ended.
    private let errors: Int32
    private var hasEnded = false

    private static let patience: Int32 = 60_000

    init(uikit: Int) throws {
        var template = Array("/tmp/pagerd-conf-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Broken("no folder: \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var ends: [Int32] = [0, 0]
        // The pipe is closed on exec from the start, which pipe(2) cannot do. Otherwise daemons of
        // other tests would inherit it, and the end of file would never come.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Broken("no pipe: \(errno)") }
        errors = ends[0]
        var arguments = ["--clock", "manual", "--journal", "none", "--uikit", "\(uikit)"]
        for name in ["command", "events", "plugins"] {
            arguments += ["--\(name)", "ipc://\(folder)/\(name)"]
        }
        let child = Self.start(arguments, folder: folder, errors: ends[1])
        close(ends[1])
        pid = child
        guard child > 0 else {
            hasEnded = true
            throw Broken("\(Self.executable) cannot be started")
        }
        let line = firstLine()
        guard line.hasPrefix("ready") else { throw Broken("pagerd says \"\(line)\"") }
    }

    deinit {
        if !hasEnded { _ = end() }
        close(errors)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends the daemon with SIGTERM. Returns its exit status, or nil if it had to be killed.
    func end() -> Int32? {
        hasEnded = true
        kill(pid, SIGTERM)
        let isInOrder = awaitEnd()
        if !isInOrder { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return isInOrder && status & 0x7F == 0 ? status >> 8 : nil
    }

    /// The path of the executable that was built with this test.
    private static let executable: String = {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return URL(fileURLWithPath: test ?? "").deletingLastPathComponent()
            .appendingPathComponent("pagerd").path
    }()

    private static func start(_ arguments: [String], folder: String, errors: Int32) -> pid_t {
        let known = ProcessInfo.processInfo.environment
        var environment = ["PAGERD_RUNTIME_DIR=\(folder)"]
        for name in ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = known[name] { environment.append("\(name)=\(value)") }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // Swift's threads block all signals, and a child would inherit that and ignore SIGTERM.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, executable, &actions, &attributes, words, variables)
        return result == 0 ? child : -1
    }

    private func firstLine() -> String {
        var text: [UInt8] = []
        while !text.contains(UInt8(ascii: "\n")), let bytes = readErrors(), !bytes.isEmpty {
            text += bytes
        }
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private func awaitEnd() -> Bool {
        while let bytes = readErrors() {
            if bytes.isEmpty { return true }
        }
        return false
    }

    /// Returns the next output of the daemon: empty after its end, nil after a timeout.
    private func readErrors() -> [UInt8]? {
        var polled = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
        var result = poll(&polled, 1, Self.patience)
        while result < 0, errno == EINTR { result = poll(&polled, 1, Self.patience) }
        guard result > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(errors, &buffer, buffer.count)
        return count >= 0 ? Array(buffer.prefix(count)) : nil
    }
}
