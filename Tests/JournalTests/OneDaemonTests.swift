import DaemonUnderTest
import Glibc
import PagerModel
import Synchronization
import Testing

@testable import PagerJournal
import PagerWire
@testable import PagerServer

@Suite(.serialized)
struct OneDaemonTests {
    @Test func `A second daemon never gets the journal, even while it is renamed`() throws {
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
                    // The first daemon holds the journal.
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

    /// Runs a closure on another thread while the body runs.
    private func withThread(
        _ body: @escaping @Sendable () -> Void, while other: () throws -> Void
    ) throws {
        let thread = TestThread(body)
        defer { thread.join() }
        try other()
    }

    @Test(arguments: ["symbolic", "hard"])
    func `The journal is locked under each of its names`(kind: String) throws {
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
                kind == "hard" ? "another daemon uses" : "is a symbolic link") == true)
    }

    @Test
    func `A journal with several hard links is refused, because each could be locked`() throws {
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

    @Test func `The journal stays locked if its lock file is deleted`() throws {
        let stage = try JournalStage()
        try stage.start()
        unlink(JournalLock.path(of: stage.path))
        #expect(throws: StartProblem.self) {
            _ = try Journal(path: stage.path, of: Configuration())
        }
    }

    @Test func `Another file in the journal's place is kept, and changes are refused`() throws {
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
        // Once the other file is removed, the daemon's own file gets the name back.
        rename(stage.path, other)
        try stage.wait { try stage.create("b")["result"] != nil }
        stage.kill()
        try stage.start()
        #expect(try stage.ids() == ["a", "b"])
    }

    @Test func `The journal gets its name back after it was deleted`() throws {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("a")
        unlink(stage.path)
        #expect(stage.end() == nil)
        try stage.start()
        #expect(try stage.ids() == ["a"])
    }
}
