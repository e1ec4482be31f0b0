import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing

/// Tests of waiting for the transition of a command, and for events that have already happened.
@Suite struct WaitTests {
    /// A daemon with the pages a, b and c of a pager on screen, and pagerctl.
    private struct Stage {
        let daemon: TestDaemon

        init() throws {
            daemon = try TestDaemon()
            try daemon.showBook(["a", "b", "c"])
        }

        func callAsFunction(_ arguments: String...) throws -> ControlTool.Result {
            try start(arguments).finish()
        }

        func start(
            _ arguments: [String], output: String? = nil
        ) throws -> ControlTool.Running {
            try ControlTool(daemon).start(arguments, output: output)
        }
    }

    private func json(_ result: ControlTool.Result) throws -> Value {
        try JSONParser.parse(Array(result.output.utf8))
    }

    @Test func `A command without animation has ended when --wait returns`() throws {
        let tool = try Stage()
        let result = try tool("select", "2", "--no-animated", "--wait")
        #expect(result.status == 0, "\(result)")
        let reply = try json(result)
        #expect(reply["outcome"] == "completed")
        #expect(reply["selected"] == "c")
        let lines = try tool("select", "0", "--no-animated", "--wait", "--human").lines
        #expect(lines.contains { $0.split(separator: " ") == ["selected", "a"] }, "\(lines)")
    }

    @Test
    func `--wait waits until an animated transition ends, and no longer than --timeout`() throws {
        let tool = try Stage()
        let late = try tool("next", "--wait", "--timeout", "5")
        #expect(late.status == 5)
        #expect(late.errors == "pagerctl: t1 did not end within 5 s\n")
        let waiting = try tool.start(["next", "--wait", "--interruption", "replace"])
        var requester = try tool.daemon.requester()
        // The manual clock must not advance before the command runs.
        while try requester.request("transition.list").result["transitions"]?.array?.contains(
            where: { $0["to"] == "c" }) != true
        {}
        _ = try requester.request("clock.advance", [.init("seconds", 10)])
        let result = waiting.finish()
        #expect(result.status == 0, "\(result)")
        #expect(try json(result)["selected"] == "c")
    }

    @Test
    func `--wait waits for a queued command until it has run or has nothing to change`() throws {
        let tool = try Stage()
        var requester = try tool.daemon.requester()
        for (selected, turns) in [("c", ["next", "next"]), (nil, ["next", "next", "next"])] {
            _ = try requester.request(
                "pager.select", [.init("index", .integer(0)), .init("animated", false)])
            for _ in turns.dropLast() {
                _ = try requester.request("pager.next", [.init("interruption", "queue")])
            }
            let seq = try requester.request("server.ping").seq
            let waiting = try tool.start(["next", "--interruption", "queue", "--wait"])
            while try requester.replay(since: seq, topic: "transition.").isEmpty {}
            for _ in turns { _ = try requester.request("clock.advance", [.init("seconds", 10)]) }
            let result = waiting.finish()
            #expect(result.status == 0, "\(result)")
            #expect(try json(result)["selected"]?.string == selected, "\(result)")
            #expect(try json(result)["events"] == nil, "\(result)")
        }
    }

    @Test func `A cancelled transition is reported with status 2`() throws {
        let tool = try Stage()
        let waiting = try tool.start(["next", "--interactive", "--wait"])
        var requester = try tool.daemon.requester()
        var running: String?
        while running == nil {
            running =
                try requester.request("transition.list").result["transitions"]?.array?.first?[
                    "transition"]?.string
        }
        _ = try requester.request("transition.cancel", [.init("id", .string(running ?? ""))])
        let result = waiting.finish()
        #expect(result.status == 2)
        #expect(try json(result)["outcome"] == "cancelled")
        #expect(try json(result)["selected"] == "a")
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `--wait says that the daemon has ended, and continues to wait`(signal: Int32) throws {
        let tool = try Stage()
        let waiting = try tool.start(["next", "--wait"])
        var requester = try tool.daemon.requester()
        while try requester.request("transition.list").result["transitions"]?.array?.isEmpty
            != false
        {}
        kill(tool.daemon.pid, signal)
        #expect(waiting.readLine(waiting.errors).contains("the daemon does not respond"))
        kill(waiting.pid, SIGTERM)
        #expect(waiting.finish().status == 1_000 + SIGTERM)
    }

    @Test func `--wait returns at once if a command starts no transition`() throws {
        let tool = try Stage()
        let result = try tool("previous", "--wait")
        #expect(result.status == 0, "\(result)")
        #expect(try json(result)["outcome"] == nil)
    }

    @Test func `--wait exists for exactly those commands whose reply names a transition`() throws {
        let tool = ControlTool(folder: "/tmp")
        for name in ["next", "previous", "pager.select", "swipe", "push", "pop", "present"] {
            #expect(try tool("help", name).output.contains("[--wait]"), "\(name)")
        }
        for name in ["window.create", "transition.get", "ping"] {
            #expect(!(try tool("help", name).output.contains("--wait")), "\(name)")
        }
        #expect(try tool("ping", "--wait").status == 64)
    }

    @Test func `An event that came before the reply is found by an earlier seq`() throws {
        let tool = try Stage()
        let before = try #require(try json(try tool("ping"))["seq"]?.integer)
        let reply = try #require(
            try json(try tool("select", "1", "--no-animated"))["seq"]?.integer)
        let found = try tool("wait", "didSettle", "--since", "\(before)", "--timeout", "60")
        #expect(found.status == 0, "\(found)")
        #expect(try json(found)["page"] == "b")
        let late = try tool("wait", "didSettle", "--since", "\(reply)", "--timeout", "5")
        #expect(late.status == 5)
        #expect(late.errors == "pagerctl: didSettle did not come within 5 s\n")
        let topic = try tool(
            "wait", "pager.book.didSettle", "--since=\(before)", "--timeout", "60")
        #expect(topic.status == 0, "\(topic)")
        #expect(try tool("wait", "didSettle", "--since", "999999").status == 2)
        #expect(try tool("wait", "didSettle", "--since", "-1").status == 64)
    }

