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

    @Test func `A mirror has all running transitions, even those of later snapshot pages`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let keyframe: Value = ["at": 0.123456789012345, "value": 0.123456789012345]
        let track: Value = [
            "property": "scale", "keyframes": .array(Array(repeating: keyframe, count: 1_022)),
        ]
        _ = try requester.request(
            "transition.define",
            [
                .init("style", "long"), .init("duration", 1), .init("curve", "linear"),
                .init("tracks", ["from": [track], "to": []]),
            ])
        let count = 130
        for number in 0..<count {
            let (pager, window) = (Value.string("p\(number)"), Value.string("w\(number)"))
            let pages: [Value] = [.string("a\(number)"), .string("b\(number)")]
            let style: Value = ["forward": "long", "backward": "long"]
            let commands: [(String, Value)] = [
                ("window.create", ["id": window]),
                (
                    "controller.create",
                    ["id": pager, "kind": "pager", "duration": 1_000, "transition": style]
                ),
                ("controller.create", ["id": pages[0], "kind": "view"]),
                ("controller.create", ["id": pages[1], "kind": "view"]),
                ("window.setRoot", ["id": window, "controller": pager]),
                ("pager.setPages", ["id": pager, "pages": .array(pages)]),
                ("pager.next", ["id": pager]),
            ]
            for (method, params) in commands {
                _ = try requester.request(method, params.members ?? [])
            }
        }
        let pages = try requester.snapshot()
        #expect(pages.filter { $0.result["transitions"]?.array?.isEmpty == false }.count > 1)
        let mirror = Mirror(snapshot: pages.map(\.result))
        #expect(mirror.transitions.count == count)
        #expect(Self.differences(mirror, pages) == [])
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
