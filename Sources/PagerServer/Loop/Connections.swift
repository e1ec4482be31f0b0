internal import PagerPlugins
internal import PagerWire
internal import CLinux
internal import Glibc
internal import PagerModel
internal import ZMQ

/// The open connections of one socket, by file descriptor. The daemon limits the number of these
/// connections and closes stuck ones.
///
/// libzmq reports neither the number of connections nor the lengths of its queues. Its socket
/// monitor reports when connections begin and end, and the kernel reports the unsent bytes of each
/// connection. If a connection's unsent bytes do not change, the peer reads nothing. libzmq cannot
/// detect that itself, because its heartbeats are queued behind the unread bytes. Closing the
/// connection frees its queue; a live client reconnects and catches up.
struct Connections: ~Copyable {
    struct Counts: Sendable {
        var open = 0
        /// The number of new connections that the daemon closed at once, because too many
        /// connections were open or because the peer had earlier subscribed to too many prefixes.
        var refused = 0
        /// The number of connections closed because the peer did not read any data.
        var stuck = 0
        /// The number of connections closed because libzmq's queues for them were too long.
        var overfull = 0
        /// The number of unsent bytes that the kernel held for all connections at the last check.
        var unsent = 0
    }

    private var monitor: ConnectionMonitor
    private var open: [Int32: Backlog] = [:]
    /// A map from each file descriptor to the number of the latest connection that used the
    /// descriptor. Descriptors are reused, but connection numbers are not.
    private var numbers: [Int32: Int] = [:]
    private var lastNumber = 0
    private var counted = Counts()
    private let most: Int
    private var hasCut = false
    private var lastEnd: Instant?
    /// A counter of the bytes that libzmq queues for all connections together. Nil if the socket
    /// does not count them.
    private let total: UnsentBytes?
    /// The number of connections closed because they subscribed to too many prefixes.
    private(set) var oversubscribed = 0
    /// The peers that subscribed to too many prefixes, each with the time until which the daemon
    /// rejects the peer's new connections. The key is the peer's process id or a hash of the peer's
    /// address.
    private var banned: [Int: Instant] = [:]

    /// The unsent bytes of a connection, in the kernel and in libzmq.
    private struct Backlog {
        /// The number of unsent bytes that the kernel held for the connection at the last check.
        var unsent = 0
        /// The time at which the number of unsent bytes in the kernel last changed.
        var since = Instant.zero
        /// A counter of the bytes that libzmq queues for the connection. Nil if the socket does not
        /// count them.
        var queued: UnsentBytes?
        /// Whether the daemon closed the connection because its queue in libzmq was too long.
        var isCut = false
    }

    /// Monitors the connections of a socket.
    ///
    /// - Parameters:
    ///   - name: A name for the monitor, unique in the ZeroMQ context.
    ///   - total: A counter of the bytes that libzmq queues. Nil if the socket does not count them.
    /// - Throws: `ZMQError` if libzmq cannot create the monitor.
    init(
        _ context: Context, of socket: borrowing Socket, named name: String,
        most: Int = OpenFiles.connections, unsent total: UnsentBytes? = nil
    ) throws(ZMQError) {
        monitor = try ConnectionMonitor(context, of: socket, name: name)
        self.most = most
        self.total = total
    }

