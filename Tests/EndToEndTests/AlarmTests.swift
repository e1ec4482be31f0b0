import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import Testing

/// Tests of `pagerctl alarm`: an interrupt that returns to where it was.
@Suite struct AlarmTests: AlarmSuite {
    let daemon: TestDaemon

    init() throws { daemon = try TestDaemon() }

    private static let pager = """
        pager: {id: book, autoAdvance: 10, wrap: true, pages: [{id: a}, {id: b}, {id: c}]}
        controllers: [{id: fire, title: Fire drill, content: {type: text/plain, body: Go}}]

        """

    @Test func `After an alarm, the covered page is shown again for its whole time`() throws {
        try apply(Self.pager)
        try advance(9)
        #expect(try tool("alarm", "fire", "--human").output == "alarm in main\n")
        #expect(try shown() == "main shows an alarm, \"Fire drill\"\n")
        #expect(try get("a")["appearance"] == "disappeared")
        try advance(100)
        #expect(try get("book")["selected"] == "a")
        #expect(try tool("alarm", "off", "--human").output == "alarm off in main\n")
        #expect(try get("a")["appearance"] == "appeared")
        try advance(9.9)
        #expect(try get("book")["selected"] == "a")
        try advance(0.1)
        #expect(try get("book")["selected"] == "b")
        #expect(try tool("tree").output.contains("alarm") == false, "nothing is left")
        let none = try tool("alarm", "off", "--human")
        #expect(none.status == 0)
        #expect(none.output == "no alarm\n")
    }

    @Test func `An alarm with a duration ends by itself, and a later alarm replaces it`() throws {
        try apply(Self.pager)
        #expect(try tool("alarm", "b", "--for", "60").output == "{\"windows\":[\"main\"]}\n")
        #expect(try shown().hasPrefix("main shows an alarm"))
        try advance(50)
        #expect(try tool("alarm", "fire", "--for", "30").status == 0)
        try advance(29)
        #expect(try shown().hasPrefix("main shows an alarm, \"Fire drill\""))
        try advance(1)
        #expect(try shown() == "main shows a (1 of 3, index 0)\n")
        #expect(try get("a")["appearance"] == "appeared")
        // What is left of it takes no part in another alarm.
        #expect(try tool("alarm", "fire").status == 0)
        try advance(100)
        #expect(try shown() == "main shows an alarm, \"Fire drill\"\n")
        #expect(try tool("alarm", "off").status == 0)
        #expect(try shown() == "main shows a (1 of 3, index 0)\n")
    }

    @Test func `A command without an id changes the book's pager, also during an alarm`() throws {
        try apply(Self.pager)
        #expect(try tool("alarm", "fire", "--for", "60").status == 0)
        let next = try tool("next", "--human")
        #expect(next.status == 0, "\(next.errors)")
        #expect(try get("book")["selected"] == "b")
        #expect(try shown().hasPrefix("main shows an alarm"))
        #expect(try tool("alarm", "off").status == 0)
        #expect(try shown() == "main shows b (2 of 3, index 1)\n")
    }

