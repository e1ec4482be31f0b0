internal import Glibc
package import PagerWire
package import SystemCalls
package import PagerModel

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
    package mutating func cut(at place: Int, snapshot: (end: Int, records: Int))
        throws(StartProblem)
    {
        guard ftruncate(descriptor, off_t(place)) == 0 else { throw Self.problem("truncate", path) }
        end = place
        reserved = place
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
