import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests that the clock advances even if deadlines keep setting new ones for the same time.
@Suite struct ClockProgressTests {
    /// A cause that keeps setting deadlines for the present time.
    enum Cause: CaseIterable {
        case autoAdvance
        case dwellTime
        case reactions
    }

    static let shortest = [1e-10, 1e-9, 1e-6, 1e-4]

    @Test(arguments: Cause.allCases, shortest)
    func `The real clock keeps up with the present time`(_ cause: Cause, pause: Double) throws {
        var service = try Self.service(.real, cause, pause)
        for round in 1...20 {
            let time = Instant.zero.advanced(by: 0.05 * Double(round))
            service.service.runDeadlines(until: time)
            #expect(service.service.scene.now == time)
            #expect(try !service.published().isEmpty)
        }
    }

    @Test(arguments: Cause.allCases, shortest)
    func `The manual clock can be advanced`(_ cause: Cause, pause: Double) throws {
        var service = try Self.service(.manual, cause, pause)
        for second in 1...3 {
            let reply = try service.result("clock.advance", ["seconds": 1])
            #expect(reply["time"]?.double == Double(second))
        }
    }

    /// Deadlines that each take longer than the interval between them.
    @Test func `The clock does not fall behind if deadlines take longer than their interval`()
        throws
    {
        var service = try Self.service(.real, .autoAdvance, 1e-3)
        // Each call stands for one iteration of the loop in which only one deadline fits.
        service.service.limits.batchEvents = 0
        var time = Instant.zero
        for _ in 1...200 {
            time = time.advanced(by: 0.1)
            service.service.runDeadlines(until: time)
            #expect(
                time.nanoseconds - service.service.scene.now.nanoseconds
                    <= Int64((Limits.longestDelay + 0.1) * 1e9))
        }
    }

    @Test
    func `If more deadlines are due at one time than a call may run, they run in several calls`()
        throws
    {
        var service = TestService()
        service.service.limits.deadlinesPerAdvance = 10
        try service.makePagers(25, [.init("autoAdvance", 5), .init("duration", 0)])
        let times = try [6, 6, 4, 6].map { (seconds: Value) in
            try service.result("clock.advance", ["seconds": seconds])["time"]?.double
        }
        #expect(times == [5, 5, 9, 10])
        let turns = try service.published().filter { $0["event"] == "didSettle" }
        #expect(turns.count == 35)
        #expect(turns.prefix(25).allSatisfy { $0["time"] == 5 })
    }

    private static func service(
        _ clock: ClockMode, _ cause: Cause, _ pause: Double
    ) throws -> TestService {
        var service = TestService(clock: clock)
        switch cause {
        case .autoAdvance:
            try service.makeBook(options: [
                .init("autoAdvance", .number(pause)), .init("wrap", true), .init("duration", 0),
            ])
        case .dwellTime:
            try service.makeBook(options: [
                .init("autoAdvance", 5), .init("rewind", true), .init("duration", 0),
            ])
            for page in ["a", "b", "c"] {
                try service.result(
                    "controller.update",
                    ["id": .string(page), "dwellTime": .number(pause)])
            }
            // The first page was shown before its time was set.
            try service.result("controller.update", ["id": "book", "autoAdvance": 6])
        case .reactions: try service.swapEndlessly(duration: pause)
        }
        _ = try service.published()
        return service
    }
}

extension TestService {
    /// Two children of a controller that replace each other whenever one has disappeared.
    fileprivate mutating func swapEndlessly(duration: Double) throws {
        try result("window.create", ["id": "w"])
        try result("controller.create", ["id": "c", "kind": "view"])
        for (own, other) in [("a", "b"), ("b", "a")] {
            let swap = Self.swap(from: other, to: own, duration)
            try result(
                "controller.create",
                ["id": .string(own), "kind": "view", "on": ["viewDidDisappear": [swap]]])
            try result("controller.addChild", ["parent": "c", "child": .string(own)])
        }
        try result("window.setRoot", ["id": "w", "controller": "c"])
        try result("view.addSubview", ["view": "a", "to": "c"])
        let first = Self.swap(from: "a", to: "b", duration)
        try result("controller.transition", first["params"] ?? [:])
    }

    private static func swap(from: String, to: String, _ duration: Double) -> Value {
        let params: Value = [
            "container": "c", "from": .string(from), "to": .string(to),
            "duration": .number(duration),
        ]
        return ["method": "controller.transition", "params": params]
    }
}
