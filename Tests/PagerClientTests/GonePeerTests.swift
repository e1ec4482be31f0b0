import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of requests whose senders have closed their connections before the daemon has read them.
@Suite struct GonePeerTests {
    private static func request(_ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    private static let describe = request("server.describe")
    private static let create = request("controller.create", #"{"kind":"view"}"#)

    private func peer(_ daemon: TestDaemon, claiming claims: [String: String] = [:]) throws
        -> RawPeer
    {
        let peer = try RawPeer(daemon.address.command)
        try peer.shakeHands(as: "DEALER", claiming: claims)
        return peer
    }

    /// Lets peers send as many requests as the kernel takes, and closes them. Returns the number of
    /// requests.
    private func flood(
        _ daemon: TestDaemon, peers: Int, claiming claims: (Int) -> [String: String] = { _ in [:] }
    ) throws -> Int {
        let peers = try (0..<peers).map { try peer(daemon, claiming: claims($0)) }
        var count = 0
        for peer in peers {
            while peer.ask(Self.describe) { count += 1 }
        }
        return count
    }

    /// Asks for the statistics until they fit. Each reply is a chance for the daemon to go on.
    private func stats(
        _ requester: inout Requester, until fits: (Reply) -> Bool
    ) throws -> (reply: Reply, calls: Int) {
        var calls = 1
        var reply = try requester.request("server.stats")
        while !fits(reply) {
            reply = try requester.request("server.stats")
            calls += 1
        }
        return (reply, calls)
    }

    private func number(_ name: String, _ reply: Reply) -> Int { reply.result[name]?.integer ?? -1 }

    /// The requests of one turn of the daemon's loop, which it may execute before it is behind.
    private static let turn = 256

    @Test(arguments: [false, true])
    func `Requests that only read are dropped when their senders are gone`(choosesID: Bool) throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        let count = 40
        let sent = try flood(daemon, peers: count) { number in
            choosesID ? ["Identity": "peer\(number)"] : [:]
        }
        let (reply, calls) = try stats(&requester) { self.number("connections", $0) == 1 }
        let executed = number("requests", reply) - calls
        #expect(executed <= Self.turn + 2 * count, "of \(sent)")
        #expect(number("abandonedRequests", reply) > 0)
    }

    /// A new connection gets the lowest free descriptor, which the last one has just closed.
    @Test func `A peer that comes and goes does not bring its dropped requests back`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        let rounds = 100
        var sent = 0
        for _ in 0..<rounds { sent += try flood(daemon, peers: 1) }
        let (reply, calls) = try stats(&requester) { self.number("connections", $0) == 1 }
        #expect(number("requests", reply) - calls <= rounds * (Self.turn + 2), "of \(sent)")
    }

    @Test(arguments: [0, 20])
    func `Changes that were sent before a close are carried out up to the limit`(floods: Int) throws
    {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        _ = try flood(daemon, peers: floods)
        do {
            let script = try peer(daemon)
            for _ in 0..<Limits.waitingRequests { #expect(script.ask(Self.create)) }
        }
        let (reply, _) = try stats(&requester) {
            self.number("controllers", $0) == Limits.waitingRequests
        }
        #expect(number("controllers", reply) == Limits.waitingRequests)
    }

    @Test func `A batch of a gone peer is carried out if it changes something`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        _ = try flood(daemon, peers: 5)
        do {
            let script = try peer(daemon)
            script.ask(
                Self.request(
                    "batch",
                    #"{"commands":[{"method":"controller.create","params":{"kind":"view"}}]}"#))
        }
        _ = try stats(&requester) { self.number("controllers", $0) == 1 }
    }

    @Test func `A peer that stays gets all its replies while others leave`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        let stayer = try peer(daemon)
        _ = try flood(daemon, peers: 20)
        let inFlight = 64
        for _ in 0..<inFlight { #expect(stayer.ask(Self.request("server.ping"))) }
        for _ in 0..<inFlight {
            let header = try stayer.take(4)
            #expect(header.prefix(2) == [1, 0])
            _ = try stayer.take(Int(header[3]))
        }
    }

    /// Returns whether the daemon answers a client with this routing id. libzmq ignores a client
    /// while it closes the previous connection with the id, so the client connects again.
    private func isAnswered(_ daemon: TestDaemon, as routing: String) throws -> Bool {
        for _ in 0..<240 {
            let heir = try peer(daemon, claiming: ["Identity": routing])
            #expect(heir.ask(Self.request("server.ping")))
            if heir.hears(within: 250) { return try heir.take(2) == [1, 0] }
        }
        return false
    }

    @Test func `A client whose routing id a gone peer had is answered`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        for _ in 0..<3 {
            #expect(try isAnswered(daemon, as: "same"))
            _ = try stats(&requester) { self.number("connections", $0) == 1 }
        }
    }
}
