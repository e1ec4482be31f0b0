import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import Synchronization
import Testing
import ZMQ

/// A peer sends a message without the empty frame and disconnects before the daemon reads it. A REP
/// socket would then drop the reply to the next request (docs/libzmq/lost_reply.c).
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

    @Test func `No reply is dropped because others send messages without the empty frame`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let stranger = Stranger()
        let endpoint = daemon.address.command
        let thread = TestThread { stranger.run(against: endpoint) }
        defer { thread.join() }
        let count = 1_000
        for number in 1...count {
            let reply = try requester.request(
                "controller.create",
                [.init("id", .string("c\(number)")), .init("kind", "view")])
            #expect(reply.result["id"]?.string == "c\(number)")
        }
        #expect(stranger.stop() == nil)
        let stats = try requester.request("server.stats").result
        #expect(stats["droppedReplies"] == 0)
        #expect(stats["controllers"] == .integer(count))
        #expect(stats["published"] == .integer(count))
    }
}
