import PagerModel
import PagerServer
import PagerWire
import RandomCommands

/// One service with random limits, most of them tiny, and random commands that increase its memory
/// wherever possible.
struct SoakRun {
    private(set) var service: Service
    private var random: SeededGenerator
    private let limits: ServiceLimits
    private let clients: Int
    private let retainedEvents: Int
    private var requests = 0
    private var time = Instant.zero
    /// The largest transaction so far, in bytes of its events.
    private var largest = 0

    /// The number of controllers, besides the containers, that are created and destroyed.
    private static let pages = 200
    private static let containers = [
        "book": "pager", "loop": "pager", "nav": "navigation", "tabs": "tabBar",
    ]
    private static let plugins = 3
    /// The bytes of one controller's content.
    private static let content = 6_000
    private static let categories: [EventCategories] = [
        [], .all, .named("pager"), EventCategories(.controller),
    ]

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - clients: the number of client names that send requests.
    ///   - isBounded: whether the service has limits.
    init(seed: UInt64, clients: Int, isBounded: Bool) {
        var random = SeededGenerator(seed: seed)
        var limits = ServiceLimits()
        limits.batchBytes = random.pick([20_000, 200_000, 1 << 20])
        limits.deadlinesPerAdvance = random.pick([10, 500])
        limits.retainedBytes = random.pick([0, 50_000, 1 << 20])
        limits.rememberedReplies = random.pick([1, 30, 1_024])
        limits.rememberedClients = random.pick([1, 20, 256])
        limits.rememberedClientBytes = random.pick([1_000, 100_000, 500_000])
        limits.rememberedBytes = max(random.pick([10_000, 1 << 20]), limits.rememberedClientBytes)
        limits.queuedPluginMessages = random.pick([5, 10_000])
        limits.queuedPluginBytes = random.pick([10_000, 500_000])
        self.limits = limits
        self.clients = clients
        retainedEvents = isBounded ? random.pick([1, 100, 100_000]) : .max
        self.random = random
        var identity = Service.Identity()
        identity.clock = .manual
        identity.retainedEvents = retainedEvents
        service = Service(identity)
        service.limits = isBounded ? limits : Self.unbounded
        begin()
    }

    private static var unbounded: ServiceLimits {
        var limits = ServiceLimits()
        limits.batchBytes = .max
        limits.retainedBytes = .max
        limits.rememberedReplies = .max
        limits.rememberedClients = .max
        limits.rememberedClientBytes = .max
        limits.rememberedBytes = .max
        limits.queuedPluginMessages = .max
        limits.queuedPluginBytes = .max
        return limits
    }

    /// The memory in bytes that the limits allow the service to hold between two requests.
    ///
    /// It includes more than the limits: the largest transaction, which is always kept in the
    /// history, and for a moment in the outbox and as the bytes of a reply; the controllers with
    /// their contents, of which plugin controllers have two; and queued commands.
    var bound: Int {
        let controllers = Self.pages + Self.containers.count + 2
        let ofState = controllers * (2_048 + 2 * Self.content)
        let ofQueues = Self.containers.count * Limits.queuedCommands * Self.pages * 64
        return limits.retainedBytes + 3 * largest + limits.rememberedBytes
            + Self.plugins * limits.queuedPluginBytes + ofState + ofQueues
    }

    // MARK: commands

    private mutating func begin() {
        send("window.create", ["id": "w"])
        for (id, kind) in Self.containers.sorted(by: { $0.key < $1.key }) {
            send("controller.create", ["id": .string(id), "kind": .string(kind)])
        }
        for number in 0..<Self.plugins { register(number) }
        for number in 0..<Self.pages { create(number) }
        send("pager.setPages", ["id": "book", "pages": .array((0..<100).map(Self.page))])
        send("pager.setPages", ["id": "loop", "pages": .array((100..<120).map(Self.page))])
        send("tabBar.setControllers", ["id": "tabs", "controllers": ["book", "loop"]])
        send("window.setRoot", ["id": "w", "controller": "tabs"])
    }

    private static func page(_ number: Int) -> Value {
        .string("page-\(number)-" + String(repeating: "x", count: number % 50))
    }

    private mutating func anyPage() -> Value { Self.page(random.pick(Array(0..<Self.pages))) }

    private mutating func create(_ number: Int) {
        let kind: Value = number % 10 == 0 ? .string("hosted\(number / 10 % Self.plugins)") : "view"
        send("controller.create", ["id": Self.page(number), "kind": kind])
    }