    @Test func `After an alarm has ended by itself, no output shows what is left of it`() throws {
        try apply(Self.pager)
        let before = try tool("dump").output
        #expect(try tool("alarm", "fire", "--for", "5").status == 0)
        #expect(
            try tool("dump").output == "# not in this book: the alarm alarm-main\n" + before)
        try advance(5)
        #expect(try tool("dump").output == before)
        #expect(try tool("next", "--human").output == "b (2 of 3, index 1)\n")
    }

    @Test func `After an alarm over tabs, their pages are listed, and not those of the alarm`()
        throws
    {
        let commands = [
            ["create", "view", "--id", "fire"], ["create", "view", "--id", "a"],
            ["create", "tabBar", "--id", "tabs"], ["tabBar.setControllers", "a", "--id", "tabs"],
            ["window.create", "main"], ["window.setRoot", "main", "tabs"],
        ]
        for words in commands { #expect(try tool.start(words).finish().status == 0, "\(words)") }
        let before = try tool("pages").output
        #expect(before.contains("\"a\""))
        #expect(try tool("alarm", "fire", "--for", "5").status == 0)
        #expect(try tool("pages").output == before)
        try advance(5)
        #expect(try tool("pages").output == before)
        #expect(try tool("dump").output.contains("alarm") == false)
    }

    @Test func `In the middle of a page change, the change completes below the alarm`() throws {
        try apply(Self.pager)
        #expect(try tool("next").status == 0)
        try advance(0.3)
        #expect(try tool("alarm", "fire", "--for", "5").status == 0)
        #expect(try shown().hasPrefix("main shows an alarm"))
        try advance(5)
        #expect(try shown() == "main shows b (2 of 3, index 1)\n")
        #expect(try get("b")["appearance"] == "appeared")
        #expect(try get("a")["parent"] == .null)
    }

    @Test func `In the middle of a presentation, the alarm is above what is presented`() throws {
        try apply(Self.pager + "  # a sheet\n")
        for (words, seconds) in [
            (["create", "view", "--id", "sheet"], 0.0),
            (["present", "book", "sheet", "--style", "pageSheet"], 0.2),
        ] {
            let result = try tool.start(words).finish()
            #expect(result.status == 0, "\(result.errors)")
            try advance(seconds)
        }
        #expect(try tool("alarm", "fire").status == 0)
        #expect(try shown().contains("an alarm"))
        #expect(try tool("alarm", "off").status == 0)
        #expect(try get("sheet")["appearance"] == "appeared")
    }

    @Test func `--all shows the alarm in all windows, also in an empty one`() throws {
        try apply(
            """
            windows:
              - {id: wall, root: {id: home}}
              - {id: door}
            controllers: [{id: fire}]

            """)
        let unclear = try tool("alarm", "fire")
        #expect(unclear.status == 2)
        #expect(unclear.errors.contains("there are several windows: wall, door"))
        #expect(try tool("alarm", "fire", "--all", "--for", "3").status == 0)
        #expect(
            try shown()
                == "wall shows an alarm, \"fire\"; door shows an alarm, \"fire\"\n"
        )
        try advance(3)
        #expect(try shown() == "wall shows home; door shows nothing\n")
        #expect(try tool("alarm", "off", "--all", "--human").output == "alarm off in door\n")
        #expect(try shown() == "wall shows home; door shows nothing\n")
        #expect(try tool("alarm", "fire", "--window", "door").status == 0)
        #expect(try shown() == "wall shows home; door shows an alarm, \"fire\"\n")
        #expect(try tool("alarm", "off", "--window", "wall", "--human").output == "no alarm\n")
        #expect(try tool("alarm", "off").output == "{\"windows\":[\"door\"]}\n")
        #expect(try shown() == "wall shows home; door shows nothing\n")
    }

    @Test func `An alarm in more windows than one batch has room for begins and ends`() throws {
        let windows = (0..<1_200).map { "  - {id: w\($0), root: {id: r\($0)}}\n" }
        try apply("windows:\n" + windows.joined() + "controllers: [{id: fire, title: Fire}]\n")
        func alarms() throws -> Int {
            var requester = try daemon.requester()
            return try requester.snapshot().flatMap { $0.result["controllers"]?.array ?? [] }
                .count { $0["presentedViewController"] != .null }
        }
        func alarm(_ words: String...) throws {
            let result = try tool.start(["alarm"] + words).finish()
            #expect(result.status == 0, "\(words): \(result.errors)")
            #expect(result.output.split(separator: ",").count == windows.count)
            #expect(try alarms() == (words.contains("fire") ? windows.count : 0))
        }
        try alarm("fire", "--all", "--for", "60")
        try alarm("off")
        #expect(try tool("tree").output.contains("alarm") == false, "nothing is left")
        // More is left of these alarms than one batch has room for.
        try alarm("fire", "--all", "--for", "60")
        // One step of the clock ends when it has caused enough events.
        for _ in 0..<10 where try alarms() > 0 { try advance(60) }
        #expect(try alarms() == 0)
        try alarm("fire", "--all")
        try alarm("off")
        for _ in 0..<2 { #expect(try tool("alarm", "off").status == 0) }
        #expect(try tool("tree").output.contains("alarm") == false, "nothing is left")
    }

    @Test func `An alarm whose texts do not fit into one message begins in all windows`() throws {
        let windows = (0..<20).map { "  - {id: w\($0), root: {id: r\($0)}}\n" }
        let text = String(repeating: "x", count: 256 << 10)
        try apply("windows:\n\(windows.joined())controllers: [{id: fire, content: \(text)}]\n")
        let result = try tool("alarm", "fire", "--all")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try shown().components(separatedBy: "shows an alarm").count == 21)
    }

    @Test func `A book that is applied during an alarm leaves it alone`() throws {
        try apply(Self.pager)
        #expect(try tool("alarm", "fire", "--for", "60").status == 0)
        try apply(Self.pager.replacingOccurrences(of: "{id: c}", with: "{id: c}, {id: d}"))
        #expect(try shown().hasPrefix("main shows an alarm"))
        try advance(60)
        #expect(try shown() == "main shows a (1 of 4, index 0)\n")
    }

    @Test(arguments: [
        [String(repeating: "w", count: 63) + "1", String(repeating: "w", count: 63) + "2"],
        [String(repeating: "w", count: 53), String(repeating: "w", count: 54)],
        ["x", "x-on", "x-off", "x-root", "x-on-on"], ["x", "alarm-x", "alarm-x-root"],
        ["a-2", "a", "alarm-a"],
    ])
    func `Windows with similar names have their own alarms`(names: [String]) throws {
        try apply(
            "windows:\n" + names.map { "  - {id: \($0)}\n" }.joined()
                + "controllers: [{id: fire, title: Fire}, {id: alarm-x-off}]\n")
        for seconds in [[], ["--for", "3"], []] {
            #expect(try tool.start(["alarm", "fire", "--all"] + seconds).finish().status == 0)
            for (index, name) in names.enumerated() {
                #expect(
                    try tool("alarm", "off", "--window", name, "--human").output
                        == "alarm off in \(name)\n")
                let others = names[(index + 1)...].map { "\($0) shows an alarm, \"Fire\"" }
                #expect(
                    try shown()
                        == (names[...index].map { "\($0) shows nothing" } + others)
                        .joined(separator: "; ") + "\n")
            }
        }
        #expect(try tool("dump").output.contains("alarm:") == false, "nothing is left")
        #expect(try get("alarm-x-off")["kind"] == "view", "the book's controller stays")
    }

    @Test(arguments: ["overFullScreen", "pageSheet", "popover"])
    func `An alarm ends in time together with what is presented over it`(style: String) throws {
        try apply(Self.pager)
        #expect(try tool("alarm", "fire", "--for", "5").status == 0)
        #expect(try tool("create", "view", "--id", "z").status == 0)
        let words = ["present", "alarm-main", "z", "--style", style, "--no-animated"]
        #expect(try tool.start(words).finish().status == 0)
        try advance(5)
        #expect(try shown() == "main shows a (1 of 3, index 0)\n")
        #expect(try get("z")["presentingViewController"] == .null)
    }

    @Test func `An alarm with an id of an earlier version ends and is replaced`() throws {
        let long = String(repeating: "w", count: 60)
        try apply(
            "windows: [{id: \(long), root: {id: home}}]\ncontrollers: [{id: fire, title: Fire}]\n")
        let earlier = "alarm-" + long.prefix(53)
        var requester = try daemon.requester()
        func make(_ id: String) throws {
            _ = try requester.request(
                "controller.create",
                [
                    .init("id", .string(id)), .init("kind", "view"), .init("title", "Old"),
                    .init("content", ["alarm": true]),
                ])
        }
        func present() throws {
            try make(earlier)
            _ = try requester.request(
                "modal.present",
                [
                    .init("from", "home"), .init("controller", .string(earlier)),
                    .init("style", "fullScreen"), .init("animated", false),
                ])
        }
        try present()
        #expect(try shown() == "\(long) shows an alarm, \"Old\"\n")
        #expect(try tool("alarm", "off").status == 0)
        #expect(try shown() == "\(long) shows home\n")
        try present()
        try make("\(earlier)-off")
        #expect(try tool("alarm", "fire", "--for", "3").status == 0)
        #expect(try shown() == "\(long) shows an alarm, \"Fire\"\n")
        try advance(3)
        #expect(try tool("alarm", "fire").status == 0)
        #expect(try tool("alarm", "off").status == 0)
        #expect(try tool("tree").output.contains("alarm") == false)
    }

    @Test(
        arguments: [
            ("Go out", ["type": "text/plain", "body": "Go out", "alarm": true]),
            ("", ["type": "text/plain", "body": "", "alarm": true]),
            ("[1, a]", ["type": "text/plain", "body": "[1,\"a\"]", "alarm": true]),
            ("{body: x}", ["body": "x", "alarm": true]), ("null", ["alarm": true]),
        ] as [(String, Value)])
    func `An alarm shows the content of its page, whatever its type`(
        content: String, expected: Value
    ) throws {
        let words = content.isEmpty ? "\"\"" : content
        try apply("pager: {id: book, pages: [{id: a, content: \(words)}]}\n")
        #expect(try tool("alarm", "a").status == 0)
        #expect(try get("alarm-main")["content"] == expected)
        #expect(try tool("alarm", "a", "--for", "9").status == 0)
        #expect(try get("alarm-main-on")["content"] == expected)
    }

    @Test func `An alarm that cannot be shown is refused with a reason`() throws {
        #expect(try tool("alarm", "fire").errors.contains("there is no window"))
        try apply(Self.pager)
        for (words, status, text) in [
            (["alarm", "fir"], 2, "there is no page fir; did you mean fire?"),
            (["alarm", "book"], 2, "book is a pager, but an alarm shows only"),
            (["alarm", "fire", "--window", "man"], 2, "did you mean main?"),
            (["alarm", "fire", "--for", "0"], 64, "--for: must be above 0"),
            (["alarm"], 64, "alarm needs PAGE|off"),
            (["alarm", "fire", "--all", "--window", "main"], 64, "cannot be used together"),
            (["alarm", "off", "--for", "3"], 64, "--for cannot be used with off"),
            (["alarm", "fire", "--al"], 64, "did you mean --all?"),
        ] as [([String], Int32, String)] {
            let result = try tool.start(words).finish()
            #expect(result.status == status, "\(words)")
            #expect(result.errors.contains(text), "\(words): \(result.errors)")
        }
        #expect(try shown() == "main shows a (1 of 3, index 0)\n")
    }
}
