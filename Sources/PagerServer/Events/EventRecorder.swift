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
        log.append(event, at: E.place, about: subjects.handle(ofPlugin: plugin))
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
            encode(transaction, log, wanted, context, &publication)
        }
        history.append(transaction)
        subjects.forget(before: history.oldest)
        return publication
    }

    /// Encodes the events that have subscribers or that a plugin receives.
    private mutating func encode(
        _ transaction: Transaction, _ log: EventLog, _ wanted: EventCategories,
        _ context: some EventContext, _ publication: inout Publication
    ) {
        let hosted = Set<Int>(transaction.deliveries.map(\.index))
        publication.events = encoder.encode(transaction, context, log) { index, category in
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
            let (record, traits) = (event.record, traits[Int(event.record.place.number)])
            guard traits.contains(.isForHosts), let kind = scene.hostedKind(of: record.subject)
            else { continue }
            deliveries.append(.init(index: index, kind: kind))
            if traits.contains(.loadsView) { loaded.append(record.subject) }
        }
    }
}
