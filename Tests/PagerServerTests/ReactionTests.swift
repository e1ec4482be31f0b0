import PagerModel
import PagerWire
import Testing

/// Tests that reactions which cause each other come to an end, and that the command still succeeds.
@Suite struct ReactionTests {
    private static func begin(_ appearing: Bool) -> Value {
        [
            "method": "controller.beginAppearanceTransition",
            "params": ["id": "$self", "appearing": .bool(appearing), "animated": "$animated"],
        ]
    }

    private func made(_ reactions: Value) throws -> TestService {
        var service = TestService()
        try service.result("window.create", ["id": "w"])
        try service.result(
            "controller.create", ["id": "a", "kind": "view", "on": reactions])
        _ = try service.published()
        return service
    }

    @Test func `Reactions that trigger each other end at the nesting limit`() throws {
        var service = try made([
            "viewWillAppear": [Self.begin(false)], "viewWillDisappear": [Self.begin(true)],
        ])
        try service.result(
            "controller.beginAppearanceTransition",
            ["id": "a", "appearing": true, "animated": false])
        let events = try service.published()
        let calls = events.filter { $0["category"] == "lifecycle" }
        #expect(calls.count >= Limits.nestedReactions)
        #expect(calls.count < 2 * Limits.nestedReactions)
        let misuse = events.filter { $0["event"] == "misuse" }
        #expect(misuse.count == 1)
        #expect(misuse.first?["message"]?.string?.contains("64 deep") == true)
        #expect(service.point.revision == 3)
    }

    @Test func `A layout that requests another layout comes to an end`() throws {
        let frame = { (x: Value) -> Value in
            [
                "method": "view.set",
                "params": [
                    "view": "$self", "frame": ["x": x, "y": 0, "width": 10, "height": x],
                ],
            ]
        }
        var service = try made(["viewDidLayoutSubviews": [frame(1), frame(2)]])
        try service.result("window.setRoot", ["id": "w", "controller": "a"])
        let events = try service.published()
        #expect(events.count <= 16 * Limits.nestedReactions)
        #expect(events.eventNames.contains("misuse"))
        let point = service.point
        try service.result("controller.get", ["id": "a"])
        #expect(service.point == point)
        #expect(try service.published().isEmpty)
    }

    /// Each step counts as a reaction, however many belong to one callback.
    @Test func `Each step of one callback counts as a separate reaction`() throws {
        let set: Value = ["method": "view.set", "params": ["view": "$self", "alpha": 0.5]]
        var service = try made([
            "viewWillAppear": .array(Array(repeating: set, count: 2 * Limits.reactionsPerTurn))
        ])
        try service.result(
            "controller.beginAppearanceTransition",
            ["id": "a", "appearing": true, "animated": false])
        let texts = try service.published().filter { $0["event"] == "misuse" }
            .compactMap { $0["message"]?.string }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("more than \(Limits.reactionsPerTurn) reactions") == true)
    }

    @Test func `Reactions with large params come to an end`() throws {
        let size = Limits.textBytes / 2
        func colour(_ letter: String) -> Value {
            [
                "method": "view.set",
                "params": [
                    "view": "$self",
                    "backgroundColor": .string(String(repeating: letter, count: size)),
                ],
            ]
        }
        // Each of the steps is published, because each changes the colour.
        let steps = (0..<50).map { colour($0 % 2 == 0 ? "a" : "b") }
        var service = try made(["viewWillAppear": .array(steps)])
        for _ in 0..<3 {
            try service.result(
                "controller.call", ["id": "a", "callback": "viewWillAppear", "animated": false])
        }
        let events = try service.published()
        #expect(events.filter { $0["event"] == "updated" }.count == 150)
        let begins = (0..<20).map { number -> Value in
            [
                "method": "controller.beginAppearanceTransition",
                "params": ["id": "a", "appearing": .bool(number % 2 == 0), "animated": false],
            ]
        }
        try service.result(
            "controller.create",
            ["id": "b", "kind": "view", "on": ["viewWillAppear": .array(begins)]])
        _ = try service.published()
        try service.result(
            "controller.call", ["id": "b", "callback": "viewWillAppear", "animated": false])
        let caused = try service.published()
        let updated = caused.filter { $0["event"] == "updated" }.count
        #expect(updated * size <= Limits.reactionBytes)
        #expect(updated > 100)
        #expect(
            caused.contains {
                $0["message"]?.string?.contains("\(Limits.reactionBytes) bytes of params") == true
            })
    }

    @Test func `Reactions that visit many views come to an end`() throws {
        let moves = (0..<500).flatMap { _ -> [Value] in
            [
                ["method": "view.addSubview", "params": ["view": "crowd", "to": "wall"]],
                ["method": "view.removeFromSuperview", "params": ["view": "crowd"]],
            ]
        }
        var service = try made(["viewDidLoad": .array(moves)])
        for view in ["wall", "crowd"] { try service.result("view.create", ["id": .string(view)]) }
        for number in 0..<4_000 {
            try service.result("view.create", ["id": .string("v\(number)")])
            try service.result(
                "view.addSubview", ["view": .string("v\(number)"), "to": "crowd"])
        }
        _ = try service.published()
        let before = service.work
        try service.result("controller.loadViewIfNeeded", ["id": "a"])
        // The last reaction may visit all of them once more.
        #expect(service.work - before < Limits.reactionVisits + 100_000)
        let misuse = try service.published().filter { $0["event"] == "misuse" }
        #expect(misuse.count == 1)
        #expect(
            misuse.first?["message"]?.string?.contains("access controllers and views more than")
                == true)
    }

    @Test func `The number of repeated begins of an appearance transition is limited`() throws {
        var service = try made([:])
        let begin: Value = ["id": "a", "appearing": true, "animated": false]
        for _ in 0..<Limits.repeatedBegins {
            try service.result("controller.beginAppearanceTransition", begin)
        }
        let refusal = try service.error("controller.beginAppearanceTransition", begin)
        #expect(refusal["data"]?["name"] == "limitExceeded")
        for _ in 0..<Limits.repeatedBegins {
            try service.result("controller.endAppearanceTransition", ["id": "a"])
        }
        #expect(try service.result("controller.get", ["id": "a"])["appearance"] == "appeared")
    }

    @Test func `An error in a reaction is reported as misuse, and the appearance continues`() throws
    {
        var service = try made([
            "viewWillAppear": [
                [
                    "method": "controller.addChild",
                    "params": ["parent": "$self", "child": "nobody"],
                ]
            ]
        ])
        try service.result("window.setRoot", ["id": "w", "controller": "a"])
        let events = try service.published()
        let misuse = events.filter { $0["event"] == "misuse" }
        #expect(misuse.count == 1)
        #expect(misuse.first?["subject"] == "a")
        #expect(events.eventNames.contains("viewDidAppear"))
    }
}
