internal import Glibc
package import PagerModel
package import PagerWire
package import SystemCalls

/// The journal: a file that records accepted commands before their effects are visible.
///
/// Space is reserved before a command is executed. `reserve` may fail, for example if the disk is
/// full. After it has succeeded, `append` fails only if the disk is broken.
package struct Journal: ~Copyable {
    package let path: String
    package let lock: JournalLock
    let sync: JournalSync
    var descriptor: Int32
    var flusher: Flusher
    var compaction: Compaction?
    /// The length in bytes above which the file is compacted.
    var threshold: Int
    /// The size of the records in bytes. The rest of the file contains zeros.
    var end = 0
    /// The number of bytes, from the start of the file, for which disk space is reserved.
    var reserved = 0
    /// The byte offset at which the latest snapshot ends, and the number of records after it.
    var sinceSnapshot = (start: 0, records: 0)
    /// The processor time, in seconds, that was spent on the records after the latest snapshot.
    /// `noted` contains the processor time of the daemon's thread, and the number of records, at
    /// the last update.
    var work = (seconds: 0.0, noted: (time: 0.0, records: 0))
    var recordsBeforeCompaction = 0
    var snapshots = 0
    /// The time of the latest note about the clock, on the machine's monotonic clock.
    var clockNote: Instant?
    var lastSnapshot: Double?

    let growth: Int
    let calls: FileCalls
    /// The reason why the journal accepts no records until a new file has replaced it: data may be
    /// missing on the disk, or another file has the journal's name. Nil if there is no failure.
    var failure: String?
    var failures = 0
    /// The earliest time of the next attempt to write a new file after a failure, on the machine's
    /// monotonic clock.
    var nextAttempt = Instant.zero
    /// The delay in seconds until the next attempt to write a new file. The delay doubles after
    /// each failure, so that the attempts do not keep a failing disk busy.
    var pause = Self.pauses.lowerBound
    static let pauses = 0.5...60

    /// The maximum processor time, in seconds, that may be spent on the records since the last
    /// snapshot. A compaction starts when the maximum is exceeded, even if the file is small,
    /// because the next daemon would need about as much time to replay the records.
    static let mostWork = 5.0

    /// The number of bytes to reserve in addition to those requested, so that most later commands
    /// do not need another reservation.
    private static let chunk = 1 << 20

    /// Opens or creates the file and locks it.
    ///
    /// - Throws: `StartProblem` if the file cannot be opened, or if another daemon has locked it.
    package init(
        path: String, sync: JournalSync, growth: Int, _ calls: FileCalls = FileCalls()
    ) throws(StartProblem) {
        let lock = try JournalLock(of: path)
        let (descriptor, isNew) = try lock.openJournal(path)
        // The name is synced too, because a power failure could lose it although the data is on the
        // disk.
        if isNew, sync != .never {
            let error = calls.flushName(of: path)
            guard error == 0 else {
                unlink(path)
                close(descriptor)
                errno = error
                throw Self.problem("sync to the disk the name of", path)
            }
        }
        self.path = path
        self.lock = lock
        self.calls = calls
        self.sync = sync
        self.growth = growth
        threshold = growth
        self.descriptor = descriptor
        flusher = Flusher(descriptor, isNeeded: sync == .second, calls)
        // The file is the unfinished compaction of a killed daemon.
        unlink(Compaction.path(of: path))
    }

    deinit {
        compaction?.discard()
        flusher.end()
        // The zeros after the last record are reserved space. A file that could not be read is not
        // changed.
        if reserved > end { _ = ftruncate(descriptor, off_t(end)) }
        if sync != .never, flusher.failure != nil || calls.flush(descriptor) != 0 {
            lock.note(isInDoubt: true)
        }
        close(descriptor)
    }

    static func problem(_ verb: String, _ path: String) -> StartProblem {
        StartProblem(
            "cannot \(verb) the journal \(path): \(errorText(errno)); set "
                + "PAGERD_STATE_DIR, or start with --journal FILE or --journal none")
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: `StartProblem` if the file cannot be read.
    package borrowing func contents() throws(StartProblem) -> FileBytes {
        guard let bytes = FileBytes(descriptor) else { throw Self.problem("read", path) }
        return bytes
    }

    /// Truncates the file after the last complete record. New records are appended there.
    ///
    /// - Parameter snapshot: The byte offset at which the latest snapshot ends, and the number of
    ///   records after the snapshot.
    /// - Throws: `StartProblem` if the file cannot be truncated.
    package mutating func cut(at position: Int, snapshot: (end: Int, records: Int))
        throws(StartProblem)
    {
        guard ftruncate(descriptor, off_t(position)) == 0 else {
            throw Self.problem("truncate", path)
        }
        end = position
        reserved = position
        sinceSnapshot = (snapshot.end, snapshot.records)
    }

    /// Reserves disk space for an append of `bytes` bytes. Returns an error message on failure,
    /// otherwise nil.
    package mutating func reserve(_ bytes: Int) -> String? {
        if failure == nil, let error = flusher.failure { fail(error) }
        if let failure { return failure }
        guard end + bytes > reserved else { return nil }
        let wanted = end + bytes + Self.chunk
        var failure = calls.allocate(descriptor, reserved, wanted - reserved)
        while failure == EINTR {
            failure = calls.allocate(descriptor, reserved, wanted - reserved)
        }
        guard failure == 0 else {
            return "cannot write the journal \(path): \(errorText(failure))"
        }
        reserved = wanted
        return nil
    }

    /// Appends records. After `reserve` only a broken disk causes an error.
    ///
    /// - Throws: `StartProblem` if the records cannot be written or synced to the disk. The effects
    ///   of the records must then not be published.
    package mutating func append(_ records: [UInt8], count: Int) throws(StartProblem) {
        guard calls.write(all: records, to: descriptor, at: end) else {
            throw StartProblem(
                "cannot write the journal \(path): \(errorText(errno)). "
                    + "Events that could not be written were not published; restart when the disk "
                    + "is writable")
        }
        end += records.count
        compaction?.note(end: end)
        sinceSnapshot.records += count
        reserved = max(reserved, end)
        switch sync {
        case .always:
            let error = calls.flush(descriptor)
            guard error == 0 else {
                fail(error)
                throw StartProblem(
                    "cannot sync the journal \(path) to the disk: "
                        + "\(errorText(error)). Events that were not on the disk were not "
                        + "published; check the disk, then restart: the daemon writes a new file")
            }
        case .second: flusher.note()
        case .never: break
        }
    }
}

/// Functions that keep the daemon's clock from going back over a restart. The times are those of the
/// machine's monotonic clock.
extension Journal {
    /// The seconds between two notes about the clock.
    private static let period = 10.0

    /// Returns the time that the last daemon's clock has not passed, or nil if it is not known. If
    /// the machine runs since then, it is the time that the clock would show now.
    package borrowing func lastClock(at present: Instant) -> Instant? {
        guard let note = lock.clock else { return nil }
        guard lock.outlivedLastDaemon else { return note.time.advanced(by: 2 * Self.period) }
        let (time, isBeyond) = present.nanoseconds
            .subtractingReportingOverflow(note.start.nanoseconds)
        return isBeyond ? note.time : max(note.time, Instant(nanoseconds: time))
    }

    /// Notes the time of the daemon's clock for the next daemon, if the last note is old.
    ///
    /// - Parameter start: The time at which the daemon's clock was 0.
    package mutating func noteClock(startedAt start: Instant, at present: Instant) {
        guard clockNote.map({ $0.advanced(by: Self.period) <= present }) ?? true else { return }
        clockNote = present
        let time = Instant(nanoseconds: present.nanoseconds - start.nanoseconds)
        lock.note(JournalLock.ClockNote(start: start, time: time))
    }
}

/// The first record of a journal: a description of the daemon that wrote the file.
package struct JournalHistory: FieldObject, Hashable {
    /// The file formats that this version of pagerd can read. Format 1 has no behaviour version.
    /// Formats 1 and 2 have no seal (a secret number that the records contain).
    package static let formats = 1...3

    package var format = formats.upperBound
    package var version = ""
    /// The behaviour version of the daemon that wrote the file. Daemons with the same behaviour
    /// version turn the same commands into the same events and state. 1 if the file contains no
    /// behaviour version.
    package var behaviour = 1
    package var name = ""
    package var history = ""
    package var epoch = 0.0
    package var uikit = 18
    package var clock = ClockMode.real
    /// The secret number (seal) that all other records in the file contain.
    package var seal: JournalSeal {
        get { JournalSeal(number: UInt64(max(0, sealNumber))) }
        set { sealNumber = Int(newValue.number) }
    }
    private var sealNumber = 0

    package init() {}

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.required("format", &format, "the format of the file")
        v.required("version", &version, "the version of the daemon")
        v.field("behaviour", &behaviour, "the version of the daemon's behaviour")
        v.required("name", &name, "the instance")
        v.required("history", &history, "id of the event sequence; if it changes, take a snapshot")
        v.required("epoch", &epoch, "Unix time at which the daemon's clock was 0")
        v.required("uikit", &uikit, "the iOS release that is reproduced")
        v.required("clock", &clock, "real or manual")
        v.field("seal", &sealNumber, "the seal of all other records in the file")
    }

    /// Returns the seal that the body of a journal's first record contains, or `.none` if the body
    /// cannot be decoded.
    package static func seal(_ body: FileBytes) -> JournalSeal {
        let value = try? JSONParser.parse(Array(body))
        return value.flatMap { try? Self(reading: $0) }?.seal ?? .none
    }
}

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
        var position = 0
        var seal = known
        while position < bytes.count {
            let run = Self.run(in: bytes, at: position, seal)
            if run.records > 0 {
                runs.append(run)
                seal = run.seal
                position = run.bytes.upperBound
            } else if let seal,
                let next = JournalRecord.position(in: bytes, after: position, sealed: seal)
            {
                damages.append(position..<next)
                position = next
            } else {
                if let last = bytes[position...].lastIndex(where: { $0 != 0 }) {
                    damages.append(position..<last + 1)
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
            || JournalRecord.position(in: bytes, after: 0, sealed: nil) != nil
    }
}
