internal import Containment
internal import PagerModel
internal import PagerWire

/// An event and the numbers that place it, without the text that comes of them.
struct RecordedEvent: Sendable, BitwiseCopyable {
    let event: Event
    let category: EventCategory
    let previousInCategory: Int
    let previousOfSubject: Int

    func stamp(_ seq: Int, revision: Int, time: Instant) -> EventStamp {
        EventStamp(
            seq: seq, previousInCategory: previousInCategory,
            previousOfSubject: previousOfSubject, revision: revision, time: time)
    }
}

/// The events of a turn that nobody has subscribed to: what it takes to write them for a replay.
///
/// Names are not in here. Who is still there is asked for its name, who is gone has left it.
struct RecordedTurn: Sendable {
    let firstSeq: Int
    let revision: Int
    let time: Instant
    let cause: EventCause?
    let events: [RecordedEvent]
    let details: [TransitionDetail]

    /// What it takes in memory, about.
    var bytes: Int {
        MemoryLayout<Self>.stride + events.count * MemoryLayout<RecordedEvent>.stride
            + details.count * MemoryLayout<TransitionDetail>.stride
    }

    /// All its events, byte for byte as they would have been published.
    func written(_ names: NamesOfAll, by encoder: inout EventEncoder) -> TurnRecord {
        encoder.begin(names, EventLog(details: details), cause: cause)
        for (index, recorded) in events.enumerated() {
            encoder.encode(
                recorded.event,
                recorded.stamp(firstSeq + index, revision: revision, time: time))
        }
        encoder.end()
        var turn = TurnRecord(firstSeq: firstSeq)
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
    /// Moves the events into their turn, in as much memory as they need.
    mutating func take(into turn: inout TurnRecord) {
        turn.bytes = bytes.array
        turn.frames = frames.withUnsafeBufferPointer { Array($0) }
        removeAll()
    }
}
