import Containment
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// The work that a command takes depends on the engine and changes between releases. The journal
/// therefore records where a work limit interrupted a command.
@Suite struct CutTests {
    private static func command(_ method: String, _ params: Value) -> Value {
        ["method": .string(method), "params": params]
    }

    /// Returns a service with a small limit for batches.
    private static func small() -> RecordedService {
        var limits = ServiceLimits()
        limits.batchVisits = 200
        return RecordedService(clock: .manual, limits: limits)
    }

    /// Replays the journal with the usual limits and compares the states.
    private func expectSameReplay(
        _ recorded: RecordedService, limits: ServiceLimits = ServiceLimits()
    ) throws {
        var (before, restored) = (
            recorded, try RecordedService(recorded.journal, clock: .manual, limits: limits)
        )
        #expect(restored.service.point == recorded.service.point)
        #expect(restored.picture() == before.picture())
    }

    private static func carriedOut(_ reply: [UInt8]) throws -> Int {
        let results = try JSONParser.parse(reply)["result"]?["results"]?.array
        return try #require(results).filter { $0["result"] != nil }.count
    }

    @Test func `A replay stops a batch at the same command as before, even under another limit`()
        throws
    {
        var service = Self.small()
        let creations = (0..<200).map { _ in Self.command("view.create", [:]) }
        let reply = service.send("batch", ["commands": .array(creations)])
        #expect((1..<200).contains(try Self.carriedOut(reply)))
        service.send("view.create", ["id": "last"])
        try expectSameReplay(service)
        var larger = RecordedService(clock: .manual)
        larger.send("batch", ["commands": .array(creations)])
        var limits = ServiceLimits()
        limits.batchVisits = 200
        try expectSameReplay(larger, limits: limits)
    }

    @Test func `A replay postpones the deadlines that a limit had postponed`() throws {
        var service = Self.small()
        for number in 0..<100 {
            let (pager, window) = ("g\(number)", "w\(number)")
            for page in ["a", "b"] {
                service.send("controller.create", ["id": .string(pager + page), "kind": "view"])
            }
            service.send(
                "controller.create", ["id": .string(pager), "kind": "pager", "autoAdvance": 1])
            service.send(
                "pager.setPages",
                [
                    "id": .string(pager),
                    "pages": [.string(pager + "a"), .string(pager + "b")],
                ])
            service.send("window.create", ["id": .string(window)])
            service.send("window.setRoot", ["id": .string(window), "controller": .string(pager)])
        }
        service.send("clock.advance", ["seconds": 1])
        try expectSameReplay(service)
    }

    @Test func `A replay drops the queued commands that were dropped`() throws {
        var service = RecordedService(clock: .manual)
        service.bound(queuedVisits: 250)
        let names = (0..<100).map { Value.string("c\($0)") }
        for name in names + ["top"] {
            service.send("controller.create", ["id": name, "kind": "view"])
        }
        for (method, params) in [
            ("controller.create", ["id": "nav", "kind": "navigation"]),
            ("window.create", ["id": "w"]),
            ("window.setRoot", ["id": "w", "controller": "nav"]),
            ("navigation.setStack", ["id": "nav", "controllers": ["c0"]]),
            ("navigation.push", ["id": "nav", "controller": "top"]),
        ] as [(String, Value)] {
            service.send(method, params)
        }
        for number in 0..<6 {
            let others = number % 2 == 0 ? names.prefix(50) : names.suffix(50)
            service.send(
                "navigation.setStack",
                [
                    "id": "nav", "controllers": .array(Array(others)), "animated": false,
                    "interruption": "queue",
                ])
        }
        service.send("clock.advance", ["seconds": 10])
        let replay = try JSONParser.parse(
            service.send("events.replay", ["since": 0]))
        let events = replay["result"]?["events"]?.array ?? []
        #expect(events.contains { $0["event"] == "dropped" && $0["error"] == "limitExceeded" })
        try expectSameReplay(service)
    }
}
