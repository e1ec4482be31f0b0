import PagerModel
import PagerWire

@testable import PagerServer

/// A simulated plugin. The callbacks that it receives about its controllers must be balanced and
/// must match their records.
struct PluginDouble {
    let name: String
    private(set) var connection: PluginConnection?
    /// Whether the plugin has stopped reading.
    var hangs = false
    /// Whether its last request was refused.
    var isRefused = false
    private var connections = 0
    private var seen: Int?
    /// Whether the plugin registered with the last event it saw; otherwise it trusts the records.
    private var saysWhatItSaw = false
    /// The decisions that it has been asked for.
    private(set) var asked: [String] = []
    private var appearances: [String: String] = [:]

    init(_ name: String) { self.name = name }

    /// Starts a process with a new connection.
    mutating func connect() -> PluginConnection {
        connections += 1
        let connection = PluginConnection(
            routing: Array("\(name)\(connections)".utf8), peer: Peer(uid: 1000),
            pid: UInt32(100 + connections), isDelimited: false)
        self.connection = connection
        hangs = false
        return connection
    }

    mutating func disconnect() {
        connection = nil
        asked = []
    }

    /// Replaces the plugin by a program without any state.
    mutating func forget() { seen = nil }

    /// The last event that the plugin has seen, which a registration may contain.
    mutating func since(isTold: Bool) -> Value {
        saysWhatItSaw = isTold && seen != nil
        return saysWhatItSaw ? .integer(seen ?? 0) : .null
    }

    /// Handles one message. Returns a problem if the message is not valid here.
    mutating func hear(_ bytes: [UInt8]) -> String? {
        guard let message = try? JSONParser.parse(bytes) else { return "no JSON for \(name)" }
        switch message["method"]?.string {
        case "event": return hear(event: message["params"] ?? .null)
        case "decide":
            asked.append(message["id"]?.string ?? "")
            if asked.count > 50 { asked.removeFirst() }
            return nil
        default:
            if message["id"] == "ask", message["error"] != nil { isRefused = true }
            guard let missed = message["result"]?["missed"] else { return nil }
            let records = message["result"]?["controllers"]?.array ?? []
            let problem = welcome(missed, records)
            seen = message["result"]?["seq"]?.integer ?? seen
            return problem
        }
    }

    private mutating func welcome(_ missed: Value, _ records: [Value]) -> String? {
        if missed["complete"] == true, saysWhatItSaw {
            for event in missed["events"]?.array ?? [] {
                if let problem = hear(event: event) { return "missed: \(problem)" }
            }
        } else {
            appearances = [:]
            for record in records {
                appearances[record["id"]?.string ?? ""] = record["appearance"]?.string
            }
        }
        return difference(to: records).map { "when it came back, \($0)" }
    }

    private mutating func hear(event: Value) -> String? {
        guard let seq = event["seq"]?.integer, let subject = event["subject"]?.string else {
            return "\(name) receives an event without seq or subject: \(event.json)"
        }
        if let seen, seq <= seen { return "\(name) receives seq \(seq) after \(seen)" }
        seen = seq
        let now = appearances[subject] ?? "disappeared"
        let (allowed, next): ([String], String) =
            switch event["event"]?.string {
            case "viewWillAppear": (["disappeared", "disappearing"], "appearing")
            case "viewDidAppear": (["appearing"], "appeared")
            case "viewWillDisappear": (["appeared", "appearing"], "disappearing")
            case "viewDidDisappear": (["disappearing"], "disappeared")
            default: ([now], now)
            }
        appearances[subject] = event["event"] == "destroyed" ? nil : next
        return allowed.contains(now)
            ? nil : "\(name) receives \(event["event"]?.json ?? "") of \(subject), which is \(now)"
    }

    /// Returns the first difference between the plugin's state and the records of its controllers.
    func difference(to records: [Value]) -> String? {
        for record in records {
            let id = record["id"]?.string ?? ""
            let mine = appearances[id] ?? "disappeared"
            if mine != record["appearance"]?.string {
                return "\(name) has \(id) \(mine), the record \(record["appearance"]?.json ?? "")"
            }
        }
        return nil
    }
}
