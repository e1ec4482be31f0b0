import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import ZMQ

/// A client that may connect to the daemon, without a library that would check what it sends.
struct Stranger: ~Copyable {
    /// The endpoint of the events socket.
    let events: String
    /// The endpoint of the plugins socket.
    let plugins: String
    private let socket: Socket
    private var message = Message()
    private var lastID = 0
    private var point: [Value?] = []
    /// Whether a refused request has changed the state or has published an event.
    private(set) var hasChangedByRefusal = false

    init(_ daemon: TestDaemon) throws {
        events = daemon.address.events
        plugins = daemon.plugins
        socket = try Self.socket(connectedTo: daemon.address.command)
    }

    private static func socket(connectedTo endpoint: String) throws -> Socket {
        let socket = try Socket(Context(), .req)
        try socket.set(.receiveTimeout, 120_000)
        try socket.connect(endpoint)
        return socket
    }

    struct NoReply: Error {}

    mutating func reply(_ text: String) throws -> Value {
        _ = try socket.send(Array(text.utf8))
        guard try socket.receive(into: &message) else { throw NoReply() }
        let reply = try JSONParser.parse(message.bytes, maximumDepth: JSONParser.deepest)
        let data = reply["result"] ?? reply["error"]?["data"]
        let before = point
        point = [data?["seq"], data?["revision"]]
        if reply["error"] != nil, point != before { hasChangedByRefusal = true }
        return reply
    }

    /// Sends a request, with a new id unless it repeats one, and returns the reply.
    @discardableResult
    mutating func ask(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Int? = nil
    ) throws -> Value {
        lastID += 1
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(id ?? lastID)),
            .init("method", .string(method)), .init("params", params),
        ]
        if let client { members.append(.init("client", .string(client))) }
        return try reply(Value.object(members).json)
    }

    /// Sends commands in batches of the largest size.
    mutating func batches(_ commands: [Value]) throws {
        for start in stride(from: 0, to: commands.count, by: Limits.batchCommands) {
            let end = min(start + Limits.batchCommands, commands.count)
            try ask("batch", ["commands": .array(Array(commands[start..<end]))])
        }
    }

    /// Returns the events since a seq whose topics begin with a prefix.
    mutating func events(_ topic: String, since: Int = 0) throws -> [Value] {
        var (found, next): ([Value], Int?) = ([], since)
        while let since = next {
            let params: Value = ["since": .integer(since), "topic": .string(topic)]
            let page = try ask("events.replay", params)["result"]
            found += page?["events"]?.array ?? []
            next = page?["next"]?.integer
        }
        return found
    }

    /// Returns the messages of all diagnostics.
    mutating func diagnostics() throws -> [String] {
        try events("diagnostic.").compactMap { $0["message"]?.string }
    }

    /// Returns a number from the statistics.
    mutating func figure(_ name: String) throws -> Int? {
        try ask("server.stats")["result"]?[name]?.integer
    }

    struct NeverSo: Error { let what: String }

    /// Repeats requests until a condition holds, for at most two minutes.
    mutating func wait(until what: String, _ isSo: (inout Stranger) throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            if try isSo(&self) { return }
        }
        throw NeverSo(what: what)
    }
}

/// An attempt to exceed a limit, whose last request the daemon refuses with the limit's error.
struct LimitAttempt: CustomStringConvertible, Sendable {
    let description: String
    let run: @Sendable (inout Stranger) throws -> Value

    init(_ limit: String, _ run: @escaping @Sendable (inout Stranger) throws -> Value) {
        description = limit
        self.run = run
    }

    /// An attempt with one request.
    init(_ limit: String, _ method: String, _ params: Value) {
        self.init(limit) { try $0.ask(method, params) }
    }

    static func text(_ count: Int) -> Value {
        .string(String(repeating: "x", count: count))
    }

    static func list(_ count: Int, of value: Value) -> Value {
        .array(Array(repeating: value, count: count))
    }

    private static func request(_ rest: String) -> String {
        #"{"jsonrpc":"2.0","method":"server.ping",\#(rest)}"#
    }

    static func create(_ id: String) -> Value {
        ["method": "controller.create", "params": ["id": .string(id), "kind": "view"]]
    }

    /// Returns the command that gives the book a playlist.
    private static func playlist(_ entries: Value) -> Value {
        ["id": "book", "content": ["playlist": entries]]
    }

    static let all: [LimitAttempt] = message + scene + turns + peers + batches + hosts

