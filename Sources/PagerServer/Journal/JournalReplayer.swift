internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// A replayer that restores a service from the records of a journal.
struct JournalReplayer {
    let path: String
    /// The seal of the file: a secret number in all valid records but the first.
    private var seal: JournalSeal
    /// Whether each record must lead to the same state as when it was written. A record may lead to
    /// a different state if, for example, a pagerd version with different behaviour wrote it.
    var isExact = true
    /// The byte offset of the first record to replay.
    private let start: Int
    /// The byte offset of the end of the last replayed record.
    private(set) var end: Int
    /// The number of replayed records, excluding the file's first record and the records of process
    /// starts (boots).
    private(set) var records = 0
    /// The byte offset of the end of the latest snapshot, and the number of records after it.
    private(set) var snapshot = (end: 0, records: 0)
    /// The latest of the times of all replayed records; see `JournalRecord.time`.
    private(set) var time = Instant.zero
    /// A warning that the file ends with a damaged record, which the daemon removes. Nil if there
    /// is no such record.
    private(set) var warning: String?
    /// Whether the damaged end of the file is a record that was never written completely.
    private(set) var isUnfinished = false
    /// A message for each command in the journal that is refused now, although it was accepted
    /// when it was recorded. Empty if `isExact` is true.
    private(set) var refused: [String] = []
    /// The sequence number of the last event, and the revision of the state, after the last
    /// replayed record, as stored in that record.
    private var recorded = StatePoint(seq: 0, revision: 0)

    /// Creates a replayer.
    ///
    /// - Parameter start: The byte offset of the first record to replay.
    init(path: String, at start: Int = 0, sealed seal: JournalSeal = .none) {
        self.path = path
        self.seal = seal
        self.start = start
        end = start
    }

    /// Returns the file's first record, which describes the history that the file continues.
    /// Returns nil for an empty file.
    ///
    /// - Throws: `StartProblem` for a file that is not a journal, is damaged, or cannot be
    ///   continued by this daemon.
    mutating func history(
        in bytes: FileBytes, for identity: Service.Identity
    ) throws(StartProblem) -> JournalHistory? {
        // Only an empty file is new. Any other unreadable file may contain data.
        if bytes.isEmpty { return nil }
        guard let first = try? JournalRecord(in: bytes, at: 0), first.kind == .history else {
            guard JournalScan.isJournal(bytes) else { throw Self.foreign(path) }
            throw StartProblem(
                "the journal \(path) is damaged at byte 0, in its header",
                isRecoverable: true)
        }
        let history = try JournalHistory(first.body, of: path)
        try history.check(identity, path)
        seal = history.seal
        return history
    }

    static func foreign(_ path: String) -> StartProblem {
        StartProblem(
            "\(path) is not a journal of pagerd; name another --journal, or move it away")
    }

    /// Replays the records.
    ///
    /// - Throws: `StartProblem` with the byte offset of a record that is damaged, or whose replay
    ///   leads to a state that differs from the recorded one.
    mutating func restore(
        _ service: inout Service, from bytes: FileBytes
    ) throws(StartProblem) {
        prepare(&service)
        defer { service.recordNothing() }
        while let record = try next(in: bytes) {
            if record.kind != .history { try restore(record, &service) }
            if record.kind != .cuts { prepare(&service) }
            end += record.length
            if record.kind != .history, record.kind != .boots { records += 1 }
            snapshot = record.kind == .snapshot ? (end, 0) : (snapshot.end, snapshot.records + 1)
            time = max(time, record.time)
            recorded = record.point
        }
    }

    /// Prepares the work limits for the next record. If a limit ends a loop early, such as the loop
    /// over the commands of a batch, the journal records this point. An exact replay ends loops
    /// only at recorded points. Any other replay applies the current limits, except to a record for
    /// which the journal contains such points.
    private func prepare(_ service: inout Service) {
        if isExact { service.scene.repeatWorkLimitStops([]) } else { service.recordNothing() }
    }

    private mutating func restore(
        _ record: JournalRecord, _ service: inout Service
    ) throws(StartProblem) {
        do {
            guard isExact else {
                for sentence in try service.restore(record, ofOtherBehaviourAfter: recorded) {
                    refused.append("byte \(end): \(sentence)")
                }
                return
            }
            try service.restore(record)
        } catch {
            throw StartProblem(
                "the journal \(path), byte \(end): \(error). Another version of pagerd (this is "
                    + "\(Service.version)), or a pagerd with added kinds, wrote it: start that "
                    + "program",
                isRecoverable: true)
        }
    }

    /// Returns the next record, or nil at the end.
    ///
    /// - Throws: `StartProblem` if a damaged record is followed by intact ones, if the end of a
    ///   snapshot is missing, or if another journal begins in the file.
    private mutating func next(in bytes: FileBytes) throws(StartProblem)
        -> JournalRecord?
    {
        let record: JournalRecord
        do throws(JournalRecord.Fault) {
            record = try JournalRecord(in: bytes, at: end)
            guard record.kind == .history || record.seal == seal else { throw .damaged }
        } catch {
            // The zeros at the end of the records are free space only if nothing follows them.
            let error = error == .nothing && bytes[end...].contains { $0 != 0 } ? .damaged : error
            if let position = JournalRecord.position(in: bytes, after: end, sealed: seal) {
                throw StartProblem(
                    "the journal \(path) is damaged at byte \(end); readable records continue "
                        + "at byte \(position)", isRecoverable: true)
            }
            // The snapshot was synced to the disk before the file replaced the previous one, so
            // this damage is not due to a crash.
            if error != .nothing, JournalRecord.isSnapshot(in: bytes, at: end) {
                throw StartProblem(
                    "the journal \(path) has lost the end of the snapshot at byte \(end), and "
                        + "no records precede it", isRecoverable: true)
            }
            if error != .nothing {
                isUnfinished = JournalRecord.isUnfinished(in: bytes, at: end)
                warning =
                    "the journal \(path) ends in the middle of a record at byte \(end), as after "
                    + "a crash; the \(bytes.count - end) bytes from there on are removed"
            }
            return nil
        }
        guard record.kind != .history || end == start else {
            throw StartProblem(
                "another journal begins in the file \(path) at byte \(end)",
                isRecoverable: true)
        }
        return record
    }
}
