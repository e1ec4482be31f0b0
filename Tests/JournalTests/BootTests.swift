import Glibc
import PagerModel
import RandomCommands
import Testing

@testable import PagerJournal
@testable import PagerServer

@Suite struct BootTests {
    /// Returns a copy of the journal, as in a backup.
    private func copy(_ stage: JournalStage) throws -> [UInt8] {
        // The reserved space behind the records is not copied.
        let bytes = try JournalFileTests.bytes(of: stage.path)
        return Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 8))
    }

    private func putBack(_ bytes: [UInt8], _ stage: JournalStage) throws {
        let file = try #require(fopen(stage.path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
    }

    /// Returns the reason that a replay gives a client which knows an earlier event.
    private func reason(_ stage: JournalStage, _ since: Int, _ boot: String) throws -> String {
        let reply = try stage.send(
            "events.replay", ["since": .integer(since), "boot": .string(boot)])
        let result = try #require(reply["result"])
        let reason = result["reason"]?.string
        #expect(result["complete"] == .bool(reason == nil))
        if reason == "forked" { #expect(result["events"] == []) }
        return reason ?? "complete"
    }

    @Test func `A client that saw events of a lost log gets an error after a restore`() throws {
        let stage = try JournalStage()
        try stage.start()
        for id in ["a", "b"] { try stage.create(id) }
        let backup = try copy(stage)
        for id in ["c", "d"] { try stage.create(id) }
        #expect(try reason(stage, 4, "boot1") == "complete")
        #expect(try reason(stage, 5, "boot1") == "forked")
        stage.kill()
        try putBack(backup, stage)
        try stage.start()
        #expect(try stage.send("server.hello", [:])["result"]?["bootSeq"] == 2)
        for since in 0...4 {
            #expect(try reason(stage, since, "boot1") == (since <= 2 ? "complete" : "forked"))
        }
        // Once the log has passed the client's last seq, the sequence numbers alone no longer show
        // the difference.
        for id in ["e", "f", "g"] { try stage.create(id) }
        #expect(try reason(stage, 4, "boot1") == "forked")
        #expect(try reason(stage, 4, "boot2") == "complete")
        stage.kill()
        // The difference is also detected after more boots.
        try stage.start()
        #expect(try stage.end() == nil)
        try stage.start()
        #expect(try reason(stage, 4, "boot1") == "forked")
        #expect(try reason(stage, 2, "boot1") == "complete")
        #expect(try reason(stage, 5, "boot2") == "complete")
        #expect(try reason(stage, 6, "boot2") == "forked")
        #expect(try reason(stage, 0, "another") == "forked")
    }

    @Test func `Boots are known after a snapshot, and after an orderly shutdown`() throws {
        let stage = try JournalStage(growth: 1)
        for boot in 1...3 {
            try stage.start()
            try stage.create("a\(boot)")
            try stage.wait { stage.figures?.snapshots ?? 0 > 0 }
            if boot == 2 { #expect(stage.end() == nil) } else { stage.kill() }
        }
        try stage.start()
        #expect(stage.service.boots.list.map(\.boot) == ["boot1", "boot2", "boot3", "boot4"])
        #expect(stage.service.boots.list.map(\.seq) == [0, 1, 2, 3])
    }

    @Test func `A journal written before boots were recorded starts with the present one`() throws {
        var older = RecordedService(clock: .manual)
        for step in [("a", "view"), ("b", "view")] {
            older.send("controller.create", ["id": .string(step.0), "kind": .string(step.1)])
        }
        older.takeSnapshot()
        var pendingRecords = PendingRecords()
        pendingRecords.isKept = true
        var identity = Service.Identity()
        identity.clock = .manual
        identity.history = "history"
        pendingRecords.add(
            .history, at: .zero, older.service.point, json: Value(JournalHistory(identity)))
        let stage = try JournalStage()
        try putBack(pendingRecords.bytes + older.journal, stage)
        try stage.start()
        #expect(stage.service.boots.list == [Boot("boot1", at: 2)])
        #expect(try reason(stage, 1, "boot") == "forked")
        #expect(try reason(stage, 2, "boot1") == "complete")
    }

    @Test func `A history keeps boots up to its limit; a forgotten boot is refused`() throws {
        var boots = Boots("own")
        let isTaken = boots.take((0..<2_000).map { Boot("b\($0)", at: $0) })
        #expect(isTaken)
        _ = boots.begin(at: 2_000)
        #expect(boots.list.count == Limits.boots)
        #expect(boots.list.last == Boot("own", at: 2_000))
        #expect(boots.reached(2_000, in: "b1999", latest: 2_000))
        #expect(boots.reached(2_001 - Limits.boots, in: boots.list[0].boot, latest: 2_000))
        #expect(!boots.reached(0, in: "b0", latest: 2_000))
    }

    @Test(arguments: [
        [Boot("a", at: 3), Boot("b", at: 2)], [Boot("a", at: -1)],
        [Boot("", at: 0)], [Boot(String(repeating: "a", count: 65), at: 0)],
    ])
    func `A list of boots that a journal cannot have is refused`(list: [Boot]) {
        var boots = Boots("own")
        let isTaken = boots.take(list)
        #expect(!isTaken)
        #expect(boots.list.isEmpty)
    }
}
