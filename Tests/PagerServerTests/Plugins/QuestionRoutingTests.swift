import PagerModel
@testable import PagerServer
import PagerWire
import Testing

/// Tests that plugins decide about actions of a person, and not about programmatic changes [7.5].
@Suite struct QuestionRoutingTests {
    /// Returns a stage with every container, and a plugin that decides about all of them.
    private static func stage(
        default standard: Bool = true,
        questions: [String] = ["shouldSelect", "shouldDismiss", "shouldPop", "shouldRemove"]
    ) throws -> TestService {
        var stage = TestService()
        try stage.attach(
            "maps",
            decisions: .array(
                questions.map {
                    ["question": .string($0), "default": .bool(standard)]
                } + ["pageAfter", "pageBefore"]))
        try stage.show(["a", "b"], kind: "maps")
        for (id, kind) in [("tabs", "tabBar"), ("nav", "navigation")] {
            try stage.result(
                "controller.create", ["id": .string(id), "kind": .string(kind)])
        }
        for id in ["x", "y", "root", "top", "sheet"] {
            try stage.result("controller.create", ["id": .string(id), "kind": "maps"])
        }
        try stage.result("tabBar.setControllers", ["id": "tabs", "controllers": ["x", "y"]])
        try stage.result("navigation.setStack", ["id": "nav", "controllers": ["root", "top"]])
        try stage.result(
            "modal.present", ["from": "book", "controller": "sheet", "animated": false])
        try travel(&stage, "trail", "pager", "pages", ["l", "m", "n"])
        try travel(&stage, "marks", "tabBar", "controllers", ["q", "r", "s"])
        _ = try stage.received("maps")
        _ = try stage.published()
        return stage
    }

    /// Changes a container from the first of three members to the last one, and back to the second.
    private static func travel(
        _ stage: inout TestService, _ id: String, _ kind: String, _ list: String,
        _ members: [String]
    ) throws {
        let name = Value.Member("id", .string(id))
        try stage.result(
            "controller.create",
            .object([name, .init("kind", .string(kind)), .init("backBehavior", "history")]))
        for member in members {
            try stage.result("controller.create", ["id": .string(member), "kind": "maps"])
        }
        let names = Value.array(members.map { .string($0) })
        try stage.result(
            kind == "pager" ? "pager.setPages" : "tabBar.setControllers",
            .object([name, .init(list, names)]))
        for index in 1...2 {
            try stage.result("\(kind).select", .object([name, .init("index", .integer(index))]))
        }
        try stage.result("\(kind).back", .object([name]))
    }

    struct Act: Sendable, CustomTestStringConvertible {
        let method: String
        let params: [Value.Member]
        let question: QuestionKind
        let about: String

        init(
            _ method: String, _ params: [Value.Member], _ question: QuestionKind, _ about: String
        ) {
            self.method = method
            self.params = params
            self.question = question
            self.about = about
        }

        func params(user: Bool) -> Value { .object(params + [.init("user", .bool(user))]) }
        var testDescription: String { "\(method) \(Value.object(params).json)" }
    }

    private static let book = Value.Member("id", "book")
    static let acts = [
        Act("pager.next", [book], .shouldSelect, "b"),
        Act("pager.previous", [book], .pageBefore, "a"),
        Act("pager.select", [book, .init("page", "b")], .shouldSelect, "b"),
        Act("pager.back", [.init("id", "trail")], .shouldSelect, "l"),
        Act("pager.forward", [.init("id", "trail")], .shouldSelect, "n"),
        Act("tabBar.back", [.init("id", "marks")], .shouldSelect, "q"),
        Act("tabBar.forward", [.init("id", "marks")], .shouldSelect, "s"),
        Act("tabBar.select", [.init("id", "tabs"), .init("index", 1)], .shouldSelect, "y"),
        Act("tabBar.select", [.init("id", "tabs"), .init("index", 0)], .shouldSelect, "x"),
        Act("tabBar.next", [.init("id", "tabs")], .shouldSelect, "y"),
        Act("tabBar.previous", [.init("id", "marks")], .shouldSelect, "q"),
        Act("tabBar.remove", [.init("id", "tabs"), .init("controller", "y")], .shouldRemove, "y"),
        Act("pager.remove", [book, .init("page", "b")], .shouldRemove, "b"),
        Act("navigation.pop", [.init("id", "nav")], .shouldPop, "top"),
        Act("navigation.pop", [.init("id", "nav"), .init("interactive", true)], .shouldPop, "top"),
        Act("navigation.pop", [.init("id", "nav"), .init("count", 2)], .shouldPop, "top"),
        Act("navigation.popToRoot", [.init("id", "nav")], .shouldPop, "top"),
        Act(
            "navigation.popTo", [.init("id", "nav"), .init("controller", "root")], .shouldPop,
            "top"),
        Act(
            "navigation.setStack", [.init("id", "nav"), .init("controllers", ["root"])],
            .shouldPop, "top"),
        Act(
            "navigation.setStack", [.init("id", "nav"), .init("controllers", [])], .shouldPop,
            "top"),
        Act("modal.dismiss", [.init("id", "sheet")], .shouldDismiss, "sheet"),
    ]

