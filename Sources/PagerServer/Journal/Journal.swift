internal import Glibc
internal import PagerModel

/// The file in which accepted commands stand before anybody sees what they did.
///
/// Space is taken before a command is carried out, so that the record of what has happened never
/// finds the disk full: `reserve` may refuse, `append` after it does not.
struct Journal: ~Copyable {
    let path: String
    private let lock: JournalLock
    private let sync: JournalSync
    private var descriptor: Int32
    private var flusher: Flusher
    private var compaction: Compaction?
    /// The file is written anew when it has become longer than this.
    private var threshold: Int
    /// Bytes of records; zeros follow.
    private(set) var end = 0
    /// Bytes that the file system has promised.
    private var reserved = 0
    /// What stands behind the snapshot, as `server.stats` tells it.
    private var sinceSnapshot = (start: 0, records: 0)
    private var recordsBeforeCompaction = 0
    private var snapshots = 0
    private var lastSnapshot: Double?

    private let growth: Int
    private let calls: FileCalls
    /// Why the file may not be on the disk, or is not the journal any more. Nothing is accepted
    /// until a new file has taken its place.
    private var failure: String?
    private var failures = 0
    /// When the next new file may be begun after a failure, on the machine's clock.
    private var nextAttempt = Instant.zero
    /// Seconds between two of these: twice as many each time, so that a disk that fails for long
    /// is not kept busy.
    private var pause = Self.pauses.lowerBound
    private static let pauses = 0.5...60

    /// Taken at once, so that most commands find their space there.
    private static let chunk = 1 << 20

    /// Opens the file, or makes it, and keeps other daemons off it.
    ///
    /// - Throws: `StartProblem`.
    init(
        path: String, _ configuration: Configuration, _ calls: FileCalls = FileCalls()
    ) throws(StartProblem) {
        let lock = try JournalLock(of: path)
        let (descriptor, isNew) = try lock.openJournal(path)
        // Else the loss of power could take the name of a file that is on the disk.
        if isNew, configuration.journalSync != .never {
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
        sync = configuration.journalSync
        growth = configuration.journalGrowth
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
            "cannot \(verb) the journal \(path): \(String(cString: strerror(errno))); set "
                + "PAGERD_STATE_DIR, or start with --journal FILE or --journal none")
    }

    /// Calls the body with all that is in the file.
    ///
    /// - Throws: `StartProblem`, and what the body throws.
    borrowing func withBytes<R>(
        _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.problem("read", path) }
        let count = Int(status.st_size)
        guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            base != MAP_FAILED
        else { throw Self.problem("read", path) }
        defer { munmap(base, count) }
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// What is behind the last whole record goes; writing goes on there.
    ///
    /// - Throws: `StartProblem`.
    mutating func cut(at place: Int, snapshot: (end: Int, records: Int)) throws(StartProblem) {
        guard ftruncate(descriptor, off_t(place)) == 0 else { throw Self.problem("cut", path) }
        end = place
        reserved = place
        sinceSnapshot = (snapshot.end, snapshot.records)
    }

    /// Makes sure that so many bytes can be appended. Returns what keeps it from that.
    mutating func reserve(_ bytes: Int) -> String? {
        if failure == nil, let error = flusher.failure { fail(error) }
        if let failure { return failure }
        guard end + bytes > reserved else { return nil }
        let wanted = end + bytes + Self.chunk
        var failure = calls.allocate(descriptor, reserved, wanted - reserved)
        while failure == EINTR {
            failure = calls.allocate(descriptor, reserved, wanted - reserved)
        }
        guard failure == 0 else {
            return "cannot write the journal \(path): \(String(cString: strerror(failure)))"
        }
        reserved = wanted
        return nil
    }

    /// Writes records. After `reserve` only a broken disk can keep it from that.
    ///
    /// - Throws: `StartProblem`: what was done can then not be made known.
    mutating func append(_ records: [UInt8], count: Int) throws(StartProblem) {
        guard calls.write(all: records, to: descriptor, at: end) else {
            throw StartProblem(
                "cannot write the journal \(path): \(String(cString: strerror(errno))). What "
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
                        + "\(String(cString: strerror(error))). What was not on it was told to "
                        + "nobody; look at the disk, then start again: the file is written anew")
            }
        case .second: flusher.note()
        case .never: break
        }
    }
}

