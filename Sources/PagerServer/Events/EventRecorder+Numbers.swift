internal import Containment
internal import PagerModel
internal import PagerWire

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
        ofSubject.reserve(events.count)
        var result = NumberedEvents()
        result.events.reserveCapacity(events.count)
        var marks = 0
        // The array is moved out while it changes, so that accesses need no uniqueness check.
        var latest: [Int] = []
        swap(&latest, &self.latest)
        for (index, record) in events.enumerated() {
            // Most transactions belong to one request.
            if marks < origins.count { look(at: &marks, origins, index, own, &result) }
            let category = record.category
            result.categories.formUnion(EventCategories(category))
            seq += 1
            result.events.append(
                Transaction.Event(
                    record: record, previousInCategory: latest[category.index],
                    previousOfSubject: ofSubject.replace(seq, of: record.subject, category.index)))
            latest[category.index] = seq
            let traits = traits[Int(record.place.number)]
            if !traits.isDisjoint(with: .noted) {
                note(record, traits, log, scene, result.otherCauses.last.map(\.cause) ?? own)
            }
            if traits.contains(.endsSubject) {
                ofSubject.forget(record.subject, categories: latest.count)
                subjects.end(record.subject, named: context.name(of: record.subject), at: seq)
            }
        }
        self.latest = latest
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
            TransitionEvents.Began.self, from: record, in: log)
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
            traits[Int($0.place.number)].contains(.endsTransition)
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
