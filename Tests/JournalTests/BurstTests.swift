import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Deadlines that are due at the same time run in bursts, with requests in between. A restart
/// repeats them in the same order.
@Suite struct BurstTests {
    private static func create(_ id: String, _ kind: Value, _ more: [Value.Member] = []) -> Step {
        let members: [Value.Member] = [.init("id", .string(id)), .init("kind", kind)]
        return Step(method: "controller.create", params: .object(members + more))
    }

    private static let book: [Step] =
        [Step(method: "window.create", params: ["id": "w"])]
        + ["a", "b"].map { create($0, "view") }
        + [
            create(
                "book", "pager",
                [.init("autoAdvance", 0.001), .init("duration", 0), .init("wrap", true)]),
            Step(method: "pager.setPages", params: ["id": "book", "pages": ["a", "b"]]),
            Step(method: "window.setRoot", params: ["id": "w", "controller": "book"]),
        ]

    @Test func `A restart between two bursts of deadlines continues with the next burst`() throws {
        var living = RecordedService(clock: .real)
        for step in Self.book { _ = living.send(step) }
        living.wait(0.9)
        let first = living.service.point.revision
        _ = living.send(Self.create("between", "view"))
        let second = living.service.point.revision
        #expect(first < second && second < 900, "it is behind, and answers all the same")
        var restored = try RecordedService(living.journal, clock: .real, at: living.time)
        for _ in 0..<20 {
            living.wait(0)
            restored.wait(0)
        }
        #expect(living.service.point.revision > 900)
        #expect(restored.picture() == living.picture())
        var later = try RecordedService(living.journal, clock: .real, at: living.time)
        #expect(later.picture() == living.picture())
    }
}
