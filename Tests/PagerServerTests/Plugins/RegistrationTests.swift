import Containment
import Glibc
import PagerModel
@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

/// Tests of the registration of plugins and of the events that they receive.
@Suite struct RegistrationTests {
    @Test func `The first message of a plugin must be its registration`() throws {
        var stage = TestService()
        let reply = try stage.ask("controller.list", [:], from: "maps")
        #expect(reply["error"]?["data"]?["name"] == "invalidRequest")
        #expect(try stage.attach("maps")["result"]?["name"] == "maps")
        #expect(try stage.published().eventNames == ["attached"])
    }

    @Test func `Any client can create controllers of a plugin's kind`() throws {
        var stage = TestService()
        let before = try stage.call("controller.create", ["id": "a", "kind": "maps"])
        #expect(before["error"]?["data"]?["name"] == "kindUnknown")
        try stage.attach("maps")
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        #expect(try stage.result("controller.get", ["id": "a"])["kind"] == "maps")
        #expect(try stage.result("plugin.list")["plugins"]?.array?[0]["controllers"] == 1)
    }

    @Test(arguments: [
        (1, "hosts 1 controller; destroy it"), (2, "hosts 2 controllers; destroy them"),
    ])
    func `A plugin with controllers is not forgotten, and the error counts them`(
        count: Int, words: String
    ) throws {
        var stage = TestService()
        try stage.attach("maps")
        for _ in 0..<count { try stage.result("controller.create", ["kind": "maps"]) }
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let error = try stage.call("plugin.forget", ["name": "maps"])["error"]
        #expect(error?["data"]?["name"] == "controllerInUse")
        #expect(error?["message"]?.string?.contains("the plugin maps \(words) first") == true)
    }

