import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests that obsolete deadlines do not accumulate, and that simultaneous deadlines do not fill the
/// memory.
@Suite struct DeadlineBoundTests {
    @Test func `Timers that are set again and again leave no deadlines behind`() throws {
        var service = TestService()
        try service.makeBook(options: [.init("autoAdvance", 1e8), .init("wrap", true)])
        for _ in 0..<2_000 {
            try service.result("pager.next", ["id": "book", "animated": false])
            #expect(service.service.scene.deadlineCount <= 66)
        }
    }

    @Test func `Transitions that are replaced leave no deadlines behind`() throws {
        var service = TestService()
        try service.makeBook(options: [.init("duration", 1e8), .init("wrap", true)])
        for _ in 0..<2_000 { try service.result("pager.next", ["id": "book"]) }
        #expect(service.service.scene.deadlineCount <= 66)
        #expect(try service.result("server.stats")["transitions"] == 1)
    }

    @Test func `A pager with a data source keeps only the pages within keep, and no old deadlines`()
        throws
    {
        var service = TestService()
        let source: Value = ["keep": 2, "readAhead": 1, "timeout": 60]
        try service.makeBook(
            pages: ["p0"], options: [.init("duration", 0), .init("dataSource", source)])
        for turn in 0...2_000 {
            if turn > 0 { try service.result("pager.next", ["id": "book"]) }
            let book = try service.result("controller.get", ["id": "book"])
            for open in book["requests"]?.array ?? [] {
                var page = Value.null
                if open["side"] == "after" {
                    page = .string("p\(turn + 1)")
                    try service.result("controller.create", ["id": page, "kind": "view"])
                }
                try service.result(
                    "pager.supply",
                    ["id": "book", "request": open["request"] ?? .null, "page": page])
            }
            // It is refused unless the page was released.
            if turn > 2 {
                try service.result("controller.destroy", ["id": .string("p\(turn - 3)")])
            }
        }
        let book = try service.result("controller.get", ["id": "book"])
        #expect(book["pages"] == ["p1998", "p1999", "p2000", "p2001"])
        #expect(book["selected"] == "p2000")
        #expect(service.service.scene.deadlineCount <= 66)
    }

    @Test func `Pending deadlines stay in their order`() throws {
        var service = TestService()
        try service.makeBook(options: [.init("duration", 0), .init("wrap", true)])
        try service.result("controller.update", ["id": "book", "autoAdvance": 10])
        for _ in 0..<500 { try service.result("pager.next", ["id": "book", "animated": false]) }
        _ = try service.published()
        try service.result("clock.advance", ["seconds": 25])
        let settled = try service.published().filter { $0["event"] == "didSettle" }
        #expect(settled.map { $0["time"]?.double } == [10, 20])
    }

    @Test func `Simultaneous deadlines run in bursts`() throws {
        var service = TestService(clock: .real)
        try service.makePagers(600, [.init("autoAdvance", 1), .init("duration", 0)])
        let time = Instant.zero.advanced(by: 1.5)
        var bursts: [Int] = []
        while let next = service.service.nextDeadline(), next <= time {
            service.service.runDeadlines(until: time)
            bursts.append(try service.published().filter { $0["event"] == "didSettle" }.count)
        }
        #expect(bursts == [256, 256, 88])
    }

    /// A stop by SIGSTOP or a sleep of the machine has the same effect as a restart.
    @Test func `A timer that is due many times after a stop of the process runs once`() throws {
        var service = TestService(clock: .real)
        try service.makeBook(options: [
            .init("autoAdvance", 10), .init("duration", 0), .init("wrap", true),
        ])
        service.service.runDeadlines(until: Instant.zero.advanced(by: 3_600))
        let settled = try service.published().filter { $0["event"] == "didSettle" }
        #expect(settled.map { $0["time"]?.double } == [3_600])
        #expect(service.service.nextDeadline() == Instant.zero.advanced(by: 3_610))
    }
}