    @Test func `An ended transition is found by its id, with its outcome and final page`() throws {
        let tool = try Stage()
        let id = try #require(
            try json(try tool("select", "2", "--no-animated"))["transition"]?.string)
        let ended = try json(try tool("transition.get", id))
        #expect(ended["outcome"] == "completed")
        #expect(ended["from"] == "a" && ended["to"] == "c" && ended["selected"] == "c")
        #expect(ended["container"] == "book")
        let running = try #require(try json(try tool("previous"))["transition"]?.string)
        #expect(try json(try tool("transition.get", running))["outcome"] == nil)
        // The daemon remembers exactly as many ended transitions as the limit says.
        var requester = try tool.daemon.requester()
        for number in 0..<Limits.endedTransitions {
            _ = try requester.request(
                "pager.select",
                [.init("index", .integer(number % 3)), .init("animated", false)])
        }
        let forgotten = try tool("transition.get", id)
        #expect(forgotten.status == 2)
        #expect(forgotten.errors.contains("transitionNotFound"))
        let list = try requester.request("transition.list").result["transitions"]?.array
        #expect(list?.isEmpty == true, "\(list ?? [])")
    }

    @Test(arguments: [
        (["subscribe", "lifecyle."], "lifecycle"), (["wait", "didsettle"], "didSettle"),
        (["subscribe", "--until", "didSetle"], "didSettle"),
        (["wait", "pager.book.didSetle"], "didSettle"),
        (["wait", "lifecyle.home"], "lifecycle"),
    ])
    func `A misspelt event or topic is refused with the nearest word`(
        arguments: [String], near: String
    ) throws {
        let result = try ControlTool(folder: "/tmp").start(arguments).finish()
        #expect(result.status == 64)
        #expect(result.errors.contains("did you mean \(near)?"), "\(result)")
    }

    @Test(arguments: [
        ["wait", "server."], ["wait", "shutdown"], ["wait", "server.test.shutdown"],
        ["subscribe", "server.", "--count", "1"], ["subscribe", "server", "--until", "shutdown"],
    ])
    func `The end of the daemon is delivered to those who asked for it`(
        arguments: [String]
    ) throws {
        let daemon = try TestDaemon()
        let running = try ControlTool(daemon).start(arguments + ["--verbose", "--json"])
        #expect(running.readLine(running.errors) == "pagerctl: subscribed")
        var requester = try daemon.requester()
        _ = try requester.request("server.shutdown")
        let result = running.finish()
        #expect(result.status == 0, "\(result)")
        let event = try JSONParser.parse(Array(result.output.utf8))
        #expect(event["category"] == "server" && event["event"] == "shutdown")
    }

    @Test func `Messages that pagerctl does not deliver are refused as topics`() {
        for topic in ["server.test.heartbeat", "server.test.welcome"] {
            #expect(EventWords.builtIn.problem(prefix: topic) != nil)
        }
        #expect(EventWords.builtIn.problem(prefix: "server.test.shutdown") == nil)
    }

    @Test func `Prefixes, names, categories and subjects of events are valid`() {
        for prefix in ["life", "lifecycle", "lifecycle.home", "lifecycle.home.view", "server.", ""]
        {
            #expect(EventWords.builtIn.problem(prefix: prefix) == nil, "\(prefix)")
        }
        for word in ["didSettle", "pager", "pager.book", "pager.book.didSettle", "viewDidAppear"] {
            #expect(EventWords.builtIn.problem(event: word) == nil, "\(word)")
        }
    }

    @Test func `A failed write to the output is reported with the status`() throws {
        let tool = try Stage()
        for arguments in [["next"], ["tree"], ["list"], ["--help"], ["help", "next"]] {
            let result = try tool.start(arguments, output: "/dev/full").finish()
            #expect(result.status == 1, "\(arguments): \(result)")
            #expect(result.errors.contains("No space left on device"), "\(result)")
        }
    }

    @Test func `An option that may be given once is refused a second time`() throws {
        let tool = try Stage()
        let own = tool.daemon.address.command
        for arguments in [
            ["ping", "--command", own, "--command", "ipc:///nowhere"],
            ["ping", "--name", "test", "--name=test"], ["next", "--id", "a", "--id", "book"],
            ["subscribe", "--count", "1", "--count", "2"],
            ["wait", "didSettle", "--since", "1", "--since", "2"],
        ] {
            let result = try tool.start(arguments).finish()
            #expect(result.status == 64, "\(arguments): \(result)")
            #expect(result.errors.contains("given twice"), "\(result)")
        }
        let second = try TestProcess(
            [
                "\(TestDaemon.products)/pagerd", "--name", "other", "--command",
                "ipc://\(tool.daemon.folder)/one", "--command=ipc://\(tool.daemon.folder)/two",
            ], environment: ["PAGERD_RUNTIME_DIR=\(tool.daemon.folder)"], reading: .error)
        #expect(try second.line()?.contains("--command is given twice") == true)
    }

    @Test func `Methods that only plugins may send are not offered`() throws {
        let tool = try Stage()
        let overview = try tool("--help").output
        for name in ["plugin.register", "plugin.heartbeat"] {
            #expect(!overview.contains(name))
            let result = try tool(name, "x")
            #expect(result.status == 64)
            #expect(result.errors.contains("plugin run"), "\(result)")
        }
    }
}
