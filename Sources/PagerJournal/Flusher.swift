internal import CLinux
internal import Glibc
internal import SystemCalls
internal import Synchronization

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
