import PagerModel
import PagerWire
import RandomCommands

@testable import PagerClient

/// A subscriber with a mirror. It loses events at times, detects this by the sequence numbers, and
/// requests the missing ones.
struct Subscriber {
    private(set) var mirror = Mirror()
    private var chain = EventChain([""])
    /// The number of following events that are lost.
    var deaf = 0
    /// The number of lost events so far.
    private(set) var dropped = 0
    private(set) var replays = 0
    private(set) var snapshots = 0
    /// The last seq of each category and of each subject in it; nil after a snapshot.
    private var last: [String: Int]? = [:]
    private var time = 0.0

    init() { chain.restart(at: 0) }

    typealias Ask = (_ method: String, _ params: Value) -> Value?

    /// Handles a published event. Returns a problem if the event is not valid here.
    mutating func hear(topic: String, payload: [UInt8], _ ask: Ask) -> String? {
        if deaf > 0 {
            deaf -= 1
            dropped += 1
            return nil
        }
        guard let value = try? JSONParser.parse(payload),
            let event = PublishedEvent(bytes: payload, value: value)
        else { return "an event that is none: \(String(decoding: payload, as: UTF8.self))" }
        if event.topic != topic { return "\(event.topic) was published as \(topic)" }
        if case .after(let gap) = chain.take(event), let problem = fill(gap, ask) {
            return problem
        }
        return apply(value)
    }

    /// Handles a heartbeat, which contains the daemon's position.
    mutating func beat(_ latest: [(category: String, seq: Int)], seq: Int, _ ask: Ask) -> String? {
        for gap in chain.take(latest: latest, seq: seq) {
            if let problem = fill(gap, ask) { return problem }
        }
        return mirror.seq == seq ? nil : "the mirror stands at \(mirror.seq), the daemon at \(seq)"
    }

    private mutating func fill(_ gap: EventChain.Gap, _ ask: Ask) -> String? {
        guard
            let replay = ask("events.replay", ["since": .integer(gap.since), "limit": 100_000])
        else { return "events.replay was refused" }
        if replay["complete"] == true {
            replays += 1
            for event in replay["events"]?.array ?? []
            where event["seq"]?.integer ?? 0 <= gap.through {
                if let problem = apply(event) { return problem }
            }
            return mirror.seq >= gap.through ? nil : "the replay ends at \(mirror.seq)"
        }
        return takeSnapshot(ask)
    }

    /// Handles the start of another history, which makes all known positions invalid.
    mutating func begin(_ ask: Ask) -> String? {
        if let problem = takeSnapshot(ask) { return problem }
        chain.restart(at: mirror.seq)
        return nil
    }

    private mutating func takeSnapshot(_ ask: Ask) -> String? {
        guard let page = ask("state.snapshot", ["limit": 100_000]) else {
            return "state.snapshot was refused"
        }
        load([page])
        return nil
    }

    /// Starts again with the pages of a snapshot.
    mutating func load(_ pages: [Value]) {
        snapshots += 1
        mirror = Mirror(snapshot: pages)
        last = nil
    }

    private mutating func apply(_ event: Value) -> String? {
        guard let seq = event["seq"]?.integer, seq > mirror.seq else { return nil }
        if let problem = outOfTurn(event, seq) ?? unbalanced(event) {
            return "\(problem): \(event.json)"
        }
        mirror.apply(event)
        return nil
    }

    /// Checks that an event follows the previous one and names its predecessors in each chain.
    private mutating func outOfTurn(_ event: Value, _ seq: Int) -> String? {
        guard var last else { return nil }
        defer { self.last = last }
        if seq != mirror.seq + 1 { return "it follows \(mirror.seq)" }
        let category = event["category"]?.string ?? ""
        let subject = "\(category).\(event["subject"]?.string ?? "")"
        let previous = event["prev"]?.array?.compactMap(\.integer) ?? []
        if previous != [last[category] ?? 0, last[subject] ?? 0] {
            return "before it were \(last[category] ?? 0) and \(last[subject] ?? 0)"
        }
        last[category] = seq
        last[subject] = seq
        if event["event"] == "destroyed" {
            let name = ".\(event["subject"]?.string ?? "")"
            for key in last.keys where key.hasSuffix(name) && key != "plugin\(name)" {
                last[key] = nil
            }
        }
        if event["event"] == "forgotten" { last[subject] = nil }
        let now = event["time"]?.double ?? 0
        if now < time { return "time went back from \(time)" }
        time = now
        return nil
    }

    private func unbalanced(_ event: Value) -> String? {
        let subject = event["subject"]?.string ?? ""
        let now = mirror.controllerRecords[subject]?["appearance"]?.string
        let isRight: Bool =
            switch event["event"]?.string {
            case "viewWillAppear": now == "disappeared" || now == "disappearing"
            case "viewIsAppearing", "viewDidAppear": now == "appearing"
            case "viewWillDisappear": now == "appeared" || now == "appearing"
            case "viewDidDisappear": now == "disappearing"
            case "began": mirror.transitionRecords[event["transition"]?.string ?? ""] == nil
            case "ended": mirror.transitionRecords[event["transition"]?.string ?? ""] != nil
            default: true
            }
        return isRight ? nil : "it may not come now"
    }

    /// Returns the first difference between the mirror and a snapshot.
    func difference(to pages: [Value]) -> String? {
        // A mirror counts the progress of transitions, so compare what it returns for them.
        let transitions = Mirror(snapshot: pages).transitions
        let kinds: [(String, mine: [Value], theirs: [Value], key: String)] =
            [
                ("windows", mirror.windows), ("controllers", mirror.controllers),
                ("views", mirror.views),
            ].map { kind, mine in (kind, mine, pages.flatMap { $0[kind]?.array ?? [] }, "id") }
            + [("transitions", mirror.transitions, transitions, "transition")]
        for (kind, mine, theirs, key) in kinds {
            if mine.map({ $0[key] }) != theirs.map({ $0[key] }) {
                return "the mirror has other \(kind) than the snapshot"
            }
            for (mine, theirs) in zip(mine, theirs) where !mine.isSame(as: theirs) {
                let names = ((mine.members ?? []) + (theirs.members ?? [])).map(\.name)
                for name in names where mine[name]?.inOrder != theirs[name]?.inOrder {
                    return "\(mine[key]?.json ?? "").\(name): the mirror has "
                        + "\(mine[name]?.json ?? "nothing"), the snapshot "
                        + "\(theirs[name]?.json ?? "nothing")"
                }
            }
        }
        return nil
    }
}

extension Value {
    /// Whether the values differ at most in the order of members.
    fileprivate func isSame(as other: Value) -> Bool {
        guard let mine = members, let theirs = other.members else { return self == other }
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy { mine, theirs in
                let value = mine.name == theirs.name ? theirs.value : other[mine.name]
                return value.map(mine.value.isSame) ?? false
            }
    }
}
