internal import PagerModel

/// How many events libzmq may hold for one subscriber that does not take them: its high-water mark.
///
/// libzmq counts messages, not bytes, and each pipe of a subscriber has places of its own. So the
/// mark follows the size of the latest events and the number of subscribers: what waits for one is
/// at most twice what can be replayed to it, and the places of all are bounded together.
struct AdaptiveHighWaterMark {
    private(set) var events = Limits.queuedEvents

    var isHighest: Bool { events == Limits.queuedEvents }

    /// An event is two messages of libzmq's, each of which takes 64 bytes in a pipe.
    static let placeBytes = 128
    /// What is assumed of small events.
    private static let leastBytes = 512
    /// However large the events, so many may wait.
    private static let least = 16

    /// The mark for events like those that are kept. Returns whether it has changed.
    ///
    /// It falls at once and rises by a fifth at the least: each change is told to every pipe. O(1).
    mutating func follow(_ history: EventHistory, subscribers: Int) -> Bool {
        var most = Limits.queuedEvents
        if history.count > 0 {
            let average = max(Self.leastBytes, history.publishedBytes / history.count)
            most = min(most, Limits.queuedEventBytes / average)
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
