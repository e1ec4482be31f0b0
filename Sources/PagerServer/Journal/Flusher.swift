internal import CLinux
internal import Glibc
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
        /// Readable once the thread shall end.
        let ending: Int32
        let isDirty = Atomic<Bool>(false)

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            ending = eventfd(0, Int32(EFD_CLOEXEC))
        }

        deinit { close(ending) }

        func run() {
            var wait = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
            while poll(&wait, 1, 1000) <= 0 {
                if isDirty.exchange(false, ordering: .acquiring) { _ = fdatasync(descriptor) }
            }
        }
    }

    init(_ descriptor: Int32, isNeeded: Bool) {
        let shared = Shared(descriptor)
        self.shared = shared
        thread = isNeeded ? try? SideThread { shared.run() } : nil
        flushesAtOnce = isNeeded && thread == nil
    }

    /// Something was written.
    func note() {
        if flushesAtOnce { _ = fdatasync(shared.descriptor) }
        shared.isDirty.store(true, ordering: .releasing)
    }

    /// Ends the thread, once; what is not on the disk yet is the caller's.
    func end() {
        guard let thread else { return }
        eventfd_write(shared.ending, 1)
        thread.join()
    }
}
