internal import Glibc
package import PagerClient

/// A pagerd of its own for one test: private folder, manual clock; ended with it.
package final class TestDaemon: @unchecked Sendable {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package let folder: String
    package let address: Address
    private let pid: pid_t

    package init(_ options: [String] = ["--clock", "manual"]) throws {
        var template = Array("/tmp/pagerd-test-XXXXXX\0".utf8CString)
        guard mkdtemp(&template) != nil else { throw Problem(description: "mkdtemp failed") }
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        address = Address(
            command: "ipc://\(folder)/test/command", events: "ipc://\(folder)/test/events",
            name: "test")
        let arguments =
            ["\(Self.products)/pagerd", "--name", "test", "--journal", "none"] + options
        let environment = [
            "PATH=\(Self.environment("PATH"))", "PAGERD_RUNTIME_DIR=\(folder)",
            "LD_LIBRARY_PATH=\(Self.environment("LD_LIBRARY_PATH"))",
        ]
        var pipes: [Int32] = [0, 0]
        guard pipe(&pipes) == 0 else { throw Problem(description: "pipe failed") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO)
        posix_spawn_file_actions_addclose(&actions, pipes[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        var child: pid_t = 0
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        // A thread of the test blocks signals; the daemon shall hear the one that ends it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let result = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
        close(pipes[1])
        guard result == 0 else {
            throw Problem(description: "cannot start \(arguments[0]): \(result)")
        }
        pid = child
        try Self.awaitReady(pipes[0])
        close(pipes[0])
    }

    /// Reads standard error until the daemon says that it is ready.
    private static func awaitReady(_ descriptor: Int32) throws {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while !text.contains(UInt8(ascii: "\n")) {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        let line = String(decoding: text, as: UTF8.self)
        guard line.hasPrefix("ready") else { throw Problem(description: "pagerd said: \(line)") }
    }

    private static func environment(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }

    /// The folder of the executables that were built with this test.
    package static let products: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(
            decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    package func requester(client: String? = nil) throws -> Requester {
        try Requester(address.command, client: client)
    }

    /// As a power cut would end it.
    package func kill() { Glibc.kill(pid, SIGKILL) }

    deinit {
        Glibc.kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        for path in ["test/command", "test/events", "test/plugins", "test/lock"] {
            unlink("\(folder)/\(path)")
        }
        rmdir("\(folder)/test")
        rmdir(folder)
    }
}
