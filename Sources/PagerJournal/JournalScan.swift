internal import PagerModel
package import PagerWire
package import SystemCalls

/// Which bytes of a journal hold whole records, and which are damaged.
package struct JournalScan {
    /// Whole records of one journal, each directly after the one before it.
    package struct Run {
        package var bytes: Range<Int>
        /// That of its records; nil before the first one was read, where it is not known.
        package var seal: JournalSeal?
        package var records = 0
        /// Where its snapshots begin, in order.
        package var snapshots: [Int] = []
        /// Where the state was after its last record.
        package var last = StatePoint(seq: 0, revision: 0)
    }

    package private(set) var runs: [Run] = []
    /// Bytes between and behind the runs. Zeros at the end of the file are free space, no damage.
    package private(set) var damages: [Range<Int>] = []

    /// O(bytes).
    ///
    /// - Parameter known: the seal of the records where the file's first record does not tell it, nil
    ///   where it is unknown. Then no record behind damaged bytes counts: a peer may have sent it.
    package init(_ bytes: FileBytes, sealed known: JournalSeal?) {
        var place = 0
        var seal = known
        while place < bytes.count {
            let run = Self.run(in: bytes, at: place, seal)
            if run.records > 0 {
                runs.append(run)
                seal = run.seal
                place = run.bytes.upperBound
            } else if let seal,
                let next = JournalRecord.place(in: bytes, after: place, sealed: seal)
            {
                damages.append(place..<next)
                place = next
            } else {
                if let last = bytes[place...].lastIndex(where: { $0 != 0 }) {
                    damages.append(place..<last + 1)
                }
                return
            }
        }
    }

    private static func run(in bytes: FileBytes, at start: Int, _ seal: JournalSeal?) -> Run {
        var run = Run(bytes: start..<start, seal: seal)
        while let record = try? JournalRecord(in: bytes, at: run.bytes.upperBound) {
            if record.kind == .history {
                // Another journal, behind this one in the same file.
                if run.records > 0 { break }
                run.seal = JournalHistory.seal(record.body)
            } else {
                guard run.seal == record.seal else { break }
            }
            if record.kind == .snapshot { run.snapshots.append(run.bytes.upperBound) }
            run.bytes = start..<run.bytes.upperBound + record.length
            run.records += 1
            run.last = record.point
        }
        return run
    }

    /// Whether there is a sign that pagerd wrote the file: its first bytes are those of a record or
    /// were overwritten with zeros, or there is a whole record somewhere. O(bytes) without a sign in
    /// the first bytes.
    package static func isJournal(_ bytes: FileBytes) -> Bool {
        let start = bytes.prefix(JournalRecord.headerBytes)
        let magic = start.prefix(JournalRecord.magic.count)
        return JournalRecord.magic.starts(with: magic) || start.allSatisfy { $0 == 0 }
            || JournalRecord.place(in: bytes, after: 0, sealed: nil) != nil
    }
}