    private mutating func text() -> Value {
        let size = random.pick([1, 100, Self.content / 6])
        return .string(
            String(repeating: random.pick(["x", "\"", "\u{1}", "\u{1F4D6}"]), count: size))
    }

    /// Runs a random command.
    mutating func step() {
        service.wanted = random.chance(0.05) ? random.pick(Self.categories) : service.wanted
        switch Int.random(in: 0..<12, using: &random) {
        case 0: send("controller.update", ["id": anyPage(), "content": text()])
        case 1: send("controller.update", ["id": anyPage(), "title": text()])
        case 2: batch()
        case 3: turn()
        case 4: read()
        case 5:
            send(
                "controller.update",
                [
                    "id": "loop", "autoAdvance": random.pick([0.001, 1, 1e8, .null]),
                    "wrap": true, "duration": random.pick([0, 1, 1e6]),
                ])
        case 6: send("clock.advance", ["seconds": random.pick([0.01, 1, 1e4])])
        case 7:
            let list = (120..<Self.pages).map(Self.page)
            send(
                "navigation.setStack",
                [
                    "id": "nav", "controllers": .array(list.shuffled(using: &random)),
                    "animated": true, "interruption": random.pick(["queue", "replace"]),
                ])
        case 8: send("tabBar.select", ["id": "tabs", "index": random.pick([0, 1])])
        case 9:
            send(
                "controller.call",
                ["id": anyPage(), "callback": "viewWillAppear", "animated": false])
        case 10: actPlugin()
        default:
            send(
                "pager.swipe",
                ["id": "book", "direction": random.pick(["left", "right"]), "animated": true])
        }
        service.runPluginDeadlines(at: time)
        service.loseStalled(at: time)
        service.outbox.removeAll()
    }

    private mutating func batch() {
        let commands = (0..<random.pick([2, 20, 200])).map { _ -> Value in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: ["method": "controller.list"]
            case 1:
                ["method": "controller.update", "params": ["id": anyPage(), "content": text()]]
            default:
                [
                    "method": "pager.move",
                    "params": [
                        "id": "book", "page": Self.page(random.pick(Array(0..<100))),
                        "to": .integer(random.pick([0, 50, 99])),
                    ],
                ]
            }
        }
        send("batch", ["atomic": .bool(random.chance(0.5)), "commands": .array(commands)])
    }

    private mutating func turn() {
        send(
            random.pick(["pager.next", "pager.previous"]),
            [
                "id": random.pick(["book", "loop"]), "animated": .bool(random.chance(0.7)),
                "interruption": random.pick(["replace", "queue"]),
            ])
    }

    private mutating func read() {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: send("state.snapshot", [:])
        case 1: send("events.replay", ["since": 0])
        case 2: send("server.describe", [:])
        default: send("controller.tree", [:])
        }
    }

    private mutating func send(_ method: String, _ params: Value) {
        requests += 1
        var members = params.members ?? []
        if random.chance(0.3) { members.append(.init("trace", true)) }
        let id: Value =
            random.chance(0.2)
            ? .string(String(repeating: "i", count: 240) + "\(requests)") : .integer(requests)
        let message: Value = [
            "jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(members),
            "client": .string("client\(requests % clients)"),
        ]
        let before = service.publishedBytes
        _ = service.answer(Array(message.json.utf8).span, from: Peer(uid: 1000), at: time)
        largest = max(largest, service.publishedBytes - before)
    }

    // MARK: plugins

    private mutating func register(_ number: Int) {
        tell(
            number,
            [
                "jsonrpc": "2.0", "id": "r", "method": "plugin.register",
                "params": [
                    "name": .string("plugin\(number)"), "kinds": [.string("hosted\(number)")],
                    "decisions": [["question": "contentFor"], ["question": "shouldSelect"]],
                ],
            ])
    }

    /// Reconnects a plugin that reads nothing, or sends a request without reading the reply.
    private mutating func actPlugin() {
        time = time.advanced(by: 1)
        let number = Int.random(in: 0..<Self.plugins, using: &random)
        if random.chance(0.5) {
            register(number)
        } else {
            tell(
                number,
                [
                    "jsonrpc": "2.0", "id": "q", "method": "controller.get",
                    "params": ["id": anyPage()],
                ])
        }
    }

    private mutating func tell(_ number: Int, _ message: Value) {
        let connection = PluginConnection(
            routing: [UInt8(number)], peer: Peer(uid: 1000), pid: UInt32(100 + number),
            isDelimited: false)
        service.take(Array(message.json.utf8).span, from: connection, at: time)
    }
}