extension Journal {
    /// Keeps the file short: begins a snapshot when it has grown enough, and takes the new file when
    /// there is one. Returns what has gone wrong; the old file goes on then.
    ///
    /// After a failure to bring the old file to the disk a new one is begun at once: what is in the
    /// old one is in doubt, and what the service knows is not. Until `reserve` has refused what
    /// would be appended meanwhile, there is no failure here.
    mutating func compact(_ service: borrowing Service) -> String? {
        if failure == nil, let error = flusher.failure { fail(error) }
        if let compaction {
            guard compaction.isDone else { return nil }
            self.compaction = nil
            do {
                try adopt(compaction)
                return nil
            } catch {
                threshold = end + growth
                return error.description
            }
        }
        if failure == nil ? end > threshold : Service.monotonic() >= nextAttempt {
            if failure != nil { postpone() }
            recordsBeforeCompaction = sinceSnapshot.records
            compaction = Compaction(
                copy service, of: path, descriptor, from: end, sync: sync, calls)
        }
        return nil
    }

    /// Leaves a file that begins with a snapshot, so that the next start, maybe of a newer pagerd,
    /// need not do anything again. Returns what has gone wrong; the file is whole all the same.
    mutating func finish(_ service: borrowing Service) -> String? {
        compaction?.discard()
        compaction = nil
        recordsBeforeCompaction = sinceSnapshot.records
        do {
            try adopt(
                Compaction(
                    copy service, of: path, descriptor, from: end, sync: sync, calls))
            return nil
        } catch {
            return error.description
        }
    }

    /// Puts a new file in the journal's place: a header, and a snapshot where one is wanted. The
    /// file is on the disk before it takes the place, so that no crash leaves half of it.
    ///
    /// - Parameter suffix: what the old file is called, behind its own name; nil if it is not kept.
    /// - Returns: where the old file is kept.
    /// - Throws: `StartProblem`; then the file is what it was.
    mutating func replace(
        with service: borrowing Service, hasSnapshot: Bool, keepingFileAs suffix: String? = nil
    ) throws(StartProblem) -> String? {
        let kept = try suffix.map { (suffix) throws(StartProblem) in try keep(as: suffix) }
        recordsBeforeCompaction = sinceSnapshot.records
        try adopt(
            Compaction(
                copy service, of: path, descriptor, from: end, sync: sync, calls,
                hasSnapshot: hasSnapshot))
        return kept
    }

    /// Gives the file a second name, which stays when another file takes its place.
    private func keep(as suffix: String) throws(StartProblem) -> String {
        for number in 1... {
            let kept = "\(path).\(suffix)" + (number > 1 ? "-\(number)" : "")
            if link(path, kept) == 0 { return kept }
            if errno != EEXIST { break }
        }
        throw StartProblem(
            "cannot keep the journal \(path) beside itself: \(String(cString: strerror(errno))); "
                + "move it away to begin with nothing")
    }

    /// The new file takes the place of the old one, with the last records that have come since.
    ///
    /// They are brought to the disk at once only where each record is; else within a second, as
    /// any. Closing the old file and ending its flusher may wait for the disk, so a thread does it.
    ///
    /// - Throws: `StartProblem`; then nothing has changed.
    private mutating func adopt(_ compaction: Compaction) throws(StartProblem) {
        let new = try compaction.wait().get()
        let place = compaction.start + new.bytes - new.snapshot
        do throws(StartProblem) {
            try replace(with: new, compaction, from: place)
        } catch {
            close(new.descriptor)
            unlink(compaction.path)
            throw error
        }
        Self.retire(flusher, descriptor)
        descriptor = new.descriptor
        flusher = Flusher(new.descriptor, isNeeded: sync == .second, calls, naming: path)
        end = new.bytes + end - place
        if end > new.bytes { flusher.note() }
        reserved = end
        sinceSnapshot = (new.snapshot, sinceSnapshot.records - recordsBeforeCompaction)
        snapshots += 1
        lastSnapshot = Daemon.now()
        // What is written anew stays a small multiple of what is written once.
        threshold = end + max(growth, new.snapshot / 32)
        // After a failure nothing is accepted before the new name is on the disk too.
        let waits = sync == .always || (sync == .second && failure != nil)
        let error = waits ? calls.flushName(of: path) : 0
        if error == 0 { recover() } else { fail(error) }
    }

