import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing
import ZMQ

/// Tests of `pagerd relay` between a daemon and its subscribers.
@Suite struct RelayTests {
    private struct Relayed {
        let daemon: TestDaemon
        let process: TestProcess
        let endpoint: String

        /// An address with the relay's events endpoint and the daemon's command endpoint.
        var address: Address {
            Address(command: daemon.address.command, events: endpoint)
        }

        init(to target: String? = nil, _ options: [String] = []) throws {
            daemon = try TestDaemon()
            let wanted = target ?? "ipc://\(daemon.folder)/relay"
            process = try TestProcess(
                [
                    "\(TestDaemon.products)/pagerd", "relay", "--from", daemon.address.events,
                    "--to", wanted,
                ] + options, reading: .error)
            let line = try #require(try process.line())
            #expect(line.hasPrefix("ready relay from=\(daemon.address.events) to="))
            let last = try #require(line.split(separator: " ").last)
            endpoint = String(last.dropFirst("to=".count))
        }

        func end() -> Bool {
            process.kill(SIGTERM)
            return process.ends(within: 60)
        }
    }

    private func create(_ ids: [String], _ daemon: TestDaemon) throws {
        var requester = try daemon.requester()
        for id in ids { _ = try requester.request("window.create", [.init("id", .string(id))]) }
    }

    @Test
    func `Subscribers get a welcome, also for a repeated subscription, and every event`() throws {
        let relayed = try Relayed()
        // This peer subscribes only once, unlike a client.
        let raw = try RawPeer(relayed.endpoint)
        try raw.shakeHands(as: "SUB")
        try raw.subscribe("window.")
        var first = try Subscription.open(relayed.address, topics: ["window."], timeout: 60)
        var second = try Subscription.open(relayed.address, topics: ["window."], timeout: 60)
        try create(["a", "b", "c"], relayed.daemon)
        var requester = try relayed.daemon.requester()
        let published = try requester.replay(since: 0)
        #expect(published.count == 3)
        for _ in published.indices {
            let expected = try first.nextEvent(timeout: 60)
            #expect(published.map(\.bytes).contains(expected?.bytes ?? []))
            #expect(try second.nextEvent(timeout: 60) == expected)
        }
        #expect(relayed.end())
        unlink("\(relayed.daemon.folder)/relay")
    }

    @Test func `A subscriber with too many prefixes is disconnected, and the others go on`() throws
    {
        let relayed = try Relayed()
        var quiet = try Subscription.open(relayed.address, topics: ["window."], timeout: 60)
        let greedy = try RawPeer(relayed.endpoint)
        try greedy.shakeHands(as: "SUB")
        for number in 0..<300 {
            let prefix = Array("\(number).\(String(repeating: "x", count: 100))".utf8)
            greedy.say([0, UInt8(prefix.count + 1), 1] + prefix)
        }
        try greedy.awaitEnd()
        try create(["a"], relayed.daemon)
        #expect(try quiet.nextEvent(timeout: 60)?.subject == "a")
        let later = try Subscription.open(relayed.address, topics: ["window."], timeout: 60)
        withExtendedLifetime(later) {}
        #expect(relayed.end())
    }

    @Test func `Any number of subscriptions to one prefix get a welcome`() throws {
        let relayed = try Relayed()
        let first = try RawPeer(relayed.endpoint)
        try first.shakeHands(as: "SUB")
        try first.subscribe("window.")
        let second = try RawPeer(relayed.endpoint)
        try second.shakeHands(as: "SUB")
        for _ in 0...Limits.subscriptions { try second.subscribe("window.") }
        var requester = try relayed.daemon.requester()
        let stats = try requester.request("server.stats").result
        #expect(stats["activeSubscriptions"] == 1)
        #expect(relayed.end())
        withExtendedLifetime(first) {}
    }

    @Test func `Subscribers of a relay that do not read are disconnected`() throws {
        let relayed = try Relayed()
        let stuck = try RawPeer(relayed.endpoint)
        try stuck.shakeHands(as: "SUB")
        try stuck.subscribe("controller.")
        var requester = try relayed.daemon.requester()
        _ = try requester.request(
            "controller.create", [.init("id", "a"), .init("kind", "view")])
        let text = String(repeating: "x", count: 1 << 20)
        for number in 0..<16 {
            _ = try requester.request(
                "controller.update",
                [.init("id", "a"), .init("content", .string("\(number)\(text)"))])
        }
        try stuck.awaitClosing()
        #expect(relayed.end())
    }

