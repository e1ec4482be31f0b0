import PagerModel
import PagerWire

@testable import PagerServer

/// A plugin at the other end of a connection that is no socket: what it hears of the controllers
/// that it hosts must be balanced, and be what their records say.
struct PluginDouble {
    let name: String
    private(set) var connection: PluginConnection?
    /// Whether it takes nothing.
    var hangs = false
    private var connections = 0
    private var seen: Int?
    /// Whether it has registered with what it saw; else it believes the records.
    private var saysWhatItSaw = false
    /// Questions that it has been asked, answered or not.
    private(set) var asked: [String] = []
    private var appearances: [String: String] = [:]

    init(_ name: String) { self.name = name }

    /// A process begins, and with it a connection.
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

    /// Another program takes its place, which knows nothing.
    mutating func forget() { seen = nil }

    /// The last event it has seen, as it may say when it comes back.
    mutating func since(isTold: Bool) -> Value {
        saysWhatItSaw = isTold && seen != nil
        return saysWhatItSaw ? .integer(seen ?? 0) : .null
    }

    /// Takes one message; a sentence where it may not come.
    mutating func hear(_ bytes: [UInt8]) -> String? {
        guard let message = try? JSONParser.parse(bytes) else { return "no JSON for \(name)" }
        switch message["method"]?.string {
        case "event": return hear(event: message["params"] ?? .null)
        case "decide":
            asked.append(message["id"]?.string ?? "")
            if asked.count > 50 { asked.removeFirst() }
            return nil
        default:
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
            return "\(name) hears of \(event.json)"
        }
        if let seen, seq <= seen { return "\(name) hears of \(seq) after \(seen)" }
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
            ? nil : "\(name) hears \(event["event"]?.json ?? "") of \(subject), which is \(now)"
    }

    /// What it knows in another way than the records of what it hosts.
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
