internal import Glibc
internal import SystemCalls

/// A thread beside the daemon's own, which does one thing and touches nothing of the daemon.
struct SideThread: Sendable {
    private let thread: Thread

    /// Begins at once.
    ///
    /// - Throws: `StartProblem` where the system allows no more threads.
    init(_ body: @escaping @Sendable () -> Void) throws(StartProblem) {
        do throws(Thread.Failure) {
            thread = try Thread(body)
        } catch {
            throw StartProblem("cannot begin a thread: \(errorText(error.code))")
        }
    }

    /// Lets it end by itself; instead of `join`.
    func detach() { thread.detach() }

    /// Waits for its end; once.
    func join() { thread.join() }
}
