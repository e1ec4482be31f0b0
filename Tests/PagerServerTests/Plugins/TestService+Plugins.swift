import Containment
import PagerModel
import PagerWire
import SystemCalls
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Plugins on connections of their own, and a clock for their deadlines.
extension TestService {
    /// Restores the service from a snapshot, in a program with another kind.
    mutating func restart(with kind: some ContainerKind) throws {
        try restart(adding: Plugins(kinds: [kind]))
    }

    /// Restores the service from a snapshot.
    mutating func restart(adding additions: Plugins = Plugins()) throws {
        let snapshot = Archive.writing { service.visit(&$0) }
        var next = Service(service.identity, adding: additions)
        try snapshot.withUnsafeBytes { try Archive.reading($0) { next.visit(&$0) } }
        service = next
    }

    /// Returns another service, restored from the records of this one.
    func restored() throws -> Service {
        var restored = Service(service.identity)
        let bytes = FileBytes(service.pendingRecords.bytes)
        var place = 0
        while place < bytes.count {
            let record = try JournalRecord(in: bytes, at: place)
            try restored.restore(record)
            place += record.length
        }
        return restored
    }

    static func connection(
        _ name: String, pid: UInt32? = 7, uid: UInt32 = 1000, number: Int? = nil
    ) -> PluginConnection {
        PluginConnection(
            routing: Array(name.utf8), peer: Peer(uid: uid), pid: pid, isDelimited: false,
            number: number)
    }

    /// Returns the archived state of the service.
    mutating func archived() -> [UInt8] { Archive.writing { service.visit(&$0) } }

    mutating func send(
        _ message: Value, from name: String, pid: UInt32? = 7, uid: UInt32 = 1000,
        number: Int? = nil
    ) {
        let bytes = Array(message.json.utf8)
        let connection = Self.connection(name, pid: pid, uid: uid, number: number)
        service.take(bytes.span, from: connection, at: time)
    }

    /// Returns the messages sent to a connection since the last call.
    mutating func received(_ name: String) throws -> [Value] {
        var messages: [[UInt8]] = []
        for stray in service.plugins.strays where stray.to.routing == Array(name.utf8) {
            messages.append(stray.message)
        }
        service.plugins.strays.removeAll { $0.to.routing == Array(name.utf8) }
        let plugin =
            service.plugins.sorted.first { $0.connection?.routing == Array(name.utf8) }?.name ?? ""
        while let next = service.plugins[plugin]?.next {
            messages.append(next)
            service.plugins.change(plugin) { $0.didSend() }
        }
        return try messages.map { try JSONParser.parse($0) }
    }

    /// Sends a request of a plugin and returns the messages that it receives.
    mutating func ask(
        _ method: String, _ params: Value, from name: String, pid: UInt32? = 7, uid: UInt32 = 1000,
        number: Int? = nil
    ) throws -> Value {
        send(
            ["jsonrpc": "2.0", "id": "ask", "method": .string(method), "params": params],
            from: name, pid: pid, uid: uid, number: number)
        return try #require(try received(name).last { $0["id"] == "ask" })
    }

    /// Registers a plugin that hosts one kind with its own name.
    @discardableResult
    mutating func attach(
        _ name: String, decisions: Value = [], grants: [Grant] = [], pid: UInt32? = 7
    ) throws -> Value {
        if service.plugins[name] == nil, !grants.isEmpty {
            var plugin = Plugin(name: name)
            plugin.grants = grants
            service.plugins[name] = plugin
        }
        return try ask(
            "plugin.register",
            ["name": .string(name), "kinds": [.string(name)], "decisions": decisions], from: name,
            pid: pid)
    }

    mutating func answer(_ decision: String, _ answer: Value, from name: String) {
        send(
            ["jsonrpc": "2.0", "id": .string(decision), "result": ["answer": answer]], from: name)
    }

    mutating func wait(_ seconds: Double) {
        time = time.advanced(by: seconds)
        service.runPluginDeadlines(at: time)
    }

    /// Creates a window whose pager shows controllers of a plugin's kind.
    mutating func show(_ pages: [String], kind: String) throws {
        try result("window.create", ["id": "w"])
        try result("controller.create", ["id": "book", "kind": "pager"])
        for page in pages {
            try result("controller.create", ["id": .string(page), "kind": .string(kind)])
        }
        try result("pager.setPages", ["id": "book", "pages": .array(pages.map { .string($0) })])
        try result("window.setRoot", ["id": "w", "controller": "book"])
        _ = try published()
    }

    mutating func content(of controller: String) throws -> Value? {
        try result("controller.get", ["id": .string(controller)])["content"]
    }
}

extension [Value] {
    /// The events among messages to a plugin, as `SUBJECT.EVENT`.
    var told: [String] {
        filter { $0["method"] == "event" }.map { ($0["params"] ?? .null).subjectAndEvent }
    }

    /// The ids of the decision requests among messages to a plugin.
    var asked: [String] { filter { $0["method"] == "decide" }.compactMap { $0["id"]?.string } }
}

extension Value {
    /// The missed events in the result of a registration, as `SUBJECT.EVENT`.
    var missed: [String] { (self["missed"]?["events"]?.array ?? []).map(\.subjectAndEvent) }

    /// The subject and name of an event's payload, as `SUBJECT.EVENT`.
    fileprivate var subjectAndEvent: String {
        "\(self["subject"]?.string ?? "").\(self["event"]?.string ?? "")"
    }
}
