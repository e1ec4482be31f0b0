internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The system calls that a journal uses. Tests replace them with functions that fail.
package struct FileCalls: Sendable {
    /// The call that reserves disk space for a part of a file, given the descriptor, the part's
    /// offset and its size in bytes. It returns 0 or an error number.
    package var allocate: @Sendable (Int32, Int, Int) -> Int32 = { descriptor, start, count in
        posix_fallocate(descriptor, off_t(start), off_t(count))
    }
    /// The call that writes bytes to a file at an offset. It returns the number of bytes written.
    /// On an error, it returns a negative number and sets `errno`.
    package var write: @Sendable (Int32, ArraySlice<UInt8>, Int) -> Int = {
        descriptor, bytes, position in
        pwrite(descriptor, bytes, off_t(position))
    }
    /// The call that syncs a file to the disk. It returns 0. On an error, it returns a negative
    /// number and sets `errno`.
    package var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
    /// The call that syncs the directory entries of a folder to the disk. It returns 0. On an
    /// error, it returns a negative number and sets `errno`.
    package var syncFolder: @Sendable (String) -> Int32 = { folder in
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        let result = fsync(descriptor)
        let error = errno
        close(descriptor)
        errno = error
        // Some file systems do not support syncing a folder, and do not need it.
        return result == 0 || error == EINVAL ? 0 : -1
    }

    /// Creates a value that uses the real calls of the operating system.
    package init() {}

    /// Syncs a file to the disk. Returns 0 or an error number.
    package func flush(_ descriptor: Int32) -> Int32 {
        while sync(descriptor) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// Syncs the directory entry of a file to the disk. Returns 0 or an error number.
    package func flushName(of path: String) -> Int32 {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        while syncFolder(folder) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// Writes all given bytes to a file. On an error, returns false and sets `errno`.
    package func write(all bytes: [UInt8], to descriptor: Int32, at position: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = write(descriptor, bytes[written...], position + written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Copies `count` bytes from the file `old` to the file `new`. On an error, returns false and
    /// sets `errno`. The error is EIO if `old` has too few bytes.
    package func copy(
        _ count: Int, from old: Int32, at start: Int, to new: Int32, at position: Int
    ) -> Bool {
        var copied = 0
        while copied < count {
            var chunk = [UInt8](repeating: 0, count: min(count - copied, 1 << 20))
            let read = pread(old, into: &chunk, at: start + copied)
            if read < 0, errno == EINTR { continue }
            if read == 0 { errno = EIO }
            guard read > 0 else { return false }
            chunk.removeLast(chunk.count - read)
            guard write(all: chunk, to: new, at: position + copied) else { return false }
            copied += read
        }
        return true
    }
}

/// A lock that a process holds on an open file.
package enum FileLock {
    package enum Outcome {
        case taken
        /// Another process still has the lock after some attempts.
        case held
        /// The file system cannot lock the file.
        case unsupported(code: Int32)
    }

    /// The time for which `attempt` tries to get the lock, and the pause between two attempts, in
    /// microseconds.
    private static let (patience, pause) = (250_000, 5_000)

    /// Takes the lock, and returns whether that worked.
    package static func take(_ descriptor: Int32) -> Bool {
        if case .taken = attempt(descriptor) { true } else { false }
    }

    /// Takes the lock.
    ///
    /// A process that is being started shares its parent's open files and their locks until it
    /// executes its program. So if a daemon starts right after another daemon has crashed, it may
    /// find the lock taken for some milliseconds.
    package static func attempt(_ descriptor: Int32) -> Outcome {
        for _ in 0..<patience / pause {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .taken }
            guard errno == EWOULDBLOCK || errno == EINTR else { return .unsupported(code: errno) }
            usleep(UInt32(pause))
        }
        return .held
    }
}

/// A thread that syncs a changed file to the disk once a second. A sync takes milliseconds, and no
/// command should wait for it.
///
/// The thread uses only the file descriptor, and no other state of the journal.
final class Flusher: Sendable {
    private let shared: Shared
    private let thread: SideThread?
    /// Whether each write is synced at once. True if the thread could not be started.
    private let flushesAtOnce: Bool

    private final class Shared: Sendable {
        let descriptor: Int32
        let calls: FileCalls
        /// The file descriptor of an `eventfd`. It becomes readable when the thread must end.
        let ending: Int32
        let isDirty = Atomic<Bool>(false)
        let failure = Atomic<Int32>(0)

        init(_ descriptor: Int32, _ calls: FileCalls) {
            self.descriptor = descriptor
            self.calls = calls
            ending = eventfd(0, Int32(EFD_CLOEXEC))
        }

        deinit { close(ending) }

        func run(naming path: String?) {
            flushName(of: path)
            while !hasFailed, awaitInput(ending, 1000) <= 0 {
                if isDirty.exchange(false, ordering: .acquiring) { flush() }
            }
        }

        var hasFailed: Bool { failure.load(ordering: .acquiring) != 0 }

        func flush() { note(calls.flush(descriptor)) }

        func flushName(of path: String?) {
            if let path { note(calls.flushName(of: path)) }
        }

        private func note(_ error: Int32) {
            if error != 0 { failure.store(error, ordering: .releasing) }
        }
    }

    /// Starts the thread.
    ///
    /// - Parameter path: The path of a file that has just been renamed, if any. The thread syncs
    ///   the directory entry of the file first.
    init(
        _ descriptor: Int32, isNeeded: Bool, _ calls: FileCalls, naming path: String? = nil
    ) {
        let shared = Shared(descriptor, calls)
        self.shared = shared
        thread = isNeeded ? try? SideThread { shared.run(naming: path) } : nil
        flushesAtOnce = isNeeded && thread == nil
        if flushesAtOnce { shared.flushName(of: path) }
    }

    /// The error number of a failed sync, or nil.
    ///
    /// After the first failure, the thread does not sync the file again, and the number is kept.
    /// The kernel may have dropped the data, and a later sync of the same file would succeed
    /// without that data.
    var failure: Int32? {
        let error = shared.failure.load(ordering: .acquiring)
        return error == 0 ? nil : error
    }

    /// Records that the file has changed, so that the thread syncs it. If the thread could not be
    /// started, syncs the file at once.
    func note() {
        if flushesAtOnce {
            if !shared.hasFailed { shared.flush() }
        } else {
            shared.isDirty.store(true, ordering: .releasing)
        }
    }

    /// Ends the thread. Call it once. The thread does not sync the remaining data; the caller can
    /// sync it afterwards.
    func end() {
        guard let thread else { return }
        eventfd_write(shared.ending, 1)
        thread.join()
    }
}
