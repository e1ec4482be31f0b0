import Containment
import PagerModel
@testable import PagerServer
import PagerWire
import Testing

/// Tests of commands that wait for a plugin's decision.
@Suite struct DecisionTests {
    private static func stage(_ decisions: Value) throws -> TestService {
        var stage = TestService()
        try stage.attach("maps", decisions: decisions)
        try stage.show(["a", "b"], kind: "maps")
        _ = try stage.received("maps")
        return stage
    }

    private static func next(_ stage: inout TestService) throws -> Value {
        try stage.result(
            "pager.next", ["id": "book", "user": true, "animated": false], client: "c")
    }

    private static func index(_ stage: inout TestService) throws -> Value? {
        try stage.result("controller.get", ["id": "book"])["index"]
    }

    @Test func `A command that needs a decision returns at once and waits for the decision`() throws
    {
        var stage = try Self.stage(["shouldSelect"])
        let reply = try Self.next(&stage)
        #expect(reply["pending"] == "d1")
        #expect(try Self.index(&stage) == 0)
        let question = try #require(try stage.received("maps").first)
        #expect(question["method"] == "decide")
        #expect(question["params"]?["question"] == "shouldSelect")
        #expect(question["params"]?["controller"] == "b")
        #expect(question["params"]?["container"] == "book")
        #expect(try stage.published().eventNames == ["decisionRequested"])
    }

    @Test func `The answer true carries the command out with its cause`() throws {
        var stage = try Self.stage(["shouldSelect"])
        _ = try Self.next(&stage)
        _ = try stage.published()
        stage.answer("d1", true, from: "maps")
        let events = try stage.published()
        #expect(events.eventNames.contains("didSettle"))
        #expect(events.allSatisfy { $0["cause"]?["client"] == "c" })
        let verdict = try #require(events.last)
        #expect(verdict["event"] == "decisionMade")
        #expect(verdict["answer"] == true)
        #expect(verdict["by"] == "plugin")
        #expect(verdict["applied"] == true)
        #expect(verdict["transition"] == "t1")
        #expect(try Self.index(&stage) == 1)
    }

    @Test func `The answer false changes nothing`() throws {
        var stage = try Self.stage(["shouldSelect"])
        _ = try Self.next(&stage)
        _ = try stage.published()
        let revision = stage.service.point.revision
        stage.answer("d1", false, from: "maps")
        let events = try stage.published()
        #expect(events.eventNames == ["decisionMade"])
        #expect(events[0]["applied"] == false)
        #expect(events[0]["error"] == "vetoed")
        #expect(stage.service.point.revision == revision)
        #expect(try Self.index(&stage) == 0)
    }

    @Test func `A decision has a deadline of half a second by default and 30 seconds at most`()
        throws
    {
        var stage = try Self.stage(["shouldSelect"])
        _ = try Self.next(&stage)
        stage.wait(0.49)
        #expect(try Self.index(&stage) == 0)
        stage.wait(0.01)
        #expect(try Self.index(&stage) == 1)
        for deadline in [0, -1, 30.5] {
            var other = TestService()
            let reply = try other.attach(
                "maps",
                decisions: [["question": "shouldSelect", "deadline": .number(deadline)]])
            #expect(reply["error"]?["data"]?["path"] == "decisions[0].deadline", "\(deadline)")
        }
    }

    @Test func `A question without a declared default has the built-in default`() throws {
        var stage = try Self.stage([
            "shouldSelect", "shouldDismiss", "pageAfter", "pageBefore", "contentFor",
        ])
        let declared = try stage.result("plugin.list")["plugins"]?.array?[0]["decisions"]?.array
        #expect(declared?.map { $0["default"] } == [true, true, .null, .null, .null])
    }

    @Test func `An answer that comes while the journal cannot be written waits for it`() throws {
        var stage = try Self.stage(["shouldSelect"])
        _ = try Self.next(&stage)
        _ = try stage.published()
        stage.service.journalFailure = "the disk is full"
        stage.answer("d1", false, from: "maps")
        stage.service.takeHeldAnswers(at: stage.time)
        #expect(try stage.published().eventNames == [])
        stage.service.journalFailure = nil
        stage.service.takeHeldAnswers(at: stage.time)
        #expect(try stage.published().first?["by"] == "plugin")
        #expect(try Self.index(&stage) == 0)
    }

