internal import Containment
internal import DequeModule
internal import PagerModel
internal import PagerWire

/// The events of a turn as they are published, in one piece of memory: all of them, or those that
/// somebody has subscribed to.
package struct TurnRecord: Sendable {
    package let firstSeq: Int
    var bytes: [UInt8] = []
    var frames: [EventFrames] = []
    /// Events about hosted controllers.
    var deliveries: [Delivery] = []
    /// Hosted controllers whose views have loaded.
    var loaded: [Handle] = []
    /// Hosted controllers that were destroyed.
    var destroyed: [(kind: Int, name: String)] = []

    /// An event, and the kind that is hosted: its place in the scene when the event happened, for
    /// an id can be given again to a controller of another kind.
    struct Delivery: Sendable {
        /// The event's place among all of its turn.
        var index: Int
        /// Its place among those that are written, where they are not all.
        var frame: Int
        var kind: Int

        init(index: Int, kind: Int) {
            (self.index, self.frame, self.kind) = (index, index, kind)
        }
    }

    package var count: Int { frames.count }

    /// What it takes in memory, about.
    var memory: Int {
        MemoryLayout<KeptTurn>.stride + bytes.count
            + frames.count * MemoryLayout<EventFrames>.stride
            + deliveries.count * MemoryLayout<Delivery>.stride + loaded.count * 8 + destroyed.count
            * 24
            + 3 * Self.headerBytes
    }

    /// Of an array's memory, before its elements.
    private static let headerBytes = 32

    package func topic(_ index: Int) -> ArraySlice<UInt8> {
        bytes[frames[index].start..<frames[index].payload]
    }

    package func payload(_ index: Int) -> ArraySlice<UInt8> {
        bytes[frames[index].payload..<frames[index].end]
    }
}

/// A turn as it is kept: written, or what it takes to write it.
enum KeptTurn: Sendable {
    case written(TurnRecord)
    case recorded(RecordedTurn)
    indirect case ofPlugin(RecordedPluginEvent)

    var firstSeq: Int {
        switch self {
        case .written(let turn): turn.firstSeq
        case .recorded(let turn): turn.heading.firstSeq
        case .ofPlugin(let event): event.stamp.seq
        }
    }

    var count: Int {
        switch self {
        case .written(let turn): turn.frames.count
        case .recorded(let turn): turn.events.count
        case .ofPlugin: 1
        }
    }

    /// Memory that it takes, about.
    var bytes: Int {
        switch self {
        case .written(let turn): turn.memory
        case .recorded(let turn): turn.bytes
        case .ofPlugin(let event): event.bytes
        }
    }

    /// Of its events as they are published, at the most.
    var publishedBytes: Int {
        switch self {
        case .written(let turn): turn.bytes.count
        case .recorded(let turn): turn.publishedBytes
        case .ofPlugin(let event): event.publishedBytes
        }
    }

    var lastSeq: Int { firstSeq + count - 1 }

    /// Its events about controllers of hosted kinds.
    var deliveries: [TurnRecord.Delivery] {
        get {
            switch self {
            case .written(let turn): turn.deliveries
            case .recorded(let turn): turn.deliveries
            case .ofPlugin: []
            }
        }
        set {
            switch self {
            case .written(var turn):
                turn.deliveries = newValue
                self = .written(turn)
            case .recorded(var turn):
                turn.deliveries = newValue
                self = .recorded(turn)
            case .ofPlugin: break
            }
        }
    }

    /// Every event of it, as it was or would have been published.
    func written(_ names: NamesOfAll, by encoder: inout EventEncoder) -> TurnRecord {
        switch self {
        case .written(let turn): turn
        case .recorded(let turn): turn.written(names, by: &encoder)
        case .ofPlugin(let event): event.written(by: &encoder)
        }
    }
}

/// The events that can be replayed: bounded in number and bytes, oldest turns first out. The
/// latest turn is kept whatever its size.
struct EventHistory: Sendable {
    private(set) var turns: Deque<KeptTurn> = []
    private(set) var count = 0
    /// Memory that they take, about.
    private(set) var bytes = 0
    /// Of a replay of all of them, at the most.
    private(set) var publishedBytes = 0
    private let limit: Int
    /// Of `bytes`, and of `publishedBytes`.
    var mostBytes = Limits.retainedBytes

    init(limit: Int = Limits.retainedEvents) {
        self.limit = limit
    }

    /// A history with the same bound and no events.
    var emptied: EventHistory { EventHistory(limit: limit) }

    /// The seq of the oldest event that is kept, 0 for none.
    var oldest: Int { turns.first?.firstSeq ?? 0 }

    /// The seq of the newest, 0 for none.
    var newest: Int { turns.last?.lastSeq ?? 0 }

    mutating func append(_ turn: KeptTurn) {
        turns.append(turn)
        count += turn.count
        bytes += turn.bytes
        publishedBytes += turn.publishedBytes
        while turns.count > 1, count > limit || max(bytes, publishedBytes) > mostBytes,
            let first = turns.popFirst()
        {
            count -= first.count
            bytes -= first.bytes
            publishedBytes -= first.publishedBytes
        }
    }

    /// Calls the body for each event after a seq whose topic has the prefix, until it says no.
    /// O(log turns + events looked at).
    ///
    /// - Parameter names: for the turns that are not written yet.
    func replay(
        since: Int, prefix: [UInt8], _ names: NamesOfAll,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        var encoder = EventEncoder(names.scene.events)
        var index = firstTurn(after: since)
        while index < turns.count {
            let turn = turns[index].written(names, by: &encoder)
            for place in turn.frames.indices {
                let seq = turn.firstSeq + place
                guard seq > since, turn.topic(place).starts(with: prefix) else { continue }
                if !body(seq, turn.topic(place), turn.payload(place)) { return }
            }
            index += 1
        }
    }

    /// Calls the body for each event after a seq about a controller of one of the hosted kinds,
    /// until it returns false. O(log turns + turns after it + events that were for a plugin).
    func replayDeliveries(
        since: Int, of kinds: Set<Int>, _ names: NamesOfAll,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        var encoder = EventEncoder(names.scene.events)
        for index in firstTurn(after: since)..<turns.count
        where turns[index].deliveries.contains(where: { kinds.contains($0.kind) }) {
            let turn = turns[index].written(names, by: &encoder)
            for delivery in turn.deliveries where kinds.contains(delivery.kind) {
                let seq = turn.firstSeq + delivery.index
                guard seq > since else { continue }
                let frame = delivery.frame
                guard body(seq, turn.topic(frame), turn.payload(frame)) else { return }
            }
        }
    }

    /// Forgets which events were for the hosts of these kinds. The events stay. O(turns).
    mutating func forgetDeliveries(of kinds: Set<Int>) {
        for index in turns.indices
        where turns[index].deliveries.contains(where: { kinds.contains($0.kind) }) {
            bytes -= turns[index].bytes
            turns[index].deliveries.removeAll { kinds.contains($0.kind) }
            bytes += turns[index].bytes
        }
    }

    private func firstTurn(after seq: Int) -> Int {
        var low = 0
        var high = turns.count
        while low < high {
            let middle = (low + high) / 2
            if turns[middle].lastSeq > seq { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
