import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import Testing
import ZMQ

/// A daemon on the real clock, a client, a subscriber, and plugins that a test controls message by
/// message.
struct PluginPlay: ~Copyable {
    let daemon: TestDaemon
    var requester: Requester
    private var subscription: Subscription
    /// The state machines over all events received so far.
    private(set) var balance = StreamBalance()
    private var seq = 0

    private init(
        _ daemon: TestDaemon, _ requester: consuming Requester,
        _ subscription: consuming Subscription
    ) {
        self.daemon = daemon
        self.requester = requester
        self.subscription = subscription
    }

    static func begin(_ options: [String] = []) throws -> PluginPlay {
        try following(try TestDaemon(options))
    }

    /// Follows a daemon that runs already.
    static func following(_ daemon: TestDaemon) throws -> PluginPlay {
        let requester = try daemon.requester()
        let subscription = try Subscription.open(daemon.address)
        return PluginPlay(daemon, requester, subscription)
    }

    @discardableResult
    mutating func send(_ method: String, _ params: Value = [:]) throws -> Value {
        try requester.request(method, params.members ?? []).result
    }

    /// Returns the next event with a topic, skipping others.
    mutating func event(_ topic: String) throws -> Value {
        while true {
            let event = try next("no \(topic)")
            if event.topic == topic { return event.value }
        }
    }

    private mutating func next(_ complaint: String) throws -> PublishedEvent {
        let event = try #require(try subscription.nextEvent(timeout: 60), "\(complaint)")
        balance.note(event.value)
        seq = event.seq
        return event
    }

    /// Waits until no transition is running, on the real clock.
    mutating func rest() throws {
        repeat {
            while !balance.open.isEmpty { _ = try next("no end") }
            let reached = try requester.request("server.ping").seq
            while seq < reached { _ = try next("no \(reached)") }
        } while !balance.open.isEmpty
    }

    /// Shows a pager whose pages belong to a plugin, and a sheet of the plugin.
    mutating func show(_ pages: [String] = ["a", "b"], kind: String = "paper") throws {
        try daemon.showBook(pages, of: kind, [.init("duration", 0)])
        for id in ["sheet", "extra"] {
            try send("controller.create", ["id": .string(id), "kind": .string(kind)])
        }
    }

    mutating func record(_ id: String) throws -> Value {
        try send("controller.get", ["id": .string(id)])
    }

    mutating func state(of plugin: String) throws -> String? {
        try send("plugin.list")["plugins"]?.array?.first { $0["name"]?.string == plugin }?["state"]?
            .string
    }
}

/// A plugin without a library, which sends frames on a DEALER socket.
final class BarePlugin {
    private let socket: Socket
    private var frame = Message()

    init(_ endpoint: String) throws {
        socket = try Socket(try Context(), .dealer)
        try socket.set(.receiveTimeout, 30_000)
        try socket.set(.sendTimeout, 30_000)
        try socket.connect(endpoint)
    }

    /// Registers the plugin and returns the result.
    @discardableResult
    func register(_ name: String, kinds: [String], decisions: Value = []) throws -> Value {
        try say([
            "jsonrpc": "2.0", "id": 1, "method": "plugin.register",
            "params": [
                "name": .string(name), "kinds": .array(kinds.map { .string($0) }),
                "decisions": decisions,
            ],
        ])
        let reply = try hear { $0["id"] == 1 }
        return try #require(reply["result"], "\(reply.json)")
    }

    /// Sends a request and returns its reply, skipping other messages.
    func ask(_ method: String, _ params: Value) throws -> Value {
        try say(["jsonrpc": "2.0", "id": "ask", "method": .string(method), "params": params])
        return try hear { $0["id"] == "ask" }
    }

    func say(_ value: Value) throws { try say(bytes: Array(value.json.utf8)) }

    func say(bytes: [UInt8]) throws { _ = try socket.send(bytes) }

    /// Returns the next message that matches, skipping others.
    func hear(where fits: (Value) -> Bool = { _ in true }) throws -> Value {
        while true {
            try #require(try socket.receive(into: &frame), "nothing came")
            let value = try JSONParser.parse(frame.bytes)
            if fits(value) { return value }
        }
    }

    /// Returns the next decision request.
    func question() throws -> Value { try hear { $0["method"] == "decide" } }

    func answer(_ question: Value, _ answer: Value) throws {
        try say([
            "jsonrpc": "2.0", "id": question["id"] ?? .null, "result": ["answer": answer],
        ])
    }
}
