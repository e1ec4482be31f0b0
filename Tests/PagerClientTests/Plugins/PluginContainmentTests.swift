import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import Testing

/// Tests of plugins that hang, flood, send invalid messages or disappear. Other clients must not be
/// affected.
@Suite struct PluginContainmentTests {
    private static let lost = "plugin.paper.lost"

    /// Starts a plugin process that hosts the shown pages.
    private static func start(_ play: inout PluginPlay) throws -> TestProcess {
        let process = try TestProcess([
            "\(TestDaemon.products)/PluginUnderTest", play.daemon.plugins, "paper", "paper",
        ])
        let line = try process.line()
        #expect(line?.hasPrefix("attached") == true)
        return process
    }

    /// Checks what must be true on any machine: other clients get replies while a plugin is
    /// stopped, and its decisions are still open at that time.
    @Test func `Other clients get replies while a plugin is stopped`() throws {
        var play = try PluginPlay.begin()
        let process = try Self.start(&play)
        let guardian = try BarePlugin(play.daemon.plugins)
        try play.show()
        try guardian.register(
            "guard", kinds: ["door"],
            decisions: [["question": "shouldSelect", "deadline": 30]])
        try play.send("controller.create", ["id": "door", "kind": "door"])
        try play.send("pager.insert", ["id": "book", "page": "door", "at": 1])
        process.kill(SIGSTOP)
        let pending = try play.send("pager.next", ["id": "book", "user": true])["pending"]
        // More messages than its sockets queue.
        for number in 0..<3_000 {
            try play.send(
                "controller.update", ["id": "a", "title": .string("\(number)")])
        }
        #expect(try play.state(of: "paper") == "attached")
        let question = try guardian.question()
        #expect(question["id"] == pending, "it is still open")
        try guardian.answer(question, true)
        #expect(try play.event("plugin.guard.decisionMade")["by"] == "plugin")
        // The events published in the meantime were queued for it.
        process.kill(SIGCONT)
        var titles = 0
        while titles < 3_000 {
            let line = try #require(try process.line())
            if line.contains(" updated a") { titles += 1 }
        }
    }

    @Test func `A connection may reuse the descriptor number of a closed one`() throws {
        var play = try PluginPlay.begin()
        for number in 0..<50 {
            let plugin = try BarePlugin(play.daemon.plugins)
            let name = number % 2 == 0 ? "paper" : "other"
            try plugin.register(name, kinds: [name])
            #expect(try play.state(of: name) == "attached")
        }
        #expect(try play.event(Self.lost)["reason"] == "disconnected")
    }

    @Test func `The event about a killed plugin has the reason`() throws {
        var play = try PluginPlay.begin()
        let process = try Self.start(&play)
        process.kill(SIGKILL)
        #expect(try play.event(Self.lost)["reason"] == "its process ended")
    }

    @Test func `An invalid message is a diagnostic, and the plugin stays attached`() throws {
        var play = try PluginPlay.begin()
        let plugin = try BarePlugin(play.daemon.plugins)
        try plugin.register("paper", kinds: ["paper"])
        let nonsense: [[UInt8]] = [
            [], [0], [0xFF, 0xFE], Array("{".utf8), Array("[]".utf8), Array("7".utf8),
            Array(#"{"jsonrpc":"2.0","id":"d99","result":{"answer":true}}"#.utf8),
            Array(#"{"jsonrpc":"2.0","id":{},"result":7}"#.utf8),
            Array(#"{"jsonrpc":"2.0","id":1,"method":"no.such"}"#.utf8),
        ]
        for bytes in nonsense { try plugin.say(bytes: bytes) }
        _ = try play.event("plugin.paper.diagnostic")
        try plugin.say(["jsonrpc": "2.0", "id": "still", "method": "plugin.heartbeat"])
        _ = try plugin.hear { $0["id"] == "still" }
        #expect(try play.state(of: "paper") == "attached")
    }

    @Test func `Other clients get replies while a plugin floods the daemon`() throws {
        var play = try PluginPlay.begin()
        let plugin = try BarePlugin(play.daemon.plugins)
        try plugin.register("paper", kinds: ["paper"])
        let line = Array(#"{"jsonrpc":"2.0","id":"f","method":"plugin.heartbeat"}"#.utf8)
        for _ in 0..<20 {
            for _ in 0..<1_000 { try plugin.say(bytes: line) }
            // A client's request is handled in between, however much is queued.
            try play.send("server.ping")
            for _ in 0..<1_000 { _ = try plugin.hear() }
        }
        #expect(try play.state(of: "paper") == "attached")
    }

    @Test func `Over tcp, a silent plugin is lost when its lease ends`() throws {
        let endpoint = "tcp://127.0.0.1:\(try FreePorts.take(1)[0])"
        var play = try PluginPlay.begin(["--plugins", endpoint, "--insecure-tcp"])
        let silent = try BarePlugin(endpoint)
        let lease = try silent.register("paper", kinds: ["paper"])["lease"]?.double
        #expect(lease == Limits.pluginLease)
        let talker = try BarePlugin(endpoint)
        try talker.register("talker", kinds: ["talker"])
        // The plugin sends a message at each heartbeat of the daemon, once a second.
        var subscription = try Subscription.open(play.daemon.address)
        var isLost = false
        while !isLost {
            switch try subscription.next(timeout: 60) {
            case .news(.heartbeat):
                try talker.say(["jsonrpc": "2.0", "id": 2, "method": "plugin.heartbeat"])
            case .news(.event(let event)) where event.topic == Self.lost:
                #expect(event.value["reason"] == "silent for 10 s")
                isLost = true
            case .news: continue
            case .timedOut, .descriptor:
                Issue.record("nothing came")
                return
            }
        }
        #expect(try play.state(of: "talker") == "attached")
        // The plugin receives an error, because it is considered dead.
        try silent.say(["jsonrpc": "2.0", "id": 3, "method": "plugin.heartbeat"])
        #expect(try silent.hear { $0["id"] == 3 }["error"] != nil)
    }

    @Test func `Over tcp, the daemon notices a closed connection before the lease ends`() throws {
        let endpoint = "tcp://127.0.0.1:\(try FreePorts.take(1)[0])"
        var play = try PluginPlay.begin(["--plugins", endpoint, "--insecure-tcp"])
        var plugin: BarePlugin? = try BarePlugin(endpoint)
        try plugin?.register("paper", kinds: ["paper"])
        plugin = nil
        #expect(try play.event(Self.lost)["reason"] == "disconnected")
    }
}
