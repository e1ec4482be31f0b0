import PagerModel
import PagerServer
import PagerWire
import Testing

/// Tests of advancing the clock, and of the cause of the events that this produces.
@Suite struct ClockTests {
    private static let cause: Value = ["client": "cli", "id": 5]

    @Test func `The manual clock advances only by clock.advance`() throws {
        var service = TestService()
        _ = service.exchange(
            service.message("server.ping"), at: Instant(nanoseconds: 5_000_000_000))
        #expect(try service.result("clock.get")["time"] == 0)
        #expect(try service.result("clock.advance", ["seconds": 1.5])["time"] == 1.5)
        #expect(try service.result("clock.get")["mode"] == "manual")
        #expect(service.point == StatePoint(seq: 0, revision: 0))
    }

    @Test func `clock.advance is refused on the real clock`() throws {
        var service = TestService(clock: .real)
        let error = try service.error("clock.advance", ["seconds": 1])
        #expect(error.refusal == "-32000 clockIsReal")
    }

    @Test func `An advance beyond the largest time of the clock is refused`() throws {
        var service = TestService()
        let step: Value = ["seconds": 1_000_000_000]
        for _ in 0..<9 { try service.result("clock.advance", step) }
        let before = try service.result("clock.get")
        let error = try service.error("clock.advance", step)
        #expect(error.refusal == "-32001 limitExceeded at seconds")
        #expect(try service.result("clock.get") == before)
    }

    @Test func `Later events of a transition have the cause of the command that started it`() throws
    {
        var service = TestService()
        try service.makeBook()
        try service.result("pager.next", ["id": "book"], client: "cli", id: 5)
        let now = try service.published()
        #expect(now.contains { $0["event"] == "began" })
        #expect(now.allSatisfy { $0["cause"] == Self.cause })
        // Who advances the clock is not the cause.
        try service.result("clock.advance", ["seconds": 2], client: "clock", id: 1)
        let later = try service.published()
        #expect(later.eventNames.contains("viewDidAppear"))
        #expect(later.eventNames.contains("didSettle"))
        #expect(later.allSatisfy { $0["cause"] == Self.cause })
        // Later events have another cause, or none.
        try service.result("pager.next", ["id": "book"])
        #expect(try service.published().allSatisfy { $0["cause"] == nil })
    }

    @Test func `Later events of a transition keep its cause on the real clock as well`() throws {
        var service = TestService(clock: .real)
        try service.makeBook()
        try service.result("pager.next", ["id": "book"], client: "cli", id: 5)
        _ = try service.published()
        _ = service.exchange(
            service.message("server.ping"), at: Instant(nanoseconds: 2_000_000_000))
        let later = try service.published()
        #expect(later.eventNames.contains("didSettle"))
        #expect(later.allSatisfy { $0["cause"] == Self.cause })
    }

    @Test func `The cancellation of an idle interactive transition keeps its cause`() throws {
        var service = TestService()
        try service.makeBook()
        try service.result(
            "pager.next", ["id": "book", "interactive": true], client: "cli", id: 5)
        _ = try service.published()
        try service.result("clock.advance", ["seconds": .number(Limits.interactionIdle)])
        let later = try service.published()
        #expect(later.eventNames.contains("didCancel"))
        #expect(later.allSatisfy { $0["cause"] == Self.cause })
    }

    @Test func `The events of a queued command have the cause of that command`() throws {
        var service = TestService()
        try service.makeBook()
        try service.result("pager.next", ["id": "book"], client: "cli", id: 4)
        try service.result(
            "pager.next", ["id": "book", "interruption": "queue"], client: "cli", id: 5)
        _ = try service.published()
        try service.result("clock.advance", ["seconds": 1])
        let first = try service.published()
        let start = try #require(first.eventNames.lastIndex(of: "willSelect"))
        try service.result("clock.advance", ["seconds": 1])
        let second = try service.published()
        #expect(second.eventNames.contains("didSettle"))
        #expect(first[start...].allSatisfy { $0["cause"] == Self.cause })
        #expect(second.allSatisfy { $0["cause"] == Self.cause })
    }
}
