import Foundation
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Streams of events that the mirrors of all languages are run against.
@Suite struct MirrorStreamTests {
    /// The folder with the streams; `record_streams.py` of the Python client writes the recorded
    /// ones.
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/mirror")

    @Test(
        "A stream of events leads to the records that are expected",
        arguments: ["recorded-from-nothing", "recorded-from-a-snapshot", "wheel"])
    func stream(name: String) throws {
        let file = Self.folder.appendingPathComponent("\(name).json")
        let stream = try JSONParser.parse(Array(Data(contentsOf: file)))
        let table = try #require(stream["changes"])
        let changes =
            table == "built in"
            ? RecordChanges.builtIn : RecordChanges(describedBy: .object([.init("events", table)]))
        var mirror = Mirror(snapshot: [try #require(stream["snapshot"])], changes: changes)
        let events = try #require(stream["events"]?.array)
        for event in events { mirror.apply(event) }
        #expect(mirror.seq == events.last?["seq"]?.integer)
        let found: [(String, [Value])] = [
            ("windows", mirror.windows), ("controllers", mirror.controllers),
            ("views", mirror.views), ("transitions", mirror.transitions),
        ]
        for (name, records) in found {
            let expected = try #require(stream["expected"]?[name]?.array)
            #expect(records.count == expected.count, "\(name)")
            for (record, expected) in zip(records, expected) {
                #expect(record.inOrder == expected.inOrder)
            }
        }
    }
}
