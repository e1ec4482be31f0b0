import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests of the bound on the journal's file size that `docs/explanation/RELIABILITY.md` guarantees.
@Suite struct GrowthTests {
    /// The longest message that the tests send.
    private static let longestMessage = 31_000
    /// The space that is reserved before it is needed.
    private static let reserve = (1 << 20) + (64 << 10) + longestMessage

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Commands that make the state, and so the snapshot, larger and smaller.
    private struct Writes {
        var random: SeededGenerator
        var made: [String] = []
        var number = 0

        mutating func next() -> (method: String, params: Value) {
            number += 1
            let isMade = made.isEmpty || Int.random(in: 0..<5, using: &random) == 0
            if isMade {
                made.append("c\(number)")
                return ("controller.create", ["id": .string("c\(number)"), "kind": "view"])
            }
            let place = Int.random(in: made.indices, using: &random)
            if Int.random(in: 0..<8, using: &random) == 0 {
                return ("controller.destroy", ["id": .string(made.remove(at: place))])
            }
            let longest = [10, 1_000, 30_000].randomElement(using: &random)!
            let text = String(repeating: "x", count: Int.random(in: 0...longest, using: &random))
            return ("controller.update", ["id": .string(made[place]), "content": .string(text)])
        }
    }

    /// Returns the largest number of bytes after a snapshot before a new file is started.
    private static func allowance(_ growth: Int, behind snapshot: Int) -> Int {
        max(growth, snapshot / 32)
    }

    @Test(arguments: [1_024, 20_000, 300_000])
    func `The file grows by --journal-growth or a 32nd of its snapshot, and by the last record`(
        bytes: Int
    ) throws {
        let seed = RandomTest.seed
        var writes = Writes(random: SeededGenerator(seed: seed))
        let stage = try JournalStage(.never, growth: bytes)
        try stage.start()
        try stage.wait { stage.isSettled }
        for _ in 0..<400 {
            let before = try #require(stage.figures)
            let snapshot = before.bytes - before.bytesSinceSnapshot
            let allowance = Self.allowance(bytes, behind: snapshot)
            #expect(before.bytesSinceSnapshot <= allowance, "seed \(seed)")
            let (method, params) = writes.next()
            try stage.send(method, params)
            let after = try #require(stage.figures)
            let written = after.bytes - before.bytes
            #expect(written <= params.json.utf8.count + 1_024, "seed \(seed): \(method)")
            #expect(
                Self.size(stage.path) <= snapshot + allowance + written + Self.reserve,
                "seed \(seed)")
            _ = stage.turn()
            try stage.wait { stage.isSettled }
        }
        let figures = try #require(stage.figures)
        #expect(figures.snapshots > 1, "seed \(seed): nothing was written anew")
    }

    @Test func `Records accepted while a new file is written are copied exactly once`() throws {
        let seed = RandomTest.seed
        var writes = Writes(random: SeededGenerator(seed: seed))
        let growth = 20_000
        let stage = try JournalStage(.never, growth: growth)
        try stage.start()
        try stage.wait { stage.isSettled }
        for _ in 0..<20 {
            // Wait until a new file has been started.
            while stage.isSettled {
                let (method, params) = writes.next()
                try stage.send(method, params)
                _ = stage.turn()
            }
            let start = try #require(stage.figures).bytes
            for _ in 0..<30 {
                let (method, params) = writes.next()
                try stage.send(method, params)
            }
            let meanwhile = try #require(stage.figures).bytes - start
            try stage.wait { stage.isSettled }
            let figures = try #require(stage.figures)
            #expect(figures.bytesSinceSnapshot == meanwhile, "seed \(seed)")
        }
    }

    @Test func `The first transaction compacts a journal that is too long at the start`() throws {
        let stage = try JournalStage(.never, growth: 1 << 20)
        try stage.start()
        let text = Value.string(String(repeating: "x", count: 60_000))
        try stage.create("a")
        for _ in 0..<10 { try stage.send("controller.update", ["id": "a", "content": text]) }
        stage.kill()
        let growth = 20_000
        stage.restart(growth: growth)
        try stage.start()
        #expect(try #require(stage.figures).bytesSinceSnapshot > growth)
        _ = stage.turn()
        try stage.wait { stage.isSettled }
        #expect(try #require(stage.figures).bytesSinceSnapshot <= growth)
    }

    @Test func `A short journal whose records took long to execute is compacted too`() throws {
        let stage = try JournalStage(.never, growth: 1 << 20)
        try stage.start()
        try stage.create("a")
        stage.note(processorTime: Journal.mostWork - 1)
        // Processor time between records does not count.
        stage.note(processorTime: Journal.mostWork + 100)
        _ = stage.turn()
        #expect(stage.isSettled)
        try stage.create("b")
        stage.note(processorTime: Journal.mostWork + 102)
        _ = stage.turn()
        try stage.wait { stage.isSettled }
        #expect(try #require(stage.figures).snapshots == 1)
        #expect(try #require(stage.figures).recordsSinceSnapshot == 0)
        try stage.create("c")
        stage.note(processorTime: Journal.mostWork + 104)
        _ = stage.turn()
        #expect(stage.isSettled)
    }

    @Test func `The work of records that a start replays counts again`() throws {
        let stage = try JournalStage(.never, growth: 1 << 20)
        try stage.start()
        try stage.create("a")
        stage.kill()
        try stage.start()
        stage.note(processorTime: Journal.mostWork + 1)
        _ = stage.turn()
        try stage.wait { stage.isSettled }
        #expect(try #require(stage.figures).snapshots == 1)
    }
}
