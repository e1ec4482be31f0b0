import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing
import ZMQ

/// Tests of the event with which a daemon announces its end.
@Suite struct ShutdownTests {
    private static let topic = "server.test.shutdown"

    /// A socket that has subscribed to the daemon's own events.
    private final class Subscriber {
        private let socket: Socket
        private var message = Message()

        init(_ daemon: TestDaemon) throws {
            let socket = try Socket(try Context(), .sub)
            try socket.set(.receiveTimeout, 20_000)
            try socket.connect(daemon.address.events)
            try socket.set(.subscribe, Array("server.".utf8))
            self.socket = socket
            let welcome = try next().topic
            #expect(welcome == "server.")
        }

        func next() throws -> (topic: String, payload: Value) {
            try #require(try socket.receive(into: &message), "nothing has arrived")
            let topic = String(decoding: message.bytes, as: UTF8.self)
            try #require(try socket.receive(into: &message))
            return (topic, try JSONParser.parse(message.bytes))
        }

        /// Returns the payload of the next event that is no heartbeat.
        func nextSingle() throws -> Value {
            while true {
                let (topic, payload) = try next()
                if payload["event"] == "heartbeat" { continue }
                #expect(topic == ShutdownTests.topic)
                return payload
            }
        }
    }

    private func shutDown(_ daemon: TestDaemon, _ signal: Int32?) throws {
        if let signal {
            kill(daemon.pid, signal)
        } else {
            var requester = try daemon.requester()
            _ = try requester.request("server.shutdown")
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, nil])
    func `Subscribers receive the event of the end`(signal: Int32?) throws {
        let daemon = try TestDaemon()
        let subscriber = try Subscriber(daemon)
        var requester = try daemon.requester()
        let seq = try requester.request("window.create", [.init("id", "w")]).seq
        try shutDown(daemon, signal)
        let payload = try subscriber.nextSingle()
        #expect(payload["event"] == "shutdown" && payload["subject"] == "test")
        #expect(payload["seq"] == .integer(seq))
        #expect(payload["latest"]?["window"] == .integer(seq))
        #expect(payload["boot"]?.string?.isEmpty == false)
        #expect(daemon.ends(within: 60))
    }

    @Test(arguments: [SIGTERM, nil])
    func `A subscriber that reads nothing delays neither the event nor the end`(
        signal: Int32?
    ) throws {
        let daemon = try TestDaemon()
        let stuck = try RawPeer(daemon.address.events)
        try stuck.shakeHands(as: "SUB")
        try stuck.subscribe()
        let subscriber = try Subscriber(daemon)
        var requester = try daemon.requester()
        // More than the kernel and libzmq hold for one connection.
        _ = try requester.request("window.create", [.init("id", "w")])
        let title = String(repeating: "x", count: 60_000)
        for number in 0..<200 {
            _ = try requester.request(
                "controller.create",
                [
                    .init("id", .string("c\(number)")), .init("kind", "view"),
                    .init("title", .string(title)),
                ])
        }
        try shutDown(daemon, signal)
        #expect(try subscriber.nextSingle()["event"] == "shutdown")
        #expect(daemon.ends(within: 60))
        withExtendedLifetime(stuck) {}
    }
}
