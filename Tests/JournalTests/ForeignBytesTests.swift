import Glibc
import PagerModel
import PagerWire
import RandomCommands
import SystemCalls
import Testing

@testable import PagerJournal
@testable import PagerServer

@Suite struct ForeignBytesTests {
    /// Returns the records of another journal that contains only the controller `evil`.
    ///
    /// - Parameter isSealed: false for the format without seals, which pagerd wrote up to format 2.
    private static func otherJournal(isSealed: Bool) throws -> [UInt8] {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("evil")
        #expect(stage.end() == nil)
        let file = try bytes(of: stage.path)
        if isSealed { return file }
        var records: [UInt8] = []
        for record in try JournalRecord.all(in: file) {
            JournalRecord.append(record.kind, at: record.time, record.point, to: &records) {
                $0 += record.body
            }
        }
        return records
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        try JournalFileTests.bytes(of: path)
    }

    private static let letter = Array("{".utf8)

    /// Returns a journal with three controllers and a plugin that has sent an invalid message.
    private static func journal(holding bytes: [UInt8]) throws -> JournalStage {
        let stage = try JournalStage()
        try stage.start()
        for id in ["a", "b", "c"] { try stage.create(id) }
        let registration =
            #"{"jsonrpc":"2.0","id":1,"method":"plugin.register","#
            + #""params":{"name":"low"}}"#
        try stage.take(Array(registration.utf8), from: "low")
        try stage.take(letter + bytes + Array("xxx".utf8), from: "low")
        return stage
    }

    @Test(arguments: [false, true])
    func `If the last record is cut, only that record is lost`(isSealed: Bool) throws {
        let stage = try Self.journal(holding: Self.otherJournal(isSealed: isSealed))
        stage.kill()
        let size = try #require(KillTests.size(of: stage.path))
        truncate(stage.path, off_t(size - 1))
        try stage.start()
        #expect(try stage.ids() == ["a", "b", "c"])
    }

    @Test func `A record of another journal at the end is refused as damaged`() throws {
        let stage = try JournalStage()
        try stage.start()
        try stage.create("a")
        #expect(stage.end() == nil)
        let other = try Self.otherJournal(isSealed: true)
        let last = try #require(try JournalRecord.all(in: other).last)
        let folder = JournalFolder()
        folder.bytes = try Self.bytes(of: stage.path)
        _ = try folder.restore()
        folder.bytes += other.suffix(last.length)
        let problem = #expect(throws: StartProblem.self) { _ = try folder.restore() }
        #expect(problem?.description.contains("damaged") == true)
    }

    @Test(arguments: [false, true])
    func `Recovery skips records of another journal that lie inside a damaged record`(
        isSealed: Bool
    ) throws {
        let stage = try Self.journal(holding: Self.otherJournal(isSealed: isSealed))
        let end = try #require(stage.figures?.bytes)
        try stage.create("d")
        stage.kill()
        let folder = JournalFolder()
        folder.bytes = try Self.bytes(of: stage.path)
        folder.bytes[end - 1] ^= 1
        let problem = try #require(throws: StartProblem.self) { _ = try folder.restore() }
        #expect(problem.description.contains("readable records continue at byte \(end)"))
        let restored = try folder.restore(recovering: true)
        #expect(
            restored.service.read("controller.list")?["controllers"]?.array?.map { $0["id"] }
                == ["a", "b", "c"])
    }

    @Test(arguments: [512, 4_096], [false, true])
    func `If the first record is lost, no foreign record is restored`(zeros: Int, isSealed: Bool)
        throws
    {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: zeros)
        let stage = try Self.journal(holding: bytes + Self.otherJournal(isSealed: isSealed))
        try stage.create("d")
        stage.kill()
        let folder = JournalFolder()
        folder.bytes =
            [UInt8](repeating: 0, count: zeros) + (try Self.bytes(of: stage.path))[zeros...]
        let lock = try Self.bytes(of: stage.path + ".lock")
        for isLockThere in [true, false] {
            let damaged = folder.bytes
            if isLockThere { folder.lock = lock } else { unlink(folder.path + ".lock") }
            #expect(throws: StartProblem.self) { _ = try folder.restore() }
            let restored = try folder.restore(recovering: true)
            #expect(restored.service.read("controller.list")?["controllers"] == [])
            #expect(
                restored.warnings[0].contains("the seal that marks its records is not in")
                    == !isLockThere)
            folder.bytes = damaged
        }
    }

    @Test func `In a journal without seals, only the lost first record is missing`() throws {
        let folder = JournalFolder()
        folder.bytes = try Self.otherJournal(isSealed: false)
        let first = try #require(try JournalRecord.all(in: folder.bytes).first).length
        folder.bytes.replaceSubrange(0..<first, with: [UInt8](repeating: 0, count: first))
        folder.lock = []
        let restored = try folder.restore(recovering: true)
        #expect(
            restored.service.read("controller.list")?["controllers"]?.array?.map { $0["id"] }
                == ["evil"])
    }

    @Test func `A start reads the file in linear time, whatever the bytes contain`() throws {
        var bytes: [UInt8] = []
        let count = 8_000
        for number in 0..<count {
            // A snapshot header whose length reaches nearly to the end of the file.
            bytes += JournalRecord.magic + [0, 0, 0, 0]
            bytes.append(number: UInt64((count - number - 1) * JournalRecord.headerBytes))
            bytes.append(number: JournalRecord.Kind.request.rawValue)
            for _ in 0..<3 { bytes.append(number: 1) }
        }
        let stage = try Self.journal(holding: bytes)
        stage.kill()
        let size = try #require(KillTests.size(of: stage.path))
        truncate(stage.path, off_t(size - 1))
        let file = FileBytes(try Self.bytes(of: stage.path))
        let seal = JournalHistory.seal(try JournalRecord(in: file, at: 0).body)
        #expect(seal != .none)
        let once = ProcessorTime.of { _ = file.checksum }
        let search = ProcessorTime.of(enough: once * 10) {
            #expect(JournalRecord.position(in: file, after: size / 2, sealed: seal) == nil)
        }
        #expect(search <= once * 100, "\(search) s, and \(once) s for a checksum of all")
        try stage.start()
        #expect(try stage.ids() == ["a", "b", "c"])
    }

    @Test func `A journal without a seal gets one when a daemon continues it`() throws {
        let folder = JournalFolder()
        var records: [UInt8] = []
        for record in try JournalRecord.all(in: Self.otherJournal(isSealed: false)) {
            var body = Array(record.body)
            // The format is also written in the header: format 2.
            if record.kind == .history {
                let value = try JSONParser.parse(body)
                let members = (value.members ?? []).filter { $0.name != "seal" }.map {
                    Value.Member($0.name, $0.name == "format" ? 2 : $0.value)
                }
                body = Array(Value.object(members).json.utf8)
            }
            JournalRecord.append(record.kind, at: record.time, record.point, to: &records) {
                $0 += body
            }
        }
        folder.bytes = records
        let history = try folder.restore().service.identity.history
        #expect(history == "history1", "the history goes on")
        let seals = try JournalRecord.all(in: folder.bytes).map {
            $0.kind == .history ? JournalHistory.seal($0.body) : $0.seal
        }
        #expect(seals.count > 1 && Set(seals).count == 1 && seals[0] != .none)
        try folder.run([Step(method: "controller.create", params: ["id": "a", "kind": "view"])])
        let ids = try folder.restore().service.read("controller.list")?["controllers"]?.array
        #expect(ids?.count == 2)
    }
}