    @Test func `Every command that says that plugins decide first is tested here`() {
        let deciding = CommandList.all.filter { type in
            fields(of: type).contains { $0.name == "user" && $0.doc.contains("plugins decide") }
        }
        #expect(!deciding.isEmpty)
        #expect(Set(deciding.map { $0.method }).subtracting(Self.acts.map(\.method)) == [])
    }

    private func fields<C: Command>(of type: C.Type) -> [SchemaField] { type.declaration }

    @Test(arguments: acts)
    func `A person's action waits for the plugin's decision`(act: Act) throws {
        var stage = try Self.stage()
        #expect(try stage.result(act.method, act.params(user: true))["pending"] == "d1")
        let asked = try #require(try stage.received("maps").first { $0["method"] == "decide" })
        #expect(asked["params"]?["question"]?.string == act.question.rawValue)
        #expect(asked["params"]?["controller"]?.string == act.about)
        #expect(asked["params"]?["method"]?.string == act.method)
    }

    @Test(arguments: acts, [true, false])
    func `A programmatic change needs no decision`(act: Act, saysSo: Bool) throws {
        var stage = try Self.stage()
        let params = saysSo ? act.params(user: false) : .object(act.params)
        #expect(try stage.result(act.method, params)["pending"] == nil)
        #expect(try stage.received("maps").asked.isEmpty)
    }

    @Test func `A swipe counts as an action of a person`() throws {
        var stage = try Self.stage()
        let reply = try stage.result("pager.swipe", ["id": "book", "direction": "left"])
        #expect(reply["pending"] == "d1")
    }