    /// Adds the monitor to the poll set and returns its index in the poll set.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> Int {
        try poll.add(monitor.socket)
    }

    var counts: Counts {
        var counts = counted
        counts.open = open.count
        return counts
    }

    /// Returns whether all ended connections ended at least `takingDown` seconds ago. If so, libzmq
    /// is assumed to have finished their cleanup.
    ///
    /// Call it after `takeNote`. libzmq reports the end of a connection before it begins the
    /// cleanup.
    func areSettled(at time: Instant) -> Bool {
        guard let lastEnd else { return true }
        return lastEnd.advanced(by: Self.takingDown) <= time
    }

    /// The time in seconds after which libzmq's cleanup of an ended connection is assumed to be
    /// finished. The cleanup takes only some microseconds once libzmq's thread runs.
    private static let takingDown: Double = 5

    /// Returns the number of the connection over which a message arrived. `descriptor` is the file
    /// descriptor of this connection. Over inproc there is none, so the result is nil.
    ///
    /// Call it after `takeNote`. If a connection has ended and a new one uses its descriptor, a
    /// message of the old connection is attributed to the new one.
    func number(of descriptor: Int32?) -> Int? { descriptor.flatMap { numbers[$0] } }

    /// Returns the number of the open connection that uses a file descriptor, or nil if there is
    /// none.
    func openNumber(of descriptor: Int32?) -> Int? {
        guard let descriptor, open[descriptor] != nil else { return nil }
        return numbers[descriptor]
    }

    /// Handles the connections that have begun or ended since the last call. Calls `ended` with the
    /// descriptor and the number of each ended connection.
    mutating func takeNote(ended: (Int32, Int) -> Void = { _, _ in }) throws(ZMQError) {
        while let news = try monitor.next() {
            switch news {
            case .accepted(let descriptor):
                open[descriptor] = Backlog(queued: total.map { UnsentBytes(partOf: $0) })
                lastNumber += 1
                numbers[descriptor] = lastNumber
                guard open.count > most || isBanned(descriptor) else { continue }
                counted.refused += 1
                shutdown(descriptor, Int32(SHUT_RDWR))
            case .ended(let descriptor):
                open[descriptor] = nil
                lastEnd = MachineClock.monotonic()
                ended(descriptor, numbers[descriptor] ?? 0)
            }
        }
    }

    /// Returns the counter of the bytes that libzmq queues for an open connection. Returns nil if
    /// the bytes are not counted or the connection has ended. Call it after `takeNote`.
    func unsent(of descriptor: Int32) -> UnsentBytes? { open[descriptor]?.queued }

    /// Returns whether the daemon has closed a connection because its queue in libzmq was too long.
    func isCut(_ descriptor: Int32) -> Bool {
        counted.overfull > 0 && open[descriptor]?.isCut == true
    }

    /// Closes the connections with the longest queues in libzmq until the remaining queues have at
    /// most `limit` bytes together. O(connections) for each closed one.
    ///
    /// The speed at which clients read does not matter: a client that rarely reads a byte occupies
    /// as much memory as one that reads nothing. Call it after `takeNote`.
    mutating func cutOverfull(beyond limit: Int) {
        var left = open.values.reduce(0) { $0 + ($1.isCut ? 0 : $1.queued?.count ?? 0) }
        while left > limit {
            let most = open.filter { !$0.value.isCut }
                .max { ($0.value.queued?.count ?? 0) < ($1.value.queued?.count ?? 0) }
            guard let (descriptor, backlog) = most else { return }
            left -= backlog.queued?.count ?? 0
            cut(descriptor)
        }
    }

    /// Closes an open connection because its queue in libzmq is too long.
    mutating func cut(_ descriptor: Int32) {
        open[descriptor]?.isCut = true
        counted.overfull += 1
        hasCut = true
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Closes a connection, and for some seconds rejects new connections of the same peer: the same
    /// process over ipc, or the same address over tcp.
    ///
    /// Without the rejection, the peer's libzmq would reconnect at once and subscribe to the same
    /// prefixes.
    mutating func cutOversubscribed(_ number: Int, at time: Instant) {
        guard let descriptor = open.keys.first(where: { numbers[$0] == number }) else { return }
        let peer = linux_peer(descriptor)
        if peer != 0 { banned[Int(peer)] = time.advanced(by: Limits.oversubscribedSeconds) }
        oversubscribed += 1
        hasCut = true
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func isBanned(_ descriptor: Int32) -> Bool {
        if banned.isEmpty { return false }
        guard let end = banned[Int(linux_peer(descriptor))] else { return false }
        return MachineClock.monotonic() < end
    }

    /// Closes connections whose unsent bytes in the kernel have not changed for a long time.
    /// O(connections).
    ///
    /// libzmq frees the queues of these connections a moment later, and the next call of this
    /// method returns the memory to the system.
    ///
    /// Call it after `takeNote`, so that no descriptor belongs to a newer connection.
    mutating func cutStuck(at time: Instant) {
        counted.unsent = 0
        banned = banned.filter { time < $0.value }
        if hasCut { malloc_trim(0) }
        hasCut = false
        for (descriptor, backlog) in open {
            let unsent = Int(linux_unsent(descriptor))
            counted.unsent += max(unsent, 0)
            guard unsent > 0, unsent == backlog.unsent else {
                open[descriptor]?.unsent = unsent
                open[descriptor]?.since = time
                continue
            }
            guard backlog.since.advanced(by: Limits.stuckSeconds) <= time else { continue }
            counted.stuck += 1
            hasCut = true
            open[descriptor]?.since = time
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }
}

extension Connections.Counts {
    static func + (left: Self, right: Self) -> Self {
        Self(
            open: left.open + right.open, refused: left.refused + right.refused,
            stuck: left.stuck + right.stuck, overfull: left.overfull + right.overfull,
            unsent: left.unsent + right.unsent)
    }
}
