import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests of playlists: their limits, and the work that they take in one turn of the daemon's loop.
@Suite struct PlaylistTests {
    private static func content(_ entries: [Value]) -> Value { ["playlist": .array(entries)] }

    private static func entry(_ page: String, _ schedule: Value? = nil) -> Value {
        .object(
            [.init("page", .string(page))] + (schedule.map { [.init("schedule", $0)] } ?? []))
    }

    /// Carries out the changes of one turn of the loop, or of all turns.
    ///
    /// - Returns: The number of changes, and the messages for the log.
    @discardableResult
    private func follow(
        _ service: inout TestService, at time: Double = 0, work: Int = .max
    ) -> (changes: Int, log: [String]) {
        var (work, changes) = (work, 0)
        var log: [String] = []
        while let change = service.service.nextScheduledChange(unixTime: time, within: &work) {
            changes += 1
            if let problem = service.service.carryOut(change, at: .zero) { log.append(problem) }
        }
        return (changes, log)
    }

    private func pages(_ service: inout TestService, _ id: String) throws -> Value? {
        try service.result("controller.get", ["id": .string(id)])["pages"]
    }

    // MARK: Limits

    private static let tooLong: [(path: String, entries: [Value])] = [
        ("playlist", Array(repeating: ["page": "a"], count: Limits.playlistEntries + 1)),
        (
            "playlist[1].schedule.dates",
            [
                entry("a"),
                entry(
                    "b",
                    [
                        "dates": .array(
                            Array(repeating: "2026-12-24", count: Limits.scheduleTexts + 1))
                    ]),
            ]
        ),
        (
            "playlist[0].schedule.hours",
            [
                entry(
                    "a",
                    [
                        "hours": .array(
                            Array(repeating: "01:00-02:00", count: Limits.scheduleTexts + 1))
                    ])
            ]
        ),
        (
            "playlist[0].schedule.days",
            [
                entry(
                    "a",
                    ["days": .array(Array(repeating: "mon", count: Limits.scheduleTexts + 1))])
            ]
        ),
        (
            "playlist[0].schedule.hours[1]",
            [
                entry(
                    "a",
                    [
                        "hours": [
                            "01:00-02:00",
                            .string(String(repeating: "-", count: Limits.scheduleTextBytes + 1)),
                        ]
                    ])
            ]
        ),
        (
            "playlist[0].schedule.timeZone",
            [
                entry(
                    "a", ["timeZone": .string(String(repeating: "Z", count: 1 << 20))])
            ]
        ),
    ]

