import Containment
import Foundation
import Glibc
import PagerModel
@testable import PagerJournal
@testable import PagerServer
import PagerWire
import RandomCommands

/// A folder with a journal that is read and written without a daemon.
final class JournalFolder {
    private let folder: String
    let clock: ClockMode
    /// Each run uses another client name, because a reused request id would be a repeated request.
    private var runs = 0
    var path: String { "\(folder)/journal" }

    init(clock: ClockMode = .manual) {
        var template = Array("/tmp/pagerd-journal-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        self.clock = clock
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var bytes: [UInt8] {
        get { [UInt8](FileManager.default.contents(atPath: path) ?? Data()) }
        set { _ = FileManager.default.createFile(atPath: path, contents: Data(newValue)) }
    }

    /// The contents of the lock file.
    var lock: [UInt8] {
        get { bytes(of: "journal.lock") }
        set {
            _ = FileManager.default.createFile(atPath: path + ".lock", contents: Data(newValue))
        }
    }

    /// The names of the other files in the journal's folder.
    var others: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 != "journal" && !$0.hasSuffix(".lock") }.sorted()
    }

    func bytes(of name: String) -> [UInt8] {
        [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }

    /// Restores the state from the journal, as a daemon does at its start.
    ///
    /// - Throws: `StartProblem`, for example if the journal is damaged.
    func restore(
        recovering: Bool = false, _ calls: FileCalls = FileCalls()
    ) throws -> Journal.Restored {
        var identity = Self.identity(clock)
        var journal = try Journal(path: path, of: configuration, calls)
        return try journal.restore(&identity, adding: Plugins(), recovering: recovering)
    }

    /// Runs steps as a daemon does, then ends like a killed daemon or with an orderly shutdown.
    ///
    /// - Returns: the file size after each record, with the service at that point.
    @discardableResult
    func run(_ steps: [Step], inOrder: Bool = false) throws -> [(end: Int, service: Service)] {
        var identity = Self.identity(clock)
        var journal = try Journal(path: path, of: configuration)
        var service = try journal.restore(&identity, adding: Plugins()).service
        var points = [(end: journal.end == 0 ? bytes.count : journal.end, service: service)]
        runs += 1
        for (number, step) in steps.enumerated() {
            let request: Value = [
                "jsonrpc": "2.0", "id": .integer(number), "client": .string("script\(runs)"),
                "method": .string(step.method), "params": step.params,
            ]
            _ = service.answer(Array(request.json.utf8).span, from: Peer(uid: 1000), at: .zero)
            if service.pendingRecords.isEmpty { continue }
            try journal.record(&service)
            service.outbox.removeAll()
            points.append((journal.end, service))
        }
        if inOrder, let problem = journal.finish(service.journalBeginning) {
            throw StartProblem(problem)
        }
        return points
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.journalSync = .never
        return configuration
    }

    static func identity(_ clock: ClockMode) -> Service.Identity {
        var identity = Service.Identity()
        identity.boot = "boot"
        identity.history = "history"
        identity.clock = clock
        return identity
    }
}

extension Service {
    /// Returns the result of a read-only request.
    func read(_ method: String, _ params: Value = [:]) -> Value? {
        var copy = self
        let request: Value = [
            "jsonrpc": "2.0", "id": 0, "method": .string(method), "params": params,
        ]
        let reply = copy.answer(Array(request.json.utf8).span, from: Peer(uid: 1000), at: present)
        return (try? JSONParser.parse(reply))?["result"]
    }

    /// All windows, controllers and views.
    var everything: [Value?] {
        guard let page = read("state.snapshot", ["limit": 100_000]) else {
            preconditionFailure("state.snapshot was refused")
        }
        return ["windows", "controllers", "views", "transitions", "seq"].map { page[$0] }
    }
}
