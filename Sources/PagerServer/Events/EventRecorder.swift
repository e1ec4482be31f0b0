internal import Containment
internal import PagerModel
internal import PagerWire

/// The recorder of the events of all transactions. It numbers the events, stores them for replay,
/// and encodes the events that have subscribers.
struct EventRecorder {
    /// The sequence number (`seq`) of the last event, or 0 if there is none.
    var seq = 0
    /// The sequence number of the last event of each category, by `EventCategory.index`.
    var latest: [Int]
    var history: EventHistory
    /// An upper bound, computed by `measure`, for the published size in bytes of all events so far.
    private(set) var publishedBytes = 0
    var measure = EventMeasure()
    var ofSubject = LastSequenceTable()
    var causes: [TransitionID: EventCause] = [:]
    var subjects = SubjectNames()
    private var encoder: EventEncoder
    /// The categories with subscribers. Events of other categories are encoded only for plugins, or
    /// for a reply that contains them.
    var wanted = EventCategories.all
    /// The requests with queued commands, by request number. Each entry has the cause of the
    /// request's events, and the count of the request's commands that are still waiting.
    var waiting: [UInt64: Waiting] = [:]
    var nextOrigin: UInt64 = 1
    /// The controllers whose content was set since the last call of `takeContents`.
    var contents: [Handle] = []
    /// Whether plugins host any kinds of controllers. If so, the recorder finds the events that
    /// these plugins receive.
    var hostsKinds = false

    struct Waiting {
        var cause: EventCause
        var count: Int
    }

    init(_ events: DeclaredEvents, retaining limit: Int) {
        latest = Array(repeating: 0, count: events.indexCount)
        encoder = EventEncoder(events)
        history = EventHistory(limit: limit)
    }

    /// Ends a transaction, which consists of all changes of the scene (the state of the engine)
    /// since the last call.
    ///
    /// Events of a queued command have the cause of the request that queued the command. The cause
    /// of all other events is the parameter `cause`. If `cause` is nil, they have the cause of the
    /// transition that ends in this transaction. If no transition with a cause ends, the parameter
    /// `otherwise` is their cause.
    ///
    /// - Parameter isTraced: Whether the events of all categories are encoded.
    mutating func record(
        _ scene: inout Scene, cause: EventCause?, otherwise: EventCause? = nil,
        isTraced: Bool = false
    ) -> Publication {
        var publication = Publication(firstSeq: seq + 1)
        let wanted = isTraced ? .all : wanted
        scene.drain { scene in
            // A transaction without effect is not in the journal, so it must not be counted.
            if scene.log.isEmpty && scene.log.origins.isEmpty { return }
            // A closure that captures the recorder would copy it, and the right side of `??` is a
            // closure.
            var cause = cause
            if cause == nil, !causes.isEmpty { cause = inherited(scene) }
            if cause == nil { cause = otherwise }
            publication = close(scene.log, of: scene, cause, wanted, scene)
            nextOrigin += 1
        }
        return publication
    }

    /// Records an event about a plugin as a separate transaction.
    mutating func record<E: CoreEvent>(
        _ event: E, of plugin: String, _ scene: Scene, cause: EventCause?
    ) -> Publication {
        var log = EventLog()
        log.append(event, at: E.number, about: subjects.handle(ofPlugin: plugin))
        return close(log, of: scene, cause, wanted, names(scene))
    }

    private mutating func close(
        _ log: EventLog, of scene: Scene, _ cause: EventCause?, _ wanted: EventCategories,
        _ context: some EventContext
    ) -> Publication {
        var publication = Publication(firstSeq: seq + 1)
        let numbered = number(log, scene, context, cause)
        if numbered.events.isEmpty { return publication }
        let size = measure.bytes(of: log, context, cause: numbered.bytesOfCauses(cause))
        publishedBytes += size
        if hostsKinds { publication.direct(numbered.events, scene) }
        let transaction = Transaction(
            firstSeq: publication.events.firstSeq, revision: scene.revision, time: scene.now,
            cause: cause, otherCauses: numbered.otherCauses, events: numbered.events,
            attachments: log.attachments, deliveries: publication.deliveries,
            publishedBytes: size)
        if !numbered.categories.isDisjoint(with: wanted) || !publication.deliveries.isEmpty {
            encode(transaction, wanted, context, &publication)
        }
        history.append(transaction)
        subjects.forget(before: history.oldest)
        return publication
    }

    /// Encodes the events that have subscribers or that a plugin receives.
    private mutating func encode(
        _ transaction: Transaction, _ wanted: EventCategories, _ context: some EventContext,
        _ publication: inout Publication
    ) {
        let hosted = Set<Int>(transaction.deliveries.map(\.index))
        publication.events = encoder.encode(transaction, context) { index, category in
            wanted.contains(EventCategories(category)) || hosted.contains(index)
        }
    }

    func names(_ scene: Scene) -> SubjectNameLookup {
        SubjectNameLookup(scene: scene, others: subjects)
    }

