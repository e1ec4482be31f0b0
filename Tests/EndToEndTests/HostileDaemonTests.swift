import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Synchronization
import Testing

/// Tests of pagerctl with a daemon that sends invalid messages. pagerctl ends in time with a
/// status, and its output contains no terminal escapes.
@Suite struct HostileDaemonTests {
    /// Values that crash, hang or deceive a careless parser.
    private struct Values {
        var random: SeededGenerator

        private static let texts = [
            "\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{9B}31m", "\u{7F}", "\u{85}", "\u{202E}gnp.exe",
            "\u{2066}x", "\u{2028}", "two\nlines\r", "\0", "", "a", "b", "appeared",
            CombiningMarks.text(200),
        ]
        private static let integers = [Int.max, .min, -1, 0, 1, 1 << 53]
        private static let numbers = [-1.5, 1e300, -1e300, 5e-324, 0.5]

        static let names = [
            "id", "kind", "title", "parent", "appearance", "window", "root", "container", "from",
            "to", "style", "transition", "superview", "selected", "top", "message", "text", "clock",
            "presentingViewController", "version", "name", "category", "subject", "event",
        ]
        static let counts = ["index", "protocol", "latest", "count", "lease"]
        static let times = ["time", "duration", "progress", "began", "uptime"]
        static let lists = [
            "windows", "controllers", "views", "transitions", "events", "styles", "plugins",
            "children", "pages", "diagnostics", "methods",
        ]

        mutating func text() -> Value { .string(random.pick(Self.texts)) }

        mutating func number() -> Value {
            random.chance(0.5)
                ? .integer(random.pick(Self.integers)) : .number(random.pick(Self.numbers))
        }

        mutating func any() -> Value {
            random.chance(0.5) ? text() : random.chance(0.8) ? number() : random.pick([.null, []])
        }

        /// Returns a record with all members of any record, with records in its lists.
        mutating func record(_ depth: Int = 1) -> Value {
            var members: [Value.Member] = []
            for name in Self.names {
                members.append(.init(name, random.chance(0.9) ? text() : any()))
            }
            for name in Self.counts + Self.times {
                members.append(.init(name, random.chance(0.9) ? number() : any()))
            }
            for name in Self.lists {
                let isOfTexts = depth == 0 || random.chance(0.3)
                members.append(
                    .init(
                        name,
                        .array((0..<2).map { _ in isOfTexts ? text() : record(depth - 1) })))
            }
            members.append(.init(random.pick(Self.texts), text()))
            return .object(members)
        }

        mutating func reply() -> Value {
            guard random.chance(0.8) else {
                return [
                    "error": [
                        "code": -32_000, "message": text(),
                        "data": [
                            "name": text(), "path": text(), "exception": text(),
                            "candidates": [text(), text()],
                        ],
                    ]
                ]
            }
            var members = record().members ?? []
            members += [
                .init("boot", "b"), .init("history", "h"), .init("seq", number()),
                .init("revision", number()), .init("applied", .bool(random.chance(0.8))),
                .init("complete", true),
            ]
            return ["result": .object(members)]
        }

        mutating func event(_ seq: Int) -> Value {
            let members = (record(0).members ?? []).filter { $0.name != "seq" }
            return .object(
                [
                    .init("seq", .integer(seq)),
                    .init("prev", [.integer(seq - 1), .integer(seq - 1)]),
                ] + members)
        }
    }

    private static let verbs: [[String]] = [
        ["status"], ["tree"], ["list"], ["controller.list"], ["controller.get", "a"],
        ["window.list"], ["transition.list"], ["events.replay", "0"], ["state.snapshot"],
        ["server.hello"], ["server.stats"], ["server.describe"], ["plugin.list"], ["dump"],
        ["subscribe", "--count", "2"],
        ["wait", "x.y.z", "--timeout", "0.2"], ["doctor"], ["pager.next", "a"],
        ["raw", #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#],
    ]

    /// Expects that the output contains no control characters.
    private func expectHarmless(_ result: ControlTool.Result, _ what: String) {
        #expect([0, 1, 2, 64].contains(result.status), "\(what): status \(result.status)")
        for text in [result.output, result.errors] {
            let bad = text.unicodeScalars.first { $0.isControl && $0 != "\n" }
            #expect(bad == nil, "\(what): \(String(describing: bad)) in \(text.debugDescription)")
        }
        let own = result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("pagerctl: ") }
        #expect(own, "\(what): \(result.errors.debugDescription)")
    }

