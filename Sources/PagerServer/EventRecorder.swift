internal import Containment
internal import PagerModel
internal import PagerWire

/// Numbers the engine's events, writes them down, and keeps them for replay.
struct EventRecorder {
    /// The seq of the last event, 0 for none.
    var seq = 0
    /// The seq of the last event of each category.
    var latest = [Int](repeating: 0, count: EventCategory.allCases.count)
    var history: EventHistory
    var ofSubject = ChainTable()
    var causes: [TransitionID: EventCause] = [:]
    private var encoder = EventEncoder()
    /// The causes of commands that wait in a queue, by the number of their request, and how many
    /// of each wait.
    var waiting: [UInt64: Waiting] = [:]
    var nextOrigin: UInt64 = 1
    var ofPlugin: [String: Int] = [:]
    /// Whether any kind is hosted by a plugin, so that events must be looked at for one.
    var hostsKinds = false

    struct Waiting {
        var cause: EventCause
        var count: Int
    }

    init(retaining limit: Int) {
        history = EventHistory(limit: limit)
    }

    /// Writes down what the scene did since the last call, as one turn.
    ///
    /// What a transition does later has the cause of the request that began it.
    mutating func record(
        _ scene: inout Scene, cause: EventCause?, otherwise: EventCause? = nil
    ) -> TurnRecord {
        var turn = TurnRecord(firstSeq: seq + 1)
        scene.drain { scene in
            let log = scene.log
            let own = cause ?? inherited(log) ?? otherwise
            var current = own
            var marks = log.origins[...]
            encoder.begin(scene, log, cause: own)
            var index = 0
            for event in log.events {
                while let mark = marks.first, mark.index <= index {
                    current = mark.origin == 0 ? own : leave(mark.origin)
                    encoder.begin(scene, log, cause: current)
                    marks.removeFirst()
                }
                note(event.body, log, current)
                encoder.encode(event, stamp(event, scene))
                if hostsKinds { direct(event, scene, &turn) }
                index += 1
            }
            // What was carried out or dropped without a word waits no longer either.
            for mark in marks where mark.origin != 0 { _ = leave(mark.origin) }
            encoder.end()
        }
        nextOrigin += 1
        finish(&turn)
        if !turn.frames.isEmpty { history.append(turn) }
        return turn
    }

    /// Moves the events into their turn, in as much memory as they need.
    private mutating func finish(_ turn: inout TurnRecord) {
        turn.bytes = encoder.bytes.array
        turn.frames = encoder.frames.withUnsafeBufferPointer { Array($0) }
        encoder.removeAll()
    }

    /// Whether every event after a seq can still be replayed.
    func reaches(backTo since: Int) -> Bool {
        since >= seq || (history.oldest > 0 && since >= history.oldest - 1)
    }

    /// Notes who hosts the subject of the event that was written last.
    private func direct(_ event: Event, _ scene: Scene, _ turn: inout TurnRecord) {
        guard let kind = scene.hostedKind(of: event.subject),
            EventHeading(event.body).category.isForHosts
        else { return }
        turn.deliveries.append((encoder.frames.count - 1, kind))
        if case .viewDidLoad = event.body { turn.loaded.append(event.subject) }
    }

    /// Writes down an event of a plugin, as a turn of its own.
    mutating func record(
        _ event: PluginEvent, of plugin: String, revision: Int, time: Instant, cause: EventCause?
    ) -> TurnRecord {
        let stamp = stamp(.plugin, after: ofPlugin[plugin] ?? 0, revision, time)
        ofPlugin[plugin] = seq
        encoder.encode(event, of: plugin, stamp, cause: cause)
        encoder.end()
        var turn = TurnRecord(firstSeq: seq)
        finish(&turn)
        history.append(turn)
        return turn
    }

    private mutating func stamp(_ event: Event, _ scene: Scene) -> EventStamp {
        let category = EventHeading(event.body).category
        let previous = ofSubject.replace(seq + 1, of: event.subject, category.index)
        switch event.body {
        case .controllerDestroyed, .viewDestroyed, .windowDestroyed:
            // A subject's chains end with its `destroyed`.
            ofSubject.forget(event.subject, categories: latest.count)
        default: break
        }
        return stamp(category, after: previous, scene.revision, scene.now)
    }

    /// Numbers an event, after the last one of its subject in its category.
    private mutating func stamp(
        _ category: EventCategory, after previous: Int, _ revision: Int, _ time: Instant
    ) -> EventStamp {
        seq += 1
        let stamp = EventStamp(
            seq: seq, previousInCategory: latest[category.index],
            previousOfSubject: previous, revision: revision, time: time)
        latest[category.index] = seq
        return stamp
    }

    private mutating func note(_ body: EventBody, _ log: EventLog, _ cause: EventCause?) {
        switch body {
        case .began(let detail):
            if let cause { causes[log.detail(detail).transition] = cause }
        case .ended(let id, _): causes[id] = nil
        case .queued:
            if let cause {
                waiting[nextOrigin, default: Waiting(cause: cause, count: 0)].count += 1
            }
        default: break
        }
    }

    /// One command of a request waits no longer.
    private mutating func leave(_ origin: UInt64) -> EventCause? {
        guard let entry = waiting[origin] else { return nil }
        waiting[origin] =
            entry.count > 1 ? Waiting(cause: entry.cause, count: entry.count - 1) : nil
        return entry.cause
    }

    /// The cause of a deadline's turn: that of the transition that ends in it.
    private func inherited(_ log: EventLog) -> EventCause? {
        guard !causes.isEmpty else { return nil }
        for event in log.events {
            if case .ended(let id, _) = event.body { return causes[id] }
        }
        return nil
    }
}
