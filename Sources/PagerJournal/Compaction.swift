internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Writes a new journal that begins with a snapshot, beside the daemon's thread.
///
/// It has a copy of the state, which no other code changes, and a file of its own. Meanwhile the
/// daemon writes its records to the old file. The thread copies those too, and brings
/// them to the disk; when it is done, the daemon appends the last few and puts the new file in the
/// old one's place.
final class Compaction: @unchecked Sendable {
    /// Where the new file is until it takes the place of the old one.
    let path: String
    /// Of the old file, at the moment of the snapshot; what is behind it is not in the new one yet.
    let start: Int
    /// What the file begins with. Given back by the thread, with the copy of the state, since that
    /// takes a while.
    private var beginning: JournalBeginning?
    /// The old file, which is open until this is over, and the end of its records.
    private let old: Int32
    private let end: Atomic<Int>
    private let sync: JournalSync
    private let calls: FileCalls
    let hasSnapshot: Bool
    private let done = Atomic<Bool>(false)
    private var thread: SideThread?
    /// Written by the thread before it is done.
    private var result: Result<Written, StartProblem>?

    struct Written {
        let descriptor: Int32
        /// Of the snapshot, and of all that the new file has.
        let snapshot: Int
        let bytes: Int
    }

    /// Bytes that are left to the daemon's thread to copy, about.
    private static let remainder = 64 << 10
    /// How often the thread copies what has come meanwhile.
    private static let rounds = 8

    /// Begins at once.
    ///
    /// - Parameter hasSnapshot: false for a journal in which nothing has happened yet.
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

    /// The old file has records up to here now.
    func note(end place: Int) { end.store(place, ordering: .releasing) }

    var isDone: Bool { done.load(ordering: .acquiring) }

    /// What came of it, once it is done.
    func wait() -> Result<Written, StartProblem> {
        thread?.join()
        return result ?? .failure(StartProblem("the snapshot was not written"))
    }

    /// Nobody wants it any more.
    func discard() {
        if case .success(let new) = wait() { close(new.descriptor) }
        unlink(path)
    }

    private func write() -> Result<Written, StartProblem> {
        unlink(path)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failure(Journal.problem("open", path)) }
        // The lock of the old file goes with it.
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

    /// Copies what has come since the snapshot until little is left, and brings all to the disk.
    /// Returns the length of the new file, nil where it cannot be written.
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

    /// The bytes that were written, nil where they could not be.
    private func fill(_ descriptor: Int32) -> Int? {
        guard let bytes = beginning?(hasSnapshot) else { return nil }
        beginning = nil
        return calls.write(all: bytes, to: descriptor, at: 0) ? bytes.count : nil
    }
}

/// Returns the first records of a journal: its header, and a snapshot if one is wanted.
///
/// The thread of the compaction calls it, so it must not share state with the daemon's thread.
package typealias JournalBeginning = (_ hasSnapshot: Bool) -> [UInt8]
