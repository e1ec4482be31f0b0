import Glibc
import PagerModel
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Linux may end a write at a page boundary when the process is killed. No reply has been sent for
/// the torn record.
@Suite struct TornEndTests {
    /// Returns a killed daemon that has acknowledged three commands, and the bytes of its journal.
    private func killed() throws -> (stage: JournalStage, bytes: [UInt8], last: Int) {
        let stage = try JournalStage()
        try stage.start()
        for id in ["a", "b", "c"] { try stage.create(id) }
        stage.kill()
        let bytes = try JournalFileTests.bytes(of: stage.path)
        let last = try #require(try JournalRecord.all(in: bytes).last)
        return (stage, bytes, bytes.count - last.length)
    }

    private func write(_ bytes: [UInt8], _ stage: JournalStage) throws {
        let file = try #require(fopen(stage.path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
    }

    /// Returns the history and the events that a client can replay.
    private func told(by stage: JournalStage) throws -> (history: String, seqs: [Int], isAll: Bool)
    {
        let reply = try stage.send("events.replay", ["since": 0])["result"]
        return (
            stage.service.identity.history,
            reply?["events"]?.array?.compactMap { $0["seq"]?.integer } ?? [],
            reply?["complete"] == true
        )
    }

    @Test(arguments: [0, 4096])
    func `A journal keeps its history where a killed daemon was writing it`(zeros: Int) throws {
        let (stage, bytes, last) = try killed()
        let record = Array(bytes[last...])
        let history = stage.service.identity.history
        for count in Array(stride(from: 1, to: record.count, by: 11)) + [record.count - 1] {
            // Reserved space follows the records.
            try write(
                bytes + record.prefix(count) + Array(repeating: 0, count: zeros), stage)
            try stage.start()
            let told = try told(by: stage)
            #expect(told.history == history, "\(count) bytes of the record")
            #expect(told.seqs == [1, 2, 3])
            #expect(told.isAll)
            #expect(try stage.ids().sorted() == ["a", "b", "c"])
            stage.kill()
        }
    }

    @Test func `A cut end starts a new history if the system was restarted since`() throws {
        let (stage, bytes, last) = try killed()
        let history = stage.service.identity.history
        for text in ["", "written since the system start 0", "something else"] {
            try write(bytes + bytes[last...].dropLast(), stage)
            let file = try #require(fopen(stage.path + ".lock", "w"))
            fputs(text, file)
            fclose(file)
            try stage.start()
            let told = try told(by: stage)
            #expect(told.history != history)
            #expect(told.seqs == [])
            #expect(try stage.ids().sorted() == ["a", "b", "c"])
            stage.kill()
        }
    }

    /// - Parameter isLost: Whether the record's header became zeros, as when a power failure loses
    ///   the page that contains the header. Otherwise a bit of the body has changed.
    @Test(arguments: [false, true])
    func `A record that was damaged after it was written starts a new history`(
        isLost: Bool
    ) throws {
        let (stage, bytes, last) = try killed()
        var damaged = bytes
        if isLost {
            for place in 0..<JournalRecord.headerBytes { damaged[last + place] = 0 }
        } else {
            damaged[last + JournalRecord.headerBytes + 1] ^= 1
        }
        try write(damaged, stage)
        let history = stage.service.identity.history
        try stage.start()
        #expect(try told(by: stage).history != history)
        #expect(try stage.ids().sorted() == ["a", "b"])
    }
}
