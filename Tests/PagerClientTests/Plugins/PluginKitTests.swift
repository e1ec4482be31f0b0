import DaemonUnderTest
import PagerClient
import PagerModel
import Synchronization
import Testing

/// Tests of the plugin library with a daemon: `Plugin` and `PluginPage`.
@Suite struct PluginKitTests {
    /// The calls that the pages of a plugin received, in order.
    private final class Calls: Sendable {
        private let calls = Mutex<[String]>([])

        func note(_ call: String) { calls.withLock { $0.append(call) } }

        func of(_ id: String) -> [String] {
            calls.withLock { $0.filter { $0.hasPrefix("\(id) ") } }
                .map { String($0.dropFirst(id.count + 1)) }
        }
    }

    /// Counts while it is on screen, and lets a page be left after a while only.
    private final class Counter: PluginPage {
        private let calls: Calls
        private var count = 0

        init(_ calls: Calls) { self.calls = calls }

        override var content: Value { ["type": "text/plain", "body": .string("\(count)")] }

        override func viewDidLoad() {
            note("viewDidLoad")
            every(0.01) { [unowned self] in
                count += 1
                refresh()
            }
        }

        override func viewWillAppear() { note("viewWillAppear") }
        override func viewDidAppear() { note("viewDidAppear") }
        override func viewWillDisappear() { note("viewWillDisappear") }
        override func viewDidDisappear() { note("viewDidDisappear") }
        override func close() { note("close") }

        override func answer(_ question: QuestionKind, _ details: Value) -> Value {
            note(question.rawValue)
            return question == .shouldSelect ? false : super.answer(question, details)
        }

        private func note(_ call: String) { calls.note("\(id) \(call)") }
    }

    private static let appearance = ["viewDidLoad", "viewWillAppear", "viewDidAppear"]
    private static let disappearance = ["viewWillDisappear", "viewDidDisappear"]

    private static func run(
        _ endpoint: String, _ calls: Calls, answering questions: Set<QuestionKind> = [],
        andOtherKind others: Set<QuestionKind>? = nil
    ) -> TestThread {
        TestThread {
            do {
                let plugin = try Plugin("counter", endpoint: endpoint)
                plugin.report = { calls.note("report \($0)") }
                plugin.page("counter", answering: questions) { Counter(calls) }
                if let others { plugin.page("other", answering: others) { Counter(calls) } }
                try plugin.run()
            } catch {
                calls.note("error \(error)")
            }
        }
    }

    private static func awaitContent(_ play: inout PluginPlay, of id: String, _ body: String) throws
    {
        while true {
            let event = try play.event("controller.\(id).contentChanged")
            if event["content"]?["body"] == .string(body) { return }
        }
    }

    @Test func `A page receives its callbacks in order, and changes while on screen`() throws {
        var play = try PluginPlay.begin()
        let calls = Calls()
        let thread = Self.run(play.daemon.plugins, calls)
        _ = try play.event("plugin.counter.attached")
        try play.show(kind: "counter")
        try Self.awaitContent(&play, of: "a", "3")
        try play.send("pager.next", ["animated": false])
        try Self.awaitContent(&play, of: "b", "3")
        try play.send("server.shutdown")
        thread.join()
        #expect(calls.of("a") == Self.appearance + Self.disappearance + ["close"])
        #expect(calls.of("b") == Self.appearance + Self.disappearance + ["close"])
        #expect(calls.of("extra") == ["close"])
        #expect(calls.of("report") == [] && calls.of("error") == [])
    }

    /// Waits for the plugin's answer to `shouldSelect`.
    private static func awaitVerdict(_ play: inout PluginPlay) throws -> Value {
        while true {
            let event = try play.event("plugin.counter.decisionMade")
            if event["question"] == "shouldSelect" { return event }
        }
    }

    @Test func `A page answers the questions that its plugin has declared`() throws {
        var play = try PluginPlay.begin()
        let calls = Calls()
        let thread = Self.run(play.daemon.plugins, calls, answering: [.shouldSelect])
        _ = try play.event("plugin.counter.attached")
        try play.show(kind: "counter")
        try play.send("pager.next", ["id": "book", "user": true])
        let verdict = try Self.awaitVerdict(&play)
        #expect(verdict["by"] == "plugin" && verdict["answer"] == false)
        #expect(try play.record("book")["index"] == 0)
        try play.send("server.shutdown")
        thread.join()
        #expect((calls.of("a") + calls.of("b")).contains("shouldSelect"))
    }

    @Test
    func `A page is not asked a question that only another kind of its plugin answers`() throws {
        var play = try PluginPlay.begin()
        let calls = Calls()
        let thread = Self.run(play.daemon.plugins, calls, andOtherKind: [.shouldSelect])
        _ = try play.event("plugin.counter.attached")
        try play.show(kind: "counter")
        try play.send("pager.next", ["id": "book", "user": true])
        let verdict = try Self.awaitVerdict(&play)
        #expect(verdict["by"] == "plugin" && verdict["answer"] == true)
        try play.send("server.shutdown")
        thread.join()
        #expect(!(calls.of("a") + calls.of("b")).contains("shouldSelect"))
        #expect(calls.of("report") == [] && calls.of("error") == [])
    }

    @Test func `After the daemon's death the pages end, and come back with the next daemon`() throws
    {
        let daemon = try KilledDaemon([])
        let calls = Calls()
        var play = try PluginPlay.following(daemon.daemon)
        let thread = Self.run(daemon.daemon.plugins, calls)
        _ = try play.event("plugin.counter.attached")
        try play.show(kind: "counter")
        try Self.awaitContent(&play, of: "a", "3")
        daemon.kill()
        try daemon.restart()
        play = try PluginPlay.following(daemon.daemon)
        try Self.awaitContent(&play, of: "a", "3")
        try play.send("server.shutdown")
        thread.join()
        let once = Self.appearance + Self.disappearance + ["close"]
        #expect(calls.of("a") == once + once)
        #expect(calls.of("report").allSatisfy { $0.contains("trying again") })
        #expect(calls.of("error") == [])
    }
}
