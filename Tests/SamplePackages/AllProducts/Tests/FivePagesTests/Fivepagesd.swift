import Foundation
import PagerClient
import PagerModel
import Testing

/// A fivepagesd process that ends with the test.
final class Fivepagesd {
    private var process = Process()
    private let folder: String
    private let arguments: [String]
    private var requester: Requester

    /// Starts the daemon.
    ///
    /// - Parameters:
    ///   - arguments: additional arguments of the daemon.
    ///   - journal: the name of the journal in the folder of the test; nil for none.
    init(_ arguments: String..., journal: String? = nil) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fivepagesd-\(UUID().uuidString.prefix(8))").path
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let journal = journal.map { "\(folder)/\($0)" } ?? "none"
        self.arguments =
            ["--name", "test", "--clock", "manual", "--journal", journal] + arguments
        _ = try Self.begin(process, self.arguments, folder)
        requester = try Requester("ipc://\(folder)/test/command")
    }

    /// Starts a daemon process. Returns what it prints until it is ready.
    private static func begin(
        _ process: Process, _ arguments: [String], _ folder: String
    ) throws -> String {
        let error = Pipe()
        try Self.start(process, "fivepagesd", arguments, folder, error)
        var text = ""
        while !text.split(separator: "\n").contains(where: { $0.hasPrefix("ready") }) {
            let more = error.fileHandleForReading.availableData
            try #require(!more.isEmpty, "\(text)")
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }

    /// Kills the daemon with SIGKILL and starts it again. Returns what it prints until it is ready.
    func restart() throws -> String {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        process = Process()
        let text = try Self.begin(process, arguments, folder)
        requester = try Requester("ipc://\(folder)/test/command")
        return text
    }

    /// Starts a daemon with five pages in a window.
    convenience init(showing id: String, journal: String? = nil) throws {
        try self.init(journal: journal)
        _ = try send("window.create", ["id": "main"])
        _ = try send("controller.create", ["id": .string(id), "kind": "fivePages"])
        _ = try send("window.setRoot", ["id": "main", "controller": .string(id)])
    }

    func send(_ method: String, _ params: Value = [:]) throws -> Value {
        try requester.request(method, params.members ?? []).result
    }

    /// Returns the name of the error that refuses a command.
    func refusal(_ method: String, _ params: Value) -> String? {
        do {
            _ = try requester.request(method, params.members ?? [])
            return nil
        } catch {
            if case .refused(let refused) = error { return refused.name }
            return "\(error)"
        }
    }

    /// Returns the containment events since a seq, as `SUBJECT.EVENT`.
    func callbacks(
        since seq: Int, of categories: [String] = ["containment", "lifecycle"]
    ) throws -> [String] {
        try events(since: seq).filter { categories.contains($0["category"]?.string ?? "") }
            .filter { !($0["event"]?.string ?? "").contains("Layout") }
            .map { event in
                let subject = event["subject"]?.string ?? ""
                let to = event["parent"].map { "(\($0.string ?? "nil"))" } ?? ""
                return "\(subject).\(event["event"]?.string ?? "")\(to)"
            }
    }

    func events(since seq: Int) throws -> [Value] {
        try send("events.replay", ["since": .integer(seq)])["events"]?.array ?? []
    }

    var seq: Int {
        get throws { try send("server.ping")["seq"]?.integer ?? 0 }
    }

    /// The ids of all controllers.
    var controllers: [String] {
        get throws {
            let list = try send("controller.list")["controllers"]?.array ?? []
            return list.compactMap { $0["id"]?.string }.sorted()
        }
    }

    /// Runs pagerctl. Returns its output and status.
    func pagerctl(_ arguments: String...) throws -> (text: String, status: Int32) {
        try Self.output("pagerctl", ["--name", "test"] + arguments, folder)
    }

    /// Runs a program to its end. Returns its output and status.
    static func output(
        _ program: String, _ arguments: [String], _ folder: String
    ) throws -> (text: String, status: Int32) {
        let (process, pipe) = (Process(), Pipe())
        try start(process, program, arguments, folder, pipe)
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), process.terminationStatus)
    }

    /// Starts a program from the folder of the tests.
    private static func start(
        _ process: Process, _ program: String, _ arguments: [String], _ folder: String, _ pipe: Pipe
    ) throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: test).deletingLastPathComponent()
            .appendingPathComponent(program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PAGERD_RUNTIME_DIR": folder]) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