    @Test func `A swipe that dismisses a sheet counts as an action of a person`() throws {
        var stage = try Self.stage()
        let swipe: Value = ["id": "sheet", "direction": "down"]
        let detents: Value = ["detents": [["id": "medium"], ["id": "large"]]]
        try stage.result(
            "controller.update", ["id": "sheet", "sheet": detents])
        #expect(
            try stage.result("modal.swipeSheet", ["id": "sheet", "direction": "up"])["pending"]
                == nil)
        #expect(try stage.result("modal.swipeSheet", swipe)["pending"] == nil)
        #expect(try stage.result("modal.swipeSheet", swipe)["pending"] == "d1")
    }

    @Test func `A disabled swipe needs no decision and is refused with its reason`() throws {
        var stage = try Self.stage()
        try stage.result("controller.update", ["id": "book", "swipeEnabled": false])
        for (method, params): (String, Value) in [
            ("pager.swipe", ["id": "book", "direction": "left"]),
            ("pager.next", ["id": "book", "user": true]),
            ("pager.previous", ["id": "book", "user": true]),
        ] {
            let reply = try stage.result(method, params)
            #expect(reply["applied"] == false)
            #expect(reply["reason"] == "swipeDisabled")
            #expect(reply["pending"] == nil)
            let batch = try stage.result(
                "batch", ["commands": [["method": .string(method), "params": params]]])
            #expect(batch["results"]?.array?.first?["result"]?["reason"] == "swipeDisabled")
        }
        #expect(try stage.received("maps").asked.isEmpty)
        #expect(try stage.result("pager.next", ["id": "book"])["applied"] == nil)
    }

    @Test func `A disabled interactive pop needs no decision`() throws {
        var stage = try Self.stage()
        try stage.result("controller.update", ["id": "nav", "interactivePopEnabled": false])
        let swipe: Value = ["id": "nav", "user": true, "interactive": true]
        let reply = try stage.result("navigation.pop", swipe)
        #expect(reply["reason"] == "interactivePopDisabled")
        #expect(try stage.received("maps").asked.isEmpty)
        #expect(try stage.result("navigation.pop", ["id": "nav", "user": true])["pending"] == "d1")
    }

    @Test(arguments: acts, [true, false])
    func `A command that a plugin decides about is refused in a batch`(act: Act, isAtomic: Bool)
        throws
    {
        var stage = try Self.stage()
        let state = stage.archived()
        let command: Value = [
            "method": .string(act.method), "params": act.params(user: true),
        ]
        let reply = try stage.call(
            "batch", ["commands": [command], "atomic": .bool(isAtomic)])
        let error = isAtomic ? reply["error"] : reply["result"]?["results"]?.array?[0]["error"]
        #expect(error?["data"]?["name"] == "unsupported")
        #expect(error?["message"]?.string?.contains("the plugin maps decides") == true)
        #expect(try stage.received("maps").asked.isEmpty)
        #expect(stage.archived() == state, "nothing has changed")
    }

    @Test(arguments: acts)
    func `A batch with a programmatic change succeeds`(act: Act) throws {
        var stage = try Self.stage()
        let command: Value = ["method": .string(act.method), "params": act.params(user: false)]
        let reply = try stage.call("batch", ["commands": [command], "atomic": true])
        #expect(reply["result"]?["results"]?.array?.count == 1)
    }

    @Test(arguments: acts.filter { $0.question != .pageBefore }, [true, false])
    func `The declared default decides while the plugin is disconnected`(act: Act, standard: Bool)
        throws
    {
        var stage = try Self.stage(default: standard)
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let reply = try stage.call(act.method, act.params(user: true))
        #expect(reply["error"]?["data"]?["name"] == (standard ? nil : "vetoed"))
    }

    @Test(arguments: [
        "navigation.pop", "navigation.popToRoot", "navigation.popTo", "navigation.setStack",
    ])
    func `A plugin that declares only shouldDismiss decides about pops`(method: String) throws {
        var stage = try Self.stage(questions: ["shouldDismiss"])
        let act = try #require(Self.acts.first { $0.method == method })
        #expect(try stage.result(method, act.params(user: true))["pending"] == "d1")
        let asked = try #require(try stage.received("maps").first { $0["method"] == "decide" })
        #expect(asked["params"]?["question"] == "shouldDismiss")
        #expect(asked["params"]?["controller"] == "top")
        stage.answer("d1", false, from: "maps")
        #expect(try stage.published().last?["error"] == "vetoed")
        #expect(try stage.result("controller.get", ["id": "nav"])["top"] == "top")
    }

    @Test(
        arguments: [
            ("navigation.pop", [:]), ("navigation.popToRoot", [:]),
            ("navigation.popTo", ["controller": "root"]),
            ("navigation.setStack", ["controllers": ["root", "y2"]]),
        ] as [(String, Value)])
    func `A pop that keeps the top needs no decision`(method: String, params: Value) throws {
        var stage = try Self.stage()
        try stage.result("controller.create", ["id": "y2", "kind": "view"])
        try stage.result("navigation.popToRoot", ["id": "nav"])
        let act = Value.object([.init("id", "nav"), .init("user", true)] + (params.members ?? []))
        #expect(try stage.result(method, act)["pending"] == nil)
    }

    @Test func `A person's push needs no decision`() throws {
        var stage = try Self.stage()
        let more: Value = ["id": "nav", "controllers": ["root", "top", "x2"], "user": true]
        try stage.result("controller.create", ["id": "x2", "kind": "view"])
        #expect(try stage.result("navigation.setStack", more)["pending"] == nil)
    }

    @Test func `A pop that is ignored during a transition needs no decision`() throws {
        var stage = try Self.stage()
        try stage.result("controller.create", ["id": "x3", "kind": "view"])
        try stage.result("window.setRoot", ["id": "w", "controller": "nav"])
        try stage.result("navigation.push", ["id": "nav", "controller": "x3"])
        let reply = try stage.result("navigation.popToRoot", ["id": "nav", "user": true])
        #expect(reply["pending"] == nil)
        #expect(reply["applied"] == false)
    }

    @Test func `A tap on a stack that the plugin does not host pops without a decision`() throws {
        var stage = try Self.stage()
        try stage.result("tabBar.setControllers", ["id": "tabs", "controllers": ["x", "nav"]])
        try stage.result("tabBar.select", ["id": "tabs", "index": 1])
        let tap: Value = ["id": "tabs", "index": 1, "user": true]
        #expect(try stage.result("tabBar.select", tap)["pending"] == nil)
        #expect(try stage.result("controller.get", ["id": "nav"])["top"] == "root")
    }
}
