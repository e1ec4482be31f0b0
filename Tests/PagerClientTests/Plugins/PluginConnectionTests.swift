import Foundation
import PagerClient
import PagerModel
import PagerWire
import Synchronization
import Testing
import ZMQ

/// Tests of a plugin's connection with a fake daemon.
@Suite struct PluginConnectionTests {
    /// The daemon's end, which sends the messages of the test.
    private final class Daemon {
        let endpoint: String
        private let folder: String
        private let socket: Socket
        private var frame = Message()
        private var peer: [UInt8] = []

        init() throws {
            var template = Array("/tmp/plugin-tests-XXXXXX".utf8CString)
            folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
            endpoint = "ipc://\(folder)/plugins"
            socket = try Socket(try Context(), .router)
            try socket.set(.receiveTimeout, 30_000)
            try socket.bind(endpoint)
        }

        deinit {
            unlink("\(folder)/plugins")
            rmdir(folder)
        }

        func hear() throws -> Value {
            try #require(try socket.receive(into: &frame), "nothing came")
            peer = frame.bytes
            try #require(try socket.receive(into: &frame))
            return try JSONParser.parse(frame.bytes)
        }

        func say(_ value: Value) throws {
            _ = try socket.send(peer, more: true)
            _ = try socket.send(Array(value.json.utf8))
        }
    }

    /// Returns a registered connection. The reply is sent before the plugin waits for it.
    private static func attached(_ daemon: Daemon, lease: Double = 10) throws -> PluginConnection {
        var connection = try PluginConnection(daemon.endpoint)
        // A ROUTER drops messages to a peer that it does not know yet, so the peer sends first.
        try connection.tell("plugin.heartbeat")
        _ = try daemon.hear()
        try daemon.say(["jsonrpc": "2.0", "id": 2, "result": ["lease": .number(lease)]])
        _ = try connection.register(name: "maps", kinds: ["map"])
        _ = try daemon.hear()
        return connection
    }

    private static func next(
        _ connection: inout PluginConnection
    ) throws -> PluginConnection.Message {
        while true {
            if let message = try connection.next() { return message }
            try connection.wait(milliseconds: 60_000)
        }
    }

    private static func event(_ seq: Int, _ name: String, _ id: String) -> Value {
        ["seq": .integer(seq), "event": .string(name), "subject": .string(id)]
    }

    @Test func `Registration requests the records and missed events that did not fit`() throws {
        let daemon = try Daemon()
        var connection = try PluginConnection(daemon.endpoint)
        try connection.tell("plugin.heartbeat")
        _ = try daemon.hear()
        let first = Self.event(4, "viewWillAppear", "a")
        let second = Self.event(5, "viewDidAppear", "a")
        let later = Self.event(8, "viewWillAppear", "b")
        try daemon.say([
            "jsonrpc": "2.0", "id": 2,
            "result": [
                "seq": 6, "controllers": [["id": "a", "appearance": "appeared"]], "next": "1-1",
                "missed": ["complete": false, "events": [first], "next": 4],
            ],
        ])
        // Event 8 is delivered on its own and is in the page too.
        try daemon.say(["jsonrpc": "2.0", "method": "event", "params": later])
        try daemon.say([
            "jsonrpc": "2.0", "id": 3,
            "result": ["complete": true, "events": [second, later]],
        ])
        try daemon.say([
            "jsonrpc": "2.0", "id": 4,
            "result": [
                "controllers": [
                    ["id": "b", "appearance": "appearing", "isViewLoaded": true]
                ]
            ],
        ])
        let reply = try connection.register(name: "maps", kinds: ["map"])
        #expect(try daemon.hear()["method"] == "plugin.register")
        #expect(try daemon.hear()["params"] == ["since": 4, "plugin": "maps"])
        #expect(try daemon.hear()["params"] == ["name": "maps", "after": "1-1"])
        #expect(reply["missed"] == ["complete": true, "events": [first, second]])
        let records = reply["controllers"]?.array
        #expect(records?.map { $0["id"] } == ["a", "b"])
        // The record is from the time of registration; later changes follow as events.
        #expect(records?.last?["appearance"] == "disappeared")
        #expect(try Self.next(&connection) == .event(later))
    }

    @Test func `A refused registration throws the daemon's error`() throws {
        let daemon = try Daemon()
        var connection = try PluginConnection(daemon.endpoint)
        try connection.tell("plugin.heartbeat")
        _ = try daemon.hear()
        try daemon.say([
            "id": 2,
            "error": ["code": -32001, "message": "no", "data": ["name": "kindTaken"]],
        ])
        do {
            _ = try connection.register(name: "maps", kinds: ["map"])
            Issue.record("it was taken")
        } catch .refused(let refused) {
            #expect(refused.name == "kindTaken")
        }
    }

