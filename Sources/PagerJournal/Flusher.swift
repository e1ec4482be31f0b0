internal import CLinux
internal import Glibc
internal import SystemCalls
internal import Synchronization

/// Brings what was written to a file onto the disk, once a second and only where there is
/// something, on a thread of its own: that takes milliseconds, which no command should wait for.
///
/// The thread touches the descriptor and nothing else of the daemon.
final class Flusher: Sendable {
    private let shared: Shared
    private let thread: SideThread?
    /// Whether each write is brought to the disk at once, because the system allows no more threads.
    private let flushesAtOnce: Bool

    private final class Shared: Sendable {
        let descriptor: Int32
        let calls: FileCalls
        /// Readable once the thread shall end.
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

    /// - Parameter path: of a file that has just been given its name, which is brought to the disk
    ///   before all else.
    init(
        _ descriptor: Int32, isNeeded: Bool, _ calls: FileCalls, naming path: String? = nil
    ) {
        let shared = Shared(descriptor, calls)
        self.shared = shared
        thread = isNeeded ? try? SideThread { shared.run(naming: path) } : nil
        flushesAtOnce = isNeeded && thread == nil
        if flushesAtOnce { shared.flushName(of: path) }
    }

    /// The error number of a flush that failed, nil where none has.
    ///
    /// It stays, and nothing more is flushed: after a failure the kernel may have dropped what was
    /// written, and the next flush of the same file would succeed without it.
    var failure: Int32? {
        let error = shared.failure.load(ordering: .acquiring)
        return error == 0 ? nil : error
    }

    /// Something was written.
    func note() {
        if flushesAtOnce {
            if !shared.hasFailed { shared.flush() }
        } else {
            shared.isDirty.store(true, ordering: .releasing)
        }
    }

    /// Ends the thread, once; what is not on the disk yet is the caller's.
    func end() {
        guard let thread else { return }
        eventfd_write(shared.ending, 1)
        thread.join()
    }
}
