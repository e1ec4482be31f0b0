internal import Glibc
package import PagerModel
package import PagerWire
internal import Synchronization
internal import SystemCalls

/// A compaction of the journal. A separate thread writes a new file that begins with a snapshot.
///
/// The thread has its own copy of the state and its own file. Meanwhile the daemon writes records
/// to the old file, and the thread copies these records too and syncs them to the disk. At the end
/// the daemon appends the last few records and replaces the old file.
final class Compaction: @unchecked Sendable {
    /// The path of the new file until it replaces the old one.
    let path: String
    /// The length in bytes of the old file at the time of the snapshot. The records after this
    /// offset must be copied.
    let start: Int
    /// The function that returns the first bytes of the new file. It captures a copy of the state.
    /// The thread sets this property to nil, because releasing the copy takes time.
    private var beginning: JournalBeginning?
    /// The descriptor of the old file, which stays open during the compaction.
    private let old: Int32
    /// The offset at which the records of the old file end.
    private let end: Atomic<Int>
    private let sync: JournalSync
    private let calls: FileCalls
    let hasSnapshot: Bool
    private let done = Atomic<Bool>(false)
    private var thread: SideThread?
    /// The result of the compaction, which the thread sets before it ends.
    private var result: Result<Written, StartProblem>?

    struct Written {
        let descriptor: Int32
        /// The size in bytes of the header and the snapshot, with which the new file begins.
        let snapshot: Int
        /// The size of the whole new file in bytes.
        let bytes: Int
    }

    /// The number of uncopied bytes below which the compaction's thread stops. The daemon's thread
    /// copies these last bytes.
    private static let remainder = 64 << 10
    /// The maximum number of times that the thread copies new records.
    private static let rounds = 8

    /// Starts the compaction at once.
    ///
    /// - Parameter hasSnapshot: Whether the new file contains a snapshot. False if the journal has
    ///   no changes yet.
    init(
        _ beginning: @escaping JournalBeginning, of path: String, _ old: Int32, from start: Int,
        sync: JournalSync,
        _ calls: FileCalls, hasSnapshot: Bool = true
    ) {
        self.path = Self.path(of: path)
        self.start = start
        self.old = old
        end = Atomic(start)
        self.beginning = beginning
        self.sync = sync
        self.calls = calls
        self.hasSnapshot = hasSnapshot
        do {
            thread = try SideThread { [self] in
                result = write()
                done.store(true, ordering: .releasing)
            }
        } catch {
            result = .failure(error)
            done.store(true, ordering: .releasing)
        }
    }

    static func path(of journal: String) -> String { journal + ".new" }

    /// Tells the compaction's thread at which offset the records of the old file now end.
    func note(end position: Int) { end.store(position, ordering: .releasing) }

    var isDone: Bool { done.load(ordering: .acquiring) }

    /// Waits for the end of the thread and returns its result.
    func wait() -> Result<Written, StartProblem> {
        thread?.join()
        return result ?? .failure(StartProblem("the snapshot was not written"))
    }

    /// Waits for the end of the thread, and deletes the new file.
    func discard() {
        if case .success(let new) = wait() { close(new.descriptor) }
        unlink(path)
    }

    private func write() -> Result<Written, StartProblem> {
        unlink(path)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failure(Journal.problem("open", path)) }
        // The lock of the old file belongs to its descriptor, so the new file needs its own.
        let isLocked = FileLock.take(descriptor)
        let count = isLocked ? fill(descriptor) : nil
        guard let count, let bytes = follow(descriptor, from: count) else {
            let problem = Journal.problem("write", path)
            close(descriptor)
            unlink(path)
            return .failure(problem)
        }
        return .success(Written(descriptor: descriptor, snapshot: count, bytes: bytes))
    }

    /// Copies the records that the daemon has written to the old file since the snapshot. Then
    /// syncs the new file, unless `sync` is `never`. Repeats both steps until few uncopied records
    /// remain, at most `rounds` times. Returns the length of the new file, or nil after an error.
    private func follow(_ new: Int32, from snapshot: Int) -> Int? {
        var bytes = snapshot
        for _ in 0..<Self.rounds {
            let position = start + bytes - snapshot
            let count = end.load(ordering: .acquiring) - position
            guard calls.copy(count, from: old, at: position, to: new, at: bytes) else { return nil }
            let error = sync == .never ? 0 : calls.flush(new)
            guard error == 0 else {
                errno = error
                return nil
            }
            bytes += count
            if end.load(ordering: .acquiring) - position - count < Self.remainder { break }
        }
        return bytes
    }

    /// Writes the beginning of the new file. Returns the number of bytes written, or nil after an
    /// error.
    private func fill(_ descriptor: Int32) -> Int? {
        guard let bytes = beginning?(hasSnapshot) else { return nil }
        beginning = nil
        return calls.write(all: bytes, to: descriptor, at: 0) ? bytes.count : nil
    }
}

