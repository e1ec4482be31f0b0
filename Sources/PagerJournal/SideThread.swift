internal import Glibc
package import PagerWire
internal import SystemCalls

/// A thread beside the daemon's own, which does one thing and touches nothing of the daemon.
package struct SideThread: Sendable {
    private let thread: Thread

    /// Begins at once.
    ///
    /// - Throws: `StartProblem` where the system allows no more threads.
    package init(_ body: @escaping @Sendable () -> Void) throws(StartProblem) {
        do throws(Thread.Failure) {
            thread = try Thread(body)
        } catch {
            throw StartProblem("cannot begin a thread: \(errorText(error.code))")
        }
    }

    /// Lets it end by itself; instead of `join`.
    package func detach() { thread.detach() }

    /// Waits for its end; once.
    package func join() { thread.join() }
}
