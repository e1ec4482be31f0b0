internal import Containment
internal import DequeModule
internal import PagerModel
internal import PagerWire

/// Numbers the engine's events, writes them down, and keeps them for replay.
struct EventRecorder {
    /// The seq of the last event, 0 for none.
    var seq = 0
    /// The seq of the last event of each category.
    var latest: [Int]
    var history: EventHistory
    /// Bytes of all events so far, as `measure` counts them.
    private(set) var publishedBytes = 0
    var measure = EventMeasure()
    var ofSubject = ChainTable()
    var causes: [TransitionID: EventCause] = [:]
    private var encoder: EventEncoder
    /// The categories that somebody has subscribed to. What nobody hears is not written.
    var wanted = EventCategories.all
    /// Names of who is gone, and when it went.
    private var retired: [Handle: String] = [:]
    private var retirements: Deque<(seq: Int, subject: Handle)> = []
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

    /// The events of one turn with their numbers.
    private struct NumberedEvents {
        var events: [RecordedEvent] = []
        var categories: EventCategories = []
        /// Where events of another cause than the turn's begin.
        var otherCauses: [(index: Int, cause: EventCause?)] = []

        /// Of the longest cause in the turn.
        func bytesOfCauses(_ own: EventCause?) -> Int {
            otherCauses.reduce(EventMeasure.bytes(of: own)) {
                max($0, EventMeasure.bytes(of: $1.cause))
            }
        }
    }

    init(_ events: DeclaredEvents, retaining limit: Int) {
        latest = Array(repeating: 0, count: events.indexCount)
        encoder = EventEncoder(events)
        history = EventHistory(limit: limit)
    }

    /// Numbers what the scene did since the last call, as one turn, and keeps it.
    ///
    /// What a transition does later has the cause of the request that began it.
    ///
    /// - Parameter isTraced: whether the events of all categories are encoded.
    /// - Returns: of its events, written, at least those of the categories that are wanted.
    mutating func record(
        _ scene: inout Scene, cause: EventCause?, otherwise: EventCause? = nil,
        isTraced: Bool = false
    ) -> TurnRecord {
        var turn = TurnRecord(firstSeq: seq + 1)
        let wanted = isTraced ? .all : wanted
        scene.drain { take($0.log, of: $0, cause, otherwise, wanted, into: &turn) }
        forgetNames()
        return turn
    }

    private mutating func take(
        _ log: EventLog, of scene: Scene, _ cause: EventCause?, _ otherwise: EventCause?,
        _ wanted: EventCategories, into turn: inout TurnRecord
    ) {
        // What has done nothing is in no journal, and so must not count.
        if log.isEmpty && log.origins.isEmpty { return }
        defer { nextOrigin += 1 }
        // Without `??`, which would take a copy of all this along.
        var own = cause
        if own == nil { own = Self.inherited(log, causes) }
        if own == nil { own = otherwise }
        let numbered = number(log, scene, own)
        if numbered.events.isEmpty { return }
        let size = measure.bytes(of: log, scene, cause: numbered.bytesOfCauses(own))
        publishedBytes += size
        let heading = TurnHeading(
            firstSeq: turn.firstSeq, revision: scene.revision, time: scene.now, cause: own,
            otherCauses: numbered.otherCauses)
        let deliveries = hostsKinds ? direct(numbered.events, scene, &turn) : []
        if !numbered.categories.isDisjoint(with: wanted) || !deliveries.isEmpty {
            write(numbered.events, heading, log, of: scene, wanted, deliveries, &turn)
        }
        if turn.frames.count == numbered.events.count { return history.append(.written(turn)) }
        var log = log
        history.append(
            .recorded(
                RecordedTurn(
                    heading: heading, events: numbered.events, enclosures: log.takeEnclosures(),
                    deliveries: deliveries, publishedBytes: size)))
    }

    /// Numbers the events of a turn and notes whose they are.
    private mutating func number(
        _ log: EventLog, _ scene: Scene, _ own: EventCause?
    ) -> NumberedEvents {
        let (events, origins) = (log.events, log.origins)
        ofSubject.reserve(events.count)
        var result = NumberedEvents()
        var marks = 0
        // Out of here for as long as it is changed: then nobody asks at each event who else has it.
        var latest: [Int] = []
        swap(&latest, &self.latest)
        result.events = Array(unsafeUninitializedCapacity: events.count) { numbered, count in
            latest.withUnsafeMutableBufferPointer { latest in
                for index in events.indices {
                    // Most turns are of one request.
                    if marks < origins.count { look(at: &marks, origins, index, own, &result) }
                    let category = events[index].body.category
                    result.categories.formUnion(EventCategories(category))
                    seq += 1
                    let event = RecordedEvent(
                        event: events[index], category: category,
                        previousInCategory: latest[category.index],
                        previousOfSubject: ofSubject.replace(
                            seq, of: events[index].subject, category.index))
                    numbered.initializeElement(at: index, to: event)
                    latest[category.index] = seq
                    switch category {
                    case .transition:
                        note(events[index].body, log, result.otherCauses.last.map(\.cause) ?? own)
                    case .controller, .view, .window: end(events[index], scene)
                    default: break
                    }
                }
            }
            count = events.count
        }
        self.latest = latest
        // What was carried out or dropped without a word waits no longer either.
        for mark in origins[marks...] where mark.origin != 0 { _ = leave(mark.origin) }
        return result
    }

