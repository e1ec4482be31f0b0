internal import PagerModel
internal import PagerWire
internal import ZMQ

/// The high-water mark of the events socket: the maximum number of events that libzmq queues for
/// one slow subscriber.
///
/// libzmq limits the number of messages in a queue but not the size of these messages. It has a
/// separate queue for each subscriber. Therefore the high-water mark depends on the size of the
/// latest events and on the number of subscribers. The queue of one subscriber has at most twice
/// the size of a full replay, and the entries of all queues together have a limit in bytes.
struct AdaptiveHighWaterMark {
    private(set) var events = Limits.queuedEvents

    /// Whether the mark must still be set in libzmq.
    private(set) var isDue = false

    /// The memory in bytes that one event occupies in the queue of one subscriber: two libzmq
    /// message structures of 64 bytes each, one for the topic and one for the payload.
    static let placeBytes = 128
    /// The assumed minimum size of an event in bytes.
    private static let leastBytes = 512
    /// The minimum high-water mark, even if the events are large.
    private static let least = 16

    /// Adapts the high-water mark to the size of the latest events and the number of subscribers.
    ///
    /// A decrease applies at once. An increase applies only if it is more than a fifth of the
    /// current mark or leads to the maximum, because libzmq must send each change to the queue of
    /// every subscriber. O(1).
    ///
    /// - Parameter averageBytes: The average size of the latest events; nil if there are none.
    mutating func follow(averageBytes: Int?, subscribers: Int) {
        var most = Limits.queuedEvents
        if let averageBytes {
            most = min(most, Limits.queuedEventBytes / max(Self.leastBytes, averageBytes))
        }
        if subscribers > 0 {
            most = min(most, Limits.queuedPlacesBytes / Self.placeBytes / subscribers)
        }
        most = max(Self.least, Self.rounded(most))
        guard
            most < events || most == Limits.queuedEvents && events < most
                || most > events + events / 5
        else { return }
        events = most
        isDue = true
    }

    /// Call it for a new connection: it has the high-water mark with which the socket was bound.
    mutating func noteNewConnection() {
        if events != Limits.queuedEvents { isDue = true }
    }

    /// Sends a new high-water mark to libzmq. If this is unsafe at present, a later call does.
    ///
    /// libzmq up to 4.3.5 sends a new high-water mark to each of its pipes without checking whether
    /// the other end has been freed. While a connection is being closed, this crashes the process
    /// (libzmq issue 4524). Until the mark is set, the queues may be longer or shorter than
    /// intended.
    ///
    /// Call it after `connections.takeNote`.
    mutating func apply(
        to socket: borrowing Socket, _ connections: borrowing Connections
    ) throws(ZMQError) {
        guard isDue, connections.areSettled(at: MachineClock.monotonic()) else { return }
        try socket.set(.sendHighWaterMark, Int32(events))
        isDue = false
    }

    /// Rounds a number down to four significant bits, so that a small change of the number usually
    /// does not change the result.
    private static func rounded(_ number: Int) -> Int {
        let step = max(1, 1 << max(0, Int.bitWidth - number.leadingZeroBitCount - 4))
        return number / step * step
    }
}

/// The average size of the latest messages: of those with between half of `Limits.retainedBytes`
/// and all of it.
struct RecentSizes {
    private var (count, bytes) = (0, 0)
    private var (earlierCount, earlierBytes) = (0, 0)

    /// The average size in bytes, or nil if there was no message.
    var average: Int? {
        let messages = count + earlierCount
        return messages > 0 ? (bytes + earlierBytes) / messages : nil
    }

    /// O(1).
    mutating func note(_ size: Int) {
        count += 1
        bytes += size
        guard bytes >= Limits.retainedBytes / 2 else { return }
        (earlierCount, earlierBytes) = (count, bytes)
        (count, bytes) = (0, 0)
    }
}
