import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

@Suite struct SubscriptionTests {
    private func make(_ id: String, _ requester: inout Requester) throws -> Int {
        let params: [Value.Member] = [.init("id", .string(id)), .init("kind", "view")]
        return try requester.request("controller.create", params).seq
    }

    @Test(arguments: ["", "controller."])
    func `A subscription requests no replay when another client subscribes to its events`(
        topic: String
    ) throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        var first = try Subscription.open(daemon.address, topics: [topic])
        let made = try make("a", &requester)
        while let event = try first.nextEvent(timeout: 60), event.seq < made {}
        // The welcome reports an event after the first one.
        _ = try requester.request("window.create", [.init("id", "w")])
        let second = try Subscription.open(daemon.address, topics: ["controller."])
        let last = try make("b", &requester)
        while let event = try first.nextEvent(timeout: 60), event.seq < last {}
        #expect(first.replays == 0)
        _ = second
    }

    @Test func `A subscription detects a restarted daemon by its heartbeat`() throws {
        let killed = try KilledDaemon(hasJournal: false)
        let relay = try FaultyRelay(
            from: killed.daemon.address.events, in: killed.daemon.folder, seed: 1)
        let address = Address(command: killed.daemon.address.command, events: relay.endpoint)
        var subscription = try Subscription.open(address)
        var mirror = try Mirror(&subscription)
        relay.set(Faults(drop: 1))
        killed.daemon.terminate()
        try killed.restart()
        var requester = try killed.daemon.requester()
        // The first message of the new daemon is the welcome.
        let before = relay.counts.dropped
        var made = 0
        while relay.counts.dropped < before + 5 {
            made += 1
            _ = try make("c\(made)", &requester)
        }
        relay.set(Faults())
        while mirror.seq < made {
            guard case .news(let news) = try subscription.next(timeout: 60) else {
                Issue.record("nothing is heard of the new daemon")
                return
            }
            _ = try mirror.take(news, from: &subscription)
        }
        #expect(MirrorTests.differences(mirror, try requester.snapshot()).isEmpty)
    }
}
