import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite struct MissedEventsTests {
    /// Returns a service with a pager that changes to a plugin's page every minute.
    private func scene() -> RecordedService {
        var living = RecordedService(clock: .real)
        _ = living.take(
            [
                "jsonrpc": "2.0", "id": 1, "method": "plugin.register",
                "params": ["name": "maps", "kinds": ["map"]],
            ], fromPlugin: "maps")
        let steps: [(String, Value)] = [
            ("window.create", ["id": "main"]),
            ("controller.create", ["id": "first", "kind": "view"]),
            ("controller.create", ["id": "map", "kind": "map"]),
            ("controller.create", ["id": "book", "kind": "pager", "autoAdvance": 60]),
            ("pager.setPages", ["id": "book", "pages": ["first", "map"]]),
            ("window.setRoot", ["id": "main", "controller": "book"]),
        ]
        for (method, params) in steps { _ = living.send(method, params) }
        return living
    }

    @Test
    func `After two restarts, the last event before the loss of a plugin is the same`() throws {
        let before = scene()
        var living = try RecordedService(before.journal, clock: .real)
        let last = living.service.point.seq
        living.restart(after: 3600)
        // The page changed after the plugin had disconnected, so the plugin missed the callbacks.
        let lostAt = try #require(living.service.plugins["maps"]?.lostAt)
        #expect(lostAt < living.service.point.seq - 1)
        #expect(lostAt >= last)
        var again = try RecordedService(living.journal, clock: .real, at: living.time)
        #expect(again.service.plugins["maps"]?.lostAt == lostAt)
        let isSame = again.archived() == living.archived()
        #expect(isSame)
    }
}