    /// Whether the events are another request's from here on.
    private mutating func look(
        at marks: inout Int, _ origins: [(index: Int, origin: UInt64)], _ index: Int,
        _ own: EventCause?, _ numbered: inout NumberedEvents
    ) {
        while marks < origins.count, origins[marks].index <= index {
            let origin = origins[marks].origin
            numbered.otherCauses.append((index, origin == 0 ? own : leave(origin)))
            marks += 1
        }
    }

    /// A subject's chains end with its `destroyed`.
    private mutating func end(_ event: Event, _ scene: Scene) {
        switch event.body {
        case .controllerDestroyed, .viewDestroyed, .windowDestroyed:
            ofSubject.forget(event.subject, categories: latest.count)
            retire(event.subject, scene)
        default: break
        }
    }

    /// Notes which events are for the hosts of their subjects.
    private func direct(
        _ events: [RecordedEvent], _ scene: Scene, _ turn: inout TurnRecord
    ) -> [TurnRecord.Delivery] {
        var deliveries: [TurnRecord.Delivery] = []
        for (index, recorded) in events.enumerated() where recorded.category.isForHosts {
            guard let kind = scene.hostedKind(of: recorded.event.subject) else { continue }
            deliveries.append(.init(index: index, kind: kind))
            switch recorded.event.body {
            case .viewDidLoad: turn.loaded.append(recorded.event.subject)
            case .controllerDestroyed:
                turn.destroyed.append((kind, scene.name(of: recorded.event.subject)))
            default: break
            }
        }
        return deliveries
    }

    /// Writes the numbered events that are for somebody.
    private mutating func write(
        _ events: [RecordedEvent], _ heading: TurnHeading, _ log: EventLog, of scene: Scene,
        _ wanted: EventCategories,
        _ deliveries: [TurnRecord.Delivery], _ turn: inout TurnRecord
    ) {
        var next = 0
        var frames = 0
        encoder.write(events, heading, scene, log) { index, category in
            let isForHost = next < deliveries.count && deliveries[next].index == index
            guard isForHost || wanted.contains(EventCategories(category)) else { return false }
            if isForHost {
                turn.deliveries.append(deliveries[next])
                turn.deliveries[next].frame = frames
                next += 1
            }
            frames += 1
            return true
        }
        encoder.take(into: &turn)
    }

    // MARK: names of who is gone

    /// Its name is needed for as long as an event of before can be replayed.
    private mutating func retire(_ subject: Handle, _ scene: Scene) {
        retired[subject] = scene.name(of: subject)
        retirements.append((seq, subject))
    }

    private mutating func forgetNames() {
        while let first = retirements.first, first.seq < history.oldest {
            retired[first.subject] = nil
            retirements.removeFirst()
        }
    }

    func names(_ scene: Scene) -> NamesOfAll { NamesOfAll(scene: scene, retired: retired) }

    // MARK: replay

    /// Keeps none of the events so far for a replay.
    mutating func forgetEvents() { history = history.emptied }

    /// Calls the body for each event after a seq whose topic has the prefix, until it says no.
    func replay(
        since: Int, prefix: [UInt8], _ scene: Scene,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        history.replay(since: since, prefix: prefix, names(scene), body)
    }

    /// Whether every event after a seq can still be replayed.
    func reaches(backTo since: Int) -> Bool {
        since >= seq || (history.oldest > 0 && since >= history.oldest - 1)
    }

    /// Calls the body for each event after a seq about a controller of one of the hosted kinds,
    /// until it returns false.
    func replayDeliveries(
        since: Int, of kinds: Set<Int>, _ scene: Scene,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        history.replayDeliveries(since: since, of: kinds, names(scene), body)
    }

    /// Ends the chains of a plugin, and what the history knows of who hosted these kinds.
    mutating func forget(plugin name: String, hosting kinds: Set<Int>) {
        ofPlugin[name] = nil
        history.forgetDeliveries(of: kinds)
    }

    /// Numbers and keeps an event of a plugin, as a turn of its own.
    ///
    /// - Returns: the event where it is wanted.
    mutating func record(
        _ event: PluginEvent, of plugin: String, revision: Int, time: Instant, cause: EventCause?
    ) -> TurnRecord {
        let stamp = stamp(.plugin, after: ofPlugin[plugin] ?? 0, revision, time)
        ofPlugin[plugin] = seq
        let recorded = RecordedPluginEvent(
            event: event, plugin: plugin, stamp: stamp, cause: cause)
        publishedBytes += recorded.publishedBytes
        guard wanted.contains(EventCategories(.plugin)) else {
            history.append(.ofPlugin(recorded))
            return TurnRecord(firstSeq: seq)
        }
        let turn = recorded.written(by: &encoder)
        history.append(.written(turn))
        return turn
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
    private static func inherited(
        _ log: EventLog, _ causes: [TransitionID: EventCause]
    ) -> EventCause? {
        guard !causes.isEmpty else { return nil }
        for event in log.events {
            if case .ended(let id, _) = event.body { return causes[id] }
        }
        return nil
    }
}