/// A function that returns the first records of a journal: its header, and a snapshot if requested.
///
/// The thread of a compaction calls the function, so the function must not share state with the
/// daemon's thread.
package typealias JournalBeginning = (_ hasSnapshot: Bool) -> [UInt8]

extension Journal {
    /// Limits the length of the journal file. Starts a compaction if the file has grown enough, or
    /// if the next daemon would need too much time to replay it. Replaces the file if a compaction
    /// is complete. If the file cannot be replaced, returns an error message, and the journal
    /// continues to use the old file.
    ///
    /// After a failed sync, starts a compaction even if the file is short, because it is uncertain
    /// what the file contains on the disk. The daemon has the whole state in memory.
    package mutating func compact(_ beginning: @autoclosure () -> JournalBeginning) -> String? {
        if failure == nil, let error = flusher.failure { fail(error) }
        if let compaction {
            guard compaction.isDone else { return nil }
            self.compaction = nil
            do {
                try replaceFile(with: compaction)
                return nil
            } catch {
                threshold = end + growth
                work.seconds = 0
                return error.description
            }
        }
        let isLong = end > threshold || work.seconds > Self.mostWork
        if failure == nil ? isLong : MachineClock.monotonic() >= nextAttempt {
            if failure != nil { postpone() }
            recordsBeforeCompaction = sinceSnapshot.records
            compaction = Compaction(
                beginning(), of: path, descriptor, from: end, sync: sync, calls)
        }
        return nil
    }

    /// Updates the processor time that was spent on the journal's records. If records were written
    /// since the last call, adds the processor time that the calling thread has used since that
    /// call.
    ///
    /// - Parameter time: The processor time, in seconds, that the calling thread has used so far.
    package mutating func note(processorTime time: Double) {
        let records = sinceSnapshot.records
        if records > work.noted.records { work.seconds += time - work.noted.time }
        work.noted = (time, records)
    }

    /// Replaces the journal with a file that begins with a snapshot, so that the next daemon,
    /// perhaps of a newer version, has nothing to replay. Returns an error message on failure; the
    /// old file is then still complete.
    package mutating func finish(_ beginning: @escaping JournalBeginning) -> String? {
        compaction?.discard()
        compaction = nil
        recordsBeforeCompaction = sinceSnapshot.records
        do {
            try replaceFile(
                with: Compaction(
                    beginning, of: path, descriptor, from: end, sync: sync, calls))
            return nil
        } catch {
            return error.description
        }
    }

    /// Replaces the journal with a new file that has a header and, if requested, a snapshot. Unless
    /// `sync` is `never`, the new file is synced before it gets the journal's name, so a crash
    /// leaves a complete file.
    ///
    /// - Parameter suffix: The end of the name under which the old file is kept. Nil to delete it.
    /// - Returns: The path under which the old file is kept, or nil if it is not kept.
    /// - Throws: `StartProblem` if the file cannot be replaced. It is then unchanged.
    package mutating func replace(
        with beginning: @escaping JournalBeginning, hasSnapshot: Bool,
        keepingFileAs suffix: String? = nil
    ) throws(StartProblem) -> String? {
        let kept = try suffix.map { (suffix) throws(StartProblem) in try keep(as: suffix) }
        recordsBeforeCompaction = sinceSnapshot.records
        try replaceFile(
            with: Compaction(
                beginning, of: path, descriptor, from: end, sync: sync, calls,
                hasSnapshot: hasSnapshot))
        return kept
    }

    /// Creates a hard link to the file, so that the file still exists after a new file has replaced
    /// it. Returns the path of the link.
    private func keep(as suffix: String) throws(StartProblem) -> String {
        for number in 1... {
            let kept = "\(path).\(suffix)" + (number > 1 ? "-\(number)" : "")
            if link(path, kept) == 0 { return kept }
            if errno != EEXIST { break }
        }
        throw StartProblem(
            "cannot keep a copy of the journal \(path): \(errorText(errno)); "
                + "move it away to start with an empty state")
    }