    /// Excludes the stored events about controllers of the kinds `kinds` from replays for plugins.
    mutating func forget(hosting kinds: Set<Int>) { history.forgetDeliveries(of: kinds) }
}

/// The events of one transaction: those to publish, and those to deliver to plugins.
struct Publication {
    var events: EncodedEvents
    var deliveries: [Transaction.Delivery] = []
    /// The controllers that plugins host and whose views the transaction has loaded.
    var loaded: [Handle] = []

    init(firstSeq: Int) { events = EncodedEvents(firstSeq: firstSeq) }

    /// Finds the events to deliver to plugins: events about controllers whose kind a plugin hosts.
    fileprivate mutating func direct(_ events: [Transaction.Event], _ scene: Scene) {
        let traits = scene.events.traits
        for (index, event) in events.enumerated() {
            let (record, traits) = (event.record, traits[Int(event.record.number.index)])
            guard traits.contains(.isForHosts), let kind = scene.hostedKind(of: record.subject)
            else { continue }
            deliveries.append(.init(index: index, kind: kind))
            if traits.contains(.loadsView) { loaded.append(record.subject) }
        }
    }
}

/// The numbered events of one transaction.
struct NumberedEvents {
    var events: [Transaction.Event] = []
    var categories: EventCategories = []
    /// The indexes of the events at which the cause (the request that led to the event) changes,
    /// each with the new cause. The new cause is nil if the events from that index on have none.
    var otherCauses: [(index: Int, cause: EventCause?)] = []

    /// Returns the size in bytes of the longest cause among the events. A cause is the request that
    /// led to an event.
    ///
    /// - Parameter own: The cause of the transaction itself. Nil if there is none.
    func bytesOfCauses(_ own: EventCause?) -> Int {
        otherCauses.reduce(EventMeasure.bytes(of: own)) {
            max($0, EventMeasure.bytes(of: $1.cause))
        }
    }
}

extension EventRecorder {
    /// Assigns sequence numbers to the events of a transaction, and returns the numbered events.
    /// O(events).
    mutating func number(
        _ log: EventLog, _ scene: Scene, _ context: some EventContext, _ own: EventCause?
    ) -> NumberedEvents {
        let (events, origins, traits) = (log.events, log.origins, scene.events.traits)
        var result = NumberedEvents()
        result.events = ofSubject.number(events, after: seq, &latest, &result.categories)
        var marks = 0
        for (index, record) in events.enumerated() {
            seq += 1
            // Most transactions belong to one request.
            if marks < origins.count { look(at: &marks, origins, index, own, &result) }
            let traits = traits[Int(record.number.index)]
            if !traits.isDisjoint(with: .noted) {
                note(record, traits, log, scene, result.otherCauses.last.map(\.cause) ?? own)
            }
            if traits.contains(.endsSubject) {
                ofSubject.forget(record.subject, categories: latest.count)
                subjects.end(record.subject, named: context.name(of: record.subject), at: seq)
            }
        }
        // Queued commands that were executed or dropped without an event are no longer waiting
        // either.
        for mark in origins[marks...] where mark.origin != 0 { _ = leave(mark.origin) }
        return result
    }

    /// Records the new cause of the event at `index` and of the following events, if the cause
    /// changes at that event.
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

    private mutating func note(
        _ record: EventRecord, _ traits: EventTraits, _ log: EventLog, _ scene: Scene,
        _ cause: EventCause?
    ) {
        if traits.contains(.setsContent) {
            // If the content of more than `mostContents` controllers changes, the schedules check
            // all controllers.
            if contents.count <= Self.mostContents { contents.append(record.subject) }
            return
        }
        if traits.contains(.endsTransition) {
            causes[record.transition] = nil
            return
        }
        guard let cause else { return }
        if traits.contains(.queuesCommand) {
            waiting[nextOrigin, default: Waiting(cause: cause, count: 0)].count += 1
        } else if let began = scene.events.read(
            TransitionEvents.Began.self, from: record, log.attachments)
        {
            causes[began.detail.transition] = cause
        }
    }

    /// Decreases the number of waiting commands of a request by one, and returns the cause of the
    /// request's events.
    private mutating func leave(_ origin: UInt64) -> EventCause? {
        guard let entry = waiting[origin] else { return nil }
        waiting[origin] =
            entry.count > 1 ? Waiting(cause: entry.cause, count: entry.count - 1) : nil
        return entry.cause
    }

    /// Returns the request that led to the transition, such as a push, which ends in the current
    /// transaction. Returns nil if there is none. A transaction that a deadline has started
    /// inherits this request as its cause.
    func inherited(_ scene: Scene) -> EventCause? {
        guard !causes.isEmpty else { return nil }
        let traits = scene.events.traits
        let end = scene.log.events.first {
            traits[Int($0.number.index)].contains(.endsTransition)
        }
        guard let end else { return nil }
        return causes[end.transition]
    }
}

extension EventTraits {
    /// The traits of the events that `note` handles. These events are about transitions, queued
    /// commands and the content of controllers.
    fileprivate static var noted: EventTraits {
        [.beginsTransition, .endsTransition, .queuesCommand, .setsContent]
    }
}

