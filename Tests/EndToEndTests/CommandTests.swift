import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing

@Suite struct CommandTests {
    @Test func `The command list matches the daemon's`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let reply = try requester.send(ServerDescribe())
        let methods = (reply.result["methods"]?.array ?? []).compactMap { $0["method"]?.string }
        #expect(methods.sorted() == CommandList.all.map { $0.method }.sorted())
    }

    @Test func `plugin run ends with the status of its program, or 128 and its signal`() throws {
        let daemon = try TestDaemon()
        let pagerctl = ControlTool(daemon)
        for (script, status) in [("exit 7", 7), ("kill -9 $$", 137)] as [(String, Int32)] {
            let result = try pagerctl(
                "plugin", "run", "x", "--kind", "k", "--", "sh", "-c", script)
            #expect(result.status == status, "\(result)")
        }
    }

    @Test
    func `Exit status: 0 done, 1 no daemon, 2 refused, 5 too late, 64 usage error`() throws {
        let daemon = try TestDaemon()
        let pagerctl = ControlTool(daemon)
        #expect(try pagerctl("ping").status == 0)
        #expect(try pagerctl("--name", "nobody", "ping").status == 1)
        let refused = try pagerctl("controller.get", "x")
        #expect(refused.status == 2)
        #expect(
            refused.errors.hasPrefix(
                "pagerctl: refused (controllerNotFound): no controller is called x [id]\n"))
        #expect(try pagerctl("swipe").status == 64)
        #expect(try pagerctl("frobnicate").status == 64)
        #expect(try pagerctl("raw", "[]").status == 2)
        #expect(try pagerctl("wait", "created", "--timeout", "5").status == 5)
        #expect(try pagerctl("--help").status == 0)
        #expect(try pagerctl("create", "navigation", "--id", "nav").status == 0)
        let ignored = try pagerctl("navigation.push", "null")
        #expect(ignored.status == 2, "UIKit logs and does nothing: \(ignored)")
    }

    @Test func `Replies are printed for people and for programs`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let pagerctl = { (arguments: String...) in try tool.start(["--human"] + arguments).finish()
        }
        #expect(try pagerctl("window.create", "w").output == "w\n")
        #expect(try pagerctl("create", "pager", "--id", "book").output == "book\n")
        for page in ["a", "b"] { _ = try pagerctl("create", "view", "--id", page) }
        #expect(try pagerctl("setPages", "a", "b").output == "set 2 pages: a (1 of 2, index 0)\n")
        #expect(try pagerctl("setRoot", "w", "book").output == "ok\n")
        #expect(try pagerctl("next").output == "b (2 of 2, index 1)\n")
        #expect(try pagerctl("next").output == "b (2 of 2, index 1): nothing moved\n")
        #expect(try pagerctl("create", "view", "--id", "c").status == 0)
        #expect(try pagerctl("insert", "c", "0").output == "ok\n")
        #expect(try pagerctl("remove", "c").output == "removed c: b (2 of 2, index 1)\n")
        #expect(
            try pagerctl("tree").lines.first
                == "● book pager appeared in w shows b, 2 of 2, index 1")
        let forPrograms = #"{"mode":"manual","time":0,"#
        #expect(try tool("clock.get").output.hasPrefix(forPrograms), "no terminal: JSON")
        #expect(try tool("clock.get", "--json").output.hasPrefix(forPrograms))
        #expect(try pagerctl("previous", "--trace").output.contains("pager.book.didSelect"))
        let listed = try pagerctl("list")
        #expect(listed.lines.last?.contains("running") == true)
        #expect(listed.lines.last?.contains("manual") == true)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Completions contain every method`(shell: String) throws {
        let script = try ControlTool(folder: "/nowhere")("completions", shell)
        #expect(script.status == 0)
        // Methods that only plugins may send are not completed.
        let others = ["plugin.register", "plugin.heartbeat"]
        for type in CommandList.all where !others.contains(type.method) {
            #expect(script.output.contains(type.method), "\(shell) does not know \(type.method)")
        }
    }

    @Test func `The overview has every method once`() throws {
        let overview = try ControlTool(folder: "/nowhere")("--help").output
        let first = overview.split(separator: "\n").filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: " ").first }
        let others = ["plugin.register", "plugin.heartbeat"]
        for type in CommandList.all where !others.contains(type.method) {
            #expect(first.count { $0 == type.method } == 1, "\(type.method)")
        }
    }

    @Test func `The overview begins with the commands of walls and talks`() throws {
        let lines = try ControlTool(folder: "/nowhere")("--help").lines
        let start = try #require(lines.firstIndex(of: "WALLS AND TALKS"))
        #expect(lines.firstIndex { $0.hasPrefix("SHOW") } == start + 11)
        let words = lines[(start + 1)...].prefix(10).compactMap { $0.split(separator: " ").first }
        #expect(
            words == [
                "status", "pages", "pager.next", "pager.previous", "pager.select", "pager.pause",
                "pager.resume", "alarm", "screens", "apply",
            ])
    }

    @Test(arguments: CommandList.all.map { $0.method })
    func `Every method has a help page`(method: String) throws {
        let page = try ControlTool(folder: "/nowhere")("help", method)
        #expect(page.status == 0 && page.output.contains("usage: pagerctl \(method)"))
    }
}
