internal import Containment
internal import PagerModel
internal import PagerWire

/// One command or deadline and all its events, as the history keeps them.
///
/// Names are not in here: a context has them when the events are encoded.
struct Transaction: Sendable {
    /// An event with the numbers that order it among all events.
    struct Event: Sendable, BitwiseCopyable {
        let record: EventRecord
        let previousInCategory: Int
        let previousOfSubject: Int
    }

    /// An event about a controller of a hosted kind.
    struct Delivery: Sendable, BitwiseCopyable {
        /// The event's index in the transaction.
        let index: Int
        /// The place of the kind in the scene when the event happened: the id can be given to a
        /// controller of another kind later.
        let kind: Int
    }

    let firstSeq: Int
    let revision: Int
    let time: Instant
    let cause: EventCause?
    /// Where events of another cause begin: of a command that had waited.
    let otherCauses: [(index: Int, cause: EventCause?)]
    let events: [Event]
    let attachments: EventAttachments
    var deliveries: [Delivery]
    /// An upper bound of the bytes of all its events when they are encoded.
    let publishedBytes: Int

    var lastSeq: Int { firstSeq + events.count - 1 }

    /// The memory that it takes, about. O(its texts, lists and values).
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

/// Events of one transaction in the bytes that are published.
package struct EncodedEvents: Sendable {
    /// Of the transaction, whether its first event is among them or not.
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

/// Publishing, deliveries to plugins and `events.replay` encode transactions by this alone.
extension EventEncoder {
    /// Encodes those events of a transaction for which `isWanted(index, category)` is true.
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
