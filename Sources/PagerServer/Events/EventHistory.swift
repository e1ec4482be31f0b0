internal import Containment
internal import DequeModule
internal import PagerModel
internal import PagerWire

/// The transactions whose events can be replayed, oldest first.
///
/// The number of events and their bytes are bounded. The latest transaction is kept whatever its
/// size.
struct EventHistory: Sendable {
    private(set) var transactions: Deque<Transaction> = []
    /// The number of stored events.
    private(set) var count = 0
    /// The approximate memory that the transactions use, in bytes.
    private(set) var bytes = 0
    /// An upper bound for the size of a complete replay in bytes.
    private(set) var publishedBytes = 0
    private let limit: Int
    /// The maximum for `bytes` and for `publishedBytes`. Above it, the oldest transactions are
    /// dropped.
    var mostBytes = Limits.retainedBytes

    init(limit: Int = Limits.retainedEvents) {
        self.limit = limit
    }

    /// An empty history with the same bounds as this history.
    var emptied: EventHistory {
        var history = EventHistory(limit: limit)
        history.mostBytes = mostBytes
        return history
    }

    /// The sequence number (`seq`) of the oldest stored event, or 0 if there is none.
    var oldest: Int { transactions.first?.firstSeq ?? 0 }

    /// The sequence number (`seq`) of the newest stored event, or 0 if there is none.
    var newest: Int { transactions.last?.lastSeq ?? 0 }

    mutating func append(_ transaction: Transaction) {
        transactions.append(transaction)
        count += transaction.events.count
        bytes += transaction.bytes
        publishedBytes += transaction.publishedBytes
        while transactions.count > 1, count > limit || max(bytes, publishedBytes) > mostBytes,
            let first = transactions.popFirst()
        {
            count -= first.events.count
            bytes -= first.bytes
            publishedBytes -= first.publishedBytes
        }
    }

    /// Calls `body` for each stored event whose `seq` is greater than `since` and whose topic
    /// begins with `prefix`, until `body` returns false. O(log t + e) for t transactions and e
    /// events in the transactions that end after `since`.
    func replay(
        since: Int, prefix: [UInt8], _ names: SubjectNameLookup,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        let categories = names.scene.events.categories(ofTopicsWith: prefix)
        encode(since: since, names) { _ in
            { _, category in categories.contains(EventCategories(category)) }
        } body: { seq, topic, payload in
            !topic.starts(with: prefix) || body(seq, topic, payload)
        }
    }

    /// Replays the events about controllers of the kinds `kinds`, for the plugins that host these
    /// kinds. Calls `body` for each of these events whose `seq` is greater than `since`, until
    /// `body` returns false. O(log t + e) for t transactions and e events in the transactions that
    /// end after `since`.
    func replayDeliveries(
        since: Int, of kinds: Set<Int>, _ names: SubjectNameLookup,
        _ body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        encode(since: since, names) { transaction in
            let deliveries = transaction.deliveries.filter { kinds.contains($0.kind) }
            let wanted = Set<Int>(deliveries.map(\.index))
            return { index, _ in wanted.contains(index) }
        } body: {
            body($0, $1, $2)
        }
    }

    private func encode(
        since: Int, _ names: SubjectNameLookup,
        where filter: (Transaction) -> (_ index: Int, EventCategory) -> Bool,
        body: (_ seq: Int, _ topic: ArraySlice<UInt8>, _ payload: ArraySlice<UInt8>) -> Bool
    ) {
        var encoder = EventEncoder(names.scene.events)
        for transaction in transactions[firstTransaction(after: since)...] {
            let isWanted = filter(transaction)
            let first = since - transaction.firstSeq
            let log = EventLog(transaction.attachments)
            let encoded = encoder.encode(transaction, names, log) { index, category in
                index > first && isWanted(index, category)
            }
            for (place, frames) in encoded.frames.enumerated() {
                if !body(frames.seq, encoded.topic(place), encoded.payload(place)) { return }
            }
        }
    }

    /// Excludes the stored events about controllers of the kinds `kinds` from replays for plugins.
    /// The events themselves are kept. O(transactions).
    mutating func forgetDeliveries(of kinds: Set<Int>) {
        for index in transactions.indices
        where transactions[index].deliveries.contains(where: { kinds.contains($0.kind) }) {
            bytes -= transactions[index].bytes
            transactions[index].deliveries.removeAll { kinds.contains($0.kind) }
            bytes += transactions[index].bytes
        }
    }

    private func firstTransaction(after seq: Int) -> Int {
        var low = 0
        var high = transactions.count
        while low < high {
            let middle = (low + high) / 2
            if transactions[middle].lastSeq > seq { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
