import Glibc
import PagerModel
@testable import PagerJournal
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite struct RestoreTests {
    @Test(arguments: [ClockMode.manual, .real])
    func `A journal that begins with a snapshot restores the same state and the same snapshot`(
        clock: ClockMode
    ) throws {
        for seed in RandomTest.seeds(12) {
            var random = SeededGenerator(seed: seed)
            var swarm = Swarm(seed: seed, reactions: seed % 3 == 1 ? .many : .few)
            var living = RecordedService(clock: clock)
            for step in Swarm.prologue { _ = living.send(step, client: "script") }
            for _ in 0..<6 {
                for _ in 0..<30 {
                    swarm.held = living.held
                    _ = living.send(swarm.next(), client: "script")
                    if random.chance(0.2) { living.wait(Double.random(in: 0...1, using: &random)) }
                }
                living.takeSnapshot()
                var restored = try RecordedService(living.journal, clock: clock, at: living.time)
                restored.takeSnapshot()
                #expect(restored.journal == living.journal, "seed \(seed)")
                for _ in 0..<10 { _ = living.send(swarm.next(), client: "script") }
                restored = try RecordedService(living.journal, clock: clock, at: living.time)
                #expect(restored.picture() == living.picture(), "seed \(seed)")
                living = restored
            }
        }
    }

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

    @Test(arguments: [false, true])
    func `The restored state includes a window resize, which ends at its time`(
        isBehindSnapshot: Bool
    ) throws {
        var living = RecordedService(clock: .manual)
        let size: Value = ["width": 844, "height": 390]
        living.send("window.create", ["id": "main"])
        living.send("window.resize", ["id": "main", "size": size, "duration": 2, "animated": true])
        if isBehindSnapshot { living.takeSnapshot() }
        var restored = try RecordedService(living.journal, clock: .manual)
        let replay = Step(method: "events.replay", params: ["since": 0])
        var ends: [Int] = []
        for _ in 0..<2 {
            restored.send("clock.advance", ["seconds": 1])
            let reply = restored.send(replay, id: 0)
            let events = try JSONParser.parse(reply)["result"]?["events"]?.array ?? []
            ends.append(
                events.count { $0["event"] == "didResize" && $0["finished"] == true })
        }
        #expect(ends == [0, 1])
    }

    @Test func `A journal that is cut anywhere restores the last state before the cut`() throws {
        var swarm = Swarm(seed: RandomTest.seed)
        var living = RecordedService(clock: .manual)
        var points: [Int: StatePoint] = [0: living.service.point]
        for step in Swarm.prologue.prefix(6) + (0..<12).map({ _ in swarm.next() }) {
            _ = living.send(step)
            points[living.journal.count] = living.service.point
        }
        var last = StatePoint(seq: 0, revision: 0)
        for count in 0...living.journal.count {
            let restored = try RecordedService(
                Array(living.journal.prefix(count)), clock: .manual)
            last = points[count] ?? last
            #expect(restored.service.point == last, "seed \(RandomTest.seed), \(count) bytes")
            #expect((restored.warning == nil) == (points[count] != nil), "\(count) bytes")
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

    @Test func `A journal of another pagerd is refused with the first different record`() throws {
        var living = RecordedService(clock: .manual)
        _ = living.send(Swarm.prologue[0])
        let place = living.journal.count
        var bytes: [UInt8] = []
        JournalRecord.append(
            .deadlines, at: .zero, StatePoint(seq: 99, revision: 9), to: &bytes
        ) { _ in }
        let problem = try #require(throws: StartProblem.self) {
            _ = try RecordedService(living.journal + bytes, clock: .manual)
        }
        #expect(problem.description.contains("memory, byte \(place): the record led to seq 99"))
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
