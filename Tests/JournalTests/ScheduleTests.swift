import DaemonUnderTest
import PagerModel
import Testing

@Suite(.serialized)
struct ScheduleTests {
    private static let book = """
        pager:
          id: book
          autoAdvance: 20
          wrap: true
          pages:
            - {id: news}
            - {id: lunch, schedule: {days: [mon, tue, wed, thu, fri], hours: "11:00-14:00", timeZone: Europe/Berlin}}
            - {id: map}
            - {id: closed, schedule: {hours: "18:00-08:00", timeZone: Europe/Berlin}}
            - {id: draft, enabled: false}

        """
    /// A Thursday, 08:30 in Berlin.
    private static let epoch = "2026-12-17T07:30:00Z"

    private func start(_ text: String = book) throws -> KilledDaemon {
        let killed = try KilledDaemon(["--clock", "manual", "--epoch", Self.epoch])
        try killed.restart(showing: text)
        return killed
    }

    private func pages(_ killed: KilledDaemon) throws -> Value? {
        try killed.result("controller.get", ["id": "book"])["pages"]
    }

    private func advance(_ killed: KilledDaemon, hours: Double) throws {
        try killed.result("clock.advance", ["seconds": .number(hours * 3_600)])
    }

    @Test
    func `Pages are added and removed at their hours; the next page replaces a removed one`()
        throws
    {
        let killed = try start()
        try killed.result("pager.pause", ["id": "book"])
        #expect(try pages(killed) == ["news", "map"])
        try advance(killed, hours: 2.49)
        #expect(try pages(killed) == ["news", "map"])
        try advance(killed, hours: 0.01)
        #expect(try pages(killed) == ["news", "lunch", "map"])
        try killed.result("pager.select", ["id": "book", "page": "lunch", "animated": false])
        try advance(killed, hours: 3)
        let pager = try killed.result("controller.get", ["id": "book"])
        #expect(pager["pages"] == ["news", "map"])
        #expect(pager["selected"] == "map", "the page after lunch")
        #expect(try killed.result("controller.get", ["id": "map"])["appearance"] == "appeared")
        try advance(killed, hours: 4)
        #expect(try pages(killed) == ["news", "map", "closed"])
        // On Saturday there is no lunch.
        try advance(killed, hours: 41.5)
        #expect(try pages(killed) == ["news", "map"])
    }

    @Test func `A replay has the same pages in any time zone; a restart reads the clock`() throws {
        let killed = try start()
        try advance(killed, hours: 3)
        let before = try killed.result("controller.get", ["id": "book"])
        #expect(before["pages"] == ["news", "lunch", "map"])
        killed.kill()
        try killed.restart()
        let after = try killed.result("controller.get", ["id": "book"])
        #expect(after["pages"] == before["pages"])
        #expect(after["selected"] == before["selected"])
        let events = try killed.result("events.replay", ["since": 0, "topic": "pager.book."])
        let causes = (events["events"]?.array ?? []).compactMap { $0["cause"]?["client"]?.string }
        #expect(causes.contains("schedule"))
        // The start shows the book over the state, and keeps the page that is due.
        try killed.restart(showing: Self.book)
        #expect(try pages(killed) == before["pages"])
    }

    @Test
    func `A changed playlist takes effect at once and keeps the pages that clients added`() throws {
        let killed = try start()
        try killed.result("controller.create", ["id": "extra", "kind": "view"])
        try killed.result("pager.insert", ["id": "book", "page": "extra", "at": 1])
        let content: Value = [
            "playlist": [
                ["page": "news", "enabled": false], ["page": "map"], ["page": "draft"],
                ["page": "nosuch"], ["page": "lunch", "schedule": ["timeZone": "No/Where"]],
            ]
        ]
        try killed.result("controller.update", ["id": "book", "content": content])
        let pager = try killed.result("controller.get", ["id": "book"])
        #expect(pager["pages"] == ["extra", "map", "draft"])
        #expect(pager["selected"] == "map")
        for page in ["map", "draft"] {
            try killed.result("pager.remove", ["id": "book", "page": .string(page)])
            try killed.result("controller.destroy", ["id": .string(page)])
        }
        try killed.result("controller.update", ["id": "book", "content": "no object"])
        #expect(try pages(killed) == ["extra"])
        try killed.result("pager.setPages", ["id": "book", "pages": []])
        try killed.result("window.setRoot", ["id": "main", "controller": nil])
        try killed.result("controller.destroy", ["id": "book"])
        try advance(killed, hours: 1)
    }

    @Test func `Without a page that is due, the pager shows nothing until one is`() throws {
        let killed = try start(
            "pager: {id: book, pages: [{id: a, schedule: {hours: \"09:00-10:00\", timeZone: UTC}}]}\n"
        )
        #expect(try pages(killed) == [])
        try advance(killed, hours: 1.5)
        #expect(try killed.result("controller.get", ["id": "a"])["appearance"] == "appeared")
        try advance(killed, hours: 1)
        #expect(try pages(killed) == [])
    }
}
