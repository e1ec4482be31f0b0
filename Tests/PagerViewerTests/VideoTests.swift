import PagerClient
import PagerModel
import PagerWire
import Testing

@testable import PagerViewer

/// Tests of pages that stay until their video ends.
@Suite struct VideoTests {
    private func hub(
        pager: [Value.Member] = [], selected: String = "film", untilEnd: Bool = true
    ) -> BrowserHub {
        let container: [Value.Member] = [
            .init("id", "book"), .init("kind", "pager"),
            .init("selected", .string(selected)), .init("paused", false),
            .init("appearance", "appeared"), .init("children", ["film"]),
        ]
        let page: Value = [
            "id": "film", "kind": "view", "parent": "book", "appearance": "appeared",
            "content": ["type": "video/mp4", "untilEnd": .bool(untilEnd)],
        ]
        let hasPages = pager.contains { $0.name == "pages" }
        let pages = hasPages ? [] : [Value.Member("pages", ["news", "film"])]
        let hub = BrowserHub()
        hub.begin(
            Mirror(
                snapshot: [
                    [
                        "seq": 1, "windows": [], "views": [], "transitions": [],
                        "controllers": .array([.object(container + pages + pager), page]),
                    ]
                ]), hello: .object([]))
        return hub
    }

    @Test func `The end of a video selects the next page; a second report has no effect`() throws {
        let hub = hub(pager: [.init("reverse", true)])
        let request = try #require(hub.request(afterVideoOf: "film"))
        #expect(request["method"] == "pager.select")
        #expect(request["params"]?["id"] == "book")
        #expect(request["params"]?["page"] == "news")
        #expect(self.hub(selected: "news").request(afterVideoOf: "film") == nil)
    }

    @Test func `After the last page, the first one follows only with wrap or rewind`() {
        #expect(hub().request(afterVideoOf: "film") == nil)
        for option in ["wrap", "rewind"] {
            let request = hub(pager: [.init(option, true)]).request(afterVideoOf: "film")
            #expect(request?["params"]?["page"] == "news")
        }
    }

    @Test func `With wrap, the first page follows forwards if nothing else has changed`() throws {
        let options: [(reverse: Bool, pages: Value, method: Value)] = [
            (false, ["news", "film"], "pager.next"), (true, ["film", "news"], "pager.previous"),
        ]
        for option in options {
            let hub = hub(pager: [
                .init("wrap", true), .init("reverse", .bool(option.reverse)),
                .init("pages", option.pages),
            ])
            let event: Value = [
                "seq": 2, "prev": [1, 1], "revision": 7, "time": 0, "category": "pager",
                "subject": "book", "event": "didSettle",
            ]
            let published = PublishedEvent(bytes: Array(event.json.utf8), value: event)
            hub.publish([try #require(published)])
            let request = try #require(hub.request(afterVideoOf: "film"))
            #expect(request["method"] == option.method)
            #expect(request["params"] == ["id": "book", "ifRevision": 7])
        }
    }

    @Test func `A video without untilEnd and an unknown page cause no page change`() {
        let wrap = [Value.Member("wrap", true)]
        #expect(hub(pager: wrap, untilEnd: false).request(afterVideoOf: "film") == nil)
        #expect(hub(pager: wrap).request(afterVideoOf: "nosuch") == nil)
        #expect(hub(pager: wrap).request(afterVideoOf: "book") == nil)
        #expect(BrowserHub().request(afterVideoOf: "film") == nil)
    }
}
