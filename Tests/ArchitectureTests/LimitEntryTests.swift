import Foundation
import PagerModel
import PagerWire
import Testing

/// Tests that each limit of the daemon has a test that tries to exceed it.
///
/// `Tests/Fixtures/limits.json` names the test, and the transport by which it tries: the sockets for
/// `commands`, `events` and `plugins`, or the `output` of a plugin's program. If no stranger can
/// try, it names a test without a daemon (`service`), and the reason (`because`).
@Suite struct LimitEntryTests {
    private static let transports = ["commands", "events", "plugins", "output"]

    @Test func `Each limit has a test that exceeds it by a stranger's transport, or a reason`()
        throws
    {
        let text = try SourceFiles.text(of: "Tests/Fixtures/limits.json")
        let entries = try #require(try JSONParser.parse(Array(text.utf8)).members)
        #expect(entries.map(\.name) == Limits.all.map(\.name))
        let tests = Set<String>(
            try TestFunction.all().map { $0.path.replacing("`", with: "") })
        let daemons = ["PagerClientTests.", "EndToEndTests."]
        for entry in entries {
            guard let members = entry.value.members, let way = members.first,
                let test = way.value.string
            else {
                Issue.record("\(entry.name): an entry names a test")
                continue
            }
            #expect(tests.contains(test), "\(entry.name): there is no test \(test)")
            if Self.transports.contains(way.name) {
                #expect(members.count == 1, "\(entry.name)")
                #expect(daemons.contains { test.hasPrefix($0) }, "\(test) starts no daemon")
            } else {
                #expect(members.map(\.name) == ["service", "because"], "\(entry.name)")
                #expect((members.last?.value.string?.count ?? 0) > 10, "\(entry.name)")
            }
        }
    }
}
