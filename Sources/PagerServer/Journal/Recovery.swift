internal import Containment
internal import Glibc
internal import PagerJournal
package import PagerModel
internal import PagerWire
internal import SystemCalls

/// The recovery of a damaged journal.
///
/// The recovery loads the last intact snapshot that this version can read, and replays the intact
/// records that directly follow the snapshot. If there is no such snapshot, it replays the records
/// from the beginning of the file up to the first damaged one. Records after a damaged one depend
/// on lost state, so they are not replayed.
struct Recovery {
    let path: String
    private let bytes: FileBytes
    private let scan: JournalScan
    private let identity: Service.Identity
    private let additions: Plugins
    /// The file's first record. Nil if it cannot be read.
    private let header: JournalHistory?
    private let isSealKnown: Bool

    /// A range of intact records that may be replayed.
    private struct Stretch {
        var bytes: Range<Int>
        var seal: JournalSeal
        /// Whether the state before the range is known. It is known if the range begins with a
        /// snapshot or directly after the file's intact first record. If false, earlier records may
        /// be lost, and the replay ends before the first record that does not lead to its recorded
        /// `seq` and revision.
        var isProven = true
    }

    /// The state after the replay of a range of records.
    private struct Outcome {
        var service: Service
        var restoring: JournalReplayer
        var start: Int

        var records: Int { restoring.records }
    }

    /// Scans the file.
    ///
    /// - Parameter seal: The seal (a secret number in each record of the file), or nil if it is
    ///   unknown.
    /// - Throws: `StartProblem` for a file that is not a journal, or whose first record shows that
    ///   this daemon cannot continue it, for example because the iOS release is different.
    init(
        _ path: String, _ bytes: FileBytes, sealed seal: JournalSeal?,
        for identity: Service.Identity, adding additions: Plugins
    ) throws(StartProblem) {
        guard JournalScan.isJournal(bytes) else { throw JournalReplayer.foreign(path) }
        self.path = path
        self.bytes = bytes
        self.additions = additions
        isSealKnown = seal != nil
        scan = JournalScan(bytes, sealed: seal)
        header = try JournalHistory.found(in: bytes, scan, path)
        var identity = identity
        if let header {
            try header.check(identity, path)
            identity.epoch = header.epoch
            identity.history = header.history
        }
        self.identity = identity
    }

    /// Returns the state at the last consistent point, with a description of the lost data.
    func restored() -> Journal.Restored {
        let outcome = stretches.lazy.compactMap { replay($0) }.first { $0.records > 0 }
        let restoring = outcome?.restoring ?? JournalReplayer(path: path)
        let service = outcome?.service ?? empty()
        var restored = Journal.Restored(service: service, time: restoring.time)
        restored.warnings = [account(outcome)]
        restored.warnings += restoring.refused.map { "refused now: \($0)" }
        restored.ending = .history(keepingFileAs: "damaged")
        // Without the header the clock continues from the last record.
        restored.epoch = header == nil ? MachineClock.unixTime() - restoring.time.seconds : nil
        return restored
    }

    private func empty() -> Service {
        var service = Service(identity, adding: additions)
        service.wanted = .all
        return service
    }

    /// The ranges of records that may be replayed. The recovery tries them in order: the ranges
    /// that begin with a snapshot, from the latest to the earliest, and after them the first intact
    /// range of the file.
    private var stretches: [Stretch] {
        var stretches: [Stretch] = []
        for run in scan.runs.reversed() {
            for snapshot in run.snapshots.reversed() {
                stretches.append(
                    Stretch(bytes: snapshot..<run.bytes.upperBound, seal: run.seal ?? .none))
            }
        }
        if let first = scan.runs.first {
            stretches.append(
                Stretch(
                    bytes: first.bytes, seal: first.seal ?? .none, isProven: header != nil))
        }
        return stretches
    }

    private func replay(_ stretch: Stretch) -> Outcome? {
        if header == nil || header?.behaviour == Service.behaviour {
            var exact = outcome(of: stretch)
            if run(&exact, to: stretch.bytes.upperBound) { return exact }
            if !stretch.isProven {
                // The range is cut before the record that leads to a different state.
                let end = exact.restoring.end
                var part = outcome(of: stretch)
                return end > stretch.bytes.lowerBound && run(&part, to: end) ? part : nil
            }
        }
        var other = outcome(of: stretch)
        other.restoring.isExact = false
        return run(&other, to: stretch.bytes.upperBound) ? other : nil
    }

    private func outcome(of stretch: Stretch) -> Outcome {
        let start = stretch.bytes.lowerBound
        return Outcome(
            service: empty(),
            restoring: JournalReplayer(path: path, at: start, sealed: stretch.seal),
            start: start)
    }

    /// Replays all records up to a byte offset. Returns whether the replay succeeded.
    private func run(_ outcome: inout Outcome, to end: Int) -> Bool {
        let part = bytes[..<end]
        outcome.service.wanted = []
        defer { outcome.service.wanted = .all }
        do {
            try outcome.restoring.restore(&outcome.service, from: part)
            return true
        } catch {
            return false
        }
    }
}

