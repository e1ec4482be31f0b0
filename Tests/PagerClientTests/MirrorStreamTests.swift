import Foundation
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Event streams that test the mirrors of all languages.
@Suite struct MirrorStreamTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/mirror")

    @Test(arguments: ["recorded-carousel", "wheel", "hostile"])
    func `Applying a stream of events produces the expected records`(name: String) throws {
        let file = Self.folder.appendingPathComponent("\(name).json")
        let stream = try JSONParser.parse(Array(Data(contentsOf: file)))
        let table = try #require(stream["changes"])
        let changes =
            table == "built in"
            ? RecordChanges.builtIn
            : try RecordChanges(describedBy: .object([.init("events", table)]))
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

/// Tests of tables of changes that a mirror cannot use.
@Suite struct MirrorTableTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/changes/malformed.json")

    @Test func `A malformed table of changes is refused with the place of the error`() throws {
        let cases = try JSONParser.parse(Array(Data(contentsOf: Self.file))).array ?? []
        #expect(cases.count > 20)
        for one in cases {
            let problem = try #require(one["problem"]?.string)
            let description: Value = ["events": one["table"] ?? .null]
            let error = #expect(throws: BadDescription.self) {
                try RecordChanges(describedBy: description)
            }
            #expect(error?.description.hasPrefix("events\(problem), got ") == true, "\(one.json)")
        }
    }
}
