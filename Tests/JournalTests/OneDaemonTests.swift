import DaemonUnderTest
import Glibc
import PagerModel
import Synchronization
import Testing

@testable import PagerJournal
import PagerWire
@testable import PagerServer

@Suite("A journal belongs to one daemon", .serialized)
struct OneDaemonTests {
    @Test("also while it is renamed: a second one that tries all the time never gets it")
    func compaction() throws {
        let stage = try JournalStage(growth: 1)
        try stage.start()
        let path = stage.path
        let isOver = Atomic<Bool>(false)
        let tries = Atomic<Int>(0)
        let opened = Atomic<Int>(0)
        try withThread {
            while !isOver.load(ordering: .relaxed) {
                tries.add(1, ordering: .relaxed)
                do {
                    _ = try Journal(path: path, of: Configuration())
                    opened.add(1, ordering: .relaxed)
                } catch {
                    // The first one has it.
                }
            }
        } while: {
            defer { isOver.store(true, ordering: .relaxed) }
            var count = 0
            while tries.load(ordering: .relaxed) < 4 {
                count += 1
                try stage.create("c\(count)")
                #expect(stage.turn() == nil)
            }
            #expect(stage.figures?.snapshots ?? 0 > 4)
        }
        #expect(opened.load(ordering: .relaxed) == 0)
        let expected = try stage.ids()
        stage.kill()
        try stage.start()
        #expect(try stage.ids() == expected)
    }

    /// Runs one body on a thread beside the other.
    private func withThread(
        _ body: @escaping @Sendable () -> Void, while other: () throws -> Void
    ) throws {
        let thread = TestThread(body)
        defer { thread.join() }
        try other()
    }

    @Test("by each of its names", arguments: ["symbolic", "hard"])
    func names(kind: String) throws {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("a")
        let other = stage.folder + "/other"
        if kind == "hard" { link(stage.path, other) } else { symlink(stage.path, other) }
        let problem = #expect(throws: StartProblem.self) {
            _ = try Journal(path: other, of: Configuration())
        }
        #expect(
            problem?.description.contains(
                kind == "hard" ? "another daemon writes" : "is a symbolic link") == true)
    }

    @Test("and is refused where it has several names, for another daemon could take those")
    func severalNames() throws {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("a")
        stage.kill()
        link(stage.path, stage.folder + "/other")
        let problem = #expect(throws: StartProblem.self) { try stage.start() }
        #expect(problem?.description.contains("has 2 names") == true)
        unlink(stage.folder + "/other")
        try stage.start()
        #expect(try stage.ids() == ["a"])
    }

    @Test("also when its lock file was deleted")
    func noLockFile() throws {
        let stage = try JournalStage()
        try stage.start()
        unlink(JournalLock.path(of: stage.path))
        #expect(throws: StartProblem.self) {
            _ = try Journal(path: stage.path, of: Configuration())
        }
    }

    @Test("and another file in its place is not overwritten: nothing is accepted any more")
    func replaced() throws {
        let stage = try JournalStage(growth: 1)
        try stage.start()
        try stage.create("a")
        let other = stage.folder + "/other"
        let file = try #require(fopen(other, "w"))
        fputs("another journal", file)
        fclose(file)
        let inode = JournalStage.inode(other)
        rename(other, stage.path)
        var problem: String?
        try stage.wait {
            problem = stage.turn()
            return problem != nil
        }
        #expect(problem?.contains("was replaced by another file") == true)
        #expect(try stage.create("b")["error"]?["data"]?["name"] == "journalFailed")
        #expect(JournalStage.inode(stage.path) == inode)
        // With the other file out of the way the daemon's own takes the place.
        rename(stage.path, other)
        try stage.wait { try stage.create("b")["result"] != nil }
        stage.kill()
        try stage.start()
        #expect(try stage.ids() == ["a", "b"])
    }

    @Test("and has its name again after it was deleted")
    func deleted() throws {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("a")
        unlink(stage.path)
        #expect(stage.end() == nil)
        try stage.start()
        #expect(try stage.ids() == ["a"])
    }
}
