import Glibc
import PagerModel
import PagerWire
import Testing
import ZMQ

@testable import PagerServer

@Suite struct BurstTests {
    @Test func `A burst ends after its count of messages`() {
        var burst = Burst(of: 3)
        let taken = (0..<5).map { _ in burst.takesNext(at: .zero) }
        #expect(taken == [true, true, true, false, false])
    }

    @Test func `A burst ends when its time is over, and handles at least one message`() {
        let start = Instant(nanoseconds: 7)
        var burst = Burst(of: 1_000)
        let taken = [0, Burst.seconds * 0.9, Burst.seconds, 60].map {
            burst.takesNext(at: start.advanced(by: $0))
        }
        #expect(taken == [true, true, false, false])
    }

    /// If all requests were handled in one burst, a new subscriber would get its welcome only after
    /// the last.
    @Test func `Pending requests of one client do not delay others until all are done`() throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--journal", "none", "--clock", "manual"], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        let context = try Context()
        let client = try Socket(context, .dealer)
        try client.set(.receiveTimeout, 20_000)
        try client.connect("ipc://\(folder.path)/test/command")
        let create = #"{"method":"controller.create","params":{"kind":"view"}}"#
        let commands = [String](repeating: create, count: 2_000).joined(separator: ",")
        try Self.send("batch", #"{"commands":[\#(commands)]}"#, on: client)
        try Self.receive(on: client)
        let start = MachineClock.monotonic()
        try Self.send("controller.list", #"{"limit":2000}"#, on: client)
        try Self.receive(on: client)
        let each = Double(MachineClock.monotonic().nanoseconds - start.nanoseconds) / 1e9
        // Together the requests take as long as many bursts.
        let count = min(max(8, Int(20 * Burst.seconds / each)), 250)
        for _ in 0..<count {
            try Self.send("controller.list", #"{"limit":2000}"#, on: client)
        }
        try Self.receive(on: client)
        let subscriber = try Socket(context, .sub)
        try subscriber.set(.subscribe, Array("server.".utf8))
        try subscriber.connect("ipc://\(folder.path)/test/events")
        var poll = PollSet()
        let replies = try poll.add(client)
        let welcome = try poll.add(subscriber)
        var answered = 1
        while answered < count {
            try #require(try poll.wait(milliseconds: 60_000) > 0)
            if poll.isReadable(welcome) { break }
            if poll.isReadable(replies) {
                try Self.receive(on: client)
                answered += 1
            }
        }
        #expect(answered < count, "of \(count) requests of \(each) s each")
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }

    private static func send(
        _ method: String, _ params: String, on socket: borrowing Socket
    ) throws {
        _ = try socket.send([], more: true)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        _ = try socket.send(Array(request.utf8))
    }

    /// Receives one reply, which must be a result.
    private static func receive(on socket: borrowing Socket) throws {
        var message = Message()
        repeat { try #require(try socket.receive(into: &message)) } while message.more
        #expect(String(decoding: message.bytes.prefix(60), as: UTF8.self).contains("result"))
    }
}
