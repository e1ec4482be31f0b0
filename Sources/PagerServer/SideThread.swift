internal import Glibc

/// A thread beside the daemon's own, which does one thing and touches nothing of the daemon.
struct SideThread: Sendable {
    private let thread: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Begins at once.
    ///
    /// - Throws: `StartProblem` where the system allows no more threads.
    init(_ body: @escaping @Sendable () -> Void) throws(StartProblem) {
        var thread: pthread_t = 0
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        let failure = pthread_create(
            &thread, nil,
            { work in
                guard let work else { return nil }
                Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
                return nil
            }, work)
        guard failure == 0 else {
            Unmanaged<Work>.fromOpaque(work).release()
            throw StartProblem("cannot begin a thread: \(String(cString: strerror(failure)))")
        }
        self.thread = thread
    }

    /// Lets it end by itself; instead of `join`.
    func detach() { pthread_detach(thread) }

    /// Waits for its end; once.
    func join() { pthread_join(thread, nil) }
}
