internal import SystemCalls

/// A thread that runs in parallel with a test.
package struct TestThread: Sendable {
    private let thread: Thread

    package init(_ body: @escaping @Sendable () -> Void) {
        do { thread = try Thread(body) } catch { fatalError("a thread: \(error)") }
    }

    package func join() { thread.join() }
}
