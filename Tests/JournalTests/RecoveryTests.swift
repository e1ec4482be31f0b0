import Foundation
import Glibc
import PagerModel
@testable import PagerJournal
@testable import PagerServer
import PagerWire
import RandomCommands
import SystemCalls
import Testing

@Suite struct RecoveryTests {
    /// Commands that create 200 controllers.
    private static let createCommands = (1...200).map {
        Step(method: "controller.create", params: ["id": .string("page\($0)"), "kind": "view"])
    }

    private func controllers(_ service: Service) -> Int? {
        service.read("controller.list")?["controllers"]?.array?.count
    }

    private func refusal(_ folder: JournalFolder) throws -> String {
        let before = folder.bytes
        let problem = try #require(throws: StartProblem.self) { _ = try folder.restore() }
        #expect(folder.bytes == before, "a refused start has changed the file")
        return problem.description
    }

    @Test(arguments: [48, 512, 4096], [false, true])
    func `A journal whose start is zeroed is refused as damaged, and recovery reports the loss`(
        count: Int, inOrder: Bool
    ) throws {
        let folder = JournalFolder()
        try folder.run(Self.createCommands, inOrder: inOrder)
        let damaged = [UInt8](repeating: 0, count: count) + folder.bytes.dropFirst(count)
        folder.bytes = damaged
        let problem = try refusal(folder)
        #expect(problem.contains("is damaged at byte 0"))
        #expect(problem.contains("`pagerd recover --journal \(folder.path)`"))
        let restored = try folder.restore(recovering: true)
        // The first record is shorter than 512 bytes; a snapshot or the first command follows it.
        let expected = count == 48 ? 200 : 0
        #expect(controllers(restored.service) == expected)
        let said = expected == 0 ? "Nothing can be restored" : "No command is lost"
        #expect(restored.warnings[0].contains(said), "\(restored.warnings)")
        #expect(folder.bytes(of: "journal.damaged") == damaged)
        #expect(restored.service.identity.history != "history")
        #expect(controllers(try folder.restore().service) == expected)
    }

    @Test func `A damaged journal is restored from a snapshot after the damage`() throws {
        let folder = JournalFolder()
        try folder.run(Self.createCommands, inOrder: true)
        let whole = folder.bytes
        let header = try JournalRecord(in: FileBytes(whole), at: 0).length
        folder.bytes = [UInt8](repeating: 0xAA, count: 5000) + whole.dropFirst(header)
        let boots = try JournalRecord(in: FileBytes(whole), at: header).length
        let restored = try folder.restore(recovering: true)
        #expect(controllers(restored.service) == 200)
        #expect(restored.warnings[0].contains("from byte 0 to 5000"))
        #expect(restored.warnings[0].contains("the snapshot at byte \(5000 + boots)"))
    }

