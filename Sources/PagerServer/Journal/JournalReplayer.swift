internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// Brings a service to where the last daemon with this journal left it.
struct JournalReplayer {
    let path: String
    /// That of the records that count.
    private var seal: JournalSeal
    /// Whether each record must lead to where it led when it was written. The records of another
    /// behaviour need not.
    var isExact = true
    /// The byte of the first record that counts.
    private let start: Int
    /// Bytes up to the end of the last whole record.
    private(set) var end: Int
    /// Records of the state that were carried out again: neither the file's first nor those of boots.
    private(set) var records = 0
    /// Where the snapshot ends, and how many records follow it.
    private(set) var snapshot = (end: 0, records: 0)
    /// When the last record was written, on the daemon's clock.
    private(set) var time = Instant.zero
    /// What is wrong with the end of the file, and that it is cut off.
    private(set) var warning: String?
    /// Whether that is a record that was never written to its end.
    private(set) var isUnfinished = false
    /// A sentence for each command that was accepted when it was written and is refused now. Empty
    /// while `isExact`.
    private(set) var refused: [String] = []
    /// Where the state was after the last record, by the record.
    private var recorded = StatePoint(seq: 0, revision: 0)

    /// - Parameter start: the byte of the first record that counts.
    init(path: String, at start: Int = 0, sealed seal: JournalSeal = .none) {
        self.path = path
        self.seal = seal
        self.start = start
        end = start
    }

    /// The history that the file continues, nil for an empty file.
    ///
    /// - Throws: `StartProblem` for what is no journal, is damaged, or cannot be continued by such a
    ///   daemon.
    mutating func history(
        in bytes: FileBytes, for identity: Service.Identity
    ) throws(StartProblem) -> JournalHistory? {
        // Only an empty file is new. Another one that cannot be read may hold data.
        if bytes.isEmpty { return nil }
        guard let first = try? JournalRecord(in: bytes, at: 0), first.kind == .history else {
            guard JournalScan.isJournal(bytes) else { throw Self.foreign(path) }
            throw StartProblem(
                "the journal \(path) is damaged at byte 0, where it says whose it is",
                isRecoverable: true)
        }
        let history = try JournalHistory(first.body, of: path)
        try history.check(identity, path)
        seal = history.seal
        return history
    }

    static func foreign(_ path: String) -> StartProblem {
        StartProblem(
            "\(path) is no journal of pagerd; name another --journal, or move it away")
    }

    /// Carries out the records again.
    ///
    /// - Throws: `StartProblem` with the byte of a record that is damaged or leads elsewhere.
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

    /// What the next record tells is cut short where the journal says so, and by another behaviour
    /// also where the limits say so now.
    private func prepare(_ service: inout Service) {
        if isExact { service.scene.repeatCuts([]) } else { service.recordNothing() }
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
                "the journal \(path), byte \(end): \(error). It was written by another pagerd "
                    + "(this is \(Service.version)): start that one", isRecoverable: true)
        }
    }

    /// The record at the end of those that were read; nil where there is none.
    ///
    /// - Throws: `StartProblem` where records stand behind a damaged one.
    private mutating func next(in bytes: FileBytes) throws(StartProblem)
        -> JournalRecord?
    {
        let record: JournalRecord
        do throws(JournalRecord.Fault) {
            record = try JournalRecord(in: bytes, at: end)
            guard record.kind == .history || record.seal == seal else { throw .damaged }
        } catch {
            if let place = JournalRecord.place(in: bytes, after: end, sealed: seal) {
                throw StartProblem(
                    "the journal \(path) is damaged at byte \(end), and whole again from byte "
                        + "\(place) on", isRecoverable: true)
            }
            // It was whole on the disk before the file took its place: no crash has cut it.
            if error != .nothing, JournalRecord.isSnapshot(in: bytes, at: end) {
                throw StartProblem(
                    "the journal \(path) has lost the end of the snapshot at byte \(end), and "
                        + "nothing stands before it", isRecoverable: true)
            }
            if error != .nothing {
                isUnfinished = JournalRecord.isUnfinished(in: bytes, at: end)
                warning =
                    "the journal \(path) ends in the middle of a record at byte \(end), as after "
                    + "a crash; the \(bytes.count - end) bytes from there on are cut off"
            }
            return nil
        }
        guard record.kind != .history || end == start else {
            throw StartProblem(
                "the journal \(path) has another journal behind it, from byte \(end) on",
                isRecoverable: true)
        }
        return record
    }
}
