import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite struct RestoreTests {
    @Test(arguments: [false, true])
    func `The restored state includes the outcomes of ended transitions`(isBehindSnapshot: Bool)
        throws
    {
        var living = RecordedService(clock: .manual)
        let steps: [(String, Value)] = [
            ("window.create", ["id": "main"]), ("controller.create", ["id": "a", "kind": "view"]),
            ("controller.create", ["id": "b", "kind": "view"]),
            ("controller.create", ["id": "book", "kind": "pager"]),
            ("pager.setPages", ["pages": ["a", "b"]]),
            ("window.setRoot", ["id": "main", "controller": "book"]),
            ("pager.next", ["animated": false]), ("pager.previous", ["interactive": true]),
            ("transition.cancel", ["id": "t2"]), ("pager.previous", [:]),
            ("controller.update", ["id": "a", "title": "last"]),
        ]
        for (method, params) in steps {
            let reply = living.send(method, params)
            #expect(!String(decoding: reply, as: UTF8.self).contains("error"), "\(method)")
        }
        if isBehindSnapshot { living.takeSnapshot() }
        var restored = try RecordedService(living.journal, clock: .manual)
        let expected: [(String, String?, String?)] = [
            ("t1", "completed", "b"), ("t2", "cancelled", "b"), ("t3", nil, nil),
        ]
        for (id, outcome, selected) in expected {
            let get = Step(method: "transition.get", params: ["id": .string(id)])
            let reply = restored.send(get, id: 0)
            #expect(reply == living.send(get, id: 0))
            let result = try JSONParser.parse(reply)["result"]
            #expect(result?["outcome"]?.string == outcome)
            #expect(result?["selected"]?.string == selected)
        }
    }

    @Test func `Damage anywhere is reported with its place`() throws {
        var random = SeededGenerator(seed: RandomTest.seed)
        var living = RecordedService(clock: .manual)
        var ends: [Int] = []
        for step in Swarm.prologue {
            _ = living.send(step)
            ends.append(living.journal.count)
        }
        let lastRecord = ends[ends.count - 2]
        for _ in 0..<400 {
            var damaged = living.journal
            let place = Int.random(in: 0..<damaged.count, using: &random)
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            if place >= lastRecord {
                let restored = try RecordedService(damaged, clock: .manual)
                #expect(restored.journal.count == lastRecord, "seed \(RandomTest.seed)")
                #expect(restored.warning?.contains("byte \(lastRecord)") == true)
            } else {
                let problem = try #require(throws: StartProblem.self, "seed \(RandomTest.seed)") {
                    _ = try RecordedService(damaged, clock: .manual)
                }
                let start = ends.last { $0 <= place } ?? 0
                #expect(problem.description.contains("damaged at byte \(start);"))
            }
        }
    }

    @Test func `A restart does not change pages for each minute of downtime`() throws {
        var living = RecordedService(clock: .real)
        for step in Swarm.prologue { _ = living.send(step) }
        for (method, params) in [
            ("controller.update", ["id": "pg", "autoAdvance": 60, "duration": 0, "wrap": true]),
            ("pager.setPages", ["id": "pg", "pages": ["a", "c", "d"]]),
            ("window.setRoot", ["id": "w", "controller": "pg"] as Value),
        ] {
            living.send(method, params)
        }
        living.wait(61)
        let before = living.service.point
        living = try RecordedService(living.journal, clock: .real)
        living.restart(after: 3600)
        let turned = living.service.point.revision - before.revision
        #expect(turned == 1)
        living.wait(59)
        #expect(living.service.point.revision == before.revision + 1)
        living.wait(2)
        #expect(living.service.point.revision == before.revision + 2)
        var again = try RecordedService(living.journal, clock: .real, at: living.time)
        #expect(again.picture() == living.picture())
    }

    @Test func `A repeated request gets the earlier reply after a restart [contract 2]`() throws {
        var living = RecordedService(clock: .manual)
        let step = Step(method: "controller.create", params: ["id": "a", "kind": "view"])
        let reply = living.send(step, client: "script", id: 1)
        var restored = try RecordedService(living.journal, clock: .manual)
        let point = restored.service.point
        #expect(restored.send(step, client: "script", id: 1) == reply)
        #expect(restored.service.point == point)
    }

    @Test func `The journal includes no records of refused commands and of reads`() throws {
        var living = RecordedService(clock: .manual)
        _ = living.send(Swarm.prologue[0])
        let count = living.journal.count
        living.send("controller.tree", client: "script")
        living.send("controller.get", ["id": "nobody"])
        living.send("window.destroy", ["id": "nobody"])
        living.send("server.stats")
        #expect(living.journal.count == count)
    }
}
