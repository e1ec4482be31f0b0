import PagerModel
import PagerWire
import Testing

/// Attempts with reactions that cause much work. The command succeeds, and a diagnostic says where
/// the reactions ended.
extension LimitEffect {
    static let reactions: [LimitEffect] = [
        LimitEffect("nestedReactions") { stranger in
            try create(
                "x",
                on: [
                    "viewWillAppear": [begin("$self", false)],
                    "viewWillDisappear": [begin("$self", true)],
                ], &stranger)
            try succeed(begin("x", true), &stranger)
            try expect("\(Limits.nestedReactions) deep", &stranger)
        },
        LimitEffect("reactionsPerTurn") { stranger in
            let both = [false, true, false, true].map { begin("$self", $0) }
            try create(
                "x", on: ["viewWillAppear": .array(both), "viewWillDisappear": .array(both)],
                &stranger)
            try succeed(begin("x", true), &stranger)
            try expect("more than \(Limits.reactionsPerTurn) reactions", &stranger)
        },
        LimitEffect("reactionEvents") { stranger in
            try stranger.ask("window.create", ["id": "other"])
            try stranger.batches(["root", "crowd"].map { LimitAttempt.create($0) })
            try stranger.ask("window.setRoot", ["id": "other", "controller": "root"])
            try stranger.ask("controller.addChild", ["parent": "root", "child": "crowd"])
            try stranger.batches(
                (0..<1_000).flatMap { number -> [Value] in
                    let id = Value.string("k\(number)")
                    return [
                        LimitAttempt.create("k\(number)"),
                        [
                            "method": "controller.addChild",
                            "params": ["parent": "crowd", "child": id],
                        ],
                        ["method": "view.addSubview", "params": ["view": id, "to": "crowd"]],
                    ]
                })
            try create("x", on: ["viewDidLoad": moves(of: "crowd", to: "root")], &stranger)
            try succeed(load("x"), &stranger)
            try expect("more than \(Limits.reactionEvents) events", &stranger)
        },
        LimitEffect("reactionVisits") { stranger in
            try stranger.batches(
                ["wall", "crowd"].map { ["method": "view.create", "params": ["id": $0]] })
            try stranger.batches(
                (0..<4_000).flatMap { number -> [Value] in
                    let view = Value.string("v\(number)")
                    return [
                        ["method": "view.create", "params": ["id": view]],
                        ["method": "view.addSubview", "params": ["view": view, "to": "crowd"]],
                    ]
                })
            try create("x", on: ["viewDidLoad": moves(of: "crowd", to: "wall")], &stranger)
            try succeed(load("x"), &stranger)
            try expect("more than \(Limits.reactionVisits) times", &stranger)
        },
        LimitEffect("reactionBytes") { stranger in
            let colours = (0..<50).map { number -> Value in
                let letter = number % 2 == 0 ? "a" : "b"
                let colour = String(repeating: letter, count: Limits.textBytes / 2)
                return [
                    "method": "view.set",
                    "params": ["view": "$self", "backgroundColor": .string(colour)],
                ]
            }
            try create("x", on: ["viewWillAppear": .array(colours)], &stranger)
            let begins = (0..<20).map { begin("x", $0 % 2 == 0) }
            try create("y", on: ["viewWillAppear": .array(begins)], &stranger)
            try succeed(begin("y", true), &stranger)
            try expect("\(Limits.reactionBytes) bytes of params", &stranger)
        },
        // The bottom of each chain of controllers brings the next chain on screen.
        LimitEffect("nestedLevels") { stranger in
            let (chains, height) = (6, Limits.depth - 12)
            func name(_ chain: Int, _ level: Int) -> Value { .string("a\(chain)_\(level)") }
            func show(_ chain: Int) -> Value {
                ["method": "view.addSubview", "params": ["view": name(chain, 0), "to": "root"]]
            }
            try stranger.ask("window.create", ["id": "other"])
            try stranger.batches([LimitAttempt.create("root")])
            try stranger.ask("window.setRoot", ["id": "other", "controller": "root"])
            for chain in 0..<chains {
                var commands: [Value] = []
                for level in (0..<height).reversed() {
                    let isLast = level == height - 1
                    let on: Value = isLast ? ["viewWillAppear": [show(chain + 1)]] : [:]
                    commands.append([
                        "method": "controller.create",
                        "params": ["id": name(chain, level), "kind": "view", "on": on],
                    ])
                    if isLast { continue }
                    let (above, below) = (name(chain, level), name(chain, level + 1))
                    commands += [
                        [
                            "method": "controller.addChild",
                            "params": ["parent": above, "child": below],
                        ],
                        ["method": "view.addSubview", "params": ["view": below, "to": above]],
                    ]
                }
                commands.append([
                    "method": "controller.addChild",
                    "params": ["parent": "root", "child": name(chain, 0)],
                ])
                try stranger.batches(commands)
            }
            try succeed(show(0), &stranger)
            try expect("nested \(Limits.nestedLevels) levels deep", &stranger)
        },
    ]

    private static func begin(_ id: String, _ appearing: Bool) -> Value {
        [
            "method": "controller.beginAppearanceTransition",
            "params": ["id": .string(id), "appearing": .bool(appearing), "animated": false],
        ]
    }

    private static func load(_ id: String) -> Value {
        ["method": "controller.loadViewIfNeeded", "params": ["id": .string(id)]]
    }

    /// Returns steps that repeatedly add a view to another one and remove it again.
    private static func moves(of view: Value, to other: Value) -> Value {
        .array(
            (0..<500).flatMap { _ -> [Value] in
                [
                    ["method": "view.addSubview", "params": ["view": view, "to": other]],
                    ["method": "view.removeFromSuperview", "params": ["view": view]],
                ]
            })
    }

    private static func create(
        _ id: String, on reactions: Value, _ stranger: inout Stranger
    ) throws {
        let reply = try stranger.ask(
            "controller.create", ["id": .string(id), "kind": "view", "on": reactions])
        #expect(reply["result"] != nil, "\(reply.json.prefix(300))")
    }

    private static func succeed(_ command: Value, _ stranger: inout Stranger) throws {
        let reply = try stranger.ask(
            try #require(command["method"]?.string), command["params"] ?? [:])
        #expect(reply["result"] != nil, "\(reply.json.prefix(300))")
    }

    /// Expects one diagnostic that says where the reactions ended.
    private static func expect(_ words: String, _ stranger: inout Stranger) throws {
        let diagnostics = try stranger.diagnostics()
        #expect(diagnostics.count { $0.contains(words) } == 1, "\(diagnostics)")
    }
}
