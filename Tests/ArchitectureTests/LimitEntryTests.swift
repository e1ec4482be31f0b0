import Foundation
import PagerModel
import PagerWire
import Testing

/// Tests that each limit of the daemon has a test.
///
/// `Tests/Fixtures/limits.json` names it: a test in which a client exceeds the limit over a socket
/// (`transport`), or calls that do so without one (`service`), or why no client can try (`none`).
@Suite struct LimitEntryTests {
    @Test func `Each limit has an entry that names a test, or the reason why there is none`() throws
    {
        let text = try SourceFiles.text(of: "Tests/Fixtures/limits.json")
        let entries = try #require(try JSONParser.parse(Array(text.utf8)).members)
        #expect(entries.map(\.name) == Limits.all.map(\.name))
        let tests = Set<String>(
            try TestFunction.all().map { $0.path.replacing("`", with: "") })
        let daemons = ["PagerClientTests.", "EndToEndTests."]
        for entry in entries {
            guard case .object(let members) = entry.value, members.count == 1,
                let found = members[0].value.string
            else {
                Issue.record("\(entry.name): an entry has one member")
                continue
            }
            switch members[0].name {
            case "transport":
                #expect(tests.contains(found), "\(entry.name): there is no test \(found)")
                #expect(daemons.contains { found.hasPrefix($0) }, "\(found) starts no daemon")
            case "service":
                #expect(tests.contains(found), "\(entry.name): there is no test \(found)")
            case "none": #expect(found.count > 10, "\(entry.name)")
            default: Issue.record("\(entry.name): \(members[0].name) is no kind of test")
            }
        }
    }

    @Test func `Most limits are tried by a client over a socket`() throws {
        let text = try SourceFiles.text(of: "Tests/Fixtures/limits.json")
        let entries = try #require(try JSONParser.parse(Array(text.utf8)).members)
        let tried = entries.filter { $0.value["transport"] != nil }
        #expect(2 * tried.count > entries.count)
    }
}
