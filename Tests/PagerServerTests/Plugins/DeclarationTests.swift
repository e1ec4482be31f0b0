import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer

/// Tests that the declarations of plugins are limited, and that they cost nothing for unrelated
/// commands.
@Suite struct DeclarationTests {
    private static func names(_ prefix: String, _ count: Int) -> Value {
        .array((0..<count).map { .string("\(prefix)\($0)") })
    }

    private func register(
        _ name: String, _ params: [Value.Member], in stage: inout TestService
    ) throws -> Value {
        try stage.ask(
            "plugin.register", .object([.init("name", .string(name))] + params), from: name)
    }

    // MARK: kinds

    @Test func `The number of kinds that all plugins together host is limited`() throws {
        var stage = TestService()
        let half = Limits.hostedKinds / 2
        for name in ["a", "b"] {
            let reply = try register(name, [.init("kinds", Self.names(name, half))], in: &stage)
            #expect(reply["result"] != nil)
        }
        let before = stage.service.point
        let more = try register("c", [.init("kinds", ["c"])], in: &stage)
        #expect(more["error"]?["data"]?["name"] == "limitExceeded")
        #expect(more["error"]?["data"]?["path"] == "kinds")
        #expect(stage.service.point == before)
        // Kinds that the plugin hosts already do not count again.
        stage.service.pluginIsGone("a", "exited 1", at: stage.time)
        let again = try register("a", [.init("kinds", Self.names("a", half))], in: &stage)
        #expect(again["result"] != nil)
    }

    @Test func `A kind that a registration lists several times counts once`() throws {
        var stage = TestService()
        let kinds = Value.array(Array(repeating: "maps", count: Limits.hostedKinds * 4))
        #expect(try register("maps", [.init("kinds", kinds)], in: &stage)["result"] != nil)
        #expect(try stage.result("plugin.list")["plugins"]?.array?[0]["kinds"] == ["maps"])
    }

    @Test func `A journal with more kinds than are accepted now is restored`() throws {
        var stage = TestService()
        stage.service.pendingRecords.isKept = true
        stage.service.limits.hostedKinds = .max
        let count = Limits.hostedKinds + 1
        _ = try register("maps", [.init("kinds", Self.names("k", count))], in: &stage)
        try stage.result(
            "controller.create", ["id": "last", "kind": .string("k\(count - 1)")])
        var service = try stage.restored()
        let serviceBytes = Archive.writing { service.visit(&$0) }
        let serviceExpected = stage.archived()
        #expect(serviceBytes == serviceExpected)
    }

    @Test func `A kind whose number exceeds the limit is refused and does not crash the daemon`()
        throws
    {
        var scene = Scene()
        for number in 0..<Int(UInt16.max) { try scene.addHostedKind(named: "k\(number)") }
        do {
            try scene.addHostedKind(named: "more")
            Issue.record("there is a kind without a number")
        } catch {
            #expect(error.name == .limitExceeded)
        }
        var create = ControllerCreate()
        create.kind = "k\(UInt16.max - 1)"
        _ = try scene.apply(create, at: .zero)
    }

    // MARK: decisions

    @Test func `A registration whose decision repeats an id is refused`() throws {
        var stage = TestService()
        let decisions: Value = ["pageAfter", ["question": "contentFor", "of": ["h", "i", "h"]]]
        let reply = try register("maps", [.init("decisions", decisions)], in: &stage)
        #expect(reply["error"]?.refusal == "-32000 invalidArgument at decisions[1].of[2]")
        #expect(try stage.result("plugin.list")["plugins"] == [])
    }

    @Test func `A journal with a declaration that repeats an id is restored`() throws {
        var stage = TestService()
        let decisions: Value = [["question": "contentFor", "of": ["h", "h"]]]
        var plugin = Plugin(name: "maps")
        plugin.grants = [.decide]
        stage.service.plugins["maps"] = plugin
        let message: Value = [
            "jsonrpc": "2.0", "id": 1, "method": "plugin.register",
            "params": ["name": "maps", "decisions": decisions],
        ]
        let bytes = Array(message.json.utf8)
        stage.service.take(bytes.span, from: TestService.connection("maps"), isReplayed: true)
        #expect(stage.service.plugins["maps"]?.decisions.first?.of == ["h", "h"])
    }