    @Test(arguments: verbs)
    func `Every verb prints the replies of a hostile daemon without harm`(verb: [String]) throws {
        for seed in RandomTest.seeds(3) {
            var values = Values(random: SeededGenerator(seed: seed))
            let events = (1...3).map { values.event($0) }
            let replies = (0..<8).map { _ in values.reply() }
            let daemon = try HostileDaemon(events: events) { request in
                replies[(request["id"]?.integer ?? 0) & 7]
            }
            defer { daemon.end() }
            for form in ["--human", "--json"] {
                let running = try ControlTool(folder: daemon.folder)
                    .start((verb.contains("--timeout") ? [] : ["--timeout", "5"]) + verb + [form])
                let what = "\(verb) \(form), seed \(seed)"
                expectHarmless(running.finish(within: 60, "\(what) does not end"), what)
            }
        }
    }

    @Test(arguments: ["with records", "empty", "of one id"])
    func `pagerctl gives up on an endless sequence of pages`(pages: String) throws {
        let record: Value = ["id": "a", "kind": "view"]
        let daemon = try HostileDaemon { request in
            let records: Value = pages == "empty" ? [] : [record]
            return [
                "result": [
                    "boot": "b", "history": "h", "seq": 1, "revision": 1, "windows": [],
                    "controllers": records, "views": [], "transitions": [],
                    "next": .string(
                        pages == "of one id" ? "1-1" : "1-\(request["id"]?.json ?? "")"),
                ]
            ]
        }
        defer { daemon.end() }
        for verb in ["status", "dump"] {
            let running = try ControlTool(folder: daemon.folder)
                .start([verb, "--timeout", "0.5", "--human"])
            let result = running.finish(within: 60)
            #expect(result.status == 1)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("pagerctl: "))
        }
    }

