internal import Glibc
package import PagerWire
internal import SystemCalls
package import PagerModel

extension Journal {
    /// Keeps the file short: begins a snapshot when it has grown enough, and takes the new file when
    /// there is one. Returns what has gone wrong; the old file goes on then.
    ///
    /// After a failure to bring the old file to the disk a new one is begun at once: what is in the
    /// old one is in doubt, and what the service knows is not. Until `reserve` has refused what
    /// would be appended meanwhile, there is no failure here.
    package mutating func compact(_ beginning: @autoclosure () -> JournalBeginning) -> String? {
        if failure == nil, let error = flusher.failure { fail(error) }
        if let compaction {
            guard compaction.isDone else { return nil }
            self.compaction = nil
            do {
                try adopt(compaction)
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

    /// Notes the processor time that this thread has taken so far, in seconds. Where a record was
    /// written since the last time, what was taken since then counts as the work of the records.
    package mutating func note(processorTime time: Double) {
        let records = sinceSnapshot.records
        if records > work.noted.records { work.seconds += time - work.noted.time }
        work.noted = (time, records)
    }

    /// Leaves a file that begins with a snapshot, so that the next start, maybe of a newer pagerd,
    /// need not do anything again. Returns what has gone wrong; the file is whole all the same.
    package mutating func finish(_ beginning: @escaping JournalBeginning) -> String? {
        compaction?.discard()
        compaction = nil
        recordsBeforeCompaction = sinceSnapshot.records
        do {
            try adopt(
                Compaction(
                    beginning, of: path, descriptor, from: end, sync: sync, calls))
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
    package mutating func replace(
        with beginning: @escaping JournalBeginning, hasSnapshot: Bool,
        keepingFileAs suffix: String? = nil
    ) throws(StartProblem) -> String? {
        let kept = try suffix.map { (suffix) throws(StartProblem) in try keep(as: suffix) }
        recordsBeforeCompaction = sinceSnapshot.records
        try adopt(
            Compaction(
                beginning, of: path, descriptor, from: end, sync: sync, calls,
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
            "cannot keep the journal \(path) beside itself: \(errorText(errno)); "
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
        work.seconds = 0
        work.noted.records = sinceSnapshot.records
        if compaction.hasSnapshot {
            snapshots += 1
            lastSnapshot = MachineClock.unixTime()
        }
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
    mutating func fail(_ error: Int32) {
        failures += 1
        lock.note(isInDoubt: true)
        failure =
            "cannot bring the journal \(path) to the disk: \(errorText(error)); it "
            + "is written anew"
        // What is being written goes on with what is in the file that failed.
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

    /// Writes a new file where a daemon before this one could not bring the old one to the disk.
    ///
    /// - Throws: `StartProblem` where this one cannot either.
    package mutating func renewIfInDoubt(_ beginning: @autoclosure () -> JournalBeginning)
        throws(StartProblem)
    {
        guard lock.isInDoubt, sync != .never else { return }
        failure = "the journal \(path) may not be on the disk"
        if end == 0 { return recover() }
        recordsBeforeCompaction = sinceSnapshot.records
        try adopt(Compaction(beginning(), of: path, descriptor, from: end, sync: sync, calls))
        if let failure { throw StartProblem(failure) }
    }

    /// For `server.stats`; what keeps it from being written the service knows.
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
