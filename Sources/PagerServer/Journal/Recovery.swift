internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// Brings back as much of a damaged journal as can be trusted.
///
/// That is the state at the last consistent point: after the last whole snapshot that this pagerd
/// reads, and the whole records that follow it directly. Without a snapshot it is the state after
/// the records at the beginning of the file, up to the first damaged one. A record behind a damaged
/// one builds on what is lost, and so it does not count.
struct Recovery {
    let path: String
    private let bytes: FileBytes
    private let scan: JournalScan
    private let identity: Service.Identity
    private let additions: Plugins
    /// The file's first record; nil where it cannot be read.
    private let header: JournalHistory?
    private let isSealKnown: Bool

    /// Whole records that may be replayed.
    private struct Stretch {
        var bytes: Range<Int>
        var seal: JournalSeal
        /// Whether it begins with a snapshot, or directly behind the file's first record. Otherwise
        /// records may be lost before it, and each one must lead to where it led.
        var isProven = true
    }

    /// The state that a stretch leads to.
    private struct Outcome {
        var service: Service
        var restoring: JournalReplayer
        var start: Int

        var records: Int { restoring.records }
    }

    /// - Parameter seal: as for `JournalScan`.
    /// - Throws: `StartProblem` for what is no journal, or is not damaged but another daemon's.
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

    /// The state at the last consistent point, with a sentence that says what is lost.
    func restored() -> Journal.Restored {
        let outcome = stretches.lazy.compactMap { replay($0) }.first { $0.records > 0 }
        let restoring = outcome?.restoring ?? JournalReplayer(path: path)
        let service = outcome?.service ?? empty()
        var restored = Journal.Restored(service: service, time: restoring.time)
        restored.warnings = [account(outcome)]
        restored.warnings += restoring.refused.map { "refused now: \($0)" }
        restored.ending = .history(keepingFileAs: "damaged")
        // Without the header the clock goes on from the last record.
        restored.epoch = header == nil ? MachineClock.unixTime() - restoring.time.seconds : nil
        return restored
    }

    private func empty() -> Service {
        var service = Service(identity, adding: additions)
        service.wanted = .all
        return service
    }

    /// What may be replayed, the latest snapshot first.
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
                // Up to the record that leads elsewhere.
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

    /// Whether all records up to a byte could be carried out again.
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
    /// What is damaged, restored and lost.
    private func account(_ outcome: Outcome?) -> String {
        "the journal \(path) \(damage). \(restoredText(outcome)) \(lostText(outcome))"
    }

    private static func counted(_ records: Int) -> String {
        records == 1 ? "1 record" : "\(records) records"
    }

    private var damage: String {
        if scan.runs.isEmpty, !isSealKnown {
            return
                "has no readable first record, which tells the seal of the others, and the seal is "
                + "not in \(JournalLock.path(of: path)) either: a peer may have sent what looks like "
                + "records"
        }
        if scan.runs.isEmpty {
            return "has no whole record in its \(bytes.count) bytes"
        }
        if scan.damages.isEmpty, scan.runs.count > 1 {
            return "has another journal behind it, from byte \(scan.runs[1].bytes.lowerBound) on"
        }
        guard !scan.damages.isEmpty else {
            return "is whole, but its commands lead elsewhere with this pagerd"
        }
        let places = scan.damages.prefix(3).map { "from byte \($0.lowerBound) to \($0.upperBound)" }
        let rest = scan.damages.count - places.count
        return "cannot be read " + places.joined(separator: ", ")
            + (rest > 0 ? " and in \(rest) more places" : "")
    }

    private func restoredText(_ outcome: Outcome?) -> String {
        guard let outcome else {
            return "Nothing can be restored: the daemon begins with nothing."
        }
        let (records, point) = (outcome.records, outcome.service.point)
        let snapshot = outcome.restoring.snapshot.end > 0
        let source =
            snapshot
            ? "the snapshot at byte \(outcome.start) and \(Self.counted(records - 1)) after it"
            : "\(Self.counted(records)) at the beginning of the file"
        return
            "The state of seq \(point.seq), revision \(point.revision) is restored from \(source)."
    }

    private func lostText(_ outcome: Outcome?) -> String {
        guard let outcome else {
            let records = scan.runs.reduce(0) { $0 + $1.records }
            return "All that the file held is lost"
                + (records > 0 ? ", also \(Self.counted(records)) that can still be read." : ".")
        }
        let end = outcome.restoring.end
        let behind = scan.runs.filter { $0.bytes.upperBound > end }
        if let last = behind.last {
            let records = behind.reduce(0) { $0 + $1.records }
            if scan.damages.isEmpty {
                return "The \(Self.counted(records)) from byte \(end) on are not carried out."
            }
            return
                "What stood from byte \(end) on is lost, also \(Self.counted(records)) behind the "
                + "damage, up to seq \(last.last.seq): they build on what is damaged."
        }
        if scan.damages.contains(where: { $0.lowerBound >= end }) {
            return "What stood from byte \(end) on is lost."
        }
        let isComplete = header != nil || outcome.restoring.snapshot.end > 0
        return isComplete ? "No command is lost." : "What stood in the damaged bytes is lost."
    }
}

extension JournalHistory {
    /// The first record of a damaged file; nil where it cannot be read.
    ///
    /// - Throws: `StartProblem` where a newer pagerd wrote the journal.
    static func found(
        in bytes: FileBytes, _ scan: JournalScan, _ path: String
    ) throws(StartProblem) -> JournalHistory? {
        if let first = try? JournalRecord(in: bytes, at: 0), first.kind == .history {
            return try JournalHistory(first.body, of: path)
        }
        // Where no more than the numbers before it are damaged, the text is whole.
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
