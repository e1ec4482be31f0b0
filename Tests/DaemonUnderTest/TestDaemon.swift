internal import Glibc
package import PagerClient
package import PagerModel

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
    /// - Parameters:
    ///   - previous: a daemon that has ended, whose endpoints this one uses.
    ///   - program: the path of another build of pagerd.
    package init(
        _ options: [String] = ["--clock", "manual"], after previous: TestDaemon? = nil,
        program: String? = nil
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
        let program = program ?? "\(Self.products)/pagerd"
        let arguments = [program, "--name", "test", "--journal", "none"] + options
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

    /// Creates a window, then a pager `book`, then its pages, and shows them.
    ///
    /// - Parameters:
    ///   - kind: the kind of the pages.
    ///   - options: the options of the pager.
    package func showBook(
        _ pages: [String], of kind: String = "view", in window: String = "main",
        _ options: [Value.Member] = []
    ) throws {
        var requester = try requester()
        _ = try requester.request("window.create", [.init("id", .string(window))])
        _ = try requester.request(
            "controller.create", [.init("id", "book"), .init("kind", "pager")] + options)
        for page in pages {
            _ = try requester.request(
                "controller.create", [.init("id", .string(page)), .init("kind", .string(kind))])
        }
        _ = try requester.request(
            "pager.setPages",
            [.init("id", "book"), .init("pages", .array(pages.map { .string($0) }))])
        _ = try requester.request(
            "window.setRoot", [.init("id", .string(window)), .init("controller", "book")])
    }

    /// Kills the daemon, as a power failure would end it.
    package func kill() { process.kill(SIGKILL) }

    /// Whether the daemon has ended or ends within some seconds.
    package func ends(within seconds: Double) -> Bool { process.ends(within: seconds) }

    package var pid: Int32 { process.pid }

    /// Ends the daemon with SIGTERM. Returns its exit status, or nil if a signal had to end it.
    @discardableResult
    package func terminate() -> Int32? {
        process.kill(SIGTERM)
        if !process.ends(within: 60) { process.kill(SIGKILL) }
        process.reap()
        return process.status
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