    @Test func `pagerctl gives up on a snapshot of many small pages, without a time limit`() throws
    {
        let asked = Atomic(0)
        let daemon = try HostileDaemon { request in
            let page = asked.add(1, ordering: .relaxed).newValue
            return [
                "result": [
                    "boot": "b", "history": "h", "seq": 1, "revision": 1, "windows": [],
                    "controllers": [["id": .string("c\(page)"), "kind": "view"]], "views": [],
                    "transitions": [], "next": .string("1-\(page)"),
                ]
            ]
        }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder).start(["status", "--human"])
        let result = running.finish(within: 60)
        #expect(result.status == 1)
        #expect(result.errors.contains("the server is not a pagerd"), "\(result.errors)")
        #expect(asked.load(ordering: .relaxed) < 1_000)
    }

    @Test(arguments: [true, false])
    func `A reply that is too long for a daemon is refused before it is parsed`(
        isLong: Bool
    ) throws {
        let padding = Limits.replyBytes - (isLong ? 0 : 1_000)
        let daemon = try HostileDaemon(padding: padding) { _ in ["result": ["time": 0]] }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder).start(
            ["server.ping", "--timeout", "50"], output: "/dev/null")
        let result = running.finish(within: 100)
        #expect(result.status == (isLong ? 1 : 0))
        #expect(
            result.errors.contains("bytes, more than \(Limits.replyBytes)") == isLong,
            "\(result.errors)")
    }

    @Test func `A reply of more values than a daemon sends is refused before it is parsed`() throws
    {
        let daemon = try HostileDaemon(padding: 9 << 20, filling: UInt8(ascii: ",")) { _ in
            ["result": ["time": 0]]
        }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder).start(
            ["server.ping", "--timeout", "50"])
        #expect(running.finish(within: 100).errors.contains("more than 8388608 values"))
    }

    @Test func `pagerctl gives up on a replay of empty pages`() throws {
        let daemon = try HostileDaemon { request in
            let since = request["params"]?["since"]?.integer ?? 0
            return [
                "result": [
                    "boot": "b", "history": "h", "seq": 1, "revision": 1, "events": [],
                    "complete": true, "latest": .integer(.max), "next": .integer(since + 1),
                ]
            ]
        }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder).start(["events.replay", "0"])
        let result = running.finish(within: 60)
        #expect(result.status == 1)
        #expect(result.errors.contains("the server is not a pagerd"), "\(result.errors)")
    }

    @Test(arguments: [["controller.list"], ["events.replay", "0", "--limit", "1000000"]])
    func `pagerctl gives up on list pages that do not advance`(verb: [String]) throws {
        let daemon = try HostileDaemon { request in
            let isPage = request["params"]?["limit"] != nil
            guard isPage else {
                return [
                    "error": [
                        "code": -32000, "message": "too large", "data": ["name": "tooLarge"],
                    ]
                ]
            }
            return [
                "result": [
                    "boot": "b", "history": "h", "seq": 1, "revision": 1, "controllers": [],
                    "events": [], "complete": true, "latest": 9,
                    "next": verb.count == 1 ? "1-1" : 0,
                ]
            ]
        }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder)
            .start(verb + ["--timeout", "5", "--human"])
        let result = running.finish(within: 60)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("the server is not a pagerd"), "\(result.errors)")
    }

    @Test(arguments: [
        ["wait", "viewWillAppear"], ["pager.next", "a", "--wait"],
        ["pager.next", "a", "--wait", "--interruption", "queue"], ["pager.next", "a"],
    ])
    func `Commands that wait end in time while events come without end`(verb: [String]) throws {
        let queued: Value = [
            "category": "transition", "subject": "a", "event": "queued", "seq": 1, "cause": "c",
        ]
        // Without --wait, pagerctl waits for the decision of a plugin.
        var result: [Value.Member] = [
            .init("seq", 0), .init("revision", 0), .init("applied", true),
            .init("transition", "t1"), .init("complete", true), .init("events", []),
            .init("boot", "b"), .init("history", "h"),
        ]
        if !verb.contains("--wait") { result.append(.init("pending", "d1")) }
        if verb.contains("queue") {
            result.removeAll { $0.name == "transition" || $0.name == "events" }
            result.append(.init("events", [queued]))
        }
        let reply = Value.object([.init("result", .object(result))])
        let daemon = try HostileDaemon(flood: { seq in
            [
                "seq": .integer(seq), "prev": [.integer(seq - 1), .integer(seq - 1)],
                "category": "transition", "subject": "a", "event": "progressed", "time": 0,
            ]
        }) { _ in reply }
        defer { daemon.end() }
        let running = try ControlTool(folder: daemon.folder)
            .start(verb + ["--timeout", "5", "--human"])
        let ended = running.finish(within: 60)
        #expect(ended.status == 5)
        #expect(ended.errors.hasSuffix(" within 5 s\n"), "\(ended.errors)")
    }

    @Test(arguments: ["dump", "apply"])
    func `A state that contains itself is refused with the name of one object`(
        verb: String
    ) throws {
        var pager = ControllerRecord()
        pager.id = "p"
        pager.kind = "pager"
        pager.ofKind = [.init("pages", ["p"])]
        let state: Value = [
            "boot": "b", "history": "h", "seq": 1, "revision": 1, "windows": [], "views": [],
            "controllers": [Value(pager)], "transitions": [], "styles": [], "kinds": [],
            "plugins": [],
        ]
        let daemon = try HostileDaemon { _ in ["result": state] }
        defer { daemon.end() }
        let folder = try Folder()
        try folder.write("book.yaml", "root: {id: a}\n")
        let running = try ControlTool(folder: daemon.folder).start(
            [verb] + (verb == "apply" ? ["\(folder.path)/book.yaml"] : [])
                + ["--timeout", "60", "--human"])
        let result = running.finish(within: 100)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(
            result.errors == "pagerctl: the running state cannot be read: controllers[0]: the "
                + "controller p contains itself; the daemon is broken, or is not pagerd\n")
    }

    @Test func `Control characters in a title are escaped`() throws {
        let title = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}x\nw shows c"
        let record: Value = [
            "id": "a", "kind": "view", "title": .string(title), "parent": .null,
            "appearance": "appeared", "window": "w",
        ]
        let window: Value = ["id": "w", "size": ["width": 1, "height": 1], "root": "a"]
        let daemon = try HostileDaemon { _ in
            [
                "result": [
                    "boot": "b", "history": "h", "windows": [window], "controllers": [record],
                    "views": [], "transitions": [], "seq": 1, "revision": 1,
                ]
            ]
        }
        defer { daemon.end() }
        let tool = ControlTool(folder: daemon.folder)
        let shown = #"\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}x\u{A}w shows c"#
        let status = try tool("status", "--human")
        #expect(status.output == "w shows a \"\(shown)\"\n")
        let tree = try tool("tree", "--human")
        #expect(tree.output == "● a view appeared \"\(shown)\" in w\n")
        let list = try tool("controller.list", "--human")
        #expect(list.output.contains(shown))
        let json = try tool("controller.list", "--json")
        #expect(json.output.contains(#"\u001b]0;owned\u0007\u009b31m\u202ex\nw shows c"#))
    }
}