    private func large(_ bytes: Int) -> Value {
        [
            [
                "question": "contentFor", "of": [],
                "default": .string(String(repeating: "x", count: bytes)),
            ]
        ]
    }

    @Test func `The declarations of all plugins share a limit in bytes`() throws {
        var stage = TestService()
        stage.service.limits.declarationBytes = 10_000
        for name in ["a", "b"] {
            let reply = try register(name, [.init("decisions", large(4_000))], in: &stage)
            #expect(reply["result"] != nil)
            stage.service.pluginIsGone(name, "exited 1", at: stage.time)
        }
        let bytes = try #require(try stage.result("server.stats")["declarationBytes"]?.integer)
        #expect((8_000...10_000).contains(bytes))
        let more = try register("c", [.init("decisions", large(4_000))], in: &stage)
        #expect(more["error"]?["data"]?["name"] == "limitExceeded")
        #expect(more["error"]?["message"]?.string?.contains("plugin.forget") == true)
        // A plugin's new declarations replace its own earlier ones.
        #expect(try register("a", [.init("decisions", large(4_000))], in: &stage)["result"] != nil)
        try stage.result("plugin.forget", ["name": "b"])
        #expect(try register("c", [.init("decisions", large(4_000))], in: &stage)["result"] != nil)
    }

    // A release build keeps no count.
    #if DEBUG
        /// Returns the index entries that one decision visits, with so many plugins and named
        /// controllers.
        private func visits(plugins: Int, subjects: Int) throws -> Int {
            var stage = TestService()
            try stage.attach(
                "maps",
                decisions: [
                    "contentFor", ["question": "pageAfter", "of": Self.names("x", subjects)],
                ],
                grants: [.decide])
            for number in 0..<plugins {
                let name = "gone\(number)"
                try stage.attach(name, decisions: ["contentFor"])
                stage.service.pluginIsGone(name, "exited 1", at: stage.time)
            }
            try stage.result("controller.create", ["id": "a", "kind": "maps"])
            let before = stage.service.plugins.decisions.visits
            try stage.result("controller.loadViewIfNeeded", ["id": "a"])
            #expect(try stage.received("maps").asked.count == 1)
            return stage.service.plugins.decisions.visits - before
        }

        @Test func `The cost of a decision does not depend on the number of declarations`() throws {
            let few = try visits(plugins: 8, subjects: 8)
            #expect(few > 0)
            #expect(try visits(plugins: 32, subjects: 32) == few)
        }
    #endif

    @Test func `If several plugins name a controller, the first by name decides`() throws {
        var stage = TestService()
        try stage.result("controller.create", ["id": "t", "kind": "tabBar"])
        for tab in ["a", "b"] {
            try stage.result("controller.create", ["id": .string(tab), "kind": "view"])
        }
        try stage.result("tabBar.setControllers", ["id": "t", "controllers": ["a", "b"]])
        let about: Value = [["question": "shouldSelect", "of": ["t"]]]
        for name in ["c", "b", "d"] { try stage.attach(name, decisions: about, grants: [.decide]) }
        let select: Value = ["id": "t", "index": 1, "user": true]
        _ = try stage.result("tabBar.select", select)
        #expect(try stage.received("b").asked == ["d1"])
        #expect(try stage.received("c").asked == [])
        stage.service.pluginIsGone("b", "exited 1", at: stage.time)
        _ = try register("b", [], in: &stage)
        _ = try stage.result("tabBar.select", ["id": "t", "index": 0, "user": true])
        #expect(try stage.received("c").asked == ["d2"])
    }

    // MARK: forgetting

