import Glibc
import PagerModel
import Synchronization
import Testing

import PagerWire
@testable import PagerServer

/// After a failed flush, the kernel may have dropped the written data, and the next flush of the
/// same file succeeds without it.
@Suite(.serialized)
struct SyncFailureTests {
    @Test func `After a failed flush, changes are refused until the journal is rewritten`() throws {
        let stage = try JournalStage(.second)
        try stage.start()
        try stage.create("a")
        let old = JournalStage.inode(stage.path)
        stage.disk.failingSyncs.store(1, ordering: .relaxed)
        var refusal: Value?
        var count = 0
        while refusal == nil {
            count += 1
            let reply = try stage.create("c\(count)")
            refusal = reply["error"]
            usleep(1_000)
        }
        #expect(refusal?["data"]?["name"] == "journalFailed")
        #expect(refusal?["message"]?.string?.contains("Input/output error") == true)
        let stats = try stage.send("server.stats", [:])["result"]?["journal"]
        #expect(stats?["failure"]?.string?.contains("Input/output error") == true)
        #expect(stats?["syncFailures"] == 1)
        // The disk works again, but the file is still not trusted.
        #expect(try stage.create("refused")["error"] != nil)
        #expect(JournalStage.inode(stage.path) == old)
        try stage.wait { stage.figures?.snapshots == 1 }
        #expect(JournalStage.inode(stage.path) != old)
        #expect(try stage.create("b")["result"] != nil)
        #expect(try stage.send("server.stats", [:])["result"]?["journal"]?["failure"] == .null)
        let expected = try stage.ids()
        #expect(expected.count == count + 1)
        stage.kill()
        try stage.start()
        #expect(try stage.ids() == expected)
    }

    @Test func `A disk that keeps failing leaves everything unchanged`() throws {
        let stage = try JournalStage(.second)
        try stage.start()
        stage.disk.failingSyncs.store(.max, ordering: .relaxed)
        try stage.create("a")
        try stage.wait {
            try stage.create("b")["error"]?["data"]?["name"] == "journalFailed"
        }
        let before = try stage.ids()
        var problems = 0
        try stage.wait {
            if let problem = stage.turn() {
                #expect(problem.contains("Input/output error"))
                problems += 1
            }
            let reply = try stage.create("refused")
            #expect(reply["error"] != nil)
            return problems == 2
        }
        stage.disk.failingSyncs.store(0, ordering: .relaxed)
        try stage.wait { try stage.create("later")["result"] != nil }
        stage.kill()
        try stage.start()
        #expect(try stage.ids() == before + ["later"])
    }

    @Test func `A failed flush ends a waiting daemon, and the next rewrites the journal`() throws {
        let stage = try JournalStage(.always)
        try stage.start()
        try stage.create("a")
        stage.disk.failingSyncs.store(1, ordering: .relaxed)
        #expect(throws: StartProblem.self) { try stage.create("b") }
        stage.kill()
        let old = JournalStage.inode(stage.path)
        // While the disk fails, no daemon starts.
        stage.disk.failingSyncs.store(.max, ordering: .relaxed)
        #expect(throws: StartProblem.self) { try stage.start() }
        #expect(JournalStage.inode(stage.path) == old)
        stage.disk.failingSyncs.store(0, ordering: .relaxed)
        try stage.start()
        #expect(JournalStage.inode(stage.path) != old)
        // The record of the second controller was complete, but no client received a reply for it.
        #expect(try stage.ids() == ["a", "b"])
        stage.kill()
        let new = JournalStage.inode(stage.path)
        try stage.start()
        #expect(JournalStage.inode(stage.path) == new)
        #expect(try stage.ids() == ["a", "b"])
    }

    @Test func `If the last flush of a daemon fails, the next daemon rewrites the journal`()
        throws
    {
        let stage = try JournalStage(.second)
        try stage.start()
        try stage.create("a")
        stage.disk.failingSyncs.store(.max, ordering: .relaxed)
        #expect(stage.end()?.contains("Input/output error") == true)
        stage.disk.failingSyncs.store(0, ordering: .relaxed)
        let old = JournalStage.inode(stage.path)
        try stage.start()
        #expect(JournalStage.inode(stage.path) != old)
        #expect(try stage.ids() == ["a"])
    }

    @Test func `If a new journal's folder cannot be flushed, the start fails and leaves no file`()
        throws
    {
        let stage = try JournalStage()
        stage.disk.failingFolderSyncs.store(1, ordering: .relaxed)
        let problem = #expect(throws: StartProblem.self) { try stage.start() }
        #expect(problem?.description.contains("Input/output error") == true)
        #expect(JournalStage.inode(stage.path) == nil)
        try stage.start()
        #expect(stage.disk.folderSyncs.load(ordering: .relaxed) >= 2)
    }

    @Test func `If the folder cannot be flushed after a rename, changes are refused for a while`()
        throws
    {
        let stage = try JournalStage(growth: 1)
        try stage.start()
        try stage.create("a")
        stage.disk.failingFolderSyncs.store(1, ordering: .relaxed)
        // The folder is flushed on another thread.
        var count = 0
        try stage.wait {
            count += 1
            return try stage.create("c\(count)")["error"]?["data"]?["name"] == "journalFailed"
        }
        try stage.wait { try stage.create("b")["result"] != nil }
        #expect(stage.figures?.syncFailures == 1)
    }

    @Test func `A change made during a compaction is flushed before the new file replaces the old`()
        throws
    {
        let stage = try JournalStage(.always, growth: 1)
        try stage.start()
        try stage.create("early")
        let old = try #require(JournalStage.inode(stage.path))
        try stage.wait { !stage.isSettled }
        try stage.wait(turning: false) {
            stage.disk.isFlushed.withLock { $0.contains { $0.key != old && $0.value } }
        }
        // The thread that writes the new file does not wait for this change.
        try stage.create("late")
        try stage.wait { stage.figures?.snapshots == 1 }
        let new = try #require(JournalStage.inode(stage.path))
        #expect(new != old)
        #expect(stage.disk.isFlushed.withLock { $0[new] } == true)
    }

    @Test func `A journal that need not be flushed makes no flush calls`() throws {
        let stage = try JournalStage(.never)
        stage.disk.failingSyncs.store(.max, ordering: .relaxed)
        stage.disk.failingFolderSyncs.store(.max, ordering: .relaxed)
        try stage.start()
        try stage.create("a")
        #expect(stage.end() == nil)
        #expect(stage.disk.failingSyncs.load(ordering: .relaxed) == .max)
        #expect(stage.disk.folderSyncs.load(ordering: .relaxed) == 0)
        try stage.start()
        #expect(try stage.ids() == ["a"])
    }
}
