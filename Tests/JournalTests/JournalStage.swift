import Containment
import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Synchronization
import SystemCalls
import Testing

@testable import PagerJournal
@testable import PagerServer

/// What a journal asks of the system, which fails when it is told to.
final class FaultyCalls: Sendable {
    /// How many of the next flushes fail.
    let failingSyncs = Atomic<Int>(0)
    let failingFolderSyncs = Atomic<Int>(0)
    let folderSyncs = Atomic<Int>(0)

    var calls: FileCalls {
        var calls = FileCalls()
        let real = FileCalls()
        calls.sync = { [self] in Self.takes(failingSyncs) ? Self.fail() : real.sync($0) }
        calls.syncFolder = { [self] in
            folderSyncs.add(1, ordering: .relaxed)
            return Self.takes(failingFolderSyncs) ? Self.fail() : real.syncFolder($0)
        }
        return calls
    }

    private static func takes(_ count: borrowing Atomic<Int>) -> Bool {
        if count.subtract(1, ordering: .relaxed).oldValue > 0 { return true }
        count.add(1, ordering: .relaxed)
        return false
    }

    private static func fail() -> Int32 {
        errno = EIO
        return -1
    }
}

/// A service with a journal in a folder of its own, driven as the daemon drives it.
final class JournalStage {
    /// What did not come, and what went wrong last.
    struct Late: Error { var problem: String? }

    let folder: String
    let disk = FaultyCalls()
    private var configuration = Configuration()
    private(set) var service: Service
    private var journal: Journal?
    private var boots = 0

    init(_ sync: JournalSync = .second, growth: Int = 1 << 20) throws {
        var template = Array("/tmp/pagerd-journal-XXXXXX\0".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        configuration.clock = .manual
        configuration.journalSync = sync
        configuration.journalGrowth = growth
        service = Service(Service.Identity())
    }

    deinit {
        journal = nil
        for name in ["journal", "journal.new", "journal.lock", "other", "other.lock"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    var path: String { folder + "/journal" }

    /// As a daemon begins, each time as another process.
    func start(_ name: String = "journal") throws {
        boots += 1
        var identity = Service.Identity()
        identity.boot = "boot\(boots)"
        identity.history = "history\(boots)"
        identity.clock = .manual
        var journal = try Journal(path: "\(folder)/\(name)", of: configuration, disk.calls)
        let restored = try journal.restore(&identity, adding: Plugins())
        service = restored.service
        try service.begin(configuration, isRestored: restored.isOld, at: restored.time)
        try journal.record(&service)
        self.journal = consume journal
    }

    /// As the daemon is killed: nothing is written any more.
    func kill() { journal = nil }

    /// As the daemon ends in order. Returns what has gone wrong.
    func end() -> String? {
        let problem = journal?.finish(service.journalBeginning)
        journal = nil
        return problem
    }

    /// The reply to a request, its record being written before, as the daemon does it.
    @discardableResult
    func send(_ method: String, _ params: Value) throws -> Value {
        let message: Value = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
        ]
        let bytes = Array(message.json.utf8)
        service.journalFailure = journal?.makeRoom(for: bytes.count)
        let reply = service.answer(bytes.span, from: Peer(uid: 1000), at: service.present) {
            var statistics = DaemonStatistics()
            statistics.journal = journal?.figures
            return statistics
        }
        try journal?.record(&service)
        service.outbox.removeAll()
        return try JSONParser.parse(reply)
    }

    /// Bytes of a plugin's connection, their record being written as the daemon does it.
    func take(_ bytes: [UInt8], from plugin: String) throws {
        let connection = PluginConnection(
            routing: Array(plugin.utf8), peer: Peer(uid: 1000), pid: 7, isDelimited: false)
        service.journalFailure = journal?.makeRoom(for: bytes.count + 1_000)
        service.take(bytes.span, from: connection, at: service.present)
        try journal?.record(&service)
        service.outbox.removeAll()
        service.plugins.dropMessages()
    }

    @discardableResult
    func create(_ id: String) throws -> Value {
        try send("controller.create", ["id": .string(id), "kind": "view"])
    }

    /// The ids of all controllers.
    func ids() throws -> [String] {
        let reply = try send("controller.list", [:])
        let list = reply["result"]?["controllers"]?.array ?? []
        return list.compactMap { $0.string ?? $0["id"]?.string }
    }

    /// What the daemon does after each turn. Returns what has gone wrong.
    func turn() -> String? { journal?.compact(service.journalBeginning) }

    /// The daemon has taken so much processor time since it began.
    func note(processorTime: Double) { journal?.note(processorTime: processorTime) }

    var figures: JournalFigures? { journal?.figures }

    /// Whether no new file is being written.
    var isSettled: Bool { journal?.compaction == nil }

    /// What the next daemon is started with.
    func restart(growth: Int) { configuration.journalGrowth = growth }

    /// Goes on with turns until something holds.
    func wait(until holds: () throws -> Bool) throws {
        let end = MachineClock.monotonic().advanced(by: 30)
        var last: String?
        while try !holds() {
            guard MachineClock.monotonic() < end else { throw Late(problem: last) }
            last = turn() ?? last
            usleep(1_000)
        }
    }

    static func inode(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}

extension JournalRecord {
    /// The records of a file, which are all whole.
    static func all(in file: [UInt8]) throws -> [JournalRecord] {
        let bytes = FileBytes(file)
        var (records, place) = ([JournalRecord](), 0)
        while place < bytes.count {
            records.append(try JournalRecord(in: bytes, at: place))
            place += records[records.count - 1].length
        }
        return records
    }
}
