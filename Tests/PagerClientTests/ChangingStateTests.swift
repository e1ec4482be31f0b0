import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of states of several pages that are read while something changes all the time.
@Suite struct ChangingStateTests {
    private let daemon: TestDaemon

    /// Starts a daemon whose pager turns a thousand times a second, and whose controllers do not
    /// fit into one page.
    init() throws {
        daemon = try TestDaemon([])
        var requester = try daemon.requester()
        let text = Value.string(String(repeating: "x", count: Limits.contentBytes / 2))
        for id in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            _ = try requester.request(
                "controller.create",
                [.init("id", .string(id)), .init("kind", "view"), .init("content", text)])
        }
        for (method, params) in [
            ("window.create", ["id": "w"]),
            (
                "controller.create",
                [
                    "id": "pager", "kind": "pager", "autoAdvance": 0.001, "duration": 0,
                    "wrap": true,
                ]
            ),
            ("pager.setPages", ["id": "pager", "pages": ["a", "b"]]),
            ("window.setRoot", ["id": "w", "controller": "pager"]),
        ] as [(String, Value)] {
            _ = try requester.request(method, params.members ?? [])
        }
    }

    @Test(arguments: ["controller.list", "controller.tree"])
    func `A list shows one revision`(method: String) throws {
        var requester = try daemon.requester()
        let list = try requester.requestAll(method).result["controllers"]?.array ?? []
        let appeared = list.filter { ["a", "b"].contains($0["id"]) }
            .filter { $0["appearance"] == "appeared" }
        #expect(appeared.count == (method == "controller.list" ? 1 : 0))
        #expect(list.count >= 7)
    }

    @Test func `A snapshot shows one revision`() throws {
        var requester = try daemon.requester()
        let pages = try requester.snapshot()
        #expect(pages.count > 1)
        #expect(Set<Int>(pages.map(\.revision)).count == 1)
        #expect(Set<Int>(pages.map(\.seq)).count == 1)
        let controllers = pages.flatMap { $0.result["controllers"]?.array ?? [] }
        #expect(controllers.count == 9)
    }
}
