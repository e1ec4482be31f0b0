internal import NIOCore
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import Synchronization

/// The latest snapshot, and the snapshots being sent to browsers.
///
/// Browsers share a snapshot and then receive the events after it. So a browser that requests a
/// snapshot repeatedly does not cause new snapshots. The number of snapshots depends on the number
/// of events, not on the number of browsers.
struct Snapshots {
    /// The maximum number of different snapshots that exist at the same time.
    static let most = 3
    /// The maximum total size of the events after a snapshot, as a fraction of the snapshot's size.
    /// If the events take more bytes, a new snapshot replaces the old one.
    static let largestLag = 0.25

    /// A snapshot of the daemon's state, encoded as a message to browsers.
    final class Snapshot: Sendable {
        let seq: Int
        /// The value of `EventBacklog.published`, a number of bytes, at the time when the snapshot
        /// was created.
        let published: Int
        let bytes: ByteBuffer
        /// The state for browsers that may only watch. Encoded for the first of them.
        var bytesForWatchers: ByteBuffer {
            copy.withLock { copy in
                if let copy { return copy }
                let bytes = ByteBuffer(string: AudienceCopy.of(snapshot: value).json)
                copy = bytes
                return bytes
            }
        }
        private let value: Value
        private let copy = Mutex<ByteBuffer?>(nil)

        init(of mirror: Mirror, published: Int) {
            seq = mirror.seq
            self.published = published
            let members: [Value.Member] = [
                .init("seq", .integer(mirror.seq)), .init("windows", .array(mirror.windows)),
                .init("controllers", .array(mirror.controllers)),
                .init("views", .array(mirror.views)),
                .init("transitions", .array(mirror.transitions)),
                // How the following events change records, so that the browser can apply them.
                .init("changes", mirror.changes.description),
            ]
            value = .object(members)
            bytes = ByteBuffer(string: value.json)
        }
    }

    /// A snapshot being sent to one browser. The connection keeps this object until the whole
    /// snapshot is sent.
    final class Delivery: Sendable {
        let snapshot: Snapshot
        let browser: Int
        let isWatcher: Bool
        var bytes: ByteBuffer { isWatcher ? snapshot.bytesForWatchers : snapshot.bytes }

        init(_ snapshot: Snapshot, to browser: Int, isWatcher: Bool) {
            self.snapshot = snapshot
            self.browser = browser
            self.isWatcher = isWatcher
        }
    }

    private struct WeakDelivery {
        weak var delivery: Delivery?
    }

    /// The decision on what to do for a browser that needs a snapshot.
    enum Decision {
        case send(Delivery)
        /// The browser waits, because the maximum number of snapshots is being sent.
        case wait
        /// The browser waits. The browsers whose numbers are in the associated value may only
        /// watch; they are disconnected, so that a browser that may send commands can receive a
        /// snapshot.
        case waitAndEnd([Int])
    }

    private var latest: Snapshot?
    /// The snapshots being sent, oldest first.
    private var deliveries: [WeakDelivery] = []

    /// Decides which snapshot a browser receives. O(size of the snapshot) for a new snapshot,
    /// otherwise O(number of browsers).
    mutating func decide(
        for browser: Int, isWatcher: Bool, _ mirror: Mirror, _ backlog: EventBacklog
    ) -> Decision {
        deliveries.removeAll { $0.delivery == nil }
        discardOutdated(backlog)
        if let latest, isFresh(latest, backlog) { return send(latest, to: browser, isWatcher) }
        let current = deliveries.compactMap(\.delivery)
        let distinct = Set<ObjectIdentifier>(current.map { ObjectIdentifier($0.snapshot) })
        if distinct.count < Self.most {
            let snapshot = Snapshot(of: mirror, published: backlog.published)
            latest = snapshot
            return send(snapshot, to: browser, isWatcher)
        }
        // No new snapshot is possible now. With the older one, the browser receives more events.
        if let latest { return send(latest, to: browser, isWatcher) }
        if isWatcher { return .wait }
        let shared = Set<ObjectIdentifier>(
            current.filter { !$0.isWatcher }.map { ObjectIdentifier($0.snapshot) })
        let slowest = current.first { !shared.contains(ObjectIdentifier($0.snapshot)) }
        guard let slowest else { return .wait }
        return .waitAndEnd(current.filter { $0.snapshot === slowest.snapshot }.map(\.browser))
    }

    private mutating func send(
        _ snapshot: Snapshot, to browser: Int, _ isWatcher: Bool
    ) -> Decision {
        let delivery = Delivery(snapshot, to: browser, isWatcher: isWatcher)
        deliveries.append(WeakDelivery(delivery: delivery))
        return .send(delivery)
    }

    private func isFresh(_ snapshot: Snapshot, _ backlog: EventBacklog) -> Bool {
        let lag = backlog.published - snapshot.published
        return Double(lag) <= Double(snapshot.bytes.readableBytes) * Self.largestLag
    }

    /// Discards the latest snapshot. Called when the copy of the daemon's state is replaced or
    /// discarded.
    mutating func begin() { latest = nil }

    /// Discards the latest snapshot if the backlog no longer has all events after this snapshot.
    mutating func discardOutdated(_ backlog: EventBacklog) {
        if let latest, latest.seq < backlog.start { self.latest = nil }
    }
}
