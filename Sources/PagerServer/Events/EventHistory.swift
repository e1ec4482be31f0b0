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
            let encoded = encoder.encode(transaction, names) { index, category in
                index > first && isWanted(index, category)
            }
            for (position, frames) in encoded.frames.enumerated() {
                if !body(frames.seq, encoded.topic(position), encoded.payload(position)) { return }
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

/// A calculator that determines the published size of events, in bytes, without encoding them.
///
/// The result is an upper bound that does not depend on subscriptions. The limits for a batch and
/// for the stored events use this size. Therefore a replay of the journal must compute the same
/// size.
struct EventMeasure: Sendable {
    /// The position in an event log up to which the events have been measured.
    struct Position: Sendable {
        var events = 0
        var details = 0
        var attachments = 0

        init() {}

        init(endOf log: EventLog) {
            events = log.count
            details = log.attachments.details.count
            attachments = log.attachments.others.count
        }
    }

    /// The maximum size in bytes of an event with the longest names and numbers, without its cause
    /// and its attachments. The value is the sum, rounded up, of 110 for the topic, 270 for the
    /// members that all events have, such as `seq`, and 176 for the fields of the event's type.
    static let eventBytes = 576
    /// The bytes that the `began` event of a transition takes in addition to `eventBytes`, for the
    /// names, the style and the curve of the transition.
    static let detailBytes = 576
    /// The size in bytes that each option of a transition adds to an event.
    static let optionBytes = 28
    /// The bytes that the `created` event of a controller takes in addition to `eventBytes`. The
    /// controller's texts and the fields of its kind are not included.
    static let creationBytes = 1_024

    /// The animation tracks of each style and their size in bytes, by style index. Nil for a style
    /// that has not been measured.
    private var styles: [(tracks: Tracks, bytes: Int)?] = []

    init() {}

    /// Returns the published size, in bytes, of the events after `position` in the log.
    /// O(size of the attachments of these events).
    ///
    /// - Parameter cause: The size in bytes, from `bytes(of:)`, of the longest cause of these
    ///   events. A cause is the request that led to an event.
    mutating func bytes(
        of log: EventLog, since position: Position = Position(), _ context: some EventContext,
        cause: Int
    ) -> Int {
        var bytes = (log.count - position.events) * (Self.eventBytes + cause)
        for detail in log.attachments.details[position.details...] {
            bytes += Self.detailBytes + detail.options.rawValue.nonzeroBitCount * Self.optionBytes
            bytes += tracks(of: context.style(at: detail.style), at: detail.style)
        }
        for attachment in log.attachments.others[position.attachments...] {
            bytes += Self.bytes(of: attachment, context)
        }
        return bytes
    }

    /// Returns the number of bytes that a cause (the request that led to an event) adds to each
    /// event that contains it.
    static func bytes(of cause: EventCause?) -> Int {
        guard let cause else { return 0 }
        return 32 + cause.client.utf8.count + JSONLength.of(cause.id)
    }

    private mutating func tracks(of style: TransitionStyle, at index: Int) -> Int {
        if index < styles.count, let known = styles[index], known.tracks == style.tracks {
            return known.bytes
        }
        let bytes = JSONLength.of(style.tracks)
        while styles.count <= index { styles.append(nil) }
        styles[index] = (style.tracks, bytes)
        return bytes
    }

    private static func bytes(of attachment: EventAttachment, _ context: some EventContext) -> Int {
        switch attachment {
        case .text(let text): JSONLength.of(text)
        case .list(let handles): handles.reduce(2) { $0 + context.name(of: $1).utf8.count + 3 }
        case .value(let value): JSONLength.of(value)
        case .creation(let record): bytes(of: record)
        }
    }

    private static func bytes(of record: CreationRecord) -> Int {
        var length = JSONLength()
        for member in record.ofKind {
            length.key(member.name)
            member.value.write(to: &length)
        }
        record.options.title?.write(to: &length)
        record.options.content?.write(to: &length)
        record.options.reactions?.write(to: &length)
        return creationBytes + length.bytes
    }
}
