import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import Testing

/// An attempt to exceed a limit that refuses nothing, and a check of its documented effect.
struct LimitEffect: CustomStringConvertible, Sendable {
    let description: String
    /// The options of the daemon.
    let options: [String]
    let check: @Sendable (inout Stranger) throws -> Void

    init(
        _ limit: String, options: [String] = ["--clock", "manual"],
        _ check: @escaping @Sendable (inout Stranger) throws -> Void
    ) {
        description = limit
        self.options = options
        self.check = check
    }

    static let all: [LimitEffect] = time + memory + subscriptions + reactions + plugins

    private static let time: [LimitEffect] = [
        LimitEffect("interactionIdle") { stranger in
            let begun = try stranger.ask("pager.next", ["id": "book", "interactive": true])
            let turn: Value = ["id": try #require(begun["result"]?["transition"])]
            func outcome(after seconds: Double) throws -> Value? {
                try stranger.ask("clock.advance", ["seconds": .number(seconds)])
                return try stranger.ask("transition.get", turn)["result"]?["outcome"]
            }
            #expect(try outcome(after: Limits.interactionIdle - 0.1) == nil)
            #expect(try outcome(after: 0.1) == "cancelled")
        },
        LimitEffect("shortestWait") { stranger in
            let updated = try stranger.ask(
                "controller.update",
                ["id": "book", "autoAdvance": 1e-9, "duration": 0, "wrap": true])
            let since = try #require(updated["result"]?["seq"]?.integer)
            try stranger.ask("clock.advance", ["seconds": 1])
            let turns = try stranger.events("pager.book.didSettle", since: since).count
            #expect(turns == Int(1 / Limits.shortestWait))
        },
        // Many pagers turn at the same time.
        LimitEffect("deadlinesAtOnce", options: []) { stranger in
            let count = 8 * Limits.deadlinesAtOnce
            let commands = (0..<count).flatMap { number -> [Value] in
                let (id, window) = (Value.string("p\(number)"), Value.string("w\(number)"))
                let pages: [Value] = [.string("p\(number)a"), .string("p\(number)b")]
                let creates: [Value] = pages.map {
                    ["method": "controller.create", "params": ["id": $0, "kind": "view"]]
                }
                return creates + [
                    [
                        "method": "controller.create",
                        "params": ["id": id, "kind": "pager", "duration": 0, "wrap": true],
                    ],
                    ["method": "pager.setPages", "params": ["id": id, "pages": .array(pages)]],
                    ["method": "window.create", "params": ["id": window]],
                    ["method": "window.setRoot", "params": ["id": window, "controller": id]],
                ]
            }
            try stranger.batches(commands)
            let timers = (0..<count).map { number -> Value in
                [
                    "method": "controller.update",
                    "params": ["id": .string("p\(number)"), "autoAdvance": 5],
                ]
            }
            try stranger.batches(timers)
            // On a busy machine, this process may not run while the pagers turn, so they turn again.
            var most = 0
            for page in ["b", "a", "b", "a"] where most <= 2 {
                var seqs: Set<Int> = []
                try stranger.wait(until: "the last pager has turned") {
                    let reply = try $0.ask("controller.get", ["id": .string("p\(count - 1)")])
                    seqs.insert(try #require(reply["result"]?["seq"]?.integer))
                    return reply["result"]?["selected"] == .string("p\(count - 1)\(page)")
                }
                most = max(most, seqs.count)
            }
            #expect(most > 2, "requests are answered between the deadlines")
        },
    ]

    /// Returns a batch that creates a view and has a long result.
    private static let longBatch: Value = {
        let get: Value = ["method": "controller.get", "params": ["id": "a"]]
        return ["commands": [["method": "view.create"], get, get]]
    }()

    /// Gives the page `a` a content, so that the result of `longBatch` has about 3.6 MiB.
    private static func prepareLongBatch(_ stranger: inout Stranger) throws {
        try stranger.ask(
            "controller.update", ["id": "a", "content": LimitAttempt.text(1_900_000)])
    }

    /// Sends `longBatch`, and returns the id of the view that it has created.
    private static func createView(
        _ stranger: inout Stranger, client: String, id: Int
    ) throws -> Value {
        let reply = try stranger.ask("batch", longBatch, client: client, id: id)
        return try #require(
            reply["result"]?["results"]?.array?.first?["result"]?["id"], "\(reply.json.prefix(300))"
        )
    }

    private static let memory: [LimitEffect] = [
        LimitEffect("retainedBytes") { stranger in
            let text = String(repeating: "x", count: Limits.contentBytes - 64)
            for number in 10..<12 + Limits.retainedBytes / Limits.contentBytes {
                try stranger.ask(
                    "controller.update", ["id": "a", "content": .string("\(number)\(text)")])
            }
            #expect(try #require(try stranger.figure("retainedBytes")) <= Limits.retainedBytes)
            let replay = try stranger.ask("events.replay", ["since": 0, "limit": 1])
            #expect(replay["result"]?["complete"] == false)
        },
        LimitEffect("rememberedClientBytes") { stranger in
            try prepareLongBatch(&stranger)
            let views = try (0..<5).map { try createView(&stranger, client: "one", id: $0) }
            #expect(try createView(&stranger, client: "one", id: 4) == views[4])
            #expect(try createView(&stranger, client: "one", id: 0) != views[0])
        },
        LimitEffect("rememberedBytes") { stranger in
            try prepareLongBatch(&stranger)
            let views = try (0..<20).map {
                try createView(&stranger, client: "client\($0 / 4)", id: $0)
            }
            #expect(try createView(&stranger, client: "client4", id: 19) == views[19])
            #expect(try createView(&stranger, client: "client0", id: 3) != views[3])
        },
        LimitEffect("snapshotRecords") { stranger in
            let create: Value = ["method": "view.create"]
            try stranger.batches(Array(repeating: create, count: Limits.snapshotRecords + 1))
            let page = try stranger.ask(
                "state.snapshot", ["limit": .integer(Limits.askedElements)])["result"]
            let lists = ["windows", "controllers", "views", "transitions"]
            let count = lists.reduce(0) { $0 + (page?[$1]?.array?.count ?? 0) }
            #expect(count == Limits.snapshotRecords)
            #expect(page?["next"] != nil)
        },
        LimitEffect("keptStatesOfPeer") { stranger in
            let revisions = try (0...Limits.keptStatesOfPeer).map { number in
                let kept = try stranger.ask("state.snapshot", ["keep": true])
                try stranger.ask("controller.update", ["id": "a", "content": .integer(number)])
                return try #require(kept["result"]?["revision"])
            }
            let isKept = try revisions.map {
                try stranger.ask("controller.get", ["id": "a", "ifRevision": $0])["result"] != nil
            }
            #expect(isKept == Array(repeating: true, count: Limits.keptStatesOfPeer) + [false])
        },
    ]

    private static let subscriptions: [LimitEffect] = [
        LimitEffect("prefixBytes") { stranger in
            let peer = try RawPeer(stranger.events)
            try peer.shakeHands(as: "SUB")
            peer.say(subscription(String(repeating: "x", count: Limits.prefixBytes + 1)))
            try peer.subscribe(String(repeating: "x", count: Limits.prefixBytes))
            #expect(try stranger.figure("activeSubscriptions") == 1)
        },
        LimitEffect("sparedSubscriptionBytes") { stranger in
            let greedy = try RawPeer(stranger.events)
            try greedy.shakeHands(as: "SUB")
            func prefix(_ number: Int) -> String {
                "\(1_000 + number)" + String(repeating: "x", count: 96)
            }
            var number = 0
            while try #require(try stranger.figure("subscriptionPlaces")) + 100
                <= Limits.subscriptionPlaces
            {
                try greedy.subscribe(prefix(number))
                number += 1
            }
            greedy.say(subscription(prefix(number)) + subscription(prefix(number + 1)))
            try stranger.wait(until: "no more prefixes are welcomed") {
                try $0.figure("ignoredSubscriptions") == 2
            }
            let small = try RawPeer(stranger.events)
            try small.shakeHands(as: "SUB")
            for number in 0..<Limits.sparedSubscriptionBytes / 100 {
                try small.subscribe(prefix(number))
            }
            small.say(subscription(prefix(2)))
            try stranger.wait(until: "a third prefix is too long") {
                try $0.figure("ignoredSubscriptions") == 3
            }
            withExtendedLifetime(greedy) {}
        },
    ]

    /// Returns the frame with which a peer subscribes to a prefix.
    private static func subscription(_ prefix: String) -> [UInt8] {
        [0, UInt8(prefix.utf8.count + 1), 1] + Array(prefix.utf8)
    }

    private static let plugins: [LimitEffect] = [
        LimitEffect("queuedPluginMessages") { stranger in
            let plugin = try RawPeer(stranger.plugins)
            try plugin.shakeHands(as: "DEALER")
            let params = #"{"name":"deaf","kinds":["deaf"]}"#
            let register =
                #"{"jsonrpc":"2.0","id":0,"method":"plugin.register","params":\#(params)}"#
            plugin.say([0, UInt8(register.utf8.count)] + Array(register.utf8))
            func record(_ stranger: inout Stranger) throws -> Value? {
                let reply = try stranger.ask("plugin.list")
                return reply["result"]?["plugins"]?.array?.first
            }
            try stranger.wait(until: "the plugin is registered") { try record(&$0) != nil }
            try stranger.ask("controller.create", ["id": "page", "kind": "deaf"])
            let titles = (0..<Limits.batchCommands).map { number -> Value in
                [
                    "method": "controller.update",
                    "params": ["id": "page", "title": .string("\(number)")],
                ]
            }
            // libzmq and the kernel queue messages, too.
            for _ in 0..<4 * Limits.queuedPluginMessages / titles.count
            where try record(&stranger)?["reason"] == .null { try stranger.batches(titles) }
            #expect(try record(&stranger)?["reason"] == "stalled")
            withExtendedLifetime(plugin) {}
        },
        LimitEffect("uncoveredBytes") { stranger in
            var plugin: BarePlugin? = try BarePlugin(stranger.plugins)
            try plugin?.register("maps", kinds: ["maps"])
            // Its JSON is six times as long.
            let content = Value.string(String(repeating: "\u{1}", count: 300_000))
            let count = 12
            for number in 0..<count {
                try stranger.ask(
                    "controller.create",
                    ["id": .string("m\(number)"), "kind": "maps", "content": content])
                _ = try plugin?.hear { $0["method"] == "event" }
            }
            plugin = nil
            try stranger.wait(until: "it is lost") {
                try !$0.events("plugin.maps.lost").isEmpty
            }
            let since = try #require(try stranger.ask("server.ping")["result"]?["seq"]?.integer)
            plugin = try BarePlugin(stranger.plugins)
            try plugin?.register("maps", kinds: ["maps"])
            var restored: [Value] = []
            try stranger.wait(until: "all contents are restored") {
                restored = try $0.events("controller.", since: since)
                return restored.count == count
            }
            #expect(Set(restored.map { $0["revision"]?.integer }).count > 1)
            withExtendedLifetime(plugin) {}
        },
    ]
}
