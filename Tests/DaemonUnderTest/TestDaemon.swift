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
    /// Where plugins connect, unless the options say otherwise.
    package var plugins: String { "ipc://\(folder)/test/plugins" }
    /// What it had to say before it was ready.
    package let warnings: ArraySlice<String>
    private let process: TestProcess
    /// Whether it goes with this one.
    private let isFolderOwn: Bool

    /// - Parameter previous: one that has ended and whose endpoints this one takes over.
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

    /// As a power cut would end it.
    package func kill() { process.kill(SIGKILL) }

    /// Whether it was killed, or ends by itself.
    package func ends(within seconds: Double) -> Bool { process.ends(within: seconds) }

    package var pid: Int32 { process.pid }

    /// Ends it in order, and waits for that.
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