    @Test func `Forgetting a plugin frees its name and its kinds`() throws {
        var stage = TestService()
        try stage.attach("maps", decisions: ["contentFor"])
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let inUse = try stage.call("plugin.forget", ["name": "maps"])
        #expect(inUse["error"]?["data"]?["name"] == "controllerInUse")
        try stage.result("controller.destroy", ["id": "a"])
        _ = try stage.published()
        try stage.result("plugin.forget", ["name": "maps"])
        #expect(try stage.published().eventNames == ["forgotten"])
        #expect(try stage.result("plugin.list")["plugins"] == [])
        #expect(stage.service.plugins.decides == false)
        #expect(try stage.result("server.hello")["kinds"]?.array?.contains("maps") == false)
        let gone = try stage.call("controller.create", ["kind": "maps"])
        #expect(gone["error"]?["data"]?["name"] == "kindUnknown")
        // Another user may take the name, and another kind the free slot.
        let thief = try stage.ask(
            "plugin.register", ["name": "maps", "kinds": ["globe"], "since": 0], from: "thief",
            pid: 9, uid: 1001)
        #expect(thief["result"]?["missed"]?["events"] == [])
        let event = try #require(try stage.published().first)
        #expect(event["event"] == "attached")
        #expect(event["prev"]?.array?[1] == 0)
    }

    @Test func `A plugin that is connected, configured or unknown cannot be forgotten`() throws {
        var stage = TestService()
        try stage.attach("maps")
        var configuration = PluginConfiguration()
        configuration.name = "clock"
        stage.service.expect([ExpectedPlugin(configuration)])
        for (name, error) in [
            ("maps", "unsupported"), ("clock", "unsupported"), ("nobody", "invalidArgument"),
        ] {
            let before = stage.archived()
            let reply = try stage.call("plugin.forget", ["name": .string(name)])
            #expect(reply["error"]?["data"]?["name"] == .string(error))
            let after = stage.archived()
            #expect(after == before)
        }
    }

    @Test func `A plugin without the grant cannot forget another`() throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.attach("clock")
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let reply = try stage.ask("plugin.forget", ["name": "maps"], from: "clock")
        #expect(reply["error"]?["data"]?["grant"] == "administer")
        #expect(Role(neededFor: PluginForget.self) == .administer)
    }

    @Test func `The journal and a snapshot record that a plugin was forgotten`() throws {
        var stage = TestService()
        stage.service.pendingRecords.isKept = true
        try stage.attach("maps")
        try stage.attach("clock")
        try stage.result("controller.create", ["id": "c", "kind": "clock"])
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        try stage.result("plugin.forget", ["name": "maps"])
        var service = try stage.restored()
        let archived = stage.archived()
        let serviceBytes = Archive.writing { service.visit(&$0) }
        let serviceExpected = archived
        #expect(serviceBytes == serviceExpected)
        var next = Service(stage.service.identity)
        try archived.withUnsafeBytes { try Archive.reading($0) { next.visit(&$0) } }
        let nextBytes = Archive.writing { next.visit(&$0) }
        let nextExpected = archived
        #expect(nextBytes == nextExpected)
        stage.service = next
        try stage.attach("globe")
        try stage.result("controller.create", ["id": "g", "kind": "globe"])
        #expect(try stage.result("controller.get", ["id": "c"])["kind"] == "clock")
        #expect(try stage.result("controller.get", ["id": "g"])["kind"] == "globe")
    }

    @Test func `Kinds that are added and removed do not accumulate`() throws {
        var stage = TestService()
        for number in 0..<20 {
            let name = "p\(number)"
            try stage.attach(name)
            stage.service.pluginIsGone(name, "exited 1", at: stage.time)
            try stage.result("plugin.forget", ["name": .string(name)])
        }
        try stage.attach("last")
        #expect(stage.service.scene.kindNames.filter(\.isEmpty).isEmpty)
        #expect(stage.service.scene.hostedKindCount == 1)
    }

    // MARK: programs

    @Test func `The journal records how often a program was restarted and why it ended`() throws {
        var stage = TestService()
        stage.service.pendingRecords.isKept = true
        var configuration = PluginConfiguration()
        configuration.name = "clock"
        configuration.kinds = ["clock"]
        stage.service.expect([ExpectedPlugin(configuration)])
        let name = configuration.name
        stage.service.take(.started(name, 5), at: stage.time)
        stage.service.take(.ended(name, reason: "exited 1"), at: stage.time)
        stage.service.take(.started(name, 6), at: stage.time)
        let plugin = try stage.result("plugin.list")["plugins"]?.array?[0]
        #expect(plugin?["restarts"] == 1)
        #expect(plugin?["reason"] == "exited 1")
        var service = try stage.restored()
        let serviceBytes = Archive.writing { service.visit(&$0) }
        let serviceExpected = stage.archived()
        #expect(serviceBytes == serviceExpected)
    }
}
