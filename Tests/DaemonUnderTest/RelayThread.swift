internal import Glibc

/// A thread that forwards messages until its owner is released.
final class RelayThread: Sendable {
    private let thread: TestThread
    private let stop: Int32

    /// Starts the thread and waits until it listens.
    ///
    /// - Parameter run: the work of the thread. It writes a byte to the descriptor when it listens,
    ///   and returns when the other end of the descriptor is closed.
    init(_ run: @escaping @Sendable (_ end: Int32) throws -> Void) throws {
        // The sockets are closed on exec from the start, so that no other daemon inherits them.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw TestDaemon.Problem(description: "socketpair: \(errno)")
        }
        stop = ends[1]
        let end = ends[0]
        thread = TestThread {
            defer { close(end) }
            do {
                try run(end)
            } catch {
                fatalError("a relay: \(error)")
            }
        }
        var byte: UInt8 = 0
        _ = read(stop, &byte, 1)
    }

    /// Ends the thread and waits for its end.
    func end() {
        close(stop)
        thread.join()
    }
}
