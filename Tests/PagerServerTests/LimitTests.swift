import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// A request that exceeds a limit, the requests before it, and the place of the error.
struct BeyondLimit: CustomTestStringConvertible, Sendable {
    let limit: String
    var before: [(method: String, params: Value)] = []
    let method: String
    let params: Value

    var testDescription: String { limit }

    private static func keyframes(_ count: Int) -> Value {
        let frame: Value = ["at": 0.5, "value": 1]
        return [
            "style": "s", "duration": 1, "curve": "linear",
            "tracks": [
                "from": [
                    [
                        "property": "opacity",
                        "keyframes": .array(Array(repeating: frame, count: count)),
                    ]
                ], "to": [],
            ],
        ]
    }

    private static func style(_ name: String) -> Value {
        [
            "style": .string(name), "duration": 1, "curve": "linear",
            "tracks": ["from": [], "to": []],
        ]
    }

    private static func create(_ option: String, _ value: Value) -> Value {
        .object([.init("id", "x"), .init("kind", "view"), .init(option, value)])
    }

    private static func text(_ count: Int) -> Value {
        .string(String(repeating: "x", count: count))
    }

    /// Requests whose replies do not fit on one page.
    private static let large: [(method: String, params: Value)] = (0..<3).map { number in
        (
            "controller.create",
            [
                "id": .string("large\(number)"), "kind": "view",
                "content": text(Limits.contentBytes - 64),
            ]
        )
    }

    static let all: [BeyondLimit] = [
        BeyondLimit(
            limit: "identifierBytes", method: "controller.create",
            params: ["kind": "view", "id": text(Limits.identifierBytes + 1)]),
        BeyondLimit(
            limit: "textBytes", method: "controller.create",
            params: create("title", text(Limits.textBytes + 1))),
        BeyondLimit(
            limit: "textBytes", method: "view.set",
            params: ["view": "a", "backgroundColor": text(Limits.textBytes + 1)]),
        BeyondLimit(
            limit: "contentBytes", method: "controller.update",
            params: ["id": "a", "content": text(Limits.contentBytes)]),
        BeyondLimit(
            limit: "contentBytes", method: "controller.create",
            params: create(
                "on",
                [
                    "viewDidLoad": [
                        ["method": "view.get", "params": ["view": text(Limits.contentBytes)]]
                    ]
                ])),
        BeyondLimit(
            limit: "listBytes", before: large, method: "controller.list", params: [:]),
        BeyondLimit(
            limit: "listBytes", before: large, method: "controller.tree", params: [:]),
        BeyondLimit(
            limit: "listBytes", before: large, method: "batch",
            params: ["atomic": true, "commands": [["method": "controller.list"]]]),
        BeyondLimit(
            limit: "cursorBytes", method: "controller.list",
            params: ["after": .string(String(repeating: "0", count: Limits.cursorBytes) + "-1")]),
        BeyondLimit(
            limit: "cursorBytes", method: "state.snapshot",
            params: ["after": .string(String(repeating: "-", count: 1 << 20))]),
        BeyondLimit(
            limit: "topicBytes", method: "events.replay",
            params: ["since": 0, "topic": text(Limits.topicBytes + 1)]),
        BeyondLimit(
            limit: "points", method: "window.create",
            params: ["size": ["width": .number(Limits.points * 2), "height": 1]]),
        BeyondLimit(
            limit: "seconds", method: "clock.advance",
            params: ["seconds": .number(Limits.seconds * 2)]),
        BeyondLimit(
            limit: "styles",
            before: (0..<Limits.styles - TransitionStyle.builtIn.count).map {
                ("transition.define", style("s\($0)"))
            }, method: "transition.define", params: style("more")),
        BeyondLimit(
            limit: "keyframes", method: "transition.define",
            params: keyframes(Limits.keyframes + 1)),
        BeyondLimit(
            limit: "queuedCommands",
            before: [("pager.next", ["id": "book"])]
                + Array(
                    repeating: ("pager.next", ["id": "book", "interruption": "queue"]),
                    count: Limits.queuedCommands), method: "pager.next",
            params: ["id": "book", "interruption": "queue"]),
        BeyondLimit(
            limit: "batchCommands", method: "batch",
            params: [
                "commands": .array(
                    Array(
                        repeating: ["method": "window.list"] as Value,
                        count: Limits.batchCommands + 1))
            ]),
    ]
}

/// Reaches each limit and checks the documented effect.
@Suite struct LimitTests {
    private func declared(_ name: String) throws -> ErrorName {
        let limit = try #require(Limits.all.first { $0.name == name })
        guard case .refused(let error) = limit.over else {
            throw CommandError(.invalidArgument, "\(name) refuses nothing")
        }
        return error
    }

    /// The number of clients that share a limit.
    private static let clientCounts = [1, 6]

