import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests that a plugin can reconnect however much it hosts and has missed.
@Suite struct CatchUpTests {
    private static let pages = 6

    /// Returns a stage with a plugin whose contents together exceed its message queue.
    private static func stage() throws -> TestService {
        var stage = TestService()
        stage.service.limits.queuedPluginBytes = 20_000
        stage.service.limits.catchUpBytes = 10_000
        stage.service.limits.catchUpControllers = 2
        try stage.attach("maps")
        for number in 0..<pages {
            try stage.result(
                "controller.create",
                [
                    "id": .string("a\(number)"), "kind": "maps",
                    "content": .string(String(repeating: "x", count: 8_000)),
                ])
            _ = try stage.received("maps")
        }
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        return stage
    }

    @Test
    func `A plugin can reconnect and its contents are restored even if they exceed its queue`()
        throws
    {
        var stage = try Self.stage()
        for pid in UInt32(8)...10 {
            #expect(try stage.attach("maps", pid: pid)["result"]?["name"] == "maps")
            stage.service.loseStalled(at: stage.time)
            #expect(try stage.result("plugin.list")["plugins"]?.array?[0]["state"] == "attached")
            #expect(try stage.content(of: "a5")?.string?.utf8.count == 8_000)
            stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        }
    }

    @Test func `A plugin receives all missed events over several replies`() throws {
        var stage = try Self.stage()
        try stage.result("controller.destroy", ["id": "a0"])
        try stage.result("controller.create", ["id": "other", "kind": "view"])
        let reply = try #require(try stage.attach("maps", pid: 8)["result"])
        #expect(reply["missed"]?["complete"] == false)
        #expect(reply["missed"]?["reason"] == nil)
        var events = reply["missed"]?["events"]?.array ?? []
        var next = reply["missed"]?["next"]
        while let since = next {
            let page = try #require(
                try stage.ask(
                    "events.replay", ["since": since, "plugin": "maps", "limit": 3], from: "maps",
                    pid: 8)["result"])
            #expect(page["complete"] == true)
            events += page["events"]?.array ?? []
            next = page["next"]
        }
        let seqs = events.compactMap { $0["seq"]?.integer }
        #expect(seqs == Array(Set(seqs)).sorted())
        let names = events.map { "\($0["subject"]?.string ?? "").\($0["event"]?.string ?? "")" }
        let covered = (0..<Self.pages).map { "a\($0).contentChanged" }
        #expect(names == covered + ["a0.destroyed"] + covered.dropFirst())
    }

    @Test func `A plugin receives each of its controllers once over several replies`() throws {
        var stage = try Self.stage()
        let reply = try #require(try stage.attach("maps", pid: 8)["result"])
        var ids = reply["controllers"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(ids == ["a0", "a1"])
        var next = reply["next"]
        // Creating and destroying controllers does not move the others to another page.
        try stage.result("controller.destroy", ["id": "a0"])
        while let after = next {
            let page = try stage.result(
                "plugin.controllers", ["name": "maps", "after": after, "limit": 2])
            ids += page["controllers"]?.array?.compactMap { $0["id"]?.string } ?? []
            next = page["next"]
            try stage.result("controller.update", ["id": "a5", "title": "moved on"])
        }
        #expect(ids == (0..<Self.pages).map { "a\($0)" })
    }

    @Test(arguments: ["", "1", "a-b", "1-2-3", "-1-0", "99999999999999999999-0"])
    func `An invalid cursor is refused`(cursor: String) throws {
        var stage = try Self.stage()
        let reply = try stage.call(
            "plugin.controllers", ["name": "maps", "after": .string(cursor)])
        #expect(reply["error"]?["data"]?["name"] == "invalidArgument")
    }

    @Test func `An unknown plugin has no controllers and no events`() throws {
        var stage = TestService()
        for (method, params) in [
            ("plugin.controllers", ["name": "maps"] as Value),
            ("events.replay", ["since": 0, "plugin": "maps"]),
        ] {
            let reply = try stage.call(method, params)
            #expect(reply["error"]?["data"]?["name"] == "invalidArgument")
        }
    }

    @Test func `A message of any size fits into an empty queue`() throws {
        var plugin = Plugin(name: "maps")
        var limits = ServiceLimits()
        limits.queuedPluginBytes = 10
        let large = [UInt8](repeating: 0, count: 100)
        var taken = [
            plugin.enqueue(large, seq: 1, limits), plugin.enqueue([0], seq: 2, limits),
        ]
        plugin.didSend()
        taken.append(plugin.enqueue(large, seq: 3, limits))
        #expect(taken == [true, false, true])
    }
}
