import Containment
import PagerModel
@testable import PagerServer
import PagerWire
import Testing

/// Tests of the permissions of plugins.
@Suite struct PermissionTests {
    @Test func `A plugin needs no grant to read`() throws {
        var stage = TestService()
        try stage.attach("maps")
        for method in ["server.hello", "controller.list", "state.snapshot", "plugin.list"] {
            #expect(try stage.ask(method, [:], from: "maps")["result"] != nil)
        }
    }

    @Test(arguments: ["", ".", "..", ".get", "window."])
    func `An invalid method name is refused`(method: String) throws {
        var stage = TestService()
        try stage.attach("maps")
        #expect(try stage.ask(method, [:], from: "maps")["error"] != nil)
        let command: Value = ["method": .string(method), "params": [:]]
        let batch = try stage.ask("batch", ["commands": .array([command])], from: "maps")
        let result = batch["result"]?["results"]?.array?.first
        #expect((batch["error"] ?? result?["error"]) != nil)
    }

    @Test func `A plugin can create, update and destroy its own controllers without a grant`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps")
        let created = try stage.ask("controller.create", ["id": "a", "kind": "maps"], from: "maps")
        #expect(created["result"]?["id"] == "a")
        let updated = try stage.ask("controller.update", ["id": "a", "content": 1], from: "maps")
        #expect(updated["result"] != nil)
        let destroyed = try stage.ask("controller.destroy", ["id": "a"], from: "maps")
        #expect(destroyed["result"] != nil)
    }

    /// Returns a stage with a plugin that has named its own controller in `of` and then destroyed
    /// it. `home` is now a page of another client's pager.
    private static func stageWithStaleName() throws -> TestService {
        var stage = TestService()
        try stage.attach("low")
        _ = try stage.ask("controller.create", ["id": "home", "kind": "low"], from: "low")
        stage.service.lose("low", "disconnected")
        try stage.attach(
            "low",
            decisions: .array(
                ["shouldSelect", "pageAfter", "contentFor"].map {
                    ["question": .string($0), "of": ["home"], "deadline": 30]
                }))
        #expect(stage.service.plugins["low"]?.isAttached == true)
        _ = try stage.ask("controller.destroy", ["id": "home"], from: "low")
        try stage.attach("maps")
        try stage.show(["first", "home"], kind: "maps")
        _ = try stage.received("low")
        return stage
    }

    @Test func `A plugin does not decide about another controller that reuses a declared id`()
        throws
    {
        var stage = try Self.stageWithStaleName()
        let next = try stage.result("pager.next", ["id": "book", "user": true, "animated": false])
        #expect(next["pending"] == nil)
        #expect(try stage.result("controller.get", ["id": "book"])["index"] == 1)
        #expect(try stage.received("low").asked.isEmpty)
        stage.service.lose("low", "disconnected")
        try stage.result("pager.previous", ["id": "book", "user": true, "animated": false])
        try stage.result(
            "pager.select", ["id": "book", "page": "home", "user": true, "animated": false])
        #expect(try stage.result("controller.get", ["id": "book"])["index"] == 1)
    }

    @Test func `A plugin decides again once its own controller has the declared id`() throws {
        var stage = try Self.stageWithStaleName()
        try stage.result("pager.remove", ["id": "book", "page": "home"])
        try stage.result("controller.destroy", ["id": "home"])
        _ = try stage.ask("controller.create", ["id": "home", "kind": "low"], from: "low")
        try stage.result("pager.insert", ["id": "book", "page": "home", "at": 1])
        let next = try stage.result("pager.next", ["id": "book", "user": true])
        #expect(next["pending"] != nil)
        #expect(try stage.received("low").asked.count == 1)
    }

    @Test func `A plugin decides about another plugin's controller only while it has the grant`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps")
        try stage.show(["first", "home"], kind: "maps")
        try stage.attach(
            "judge", decisions: [["question": "shouldSelect", "of": ["home"], "deadline": 30]],
            grants: [.decide])
        let next = try stage.result("pager.next", ["id": "book", "user": true])
        #expect(next["pending"] != nil)
        stage.answer("d1", true, from: "judge")
        try stage.result("pager.previous", ["id": "book", "animated": false])
        stage.service.plugins.change("judge") { $0.grants = [] }
        let later = try stage.result("pager.next", ["id": "book", "user": true])
        #expect(later["pending"] == nil)
    }

    /// The answer arrives when the name in the decision request already belongs to another
    /// controller.
    @Test(arguments: ["shouldSelect", "contentFor"])
    func `An answer applies to the controller that the request was about`(question: String) throws {
        var stage = TestService()
        try stage.attach("maps", decisions: [["question": .string(question), "deadline": 30]])
        try stage.show(["first", "second"], kind: "maps")
        if question == "shouldSelect" {
            try stage.result("pager.select", ["id": "book", "page": "second", "user": true])
        } else {
            try stage.result("controller.loadViewIfNeeded", ["id": "second"])
        }
        let asked = try #require(try stage.received("maps").asked.last)
        try stage.result("pager.setPages", ["id": "book", "pages": ["first"]])
        try stage.result("controller.destroy", ["id": "second"])
        try stage.result("controller.create", ["id": "second", "kind": "view"])
        try stage.result("pager.insert", ["id": "book", "page": "second", "at": 1])
        _ = try stage.published()
        stage.answer(asked, question == "contentFor" ? "secret" : true, from: "maps")
        #expect(try stage.result("controller.get", ["id": "book"])["index"] == 0)
        #expect(try stage.result("controller.get", ["id": "second"])["content"] == .null)
        let made = try #require(try stage.published().first { $0["event"] == "decisionMade" })
        #expect(made["applied"] == false)
    }

    private static let closed: [(method: String, params: Value, grant: Grant)] = [
        ("controller.create", ["kind": "view"], .create),
        ("controller.update", ["id": "book", "title": "x"], .content),
        ("controller.update", ["id": "a", "on": ["viewDidLoad": []]], .contain),
        ("controller.destroy", ["id": "book"], .create),
        ("pager.next", ["id": "book"], .select), ("navigation.pop", ["id": "n"], .navigate),
        ("modal.present", ["from": "book", "controller": "a"], .present),
        ("controller.addChild", ["parent": "a", "child": "b"], .contain),
        ("view.addSubview", ["view": "a", "to": "b"], .contain),
        ("window.create", [:], .window), ("transition.finish", ["id": "t1"], .transition),
        ("server.shutdown", [:], .administer), ("clock.advance", ["seconds": 1], .administer),
    ]

    @Test func `A plugin needs a grant for other commands, and the error names the missing grant`()
        throws
    {
        for (method, params, grant) in Self.closed {
            var stage = TestService()
            try stage.attach("maps")
            try stage.show(["a", "b"], kind: "maps")
            let point = stage.service.point
            let reply = try stage.ask(method, params, from: "maps")
            #expect(reply["error"]?["data"]?["name"] == "notPermitted", "\(method)")
            #expect(reply["error"]?["data"]?["grant"] == .string(grant.rawValue), "\(method)")
            #expect(stage.service.point == point, "\(method)")
        }
    }

    @Test func `A grant permits the commands that it names`() throws {
        var stage = TestService()
        try stage.attach("maps", grants: [.select])
        try stage.show(["a", "b"], kind: "maps")
        let reply = try stage.ask("pager.next", ["id": "book", "animated": false], from: "maps")
        #expect(reply["result"]?["transition"] == "t1")
    }

    @Test func `A batch needs the grants of all its commands`() throws {
        var stage = TestService()
        try stage.attach("maps", grants: [.select])
        try stage.show(["a", "b"], kind: "maps")
        let reply = try stage.ask(
            "batch",
            [
                "commands": [
                    ["method": "pager.next", "params": ["id": "book"]],
                    ["method": "window.create", "params": [:]],
                ]
            ], from: "maps")
        #expect(reply["error"]?["data"]?["grant"] == "window")
        #expect(reply["error"]?["data"]?["path"] == "commands[1]")
        #expect(try stage.result("controller.get", ["id": "book"])["index"] == 0)
    }

    private enum LampKind: KindDeclaration {
        static let name: StaticString = "lamp"
        static let commands: [any Command.Type] = [
            LampOn.self, LampGet.self, LampLook.self,
        ]
    }

    /// A command whose name suggests that it only reads.
    private struct LampGet: SceneCommand {
        static let method = "lamp.get"
        static let summary = "Takes it away."
        mutating func visit(_ v: inout some FieldVisitor) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    private struct LampLook: ReadingCommand {
        typealias Reply = NoFields
        static let method = "lamp.look"
        static let summary = "Looks whether it is on."
        mutating func visit(_ v: inout some FieldVisitor) {}
        func reply(in scene: borrowing Scene) -> NoFields { NoFields() }
    }

    private struct LampOn: SceneCommand {
        static let method = "lamp.on"
        static let summary = "Switches it on."
        mutating func visit(_ v: inout some FieldVisitor) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    private struct Lamp: ContainerKind {
        typealias Declaration = LampKind
        typealias State = PlainKind.State
    }

    @Test func `A client that may change pages may send the commands of added kinds`() {
        let methods = MethodTable(adding: Plugins(kinds: [Lamp()]))
        #expect(methods["lamp.on"]?.role == .drive)
        #expect(methods["lamp.on"]?.access == .grant(.select))
        #expect(methods["lamp.on"]?.isRecorded == true)
    }

    @Test func `A command only reads if it declares that, whatever its name`() {
        let methods = MethodTable(adding: Plugins(kinds: [Lamp()]))
        #expect(methods["lamp.get"]?.role == .drive)
        #expect(methods["lamp.get"]?.access == .grant(.select))
        #expect(methods["lamp.get"]?.isRecorded == true)
        #expect(methods["lamp.look"]?.role == .observe)
        #expect(methods["lamp.look"]?.access == .free)
        #expect(methods["lamp.look"]?.isRecorded == false)
    }

    @Test(arguments: [
        "lamp.get", "window.list.list", "pager.list", "plugin.tree", "batch.list", "batch.get",
        "server.restart", "list", "get", ".get",
    ])
    func `An unknown method is not treated as a read, whatever its name`(method: String) {
        let methods = MethodTable(adding: Plugins(kinds: [Lamp()]))
        #expect(methods.access(of: method) != .free)
        #expect(methods.access(of: method) != .batch)
    }

    @Test(arguments: [
        ("lamp.gone", Access.grant(.select)), ("pager.gone", .grant(.select)),
        ("window.gone", .grant(.window)), ("controller.gone", .grant(.contain)),
        ("view.gone", .grant(.contain)), ("transition.gone", .grant(.transition)),
        ("modal.gone", .grant(.present)), ("screen.gone", .grant(.content)),
        ("unheard.of", .grant(.administer)),
    ])
    func `A method that does not exist needs the permission of its family`(
        method: String, access: Access
    ) {
        #expect(MethodTable(adding: Plugins(kinds: [Lamp()])).access(of: method) == access)
    }

    @Test func `A command without a permission and a kind needs the grant administer`() {
        let methods = MethodTable(adding: Plugins(commands: [LampOn.self, LampLook.self]))
        #expect(methods["lamp.on"]?.access == .grant(.administer))
        #expect(methods["lamp.on"]?.role == .administer)
        #expect(methods["lamp.on"]?.isRecorded == true)
        #expect(methods["lamp.look"]?.access == .free)
    }

    @Test func `The commands that an observer may send are listed here`() {
        let free = CommandList.all.filter { Role(neededFor: $0) == .observe }
        #expect(
            Set(free.map { TextKey($0.method) }) == [
                "clock.get", "controller.get", "controller.list", "controller.tree",
                "events.replay", "modal.get", "plugin.controllers", "plugin.heartbeat",
                "plugin.list", "screen.list", "screen.report", "server.describe", "server.hello",
                "server.ping", "server.stats",
                "state.snapshot", "transition.get", "transition.list", "transition.styles",
                "view.get", "window.get", "window.list",
            ])
    }

    /// A new method is not permitted to any role until its access is declared.
    @Test func `Only server, clock and plugin methods need the grant administer`() {
        for type in CommandList.all {
            if case .grant(.administer) = Access(type) {
                #expect(
                    type.method.hasPrefix("server.") || type.method.hasPrefix("clock.")
                        || type.method.hasPrefix("plugin."), "\(type.method)")
            }
        }
    }
}
