import PagerModel
import PagerServer
import Testing

/// Tests of the limits that keep one request from blocking the daemon: a batch ends at its limits,
/// a long reply comes in pages, and many deadlines run in several calls.
@Suite struct BatchLimitTests {
    /// Batches with few commands that do much work.
    private struct Excess: Sendable, CustomTestStringConvertible {
        let limit: String
        let create: (kind: String, options: Value, count: Int)
        let commands: [Value]

        var testDescription: String { limit }
    }

    private static func command(_ method: String, _ params: Value) -> Value {
        ["method": .string(method), "params": params]
    }

    /// Returns a name of the largest length, so that lists of names have many bytes.
    private static func name(_ number: Int) -> Value {
        let name = "c\(number)"
        return .string(name + String(repeating: "_", count: Limits.identifierBytes - name.count))
    }

    private static let all: [Excess] = [
        Excess(
            limit: "batchEvents", create: ("view", [:], 0),
            commands: Array(
                repeating: command("pager.next", ["id": "book", "animated": false]),
                count: Limits.batchEvents / 10)),
        Excess(
            limit: "batchBytes", create: ("view", [:], 500),
            commands: (0..<Limits.batchCommands).map {
                command("pager.move", ["id": "book", "page": name(0), "to": .integer($0 % 2)])
            }),
        Excess(
            limit: "batchVisits", create: ("view", [:], 1_000),
            commands: (0..<1_000).map {
                command("view.addSubview", ["view": "tree", "to": $0 % 2 == 0 ? "c0" : "c1"])
            }),
    ]

    private static func stage(_ excess: Excess) throws -> TestService {
        var service = TestService()
        try service.makeBook(options: [.init("wrap", true)])
        let hasLongNames = excess.limit == "batchBytes"
        let names = (0..<excess.create.count).map {
            hasLongNames ? name($0).string ?? "" : "c\($0)"
        }
        for name in names {
            let members: [Value.Member] = [
                .init("id", .string(name)), .init("kind", .string(excess.create.kind)),
            ]
            try service.result(
                "controller.create", .object(members + (excess.create.options.members ?? [])))
        }
        switch excess.limit {
        case "batchBytes":
            try service.result(
                "pager.setPages", ["id": "book", "pages": .array(names.map { .string($0) })])
        case "batchVisits":
            try service.result("view.create", ["id": "tree"])
            for number in 0..<names.count {
                try service.result("view.create", ["id": .string("v\(number)")])
                try service.result(
                    "view.addSubview", ["view": .string("v\(number)"), "to": "tree"])
            }
        default: break
        }
        _ = try service.published()
        return service
    }

    @Test(arguments: all)
    private func `An atomic batch over a limit changes nothing`(_ excess: Excess) throws {
        var service = try Self.stage(excess)
        let before = (point: service.point, state: try service.state())
        let error = try service.error(
            "batch", ["atomic": true, "commands": .array(excess.commands)])
        #expect(error["data"]?["name"] == "limitExceeded")
        #expect(service.point == before.point)
        #expect(try service.state() == before.state)
        #expect(try service.published().isEmpty)
    }

    @Test(arguments: all)
    private func `In any other batch, the commands after a limit are refused`(
        _ excess: Excess
    ) throws {
        var service = try Self.stage(excess)
        let reply = try service.result("batch", ["commands": .array(excess.commands)])
        let results = try #require(reply["results"]?.array)
        let first = try #require(results.firstIndex { $0["error"] != nil })
        #expect(results.count == excess.commands.count)
        #expect(first > 0)
        #expect(results[..<first].allSatisfy { $0["result"] != nil })
        #expect(
            results[first...].allSatisfy {
                $0["error"]?["data"]?["name"] == "limitExceeded"
            })
        // The next request has limits of its own.
        try service.result("batch", ["commands": .array(Array(excess.commands.prefix(first)))])
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

    @Test(arguments: ["controller.list", "controller.tree"])
    func `Reads of a page that does not exist are refused before the list is visited`(
        method: String
    ) throws {
        var service = TestService()
        for number in 0..<(Limits.batchVisits / Limits.batchCommands + 10) {
            try service.result(
                "controller.create", ["id": .string("c\(number)"), "kind": "view"])
        }
        let list = Self.command(method, ["limit": 1, "after": "x"])
        let before = service.work
        let reply = try service.result(
            "batch", ["commands": .array(Array(repeating: list, count: Limits.batchCommands))])
        let names = try #require(reply["results"]?.array).map { $0["error"]?["data"]?["name"] }
        #expect(names.allSatisfy { $0 == "invalidArgument" })
        #expect(service.work == before)
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

    @Test func `After a list that is too large, a batch reads nothing more`() throws {
        var service = TestService()
        let content = Value.string(String(repeating: "x", count: Limits.contentBytes / 2))
        for number in 0...(2 * Limits.listBytes / Limits.contentBytes) {
            try service.result(
                "controller.create",
                ["id": .string("c\(number)"), "kind": "view", "content": content])
        }
        let commands = [
            Self.command("controller.list", [:]),
            Self.command("controller.get", ["id": "c0"]),
        ]
        let results = try service.result("batch", ["commands": .array(commands)])["results"]?.array
        #expect(results?[0]["error"]?["data"]?["name"] == "tooLarge")
        #expect(results?[1]["error"]?["data"]?["name"] == "tooLarge")
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

    @Test func `The state is in the order of creation, even if storage is reused`() throws {
        var service = TestService()
        func create(_ name: String) throws {
            try service.result("controller.create", ["id": .string(name), "kind": "view"])
        }
        for name in ["a", "b", "c", "d"] { try create(name) }
        for name in ["b", "a", "d"] {
            try service.result("controller.destroy", ["id": .string(name)])
        }
        for name in ["e", "f"] { try create(name) }
        var names: [String] = []
        var after: Value?
        repeat {
            let page = try service.result(
                "state.snapshot",
                .object([.init("limit", 1)] + (after.map { [.init("after", $0)] } ?? [])))
            names += (page["controllers"]?.array ?? []).compactMap { $0["id"]?.string }
            after = page["next"]
        } while after != nil
        #expect(names == ["c", "e", "f"])
    }

    @Test(arguments: [
        "0-1", "1-0", "1-99", "1-", "x", "-", "1-2-3", "1--1", "1--2", "1-99999999999",
        "1-9223372036854775807",
    ])
    func `An invalid cursor is refused`(after: String) throws {
        var service = TestService()
        try service.result("view.create", ["id": "v"])
        let error = try service.error("state.snapshot", ["after": .string(after)])
        #expect(["invalidArgument", "staleRevision"].contains(error["data"]?["name"]?.string))
    }

    @Test func `Many deadlines run in several calls, and none is left out`() throws {
        var service = TestService(clock: .real)
        try service.makeBook(options: [
            .init("autoAdvance", 0.001), .init("wrap", true), .init("duration", 0),
        ])
        let late = Instant.zero.advanced(by: 0.001 * 2.5 * Double(Limits.deadlinesAtOnce))
        var goes = 0
        var turns = 0
        while let next = service.service.nextDeadline(), next <= late {
            service.service.runDeadlines(until: late)
            let settled = try service.published().filter { $0["event"] == "didSettle" }.count
            #expect(settled <= Limits.deadlinesAtOnce)
            turns += settled
            goes += 1
        }
        #expect(goes == 3)
        #expect(turns == Int(2.5 * Double(Limits.deadlinesAtOnce)))
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
