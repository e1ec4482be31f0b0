import PagerModel
import PagerWire
import Testing

/// Tests of several commands in one request.
@Suite struct BatchTests {
    private static func create(_ id: String) -> Value {
        ["method": "controller.create", "params": ["id": .string(id), "kind": "view"]]
    }

    private static let unknown: Value = [
        "method": "controller.destroy", "params": ["id": "nobody"],
    ]

    @Test func `An atomic batch is one transaction`() throws {
        var service = TestService()
        let result = try service.result(
            "batch",
            [
                "atomic": true, "trace": true,
                "commands": [
                    Self.create("a"), Self.create("b"),
                    ["method": "controller.addChild", "params": ["parent": "a", "child": "b"]],
                ],
            ])
        #expect(result["results"]?.array?.count == 3)
        #expect(result["results"]?.array?[1]["result"]?["id"] == "b")
        #expect(result["revision"] == 1)
        let events = try service.published()
        #expect(result["events"] == .array(events))
        #expect(events.allSatisfy { $0["revision"] == 1 })
        #expect(events.last?["event"] == "parentChanged")
    }

    @Test func `An atomic batch with a refused command changes nothing`() throws {
        var service = TestService()
        try service.makeBook()
        let point = service.point
        let state = try service.state()
        let error = try service.error(
            "batch",
            [
                "atomic": true,
                "commands": [
                    Self.create("x"), ["method": "pager.next", "params": ["id": "book"]],
                    Self.unknown, Self.create("y"),
                ],
            ])
        #expect(error.refusal == "-32000 controllerNotFound at commands[2].params.id")
        #expect(error["data"]?["index"] == 2)
        #expect(service.point == point)
        #expect(try service.published().isEmpty)
        #expect(try service.state() == state)
        // No part of the batch takes effect later.
        try service.result("clock.advance", ["seconds": 60])
        #expect(try service.published().isEmpty)
        try service.result("controller.create", ["id": "x", "kind": "view"])
    }

    @Test(
        arguments: [
            ([:], "-32602 invalidParams at commands[0].params.kind"),
            (["kind": "view", "id": 5], "-32602 invalidParams at commands[0].params.id"),
        ] as [(Value, String)])
    func `The error for a wrong parameter in an atomic batch contains its path`(
        params: Value, refusal: String
    ) throws {
        var service = TestService()
        let error = try service.error(
            "batch",
            [
                "atomic": true,
                "commands": [["method": "controller.create", "params": params]],
            ])
        #expect(error.refusal == refusal)
        #expect(error["data"]?["index"] == 0)
    }

    @Test func `A batch that is not atomic continues after a refused command`() throws {
        var service = TestService()
        let result = try service.result(
            "batch", ["commands": [Self.create("a"), Self.unknown, Self.create("b")]])
        let results = try #require(result["results"]?.array)
        #expect(results[0]["result"]?["id"] == "a")
        #expect(results[1]["error"]?.refusal == "-32000 controllerNotFound at params.id")
        #expect(results[2]["result"]?["id"] == "b")
        #expect(result["revision"] == 2)
        #expect(try service.published().map { $0["revision"] } == [1, 2])
    }

    @Test(arguments: [
        "batch", "clock.advance", "server.ping", "server.shutdown", "events.replay",
        "state.snapshot",
    ])
    func `A batch refuses methods that it cannot contain`(method: String) throws {
        var service = TestService()
        let commands: Value = [Self.create("a"), ["method": .string(method)]]
        let error = try service.error("batch", ["atomic": true, "commands": commands])
        #expect(error.refusal == "-32601 methodNotFound at commands[1].method")
        #expect(error["data"]?["index"] == 1)
        #expect(service.point == StatePoint(seq: 0, revision: 0))
    }

    @Test func `An empty batch succeeds and changes nothing`() throws {
        var service = TestService()
        for atomic in [true, false] {
            let result = try service.result("batch", ["commands": [], "atomic": .bool(atomic)])
            #expect(result["results"] == [])
            #expect(result["revision"] == 0)
        }
    }
}
