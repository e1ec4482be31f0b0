import DaemonUnderTest
import PagerModel
import Testing

/// Tests of pagerctl's output and exit status for people and for scripts.
@Suite struct AnswerTests {
    private let daemon: TestDaemon
    private let tool: ControlTool

    init() throws {
        daemon = try TestDaemon()
        tool = ControlTool(daemon)
        try daemon.showBook(["home", "door"])
        #expect(try tool("controller.update", "home", "--title", "Home").status == 0)
    }

    private func run(_ arguments: String...) throws -> ControlTool.Result {
        try tool.start(["--human"] + arguments).finish()
    }

    @Test func `The reply to a page change contains the page and its place`() throws {
        #expect(try run("select", "door").output == "door (2 of 2, index 1)\n")
        #expect(try run("next").output == "door (2 of 2, index 1): nothing moved\n")
        #expect(try run("previous", "--interactive").output.hasPrefix("t"))
    }

    @Test func `A script can detect that no page changed`() throws {
        #expect(try run("next", "--exit-code").status == 0)
        #expect(try run("next", "--exit-code").status == 4)
        #expect(try run("next").status == 0)
    }

    @Test func `An error about a misspelt word suggests the nearest word`() throws {
        #expect(try run("selekt", "door").errors.contains("did you mean select?"))
        #expect(try run("next", "--animate").errors.contains("did you mean --animated?"))
        #expect(try run("subscribe", "--cout", "3").errors.contains("did you mean --count?"))
        #expect(try run("get", "hom").errors.contains("did you mean home?"))
        #expect(try run("create", "view", "--tilte", "x").errors.contains("did you mean title?"))
        #expect(try run("window.get", "mian").errors.contains("did you mean main?"))
        #expect(try run("get", "elsewhere").errors.contains("did you mean") == false)
    }

    @Test func `An error does not suggest naming something that does not exist`() throws {
        let result = try run("push", "home")
        #expect(result.errors.contains("create one with controller.create"), "\(result.errors)")
    }

    @Test func `A format prints one line for each record`() throws {
        #expect(
            try run("status", "--format", "{window}: {title} {place}/{count}").output
                == "main: Home 1/2\n")
        #expect(try run("status", "--format", "{id} {index}").output == "home 0\n")
        #expect(
            try run("controller.list", "--format", "{id} {{{kind}}}").lines
                == ["book {pager}", "home {view}", "door {view}"])
        #expect(try run("window.get", "main", "--format", "{size.width}").output == "390\n")
    }

    @Test func `status and tree say that a pager which turns by itself is paused`() throws {
        #expect(try run("pause").status == 0)
        #expect(try run("status").output == "main shows home \"Home\" (1 of 2, index 0)\n")
        #expect(try run("controller.update", "book", "--autoAdvance", "60").status == 0)
        #expect(
            try run("status").output == "main shows home \"Home\" (1 of 2, index 0), paused\n")
        #expect(try run("tree").output.contains("shows home, 1 of 2, index 0 paused"))
        #expect(try run("resume").status == 0)
        #expect(try run("status").output.contains("paused") == false)
        _ = try run("controller.update", "book", "--autoAdvanceOnInteraction", "stop")
        #expect(try run("interact").status == 0)
        #expect(try run("status").output.contains("paused by a user"))
    }

    @Test func `The version contains the product and the wire contract`() throws {
        #expect(try run("--version").output == "pagerctl \(Product.version), wire contract 1\n")
    }
}
