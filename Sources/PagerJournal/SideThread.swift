internal import Glibc
package import PagerWire
internal import SystemCalls

/// A thread for one task that does not access the daemon's state.
package struct SideThread: Sendable {
    private let thread: Thread

    /// Starts the thread at once.
    ///
    /// - Throws: `StartProblem` if the system does not allow another thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(StartProblem) {
        do throws(Thread.Failure) {
            thread = try Thread(body)
        } catch {
            throw StartProblem("cannot start a thread: \(errorText(error.code))")
        }
    }

    /// Detaches the thread, which then needs no `join`.
    package func detach() { thread.detach() }

    /// Waits for the end of the thread. Call it once.
    package func join() { thread.join() }
}
