import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests each decision with every type of answer, given by a plugin without a library on a real
/// daemon.
@Suite struct AnswerTests {
    /// A decision, its cause, an answer other than the default, and an invalid answer.
    struct Case: Sendable, CustomTestStringConvertible {
        let question: QuestionKind
        let command: (method: String, params: Value)?
        let answer: Value
        let standard: Value
        let nonsense: Value

        var testDescription: String { question.rawValue }
    }

    static let cases: [Case] = [
        Case(
            question: .shouldSelect, command: ("pager.next", ["id": "book", "user": true]),
            answer: true,
            standard: false, nonsense: "perhaps"),
        Case(
            question: .shouldDismiss,
            command: ("modal.dismiss", ["id": "sheet", "user": true, "animated": false]),
            answer: true, standard: false, nonsense: 1),
        Case(
            question: .shouldPop,
            command: ("navigation.popToRoot", ["id": "stack", "user": true, "animated": false]),
            answer: true, standard: false, nonsense: "yes"),
        Case(
            question: .shouldRemove,
            command: ("pager.remove", ["id": "book", "page": "b", "user": true]),
            answer: true, standard: false, nonsense: "never"),
        Case(
            question: .pageAfter, command: ("pager.next", ["id": "book", "user": true]),
            answer: "extra",
            standard: .null, nonsense: ["extra"]),
        Case(
            question: .pageBefore, command: ("pager.previous", ["id": "book", "user": true]),
            answer: "extra",
            standard: .null, nonsense: "no such name, with spaces"),
        Case(
            question: .contentFor, command: nil, answer: ["type": "text/plain", "body": "hello"],
            standard: .null, nonsense: .null),
    ]

    /// A stage whose plugin has just received the decision request.
    private struct Asked: ~Copyable {
        var play: PluginPlay
        let plugin: BarePlugin
        let question: Value
    }

    private static func ask(_ asked: Case, deadline: Double) throws -> Asked {
        var play = try PluginPlay.begin()
        let plugin = try BarePlugin(play.daemon.plugins)
        try plugin.register(
            "paper", kinds: ["paper"],
            decisions: [
                [
                    "question": .string(asked.question.rawValue), "default": asked.standard,
                    "deadline": .number(deadline),
                ]
            ])
        let hasTwo = asked.question == .shouldSelect || asked.question == .shouldRemove
        let pages = hasTwo ? ["a", "b"] : ["a"]
        try play.show(pages)
        if asked.question == .shouldDismiss {
            try play.send(
                "modal.present",
                ["from": "book", "controller": "sheet", "style": "pageSheet", "animated": false])
        }
        if asked.question == .shouldPop {
            for (id, kind) in [("root", "view"), ("top", "paper"), ("stack", "navigation")] {
                try play.send("controller.create", ["id": .string(id), "kind": .string(kind)])
            }
            try play.send("navigation.setStack", ["id": "stack", "controllers": ["root", "top"]])
        }
        if let (method, params) = asked.command {
            #expect(try play.send(method, params)["pending"] != nil)
        }
        let question = try plugin.question()
        #expect(question["params"]?["question"]?.string == asked.question.rawValue)
        return Asked(play: play, plugin: plugin, question: question)
    }

    /// Whether the change that the decision is about has happened.
    private static func hasHappened(_ asked: Case, _ play: inout PluginPlay) throws -> Bool {
        switch asked.question {
        case .shouldSelect: try play.record("book")["index"] == 1
        case .shouldDismiss: try play.record("sheet")["presentingViewController"] == .null
        case .shouldPop: try play.record("stack")["top"] == "root"
        case .shouldRemove: try play.record("book")["pages"] == ["a"]
        case .pageAfter: try play.record("book")["pages"] == ["a", "extra"]
        case .pageBefore: try play.record("book")["pages"] == ["extra", "a"]
        case .contentFor: try play.record("a")["content"] == asked.answer
        }
    }

    private static let verdict = "plugin.paper.decisionMade"
    private static let diagnostic = "plugin.paper.diagnostic"

