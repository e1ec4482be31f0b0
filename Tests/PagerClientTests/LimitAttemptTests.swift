import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// Tests of the daemon's limits by clients that connect to it and try to exceed them.
@Suite struct LimitAttemptTests {
    @Test(arguments: LimitAttempt.all)
    func `A stranger who exceeds a limit is refused, and others are served`(
        attempt: LimitAttempt
    ) throws {
        let daemon = try TestDaemon()
        try daemon.showBook(["a", "b", "c"])
        var stranger = try Stranger(daemon)
        // Its reply has the seq and revision that a refused request must not change.
        try stranger.ask("server.ping")
        let reply = try attempt.run(&stranger)
        let limit = try #require(Limits.all.first { $0.name == attempt.description })
        guard case .refused(let error) = limit.over else {
            Issue.record("\(attempt) refuses nothing")
            return
        }
        let text = reply.json.prefix(300)
        #expect(reply["error"]?["data"]?["name"]?.string == error.rawValue, "\(text)")
        let hasChanged = stranger.hasChangedByRefusal
        #expect(!hasChanged, "\(attempt)")
        var requester = try daemon.requester()
        #expect(try requester.request("server.ping").result["seq"] != nil)
    }

    @Test(arguments: LimitEffect.all)
    func `A limit that refuses nothing has its effect on a stranger who exceeds it`(
        effect: LimitEffect
    ) throws {
        let daemon = try TestDaemon(effect.options)
        try daemon.showBook(["a", "b", "c"])
        var stranger = try Stranger(daemon)
        try effect.check(&stranger)
        let limit = try #require(Limits.all.first { $0.name == effect.description })
        if case .refused = limit.over { Issue.record("\(effect) refuses a request") }
        var requester = try daemon.requester()
        #expect(try requester.request("server.ping").result["seq"] != nil)
    }

    @Test func `The table of limits names these attempts for these limits, and for no others`()
        throws
    {
        let file = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        let text = try String(contentsOfFile: "\(file)/Fixtures/limits.json", encoding: .utf8)
        let entries = try #require(try JSONParser.parse(Array(text.utf8)).members)
        for (sentence, names) in [
            ("A stranger who exceeds a limit is refused", LimitAttempt.all.map(\.description)),
            ("A limit that refuses nothing has its effect", LimitEffect.all.map(\.description)),
        ] {
            let named = entries.filter { entry in
                entry.value.members?.first?.value.string?.contains(sentence) == true
            }
            #expect(named.map(\.name).sorted() == Set(names).sorted())
        }
    }

    @Test func `A viewer that reports its screens no more is forgotten`() async throws {
        let daemon = try TestDaemon()
        var stranger = try Stranger(daemon)
        try stranger.ask("screen.report", ["viewer": "v", "screens": [["page": "s"]]])
        func screens() throws -> Value? { try stranger.ask("screen.list")["result"]?["screens"] }
        try #require(try screens()?.array?.count == 1)
        for _ in 0..<10 * Int(Limits.screenSeconds) where try screens() != [] {
            // Nothing is published when it is forgotten.
            try await Task.sleep(for: .seconds(1))
        }
        #expect(try screens() == [])
    }

    @Test(arguments: [10, 1_000])
    func `A program that writes too much is slowed down, and fills no log`(length: Int) throws {
        let text = String(repeating: "x", count: length)
        let folder = NSTemporaryDirectory() + "pagerflood-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/pagerd.yaml"
        try "plugins: {flood: {command: [\"yes\", \"\(text)\"], kinds: [flood]}}\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try TestProcess(
            ["\(TestDaemon.products)/pagerd", "--name", "test", "--journal", "none"]
                + ["--config", file],
            environment: ["PAGERD_RUNTIME_DIR=\(folder)"], reading: .error)
        var (lines, bytes, reports) = (0, 0, 0)
        let begin = ContinuousClock.now
        while reports < 4, let line = try daemon.line() {
            if line == text {
                lines += 1
                bytes += line.utf8.count + 1
            } else if line.contains("writes too much") {
                reports += 1
                let left = try #require(line.firstMatch(of: /bytes=(\d+)/)?.1)
                #expect(try #require(Int(left)) <= Limits.pluginReadBytes)
            }
        }
        #expect(reports == 4)
        // The limits are for each second, and a daemon that has little of the processor reports
        // nothing for a second in which nothing was left out.
        let seconds = Int((ContinuousClock.now - begin).components.seconds) + 2
        #expect((1...seconds * Limits.pluginOutputLines).contains(lines))
        #expect(bytes <= seconds * Limits.pluginOutputBytes)
    }

    @Test func `A client that repeats more than is remembered is served all the same`() throws {
        let daemon = try TestDaemon()
        var stranger = try Stranger(daemon)
        for number in 0...Limits.rememberedClients {
            try stranger.ask("controller.create", ["kind": "view"], client: "c\(number)")
        }
        for _ in 0...Limits.rememberedReplies {
            try stranger.ask("controller.create", ["kind": "view"], client: "one")
        }
        let stats = try stranger.ask("server.stats")["result"]
        let most = Limits.rememberedClients - 1 + Limits.rememberedReplies
        #expect(try #require(stats?["rememberedReplies"]?.integer) <= most)
        #expect(
            stats?["controllers"]
                == .integer(Limits.rememberedClients + Limits.rememberedReplies + 2))
    }

    @Test func `More events than are kept push out the oldest`() throws {
        let daemon = try TestDaemon(["--clock", "manual", "--retain", "1000"])
        var stranger = try Stranger(daemon)
        try stranger.batches(Array(repeating: ["method": "view.create"], count: 5_000))
        let replay = try stranger.ask("events.replay", ["since": 0])["result"]
        #expect(replay?["complete"] == false)
        let stats = try stranger.ask("server.stats")["result"]
        #expect(try #require(stats?["retainedEvents"]?.integer) <= 5_000)
    }

    @Test func `More turns than a pager can go back push out the oldest`() throws {
        let daemon = try TestDaemon()
        try daemon.showBook(["a", "b", "c"])
        var stranger = try Stranger(daemon)
        try stranger.ask("controller.update", ["id": "book", "backBehavior": "history"])
        let pages = (0...Limits.historyMembers + 1).map { Value.string("p\($0)") }
        try stranger.batches(
            pages.map { ["method": "controller.create", "params": ["id": $0, "kind": "view"]] })
        try stranger.ask("pager.setPages", ["id": "book", "pages": .array(pages)])
        for page in pages {
            try stranger.ask("pager.select", ["id": "book", "page": page, "animated": false])
        }
        var back = 0
        while back <= pages.count,
            try stranger.ask("pager.back", ["id": "book", "animated": false])["result"]?[
                "transition"] != .null
        {
            back += 1
        }
        #expect(back == Limits.historyMembers)
    }

    @Test func `Connections over the limit are closed, and the others are served`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        requester.timeout = 60
        let most = try #require(
            try requester.request("server.hello").result["limits"]?["connections"]?.integer)
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        files.rlim_cur = files.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        var peers: [RawPeer] = []
        var refused: Int? = 0
        // Peers that send nothing are disconnected after some seconds, so more may be needed.
        while refused == 0, peers.count < 4 * most {
            for _ in 0..<512 { peers.append(try RawPeer(daemon.address.command)) }
            refused = try requester.request("server.stats").result["refusedConnections"]?.integer
        }
        #expect(refused != 0)
    }
}
