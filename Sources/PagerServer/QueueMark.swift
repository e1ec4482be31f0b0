internal import PagerModel

/// How many events libzmq may hold for one subscriber that does not take them: its high-water mark.
///
/// libzmq counts messages, not bytes, and each pipe of a subscriber has places of its own. So the
/// mark follows the size of the latest events and the number of subscribers: what waits for one is
/// at most twice what can be replayed to it, and the places of all are bounded together.
struct QueueMark {
    private(set) var events = Limits.queuedEvents

    var isHighest: Bool { events == Limits.queuedEvents }

    /// An event is two messages of libzmq's, each of which takes 64 bytes in a pipe.
    static let placeBytes = 128
    /// However large the events, so many may wait.
    private static let least = 16

    /// The mark for events like those that are kept. Returns whether it has changed.
    ///
    /// It falls at once and rises by a fifth at the least: each change is told to every pipe. O(1).
    mutating func follow(_ history: EventHistory, subscribers: Int) -> Bool {
        var most = Limits.queuedEvents
        if history.bytes > 0 {
            most = min(most, Limits.queuedEventBytes / max(1, history.bytes / history.count))
        }
        if subscribers > 0 {
            most = min(most, Limits.queuedPlacesBytes / Self.placeBytes / subscribers)
        }
        most = max(Self.least, Self.rounded(most))
        guard
            most < events || most == Limits.queuedEvents && events < most
                || most > events + events / 5
        else { return false }
        events = most
        return true
    }

    /// Down to four significant bits, so that small changes are none.
    private static func rounded(_ number: Int) -> Int {
        let step = max(1, 1 << max(0, Int.bitWidth - number.leadingZeroBitCount - 4))
        return number / step * step
    }
}

/// The subscriptions of each connection, by its descriptor: one that has too many is not heard.
struct SubscriptionCount {
    private var ofConnection: [Int32: Int] = [:]
    private(set) var count = 0
    private(set) var ignored = 0

    /// One more; false where it is one too many. One whose connection is not known counts for none.
    mutating func add(by descriptor: Int32?) -> Bool {
        guard let descriptor else { return true }
        guard ofConnection[descriptor, default: 0] < Limits.subscriptions else {
            ignored += 1
            return false
        }
        ofConnection[descriptor, default: 0] += 1
        count += 1
        return true
    }

    mutating func remove(by descriptor: Int32?) {
        guard let descriptor, let own = ofConnection[descriptor], own > 0 else { return }
        ofConnection[descriptor] = own - 1
        count -= 1
    }

    /// The connection has ended.
    mutating func forget(_ descriptor: Int32) {
        count -= ofConnection.removeValue(forKey: descriptor) ?? 0
    }
}