    private static let message: [LimitAttempt] = [
        LimitAttempt("messageBytes") {
            try $0.reply(String(repeating: " ", count: Limits.messageBytes + 1))
        },
        LimitAttempt("nesting") {
            try $0.reply(String(repeating: "[", count: Limits.nesting + 1))
        },
        LimitAttempt("messageMembers") {
            let members = (0...Limits.messageMembers).map { "\"\($0)\":1" }
            return try $0.reply("{\(members.joined(separator: ","))}")
        },
        LimitAttempt("clientBytes") {
            let name = String(repeating: "x", count: Limits.clientBytes + 1)
            return try $0.reply(request(#""id":1,"client":"\#(name)""#))
        },
        LimitAttempt("requestIDBytes") {
            let id = String(repeating: "x", count: Limits.requestIDBytes + 1)
            return try $0.reply(request(#""id":"\#(id)","client":"c""#))
        },
        LimitAttempt(
            "identifierBytes", "controller.create",
            ["kind": "view", "id": text(Limits.identifierBytes + 1)]),
        LimitAttempt(
            "cursorBytes", "controller.list",
            ["after": .string(String(repeating: "0", count: Limits.cursorBytes) + "-1")]),
        LimitAttempt(
            "cursorBytes", "state.snapshot",
            ["after": .string(String(repeating: "-", count: 1 << 20))]),
        LimitAttempt(
            "askedElements", "controller.list", ["limit": .integer(Limits.askedElements + 1)]),
        LimitAttempt(
            "topicBytes", "events.replay",
            ["since": 0, "topic": text(Limits.topicBytes + 1)]),
        largeList("controller.list", [:]), largeList("controller.tree", [:]),
        largeList("batch", ["atomic": true, "commands": [["method": "controller.list"]]]),
    ]

    /// An attempt to list controllers with large contents by one request.
    private static func largeList(_ method: String, _ params: Value) -> LimitAttempt {
        LimitAttempt("listBytes") { stranger in
            for number in 0..<3 {
                try stranger.ask(
                    "controller.create",
                    [
                        "id": .string("l\(number)"), "kind": "view",
                        "content": text(Limits.contentBytes - 64),
                    ])
            }
            return try stranger.ask(method, params)
        }
    }

    private static let scene: [LimitAttempt] = [
        LimitAttempt(
            "textBytes", "controller.update", ["id": "a", "title": text(Limits.textBytes + 1)]),
        LimitAttempt(
            "textBytes", "view.set",
            ["view": "a", "backgroundColor": text(Limits.textBytes + 1)]),
        LimitAttempt(
            "contentBytes", "controller.update", ["id": "a", "content": text(Limits.contentBytes)]),
        LimitAttempt(
            "contentBytes", "controller.create",
            [
                "kind": "view",
                "on": [
                    "viewDidLoad": [
                        ["method": "view.get", "params": ["view": text(Limits.contentBytes)]]
                    ]
                ],
            ]),
        LimitAttempt("allContentBytes") { stranger in
            var reply = Value.null
            for number in 0...Limits.allContentBytes / Limits.contentBytes {
                reply = try stranger.ask(
                    "controller.create",
                    [
                        "id": .string("c\(number)"), "kind": "view",
                        "content": text(Limits.contentBytes - 64),
                    ])
            }
            return reply
        },
        LimitAttempt(
            "playlistEntries", "controller.update",
            playlist(list(Limits.playlistEntries + 1, of: ["page": "a"]))),
        LimitAttempt(
            "scheduleTexts", "controller.update",
            playlist([
                [
                    "page": "a",
                    "schedule": ["dates": list(Limits.scheduleTexts + 1, of: "2026-12-24")],
                ]
            ])),
        LimitAttempt(
            "scheduleTextBytes", "controller.update",
            playlist([
                ["page": "a", "schedule": ["timeZone": text(Limits.scheduleTextBytes + 1)]]
            ])),
        LimitAttempt("nodes") { stranger in
            let create: Value = ["method": "view.create"]
            try stranger.batches(Array(repeating: create, count: Limits.nodes))
            return try stranger.ask("view.create")
        },
        LimitAttempt("depth") { stranger in
            try stranger.batches((0...Limits.depth).map { create("d\($0)") })
            var reply = Value.null
            for level in 1...Limits.depth {
                reply = try stranger.ask(
                    "controller.addChild",
                    ["parent": .string("d\(level - 1)"), "child": .string("d\(level)")])
            }
            return reply
        },
        LimitAttempt("children") { stranger in
            let names = (0...Limits.children).map { "k\($0)" }
            try stranger.batches(names.map { create($0) })
            try stranger.ask("controller.create", ["id": "nav", "kind": "navigation"])
            return try stranger.ask(
                "navigation.setStack",
                ["id": "nav", "controllers": .array(names.map { .string($0) })])
        },
        LimitAttempt(
            "members", "pager.setPages", ["id": "book", "pages": list(Limits.members + 1, of: "a")]),
        LimitAttempt(
            "offscreenPages", "controller.create",
            ["kind": "pager", "offscreenLimit": .integer(Limits.offscreenPages + 1)]),
        LimitAttempt(
            "points", "window.create",
            ["size": ["width": .number(Limits.points * 2), "height": 1]]),
        LimitAttempt("seconds", "clock.advance", ["seconds": .number(Limits.seconds * 2)]),
        LimitAttempt("styles") { stranger in
            func style(_ name: String) -> Value {
                [
                    "style": .string(name), "duration": 1, "curve": "linear",
                    "tracks": ["from": [], "to": []],
                ]
            }
            for number in 0..<Limits.styles {
                try stranger.ask("transition.define", style("s\(number)"))
            }
            return try stranger.ask("transition.define", style("more"))
        },
        LimitAttempt(
            "keyframes", "transition.define",
            [
                "style": "s", "duration": 1, "curve": "linear",
                "tracks": [
                    "from": [
                        [
                            "property": "opacity",
                            "keyframes": list(Limits.keyframes + 1, of: ["at": 0.5, "value": 1]),
                        ]
                    ], "to": [],
                ],
            ]),
        LimitAttempt("alongside") { stranger in
            let turn = try stranger.ask("pager.next", ["id": "book"])
            var reply = Value.null
            for number in 0...Limits.alongside {
                try stranger.ask("view.create", ["id": .string("v\(number)")])
                reply = try stranger.ask(
                    "transition.animateAlongside",
                    [
                        "id": turn["result"]?["transition"] ?? .null,
                        "view": .string("v\(number)"), "alpha": 0.5,
                    ])
            }
            return reply
        },
        LimitAttempt(
            "breakpoints", "controller.update",
            [
                "id": "book",
                "breakpoints": list(
                    Limits.breakpoints + 1, of: ["when": ["minWidth": 1], "options": ["step": 2]]),
            ]),
        LimitAttempt(
            "detents", "controller.update",
            [
                "id": "a",
                "sheet": [
                    "detents": .array(
                        (0...Limits.detents).map { ["id": .string("d\($0)"), "height": 100] })
                ],
            ]),
    ]

    private static let turns: [LimitAttempt] = [
        LimitAttempt("queuedCommands") { stranger in
            try stranger.ask("pager.next", ["id": "book"])
            var reply = Value.null
            for _ in 0...Limits.queuedCommands {
                reply = try stranger.ask("pager.next", ["id": "book", "interruption": "queue"])
            }
            return reply
        },
        LimitAttempt("queuedCommandValues") { stranger in
            let names = (0..<Limits.queuedCommandValues / 2).map { Value.string("q\($0)") }
            try stranger.batches((names.compactMap(\.string) + ["root", "top"]).map { create($0) })
            try stranger.ask("controller.create", ["id": "nav", "kind": "navigation"])
            try stranger.ask("window.setRoot", ["id": "main", "controller": "nav"])
            try stranger.ask("navigation.setStack", ["id": "nav", "controllers": ["root"]])
            try stranger.ask("navigation.push", ["id": "nav", "controller": "top"])
            let set: Value = [
                "id": "nav", "controllers": .array(names), "interruption": "queue",
            ]
            try stranger.ask("navigation.setStack", set)
            return try stranger.ask("navigation.setStack", set)
        },
        LimitAttempt("repeatedBegins") { stranger in
            let begin: Value = [
                "method": "controller.beginAppearanceTransition",
                "params": ["id": "c", "appearing": true, "animated": false],
            ]
            try stranger.batches(Array(repeating: begin, count: Limits.repeatedBegins))
            return try stranger.ask(
                "controller.beginAppearanceTransition",
                ["id": "c", "appearing": true, "animated": false])
        },
        LimitAttempt(
            "batchCommands", "batch",
            ["commands": list(Limits.batchCommands + 1, of: ["method": "window.list"])]),
        LimitAttempt("batchEvents") { stranger in
            let turns = (0..<Limits.batchCommands).map { number -> Value in
                [
                    "method": "pager.select",
                    "params": [
                        "id": "book", "page": number % 2 == 0 ? "b" : "a", "animated": false,
                    ],
                ]
            }
            return try stranger.ask("batch", ["atomic": true, "commands": .array(turns)])
        },
        LimitAttempt("deadlinesPerAdvance") { stranger in
            try stranger.ask(
                "controller.update",
                ["id": "book", "autoAdvance": 0.001, "duration": 0, "wrap": true])
            return try stranger.ask("clock.advance", ["seconds": 100])
        },
    ]

    private static let peers: [LimitAttempt] = [
        LimitAttempt("screenViewers") { stranger in
            var reply = Value.null
            for number in 0...Limits.screenViewers {
                reply = try stranger.ask(
                    "screen.report",
                    ["viewer": .string("v\(number)"), "screens": [["name": "s"]]])
            }
            return reply
        },
        LimitAttempt(
            "screenBytes", "screen.report",
            ["viewer": "v", "screens": [["name": text(Limits.screenBytes)]]]),
    ]
}
