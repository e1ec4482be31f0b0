import DaemonUnderTest
import PagerModel
import Testing

/// Tests of `pagerctl alarm` in a window that presents something.
@Suite struct AlarmOverPresentationTests: AlarmSuite {
    let daemon: TestDaemon

    init() throws {
        daemon = try TestDaemon()
        try daemon.showBook(["a", "b"], [.init("autoAdvance", 10), .init("wrap", true)])
        try run("create", "view", "--id", "sheet")
    }

    private func present(_ style: Value, _ more: [Value.Member] = []) throws {
        let members: [Value.Member] = [
            .init("from", "book"), .init("controller", "sheet"), .init("style", style),
        ]
        try request(
            "modal.present", .object(members + (more.isEmpty ? [.init("animated", false)] : more)))
    }

    private static let alarm = "main shows an alarm, \"b\"\n"

    // MARK: Running presentations and dismissals

    @Test(arguments: ["fullScreen", "overFullScreen", "pageSheet", "popover", "currentContext"])
    func `An alarm during a dismissal is shown`(style: String) throws {
        try present(.string(style))
        try request("modal.dismiss", ["id": "sheet", "duration": 2])
        try run("alarm", "b")
        #expect(try shown() == Self.alarm)
        #expect(try get("sheet")["presentingViewController"] == .null)
        try advance(100)
        #expect(try shown() == Self.alarm)
        #expect(try get("book")["selected"] == "a")
        try run("alarm", "off")
        #expect(try get("a")["appearance"] == "appeared")
    }

    @Test(arguments: ["fullScreen", "pageSheet"])
    func `An alarm during a gesture cancels the presentation or dismissal, and is shown`(
        style: String
    ) throws {
        try present(.string(style), [.init("interactive", true)])
        try run("alarm", "b")
        #expect(try shown() == Self.alarm)
        #expect(try get("sheet")["presentingViewController"] == .null)
        try run("alarm", "off")
        try present(.string(style))
        try request("modal.dismiss", ["id": "sheet", "interactive": true])
        try run("alarm", "b")
        #expect(try get("alarm-main")["appearance"] == "appeared")
        #expect(try get("sheet")["presentingViewController"] == "book")
        try run("alarm", "off")
        #expect(try get("sheet")["appearance"] == "appeared")
    }

    @Test(arguments: ["currentContext", "overCurrentContext"])
    func `The end of an alarm leaves what a page presents in its own context`(
        style: String
    ) throws {
        try request("controller.update", ["id": "a", "definesPresentationContext": true])
        try request(
            "modal.present",
            ["from": "a", "controller": "sheet", "style": .string(style), "animated": false])
        for _ in 0..<2 {
            try run("alarm", "b")
            #expect(try get("sheet")["appearance"] == "disappeared")
            try run("alarm", "off")
            #expect(try get("sheet")["appearance"] == "appeared")
            #expect(try get("sheet")["presentingViewController"] == "a")
        }
    }

    @Test func `An alarm during the dismissal of two presented pages is shown`() throws {
        try request("controller.create", ["id": "upper", "kind": "view"])
        try present("pageSheet")
        try request(
            "modal.present", ["from": "sheet", "controller": "upper", "animated": false])
        try request("modal.dismiss", ["id": "book", "duration": 2])
        try run("alarm", "b")
        #expect(try shown() == Self.alarm)
    }

    // MARK: Pagers that stay visible

    private static let stylesOver = ["pageSheet", "formSheet", "overFullScreen", "popover"]

    @Test(arguments: stylesOver, [[], ["--for", "25"]])
    func `Below an alarm over a presentation, autoAdvance stops and then starts anew`(
        style: String, time: [String]
    ) throws {
        try present(.string(style))
        try advance(9)
        let result = try tool.start(["alarm", "b"] + time).finish()
        #expect(result.status == 0, "\(result.errors)")
        try advance(24)
        #expect(try get("book")["selected"] == "a")
        if time.isEmpty { try run("alarm", "off") } else { try advance(1) }
        #expect(try get("book")["paused"] == false)
        #expect(try get("book")["selected"] == "a")
        try advance(9.9)
        #expect(try get("book")["selected"] == "a")
        try advance(0.1)
        #expect(try get("book")["selected"] == "b")
        #expect(try get("sheet")["appearance"] == "appeared")
    }

    @Test func `A second alarm over a sheet stops the pagers too, and the last one resumes them`()
        throws
    {
        try present("pageSheet")
        try run("alarm", "a")
        try run("alarm", "b", "--for", "25")
        try advance(24)
        #expect(try get("book")["selected"] == "a")
        try advance(1)
        try advance(10)
        #expect(try get("book")["selected"] == "b")
    }

    @Test func `An alarm over a sheet leaves a pager paused that was paused before`() throws {
        try present("pageSheet")
        try run("pause", "--id", "book")
        try run("alarm", "b")
        try run("alarm", "off")
        #expect(try get("book")["paused"] == true)
        try request(
            "controller.update", ["id": "book", "autoAdvanceOnInteraction": "stop"])
        try request("pager.resume", ["id": "book"])
        try request("pager.next", ["id": "book", "user": true, "animated": false])
        #expect(try get("book")["autoAdvanceHeld"] == true)
        try run("alarm", "b")
        try run("alarm", "off")
        #expect(try get("book")["autoAdvanceHeld"] == true)
    }

    @Test func `The pause of an alarm is not in a dump, and apply does not end it`() throws {
        try present("pageSheet")
        try run("alarm", "b")
        #expect(try get("book")["paused"] == true)
        let dump = try run("dump")
        #expect(dump.hasPrefix("# not in this book: the alarm alarm-main\n"), "\(dump)")
        #expect(!dump.contains("paused"), "\(dump)")
        #expect(try apply(dump) == "nothing to change\n")
        try advance(100)
        #expect(try get("book")["selected"] == "a")
        try run("alarm", "off")
        let after = try run("dump")
        #expect(!after.contains("not in this book") && !after.contains("paused"), "\(after)")
    }
}
