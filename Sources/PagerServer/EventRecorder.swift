internal import Containment
internal import PagerModel
internal import PagerWire

/// Numbers the engine's events, writes them down, and keeps them for replay.
struct EventRecorder {
    /// The seq of the last event, 0 for none.
    private(set) var seq = 0
    /// The seq of the last event of each category.
    private(set) var latest = [Int](repeating: 0, count: EventCategory.allCases.count)
    private(set) var history: EventHistory
    private var ofSubject: [Chain: Int] = [:]
    private var causes: [TransitionID: EventCause] = [:]
    private var encoder = EventEncoder()
    /// The causes of commands that wait in a queue, by the number of their request, and how many
    /// of each wait.
    private var waiting: [UInt64: (cause: EventCause, count: Int)] = [:]
    private(set) var nextOrigin: UInt64 = 1
    private var ofPlugin: [String: Int] = [:]
    /// Whether any kind is hosted by a plugin, so that events must be looked at for one.
    var hostsKinds = false

    private struct Chain: Hashable {
        let subject: Handle
        let category: UInt8
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
            for (index, event) in log.events.enumerated() {
                while let mark = marks.first, mark.index <= index {
                    current = mark.origin == 0 ? own : leave(mark.origin)
                    encoder.begin(scene, log, cause: current)
                    marks.removeFirst()
                }
                note(event.body, log, current)
                encoder.encode(event, stamp(event, scene))
                turn.append(topic: encoder.topic, payload: encoder.payload.bytes)
                if hostsKinds { direct(event, scene, &turn) }
            }
            encoder.end()
        }
        nextOrigin += 1
        if !turn.frames.isEmpty { history.append(turn) }
        return turn
    }

    /// Notes who hosts the subject of the event that was written last.
    private func direct(_ event: Event, _ scene: Scene, _ turn: inout TurnRecord) {
        guard let kind = scene.hostedKind(of: event.subject),
            EventHeading(event.body).category.isForHosts
        else { return }
        turn.deliveries.append((turn.frames.count - 1, kind))
        if case .viewDidLoad = event.body { turn.loaded.append(event.subject) }
    }

    /// Writes down an event of a plugin, as a turn of its own.
    mutating func record(
        _ event: PluginEvent, of plugin: String, revision: Int, time: Instant, cause: EventCause?
    ) -> TurnRecord {
        seq += 1
        let category = EventCategory.plugin.index
        let stamp = EventStamp(
            seq: seq, previousInCategory: latest[category],
            previousOfSubject: ofPlugin[plugin] ?? 0, revision: revision, time: time)
        latest[category] = seq
        ofPlugin[plugin] = seq
        encoder.encode(event, of: plugin, stamp, cause: cause)
        encoder.end()
        var turn = TurnRecord(firstSeq: seq)
        turn.append(topic: encoder.topic, payload: encoder.payload.bytes)
        history.append(turn)
        return turn
    }

    private mutating func stamp(_ event: Event, _ scene: Scene) -> EventStamp {
        let category = EventHeading(event.body).category
        seq += 1
        let chain = Chain(subject: event.subject, category: UInt8(category.index))
        let stamp = EventStamp(
            seq: seq, previousInCategory: latest[category.index],
            previousOfSubject: ofSubject[chain] ?? 0, revision: scene.revision, time: scene.now)
        latest[category.index] = seq
        switch event.body {
        case .controllerDestroyed, .viewDestroyed, .windowDestroyed: forget(event.subject)
        default: ofSubject[chain] = seq
        }
        return stamp
    }

    /// A subject's chains end with its `destroyed`.
    private mutating func forget(_ subject: Handle) {
        for category in 0..<EventCategory.allCases.count {
            ofSubject[Chain(subject: subject, category: UInt8(category))] = nil
        }
    }

    private mutating func note(_ body: EventBody, _ log: EventLog, _ cause: EventCause?) {
        switch body {
        case .began(let detail):
            if let cause { causes[log.detail(detail).transition] = cause }
        case .ended(let id, _): causes[id] = nil
        case .queued:
            if let cause { waiting[nextOrigin, default: (cause, 0)].count += 1 }
        default: break
        }
    }

    /// One command of a request waits no longer.
    private mutating func leave(_ origin: UInt64) -> EventCause? {
        guard let entry = waiting[origin] else { return nil }
        waiting[origin] = entry.count > 1 ? (entry.cause, entry.count - 1) : nil
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
