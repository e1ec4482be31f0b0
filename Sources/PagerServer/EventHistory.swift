internal import DequeModule
internal import PagerModel
internal import PagerWire

/// All that one turn published, in one piece of memory.
package struct TurnRecord: Sendable {
    package let firstSeq: Int
    var bytes: [UInt8] = []
    var frames: [EventFrames] = []
    /// Events about hosted controllers: which, and the kind that is hosted.
    var deliveries: [(frame: Int, kind: Int)] = []
    /// Hosted controllers whose views have loaded.
    var loaded: [Handle] = []

    var lastSeq: Int { firstSeq + frames.count - 1 }

    package var count: Int { frames.count }

    package func topic(_ index: Int) -> ArraySlice<UInt8> {
        bytes[Int(frames[index].start)..<Int(frames[index].payload)]
    }

    package func payload(_ index: Int) -> ArraySlice<UInt8> {
        bytes[Int(frames[index].payload)..<Int(frames[index].end)]
    }
}

/// The published events that can be replayed: bounded in number and bytes, oldest turns first out.
struct EventHistory: Sendable {
    private(set) var turns: Deque<TurnRecord> = []
    private(set) var count = 0
    private(set) var bytes = 0
    private let limit: Int

    init(limit: Int = Limits.retainedEvents) {
        self.limit = limit
    }

    /// The seq of the oldest event that is kept, 0 for none.
    var oldest: Int { turns.first?.firstSeq ?? 0 }

    mutating func append(_ turn: TurnRecord) {
        turns.append(turn)
        count += turn.frames.count
        bytes += turn.bytes.count
        while turns.count > 1, count > limit || bytes > Limits.retainedBytes,
            let first = turns.first
        {
            count -= first.frames.count
            bytes -= first.bytes.count
            turns.removeFirst()
        }
    }

    /// Calls the body for each event after a seq whose topic has the prefix, until it says no.
    /// O(log turns + events looked at).
    func replay(
        since: Int, prefix: [UInt8],
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        var index = firstTurn(after: since)
        while index < turns.count {
            let turn = turns[index]
            for place in turn.frames.indices {
                let seq = turn.firstSeq + place
                guard seq > since, turn.topic(place).starts(with: prefix) else { continue }
                if !body(seq, turn.topic(place), turn.payload(place)) { return }
            }
            index += 1
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
