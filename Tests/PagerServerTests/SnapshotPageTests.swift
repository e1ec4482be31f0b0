import PagerModel
import PagerWire
import Testing

/// Tests of pages of `state.snapshot` while many transitions with long tracks are running.
@Suite struct SnapshotPageTests {
    private static let count = 150

    /// Returns a service with pagers in separate windows, each with a running transition that has
    /// about 50 kB of tracks.
    private static func service(_ count: Int) throws -> TestService {
        var service = TestService()
        let keyframes = (0..<1_022).map { number -> Value in
            [
                "at": .number(Double(number) / 1_023),
                "value": .number(0.1234567890123 + Double(number) / 1e4),
            ]
        }
        try service.result(
            "transition.define",
            [
                "style": "long", "duration": 1, "curve": "linear",
                "tracks": [
                    "from": [["property": "scale", "keyframes": .array(keyframes)]], "to": [],
                ],
            ])
        for number in 0..<count {
            let (pager, window) = ("p\(number)", "w\(number)")
            let pages = ["a\(number)", "b\(number)"]
            try service.result("window.create", ["id": .string(window)])
            try service.result(
                "controller.create",
                [
                    "id": .string(pager), "kind": "pager", "duration": 1_000,
                    "transition": ["forward": "long", "backward": "long"],
                ])
            for page in pages {
                try service.result("controller.create", ["id": .string(page), "kind": "view"])
            }
            try service.result(
                "pager.setPages",
                ["id": .string(pager), "pages": .array(pages.map { .string($0) })])
            try service.result(
                "window.setRoot", ["id": .string(window), "controller": .string(pager)])
            try service.result("pager.next", ["id": .string(pager)])
        }
        return service
    }

    private static func pages(
        of service: inout TestService, limit: Int
    ) throws -> (pages: [Value], sizes: [Int]) {
        var (pages, sizes): ([Value], [Int]) = ([], [])
        var params: Value = ["limit": .integer(limit)]
        while true {
            let reply = service.exchange(service.message("state.snapshot", params))
            let page = try #require(try JSONParser.parse(reply)["result"])
            pages.append(page)
            sizes.append(reply.count)
            guard let next = page["next"] else { return (pages, sizes) }
            params = ["limit": .integer(limit), "after": next]
        }
    }

    private static func names(_ pages: [Value], _ kind: String, _ key: String = "id") -> [String] {
        pages.flatMap { ($0[kind]?.array ?? []).compactMap { $0[key]?.string } }
    }

    @Test(arguments: [7, 10_000])
    func `Running transitions are split over several snapshot pages of limited size`(
        limit: Int
    ) throws {
        var service = try Self.service(Self.count)
        let (pages, sizes) = try Self.pages(of: &service, limit: limit)
        let item = 64 << 10
        #expect(sizes.allSatisfy { $0 <= Limits.listBytes + item }, "\(sizes)")
        #expect(pages.filter { $0["transitions"]?.array?.isEmpty == false }.count > 1)
        let all = (0..<Self.count).map(String.init)
        #expect(Self.names(pages, "transitions", "transition") == (1...Self.count).map { "t\($0)" })
        #expect(Self.names(pages, "windows") == all.map { "w\($0)" })
        #expect(
            Self.names(pages, "controllers") == all.flatMap { ["p\($0)", "a\($0)", "b\($0)"] })
        // A client that ignores transitions gets no page without records while records are left.
        let last = pages.lastIndex { $0["windows"] != [] || $0["controllers"] != [] } ?? 0
        #expect(
            pages[...last].allSatisfy { $0["windows"] != [] || $0["controllers"] != [] })
    }

    @Test func `The first page has all running transitions if they fit`() throws {
        var service = try Self.service(20)
        let (pages, _) = try Self.pages(of: &service, limit: 1)
        #expect(pages.count == 80)
        #expect(pages[0]["transitions"]?.array?.count == 20)
        #expect(pages.dropFirst().allSatisfy { $0["transitions"] == [] })
    }

    @Test func `A cursor at which no page begins is refused`() throws {
        var service = try Self.service(2)
        let revision = service.point.revision
        for place in [0, 1 << 20, 2 << 32, 3 << 32, 3 << 32 | 1, Int.max, 1 << 62] {
            let error = try service.error(
                "state.snapshot", ["after": .string("\(revision)-\(place)")])
            #expect(error["data"]?["path"] == "after", "\(place)")
        }
    }
}
