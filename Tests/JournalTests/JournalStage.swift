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

/// The journal's system calls, which fail on request.
final class FaultyCalls: Sendable {
    /// The number of following flushes that fail.
    let failingSyncs = Atomic<Int>(0)
    let failingFolderSyncs = Atomic<Int>(0)
    let folderSyncs = Atomic<Int>(0)
    /// For each file that was written: whether a power failure would keep all of it.
    let isFlushed = Mutex<[UInt64: Bool]>([:])

    var calls: FileCalls {
        var calls = FileCalls()
        let real = FileCalls()
        calls.write = { [self] in
            note($0, isFlushed: false)
            return real.write($0, $1, $2)
        }
        calls.sync = { [self] in
            if Self.takes(failingSyncs) { return Self.fail() }
            note($0, isFlushed: true)
            return real.sync($0)
        }
        calls.syncFolder = { [self] in
            folderSyncs.add(1, ordering: .relaxed)
            return Self.takes(failingFolderSyncs) ? Self.fail() : real.syncFolder($0)
        }
        return calls
    }

    private func note(_ descriptor: Int32, isFlushed flushed: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        isFlushed.withLock { $0[UInt64(status.st_ino)] = flushed }
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

/// A service with a journal in a new folder, driven as the daemon drives it.
final class JournalStage {
    /// An error for a condition that did not occur in time, with the last problem.
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

    /// Starts a daemon as a new process instance.
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

    /// Ends as if the daemon were killed: nothing more is written.
    func kill() { journal = nil }

    /// Ends with an orderly shutdown. Returns the problem, or nil.
    func end() -> String? {
        let problem = journal?.finish(service.journalBeginning)
        journal = nil
        return problem
    }

    /// Returns the reply to a request, after its record has been written.
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

    /// Handles bytes from a plugin's connection, after their record has been written.
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

    /// Returns the ids of all controllers.
    func ids() throws -> [String] {
        let reply = try send("controller.list", [:])
        let list = reply["result"]?["controllers"]?.array ?? []
        return list.compactMap { $0.string ?? $0["id"]?.string }
    }

    /// Does the daemon's work after each transaction. Returns the problem, or nil.
    func turn() -> String? { journal?.compact(service.journalBeginning) }

    /// Sets the processor time that the daemon has used since its start.
    func note(processorTime: Double) { journal?.note(processorTime: processorTime) }

    var figures: JournalFigures? { journal?.figures }

    /// Whether compaction is not running.
    var isSettled: Bool { journal?.compaction == nil }

    /// Sets the growth limit for the next daemon.
    func restart(growth: Int) { configuration.journalGrowth = growth }

    /// Continues with transactions, or only waits, until a condition holds.
    func wait(turning: Bool = true, until holds: () throws -> Bool) throws {
        let end = MachineClock.monotonic().advanced(by: 60)
        var last: String?
        while try !holds() {
            guard MachineClock.monotonic() < end else { throw Late(problem: last) }
            if turning { last = turn() ?? last }
            usleep(1_000)
        }
    }

    static func inode(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}

extension JournalRecord {
    /// Returns the records of a file, all of which must be complete.
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
