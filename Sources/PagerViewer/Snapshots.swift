internal import NIOCore
internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The latest snapshot, and those on their way to browsers.
///
/// Browsers share a snapshot and are sent the events that followed it. So a browser that asks again
/// and again costs no further one, and the work for all snapshots together grows with the events,
/// not with the browsers.
struct Snapshots {
    /// Different snapshots that exist at once.
    static let most = 3
    /// A snapshot is replaced when the events after it have more than this part of its bytes.
    static let largestLag = 0.25

    /// The state at one time as a message.
    final class Snapshot: Sendable {
        let seq: Int
        /// `EventBacklog.published` when it was made.
        let published: Int
        let bytes: ByteBuffer
        /// What browsers that only watch are sent; the same bytes where there are no notes.
        let bytesForWatchers: ByteBuffer

        init(of mirror: Mirror, published: Int) {
            seq = mirror.seq
            self.published = published
            let members: [Value.Member] = [
                .init("seq", .integer(mirror.seq)), .init("windows", .array(mirror.windows)),
                .init("controllers", .array(mirror.controllers)),
                .init("views", .array(mirror.views)),
                .init("transitions", .array(mirror.transitions)),
                // Of the events that follow.
                .init("changes", mirror.changes.description),
            ]
            let value = Value.object(members)
            bytes = ByteBuffer(string: value.json)
            let copy = AudienceCopy.of(value)
            bytesForWatchers = copy.map { ByteBuffer(string: $0.json) } ?? bytes
        }
    }

    /// A snapshot on its way to one browser; the connection keeps it until all of it is sent.
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

    /// What happens to a browser that needs a snapshot.
    enum Decision {
        case send(Delivery)
        /// As many as may exist are on their way.
        case wait
        /// As `wait`; these browsers without the token are given up, since one with it waits for
        /// the snapshot that only they are being sent.
        case waitAndEnd([Int])
    }

    private var latest: Snapshot?
    /// Those that began first come first.
    private var deliveries: [WeakDelivery] = []

    /// Decides what a browser is sent. O(snapshot) where a new one is made, else O(browsers).
    mutating func decide(
        for browser: Int, isWatcher: Bool, _ mirror: Mirror, _ backlog: EventBacklog
    ) -> Decision {
        deliveries.removeAll { $0.delivery == nil }
        forgetUseless(backlog)
        if let latest, isFresh(latest, backlog) { return send(latest, to: browser, isWatcher) }
        let current = deliveries.compactMap(\.delivery)
        let distinct = Set<ObjectIdentifier>(current.map { ObjectIdentifier($0.snapshot) })
        if distinct.count < Self.most {
            let snapshot = Snapshot(of: mirror, published: backlog.published)
            latest = snapshot
            return send(snapshot, to: browser, isWatcher)
        }
        // More events are better than no snapshot.
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

    /// Forgets the latest snapshot; the state is another now.
    mutating func begin() { latest = nil }

    /// Forgets the latest snapshot where events after it are missing.
    mutating func forgetUseless(_ backlog: EventBacklog) {
        if let latest, latest.seq < backlog.start { self.latest = nil }
    }
}
