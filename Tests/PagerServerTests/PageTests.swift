import PagerModel
import PagerWire
import Testing

/// Tests of lists, snapshots, replays and traces that do not fit into one reply.
@Suite struct PageTests {
    /// The bytes of a page in addition to its elements.
    private static let frame = 1_024

    /// Returns a service with controllers that have a megabyte of content each.
    private static func service(_ count: Int) throws -> TestService {
        var service = TestService()
        for number in 0..<count {
            try service.result(
                "controller.create",
                ["id": .string("c\(number)"), "kind": "view", "content": megabyte])
        }
        return service
    }

    private static let megabyte = Value.string(String(repeating: "x", count: 1 << 20))

    /// Returns all pages of a list, and the size of the largest one in bytes.
    private static func pages(
        _ service: inout TestService, _ method: String, _ list: String, _ params: [Value.Member],
        from cursor: String = "after"
    ) throws -> (pages: [[Value]], bytes: Int) {
        var (pages, bytes): ([[Value]], Int) = ([], 0)
        var next: Value?
        repeat {
            let more =
                params.filter { next == nil || $0.name != cursor }
                + (next.map { [Value.Member(cursor, $0)] } ?? [])
            let reply = service.exchange(service.message(method, .object(more)))
            bytes = max(bytes, reply.count)
            let result = try #require(try JSONParser.parse(reply)["result"])
            pages.append(try #require(result[list]?.array))
            next = result["next"]
        } while next != nil
        return (pages, bytes)
    }

    @Test(arguments: ["controller.list", "controller.tree", "state.snapshot"])
    func `A page of a list ends at the byte limit`(method: String) throws {
        var service = try Self.service(10)
        let limit = Value.Member("limit", 10_000)
        let found = try Self.pages(&service, method, "controllers", [limit])
        #expect(
            found.pages.flatMap { $0.compactMap { $0["id"]?.string } }
                == (0..<10).map { "c\($0)" })
        #expect(found.pages.count >= 3)
        let item = (1 << 20) + Self.frame
        #expect(found.bytes <= Limits.listBytes + item + Self.frame)
    }

    @Test func `A page of a replay ends at the byte limit`() throws {
        var service = try Self.service(10)
        let found = try Self.pages(
            &service, "events.replay", "events", [.init("since", 0)], from: "since")
        #expect(found.pages.flatMap { $0.compactMap { $0["seq"]?.integer } } == Array(1...10))
        #expect(found.pages.count >= 3)
        #expect(found.bytes <= Limits.listBytes + Self.frame)
    }

    @Test(arguments: [
        ("controller.list", "controllers"), ("controller.tree", "controllers"),
        ("window.list", "windows"), ("transition.styles", "styles"),
    ])
    func `A page of a list has the requested number of elements, except the last page`(
        method: String, list: String
    ) throws {
        var service = TestService()
        for number in 0..<3 {
            try service.result("window.create", ["id": .string("w\(number)")])
            try service.result(
                "controller.create", ["id": .string("c\(number)"), "kind": "view"])
        }
        let whole = try service.result(method)
        #expect(whole["next"] == nil)
        let found = try Self.pages(&service, method, list, [.init("limit", 2)])
        #expect(found.pages.flatMap { $0 } == whole[list]?.array)
        #expect(found.pages.allSatisfy { (1...2).contains($0.count) })
        #expect(found.pages.count == ((whole[list]?.array?.count ?? 0) + 1) / 2)
    }

    /// The element that fills a page is its last one.
    @Test func `A page ends with the element that reaches the byte limit`() throws {
        var service = TestService()
        // Each of these bytes takes six bytes in JSON.
        let content = Value.string(String(repeating: "\u{1}", count: 600 << 10))
        for id: Value in ["a", "b", "c"] {
            try service.result(
                "controller.create", ["id": id, "kind": "view", "content": content])
        }
        for method in ["controller.list", "state.snapshot"] {
            let found = try Self.pages(
                &service, method, "controllers", [.init("limit", 10_000)])
            #expect(found.pages.map(\.count).reduce(0, +) == 3)
            #expect(found.pages.allSatisfy { (1...2).contains($0.count) }, "\(method)")
        }
        let replayed = try Self.pages(
            &service, "events.replay", "events", [.init("since", 0)], from: "since")
        #expect(replayed.pages.map(\.count) == [1, 1, 1])
    }

    @Test func `A cursor from an earlier state and an invalid cursor or limit are refused`() throws
    {
        var service = try Self.service(2)
        let page = try service.result("controller.list", ["limit": 1])
        let next = try #require(page["next"])
        try service.result("controller.create", ["id": "more", "kind": "view"])
        let error = try service.error("controller.list", ["after": next])
        #expect(error.refusal == "-32001 staleRevision at after")
        for wrong: Value in [
            "", "x", "1", "1-x", "1--1", "-1--1", "1-2-3", "99999999999999999999-1",
        ] {
            #expect(
                try service.error("controller.list", ["after": wrong])["data"]?["path"] == "after")
        }
        for wrong: Value in [0, -1] {
            let error = try service.error("window.list", ["limit": wrong])
            #expect(error.refusal == "-32000 invalidArgument at limit")
        }
    }

    @Test func `The plugin list has pages that are sorted by name`() throws {
        var stage = TestService()
        for name in ["b", "c", "a"] { try stage.attach(name) }
        let first = try stage.result("plugin.list", ["limit": 2])
        #expect(first["plugins"]?.array?.map { $0["name"] } == ["a", "b"])
        let rest = try stage.result(
            "plugin.list", ["limit": 2, "after": try #require(first["next"])])
        #expect(rest["plugins"]?.array?.map { $0["name"] } == ["c"])
        #expect(rest["next"] == nil)
    }

    @Test func `A trace ends at the byte limit and is reported as incomplete`() throws {
        var service = TestService()
        let pages = (0..<500).map { Value.string("page\($0)") }
        for id in pages { try service.result("controller.create", ["id": id, "kind": "view"]) }
        try service.result("controller.create", ["id": "book", "kind": "pager"])
        try service.result("pager.setPages", ["id": "book", "pages": .array(pages)])
        func moves(_ count: Int) -> Value {
            .array(
                (0..<count).map {
                    [
                        "method": "pager.move",
                        "params": ["id": "book", "page": "page0", "to": .integer(($0 + 1) % 2)],
                    ]
                })
        }
        let short = try service.result("batch", ["commands": moves(2), "trace": true])
        #expect(short["events"]?.array?.count == 2)
        #expect(short["complete"] == nil)
        let long = try service.result("batch", ["commands": moves(1_000), "trace": true])
        #expect(long["results"]?.array?.count == 1_000)
        let events = try #require(long["events"]?.array)
        #expect((1..<1_000).contains(events.count))
        #expect(events.reduce(0) { $0 + $1.json.utf8.count } <= Limits.listBytes)
        #expect(long["complete"] == false)
    }

    @Test func `The results of the reads in a batch have a byte limit`() throws {
        var service = try Self.service(1)
        let get: Value = ["method": "controller.get", "params": ["id": "c0"]]
        let create: Value = ["method": "controller.create", "params": ["kind": "view"]]
        let result = try service.result(
            "batch", ["commands": .array(Array(repeating: get, count: 6) + [create])])
        let results = try #require(result["results"]?.array)
        #expect(results.prefix(3).allSatisfy { $0["result"] != nil })
        #expect(results[3..<6].allSatisfy { $0["error"]?["data"]?["name"] == "tooLarge" })
        #expect(results[6]["result"] != nil)
    }
}
