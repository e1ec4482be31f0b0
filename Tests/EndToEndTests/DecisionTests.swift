import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import Testing

/// Tests of pagerctl commands that a plugin process decides about.
@Suite struct DecisionTests {
    /// Creates a pager on screen whose pages belong to a plugin.
    private func book(_ daemon: TestDaemon, decisions: [Value]) throws -> PluginConnection {
        var plugin = try PluginConnection(daemon.plugins)
        _ = try plugin.register(name: "maps", kinds: ["map"], decisions: decisions)
        try daemon.showBook(["a", "b", "c"], of: "map")
        return plugin
    }

    /// Runs pagerctl and replies to the decision request that it causes.
    private func run(
        _ arguments: [String], _ daemon: TestDaemon, _ plugin: inout PluginConnection,
        answering answer: Value
    ) throws -> ControlTool.Result {
        let running = try ControlTool(daemon).start(arguments)
        while true {
            if case .question(let id, _)? = try plugin.next() {
                try plugin.answer(id, answer)
                return running.finish()
            }
            try plugin.wait()
        }
    }

    @Test func `A veto is reported with status 3, and an allowed command is carried out`() throws {
        let daemon = try TestDaemon()
        var plugin = try book(daemon, decisions: [["question": "shouldSelect", "deadline": 30]])
        let next = ["--human", "next", "--user"]
        let vetoed = try run(next, daemon, &plugin, answering: false)
        #expect(vetoed.status == 3)
        #expect(vetoed.output == "")
        #expect(vetoed.errors == "pagerctl: not applied: vetoed (decision d1, by plugin)\n")
        let allowed = try run(next, daemon, &plugin, answering: true)
        #expect(allowed.status == 0)
        #expect(allowed.output == "b (2 of 3, index 1)\n")
        // Programmatic changes cause no decision request.
        let program = try ControlTool(daemon)("--human", "next")
        #expect(program.status == 0)
        #expect(program.output == "c (3 of 3, index 2)\n")
    }

    @Test func `--trace prints the events of a command that waited for a decision`() throws {
        let daemon = try TestDaemon()
        var plugin = try book(daemon, decisions: [["question": "shouldSelect", "deadline": 30]])
        let traced = try run(
            ["--human", "next", "--user", "--trace", "--no-animated"], daemon, &plugin,
            answering: true)
        let topics = traced.lines.compactMap { line in
            line.split(separator: " ").first { $0.contains(".") && !$0.hasPrefix("0") }
        }
        #expect(topics.first == "pager.book.willSelect", "\(traced)")
        #expect(topics.contains("lifecycle.b.viewDidAppear"), "\(traced)")
        #expect(
            topics.contains("pager.book.didSettle") && traced.lines.last == "b (2 of 3, index 1)")
    }

    @Test func `A disconnected plugin vetoes by its default, with status 3`() throws {
        let daemon = try TestDaemon()
        do {
            let plugin = try book(
                daemon, decisions: [["question": "shouldSelect", "default": false]])
            _ = consume plugin
        }
        let pagerctl = ControlTool(daemon)
        // The output does not depend on whether the daemon has noticed the disconnection yet.
        let result = try pagerctl("next", "--user")
        #expect(result.status == 3)
        #expect(result.errors.contains("vetoed"))
        let request = #"{"jsonrpc":"2.0","id":1,"method":"pager.next","params":{"user":true}}"#
        let raw = try pagerctl("raw", request)
        #expect(raw.status == 3)
        #expect(raw.output.contains("vetoed"))
    }

    @Test func `Without a reply in time, the default decision counts and is reported`() throws {
        let daemon = try TestDaemon()
        let plugin = try book(
            daemon,
            decisions: [["question": "shouldSelect", "default": false, "deadline": 0.05]])
        defer { withExtendedLifetime(plugin) {} }
        let result = try ControlTool(daemon)("--human", "next", "--user")
        #expect(result.status == 3)
        #expect(result.errors == "pagerctl: not applied: vetoed (decision d1, by deadline)\n")
    }
}
