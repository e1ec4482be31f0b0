internal import Containment
internal import PagerModel
internal import PagerWire

/// An event and the numbers that place it, without the text that comes of them.
struct RecordedEvent: Sendable, BitwiseCopyable {
    let event: Event
    let category: EventCategory
    let previousInCategory: Int
    let previousOfSubject: Int

    /// - Parameter index: its place in the turn.
    func stamp(_ index: Int, of turn: TurnHeading) -> EventStamp {
        EventStamp(
            seq: turn.firstSeq + index, previousInCategory: previousInCategory,
            previousOfSubject: previousOfSubject, revision: turn.revision, time: turn.time)
    }
}

/// What the events of a turn have in common.
struct TurnHeading: Sendable {
    let firstSeq: Int
    let revision: Int
    let time: Instant
    let cause: EventCause?
    /// Where events of another cause begin.
    let otherCauses: [(index: Int, cause: EventCause?)]
}

/// A turn of which not every event is published: what it takes to write them for a replay.
///
/// Names are not in here. Who is still there is asked for its name, who is gone has left it.
struct RecordedTurn: Sendable {
    let heading: TurnHeading
    let events: [RecordedEvent]
    let enclosures: Enclosures
    var deliveries: [TurnRecord.Delivery]
    /// At the most, when they are written.
    let publishedBytes: Int

    /// What it takes in memory, about. O(its texts, lists and values).
    var bytes: Int {
        MemoryLayout<Self>.stride + events.count * MemoryLayout<RecordedEvent>.stride
            + deliveries.count * MemoryLayout<TurnRecord.Delivery>.stride + enclosures.bytes
    }

    /// All its events, byte for byte as they would have been published.
    func written(_ names: NamesOfAll, by encoder: inout EventEncoder) -> TurnRecord {
        encoder.write(events, heading, names, EventLog(enclosures)) { _, _ in true }
        var turn = TurnRecord(firstSeq: heading.firstSeq)
        encoder.take(into: &turn)
        turn.deliveries = deliveries
        return turn
    }
}

/// An event of a plugin that nobody has subscribed to.
struct RecordedPluginEvent: Sendable {
    let event: PluginEvent
    let plugin: String
    let stamp: EventStamp
    let cause: EventCause?

    /// What it takes in memory, about.
    var bytes: Int { MemoryLayout<Self>.stride + event.heapBytes }

    /// At the most, when it is written: an escaped character takes six bytes.
    var publishedBytes: Int {
        EventMeasure.eventBytes + EventMeasure.bytes(of: cause) + 6 * event.heapBytes
    }

    func written(by encoder: inout EventEncoder) -> TurnRecord {
        encoder.encode(event, of: plugin, stamp, cause: cause)
        encoder.end()
        var turn = TurnRecord(firstSeq: stamp.seq)
        encoder.take(into: &turn)
        return turn
    }
}

/// The names of who is there, and of who is gone and is still spoken of.
struct NamesOfAll: EventContext {
    let scene: Scene
    let retired: [Handle: String]

    func name(of handle: Handle) -> String { retired[handle] ?? scene.name(of: handle) }

    func style(at index: Int) -> TransitionStyle { scene.style(at: index) }
}

extension EventEncoder {
    /// Writes those events of a turn that are wanted; asked of each is its index in the turn.
    mutating func write(
        _ events: [RecordedEvent], _ heading: TurnHeading, _ context: some EventContext,
        _ log: EventLog, _ isWanted: (Int, EventCategory) -> Bool
    ) {
        begin(context, log, cause: heading.cause)
        var causes = heading.otherCauses[...]
        for (index, recorded) in events.enumerated() where isWanted(index, recorded.category) {
            while let next = causes.first, next.index <= index {
                begin(context, log, cause: next.cause)
                causes.removeFirst()
            }
            encode(recorded.event, recorded.stamp(index, of: heading))
        }
        end()
    }

    /// Moves the events into their turn, in as much memory as they need.
    mutating func take(into turn: inout TurnRecord) {
        turn.bytes = bytes.array
        turn.frames = frames.withUnsafeBufferPointer { Array($0) }
        removeAll()
    }
}
