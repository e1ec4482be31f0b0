internal import Glibc
internal import PagerModel

/// The file in which accepted commands stand before anybody sees what they did.
///
/// Space is taken before a command is carried out, so that the record of what has happened never
/// finds the disk full: `reserve` may refuse, `append` after it does not.
struct Journal: ~Copyable {
    let path: String
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

    /// Taken at once, so that most commands find their space there.
    private static let chunk = 1 << 20

    /// Opens the file, or makes it, and keeps other daemons off it.
    ///
    /// - Throws: `StartProblem`.
    init(
        path: String, _ configuration: Configuration, _ calls: FileCalls = FileCalls()
    ) throws(StartProblem) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.problem("open", path) }
        guard FileLock.take(descriptor) else {
            close(descriptor)
            throw StartProblem(
                "another daemon writes the journal \(path); end it, or name another --journal")
        }
        self.path = path
        self.calls = calls
        sync = configuration.journalSync
        growth = configuration.journalGrowth
        threshold = growth
        self.descriptor = descriptor
        flusher = Flusher(descriptor, isNeeded: sync == .second)
        // What a daemon that was killed meanwhile had begun.
        unlink(Compaction.path(of: path))
    }

    deinit {
        compaction?.discard()
        flusher.end()
        // The zeros behind the last record were only kept free. A file that could not be read is
        // left as it was.
        if reserved > end { _ = ftruncate(descriptor, off_t(end)) }
        if sync != .never { _ = calls.sync(descriptor) }
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
        sinceSnapshot.records += count
        reserved = max(reserved, end)
        switch sync {
        case .always:
            guard calls.sync(descriptor) == 0 else { throw Self.problem("write", path) }
        case .second: flusher.note()
        case .never: break
        }
    }
}

extension Journal {
    /// Keeps the file short: begins a snapshot when it has grown enough, and takes the new file when
    /// there is one. Returns what has gone wrong; the old file goes on then.
    mutating func compact(_ service: borrowing Service) -> String? {
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
        if end > threshold {
            recordsBeforeCompaction = sinceSnapshot.records
            compaction = Compaction(
                copy service, of: path, from: end, sync: sync, calls)
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
                    copy service, of: path, from: end, sync: sync, calls))
            return nil
        } catch {
            return error.description
        }
    }

    /// The new file takes the place of the old one, with the records that have come since.
    ///
    /// - Throws: `StartProblem`; then nothing has changed.
    private mutating func adopt(_ compaction: Compaction) throws(StartProblem) {
        let (new, bytes) = try compaction.wait().get()
        let count = end - compaction.start
        var rest = [UInt8](repeating: 0, count: count)
        let read = rest.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, count, off_t(compaction.start))
        }
        guard count == 0 || read == count, calls.write(all: rest, to: new, at: bytes),
            sync == .never || calls.sync(new) == 0, rename(compaction.path, path) == 0
        else {
            let problem = Self.problem("replace", path)
            close(new)
            unlink(compaction.path)
            throw problem
        }
        Self.flushFolder(of: path, sync)
        flusher.end()
        close(descriptor)
        descriptor = new
        flusher = Flusher(new, isNeeded: sync == .second)
        end = bytes + count
        reserved = end
        sinceSnapshot = (bytes, sinceSnapshot.records - recordsBeforeCompaction)
        snapshots += 1
        lastSnapshot = Daemon.now()
        // What is written anew stays a small multiple of what is written once.
        threshold = end + max(growth, bytes / 32)
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
        return figures
    }

    /// The new name is on the disk too.
    private static func flushFolder(of path: String, _ sync: JournalSync) {
        guard sync != .never else { return }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