    private static func retire(_ flusher: Flusher, _ descriptor: Int32) {
        let work: @Sendable () -> Void = {
            flusher.end()
            close(descriptor)
        }
        do throws(StartProblem) {
            try SideThread(work).detach()
        } catch {
            work()
        }
    }

    /// Appends the records from a place on to the new file and gives it the name of the old one.
    ///
    /// - Throws: `StartProblem`; then the old file has the name still.
    private mutating func replace(
        with new: Compaction.Written, _ compaction: Compaction, from place: Int
    ) throws(StartProblem) {
        try requireOwnFile()
        // What the old file says of itself is in doubt after a failure.
        guard failure == nil || end == compaction.start else { throw StartProblem(failure ?? "") }
        let count = end - place
        guard calls.copy(count, from: descriptor, at: place, to: new.descriptor, at: new.bytes)
        else { throw Self.problem("replace", path) }
        let error = sync == .always && count > 0 ? calls.flush(new.descriptor) : 0
        guard error == 0, rename(compaction.path, path) == 0 else {
            if error != 0 { errno = error }
            throw Self.problem("replace", path)
        }
    }

    /// A file that was put in the journal's place while the daemon ran is not overwritten.
    ///
    /// - Throws: `StartProblem`; nothing is accepted from then on.
    private mutating func requireOwnFile() throws(StartProblem) {
        var status = stat()
        // A journal that was deleted has its name again after this.
        if lstat(path, &status) != 0, errno == ENOENT { return }
        if JournalLock.isFile(descriptor, at: path) { return }
        let text =
            "the journal \(path) was replaced by another file while this daemon wrote it; nothing "
            + "is accepted any more. Move the other file away to go on with this daemon's state, or "
            + "kill this daemon to go on with the file's"
        failure = text
        throw StartProblem(text)
    }

    /// What was written may not be on the disk, whatever a second try says.
    private mutating func fail(_ error: Int32) {
        failures += 1
        lock.note(isInDoubt: true)
        failure =
            "cannot bring the journal \(path) to the disk: \(String(cString: strerror(error))); it "
            + "is written anew"
        // What is being written goes on with what is in the file that failed.
        compaction?.discard()
        compaction = nil
    }

    private mutating func postpone() {
        nextAttempt = Service.monotonic().advanced(by: pause)
        pause = min(2 * pause, Self.pauses.upperBound)
    }

    private mutating func recover() {
        pause = Self.pauses.lowerBound
        if failure != nil { lock.note(isInDoubt: false) }
        failure = nil
    }

    /// Writes a new file where a daemon before this one could not bring the old one to the disk.
    ///
    /// - Throws: `StartProblem` where this one cannot either.
    mutating func renewIfInDoubt(_ service: borrowing Service) throws(StartProblem) {
        guard lock.isInDoubt, sync != .never else { return }
        failure = "the journal \(path) may not be on the disk"
        if end == 0 { return recover() }
        recordsBeforeCompaction = sinceSnapshot.records
        try adopt(Compaction(copy service, of: path, descriptor, from: end, sync: sync, calls))
        if let failure { throw StartProblem(failure) }
    }

    /// For `server.stats`; what keeps it from being written the service knows.
    var figures: JournalFigures {
        var figures = JournalFigures()
        figures.path = path
        figures.sync = sync
        figures.bytes = end
        figures.bytesSinceSnapshot = end - sinceSnapshot.start
        figures.recordsSinceSnapshot = sinceSnapshot.records
        figures.snapshots = snapshots
        figures.lastSnapshot = lastSnapshot
        figures.syncFailures = failures
        return figures
    }
}