    @Test func `The relay queues as many bytes for a slow subscriber as the daemon`() throws {
        let relayed = try Relayed()
        let slow = try Socket(try Context(), .sub)
        try slow.set(.receiveHighWaterMark, 1)
        try slow.set(.receiveTimeout, 60_000)
        try slow.connect(relayed.endpoint)
        for topic in ["controller.", "server."] { try slow.set(.subscribe, Array(topic.utf8)) }
        var message = Message()
        func next() throws -> Value {
            try #require(try slow.receive(into: &message))
            try #require(try slow.receive(into: &message))
            return try JSONParser.parse(message.bytes)
        }
        while try next()["prefix"] != "server." {}
        var requester = try relayed.daemon.requester()
        _ = try requester.request(
            "controller.create", [.init("id", "a"), .init("kind", "view")])
        let text = String(repeating: "x", count: 1 << 20)
        let count = 2 * Limits.queuedEventBytes / text.utf8.count
        for number in 0..<count {
            _ = try requester.request(
                "controller.update",
                [.init("id", "a"), .init("content", .string("\(number)\(text)"))])
        }
        let last = try requester.request("server.ping").seq
        var bytes = 0
        while true {
            let event = try next()
            bytes += message.count
            if event["event"] == "heartbeat", event["seq"] == .integer(last) { break }
        }
        #expect(bytes < Limits.queuedEventBytes * 5 / 4, "\(bytes) bytes")
        #expect(relayed.end())
    }

    @Test func `The relay works over tcp with a port that the system chooses`() throws {
        let relayed = try Relayed(to: "tcp://127.0.0.1:*", ["--insecure-tcp"])
        #expect(relayed.endpoint.hasPrefix("tcp://127.0.0.1:") && !relayed.endpoint.hasSuffix("*"))
        var subscription = try Subscription.open(relayed.address)
        try create(["w"], relayed.daemon)
        #expect(try subscription.nextEvent(timeout: 60)?.subject == "w")
        #expect(relayed.end())
    }

    @Test(arguments: [[], ["--insecure-tcp"]])
    func `tcp needs --insecure-tcp`(options: [String]) throws {
        let target = options.isEmpty ? "tcp://127.0.0.1:1" : "udp://127.0.0.1:1"
        let process = try TestProcess(
            ["\(TestDaemon.products)/pagerd", "relay", "--to", target] + options, reading: .error)
        let line = try #require(try process.line())
        #expect(line.contains(target), "\(line)")
        #expect(process.ends(within: 60))
    }

    @Test func `With keys, a relay admits listed subscribers only`() throws {
        let folder = try KeyFolder(["daemon", "relay", "screen", "stranger"])
        let ports = try FreePorts.take(3)
        try folder.list("access", ["relay"])
        try folder.list("screens", ["screen"])
        let command = "tcp://127.0.0.1:\(ports[0])"
        let events = "tcp://127.0.0.1:\(ports[1])"
        let daemon = try TestDaemon([
            "--local", "--key", folder.path("daemon"), "--access", folder.path("access"),
            "--command", command, "--events", events,
        ])
        let relay = try TestProcess(
            [
                "\(TestDaemon.products)/pagerd", "relay", "--from", events, "--to",
                "tcp://127.0.0.1:\(ports[2])", "--key", folder.path("relay"), "--access",
                folder.path("screens"), "--server-key", folder.path("daemon.pub"),
            ], reading: .error)
        #expect(try relay.line()?.hasPrefix("ready relay") == true)
        func address(_ name: String) throws -> Address {
            Address(
                command: daemon.address.command, events: "tcp://127.0.0.1:\(ports[2])",
                keys: try ClientKeys(
                    file: folder.path(name), server: folder.path("relay.pub")))
        }
        var screen = try Subscription.open(try address("screen"))
        try create(["w"], daemon)
        #expect(try screen.nextEvent(timeout: 60)?.subject == "w")
        #expect(throws: ClientError.self) {
            _ = try Subscription.open(try address("stranger"), timeout: 10)
        }
        relay.kill(SIGTERM)
        #expect(relay.ends(within: 60))
    }
}