    @Test(arguments: ["d01", "d+1", "e1", "1", ""])
    func `An answer names the decision as the question did`(id: String) throws {
        var stage = try Self.stage(["shouldSelect"])
        _ = try Self.next(&stage)
        _ = try stage.published()
        stage.answer(id, false, from: "maps")
        #expect(try stage.published().eventNames == ["diagnostic"])
    }

    @Test func `An answer from another plugin is ignored`() throws {
        var stage = try Self.stage(["shouldSelect"])
        try stage.attach("other", pid: 8)
        _ = try Self.next(&stage)
        stage.answer("d1", true, from: "other")
        #expect(try Self.index(&stage) == 0)
    }

    @Test
    func `The decisions of a lost plugin are made in portions with the work of at most a batch`()
        throws
    {
        var stage = try Self.stage(["shouldSelect"])
        stage.service.limits.batchEvents = 5
        for _ in 0..<30 { _ = try Self.next(&stage) }
        _ = try stage.published()
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        var open = [stage.service.plugins.pending.count]
        while open.last != 0, open.count < 40 {
            #expect(try #require(stage.service.nextPluginDeadline) <= stage.time)
            stage.wait(0)
            open.append(stage.service.plugins.pending.count)
        }
        #expect(open.count > 3)
        #expect(open.last == 0)
        let verdicts = try stage.published().filter { $0["event"] == "decisionMade" }
        #expect(verdicts.count == 30)
        #expect(verdicts.allSatisfy { $0["by"] == "lost" })
    }

    @Test func `A decision takes no more work if there are many controllers`() throws {
        func work(beside others: Int) throws -> Int {
            var stage = try Self.stage(["shouldSelect"])
            for _ in 0..<others { try stage.result("view.create") }
            _ = try Self.next(&stage)
            let before = stage.service.scene.work
            stage.answer("d1", true, from: "maps")
            return stage.service.scene.work - before
        }
        #expect(try work(beside: 1_000) == work(beside: 0))
    }

    @Test func `A command that has become impossible in the meantime is reported`() throws {
        var stage = try Self.stage(["shouldSelect"])
        let reply = try stage.result(
            "pager.select", ["id": "book", "page": "b", "user": true])
        #expect(reply["pending"] == "d1")
        try stage.result("pager.remove", ["id": "book", "page": "b"])
        _ = try stage.published()
        stage.answer("d1", true, from: "maps")
        let verdict = try stage.published().last
        #expect(verdict?["applied"] == false)
        #expect(verdict?["error"] == "notAChild")
    }

