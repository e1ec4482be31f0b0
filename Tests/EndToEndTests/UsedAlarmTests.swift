import DaemonUnderTest
import PagerModel
import PagerWire
import Testing

/// Tests of `pagerctl alarm` and `apply` after a client has put the controllers of an alarm to
/// another use.
@Suite struct UsedAlarmTests: AlarmSuite {
    /// The commands of a client that uses controllers of an alarm, with records that must stay.
    struct Use: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let commands: [[Value.Member]]
        let staying: [(id: String, member: String)]

        init(
            _ description: String, _ commands: [(method: String, params: Value)],
            staying: [(id: String, member: String)]
        ) {
            testDescription = description
            self.commands = commands.map {
                [.init("method", .string($0.method)), .init("params", $0.params)]
            }
            self.staying = staying
        }

        static let all: [Use] = [
            Use(
                "a child of a part", [added("alarm-main-off", "k")],
                staying: [("alarm-main-off", "children"), ("k", "parent")]),
            Use(
                "a child of the alarm", [added("alarm-main", "k")],
                staying: [("alarm-main", "children"), ("k", "parent")]),
            Use(
                "the alarm as a page",
                [
                    (
                        "pager.insert",
                        ["id": "book", "page": "alarm-main", "at": 1]
                    )
                ], staying: [("book", "pages"), ("alarm-main", "pages")]),
            Use(
                "a page of the alarm",
                [
                    (
                        "pager.insert",
                        ["id": "alarm-main", "page": "k", "at": 2]
                    )
                ], staying: [("alarm-main", "pages")]),
            Use(
                "a part as a child",
                [
                    ("pager.setPages", ["id": "alarm-main", "pages": []]),
                    added("k", "alarm-main-on"),
                ], staying: [("k", "children")]),
            Use(
                "a view in another view",
                [
                    ("pager.setPages", ["id": "alarm-main", "pages": []]),
                    ("view.addSubview", ["view": "alarm-main-on", "to": "a"]),
                ], staying: [("alarm-main-on", "superview")]),
            Use(
                "a presented part",
                [
                    ("pager.setPages", ["id": "alarm-main", "pages": []]),
                    (
                        "modal.present",
                        [
                            "from": "a", "controller": "alarm-main-on",
                            "style": "currentContext", "animated": false,
                        ]
                    ),
                ], staying: []),
        ]

        private static func added(_ parent: Value, _ child: Value) -> (String, Value) {
            ("controller.addChild", ["parent": parent, "child": child])
        }
    }

    let daemon: TestDaemon

    private static let pages = """
        pager:
          id: book
          pages: [{id: a, definesPresentationContext: true}, {id: b}]
        controllers: [{id: fire, title: Fire}]

        """

    init() throws {
        daemon = try TestDaemon()
        try apply(Self.pages)
        try run("create", "view", "--id", "k")
    }

    private func request(_ command: [Value.Member]) throws {
        let reply = try request("batch", ["commands": [.object(command)], "atomic": true])
        #expect(reply["results"]?.array?.first?["error"] == nil, "\(reply.json)")
    }

    private func values(_ use: Use) throws -> [Value?] {
        try use.staying.map { try get($0.id)[$0.member] }
    }

    private func unchangedBookIsApplied() throws {
        try apply(Self.pages)
        #expect(try apply(Self.pages) == "nothing to change\n")
        #expect(try get("book")["pages"] == ["a", "b"])
        #expect(try get("a")["appearance"] == "appeared")
        #expect(try run("tree").contains("alarm") == false)
        #expect(try run("dump").contains("alarm") == false)
    }

    @Test(arguments: Use.all)
    func `What a client does with an ended alarm stays, and prevents no later one`(use: Use) throws
    {
        try run("alarm", "fire", "--for", "5")
        try advance(5)
        for command in use.commands { try request(command) }
        let before = try values(use)
        for seconds in ["5", "600"] {
            try run("alarm", "fire", "--for", seconds)
            #expect(try shown() == "main shows an alarm, \"Fire\"\n")
            #expect(try run("alarm", "off", "--human") == "alarm off in main\n")
        }
        #expect(try values(use) == before)
        #expect(try run("alarm", "off", "--human") == "no alarm\n")
        try unchangedBookIsApplied()
    }

    @Test(arguments: Use.all.prefix(4).filter { $0.testDescription != "the alarm as a page" })
    func `An alarm ends although a client has put something into it`(use: Use) throws {
        try run("alarm", "fire", "--for", "60")
        for command in use.commands { try request(command) }
        try apply(Self.pages)
        #expect(try shown() == "main shows an alarm, \"Fire\"\n")
        #expect(try run("tree").contains("\"k\"") == false)
        try run("create", "view", "--id", "k")
        for command in use.commands { try request(command) }
        #expect(try run("alarm", "off", "--human") == "alarm off in main\n")
        #expect(try shown() == "main shows a (1 of 2, index 0)\n")
        try run("alarm", "fire")
        #expect(try shown() == "main shows an alarm, \"Fire\"\n")
        try run("alarm", "off")
        try unchangedBookIsApplied()
    }

    @Test(arguments: [[], ["--for", "60"]])
    func `A book that changes the root of a window leaves nothing of the window's alarm`(
        seconds: [String]
    ) throws {
        #expect(try tool.start(["alarm", "fire"] + seconds).finish().status == 0)
        try apply("window: {id: main}\nroot: {id: other}\n")
        #expect(try run("tree").contains("alarm") == false)
        try apply("windows: [{id: main}]\ncontrollers: [{id: fire, title: Fire}]\n")
        #expect(try tool.start(["alarm", "fire"] + seconds).finish().status == 0)
        #expect(try shown() == "main shows an alarm, \"Fire\"\n")
        try apply("window: {id: main}\nroot: {id: other}\n")
        #expect(try run("tree").contains("alarm") == false)
        #expect(try shown() == "main shows other\n")
    }

    @Test func `alarm off removes what ended alarms have left`() throws {
        try run("alarm", "fire", "--for", "5")
        try advance(5)
        #expect(try run("tree").contains("alarm"))
        #expect(try run("alarm", "off", "--human") == "no alarm\n")
        #expect(try run("tree").contains("alarm") == false)
    }
}