    @Test(arguments: cases)
    func `An answer before the deadline is applied`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.answer(stage.question, asked.answer)
        let verdict = try stage.play.event(Self.verdict)
        #expect(verdict["by"] == "plugin")
        #expect(verdict["answer"] == asked.answer)
        #expect(verdict["applied"] == true)
        #expect(try Self.hasHappened(asked, &stage.play))
    }

    @Test(arguments: cases)
    func `Without an answer before the deadline, the declared default applies`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 0.05)
        let verdict = try stage.play.event(Self.verdict)
        #expect(verdict["by"] == "deadline")
        #expect(verdict["answer"] == asked.standard)
        #expect(try !Self.hasHappened(asked, &stage.play))
    }

    @Test(arguments: cases)
    func `An answer after the deadline changes nothing and is a diagnostic`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 0.05)
        _ = try stage.play.event(Self.verdict)
        try stage.plugin.answer(stage.question, asked.answer)
        let message = try stage.play.event(Self.diagnostic)["message"]?.string
        #expect(message?.hasSuffix("no decision of this plugin with that id waits for one") == true)
        #expect(try !Self.hasHappened(asked, &stage.play))
        #expect(try stage.play.state(of: "paper") == "attached")
    }

    @Test(arguments: cases)
    func `A second answer changes nothing and is a diagnostic`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.answer(stage.question, asked.answer)
        try stage.plugin.answer(stage.question, asked.standard)
        _ = try stage.play.event(Self.verdict)
        _ = try stage.play.event(Self.diagnostic)
        #expect(try Self.hasHappened(asked, &stage.play))
        #expect(try stage.play.state(of: "paper") == "attached")
    }

    @Test(arguments: cases.filter { $0.question != .contentFor })
    func `An invalid answer is a diagnostic, and the default applies`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.answer(stage.question, asked.nonsense)
        _ = try stage.play.event(Self.diagnostic)
        let verdict = try stage.play.event(Self.verdict)
        #expect(verdict["by"] == "error")
        #expect(verdict["answer"] == asked.standard)
        #expect(try !Self.hasHappened(asked, &stage.play))
    }

    /// A plugin's author forgot the member `answer`.
    @Test func `A result without an answer is a diagnostic that says what to send`() throws {
        let asked = try #require(Self.cases.first { $0.question == .shouldSelect })
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.say([
            "jsonrpc": "2.0", "id": stage.question["id"] ?? .null, "result": true,
        ])
        #expect(
            try stage.play.event(Self.diagnostic)["message"]
                == #"the default of d1 applies: the result must be {"answer": ...}, got a boolean"#)
        #expect(try stage.play.event(Self.verdict)["by"] == "error")
    }

    @Test(arguments: cases)
    func `An error reply is a diagnostic, and the default applies`(asked: Case) throws {
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.say([
            "jsonrpc": "2.0", "id": stage.question["id"] ?? .null,
            "error": ["code": 1, "message": "no idea"],
        ])
        #expect(
            try stage.play.event(Self.diagnostic)["message"]?.string?.contains("no idea") == true)
        #expect(try stage.play.event(Self.verdict)["by"] == "error")
        #expect(try !Self.hasHappened(asked, &stage.play))
    }

    /// A data source that names something other than a controller.
    @Test(arguments: [QuestionKind.pageAfter, .pageBefore])
    func `An unknown page in an answer is an error`(question: QuestionKind) throws {
        let asked = try #require(Self.cases.first { $0.question == question })
        var stage = try Self.ask(asked, deadline: 30)
        try stage.plugin.answer(stage.question, "nobody")
        let verdict = try stage.play.event(Self.verdict)
        #expect(verdict["applied"] == false)
        #expect(verdict["error"] == "controllerNotFound")
        #expect(try stage.play.record("book")["pages"] == ["a"])
    }

    /// While a decision is open, other clients are served.
    @Test func `Other clients get replies while a decision is open`() throws {
        let asked = try #require(Self.cases.first { $0.question == .shouldSelect })
        var stage = try Self.ask(asked, deadline: 30)
        var other = try stage.play.daemon.requester()
        let reply = try other.request("controller.update", [.init("id", "a"), .init("title", "x")])
        #expect(reply.applied)
        #expect(try !Self.hasHappened(asked, &stage.play))
        try stage.plugin.answer(stage.question, true)
        _ = try stage.play.event(Self.verdict)
        #expect(try Self.hasHappened(asked, &stage.play))
    }
}
