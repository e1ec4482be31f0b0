import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

@Suite struct MirrorTests {
    /// Returns the differences between a mirror and a snapshot, field by field.
    static func differences(_ mirror: Mirror, _ pages: [Reply]) -> [String] {
        var found: [String] = []
        let kinds: [(String, [Value], String)] = [
            ("windows", mirror.windows, "id"), ("controllers", mirror.controllers, "id"),
            ("views", mirror.views, "id"), ("transitions", mirror.transitions, "transition"),
        ]
        for (kind, mine, key) in kinds {
            // A mirror updates the snapshot's records too, so compare what it returns for them.
            let theirs =
                kind == "transitions"
                ? Mirror(snapshot: pages.map(\.result)).transitions
                : pages.flatMap { $0.result[kind]?.array ?? [] }
            let names = (mine.map { $0[key]?.string ?? "" }, theirs.map { $0[key]?.string ?? "" })
            if names.0 != names.1 { found.append("\(kind): \(names.0) is not \(names.1)") }
            for (mine, theirs) in zip(mine, theirs) where mine.inOrder != theirs.inOrder {
                let names = (mine.members ?? []).map(\.name) + (theirs.members ?? []).map(\.name)
                for name in Set(names).sorted()
                where mine[name]?.inOrder != theirs[name]?.inOrder {
                    found.append(
                        "\(kind) \(theirs[key]?.string ?? "").\(name): mirror "
                            + "\(mine[name]?.json ?? "absent"), "
                            + "snapshot \(theirs[name]?.json ?? "absent")"
                    )
                }
            }
        }
        return found
    }

    @Test func `A mirror has all running transitions, even those of later snapshot pages`() {
        let pages: [Value] = [
            ["transitions": [["transition": "t1"], ["transition": "t2"]]], ["transitions": []],
            ["transitions": [["transition": "t10"]]],
        ]
        let mirror = Mirror(snapshot: pages)
        #expect(mirror.transitions.map { $0["transition"] } == ["t1", "t2", "t10"])
    }

    @Test
    func `In a mirror, a view outside of the area that insets cover has no safe area`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        var subscription = try Subscription.open(daemon.address)
        for (method, params) in [
            ("window.create", ["id": "w", "size": ["width": 400, "height": 400]]),
            ("controller.create", ["id": "root", "kind": "view"]),
            ("controller.create", ["id": "low", "kind": "view"]),
            ("window.setRoot", ["id": "w", "controller": "root"]),
            ("view.addSubview", ["view": "low", "to": "root"]),
            (
                "view.set",
                ["view": "low", "frame": ["x": 0, "y": 200, "width": 400, "height": 200]]
            ),
            ("window.setSafeAreaInsets", ["id": "w", "insets": ["top": 40]]),
        ] as [(String, Value)] {
            _ = try requester.request(method, params.members ?? [])
        }
        let pages = try requester.snapshot()
        var mirror = Mirror()
        while mirror.seq < pages.last?.seq ?? 0 {
            mirror.apply(try #require(try subscription.nextEvent(timeout: 60)).value)
        }
        #expect(Self.differences(mirror, pages) == [])
    }
}
