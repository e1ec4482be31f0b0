import PagerModel
import PagerServer
import Testing

/// Tests of lists that are published again with each change. Each name in them costs the daemon
/// time.
@Suite struct PublishedListTests {
    private static func command(_ method: String, _ params: Value) -> Value {
        ["method": .string(method), "params": params]
    }

    /// Returns the number of commands in a batch that ran before its visits were used up.
    private static func carriedOut(_ commands: [Value], by service: inout TestService) throws -> Int
    {
        let reply = try service.result("batch", ["commands": .array(commands)])
        let results = try #require(reply["results"]?.array)
        let first = try #require(results.firstIndex { $0["error"] != nil })
        #expect(
            results[first]["error"]?["message"]?.string?.contains("controllers and views") == true)
        return first
    }

    private static func views(_ count: Int, in service: inout TestService) throws -> [Value] {
        let names = (0..<count).map { Value.string("c\($0)") }
        let creations = names.map { command("controller.create", ["id": $0, "kind": "view"]) }
        let reply = try service.result("batch", ["commands": .array(creations)])
        // Newly created controllers are in no list, so they cost nothing.
        #expect(reply["results"]?.array?.allSatisfy { $0["result"] != nil } == true)
        return names
    }

    @Test func `Each name in a published list counts as work of a batch`() throws {
        var service = TestService()
        try service.makeBook()
        let pages = try Self.views(3_000, in: &service)
        try service.result("pager.setPages", ["id": "book", "pages": .array(pages)])
        let moves = (0..<400).map {
            Self.command("pager.move", ["id": "book", "page": "c0", "to": .integer(1 - $0 % 2)])
        }
        let count = try Self.carriedOut(moves, by: &service)
        #expect((1...Limits.batchVisits / (8 * pages.count)).contains(count))
    }

    @Test func `Each controller in a changed stack counts as work of a batch`() throws {
        var service = TestService()
        let names = try Self.views(3_000, in: &service)
        try service.result("controller.create", ["id": "nav", "kind": "navigation"])
        try service.result("navigation.setStack", ["id": "nav", "controllers": .array(names)])
        try service.result("controller.create", ["id": "top", "kind": "view"])
        let push = Self.command(
            "navigation.push", ["id": "nav", "controller": "top", "animated": false])
        let pop = Self.command("navigation.pop", ["id": "nav", "animated": false])
        let changes = (0..<400).map { $0 % 2 == 0 ? push : pop }
        let count = try Self.carriedOut(changes, by: &service)
        #expect((1...Limits.batchVisits / (8 * names.count)).contains(count))
    }
}
