internal import Glibc
package import PagerWire
package import SystemCalls
package import PagerModel

/// The file in which accepted commands stand before anybody sees what they did.
///
/// Space is taken before a command is carried out, so that the record of what has happened never
/// finds the disk full: `reserve` may refuse, `append` after it does not.
package struct Journal: ~Copyable {
    package let path: String
    package let lock: JournalLock
    let sync: JournalSync
    var descriptor: Int32
    var flusher: Flusher
    var compaction: Compaction?
    /// The file is written anew when it has become longer than this.
    var threshold: Int
    /// Bytes of records; zeros follow.
    var end = 0
    /// Bytes that the file system has promised.
    var reserved = 0
    /// What stands behind the snapshot, as `server.stats` tells it.
    var sinceSnapshot = (start: 0, records: 0)
    /// The processor time that went into the records behind the snapshot, in seconds, and what was
    /// known when it was noted last.
    var work = (seconds: 0.0, noted: (time: 0.0, records: 0))
    var recordsBeforeCompaction = 0
    var snapshots = 0
    var lastSnapshot: Double?

    let growth: Int
    let calls: FileCalls
    /// Why the file may not be on the disk, or is not the journal any more. Nothing is accepted
    /// until a new file has taken its place.
    var failure: String?
    var failures = 0
    /// When the next new file may be begun after a failure, on the machine's clock.
    var nextAttempt = Instant.zero
    /// Seconds between two of these: twice as many each time, so that a disk that fails for long
    /// is not kept busy.
    var pause = Self.pauses.lowerBound
    static let pauses = 0.5...60

    /// Seconds of processor time behind the snapshot from which on a new file is begun: the next
    /// start does that work again, however few bytes the records have.
    static let mostWork = 5.0

    /// Taken at once, so that most commands find their space there.
    private static let chunk = 1 << 20

    /// Opens the file, or makes it, and keeps other daemons off it.
    ///
    /// - Throws: `StartProblem`.
    package init(
        path: String, sync: JournalSync, growth: Int, _ calls: FileCalls = FileCalls()
    ) throws(StartProblem) {
        let lock = try JournalLock(of: path)
        let (descriptor, isNew) = try lock.openJournal(path)
        // Else the loss of power could take the name of a file that is on the disk.
        if isNew, sync != .never {
            let error = calls.flushName(of: path)
            guard error == 0 else {
                unlink(path)
                close(descriptor)
                errno = error
                throw Self.problem("bring to the disk the name of", path)
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
        // What a daemon that was killed meanwhile had begun.
        unlink(Compaction.path(of: path))
    }

    deinit {
        compaction?.discard()
        flusher.end()
        // The zeros behind the last record were only kept free. A file that could not be read is
        // left as it was.
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

    /// All that is in the file.
    ///
    /// - Throws: `StartProblem`.
    package borrowing func contents() throws(StartProblem) -> FileBytes {
        guard let bytes = FileBytes(descriptor) else { throw Self.problem("read", path) }
        return bytes
    }

    /// What is behind the last whole record goes; writing goes on there.
    ///
    /// - Throws: `StartProblem`.
    package mutating func cut(at place: Int, snapshot: (end: Int, records: Int))
        throws(StartProblem)
    {
        guard ftruncate(descriptor, off_t(place)) == 0 else { throw Self.problem("cut", path) }
        end = place
        reserved = place
        sinceSnapshot = (snapshot.end, snapshot.records)
    }

    /// Makes sure that so many bytes can be appended. Returns what keeps it from that.
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

    /// Writes records. After `reserve` only a broken disk can keep it from that.
    ///
    /// - Throws: `StartProblem`: what was done can then not be made known.
    package mutating func append(_ records: [UInt8], count: Int) throws(StartProblem) {
        guard calls.write(all: records, to: descriptor, at: end) else {
            throw StartProblem(
                "cannot write the journal \(path): \(errorText(errno)). What "
                    + "could not be written was told to nobody; start again when the disk takes it")
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
                    "cannot bring the journal \(path) to the disk: "
                        + "\(errorText(error)). What was not on it was told to "
                        + "nobody; look at the disk, then start again: the file is written anew")
            }
        case .second: flusher.note()
        case .never: break
        }
    }
}
