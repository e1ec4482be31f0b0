internal import Glibc

/// A thread that passes messages on until its owner ends.
final class RelayThread: Sendable {
    private let thread: TestThread
    private let stop: Int32

    /// Starts the thread and waits until it listens.
    ///
    /// - Parameter run: what the thread does. It writes a byte to the descriptor when it listens, and
    ///   returns when the other end of the descriptor is closed.
    init(_ run: @escaping @Sendable (_ end: Int32) throws -> Void) throws {
        // Closed on exec from their first moment: no daemon started meanwhile holds them open.
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

    /// Ends the thread and waits for that.
    func end() {
        close(stop)
        thread.join()
    }
}
