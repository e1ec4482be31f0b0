import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import Testing

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
            return process.ends(within: 10)
        }
    }

    private func create(_ ids: [String], _ daemon: TestDaemon) throws {
        var requester = try daemon.requester()
        for id in ids { _ = try requester.request("window.create", [.init("id", .string(id))]) }
    }

    @Test("Subscribers get a welcome, also for a repeated subscription, and every event")
    func events() throws {
        let relayed = try Relayed()
        // Shorter than the second after which a client repeats its subscription.
        var first = try Subscription.open(relayed.address, topics: ["window."], timeout: 0.9)
        var second = try Subscription.open(relayed.address, topics: ["window."], timeout: 0.9)
        try create(["a", "b", "c"], relayed.daemon)
        var requester = try relayed.daemon.requester()
        let published = try requester.replay(since: 0)
        #expect(published.count == 3)
        for _ in published.indices {
            let expected = try first.nextEvent(timeout: 10)
            #expect(published.map(\.bytes).contains(expected?.bytes ?? []))
            #expect(try second.nextEvent(timeout: 10) == expected)
        }
        #expect(relayed.end())
        unlink("\(relayed.daemon.folder)/relay")
    }

    @Test("The relay works over tcp with a port that the system chooses")
    func tcp() throws {
        let relayed = try Relayed(to: "tcp://127.0.0.1:*", ["--insecure-tcp"])
        #expect(relayed.endpoint.hasPrefix("tcp://127.0.0.1:") && !relayed.endpoint.hasSuffix("*"))
        var subscription = try Subscription.open(relayed.address)
        try create(["w"], relayed.daemon)
        #expect(try subscription.nextEvent(timeout: 10)?.subject == "w")
        #expect(relayed.end())
    }

    @Test("tcp needs --insecure-tcp", arguments: [[], ["--insecure-tcp"]])
    func asked(options: [String]) throws {
        let target = options.isEmpty ? "tcp://127.0.0.1:1" : "udp://127.0.0.1:1"
        let process = try TestProcess(
            ["\(TestDaemon.products)/pagerd", "relay", "--to", target] + options, reading: .error)
        let line = try #require(try process.line())
        #expect(line.contains(target), "\(line)")
        #expect(process.ends(within: 10))
    }
}
