import PagerModel
import PagerWire
import Testing

/// Tests of view properties that commands set, at once and at the end of a transition.
@Suite struct ViewValueTests {
    private static let params: Value = [
        "container": "P", "from": "a", "to": "b", "duration": 0.5,
    ]

    /// Returns a service with a container with two children, one of them shown, and the plain view
    /// `v`.
    private func service() throws -> TestService {
        var service = TestService()
        try service.result("window.create", ["id": "w"])
        for id in ["P", "a", "b"] {
            try service.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        for child in ["a", "b"] {
            try service.result("controller.addChild", ["parent": "P", "child": .string(child)])
        }
        try service.result("view.addSubview", ["view": "a", "to": "P"])
        try service.result("window.setRoot", ["id": "w", "controller": "P"])
        try service.result("view.create", ["id": "v"])
        _ = try service.published()
        return service
    }

    private func begin(_ animations: Value) -> Value {
        .object((Self.params.members ?? []) + [Value.Member("animations", animations)])
    }

    @Test(
        arguments: [
            ([["view": "v", "alpha": 1], ["view": "v", "alpha": 2]], "animations[1].alpha"),
            (
                [["view": "v", "frame": ["x": 0, "y": 0, "width": -1, "height": 0]]],
                "animations[0].frame"
            ),
            ([["view": "v", "transform": ["d": 1e7]]], "animations[0].transform.d"),
            ([["view": "v", "transform": ["d": "1"]]], "animations[0].transform.d"),
            ([["view": "v"]], "animations[0].view"),
            ([["view": "v", "alpha": 1], ["view": "ghost", "alpha": 1]], "animations[1].view"),
            (Value.array(Array(repeating: ["view": "v", "alpha": 1], count: 33)), "animations"),
        ] as [(Value, String)])
    func `A wrong end value is named with its path, and no transition begins`(
        _ animations: Value, _ path: String
    ) throws {
        var service = try service()
        let error = try service.error("controller.transition", begin(animations))
        #expect(error["data"]?["path"] == .string(path))
        #expect(try service.published().isEmpty)
    }

    @Test func `A wrong value has the same error message at once and in a transition`()
        throws
    {
        var service = try service()
        let id = try #require(
            try service.result("controller.transition", Self.params)["transition"])
        let values: [(String, Value)] = [
            ("alpha", -1), ("transform", ["a": -1e7]),
            ("frame", ["x": 1e7, "y": 0, "width": 0, "height": 0]),
        ]
        for (name, value) in values {
            let member = [Value.Member("view", "v"), Value.Member(name, value)]
            let first = try service.error("view.set", .object(member))
            let second = try service.error(
                "transition.animateAlongside", .object([Value.Member("id", id)] + member))
            #expect(first["message"] == second["message"])
            #expect(first["data"]?["path"] == second["data"]?["path"])
        }
    }

    @Test func `A transform that becomes the identity is published as null`() throws {
        var service = try service()
        try service.result("view.set", ["view": "v", "transform": ["tx": 5]])
        try service.result("view.set", ["view": "v", "transform": ["a": 1]])
        try service.result("view.set", ["view": "v", "transform": .object([])])
        let changes = try service.published().filter { $0["event"] == "updated" }
            .compactMap { $0["changes"]?.json }
        #expect(
            changes == [
                #"{"transform":{"a":1,"b":0,"c":0,"d":1,"tx":5,"ty":0}}"#, #"{"transform":null}"#,
            ])
    }

    @Test
    func
        `A view that must load for a transition's end values loads after the transition has begun`()
        throws
    {
        var service = try service()
        try service.result("controller.create", ["id": "c", "kind": "view"])
        _ = try service.published()
        try service.result(
            "controller.transition", begin([["view": "c", "backgroundColor": "red"]]))
        let names = try service.published().filter {
            $0["category"] == "transition" || $0["subject"] == "c"
        }.compactMap { $0["event"]?.string }
        #expect(names == ["began", "loadView", "viewDidLoad", "animatesAlongside"])
    }
}