extension Recovery {
    /// Returns a description of the damage, the restored state and the lost data.
    private func account(_ outcome: Outcome?) -> String {
        "the journal \(path) \(damage). \(restoredText(outcome)) \(lostText(outcome))"
    }

    private var damage: String {
        if scan.runs.isEmpty, !isSealKnown {
            return
                "has no readable first record, and the seal that marks its records is not in "
                + "\(JournalLock.path(of: path)) either; without the seal, genuine records cannot "
                + "be distinguished from bytes that a client has sent"
        }
        if scan.runs.isEmpty {
            return "has no complete record in its \(bytes.count) bytes"
        }
        if scan.damages.isEmpty, scan.runs.count > 1 {
            return "contains another journal from byte \(scan.runs[1].bytes.lowerBound) on"
        }
        guard !scan.damages.isEmpty else {
            return "is intact, but its commands lead to another state with this pagerd"
        }
        let ranges = scan.damages.prefix(3).map { "from byte \($0.lowerBound) to \($0.upperBound)" }
        let rest = scan.damages.count - ranges.count
        return "cannot be read " + ranges.joined(separator: ", ")
            + (rest > 0 ? " and in \(rest) more places" : "")
    }

    private func restoredText(_ outcome: Outcome?) -> String {
        guard let outcome else {
            return "Nothing can be restored: the daemon starts with an empty state."
        }
        let (records, point) = (outcome.records, outcome.service.point)
        let snapshot = outcome.restoring.snapshot.end > 0
        let source =
            snapshot
            ? "the snapshot at byte \(outcome.start) and \(counted(records - 1, "record")) after it"
            : "\(counted(records, "record")) at the beginning of the file"
        return
            "The state of seq \(point.seq), revision \(point.revision) is restored from \(source)."
    }

    private func lostText(_ outcome: Outcome?) -> String {
        guard let outcome else {
            let records = scan.runs.reduce(0) { $0 + $1.records }
            return "The whole content of the file is lost"
                + (records > 0
                    ? ", including \(counted(records, "record")) that can still be read." : ".")
        }
        let end = outcome.restoring.end
        let behind = scan.runs.filter { $0.bytes.upperBound > end }
        if let last = behind.last {
            let records = behind.reduce(0) { $0 + $1.records }
            if scan.damages.isEmpty {
                let verb = records == 1 ? "is" : "are"
                return "The \(counted(records, "record")) from byte \(end) on \(verb) not replayed."
            }
            return
                "Everything from byte \(end) on is lost, including \(counted(records, "record")) "
                + "after the damage, up to seq \(last.last.seq), because they depend on the damaged "
                + "bytes."
        }
        if scan.damages.contains(where: { $0.lowerBound >= end }) {
            return "Everything from byte \(end) on is lost."
        }
        let isComplete = header != nil || outcome.restoring.snapshot.end > 0
        return isComplete ? "No command is lost." : "The content of the damaged bytes is lost."
    }
}

extension JournalHistory {
    /// Returns the first record of a damaged file, or nil if it cannot be read.
    ///
    /// - Throws: `StartProblem` if a newer version wrote the journal.
    static func found(
        in bytes: FileBytes, _ scan: JournalScan, _ path: String
    ) throws(StartProblem) -> JournalHistory? {
        if let first = try? JournalRecord(in: bytes, at: 0), first.kind == .history {
            return try JournalHistory(first.body, of: path)
        }
        // If only the numbers before the text are damaged, the text is still intact.
        guard let end = scan.damages.first?.upperBound, scan.damages.first?.lowerBound == 0,
            end > JournalRecord.headerBytes
        else { return nil }
        let body = bytes[JournalRecord.headerBytes..<end]
        guard let history = try? JournalHistory(body, of: path),
            Release(rawValue: history.uikit) != nil,
            (1...Service.behaviour).contains(history.behaviour),
            (0...MachineClock.unixTime()).contains(history.epoch)
        else { return nil }
        return history
    }
}

extension Daemon {
    /// Recovers a damaged journal without starting a daemon. An intact journal is not changed.
    ///
    /// - Parameters:
    ///   - uikit: The iOS release. If nil, the release in the file is used, or 18 if the file's
    ///     release cannot be read.
    ///   - clock: The clock. If nil, the clock in the file is used, or the real clock if the file's
    ///     clock cannot be read.
    /// - Returns: Messages about what was restored and lost, or one message that the journal is
    ///   intact.
    /// - Throws: `StartProblem` if there is no journal, a daemon uses it, or it cannot be replaced.
    package static func recoverJournal(
        of configuration: Configuration, uikit: Int?, clock: ClockMode?
    ) throws -> [String] {
        guard let path = try Journal.path(chosenBy: configuration) else {
            throw StartProblem("--journal none names no file; there is nothing to recover")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw StartProblem("there is no journal \(path): name one with --journal or --name")
        }
        var journal = try Journal(path: path, of: configuration)
        var identity = Service.Identity()
        identity.name = configuration.name
        identity.history = token()
        identity.epoch = MachineClock.unixTime()
        let bytes = try journal.contents()
        let header = try JournalHistory.found(
            in: bytes, JournalScan(bytes, sealed: journal.lock.seal), path)
        let wanted = uikit ?? header?.uikit ?? identity.release.rawValue
        guard let release = Release(rawValue: wanted) else {
            throw StartProblem("--uikit must be 13 or 18, got \(wanted)")
        }
        identity.release = release
        identity.clock = clock ?? header?.clock ?? .real
        if let whole = try intactMessage(of: journal, identity, configuration) { return [whole] }
        var restored = try journal.recovered(identity, adding: configuration.additions)
        try journal.beginHistory(&restored, keepingFileAs: "damaged")
        journal.lock.note(restored.service.identity.seal)
        return restored.warnings
    }

