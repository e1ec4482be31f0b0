import SystemCalls
import Glibc
import Synchronization

@testable import PagerJournal
@testable import PagerServer

/// The disk of a journal, which fails on request. The snapshot is written by another thread; for
/// that thread the disk can be full, but does not fail otherwise.
final class FaultyDisk: Sendable {
    /// Whether the disk is full. Space that is already reserved can still be used.
    let isFull = Atomic<Bool>(false)
    /// The number of bytes of the journal's next record that are written before the disk fails, or
    /// a negative number if it does not.
    let bytesLeft = Atomic<Int>(-1)
    /// The number of bytes written of the record during which the disk failed.
    let torn = Atomic<Int>(0)
    /// Whether flushes fail.
    let failsSync = Atomic<Bool>(false)
    /// The descriptor of the journal's file, known once it has reserved space.
    private let journal = Atomic<Int32>(-1)
    private let reserved = Atomic<Int>(0)

    var isBroken: Bool {
        bytesLeft.load(ordering: .relaxed) >= 0 || failsSync.load(ordering: .relaxed)
    }

    func mend() {
        isFull.store(false, ordering: .relaxed)
        bytesLeft.store(-1, ordering: .relaxed)
        torn.store(0, ordering: .relaxed)
        failsSync.store(false, ordering: .relaxed)
    }

    /// Resets the state when a new daemon opens the file.
    func open() { journal.store(-1, ordering: .relaxed) }

    var calls: FileCalls {
        var calls = FileCalls()
        calls.allocate = { [self] descriptor, start, count in
            if isFull.load(ordering: .relaxed) { return ENOSPC }
            journal.store(descriptor, ordering: .relaxed)
            reserved.store(start + count, ordering: .relaxed)
            return posix_fallocate(descriptor, off_t(start), off_t(count))
        }
        calls.write = { [self] descriptor, bytes, place in
            let isJournal = descriptor == journal.load(ordering: .relaxed)
            let left = bytesLeft.load(ordering: .relaxed)
            if isJournal, left == 0 || (left > 0 && bytes.isEmpty) {
                errno = EIO
                return -1
            }
            let end = isJournal ? reserved.load(ordering: .relaxed) : 0
            if isFull.load(ordering: .relaxed), place + bytes.count > end {
                errno = ENOSPC
                return -1
            }
            let count = isJournal && left > 0 ? min(left, bytes.count) : bytes.count
            if isJournal, left > 0 { bytesLeft.store(left - count, ordering: .relaxed) }
            if count < bytes.count { torn.store(count, ordering: .relaxed) }
            return pwrite(descriptor, bytes.prefix(count), off_t(place))
        }
        calls.sync = { [self] descriptor in
            let isJournal = descriptor == journal.load(ordering: .relaxed)
            guard isJournal, failsSync.load(ordering: .relaxed) else { return 0 }
            errno = EIO
            return -1
        }
        return calls
    }
}
