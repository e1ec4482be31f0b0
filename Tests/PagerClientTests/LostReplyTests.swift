import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import Synchronization
import Testing
import ZMQ

/// A peer sends a message without the empty frame and disconnects before the daemon reads it.
/// libzmq then drops the reply to the next request (docs/libzmq/lost_reply.c).
@Suite struct LostReplyTests {
    /// Sends such messages, each on its own connection, until it is stopped.
    private final class Stranger: Sendable {
        private let isStopped = Atomic<Bool>(false)
        private let problem = Mutex<String?>(nil)

        func run(against endpoint: String) {
            do {
                while !isStopped.load(ordering: .relaxed) {
                    // The context ends once its messages are sent, so that not too many sockets are
                    // open.
                    let context = try Context()
                    for _ in 0..<20 {
                        let socket = try Socket(context, .dealer)
                        try socket.set(.linger, 100)
                        try socket.connect(endpoint)
                        _ = try socket.send(Array("x".utf8))
                    }
                }
            } catch {
                problem.withLock { $0 = "\(error)" }
            }
        }

        func stop() -> String? {
            isStopped.store(true, ordering: .relaxed)
            return problem.withLock { $0 }
        }
    }

    @Test func `Every command runs once and gets a reply, although replies are dropped`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let stranger = Stranger()
        let endpoint = daemon.address.command
        let thread = TestThread { stranger.run(against: endpoint) }
        defer { thread.join() }
        var (count, dropped) = (0, 0)
        repeat {
            for _ in 0..<100 {
                count += 1
                let reply = try requester.request(
                    "controller.create",
                    [.init("id", .string("c\(count)")), .init("kind", "view")])
                #expect(reply.result["id"]?.string == "c\(count)")
            }
            dropped = try requester.request("server.stats").result["droppedReplies"]?.integer ?? 0
        } while dropped == 0 && count < 5_000
        #expect(stranger.stop() == nil)
        #expect(dropped > 0, "no reply was dropped in \(count) commands")
        let stats = try requester.request("server.stats").result
        #expect(stats["controllers"] == .integer(count))
        #expect(stats["published"] == .integer(count))
    }
}
