import PagerModel
import PagerWire
import Testing

/// Attempts of plugins, or of clients of plugins that do not answer.
extension LimitAttempt {
    /// An attempt with one registration.
    private init(_ limit: String, registering params: Value) {
        self.init(limit) { stranger in
            try BarePlugin(stranger.plugins).ask("plugin.register", params)
        }
    }

    private static func names(_ prefix: String, _ count: Int) -> Value {
        .array((0..<count).map { .string("\(prefix)\($0)") })
    }

    static let hosts: [LimitAttempt] = [
        LimitAttempt("plugins") { stranger in
            for number in 0..<Limits.plugins {
                try BarePlugin(stranger.plugins).register("p\(number)", kinds: [])
            }
            return try BarePlugin(stranger.plugins).ask("plugin.register", ["name": "more"])
        },
        LimitAttempt(
            "hostedKinds", registering: ["name": "p", "kinds": names("k", Limits.hostedKinds + 1)]),
        LimitAttempt("hostedControllers") { stranger in
            let plugin = try BarePlugin(stranger.plugins)
            try plugin.register("maps", kinds: ["maps"])
            let create: Value = ["method": "controller.create", "params": ["kind": "maps"]]
            let count = Limits.batchCommands
            for _ in 0..<Limits.hostedControllers / count {
                try stranger.batches(Array(repeating: create, count: count))
                for _ in 0..<count { _ = try plugin.hear { $0["method"] == "event" } }
            }
            let reply = try stranger.ask("controller.create", ["kind": "maps"])
            let other = try stranger.ask("controller.create", ["kind": "view"])
            #expect(other["result"] != nil, "\(other.json.prefix(300))")
            return reply
        },
        LimitAttempt("hostedContentBytes") { stranger in
            let plugin = try BarePlugin(stranger.plugins)
            try plugin.register("maps", kinds: ["maps"])
            let create: Value = [
                "kind": "maps", "content": text(Limits.contentBytes - 64),
            ]
            for _ in 0..<Limits.hostedContentBytes / Limits.contentBytes {
                let reply = try plugin.ask("controller.create", create)
                #expect(reply["result"] != nil, "\(reply.json.prefix(300))")
            }
            let reply = try plugin.ask("controller.create", create)
            // Others still have as much.
            for _ in 0..<Limits.hostedContentBytes / Limits.contentBytes {
                let reply = try stranger.ask(
                    "controller.create",
                    ["kind": "view", "content": text(Limits.contentBytes - 64)])
                #expect(reply["result"] != nil, "\(reply.json.prefix(300))")
            }
            return reply
        },
        LimitAttempt(
            "decisions",
            registering: [
                "name": "p", "decisions": list(Limits.decisions + 1, of: "shouldSelect"),
            ]),
        LimitAttempt(
            "decisionSubjects",
            registering: [
                "name": "p",
                "decisions": [
                    ["question": "contentFor", "of": names("x", Limits.decisionSubjects / 2)],
                    ["question": "pageAfter", "of": names("y", Limits.decisionSubjects / 2 + 1)],
                ],
            ]),
        LimitAttempt("declarationBytes") { stranger in
            // The default of a decision is limited like a content.
            let size = Limits.contentBytes * 7 / 8
            let decisions: Value = [
                ["question": "contentFor", "of": [], "default": text(size)]
            ]
            for number in 0..<Limits.declarationBytes / size {
                try BarePlugin(stranger.plugins)
                    .register("p\(number)", kinds: [], decisions: decisions)
            }
            return try BarePlugin(stranger.plugins).ask(
                "plugin.register", ["name": "more", "decisions": decisions])
        },
        LimitAttempt(
            "longestDecisionSeconds",
            registering: [
                "name": "p",
                "decisions": [
                    [
                        "question": "shouldSelect",
                        "deadline": .number(Limits.longestDecisionSeconds + 1),
                    ]
                ],
            ]),
        LimitAttempt("pendingDecisions") { stranger in
            let plugin = try BarePlugin(stranger.plugins)
            try plugin.register(
                "maps", kinds: ["maps"],
                decisions: [
                    [
                        "question": "shouldSelect",
                        "deadline": .number(Limits.longestDecisionSeconds),
                    ]
                ])
            for id in ["north", "south"] {
                try stranger.ask("controller.create", ["id": .string(id), "kind": "maps"])
            }
            try stranger.ask("pager.setPages", ["id": "book", "pages": ["north", "south"]])
            let next: Value = ["id": "book", "user": true, "animated": false]
            for _ in 0..<Limits.pendingDecisions {
                let reply = try stranger.ask("pager.next", next)
                #expect(reply["result"]?["pending"] != nil, "\(reply.json)")
            }
            return try withExtendedLifetime(plugin) { try stranger.ask("pager.next", next) }
        },
    ]
}