    @Test func `A registration without a reply times out`() throws {
        let daemon = try Daemon()
        var connection = try PluginConnection(daemon.endpoint)
        do {
            _ = try connection.register(name: "maps", kinds: ["map"], timeout: 0.05)
            Issue.record("it was taken")
        } catch .timedOut(let endpoint, _, let operation) {
            #expect(endpoint == daemon.endpoint && operation == "plugin.register")
        }
    }

    @Test func `The daemon's messages are parsed by their method`() throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon)
        try daemon.say(["method": "event", "params": ["event": "created"]])
        #expect(try Self.next(&connection) == .event(["event": "created"]))
        try daemon.say(["id": "d1", "method": "decide", "params": ["question": "contentFor"]])
        #expect(
            try Self.next(&connection)
                == .question(id: "d1", params: ["question": "contentFor"]))
        // A method of a newer daemon is ignored.
        try daemon.say(["method": "dance"])
        try daemon.say(["method": "shutdown"])
        #expect(try Self.next(&connection) == .shutdown)
    }

    @Test func `An error reply names the method, and a successful reply is dropped`() throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon)
        try connection.tell("pager.next")
        let first = try daemon.hear()
        try connection.tell("pager.previous")
        let second = try daemon.hear()
        try daemon.say(["id": first["id"] ?? .null, "result": [:]])
        try daemon.say([
            "id": second["id"] ?? .null,
            "error": ["code": -32001, "message": "no", "data": ["name": "notPermitted"]],
        ])
        guard case .refused(let method, let refused) = try Self.next(&connection) else {
            Issue.record("no refusal")
            return
        }
        #expect(method == "pager.previous" && refused.name == "notPermitted")
    }

    @Test func `The connection sends a heartbeat before the lease ends`() throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon, lease: 3)
        // The connection wakes up when its next deadline is due.
        try connection.wait()
        try connection.renew()
        #expect(try daemon.hear()["method"] == "plugin.heartbeat")
    }

    @Test func `A daemon that sends nothing for a whole lease counts as lost`() throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon, lease: 0.1)
        do {
            while true {
                try connection.wait()
                try connection.renew()
            }
        } catch .timedOut(_, let seconds, _) {
            #expect(seconds == 0.1)
        }
    }

    @Test func `The lease does not end while the plugin does not listen`() throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon, lease: 0.1)
        try daemon.say(["method": "event", "params": ["event": "created"]])
        for _ in 0..<10 {
            try connection.wait(listening: false)
            try connection.renew()
        }
        #expect(try Self.next(&connection) == .event(["event": "created"]))
    }

    /// More messages than both ends can queue: the rest waits for the reader.
    @Test func `Messages beyond the queue limits are sent once the daemon reads`() throws {
        let daemon = try Daemon()
        let count = 20_000
        let endpoint = daemon.endpoint
        let sent = Mutex(0)
        let problem = Mutex<String?>(nil)
        let sender = Thread {
            do {
                var connection = try PluginConnection(endpoint)
                for number in 0..<count {
                    try connection.tell("plugin.heartbeat", [.init("n", .integer(number))])
                    sent.withLock { $0 += 1 }
                }
                // The last messages must arrive before the socket closes.
                while try connection.next() == nil { try connection.wait() }
            } catch {
                problem.withLock { $0 = "\(error)" }
            }
        }
        sender.start()
        // The daemon reads nothing until the sender blocks, which no event reports.
        var before = -1
        while before != sent.withLock({ $0 }) || before == 0 {
            before = sent.withLock { $0 }
            usleep(100_000)
        }
        #expect(before < count)
        for number in 0..<count {
            try #require(problem.withLock { $0 } == nil)
            #expect(try daemon.hear()["params"]?["n"] == .integer(number))
        }
        try daemon.say(["method": "shutdown"])
    }

    @Test(arguments: ["pluginGone", "invalidRequest"])
    func `A daemon that does not know the plugin any more ends the connection`(
        _ error: String
    ) throws {
        let daemon = try Daemon()
        var connection = try Self.attached(daemon)
        // A plugin that always sends something is refused before its next heartbeat is due.
        try connection.tell("pager.next")
        let request = try daemon.hear()
        try daemon.say([
            "jsonrpc": "2.0", "id": request["id"] ?? .null,
            "error": [
                "code": -32600, "message": "register first", "data": ["name": .string(error)],
            ],
        ])
        do {
            _ = try Self.next(&connection)
            Issue.record("a message came")
        } catch ClientError.refused(let refused) {
            #expect(refused.name == error)
        }
    }
}