    @Test(arguments: BeyondLimit.all, clientCounts)
    func `A request over a limit is refused with the limit's error and changes nothing`(
        beyond: BeyondLimit, clients: Int
    ) throws {
        var service = TestService()
        try service.makeBook()
        for (place, step) in beyond.before.enumerated() {
            try service.result(step.method, step.params, client: "c\(place % clients)")
        }
        _ = try service.published()
        let before = (service.point, try service.state())
        let error = try service.error(
            beyond.method, beyond.params, client: "c\(beyond.before.count % clients)")
        #expect(error["data"]?["name"]?.string == (try declared(beyond.limit)).rawValue)
        #expect(service.point == before.0)
        #expect(try service.state() == before.1)
        #expect(try service.published().isEmpty)
    }

    @Test func `hello lists each limit with a sentence about it`() throws {
        var service = TestService()
        let told = try service.result("server.hello")["limits"]
        #expect(told?.members?.map(\.name) == Limits.all.map(\.name))
        for limit in Limits.all {
            #expect(told?[limit.name]?.double == limit.value)
            #expect(limit.bounds.count > 10)
        }
        #expect(Set(Limits.all.map(\.name)).count == Limits.all.count)
    }

    @Test func `hello tells how many connections a daemon with few open files accepts`() throws {
        var service = TestService()
        service.service.limits.connections = 73
        let told = try service.result("server.hello")["limits"]
        #expect(told?["connections"]?.integer == 73)
    }

