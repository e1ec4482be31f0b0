internal import Glibc

/// A thread that runs in parallel with a test.
package struct TestThread: @unchecked Sendable {
    private let thread: pthread_t

    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    package init(_ body: @escaping @Sendable () -> Void) {
        var thread: pthread_t = 0
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        precondition(failure == 0)
        self.thread = thread
    }

    package func join() { pthread_join(thread, nil) }
}
