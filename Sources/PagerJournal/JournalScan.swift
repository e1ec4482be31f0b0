internal import PagerModel
package import PagerWire
package import SystemCalls

/// A scan of a journal for intact and damaged ranges.
package struct JournalScan {
    /// A range of consecutive intact records of one journal.
    package struct Run {
        package var bytes: Range<Int>
        /// The secret number that all records of the journal contain (see `JournalSeal`). Nil if
        /// the scan was created without it and has not read the journal's first record yet.
        package var seal: JournalSeal?
        package var records = 0
        /// The byte offsets of the run's snapshots, in order.
        package var snapshots: [Int] = []
        /// The state after the run's last record.
        package var last = StatePoint(seq: 0, revision: 0)
    }

    package private(set) var runs: [Run] = []
    /// The damaged ranges of the file. Zeros at the end of the file are free space, not damage.
    package private(set) var damages: [Range<Int>] = []

    /// Scans the file. O(bytes).
    ///
    /// - Parameter known: The journal's seal (see `JournalSeal`), for a file whose first record
    ///   does not contain the seal. Nil if it is unknown. As long as the seal is unknown, the scan
    ///   stops at damaged bytes, because later bytes that look like a record may come from a
    ///   client.
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
                // Another journal follows in the same file.
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

    /// Returns whether pagerd probably wrote the file. True if the file's first bytes are those of
    /// a record or were overwritten with zeros. Otherwise, searches the file for an intact record
    /// in O(bytes).
    package static func isJournal(_ bytes: FileBytes) -> Bool {
        let start = bytes.prefix(JournalRecord.headerBytes)
        let magic = start.prefix(JournalRecord.magic.count)
        return JournalRecord.magic.starts(with: magic) || start.allSatisfy { $0 == 0 }
            || JournalRecord.place(in: bytes, after: 0, sealed: nil) != nil
    }
}