    @Test func `A plugin that is a data source supplies the page after the last one`() throws {
        var stage = try Self.stage(["pageAfter", "pageBefore"])
        try stage.result("controller.create", ["id": "c", "kind": "view"])
        _ = try Self.next(&stage)
        #expect(try Self.next(&stage)["pending"] == "d1")
        stage.answer("d1", "c", from: "maps")
        #expect(
            try stage.result("controller.get", ["id": "book"])["pages"]
                == ["a", "b", "c"])
        #expect(try Self.index(&stage) == 2)
    }

    @Test func `A swipe bounces if the plugin supplies no page`() throws {
        var stage = try Self.stage(["pageBefore"])
        let reply = try stage.result("pager.swipe", ["id": "book", "direction": "right"])
        #expect(reply["pending"] == "d1")
        _ = try stage.published()
        stage.answer("d1", nil, from: "maps")
        #expect(try stage.published().eventNames == ["bounced", "decisionMade"])
    }

    @Test func `A sheet stays if the plugin forbids its dismissal`() throws {
        var stage = try Self.stage(["shouldDismiss"])
        try stage.result("controller.create", ["id": "s", "kind": "maps"])
        try stage.result("modal.present", ["from": "book", "controller": "s", "animated": false])
        let reply = try stage.result("modal.dismiss", ["id": "s", "user": true])
        #expect(reply["pending"] == "d1")
        _ = try stage.published()
        stage.answer("d1", false, from: "maps")
        #expect(
            try stage.published().eventNames
                == ["shouldDismiss", "didAttemptToDismiss", "decisionMade"])
        #expect(
            try stage.result("controller.get", ["id": "s"])["presentingViewController"] == "book")
    }

    @Test func `Content is requested when a view without content loads`() throws {
        var stage = try Self.stage(["contentFor"])
        _ = try Self.next(&stage)
        #expect(try stage.received("maps").asked == ["d2"])
        stage.answer("d2", ["type": "text/plain", "body": "hi"], from: "maps")
        #expect(try stage.content(of: "b")?["body"] == "hi")
        // A controller with content causes no request for it.
        try stage.result("controller.create", ["id": "c", "kind": "maps", "content": 1])
        try stage.result("controller.loadViewIfNeeded", ["id": "c"])
        #expect(try stage.received("maps").asked.isEmpty)
    }

    /// A text that is too large for a content and small enough for a message.
    private static let oversized = Value.string(
        String(repeating: "x", count: Limits.contentBytes))

    @Test func `Content that is too large is reported as a diagnostic, and the default applies`()
        throws
    {
        var stage = TestService()
        try stage.attach(
            "maps", decisions: [["question": "contentFor", "default": "instead"]])
        try stage.show(["a", "b"], kind: "maps")
        _ = try stage.received("maps")
        stage.answer("d1", Self.oversized, from: "maps")
        #expect(try stage.content(of: "a") == "instead")
        let events = try stage.published()
        #expect(events.eventNames.contains("diagnostic"))
        let verdict = try #require(events.last)
        #expect(verdict["event"] == "decisionMade")
        #expect(verdict["by"] == "error")
        #expect(verdict["applied"] == true)
    }

    @Test(arguments: QuestionKind.allCases)
    func `A registration with a default that is too large is refused`(question: QuestionKind) throws
    {
        var stage = TestService()
        let refused = try stage.attach(
            "maps",
            decisions: [
                "shouldDismiss",
                ["question": .string(question.rawValue), "default": Self.oversized],
            ])
        #expect(refused["error"]?["data"]?["name"] == "limitExceeded")
        #expect(refused["error"]?["data"]?["path"] == "decisions[1].default")
        #expect(try stage.result("plugin.list")["plugins"] == [])
    }

    @Test func `A plugin needs a grant to decide about controllers that it does not host`() throws {
        var stage = TestService()
        try stage.result("controller.create", ["id": "tabs", "kind": "tabBar"])
        let decisions: Value = [["question": "shouldSelect", "of": ["tabs"]]]
        let refused = try stage.attach("guard", decisions: decisions)
        #expect(refused["error"]?["data"]?["grant"] == "decide")
        #expect(refused["error"]?["data"]?["path"] == "decisions[0].of")
        try stage.attach("warden", decisions: decisions, grants: [.decide])
        for id in ["x", "y"] {
            try stage.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        try stage.result("tabBar.setControllers", ["id": "tabs", "controllers": ["x", "y"]])
        let tap: Value = ["id": "tabs", "index": 1, "user": true]
        #expect(try stage.result("tabBar.select", tap)["pending"] == "d1")
    }

    @Test(arguments: [["tabs", "y"], ["y", "tabs"]])
    func `Of several plugins that decide about a change, the first by name is asked`(
        subjects: [String]
    ) throws {
        var stage = TestService()
        for (id, kind) in [("tabs", "tabBar"), ("x", "view"), ("y", "view")] {
            try stage.result("controller.create", ["id": .string(id), "kind": .string(kind)])
        }
        for (plugin, subject) in zip(["guard", "warden"], subjects) {
            try stage.attach(
                plugin,
                decisions: [["question": "shouldSelect", "of": .array([.string(subject)])]],
                grants: [.decide])
        }
        try stage.result("tabBar.setControllers", ["id": "tabs", "controllers": ["x", "y"]])
        try stage.result("tabBar.select", ["id": "tabs", "index": 1, "user": true])
        #expect(try stage.received("guard").asked.count == 1)
        #expect(try stage.received("warden").asked.isEmpty)
    }
}
