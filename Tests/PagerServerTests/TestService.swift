import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// A service without sockets, with a manual clock.
struct TestService {
    var service: Service
    /// The machine's time, for requests and for the deadlines of plugins.
    var time = Instant.zero
    private var lastID = 0

    init(clock: ClockMode = .manual, retaining: Int = Limits.retainedEvents) {
        var identity = Service.Identity()
        identity.boot = "boot"
        identity.history = "history"
        identity.clock = clock
        identity.retainedEvents = retaining
        service = Service(identity)
    }

    var point: StatePoint { service.point }
    var work: Int { service.scene.work }

    /// Returns the reply to a message as bytes.
    mutating func exchange(
        _ message: [UInt8], uid: UInt32? = nil, at time: Instant? = nil
    ) -> [UInt8] {
        service.answer(message.span, from: Peer(uid: uid), at: time ?? self.time)
    }

    mutating func reply(_ message: [UInt8]) throws -> Value {
        try JSONParser.parse(exchange(message))
    }

    /// Returns the reply to a request.
    mutating func call(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Value? = nil
    ) throws -> Value {
        try reply(message(method, params, client: client, id: id))
    }

    mutating func message(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Value? = nil
    ) -> [UInt8] {
        lastID += 1
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", id ?? .integer(lastID)),
            .init("method", .string(method)), .init("params", params),
        ]
        if let client { members.append(.init("client", .string(client))) }
        return Array(Value.object(members).json.utf8)
    }

    /// Returns the result of a request that must succeed.
    @discardableResult
    mutating func result(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Value? = nil
    ) throws -> Value {
        let reply = try call(method, params, client: client, id: id)
        return try #require(reply["result"], "\(method): \(reply.json)")
    }

    /// Runs commands that must all succeed, in batches of the largest size.
    mutating func batches(of commands: [Value]) throws {
        for start in stride(from: 0, to: commands.count, by: Limits.batchCommands) {
            let end = min(start + Limits.batchCommands, commands.count)
            try result("batch", ["commands": .array(Array(commands[start..<end]))])
        }
    }

    /// Returns the error of a request that must be refused.
    mutating func error(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Value? = nil
    ) throws -> Value {
        let reply = try call(method, params, client: client, id: id)
        return try #require(reply["error"], "\(method): \(reply.json)")
    }

    /// Returns the events published since the last call.
    mutating func published() throws -> [Value] {
        let events = try service.outbox.flatMap { turn in
            try (0..<turn.count).map { try JSONParser.parse(Array(turn.payload($0))) }
        }
        service.outbox.removeAll()
        return events
    }

    /// Creates a window `w` that shows a pager `book` with its pages.
    mutating func makeBook(
        pages: [String] = ["a", "b", "c"], options: [Value.Member] = []
    ) throws {
        try result("window.create", ["id": "w"])
        for page in pages {
            try result("controller.create", ["id": .string(page), "kind": "view"])
        }
        try result(
            "controller.create",
            .object([.init("id", "book"), .init("kind", "pager")] + options))
        try result(
            "pager.setPages", ["id": "book", "pages": .array(pages.map { .string($0) })])
        try result("window.setRoot", ["id": "w", "controller": "book"])
        _ = try published()
    }

    /// Creates pagers `p0`, `p1`, ..., each with three pages and in a window of its own.
    mutating func makePagers(_ count: Int, _ options: [Value.Member]) throws {
        for number in 0..<count {
            let pages = ["a", "b", "c"].map { Value.string("\($0)\(number)") }
            for page in pages { try result("controller.create", ["id": page, "kind": "view"]) }
            let (pager, window) = (Value.string("p\(number)"), Value.string("w\(number)"))
            try result(
                "controller.create",
                .object([.init("id", pager), .init("kind", "pager")] + options))
            try result("pager.setPages", ["id": pager, "pages": .array(pages)])
            try result("window.create", ["id": window])
            try result("window.setRoot", ["id": window, "controller": pager])
        }
        _ = try published()
    }

    /// Returns the whole state as one snapshot.
    mutating func state() throws -> Value { try result("state.snapshot") }
}

extension Value {
    /// The error's name, code and place.
    var refusal: String {
        let data = self["data"]
        let path = data?["path"]?.string.map { " at \($0)" } ?? ""
        return "\(self["code"]?.integer ?? 0) \(data?["name"]?.string ?? "?")\(path)"
    }
}

extension [Value] {
    /// The names of the events.
    var eventNames: [String] { compactMap { $0["event"]?.string } }
}