    @Test func `A plugin receives the events of its own controllers only, in order`() throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.show(["a"], kind: "maps")
        #expect(
            try stage.received("maps").told == [
                "a.created", "a.willMoveToParent", "a.parentChanged", "a.loadView",
                "a.viewDidLoad", "a.didMoveToParent", "a.viewWillAppear", "a.viewIsAppearing",
                "a.viewWillLayoutSubviews", "a.viewDidLayoutSubviews", "a.viewDidAppear",
            ])
    }

    @Test func `The events that a plugin receives have the published payloads`() throws {
        var stage = TestService()
        try stage.attach("maps")
        _ = try stage.published()
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        let told = try stage.received("maps").compactMap { $0["params"] }
        #expect(told == (try stage.published()))
    }

    @Test func `A registration with a name or kind that is in use is refused`() throws {
        var stage = TestService()
        try stage.attach("maps")
        let again = try stage.ask(
            "plugin.register", ["name": "maps", "kinds": []], from: "other", pid: 8)
        #expect(again["error"]?["data"]?["name"] == "nameTaken")
        let kind = try stage.ask(
            "plugin.register", ["name": "atlas", "kinds": ["globe", "maps"]], from: "other")
        #expect(kind["error"]?["data"]?["name"] == "kindTaken")
        #expect(kind["error"]?["data"]?["path"] == "kinds[1]")
        let builtIn = try stage.ask(
            "plugin.register", ["name": "atlas", "kinds": ["pager"]], from: "other")
        #expect(builtIn["error"]?["data"]?["name"] == "kindTaken")
        // A refused registration has added no kind.
        let globe = try stage.call("controller.create", ["kind": "globe"])
        #expect(globe["error"]?["data"]?["name"] == "kindUnknown")
    }

    @Test func `Another connection with the routing id of a plugin cannot act as the plugin`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps")
        let impostors = [
            TestService.connection("maps", pid: 8), TestService.connection("maps", uid: 1001),
            TestService.connection("maps", number: 2), TestService.connection("maps", pid: nil),
        ]
        for impostor in impostors {
            #expect(stage.service.plugins.plugin(of: impostor) == nil)
            let message = Array(#"{"jsonrpc":"2.0","id":"h","method":"plugin.heartbeat"}"#.utf8)
            stage.service.take(message.span, from: impostor, at: stage.time)
            let stray = stage.service.plugins.strays.popLast()
            let error = try JSONParser.parse(try #require(stray).message)["error"]
            #expect(error?["data"]?["name"] == "invalidRequest")
        }
        #expect(try stage.ask("plugin.heartbeat", [:], from: "maps")["result"] != nil)
    }

    @Test func `Messages queued for a closed connection are not sent`() throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        #expect(stage.service.plugins.next(for: "maps") != nil)
        stage.service.connectionHasEnded(of: "maps", at: stage.time)
        #expect(stage.service.plugins.next(for: "maps") == nil)
    }

    @Test func `The journal distinguishes connections with the same routing id`() throws {
        var stage = TestService()
        stage.service.pendingRecords.isKept = true
        let maps: Value = ["name": "maps", "kinds": ["maps"]]
        let first = try stage.ask("plugin.register", maps, from: "maps", number: 1)
        let second = try stage.ask("plugin.register", maps, from: "maps", number: 2)
        #expect(first["result"] != nil && second["result"] != nil)
        #expect(try stage.restored().point == stage.service.point)
    }

    @Test func `A registration on the command socket is refused`() throws {
        var stage = TestService()
        let reply = try stage.call("plugin.register", ["name": "maps"])
        #expect(reply["error"]?["data"]?["name"] == "unsupported")
    }

    @Test func `A registration on a new connection applies even if its idempotency key is reused`()
        throws
    {
        var stage = TestService()
        let registration: Value = [
            "jsonrpc": "2.0", "id": 1, "client": "maps-1", "method": "plugin.register",
            "params": ["name": "maps", "kinds": ["maps"]],
        ]
        stage.send(registration, from: "first")
        let reply = try stage.received("first")
        #expect(reply.first?["result"]?["name"] == "maps")
        // On the same connection it is a repeated request.
        stage.send(registration, from: "first")
        #expect(try stage.received("first").first == reply.first)
        #expect(try stage.published().eventNames == ["attached"])
        stage.service.pluginIsGone("maps", "killed by signal 9", at: stage.time)
        stage.send(registration, from: "second")
        #expect(try stage.received("second").first?["result"]?["name"] == "maps")
        let record = try stage.result("plugin.list")["plugins"]?.array?[0]
        #expect(record?["state"] == "attached")
        #expect(stage.service.memory.count == 1)
    }

    @Test func `The controllers of a lost plugin stay and show a placeholder`() throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.show(["a"], kind: "maps")
        try stage.result("controller.update", ["id": "a", "content": "Paris"])
        _ = try stage.published()
        stage.service.pluginIsGone("maps", "killed by signal 9", at: stage.time)
        #expect(try stage.published().eventNames == ["lost", "contentChanged"])
        #expect(try stage.content(of: "a")?["placeholder"] == true)
        #expect(try stage.result("controller.get", ["id": "a"])["appearance"] == "appeared")
        let record = try stage.result("plugin.list")["plugins"]?.array?[0]
        #expect(record?["state"] == "lost")
        #expect(record?["reason"] == "killed by signal 9")
    }

    /// The categories that other subscribers receive: all, some or none.
    private static let audiences: [EventCategories] = [
        .all, EventCategories(.lifecycle), .named("pager"), [],
    ]

    @Test(arguments: audiences)
    func `A plugin that reconnects receives missed events, and its content is restored`(
        audience: EventCategories
    ) throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.show(["a", "b"], kind: "maps")
        try stage.result("controller.update", ["id": "a", "content": "Paris"])
        _ = try stage.received("maps")
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        stage.service.wanted = audience
        try stage.result("pager.next", ["id": "book", "animated": false])
        _ = try stage.published()
        stage.service.wanted = .all
        let reply = try stage.attach("maps", pid: 9)
        let missed = reply["result"]?["missed"]
        #expect(missed?["complete"] == true)
        let names = reply["result"]?.missed
        #expect(names?.first == "a.contentChanged")
        #expect(names?.contains("b.viewDidAppear") == true)
        #expect(names?.contains("a.viewDidDisappear") == true)
        #expect(reply["result"]?["controllers"]?.array?.count == 2)
        #expect(
            try stage.published().eventNames == ["restored", "contentChanged", "contentChanged"])
        #expect(try stage.content(of: "a") == "Paris")
    }

    @Test func `A plugin that connects anew before its loss is noticed is lost first`() throws {
        var stage = TestService()
        try stage.attach("maps", decisions: ["shouldSelect"])
        try stage.show(["a", "b"], kind: "maps")
        _ = try stage.received("maps")
        try stage.result("controller.update", ["id": "a", "content": "Paris"])
        let pending = try stage.result(
            "pager.next", ["id": "book", "user": true, "animated": false], client: "c")
        #expect(pending["pending"] == "d1")
        _ = try stage.published()
        let reply = try stage.ask(
            "plugin.register", ["name": "maps", "kinds": ["maps"]], from: "maps again")
        #expect(reply["result"]?.missed.first == "a.contentChanged")
        let events = try stage.published().eventNames
        #expect(events.first == "lost")
        #expect(events.contains("decisionMade"))
        #expect(events.contains("restored"))
    }

    @Test func `Events that were queued for a lost plugin are in its missed events`() throws {
        var stage = TestService()
        try stage.attach("maps")
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        // The plugin has not received the message.
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let missed = try stage.attach("maps", pid: 9)["result"]?["missed"]?["events"]?.array
        #expect(missed?.first?["event"] == "created")
    }

    /// Returns a stage with a disconnected plugin, one of whose controllers has been destroyed
    /// since.
    private static func stageWithALoss(_ audience: EventCategories) throws -> TestService {
        var stage = TestService()
        stage.service.wanted = audience
        try stage.attach("maps")
        try stage.show(["a"], kind: "maps")
        try stage.result("controller.create", ["id": "b", "kind": "maps"])
        _ = try stage.received("maps")
        stage.service.pluginIsGone("maps", "killed by signal 9", at: stage.time)
        try stage.result("controller.destroy", ["id": "b"])
        return stage
    }

    /// Checks that the plugin of that stage receives both events when it reconnects.
    private static func comesBack(in stage: TestService) throws {
        var stage = stage
        let reply = try stage.attach("maps", pid: 8)["result"]
        #expect(
            reply?.missed == [
                "a.contentChanged", "b.contentChanged", "b.destroyed", "a.contentChanged",
            ])
        #expect(reply?["controllers"]?.array?.map { $0["id"] } == ["a"])
    }

    @Test(arguments: audiences)
    func `The missed events include those of controllers destroyed in the meantime`(
        audience: EventCategories
    ) throws {
        try Self.comesBack(in: try Self.stageWithALoss(audience))
    }

    @Test func `A replay does not depend on which subscribers received the events`() throws {
        let replays = try Self.audiences.map { audience in
            var stage = try Self.stageWithALoss(audience)
            try stage.attach("maps", pid: 8)
            return try stage.result("events.replay", ["since": 0]).json
        }
        #expect(replays[0].contains("restored"))
        #expect(Set(replays).count == 1)
    }

    /// Found by seed 5099 of the shell simulation.
    @Test func `The missed events exclude those of another kind's controller with the same id`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps")
        stage.service.pluginIsGone("maps", "killed by signal 9", at: stage.time)
        try stage.result("controller.create", ["id": "a", "kind": "view"])
        try stage.result("controller.loadViewIfNeeded", ["id": "a"])
        try stage.result("controller.destroy", ["id": "a"])
        try stage.result("controller.create", ["id": "a", "kind": "maps"])
        #expect(try stage.attach("maps", pid: 8)["result"]?.missed == ["a.created"])
    }

    /// A later version of the program has an additional kind, which replaces the plugin's.
    @Test(arguments: audiences)
    func `A daemon restored from a snapshot knows the missed events of a plugin`(
        audience: EventCategories
    ) throws {
        var stage = try Self.stageWithALoss(audience)
        try stage.restart(with: Lamp())
        try Self.comesBack(in: stage)
    }

    private struct Lamp: ContainerKind {
        typealias State = PlainKind.State
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
        }
    }

    @Test func `The missed events are incomplete if the daemon no longer keeps all of them`() throws
    {
        for (count, isComplete) in [(5, true), (50, false)] {
            var stage = TestService(retaining: 20)
            try stage.attach("maps")
            try stage.result("controller.create", ["id": "a", "kind": "maps"])
            _ = try stage.received("maps")
            stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
            for number in 0..<count {
                try stage.result("controller.update", ["id": "a", "title": .string("\(number)")])
            }
            let reply = try stage.attach("maps", pid: 9)["result"]
            #expect(reply?["missed"]?["complete"] == .bool(isComplete))
            #expect(reply?["controllers"]?.array?[0]["title"] == .string("\(count - 1)"))
        }
    }

    @Test func `Only the configured program can register under a configured name`() throws {
        var stage = TestService()
        var configuration = PluginConfiguration()
        configuration.name = "maps"
        configuration.command = ["maps"]
        stage.service.expect([ExpectedPlugin(configuration)])
        let stranger = try stage.attach("maps", pid: 7)
        #expect(stranger["error"]?["data"]?["name"] == "notPermitted")
        // The daemon considers this process the plugin's program.
        stage.service.take(.started(configuration.name, getpid()), at: stage.time)
        #expect(try stage.attach("maps", pid: UInt32(getpid()))["result"] != nil)
    }

    @Test func `Another user cannot take the name of a lost plugin`() throws {
        var stage = TestService()
        try stage.attach("maps")
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let reply = try stage.ask(
            "plugin.register", ["name": "maps", "kinds": []], from: "thief", pid: 9, uid: 1001)
        #expect(reply["error"]?["data"]?["name"] == "notPermitted")
    }

    @Test func `A plugin over tcp that sends no message is lost when its lease expires`() throws {
        var stage = TestService()
        try stage.attach("maps", pid: nil)
        try stage.attach("local")
        stage.wait(Limits.pluginLease - 1)
        _ = try stage.ask("plugin.heartbeat", [:], from: "maps", pid: nil)
        stage.wait(Limits.pluginLease - 1)
        #expect(try stage.result("plugin.list")["plugins"]?.array?[1]["state"] == "attached")
        stage.wait(2)
        let plugins = try stage.result("plugin.list")["plugins"]?.array
        #expect(plugins?[0]["state"] == "attached")
        #expect(plugins?[1]["state"] == "lost")
    }

    @Test func `Invalid messages get replies and cause at most ten diagnostics a second`() throws {
        var stage = TestService()
        try stage.attach("maps")
        _ = try stage.published()
        for _ in 0..<50 { stage.send(["nothing": 1], from: "maps") }
        let replies = try stage.received("maps")
        #expect(replies.count == 50)
        #expect(replies.allSatisfy { $0["error"] != nil })
        #expect(try stage.published().eventNames == Array(repeating: "diagnostic", count: 10))
        #expect(try stage.result("plugin.list")["plugins"]?.array?[0]["state"] == "attached")
    }
}
