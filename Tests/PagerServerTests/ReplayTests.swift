import PagerModel
import PagerServer
import PagerWire
import Testing

/// Tests of replays of events, and of pages of the state.
@Suite struct ReplayTests {
    /// Returns a service with `count` controllers `c0`, `c1`, ..., each of which caused one event.
    private func made(_ count: Int, retaining: Int = 1_000) throws -> (TestService, [Value]) {
        var service = TestService(retaining: retaining)
        for index in 0..<count {
            try service.result("controller.create", ["id": .string("c\(index)"), "kind": "view"])
        }
        let events = try service.published()
        try #require(events.count == count)
        return (service, events)
    }

    @Test func `A replay contains only the events after the number given as since`() throws {
        var (service, events) = try made(5)
        let all = try service.result("events.replay", ["since": 0])
        #expect(all["events"] == .array(events))
        #expect(all["oldest"] == 1)
        #expect(all["latest"] == 5)
        #expect(all["complete"] == true)
        #expect(all["next"] == nil)
        let some = try service.result("events.replay", ["since": 3])
        #expect(some["events"] == .array(Array(events[3...])))
        #expect(try service.result("events.replay", ["since": 5])["events"] == [])
        #expect(try service.published().isEmpty)
    }

    @Test func `Replayed events equal the published ones byte for byte`() throws {
        var service = TestService()
        try service.makeBook()
        try service.result("pager.next", ["id": "book"])
        let turn = try #require(service.service.outbox.first)
        let payloads = (0..<turn.count).map { String(decoding: turn.payload($0), as: UTF8.self) }
        let request = service.message("events.replay", ["since": .integer(turn.firstSeq - 1)])
        let reply = String(decoding: service.exchange(request), as: UTF8.self)
        #expect(reply.contains("\"events\":[\(payloads.joined(separator: ","))]"))
    }

    @Test func `A client can read all events in pages with limit and next`() throws {
        var (service, events) = try made(5)
        var since = 0
        var pages: [[Value]] = []
        while true {
            let page = try service.result(
                "events.replay", ["since": .integer(since), "limit": 2])
            pages.append(page["events"]?.array ?? [])
            guard let next = page["next"]?.integer else { break }
            since = next
        }
        #expect(pages.map(\.count) == [2, 2, 1])
        #expect(pages.flatMap { $0 } == events)
    }

    @Test func `A replay with a topic contains only events whose topic begins with it`() throws {
        var (service, events) = try made(3)
        try service.result("window.create", ["id": "w"])
        let replay = { (topic: Value, service: inout TestService) throws in
            try service.result("events.replay", ["since": 0, "topic": topic])["events"]
        }
        #expect(try replay("controller.", &service) == .array(events))
        #expect(try replay("controller.c1.", &service) == .array([events[1]]))
        #expect(try replay("window.w.created", &service)?.array?.count == 1)
        #expect(try replay("plugin.", &service) == [])
        let limited = try service.result(
            "events.replay", ["since": 0, "topic": "controller.", "limit": 3])
        #expect(limited["next"] == nil)
    }

    @Test func `A replay reports which events are no longer kept`() throws {
        var (service, events) = try made(10, retaining: 4)
        let all = try service.result("events.replay", ["since": 0])
        #expect(all["complete"] == false)
        #expect(all["oldest"] == 7)
        #expect(all["latest"] == 10)
        #expect(all["events"] == .array(Array(events[6...])))
        let whole = try service.result("events.replay", ["since": 6])
        #expect(whole["complete"] == true)
        #expect(whole["events"] == .array(Array(events[6...])))
        #expect(try service.result("events.replay", ["since": 5])["complete"] == false)
        #expect(try service.result("events.replay", ["since": 10])["complete"] == true)
    }

    @Test func `A replay without any events is complete`() throws {
        var service = TestService()
        let result = try service.result("events.replay", ["since": 0])
        #expect(result["events"] == [])
        #expect(result["oldest"] == 0)
        #expect(result["complete"] == true)
    }
}
