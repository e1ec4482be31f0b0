import PagerBook
import PagerDump
import PagerModel
import PagerSchedule
import Testing

/// Tests of pages that depend on the time.
@Suite struct ScheduleBookTests {
    private static let text = """
        pager:
          id: book
          selected: b
          pages:
            - {id: a, schedule: {hours: "08:00-12:00", timeZone: UTC}}
            - {id: b}
            - {id: c, enabled: false}
            - {id: d}
        """

    private func pages(_ book: Book) -> Value? {
        book.commands.first { $0.method == "pager.setPages" }?.params["pages"]
    }

    @Test
    func `The list has only pages that are always shown, and its playlist has all pages`() throws {
        let book = try makeBook(Self.text)
        #expect(pages(book) == ["b", "d"])
        let made = book.commands.first { $0.params["id"] == "book" }
        let entries = try [PlaylistEntry](
            reading: made?.params["content"]?["playlist"] ?? .null)
        #expect(entries.map(\.page.text) == ["a", "b", "c", "d"])
        #expect(entries.map(\.enabled) == [true, true, false, true])
        #expect(entries[0].schedule?.hours == ["08:00-12:00"])
        var stage = Stage()
        try stage.carryOut(book.commands)
        #expect(stage.picture["book"]?["selected"] == "b")
        // A page that the daemon has added stays, and a dump brings back the same state.
        try stage.carryOut("pager.insert", ["id": "book", "page": "a", "at": 0])
        #expect(try book.changes(to: stage.running).commands.isEmpty)
        let dump = try makeBook(stage.running.dump)
        #expect(try dump.changes(to: stage.running).commands.isEmpty)
        let disabled = try makeBook(Self.text.replacing("{id: a,", with: "{id: a, enabled: false,"))
        let changes = try disabled.changes(to: stage.running)
        #expect(pages(changes) == ["b", "d"])
    }

    @Test
    func `If the selected page is not shown yet, the first page in the list is selected`() throws {
        for selected in ["a", "0"] {
            let book = try makeBook(
                Self.text.replacing("selected: b", with: "selected: \(selected)"))
            var stage = Stage()
            try stage.carryOut(book.commands)
            #expect(stage.picture["book"]?["selected"] == "b")
        }
        let third = try makeBook(Self.text.replacing("selected: b", with: "selected: 3"))
        var stage = Stage()
        try stage.carryOut(third.commands)
        #expect(stage.picture["book"]?["selected"] == "d")
    }