    @Test func `A request's client, id, nesting and number of members have limits`() throws {
        var service = TestService()
        let long = String(repeating: "x", count: 300)
        func name(_ reply: Value) -> String? { reply["error"]?["data"]?["name"]?.string }
        #expect(
            name(try service.call("server.ping", client: String(long.prefix(65))))
                == (try declared("clientBytes")).rawValue)
        #expect(
            name(try service.call("server.ping", client: "c", id: .string(long)))
                == (try declared("requestIDBytes")).rawValue)
        let deep = String(repeating: "[", count: Limits.nesting + 1)
        #expect(name(try service.reply(Array(deep.utf8))) == (try declared("nesting")).rawValue)
        let members = (0...Limits.messageMembers).map { number in "\"\(number)\":1" }.joined(
            separator: ",")
        #expect(
            name(try service.reply(Array("{\(members)}".utf8)))
                == (try declared("messageMembers")).rawValue)
        #expect(service.point == StatePoint(seq: 0, revision: 0))
    }

    @Test func `The contents of all controllers share a limit in bytes`() throws {
        var service = TestService()
        let content = Value.string(String(repeating: "x", count: Limits.contentBytes - 64))
        let count = Limits.allContentBytes / Limits.contentBytes
        func create(_ number: Int) throws -> Value {
            try service.call(
                "controller.create",
                ["id": .string("c\(number)"), "kind": "view", "content": content])
        }
        for number in 0..<count { #expect(try create(number)["result"] != nil) }
        let refused = try create(count)["error"]?["data"]?["name"]?.string
        #expect(refused == (try declared("allContentBytes")).rawValue)
        // A smaller content frees space, and so does destroying a controller.
        try service.result("controller.update", ["id": "c0", "content": "short"])
        #expect(try create(count)["result"] != nil)
        try service.result("controller.destroy", ["id": "c1"])
        #expect(try create(count + 1)["result"] != nil)
        #expect(try create(count + 2)["error"]?["data"]?["name"]?.string == refused)
    }

    @Test func `The contents of a plugin's controllers leave half of the space to others`() throws {
        var stage = PluginStage()
        try stage.attach("maps")
        let content = Value.string(String(repeating: "x", count: Limits.contentBytes - 1_024))
        func ask(_ number: Int, _ kind: Value) throws -> String? {
            let reply = try stage.call(
                "controller.create",
                ["id": .string("c\(number)"), "kind": kind, "content": content])
            return reply["error"]?["data"]?["name"]?.string
        }
        let half = Limits.hostedContentBytes / Limits.contentBytes
        for number in 0..<half { #expect(try ask(number, "maps") == nil) }
        let refused = try declared("hostedContentBytes").rawValue
        #expect(try ask(half, "maps") == refused)
        // Contents that a placeholder replaces still count, also after a restart.
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        #expect(try ask(half, "maps") == refused)
        try stage.restart()
        #expect(try ask(half, "maps") == refused)
        // A destroyed controller frees space.
        try stage.result("controller.destroy", ["id": "c0"])
        #expect(try ask(0, "maps") == nil)
        #expect(try ask(half, "maps") == refused)
        for number in half..<2 * half { #expect(try ask(number, "view") == nil) }
        #expect(try ask(2 * half, "view") == refused)
    }

    @Test func `A scene has a maximum number of controllers, windows and views`() throws {
        var scene = Scene(nodes: 2)
        _ = try scene.apply(WindowCreate(), at: .zero)
        var create = ControllerCreate()
        create.kind = "view"
        _ = try scene.apply(create, at: .zero)
        let before = scene.revision
        #expect(
            throws: CommandError(
                .limitExceeded,
                "there are already 2 controllers, views and windows, which is the maximum")
        ) {
            _ = try scene.apply(create, at: .zero)
        }
        #expect(scene.revision == before)
    }

    @Test func `A list has a maximum number of members`() throws {
        let scene = Scene()
        let many = [Identifier](
            repeating: Identifier("a"), count: Limits.members + 1)
        #expect(
            throws: CommandError(
                .limitExceeded,
                "must have at most \(Limits.members) ids, got \(Limits.members + 1)",
                path: "pages")
        ) {
            _ = try scene.controllers(many, at: "pages")
        }
    }

    @Test func `An atomic batch with too many events changes nothing`() throws {
        var stage = PluginStage()
        stage.service.limits.batchEvents = 5
        let create: Value = ["method": "controller.create", "params": ["kind": "view"]]
        let reply = try stage.call(
            "batch", ["atomic": true, "commands": .array(Array(repeating: create, count: 6))])
        #expect(reply["error"]?.refusal == "-32001 limitExceeded at commands[5]")
        #expect(stage.service.point == StatePoint(seq: 0, revision: 0))
        try stage.result(
            "batch", ["atomic": true, "commands": .array(Array(repeating: create, count: 5))])
    }

    /// No smaller advance of the clock would get past the deadline.
    @Test func `A single deadline runs even if its events exceed the limit of a batch`() throws {
        var stage = PluginStage()
        try stage.show(["a", "b", "c"], kind: "view")
        try stage.result("controller.update", ["id": "book", "autoAdvance": 1, "duration": 0])
        stage.service.limits.batchEvents = 2
        let before = stage.service.point
        try stage.result("clock.advance", ["seconds": 1])
        #expect(stage.service.point.seq > before.seq + 2)
    }

    @Test func `An advance over too many deadlines runs none of them and asks no plugin`()
        throws
    {
        var stage = PluginStage()
        try stage.attach("maps", decisions: ["contentFor"])
        try stage.show(["a", "b", "c"], kind: "maps")
        try stage.result("controller.update", ["id": "book", "autoAdvance": 1, "wrap": true])
        _ = try stage.received("maps")
        stage.service.limits.deadlinesPerAdvance = 3
        let before = stage.archived()
        let reply = try stage.call("clock.advance", ["seconds": 10])
        #expect(reply["error"]?.refusal == "-32001 limitExceeded at seconds")
        #expect(stage.archived() == before)
        #expect(try stage.received("maps").isEmpty)
        try stage.result("clock.advance", ["seconds": 2])
        #expect(try stage.received("maps").asked == ["d2"])
    }

    @Test func `Queued commands share a limit in bytes over all containers`() throws {
        var stage = PluginStage()
        try stage.result("window.create", ["id": "w"])
        for id in ["a", "b", "c"] {
            try stage.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        try stage.result("controller.create", ["id": "nav", "kind": "navigation"])
        try stage.result("window.setRoot", ["id": "w", "controller": "nav"])
        try stage.result("navigation.setStack", ["id": "nav", "controllers": ["a"]])
        try stage.result("navigation.push", ["id": "nav", "controller": "b"])
        let set: Value = [
            "id": "nav", "controllers": ["a", "b", "c"], "interruption": "queue",
        ]
        try stage.result("navigation.setStack", set)
        let one = stage.service.scene.queuedBytes.now
        #expect(one > 0)
        stage.service.scene.queuedBytes.most = 2 * one
        try stage.result("navigation.setStack", set)
        let before = stage.service.point
        let reply = try stage.call("navigation.setStack", set)
        #expect(
            reply["error"]?["data"]?["name"]?.string
                == (try declared("queuedCommandBytes")).rawValue)
        #expect(stage.service.point == before)
        // The count is restored after a restart, and commands that have run no longer count.
        try stage.restart(with: Pile())
        #expect(stage.service.scene.queuedBytes.now == 2 * one)
        try stage.result("clock.advance", ["seconds": 10])
        #expect(stage.service.scene.queuedBytes.now == 0)
    }

    /// A kind that the program has after the restart.
    private struct Pile: ContainerKind {
        typealias State = PlainKind.State
        enum Declaration: KindDeclaration {
            static let name: StaticString = "pile"
        }
    }

    @Test func `There is a maximum number of plugins`() throws {
        var stage = PluginStage()
        for number in 0..<Limits.plugins { try stage.attach("p\(number)") }
        let before = stage.service.point
        let reply = try stage.ask(
            "plugin.register", ["name": "more", "kinds": []], from: "more")
        #expect(reply["error"]?["data"]?["name"] == "limitExceeded")
        #expect(stage.service.point == before)
    }

    // MARK: what is forgotten, dropped or ended

    @Test func `Of many clients, the one without requests for longest is forgotten first`() throws {
        var service = TestService()
        let results = try (0...Limits.rememberedClients).map { number in
            try service.result(
                "controller.create", ["kind": "view"], client: "c\(number)", id: 1)
        }
        #expect(
            try service.result("server.stats")["rememberedReplies"]
                == .integer(Limits.rememberedClients))
        // A repeated request gets the same reply only while the reply is remembered.
        for (number, isRemembered) in [(1, true), (0, false)] {
            let again = try service.result(
                "controller.create", ["kind": "view"], client: "c\(number)", id: 1)
            #expect((again == results[number]) == isRemembered)
        }
    }

    @Test(arguments: clientCounts)
    func `Remembered replies have a limit in bytes`(clients: Int) {
        var memory = ReplyMemory()
        let reply = [UInt8](repeating: 0, count: 15 << 20)
        for number in 0..<6 {
            let key = ReplyMemory.Key(peer: Peer(uid: 1), client: "c\(number % clients)")
            memory.remember(
                key, .integer(number), Request(id: .integer(number), method: "batch"), reply)
        }
        #expect(memory.bytes <= Limits.rememberedBytes)
        // Each client has a share that one reply fills.
        #expect(memory.count == min(clients, 4))
    }

    @Test func `Kept events have a limit in bytes`() {
        var history = EventHistory()
        for seq in 1...6 { history.append(Self.transaction(seq, bytes: 15 << 20)) }
        #expect(max(history.bytes, history.publishedBytes) <= Limits.retainedBytes)
        #expect(history.oldest == 3)
    }

    /// Returns a transaction with one event of that many bytes.
    private static func transaction(_ seq: Int, bytes: Int) -> Transaction {
        var log = EventLog()
        log.append(LifecycleEvents.LoadView(), at: LifecycleEvents.LoadView.number, about: .none)
        return Transaction(
            firstSeq: seq, revision: 1, time: .zero, cause: nil, otherCauses: [],
            events: log.events.map {
                Transaction.Event(record: $0, previousInCategory: 0, previousOfSubject: 0)
            },
            attachments: EventAttachments(), deliveries: [], publishedBytes: bytes)
    }

    @Test func `A subscriber's queued events are limited in number, bytes and slots`() {
        var mark = AdaptiveHighWaterMark()
        #expect(mark.events == Limits.queuedEvents)
        mark.follow(averageBytes: 1 << 20, subscribers: 1)
        #expect(mark.events == Limits.queuedEventBytes >> 20)
        #expect(mark.isDue)
        var crowded = AdaptiveHighWaterMark()
        crowded.follow(averageBytes: nil, subscribers: 1_000)
        #expect(
            crowded.events * 1_000 * AdaptiveHighWaterMark.placeBytes <= Limits.queuedPlacesBytes)
        #expect(
            crowded.events * 1_100 * AdaptiveHighWaterMark.placeBytes > Limits.queuedPlacesBytes / 2
        )
        // The high-water mark rises again when they are gone.
        crowded.follow(averageBytes: nil, subscribers: 1)
        #expect(crowded.events == Limits.queuedEvents)
    }

    @Test func `The average size of messages follows the latest ones`() {
        var sizes = RecentSizes()
        #expect(sizes.average == nil)
        for _ in 0..<100_000 { sizes.note(100) }
        #expect(sizes.average == 100)
        for _ in 0..<Limits.retainedBytes >> 20 { sizes.note(1 << 20) }
        #expect(sizes.average == 1 << 20)
        // The average falls again when the messages are small.
        for _ in 0..<Limits.retainedBytes / 1_024 { sizes.note(1_024) }
        #expect(sizes.average == 1_024)
    }

    @Test func `A command that had no effect or was dropped is no longer queued`() throws {
        var stage = PluginStage()
        func select(_ page: Value, _ interruption: Value = "replace") throws {
            try stage.result(
                "pager.select", ["id": "book", "page": page, "interruption": interruption],
                client: "c")
        }
        try stage.show(["a", "b", "c"], kind: "view")
        try select("b")
        try select("a", "queue")
        try select("a", "queue")
        #expect(stage.service.recorder.waiting.count == 2)
        #expect(try stage.result("server.stats")["queuedCommands"] == 2)
        // The second command finds its page already shown.
        try stage.result("clock.advance", ["seconds": 10])
        #expect(stage.service.recorder.waiting.isEmpty)
        #expect(try stage.result("server.stats")["queuedCommands"] == 0)
        try select("b")
        try select("a", "queue")
        try select("c")
        #expect(stage.service.recorder.waiting.isEmpty)
    }
}
