import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerPlugins
@testable import PagerServer

@Suite struct PluginRestoreTests {
    /// Creates a pager `p` on screen whose second page is hosted by the plugin `maps`.
    private static func pager(_ living: inout RecordedService, decisions: Value) throws {
        _ = living.take(registration("maps", kinds: ["maps"], decisions), fromPlugin: "maps")
        for (method, params) in [
            ("window.create", ["id": "w"]), ("controller.create", ["id": "a", "kind": "view"]),
            ("controller.create", ["id": "h", "kind": "maps"]),
            ("controller.create", ["id": "p", "kind": "pager"]),
            ("pager.setPages", ["id": "p", "pages": ["a", "h"]]),
            ("window.setRoot", ["id": "w", "controller": "p"] as Value),
        ] {
            let reply = living.send(method, params)
            try #require(JSONParser.parse(reply)["result"] != nil, "\(method)")
        }
    }

    private static func registration(
        _ name: Value, kinds: Value, _ decisions: Value = []
    ) -> Value {
        [
            "jsonrpc": "2.0", "id": 1, "method": "plugin.register",
            "params": ["name": name, "kinds": kinds, "decisions": decisions],
        ]
    }

    private static func expected(_ name: String, kinds: [Identifier]) -> ExpectedPlugin {
        var plugin = ExpectedPlugin()
        plugin.name = Identifier(unchecked: name)
        plugin.kinds = kinds
        return plugin
    }

    private static func list(_ living: inout RecordedService) throws -> [Value] {
        let reply = living.send("plugin.list")
        return try #require(JSONParser.parse(reply)["result"]?["plugins"]?.array)
    }

    /// Checks that the journal restores the present state.
    private static func check(_ living: inout RecordedService) throws {
        var restored = try RecordedService(living.journal, clock: .manual, at: living.time)
        let (found, expected) = (restored.archived(), living.archived())
        let isSame = found == expected
        #expect(isSame)
    }

    // MARK: decisions

    @Test(arguments: [false, true])
    func `After a batch with a refused command, the journal restores the same state`(isGone: Bool)
        throws
    {
        var living = RecordedService(clock: .manual)
        try Self.pager(&living, decisions: [["question": "shouldSelect", "default": false]])
        if isGone { living.end(plugin: "maps") }
        let reply = living.send(
            "batch",
            [
                "commands": [
                    [
                        "method": "controller.update",
                        "params": ["id": "a", "title": "first"],
                    ],
                    ["method": "pager.next", "params": ["id": "p", "user": true]],
                    [
                        "method": "controller.update",
                        "params": ["id": "a", "title": "last"],
                    ],
                ]
            ])
        let results = try JSONParser.parse(reply)["result"]?["results"]?.array
        let name = results?[1]["error"]?["data"]?["name"]
        #expect(name == (isGone ? "vetoed" : "unsupported"))
        #expect(results?[2]["result"] != nil)
        try Self.check(&living)
    }

    // MARK: kinds

    @Test(arguments: [("alpha", "zeta"), ("zeta", "alpha")])
    func `A kind that the configuration gives to another plugin has one host after a restart`(
        new: String, old: String
    ) throws {
        var living = RecordedService(clock: .manual)
        let names = Value.string(old)
        _ = living.take(Self.registration(names, kinds: ["k", "own"]), fromPlugin: old)
        living.send("controller.create", ["id": "h", "kind": "k", "content": "kept"])
        living = try RecordedService(living.journal, clock: .manual, at: living.time)
        living.restart(after: 1)
        living.expect([Self.expected(new, kinds: ["k"])])
        func check(_ living: inout RecordedService) throws {
            for plugin in try Self.list(&living) {
                let isNew = plugin["name"] == .string(new)
                #expect(plugin["kinds"] == (isNew ? ["k"] : ["own"]))
                #expect(plugin["controllers"] == (isNew ? 1 : 0))
            }
            let get = Step(method: "controller.get", params: ["id": "h"])
            let content = try JSONParser.parse(living.send(get))["result"]?["content"]
            #expect(content == "kept", "the content that the old plugin's loss had covered")
        }
        try check(&living)
        try Self.check(&living)
        living.takeSnapshot()
        try Self.check(&living)
        var restored = try RecordedService(living.journal, clock: .manual, at: living.time)
        try check(&restored)
    }

    // MARK: a full disk

    @Test func `While the journal is full, no restart of a plugin is recorded`() throws {
        var living = RecordedService(clock: .manual)
        let name = Identifier(unchecked: "maps")
        living.expect([Self.expected("maps", kinds: ["maps"])])
        living.take(.started(name, 7))
        living.take(.ended(name, reason: "exited 1"))
        let (length, point) = (living.journal.count, living.service.point)
        let archive = living.archived()
        living.setJournalFailure("no space")
        for pid in 8..<1_000 {
            living.take(.started(name, Int32(pid)))
            living.take(.ended(name, reason: "exited 3"))
            living.take(.failed(name, ProcessProblem("no program")))
        }
        #expect(living.journal.count == length)
        #expect(living.service.point == point)
        let isSame = living.archived() == archive
        #expect(isSame)
        // The state that clients read is complete all the same.
        let plugin = try Self.list(&living)[0]
        #expect(plugin["restarts"] == 992)
        #expect(plugin["reason"] == "no program")
        living.setJournalFailure(nil)
        living.wait(0)
        #expect(try Self.list(&living)[0] == plugin)
        #expect(living.service.point.seq == point.seq + 1, "the problem is published once")
        try Self.check(&living)
    }

    @Test
    func `The end of a plugin while the journal is full is recorded once there is space`() throws {
        var living = RecordedService(clock: .manual)
        try Self.pager(&living, decisions: ["shouldSelect"])
        let name = Identifier(unchecked: "maps")
        living.setJournalFailure("no space")
        let archive = living.archived()
        living.take(.ended(name, reason: "killed by signal 9"))
        living.end(plugin: "maps")
        living.wait(0)
        #expect(try Self.list(&living)[0]["state"] == "attached")
        let isSame = living.archived() == archive
        #expect(isSame)
        living.setJournalFailure(nil)
        living.wait(0)
        let plugin = try Self.list(&living)[0]
        #expect(plugin["state"] == "lost")
        #expect(plugin["reason"] == "killed by signal 9")
        try Self.check(&living)
    }
}
