import Foundation
import PagerServer
import Testing

/// Journals hold commands. Where the same commands do something else, older journals lead elsewhere,
/// and the number of the behaviour says so.
///
/// `Tests/Frozen/behaviour.txt` has the digests. `PAGERD_ACCEPT_BEHAVIOUR=1` writes it anew.
@Suite struct BehaviourTests {
    private static let path = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Frozen/behaviour.txt")

    @Test func `Events and state change only together with the number of the behaviour`() throws {
        let present = try Behaviour.present()
        let recorded =
            try (try? String(contentsOf: Self.path, encoding: .utf8))
            .map { try Behaviour(text: $0) } ?? Behaviour(number: 0, outcomes: [:])
        if let obstacle = recorded.obstacle(to: present) {
            Issue.record(Comment(rawValue: obstacle))
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

    @Test func `A case that leads elsewhere needs a new number`() {
        var after = before
        after.outcomes["B"]?.events = "e"
        let obstacle = before.obstacle(to: after)
        #expect(obstacle?.contains("set Service.behaviour to 5") == true)
        #expect(obstacle?.contains("1 cases publish other events (B), and") == true)
        after.number = 5
        #expect(before.obstacle(to: after) == nil)
        after.number = 3
        #expect(before.obstacle(to: after)?.contains("never taken back") == true)
    }

    @Test func `Other events and another state are told apart`() {
        var after = before
        after.outcomes["A"]?.state = "e"
        after.outcomes["B"]?.state = "e"
        #expect(before.changes(to: after) == "2 cases lead to another state (A, B)")
        after.outcomes["A"]?.events = "e"
        #expect(
            before.changes(to: after)
                == "1 cases publish other events (A) and 2 cases lead to another state (A, B)")
    }

    @Test func `A case that is new, gone or another one needs none`() {
        var after = before
        after.outcomes["A"] = nil
        after.outcomes["B"] = .init(of: "3", events: "e", state: "e")
        after.outcomes["C"] = .init(of: "4", events: "e", state: "e")
        #expect(before.obstacle(to: after) == nil)
    }

    @Test func `The digests are read as they are written`() throws {
        #expect(try Behaviour(text: before.text) == before)
    }
}