    /// Appends the last records to the file that a compaction has written, and replaces the journal
    /// with that file.
    ///
    /// If `sync` is `always`, the last records are synced before the file is replaced. If it is
    /// `second`, they are synced within a second. If it is `never`, they are not synced. Closing
    /// the old file may wait for the disk, so a separate thread closes it.
    ///
    /// - Throws: `StartProblem` if the file cannot be replaced. The journal then keeps the old
    ///   file.
    private mutating func replaceFile(with compaction: Compaction) throws(StartProblem) {
        let new = try compaction.wait().get()
        let position = compaction.start + new.bytes - new.snapshot
        do throws(StartProblem) {
            try replace(with: new, compaction, from: position)
        } catch {
            close(new.descriptor)
            unlink(compaction.path)
            throw error
        }
        Self.retire(flusher, descriptor)
        descriptor = new.descriptor
        flusher = Flusher(new.descriptor, isNeeded: sync == .second, calls, naming: path)
        end = new.bytes + end - position
        if end > new.bytes { flusher.note() }
        reserved = end
        sinceSnapshot = (new.snapshot, sinceSnapshot.records - recordsBeforeCompaction)
        work.seconds = 0
        work.noted.records = sinceSnapshot.records
        if compaction.hasSnapshot {
            snapshots += 1
            lastSnapshot = MachineClock.unixTime()
        }
        // The threshold keeps the total of rewritten bytes at a small multiple of the written ones.
        threshold = end + max(growth, new.snapshot / 32)
        // After a failure, the journal accepts nothing before the new file's name is synced too.
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

    /// Appends the old file's records after an offset to the new file, and gives the new file the
    /// journal's name.
    ///
    /// - Throws: `StartProblem` if the new file cannot replace the old one. The new file then does
    ///   not have the journal's name.
    private mutating func replace(
        with new: Compaction.Written, _ compaction: Compaction, from position: Int
    ) throws(StartProblem) {
        try requireOwnFile()
        // After a failure the content of the old file is uncertain.
        guard failure == nil || end == compaction.start else { throw StartProblem(failure ?? "") }
        let count = end - position
        guard calls.copy(count, from: descriptor, at: position, to: new.descriptor, at: new.bytes)
        else { throw Self.problem("replace", path) }
        let error = sync == .always && count > 0 ? calls.flush(new.descriptor) : 0
        guard error == 0, rename(compaction.path, path) == 0 else {
            if error != 0 { errno = error }
            throw Self.problem("replace", path)
        }
    }

    /// Checks that the journal's path does not refer to a different file, because a compaction
    /// would overwrite that file.
    ///
    /// - Throws: `StartProblem` if the path refers to a different file. The journal then refuses
    ///   all records.
    private mutating func requireOwnFile() throws(StartProblem) {
        var status = stat()
        // If the journal was deleted, the new file gets its name.
        if lstat(path, &status) != 0, errno == ENOENT { return }
        if JournalLock.isFile(descriptor, at: path) { return }
        let text =
            "the journal \(path) was replaced by another file while this daemon wrote it; the "
            + "daemon now refuses all changes. Move the other file away to continue with this "
            + "daemon's state, or kill this daemon to continue with the file's"
        failure = text
        throw StartProblem(text)
    }

    /// Records that a sync has failed. Some written data may then be missing on the disk, even if a
    /// second sync succeeds.
    mutating func fail(_ error: Int32) {
        failures += 1
        lock.note(isInDoubt: true)
        failure =
            "cannot sync the journal \(path) to the disk: \(errorText(error)); the "
            + "daemon is writing a new file"
        // The running compaction is useless, because it copies from the file that could not be
        // synced.
        compaction?.discard()
        compaction = nil
    }

    private mutating func postpone() {
        nextAttempt = MachineClock.monotonic().advanced(by: pause)
        pause = min(2 * pause, Self.pauses.upperBound)
    }

    private mutating func recover() {
        pause = Self.pauses.lowerBound
        if failure != nil { lock.note(isInDoubt: false) }
        failure = nil
    }

    /// Writes a new file if a previous daemon could not sync the old one.
    ///
    /// - Throws: `StartProblem` if this daemon cannot sync the new file either.
    package mutating func renewIfInDoubt(_ beginning: @autoclosure () -> JournalBeginning)
        throws(StartProblem)
    {
        guard lock.isInDoubt, sync != .never else { return }
        failure = "the journal \(path) may not be on the disk"
        if end == 0 { return recover() }
        recordsBeforeCompaction = sinceSnapshot.records
        try replaceFile(
            with: Compaction(beginning(), of: path, descriptor, from: end, sync: sync, calls))
        if let failure { throw StartProblem(failure) }
    }

    /// The statistics for `server.stats`, except `failure`, which the caller adds.
    package var figures: JournalFigures {
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

/// A thread for one task that does not access the daemon's state.
package struct SideThread: Sendable {
    private let thread: Thread

    /// Starts the thread at once.
    ///
    /// - Throws: `StartProblem` if the system does not allow another thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(StartProblem) {
        do throws(Thread.Failure) {
            thread = try Thread(body)
        } catch {
            throw StartProblem("cannot start a thread: \(errorText(error.code))")
        }
    }

    /// Detaches the thread, which then needs no `join`.
    package func detach() { thread.detach() }

    /// Waits for the end of the thread. Call it once.
    package func join() { thread.join() }
}