extension EventRecorder {
    private static let mostContents = Limits.batchEvents

    /// Returns the controllers whose content was set since the last call, or nil if the list would
    /// have more than `mostContents` elements. A controller may occur several times.
    mutating func takeContents() -> [Handle]? {
        if contents.isEmpty { return [] }
        defer { contents = [] }
        return contents.count <= Self.mostContents ? contents : nil
    }
}

/// Functions that replay stored events, or discard them.
extension EventRecorder {
    /// Discards all events, so that none can be replayed.
    mutating func forgetEvents() { history = history.emptied }

    /// Calls `body` for each stored event whose `seq` is greater than `since` and whose topic
    /// begins with `prefix`, until `body` returns false.
    func replay(
        since: Int, prefix: [UInt8], _ scene: Scene,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        history.replay(since: since, prefix: prefix, names(scene), body)
    }

    /// Returns whether every event whose `seq` is greater than `since` can still be replayed.
    func reaches(backTo since: Int) -> Bool {
        since >= seq || (history.oldest > 0 && since >= history.oldest - 1)
    }

    /// Replays the events about controllers of the kinds `kinds`, for the plugins that host these
    /// kinds. Calls `body` for each such event whose `seq` is greater than `since`, until `body`
    /// returns false.
    func replayDeliveries(
        since: Int, of kinds: Set<Int>, _ scene: Scene,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        history.replayDeliveries(since: since, of: kinds, names(scene), body)
    }
}

/// One command or deadline with all its events, as stored in the event history.
///
/// It contains no names; an `EventContext` provides the names when the events are encoded.
struct Transaction: Sendable {
    /// An event and two sequence numbers: that of the previous event of the same category, and that
    /// of the previous event of the same category and subject.
    struct Event: Sendable, BitwiseCopyable {
        let record: EventRecord
        let previousInCategory: Int
        let previousOfSubject: Int
    }

    /// An event about a controller, for delivery to the plugin that hosts the controller's kind.
    struct Delivery: Sendable, BitwiseCopyable {
        /// The event's index in the transaction.
        let index: Int
        /// The index of the controller's kind at the time of the event. A controller of a different
        /// kind may reuse the id later.
        let kind: Int
    }

    let firstSeq: Int
    let revision: Int
    let time: Instant
    let cause: EventCause?
    /// The indexes of the events at which the cause (the request that led to the event) changes,
    /// each with the new cause. For example, the cause changes at the first event of a queued
    /// command.
    let otherCauses: [(index: Int, cause: EventCause?)]
    let events: [Event]
    let attachments: EventAttachments
    var deliveries: [Delivery]
    /// An upper bound for the encoded size, in bytes, of all events of the transaction.
    let publishedBytes: Int

    var lastSeq: Int { firstSeq + events.count - 1 }

    /// The approximate memory that the transaction uses, in bytes. O(size of its texts, lists and
    /// values).
    var bytes: Int {
        MemoryLayout<Self>.stride + events.count * MemoryLayout<Event>.stride
            + deliveries.count * MemoryLayout<Delivery>.stride + attachments.bytes
    }

    func stamp(_ index: Int) -> EventStamp {
        EventStamp(
            seq: firstSeq + index, previousInCategory: events[index].previousInCategory,
            previousOfSubject: events[index].previousOfSubject, revision: revision, time: time)
    }
}

/// The encoded events of one transaction, as they are published.
package struct EncodedEvents: Sendable {
    /// The sequence number of the first event of the transaction, even if that event was not
    /// encoded.
    package let firstSeq: Int
    var bytes: [UInt8] = []
    var frames: [EventFrames] = []

    package var count: Int { frames.count }

    package func topic(_ index: Int) -> ArraySlice<UInt8> {
        bytes[frames[index].start..<frames[index].payload]
    }

    package func payload(_ index: Int) -> ArraySlice<UInt8> {
        bytes[frames[index].payload..<frames[index].end]
    }
}

/// The function that encodes transactions for subscribers, for plugins and for `events.replay`.
extension EventEncoder {
    /// Encodes those events of a transaction for which `isWanted(index, category)` returns true.
    /// O(events + bytes).
    mutating func encode(
        _ transaction: Transaction, _ context: some EventContext,
        where isWanted: (Int, EventCategory) -> Bool
    ) -> EncodedEvents {
        begin(context, transaction.attachments, cause: transaction.cause)
        var causes = transaction.otherCauses[...]
        for (index, event) in transaction.events.enumerated()
        where isWanted(index, event.record.category) {
            while let next = causes.first, next.index <= index {
                begin(context, transaction.attachments, cause: next.cause)
                causes.removeFirst()
            }
            encode(event.record, transaction.stamp(index))
        }
        end()
        var encoded = EncodedEvents(firstSeq: transaction.firstSeq)
        encoded.bytes = bytes.array
        encoded.frames = Array(frames[...])
        removeAll()
        return encoded
    }
}
