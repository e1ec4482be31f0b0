internal import Glibc
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// Writes a new journal that begins with a snapshot, beside the daemon's thread.
///
/// It has a copy of the service, a value that nobody changes, and a file of its own; the daemon goes
/// on meanwhile and writes its records to the old file. When this is done, the daemon appends those
/// and puts the new file in the old one's place.
final class Compaction: @unchecked Sendable {
    /// Where the new file is until it takes the place of the old one.
    let path: String
    /// Of the old file, at the moment of the snapshot; what is behind it is not in the new one yet.
    let start: Int
    private var service: Service
    private let sync: JournalSync
    private let calls: FileCalls
    private let hasSnapshot: Bool
    private let done = Atomic<Bool>(false)
    private var thread: SideThread?
    /// Written by the thread before it is done.
    private var result: Result<(descriptor: Int32, bytes: Int), StartProblem>?

    /// Begins at once.
    ///
    /// - Parameter hasSnapshot: false for a journal in which nothing has happened yet.
    init(
        _ service: Service, of path: String, from start: Int, sync: JournalSync, _ calls: FileCalls,
        hasSnapshot: Bool = true
    ) {
        self.path = Self.path(of: path)
        self.start = start
        self.service = service
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

    var isDone: Bool { done.load(ordering: .acquiring) }

    /// What came of it, once it is done.
    func wait() -> Result<(descriptor: Int32, bytes: Int), StartProblem> {
        thread?.join()
        return result ?? .failure(StartProblem("the snapshot was not written"))
    }

    /// Nobody wants it any more.
    func discard() {
        if case .success(let new) = wait() { close(new.descriptor) }
        unlink(path)
    }

    private func write() -> Result<(descriptor: Int32, bytes: Int), StartProblem> {
        unlink(path)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failure(Journal.problem("open", path)) }
        // The lock of the old file goes with it.
        let isLocked = FileLock.take(descriptor)
        let count = isLocked ? fill(descriptor) : nil
        let error = count == nil ? errno : sync == .never ? 0 : calls.flush(descriptor)
        guard let count, error == 0 else {
            errno = error
            let problem = Journal.problem("write", path)
            close(descriptor)
            unlink(path)
            return .failure(problem)
        }
        return .success((descriptor, count))
    }

    /// The bytes that were written, nil where they could not be.
    private func fill(_ descriptor: Int32) -> Int? {
        var ledger = Ledger()
        ledger.isKept = true
        let history = Value(JournalHistory(service.identity))
        ledger.add(.history, at: service.present, service.point, json: history)
        if hasSnapshot {
            // Before the snapshot, with which the file ends that has lost nothing.
            ledger.add(
                .boots, at: service.present, StatePoint(seq: 0, revision: 0),
                json: Value(service.boots.list))
            Archive.writing({ service.visit(&$0) }) { archive in
                ledger.add(.snapshot, at: service.present, service.point) {
                    $0.append(contentsOf: archive)
                }
            }
        }
        return calls.write(all: ledger.bytes, to: descriptor, at: 0) ? ledger.bytes.count : nil
    }
}
