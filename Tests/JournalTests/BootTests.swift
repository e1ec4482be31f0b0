import Glibc
import PagerModel
import RandomCommands
import Testing

@testable import PagerJournal
@testable import PagerServer

@Suite("The boots of a history")
struct BootTests {
    /// A copy of the journal, as of a backup.
    private func copy(_ stage: JournalStage) throws -> [UInt8] {
        // Of what is reserved behind the records nothing is copied.
        let bytes = try JournalFileTests.bytes(of: stage.path)
        return Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 8))
    }

    private func putBack(_ bytes: [UInt8], _ stage: JournalStage) throws {
        let file = try #require(fopen(stage.path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
    }

    /// What a replay tells of whom a client has heard last.
    private func reason(_ stage: JournalStage, _ since: Int, _ boot: String) throws -> String {
        let reply = try stage.send(
            "events.replay", ["since": .integer(since), "boot": .string(boot)])
        let result = try #require(reply["result"])
        let reason = result["reason"]?.string
        #expect(result["complete"] == .bool(reason == nil))
        if reason == "forked" { #expect(result["events"] == []) }
        return reason ?? "complete"
    }

    @Test("tell a client of a log that was put back that it knows what did not happen")
    func putBack() throws {
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
        // Beyond the numbers that the client knows nothing shows by these alone.
        for id in ["e", "f", "g"] { try stage.create(id) }
        #expect(try reason(stage, 4, "boot1") == "forked")
        #expect(try reason(stage, 4, "boot2") == "complete")
        stage.kill()
        // And after more of them.
        try stage.start()
        #expect(try stage.end() == nil)
        try stage.start()
        #expect(try reason(stage, 4, "boot1") == "forked")
        #expect(try reason(stage, 2, "boot1") == "complete")
        #expect(try reason(stage, 5, "boot2") == "complete")
        #expect(try reason(stage, 6, "boot2") == "forked")
        #expect(try reason(stage, 0, "another") == "forked")
    }

    @Test("are known after a snapshot, and after an orderly end")
    func snapshots() throws {
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

    @Test("of a journal from before they were noted begin with the present one")
    func older() throws {
        var older = RecordedService(clock: .manual)
        for step in [("a", "view"), ("b", "view")] {
            _ = older.send(
                .init(
                    method: "controller.create",
                    params: ["id": .string(step.0), "kind": .string(step.1)]))
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

    @Test("are as many as the limit says; one that was forgotten is not believed")
    func limit() throws {
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

    @Test(
        "that a journal cannot have are refused",
        arguments: [
            [Boot("a", at: 3), Boot("b", at: 2)], [Boot("a", at: -1)],
            [Boot("", at: 0)], [Boot(String(repeating: "a", count: 65), at: 0)],
        ])
    func impossible(list: [Boot]) {
        var boots = Boots("own")
        let isTaken = boots.take(list)
        #expect(!isTaken)
        #expect(boots.list.isEmpty)
    }
}
