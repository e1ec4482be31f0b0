internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerWire
internal import Synchronization

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
    func note(end place: Int) { end.store(place, ordering: .releasing) }

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
            let place = start + bytes - snapshot
            let count = end.load(ordering: .acquiring) - place
            guard calls.copy(count, from: old, at: place, to: new, at: bytes) else { return nil }
            let error = sync == .never ? 0 : calls.flush(new)
            guard error == 0 else {
                errno = error
                return nil
            }
            bytes += count
            if end.load(ordering: .acquiring) - place - count < Self.remainder { break }
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
