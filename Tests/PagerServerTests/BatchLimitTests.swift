import PagerModel
import Testing

@testable import PagerServer

/// Tests of the limits that keep one request from blocking the daemon.
@Suite struct BatchLimitTests {
    private static func command(_ method: String, _ params: Value) -> Value {
        ["method": .string(method), "params": params]
    }

    @Test(arguments: ["events", "bytes", "visits"], [true, false])
    func `After too many events, bytes or visits, a batch does nothing more`(
        limit: String, isAtomic: Bool
    ) throws {
        var service = TestService()
        try service.makeBook(pages: (0..<100).map { "page\($0)" })
        switch limit {
        case "events": service.service.limits.batchEvents = 20
        case "bytes": service.service.limits.batchBytes = 40_000
        default: service.service.limits.batchVisits = 20_000
        }
        let moves = (0..<100).map {
            Self.command(
                "pager.move", ["id": "book", "page": "page0", "to": .integer(1 - $0 % 2)])
        }
        let before = (point: service.point, archive: service.archived())
        let reply = try service.call(
            "batch", ["atomic": .bool(isAtomic), "commands": .array(moves)])
        let events = try service.published().eventNames
        let done: Int
        if isAtomic {
            let error = try #require(reply["error"])
            done = try #require(error["data"]?["index"]?.integer)
            #expect(error.refusal == "-32001 limitExceeded at commands[\(done)]")
            #expect(service.point == before.point)
            #expect(service.archived() == before.archive)
            #expect(events.isEmpty)
        } else {
            let results = try #require(reply["result"]?["results"]?.array)
            done = results.prefix { $0["result"] != nil }.count
            #expect(results.count == moves.count)
            #expect(
                results[done...].allSatisfy { $0["error"]?["data"]?["name"] == "limitExceeded" })
            #expect(events == Array(repeating: "pagesChanged", count: done))
        }
        #expect((1..<60).contains(done), "it stops when it has too many, not at its end")
        // The event after the last permitted one is noticed when it has happened.
        if limit == "events" { #expect(done == (isAtomic ? 20 : 21)) }
        // The next request has limits of its own.
        try service.result(
            "batch", ["atomic": true, "commands": .array(Array(moves.prefix(done / 2)))])
    }

    /// Returns the number of commands of a batch that ran before its visits were used up.
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

    @Test func `Each update of a controller with a long content counts its bytes as batch work`()
        throws
    {
        var service = TestService()
        let content = Value.string(String(repeating: "x", count: 500_000))
        try service.result(
            "controller.create", ["id": "c", "kind": "view", "content": ["body": content]])
        let update = Self.command("controller.update", ["id": "c", "title": "t"])
        let count = try Self.carriedOut(Array(repeating: update, count: 1_000), by: &service)
        #expect((10...200).contains(count))
    }

    @Test func `Reactions count as work of the batch that causes them`() throws {
        var service = TestService()
        try service.result("view.create", ["id": "v"])
        let idle: Value = ["method": "view.removeFromSuperview", "params": ["view": "v"]]
        try service.result(
            "controller.create",
            [
                "id": "a", "kind": "view",
                "on": ["viewIsAppearing": .array(Array(repeating: idle, count: 4_000))],
            ])
        let call = Self.command("controller.call", ["id": "a", "callback": "viewIsAppearing"])
        let count = try Self.carriedOut(Array(repeating: call, count: 60), by: &service)
        #expect((10...50).contains(count))
    }

    @Test func `Refused commands count as work of a batch, including the copy that they made`()
        throws
    {
        var service = TestService()
        for number in 0..<1_000 {
            try service.result(
                "controller.create", ["id": .string("c\(number)"), "kind": "view"])
        }
        try service.result("window.create", ["id": "w"])
        try service.result("view.create", ["id": "box"])
        try service.result("controller.addChild", ["parent": "c0", "child": "c1"])
        try service.result("view.addSubview", ["view": "c1", "to": "box"])
        try service.result("view.addSubview", ["view": "box", "to": "c2"])
        let refused = Self.command("window.setRoot", ["id": "w", "controller": "c2"])
        let reply = try service.result(
            "batch", ["commands": .array(Array(repeating: refused, count: 1_000))])
        let names = reply["results"]?.array?.compactMap { $0["error"]?["data"]?["name"]?.string }
        #expect(names?.first == "hierarchyInconsistency")
        #expect(names?.last == "limitExceeded")
    }

    @Test func `Walking up the tree of views or controllers counts as work of a batch`() throws {
        var service = TestService()
        let levels = 200
        for level in 0..<levels {
            try service.result("view.create", ["id": .string("v\(level)")])
            try service.result("controller.create", ["id": .string("c\(level)"), "kind": "view"])
            guard level > 0 else { continue }
            try service.result(
                "view.addSubview",
                ["view": .string("v\(level)"), "to": .string("v\(level - 1)")])
            try service.result(
                "controller.addChild",
                ["parent": .string("c\(level - 1)"), "child": .string("c\(level)")])
        }
        for level in 0..<levels {
            try service.result(
                "view.addSubview",
                ["view": .string("c\(level)"), "to": .string("v\(levels - 1)")])
        }
        try service.result("view.create", ["id": "x"])
        let commands = [
            Self.command("view.addSubview", ["view": "x", "to": .string("c\(levels - 1)")]),
            Self.command("view.removeFromSuperview", ["view": "x"]),
        ]
        let batch = (0..<500).flatMap { _ in commands }
        #expect(try Self.carriedOut(batch, by: &service) > 100)
    }

    @Test func `A container has a maximum number of children`() throws {
        var service = TestService()
        let names = (0...Limits.children).map { "c\($0)" }
        try service.batches(
            of: names.map {
                Self.command("controller.create", ["id": .string($0), "kind": "view"])
            })
        for (kind, method) in [
            ("tabBar", "tabBar.setControllers"), ("navigation", "navigation.setStack"),
        ] {
            try service.result(
                "controller.create", ["id": .string(kind), "kind": .string(kind)])
            let error = try service.error(
                method,
                ["id": .string(kind), "controllers": .array(names.map { .string($0) })])
            #expect(error.refusal == "-32001 limitExceeded at controllers")
        }
        let most = names.dropLast().map { Value.string($0) }
        try service.result("tabBar.setControllers", ["id": "tabBar", "controllers": .array(most)])
        let record = try service.result("controller.get", ["id": "tabBar"])
        #expect(record["controllers"]?.array?.count == Limits.children)
    }

    @Test func `The offscreenLimit of a pager has a maximum`() throws {
        var service = TestService()
        let most = Value.integer(Limits.offscreenPages)
        try service.result(
            "controller.create", ["id": "p", "kind": "pager", "offscreenLimit": most])
        let error = try service.error(
            "controller.update",
            ["id": "p", "offscreenLimit": .integer(Limits.offscreenPages + 1)])
        #expect(error.refusal == "-32001 limitExceeded at offscreenLimit")
        #expect(try service.result("controller.get", ["id": "p"])["offscreenLimit"] == most)
    }
}
