import Containment
import PagerModel
import Testing

@testable import PagerServer

/// Tests of the work that queued commands may do in the message which ends the transition they wait
/// for.
@Suite struct QueueLimitTests {
    /// Returns a service with a stack in a transition, behind which commands can queue, and
    /// controllers for it.
    private static func stage(_ count: Int) throws -> (service: TestService, names: [Value]) {
        var service = TestService()
        let names = (0..<count).map { Value.string("c\($0)") }
        try service.result("window.create", ["id": "w"])
        try service.result("controller.create", ["id": "nav", "kind": "navigation"])
        try service.result("window.setRoot", ["id": "w", "controller": "nav"])
        let creates: [Value] = (names + ["root", "top"]).map {
            ["method": "controller.create", "params": ["id": $0, "kind": "view"]]
        }
        try service.batches(of: creates)
        try service.result("navigation.setStack", ["id": "nav", "controllers": ["root"]])
        try service.result("navigation.push", ["id": "nav", "controller": "top"])
        return (service, names)
    }

    private static func set(_ names: some Sequence<Value>) -> Value {
        ["id": "nav", "controllers": .array(Array(names)), "interruption": "queue"]
    }

    @Test func `Queued commands together name no more controllers than one command may`() throws {
        var (service, names) = try Self.stage(Limits.queuedCommandValues / 2)
        let most = Self.set(names)
        try service.result("navigation.setStack", most)
        let before = (point: service.point, state: try service.state())
        let error = try service.error("navigation.setStack", most)
        #expect(error["data"]?["name"] == "limitExceeded")
        #expect(error["message"]?.string?.contains("send it when the transition has ended") == true)
        #expect(service.point == before.point)
        #expect(try service.state() == before.state)
        // A smaller command fits, and all queued commands are carried out.
        try service.result("navigation.setStack", Self.set(names.prefix(3)))
        _ = try service.published()
        try service.result("clock.advance", ["seconds": 10])
        #expect(try service.published().filter { $0["event"] == "stackChanged" }.count == 2)
        // Commands that have run no longer count.
        try service.result("navigation.push", ["id": "nav", "controller": "top"])
        try service.result("navigation.setStack", most)
    }

    @Test(arguments: ["events", "visits"])
    func `Queued commands are dropped once earlier ones have done the work of a batch`(
        budget: String
    ) throws {
        var (service, names) = try Self.stage(100)
        for number in 0..<6 {
            let others = number % 2 == 0 ? names.prefix(50) : names.suffix(50)
            try service.result("navigation.setStack", Self.set(others))
        }
        if budget == "events" {
            service.service.scene.queueBudget.events = 500
        } else {
            service.service.scene.queueBudget.visits = 250
        }
        _ = try service.published()
        try service.result("clock.advance", ["seconds": 10])
        let events = try service.published()
        let carriedOut = events.filter { $0["event"] == "stackChanged" }.count
        let dropped = events.filter { $0["event"] == "dropped" }
        #expect((1...4).contains(carriedOut))
        #expect(carriedOut + dropped.count == 6)
        #expect(dropped.allSatisfy { $0["error"] == "limitExceeded" })
        #expect(dropped.allSatisfy { $0["command"] == "navigation.setStack" })
        // The next transaction has a new budget.
        try service.result("navigation.push", ["id": "nav", "controller": "top"])
        try service.result("navigation.setStack", Self.set(names.prefix(2)))
        try service.result("clock.advance", ["seconds": 10])
        #expect(try service.published().contains { $0["event"] == "stackChanged" })
        #expect(try service.published().allSatisfy { $0["event"] != "dropped" })
    }
}
