internal import PagerModel
internal import SystemCalls

/// The peers of the command socket that have closed their connections, while requests of theirs are
/// waiting: up to `Limits.waitingRequests` in libzmq, and more in the kernel.
///
/// libzmq reports the end of a connection only after it has read all its bytes, which it does not
/// while its queue is full. So the daemon asks the kernel, but only while it is behind, and once
/// for each connection and turn of its loop. An unreachable receiver of a reply is gone, too.
struct GonePeers {
    private struct Gone {
        /// The number of the latest connection that had the peer's descriptor.
        let number: Int
        var requests = 0
    }

    private var peers: [[UInt8]: Gone] = [:]
    private var checked: Set<[UInt8]> = []
    /// Whether requests are waiting since the turn before.
    private var isBehind = false
    private var hasMore = false
    /// The number of requests that were dropped because their senders were gone.
    private(set) var dropped = 0

    /// Peers may come and go while the daemon is behind. Beyond this number, all are checked again.
    private static let mostPeers = 4 * Limits.connections

    mutating func beginTurn() {
        isBehind = hasMore
        hasMore = true
        if !checked.isEmpty { checked.removeAll(keepingCapacity: true) }
    }

    /// Call it when no request is waiting.
    mutating func forget() {
        hasMore = false
        if !peers.isEmpty { peers.removeAll() }
    }

    func contains(_ routing: [UInt8]) -> Bool { !peers.isEmpty && peers[routing] != nil }

    mutating func insert(_ routing: [UInt8], number: Int) {
        if peers.count >= Self.mostPeers { peers.removeAll() }
        peers[routing] = Gone(number: number)
    }

    mutating func countDropped() { dropped += 1 }

    /// Counts a request. Returns whether its sender is gone and has no request left.
    ///
    /// - Parameter number: The number of the latest connection with this descriptor. Another peer
    ///   with the same routing id, which clients may choose, has another number.
    mutating func isSpent(_ routing: [UInt8], on descriptor: Int32?, number: Int) -> Bool {
        if peers.isEmpty, !isBehind { return false }
        if let gone = peers[routing], gone.number != number, routing[0] != 0 {
            peers[routing] = nil
        }
        if peers[routing] == nil, isBehind, let descriptor, checked.insert(routing).inserted,
            hasHungUp(descriptor)
        {
            insert(routing, number: number)
        }
        guard var gone = peers[routing] else { return false }
        gone.requests += 1
        peers[routing] = gone
        return gone.requests > Limits.waitingRequests
    }
}
