internal import Containment
internal import PagerModel
internal import PagerWire

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
        _ transaction: Transaction, _ context: some EventContext, _ log: EventLog,
        where isWanted: (Int, EventCategory) -> Bool
    ) -> EncodedEvents {
        begin(context, log, cause: transaction.cause)
        var causes = transaction.otherCauses[...]
        for (index, event) in transaction.events.enumerated()
        where isWanted(index, event.record.category) {
            while let next = causes.first, next.index <= index {
                begin(context, log, cause: next.cause)
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
