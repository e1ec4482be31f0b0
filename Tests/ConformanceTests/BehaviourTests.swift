import Foundation
import PagerServer
import Testing

/// A journal contains commands. If the same commands have other effects in a new version, older
/// journals lead to another state, so the behaviour number must change.
///
/// `Tests/Frozen/behaviour.txt` contains the digests. `PAGERD_ACCEPT_BEHAVIOUR=1` rewrites it.
@Suite struct BehaviourTests {
    private static let path = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Frozen/behaviour.txt")

    @Test func `Events and state change only together with the behaviour number`() throws {
        let present = try Behaviour.present()
        let recorded =
            try (try? String(contentsOf: Self.path, encoding: .utf8))
            .map { try Behaviour(text: $0) } ?? Behaviour(number: 0, outcomes: [:])
        if let mismatch = recorded.mismatch(with: present) {
            Issue.record(Comment(rawValue: mismatch))
            return
        }
        if recorded == present { return }
        if ProcessInfo.processInfo.environment["PAGERD_ACCEPT_BEHAVIOUR"] == "1" {
            print("accepted:", recorded.changes(to: present) ?? "older cases are as they were")
            return try Data(present.text.utf8).write(to: Self.path)
        }
        Issue.record(
            """
            there are cases or a number that Tests/Frozen/behaviour.txt does not have: run \
            PAGERD_ACCEPT_BEHAVIOUR=1 swift test --filter BehaviourTests
            """)
    }

    private let before = Behaviour(
        number: 4,
        outcomes: [
            "A": .init(of: "1", events: "a", state: "c"),
            "B": .init(of: "2", events: "b", state: "d"),
        ])

    @Test func `A case with other events or another state needs a new number`() {
        var after = before
        after.outcomes["B"]?.events = "e"
        let mismatch = before.mismatch(with: after)
        #expect(mismatch?.contains("set Service.behaviour to 5") == true)
        #expect(mismatch?.contains("1 cases publish other events (B), and") == true)
        after.outcomes["A"]?.state = "e"
        after.outcomes["B"]?.state = "e"
        #expect(
            before.changes(to: after)
                == "1 cases publish other events (B) and 2 cases lead to another state (A, B)")
        after.number = 5
        #expect(before.mismatch(with: after) == nil)
        after.number = 3
        #expect(before.mismatch(with: after)?.contains("never withdrawn") == true)
    }

    @Test func `A case that is new, removed or edited needs no new number`() {
        var after = before
        after.outcomes["A"] = nil
        after.outcomes["B"] = .init(of: "3", events: "e", state: "e")
        after.outcomes["C"] = .init(of: "4", events: "e", state: "e")
        #expect(before.mismatch(with: after) == nil)
    }
}
