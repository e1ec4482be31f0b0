internal import Glibc
package import PagerClient

/// A pagerd process for one test, with a private folder and a manual clock. It ends with the test.
package final class TestDaemon: @unchecked Sendable {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package let folder: String
    package let address: Address
    /// The plugins endpoint, unless the options set another one.
    package var plugins: String { "ipc://\(folder)/test/plugins" }
    /// The output before the daemon was ready.
    package let warnings: ArraySlice<String>
    private let process: TestProcess
    /// Whether the folder is removed with this object.
    private let isFolderOwn: Bool

    /// Starts a daemon.
    ///
    /// - Parameter previous: a daemon that has ended, whose endpoints this one uses.
    package init(
        _ options: [String] = ["--clock", "manual"], after previous: TestDaemon? = nil
    ) throws {
        isFolderOwn = previous == nil
        var template = Array("/tmp/pagerd-test-XXXXXX\0".utf8CString)
        if let previous {
            folder = previous.folder
        } else {
            guard mkdtemp(&template) != nil else { throw Problem(description: "mkdtemp failed") }
            folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        }
        address = Address(
            command: "ipc://\(folder)/test/command", events: "ipc://\(folder)/test/events",
            name: "test")
        let arguments =
            ["\(Self.products)/pagerd", "--name", "test", "--journal", "none"] + options
        let environment = ["PAGERD_RUNTIME_DIR=\(folder)"]
        process = try TestProcess(arguments, environment: environment, reading: .error)
        var said: [String] = []
        while let line = try process.line() {
            said.append(line)
            if line.hasPrefix("ready") { break }
        }
        warnings = said.dropLast()
        guard said.last?.hasPrefix("ready") == true else {
            throw Problem(description: "pagerd said: \(said.joined(separator: "\n"))")
        }
        process.deafen()
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

    /// Kills the daemon, as a power failure would end it.
    package func kill() { process.kill(SIGKILL) }

    /// Whether the daemon has ended or ends within some seconds.
    package func ends(within seconds: Double) -> Bool { process.ends(within: seconds) }

    package var pid: Int32 { process.pid }

    /// Ends the daemon with SIGTERM and waits for its end.
    package func terminate() {
        process.kill(SIGTERM)
        process.reap()
    }

    deinit {
        process.kill(SIGKILL)
        process.reap()
        guard isFolderOwn else { return }
        for path in [
            "test/command", "test/events", "test/plugins", "test/lock",
            "test/endpoints.json", "journal", "journal.lock",
        ] {
            unlink("\(folder)/\(path)")
        }
        rmdir("\(folder)/test")
        rmdir(folder)
    }
}