    @Test func `A file that is not a journal is refused and stays unchanged`() throws {
        let folder = JournalFolder()
        for text in ["x", "a letter", "#!/bin/sh\n" + String(repeating: "echo\n", count: 50)] {
            folder.bytes = Array(text.utf8)
            for recovering in [false, true] {
                let problem = try #require(throws: StartProblem.self) {
                    _ = try folder.restore(recovering: recovering)
                }
                #expect(problem.description.contains("is not a journal of pagerd"))
                #expect(folder.bytes == Array(text.utf8))
            }
        }
        for bytes in [Array("PGRj".utf8), Array("PGRj, as a letter begins".utf8), [0, 0, 0]] {
            folder.bytes = bytes
            #expect(try refusal(folder).contains("is damaged at byte 0"))
        }
        #expect(folder.others.isEmpty)
    }

    @Test func `A pipe in place of the journal is refused and stays unchanged`() throws {
        let folder = JournalFolder()
        #expect(mkfifo(folder.path, 0o600) == 0)
        let problem = try #require(throws: StartProblem.self) { _ = try folder.restore() }
        #expect(problem.description.contains("--journal none"))
        var status = stat()
        #expect(lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".lock"))
    }

    @Test func `An empty or missing journal is created`() throws {
        let folder = JournalFolder()
        #expect(try folder.restore().isOld == false)
        folder.bytes = []
        let restored = try folder.restore()
        #expect(restored.isOld == false)
        #expect(restored.service.identity.history == "history")
    }

    @Test func `A first start that is interrupted anywhere leaves no damaged journal`() throws {
        let whole = JournalFolder()
        _ = try whole.restore()
        for count in 0...whole.bytes.count {
            let folder = JournalFolder()
            var calls = FileCalls()
            calls.write = { descriptor, bytes, place in
                let left = min(bytes.count, count - place)
                errno = EIO
                return left > 0 ? pwrite(descriptor, bytes.prefix(left), off_t(place)) : -1
            }
            let isEnough = count == whole.bytes.count
            #expect(isEnough == ((try? folder.restore(calls)) != nil))
            #expect(folder.bytes.count == (isEnough ? count : 0))
            #expect(try folder.restore().warnings.isEmpty)
        }
    }

    @Test func `A journal whose commands lead to another state is recovered by a replay`() throws {
        let folder = JournalFolder()
        try folder.run(Self.createCommands)
        var bytes = folder.bytes
        let place = bytes.count
        let seal = JournalHistory.seal(try JournalRecord(in: FileBytes(bytes), at: 0).body)
        JournalRecord.append(
            .deadlines, at: .zero, StatePoint(seq: 999, revision: 999), seal: seal, to: &bytes
        ) { _ in }
        folder.bytes = bytes
        #expect(try refusal(folder).contains("byte \(place): the record led to seq 999"))
        let restored = try folder.restore(recovering: true)
        #expect(controllers(restored.service) == 200)
        #expect(
            restored.warnings[0].contains("its commands lead to another state with this pagerd"))
    }

    @Test func `If a file contains a second journal after the first, only the first is recovered`()
        throws
    {
        let folder = JournalFolder()
        let steps = (0..<3).map { _ in Step(method: "controller.create", params: ["kind": "view"]) }
        try folder.run(steps)
        let once = folder.bytes
        folder.bytes = once + once
        _ = try refusal(folder)
        let restored = try folder.restore(recovering: true)
        #expect(controllers(restored.service) == 3)
        #expect(
            restored.warnings[0].contains(
                "contains another journal from byte \(once.count) on"))
        #expect(restored.warnings[0].contains("from byte \(once.count) on are not replayed"))
    }

    @Test func `A cut end after a power failure starts a new history, and seq continues`() throws {
        let folder = JournalFolder()
        let points = try folder.run(Self.createCommands)
        #expect(points[199].service.point.seq == 199)
        folder.bytes.removeLast(3)
        // The lock file records which boot of the system wrote last; after a power failure it is
        // missing.
        unlink(folder.path + ".lock")
        let restored = try folder.restore()
        #expect(restored.service.identity.history != "history")
        #expect(restored.service.point == points[199].service.point)
        let replay = restored.service.read("events.replay", ["since": 0])
        #expect(replay?["complete"] == false)
        #expect(replay?["events"] == [])
        try folder.run([Self.createCommands[199]])
        let again = try folder.restore()
        #expect(again.warnings.isEmpty)
        #expect(again.service.identity.history == restored.service.identity.history)
        let events = again.service.read("events.replay", ["since": 199])?["events"]?.array
        #expect(events?.first?["seq"] == 200)
        #expect(events?.first?["event"] == "created")
    }

    @Test func `Each damaged journal is kept under its own name in the same folder`() throws {
        let folder = JournalFolder()
        for _ in 0..<3 {
            try folder.run(Array(Self.createCommands.prefix(3)))
            folder.bytes[60] ^= 1
            _ = try folder.restore(recovering: true)
        }
        #expect(folder.others == ["journal.damaged", "journal.damaged-2", "journal.damaged-3"])
    }

    @Test func `A daemon restores all records before the damage and reports the loss`() throws {
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        var swarm = Swarm(seed: seed)
        let damages = RandomTest.number("PAGERD_DAMAGES") ?? 60
        for round in 0..<max(1, damages / 20) {
            let whole = JournalFolder()
            // Every other journal starts with a snapshot.
            let hasSnapshot = round.isMultiple(of: 2)
            if hasSnapshot { try whole.run(Swarm.prologue, inOrder: true) }
            let steps = hasSnapshot ? [] : Swarm.prologue
            let points = try whole.run(steps + (0..<20).map { _ in swarm.next() })
            let bytes = whole.bytes
            for number in 0..<min(20, damages) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let isCut = random.chance(0.3)
                let folder = JournalFolder()
                var damaged = bytes
                if isCut {
                    damaged.removeSubrange(place...)
                } else {
                    damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                folder.bytes = damaged
                // Only the seal remains, as after a power failure.
                folder.lock = Array(whole.lock.drop { $0 != UInt8(ascii: "\n") })
                let hint: Comment = "seed \(seed), round \(round), damage \(number) at \(place)"
                try check(folder, points, bytes, place, isCut: isCut, hint)
            }
        }
    }

    /// Returns the offset of the snapshot, or the end of the first record if there is no snapshot.
    private static func start(of journal: FileBytes) throws -> Int {
        let header = try JournalRecord(in: journal, at: 0).length
        var place = header
        while place < journal.count {
            let record = try JournalRecord(in: journal, at: place)
            if record.kind == .snapshot { return place }
            guard record.kind == .boots else { break }
            place += record.length
        }
        return header
    }

    private func check(
        _ folder: JournalFolder, _ points: [(end: Int, service: Service)], _ whole: [UInt8],
        _ place: Int, isCut: Bool, _ hint: Comment
    ) throws {
        let damaged = folder.bytes
        var restored: Journal.Restored
        do {
            restored = try folder.restore()
        } catch let problem as StartProblem {
            #expect(problem.description.contains("`pagerd recover"), hint)
            #expect(folder.bytes == damaged, hint)
            restored = try folder.restore(recovering: true)
            #expect(folder.bytes(of: "journal.damaged") == damaged, hint)
        }
        // The last state whose records are intact. Records before the snapshot, or else before the
        // first record, have no state.
        let start = try Self.start(of: FileBytes(whole))
        let expected =
            place < start && !isCut
            ? points.last?.service : points.last { $0.end <= place }?.service
        let found = restored.service.everything
        #expect(
            found == (expected ?? Service(JournalFolder.identity(.manual))).everything, hint)
        // A file that ends with a complete record is intact.
        var ends = [0]
        for record in try JournalRecord.all(in: whole) { ends.append(ends.last! + record.length) }
        let isWhole = isCut && ends.contains(place)
        #expect(restored.warnings.isEmpty == isWhole, hint)
        #expect((restored.service.identity.history == "history") == isWhole, hint)
        #expect(try folder.restore().service.everything == found, hint)
    }
}