    /// Returns a message that the journal is intact, or nil if the journal needs recovery.
    private static func intactMessage(
        of journal: borrowing Journal, _ identity: Service.Identity,
        _ configuration: Configuration
    ) throws -> String? {
        do {
            let restored = try journal.replay(identity, adding: configuration.additions)
            if restored.isCut { return nil }
            let seq = restored.service.point.seq
            return "the journal \(journal.path) is intact, up to seq \(seq); "
                + "there is nothing to recover"
        } catch let problem as StartProblem where problem.isRecoverable {
            return nil
        }
    }
}

/// A readable list of the refused commands of a request.
struct RefusedCommands {
    private let request: Value
    private let reply: Value

    /// The maximum length of a command's parameters in the sentence about the command. Longer
    /// parameters are cut off, and `...` is appended.
    private static let shown = 120

    init(_ request: Value?, reply: Value?) {
        self.request = request ?? .null
        self.reply = reply ?? .null
    }

    /// Returns a sentence for each refused command.
    ///
    /// - Parameter includesBatch: Whether to include refused commands of an accepted batch.
    func sentences(ofBatch includesBatch: Bool) -> [String] {
        if let error = reply["error"] {
            return [Self.sentence(request["method"], request["params"], error)]
        }
        guard includesBatch, let results = reply["result"]?["results"]?.array else { return [] }
        let commands = request["params"]?["commands"]?.array ?? []
        return zip(commands, results).compactMap { command, result in
            result["error"].map {
                Self.sentence(command["method"], command["params"], $0) + " (in a batch)"
            }
        }
    }

    private static func sentence(_ method: Value?, _ params: Value?, _ error: Value) -> String {
        let text = (params ?? .object([])).json
        let shown = text.count > shown ? text.prefix(Self.shown) + "..." : text[...]
        return "\(method?.string ?? "?") \(shown): \(error["message"]?.string ?? error.json)"
    }
}

/// A daemon process that has continued the event log, and the sequence number (`seq`) of the last
/// event before the process started.
struct Boot: FieldObject, Hashable, Sendable {
    var boot = ""
    var seq = 0

    init() {}

    init(_ boot: String, at seq: Int) {
        self.boot = boot
        self.seq = seq
    }

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("boot", &boot, "the id of the process")
        v.required("seq", &seq, "the seq of the last event before it began")
    }
}

/// The daemon processes that have continued this event log, oldest first.
///
/// The list shows whether the events that a client has received belong to this log. Suppose that
/// process B continued the log after event 26 of process A. A client that has received event 52
/// from process A has events of a different log: this log was restored from a backup, or a power
/// failure removed its end.
struct Boots: Sendable {
    /// The id of the current process.
    private let own: String
    /// The latest processes, oldest first: at most `Limits.boots`.
    private(set) var list: [Boot] = []

    init(_ own: String) { self.own = own }

    /// The sequence number (`seq`) of the last event before the current process started. 0 until
    /// `begin` has been called.
    var bootSeq: Int { list.last?.boot == own ? list.last?.seq ?? 0 : 0 }

    /// Records that the current process continues the event log after the event with the number
    /// `seq`.
    mutating func begin(at seq: Int) -> Boot {
        let boot = Boot(own, at: seq)
        append([boot])
        return boot
    }

    /// Adds the processes that were read from a journal. If the list of processes is invalid,
    /// returns false and does not add any of them.
    mutating func take(_ found: [Boot]) -> Bool {
        let bounds = [list.last?.seq ?? 0] + found.map(\.seq)
        let isInOrder = zip(bounds, bounds.dropFirst()).allSatisfy { $0 <= $1 }
        guard isInOrder, found.allSatisfy({ (1...64).contains($0.boot.utf8.count) }) else {
            return false
        }
        append(found)
        return true
    }

    private mutating func append(_ more: [Boot]) {
        list += more
        list.removeFirst(max(0, list.count - Limits.boots))
    }

    /// Returns whether event `seq`, which a client has received from the process `boot`, belongs to
    /// this log. False if it belongs to a different log, or if `boot` is not in the list. O(boots).
    ///
    /// - Parameter latest: The seq of the last event of this log.
    func reached(_ seq: Int, in boot: String, latest: Int) -> Bool {
        if boot == own { return seq <= latest }
        guard let index = list.lastIndex(where: { $0.boot == boot }) else { return false }
        return seq <= (index + 1 < list.count ? list[index + 1].seq : latest)
    }
}