    @Test(arguments: tooLong.indices)
    func `A playlist above a limit is refused with its place, by every command that sets it`(
        index: Int
    ) throws {
        let (path, entries) = Self.tooLong[index]
        var service = TestService()
        try service.result("controller.create", ["id": "book", "kind": "pager"])
        let (create, update): (Value, Value) = (
            ["id": "other", "kind": "pager", "content": Self.content(entries)],
            ["id": "book", "content": Self.content(entries)]
        )
        let point = service.point
        for (method, params) in [("controller.create", create), ("controller.update", update)] {
            let error = try service.error(method, params)
            #expect(error.refusal == "-32001 limitExceeded at content.\(path)")
            #expect(error["message"]?.string?.hasPrefix("must ") == true)
            let step: Value = ["method": .string(method), "params": params]
            let all = try service.error("batch", ["commands": [step], "atomic": true])
            #expect(
                all.refusal == "-32001 limitExceeded at commands[0].params.content.\(path)")
        }
        #expect(service.point == point)
        let batch = try service.result(
            "batch",
            [
                "commands": [
                    ["method": "controller.create", "params": create],
                    ["method": "controller.create", "params": ["id": "v", "kind": "view"]],
                ]
            ])["results"]?.array
        #expect(
            batch?.first?["error"]?.refusal
                == "-32001 limitExceeded at params.content.\(path)")
        #expect(batch?.last?["result"] != nil)
    }

    @Test func `A playlist at the limits is accepted, and any content of a plain page`() throws {
        var service = TestService()
        let dates = Value.array(Array(repeating: "2026-12-24", count: Limits.scheduleTexts))
        var entries = [Self.entry("a", ["dates": dates])]
        entries += Array(repeating: ["page": "b"], count: Limits.playlistEntries - 1)
        try service.result(
            "controller.create",
            ["id": "book", "kind": "pager", "content": Self.content(entries)])
        try service.result(
            "controller.create",
            ["id": "v", "kind": "view", "content": Self.content(entries + entries)])
    }

    // MARK: Work

    @Test func `Any number of containers gets its pages, with bounded work in each turn`() throws {
        var service = TestService()
        let count = Limits.batchCommands + 1
        let numbers = 0..<count
        try service.batches(
            of: numbers.flatMap { number -> [Value] in
                [
                    [
                        "method": "controller.create",
                        "params": ["id": .string("v\(number)"), "kind": "view"],
                    ],
                    [
                        "method": "controller.create",
                        "params": [
                            "id": .string("p\(number)"), "kind": "pager",
                            "content": Self.content([
                                Self.entry(
                                    "v\(number)", ["hours": ["00:00-01:00"], "timeZone": "UTC"])
                            ]),
                        ],
                    ],
                ]
            })
        for (time, pages) in [(0.0, true), (3_600.0, false)] {
            var (turns, changes) = (0, 0)
            while true {
                let turn = follow(&service, at: time, work: Service.scheduleWork)
                #expect(turn.log == [])
                #expect(turn.changes <= Service.scheduleWork / 50)
                (turns, changes) = (turns + 1, changes + turn.changes)
                if !service.service.hasScheduleWork { break }
            }
            #expect(changes == count)
            #expect(turns > 10)
            for number in [0, count / 2, count - 1] {
                let expected: Value = pages ? [.string("v\(number)")] : []
                #expect(try self.pages(&service, "p\(number)") == expected)
            }
        }
    }

    @Test func `A refused change is logged once, counted, and does not affect other containers`()
        throws
    {
        var service = TestService()
        for id in ["a", "b"] {
            try service.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        // A pager cannot contain itself.
        for (pager, page) in [("loop", "loop"), ("book", "a")] {
            try service.result(
                "controller.create",
                [
                    "id": .string(pager), "kind": "pager",
                    "content": Self.content([Self.entry(page)]),
                ])
        }
        let first = follow(&service)
        #expect(first.log.count == 1)
        #expect(first.log.first?.hasPrefix("the schedule cannot set the pages of loop: ") == true)
        #expect(try pages(&service, "book") == ["a"])
        #expect(try service.result("server.stats")["failedSchedules"] == 1)
        // Nothing has changed, so the request would be refused again.
        #expect(follow(&service, at: 60).changes == 0)
        try service.result("controller.update", ["id": "b", "title": "other"])
        let again = follow(&service, at: 120)
        #expect(again.changes == 1 && again.log == [])
        try service.result(
            "controller.update", ["id": "loop", "content": Self.content([Self.entry("b")])])
        #expect(follow(&service, at: 121).log == [])
        #expect(try pages(&service, "loop") == ["b"])
        #expect(try service.result("server.stats")["failedSchedules"] == 0)
    }

    @Test func `A change that the journal has no room for is made as soon as it has`() throws {
        var service = TestService()
        try service.result("controller.create", ["id": "a", "kind": "view"])
        try service.result(
            "controller.create",
            ["id": "book", "kind": "pager", "content": Self.content([Self.entry("a")])])
        var work = Int.max
        let change = service.service.nextScheduledChange(unixTime: 0, within: &work)
        service.service.journalFailure = "the disk is full"
        #expect(service.service.carryOut(try #require(change), at: .zero) == nil)
        #expect(follow(&service).changes == 0)
        #expect(!service.service.hasScheduleWork)
        service.service.journalFailure = nil
        #expect(service.service.hasScheduleWork)
        #expect(follow(&service).changes == 1)
        #expect(try pages(&service, "book") == ["a"])
    }

    @Test func `A playlist that is set repeatedly before its turn is read once`() throws {
        var service = TestService()
        try service.result("controller.create", ["id": "book", "kind": "pager"])
        var work = 0
        for number in 0..<50 {
            try service.result(
                "controller.update",
                ["id": "book", "content": Self.content([Self.entry("a\(number)")])])
            _ = service.service.nextScheduledChange(unixTime: 0, within: &work)
        }
        #expect(service.service.playlists.stepCount == 1)
    }

    @Test func `A page that a client removes returns at the next minute, whatever its schedule`()
        throws
    {
        var service = TestService()
        try service.result("controller.create", ["id": "a", "kind": "view"])
        try service.result(
            "controller.create",
            ["id": "book", "kind": "pager", "content": Self.content([Self.entry("a")])])
        follow(&service)
        try service.result("pager.remove", ["id": "book", "page": "a"])
        follow(&service, at: 59)
        #expect(try pages(&service, "book") == [])
        follow(&service, at: 60)
        #expect(try pages(&service, "book") == ["a"])
    }

    /// Contents of about the same size, each with the most of one kind of text.
    private static let shapes: [(String, @Sendable (Int) -> Value)] = [
        ("entries", { size in content((0..<size).map { entry("c\($0)") }) }),
        (
            "schedules that never happen",
            { size in
                content(
                    (0..<size).map {
                        entry("c\($0)", ["days": ["mon"], "dates": ["2026-12-24"]])
                    })
            }
        ),
        (
            "yearly schedules that never happen",
            { size in
                content(
                    (0..<size).map {
                        entry(
                            "c\($0)",
                            [
                                "dates": ["03-29"], "hours": ["02:15-02:45"],
                                "days": ["sun"], "timeZone": "Europe/Berlin",
                            ])
                    })
            }
        ),
        (
            "dates",
            { size in
                let dates = (0..<size).map { Value.string("\(2000 + $0 % 999)-01-01") }
                return content([entry("a", ["dates": .array(dates)])])
            }
        ),
        (
            "hours",
            { size in
                let hours = Value.array(Array(repeating: "01:00-00:59", count: size))
                return content([entry("a", ["hours": hours])])
            }
        ),
        (
            "time zones of no machine",
            { size in
                content((0..<size).map { entry("c\($0)", ["timeZone": .string("No/Where\($0)")]) })
            }
        ),
        (
            "a long text",
            { size in
                let text = CombiningMarks.text(size * 32)
                return content([entry("a", ["hours": [.string(text)], "dates": [.string(text)]])])
            }
        ),
        (
            "a long text of separators",
            { size in
                let text = Value.string(String(repeating: "..-:", count: size * 8))
                return content([entry("a", ["hours": [text], "dates": [text], "timeZone": text])])
            }
        ),
    ]

    @Test(arguments: shapes.indices)
    func `Reading and checking a playlist take time in proportion to its size`(index: Int) throws {
        let (name, shape) = Self.shapes[index]
        /// The time for a new playlist and three checks, in a daemon without limits.
        func cost(_ size: Int, enough: Double = 0) throws -> Double {
            let content = shape(size)
            return ProcessorTime.of(enough: enough) {
                var service = TestService()
                let request = service.message(
                    "controller.create", ["id": "book", "kind": "pager", "content": content])
                _ = service.service.answer(request.span, from: Peer(uid: nil), isReplayed: true)
                for minute in 0..<3 { follow(&service, at: Double(minute) * 3_660) }
            }
        }
        let (size, growth) = (256, 16.0)
        let one = try cost(size)
        let many = try cost(size * Int(growth), enough: one * growth * 2)
        #expect(many <= one * growth * 6, "\(name): \(one) s, then \(many) s")
    }

    @Test func `A schedule that never happens costs as much as one that does`() throws {
        func cost(_ day: Value, enough: Double = 0) throws -> Double {
            let content = Self.content(
                (0..<2_000).map {
                    Self.entry(
                        "c\($0)", ["days": [day], "dates": ["2026-12-24"], "timeZone": "UTC"])
                })
            return ProcessorTime.of(enough: enough) {
                var service = TestService()
                _ = service.exchange(
                    service.message(
                        "controller.create", ["id": "book", "kind": "pager", "content": content]))
                follow(&service)
            }
        }
        let often = try cost("thu")
        let never = try cost("mon", enough: often * 2)
        #expect(never <= often * 4, "\(never) s, instead of \(often) s")
    }
}