    @Test func `A page's duration is the time between two page changes, transition included`()
        throws
    {
        func times(
            _ pager: String, _ pages: String
        ) throws -> (advance: Value?, dwell: [Value?], includesChange: Value?) {
            let book = try makeBook(
                "styles: [{style: wipe, duration: 0.5, curve: linear, tracks: {from: [], to: []}}]\n"
                    + "pager: {id: book, \(pager)pages: [\(pages)]}\n")
            var stage = Stage()
            try stage.carryOut(book.commands)
            let made = book.commands.filter { $0.method == "controller.create" }
            return (
                made.first?.params["autoAdvance"], made.dropFirst().map { $0.params["dwellTime"] },
                made.first?.params["dwellTimeIncludesTransition"]
            )
        }
        let plain = try times("autoAdvance: 10, ", "{id: a, duration: 20}, {id: b}")
        #expect(plain.advance?.double == 10)
        #expect(plain.dwell.map { $0?.double } == [20, nil])
        #expect(plain.includesChange == true)
        let styled = try times(
            "transition: {forward: wipe, backward: wipe}, ", "{id: a, duration: 20}, {id: b}")
        #expect(styled.advance?.double == Limits.seconds, "b stays")
        #expect(styled.dwell.map { $0?.double } == [20, nil])
        let quick = try times("autoAdvance: 3, duration: 0, ", "{id: a, duration: 2}")
        #expect(quick.dwell.map { $0?.double } == [2])
        let untimed = try times("autoAdvance: 3, ", "{id: a}")
        #expect(untimed.includesChange == nil)
        for (page, problem) in [
            ("{id: a, duration: 0.4}", "duration: must be longer than the page change, 0.4 s"),
            ("{id: a, duration: 20, dwellTime: 3}", "write only one of them"),
            ("{id: a, duration: \"20\"}", "duration: expected a number"),
            ("{id: a, untilEnd: true}", "untilEnd needs duration"),
            ("{id: a, untilEnd: true, duration: 9}", "untilEnd needs a video, but the page has no"),
            (
                "{id: a, untilEnd: true, duration: 9, url: https://x.org/a}",
                "untilEnd needs a video, but the type of the page's content is text/html"
            ),
        ] {
            let found = PagerBookTests.problem { try times("", page) }
            #expect(found?.contains(problem) == true, "\(found ?? "accepted")")
        }
        let film = try makeBook(
            "pager: {id: book, pages: [{id: a, url: https://x.org/a.mp4, untilEnd: true, duration: 300}]}\n"
        )
        let content = film.commands.first { $0.params["id"] == "a" }?.params["content"]
        #expect(content?["untilEnd"] == true)
        #expect(content?["type"] == "video/mp4")
        // For a pager it is the time of its own page changes.
        let inner = try makeBook(
            "pager: {id: book, pages: [{kind: pager, id: inner, duration: 3, pages: [{id: a}]}]}\n")
        #expect(inner.commands.contains { $0.params["duration"]?.double == 3 })
        #expect(
            PagerBookTests.problem {
                try makeBook("root: {kind: tabBar, controllers: [{id: a, duration: 3}]}\n")
            }?.contains("a tabBar does not advance by itself") == true)
    }

    @Test func `A schedule or a list of pages above a limit is refused with its place`() {
        let dates = Array(repeating: "2026-12-24", count: Limits.scheduleTexts + 1)
        let schedule = PagerBookTests.problem {
            try makeBook(
                "pager: {id: book, pages: [{id: a, schedule: {dates: [\(dates.joined(separator: ", "))]}}]}"
            )
        }
        #expect(schedule?.contains("dates") == true, "\(schedule ?? "accepted")")
        #expect(schedule?.contains("must have at most \(Limits.scheduleTexts) entries") == true)
        let pages = (0..<Limits.playlistEntries).map { "{id: p\($0)}" }.joined(separator: ", ")
        let list = PagerBookTests.problem {
            try makeBook("pager: {id: book, pages: [{id: a, enabled: false}, \(pages)]}")
        }
        #expect(list?.contains("at most \(Limits.playlistEntries) pages") == true, "\(list ?? "")")
    }

    @Test func `A schedule that never happens or has no list is refused with its place`() throws {
        for (page, problem) in [
            (
                "{id: a, schedule: {days: [mon], dates: \"2026-12-24\"}}",
                "2:43: schedule: this schedule can never"
            ),
            (
                "{id: a, schedule: {hours: \"9-5\"}}",
                "2:54: hours must be a range such as 08:00-18:00"
            ),
            (
                "{id: a, schedule: {hour: 9}}",
                "2:54: a schedule has no \"hour\"; did you mean hours?"
            ),
            ("{id: a, schedule: {days: [monday]}}", "2:61: \"monday\" is not one of"),
            ("{id: a, enabled: 1}", "2:43: "),
            (
                "{id: a, children: [{id: x, enabled: false}]}",
                ": enabled, schedule and duration are only for"
            ),
        ] {
            let text = "root:\n  {kind: pager, id: book, pages: [\(page)]}\n"
            let found = PagerBookTests.problem { try makeBook(text) }
            #expect(found?.contains(problem) == true, "\(page): \(found ?? "accepted")")
        }
        #expect(PagerBookTests.problem { try makeBook("root: {id: a, enabled: false}") } != nil)
    }
}
