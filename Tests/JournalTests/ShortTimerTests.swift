import Containment
import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

/// Tests of timers on the real clock that are shorter than any wait.
@Suite struct ShortTimerTests {
    private static func living(autoAdvance seconds: Double) -> RecordedService {
        var living = RecordedService(clock: .real)
        let steps: [(String, Value)] = [
            ("window.create", ["id": "w"]), ("controller.create", ["id": "a", "kind": "view"]),
            ("controller.create", ["id": "b", "kind": "view"]),
            (
                "controller.create",
                [
                    "id": "p", "kind": "pager", "autoAdvance": .number(seconds), "wrap": true,
                    "duration": 0,
                ]
            ),
            ("pager.setPages", ["id": "p", "pages": ["a", "b"]]),
            ("window.setRoot", ["id": "w", "controller": "p"]),
        ]
        for (method, params) in steps { _ = living.send(method, params) }
        return living
    }

    @Test(arguments: [1e-10, 1e-6, 0.002])
    func `A restart runs each timer once, and the clock continues`(seconds: Double) throws {
        var living = Self.living(autoAdvance: seconds)
        living.wait(0.25)
        let before = living.service.point.seq
        living.restart(after: 3_600)
        let events = living.service.point.seq - before
        #expect(events > 0 && events < 50)
        #expect(living.service.scene.now == living.time)
    }

    @Test(arguments: [1e-10, 1e-6, 0.002, 0.4])
    func `A replay restores the same state, whether timers ran on time or late`(
        seconds: Double
    ) throws {
        var living = Self.living(autoAdvance: seconds)
        for wait in [0.001, 0.3, 0.9, 1, 1.0001, 60, 0.0005] {
            living.wait(wait)
            for _ in 0..<5 { living.wait(0) }
            var restored = try RecordedService(living.journal, clock: .real, at: living.time)
            let isSame = restored.picture() == living.picture()
            #expect(isSame, "after \(wait) s")
            living = restored
        }
        #expect(living.service.scene.now == living.time)
    }
}
