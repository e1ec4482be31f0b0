internal import PagerPlugins
internal import PagerWire
internal import CLinux
internal import Glibc
internal import PagerModel
internal import ZMQ

/// The connections of one socket, by their descriptors: not too many, and none that is stuck.
///
/// libzmq tells neither how many there are nor what waits for them. Its monitor tells when one
/// begins and ends, and the kernel how much it holds for it. Where that does not move, nothing is
/// read at the other end: libzmq cannot tell, as its own signs of life stand behind what is not
/// read. Ending the connection frees all that waits for it; who lives comes back and catches up.
struct Connections: ~Copyable {
    struct Counts: Sendable {
        var open = 0
        /// Cut off because there were too many.
        var refused = 0
        /// Cut off because they took nothing.
        var stuck = 0
        /// Bytes that the kernel held for them at the last look.
        var unsent = 0
    }

    private var monitor: ConnectionMonitor
    private var open: [Int32: Backlog] = [:]
    /// The latest connection of each descriptor. Descriptors are used again, numbers are not.
    private var numbers: [Int32: Int] = [:]
    private var lastNumber = 0
    private var counted = Counts()
    private let most: Int
    private var hasCut = false
    private var lastEnd: Instant?
    /// What libzmq holds for all of them, where the socket counts it.
    private let total: UnsentBytes?
    /// Cut off because of what libzmq held for them.
    private(set) var overfull = 0
    /// Cut off because of the prefixes that they have subscribed to.
    private(set) var oversubscribed = 0
    /// Until when the peers of such connections are cut off at once.
    private var banned: [Int: Instant] = [:]

    /// What is held for a connection.
    private struct Backlog {
        /// What the kernel holds, and since when it is the same.
        var unsent = 0
        var since = Instant.zero
        /// What libzmq holds.
        var queued: UnsentBytes?
        /// Whether it has been ended because of that.
        var isCut = false
    }

    /// - Parameters:
    ///   - name: one of its own within the context.
    ///   - total: counts what libzmq holds, nil where the socket does not count it.
    /// - Throws: what libzmq says.
    init(
        _ context: Context, of socket: borrowing Socket, named name: String,
        most: Int = OpenFiles.connections, unsent total: UnsentBytes? = nil
    ) throws(ZMQError) {
        monitor = try ConnectionMonitor(context, of: socket, name: name)
        self.most = most
        self.total = total
    }

    /// Has what there is to take note of waited for.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> Int {
        try poll.add(monitor.socket)
    }

    var counts: Counts {
        var counts = counted
        counts.open = open.count
        return counts
    }

    /// Whether no connection has ended for so long that libzmq has none left to take down.
    ///
    /// To be called after `takeNote`: libzmq tells of an end before it begins with that.
    func areSettled(at time: Instant) -> Bool {
        guard let lastEnd else { return true }
        return lastEnd.advanced(by: Self.takingDown) <= time
    }

    /// Seconds, for what takes libzmq's thread some microseconds once it runs.
    private static let takingDown: Double = 5

    /// Returns the number of the connection that brought a message, nil over inproc.
    ///
    /// To be called after `takeNote`. A message that is read after its connection has ended, and
    /// after another one has its descriptor, counts as the other one's.
    func number(of descriptor: Int32?) -> Int? { descriptor.flatMap { numbers[$0] } }

    /// The same of a connection that is open, nil of one that has ended.
    func openNumber(of descriptor: Int32?) -> Int? {
        guard let descriptor, open[descriptor] != nil else { return nil }
        return numbers[descriptor]
    }

    /// Takes note of who has come and gone; calls the body with the descriptor and the number of
    /// each that has gone.
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

    /// Returns where to count what is sent to a connection that is open, nil where nothing is
    /// counted. To be called after `takeNote`.
    func unsent(of descriptor: Int32) -> UnsentBytes? { open[descriptor]?.queued }

    /// Whether a connection has been ended because of what libzmq held for it.
    func isCut(_ descriptor: Int32) -> Bool { overfull > 0 && open[descriptor]?.isCut == true }

    /// Cuts off the connections for which libzmq holds most, until what it holds for the others is
    /// no more than a limit. O(connections) for each that is cut off.
    ///
    /// How fast such a client reads does not matter: one that reads a byte now and then holds as
    /// much as one that reads nothing. To be called after `takeNote`.
    mutating func cutOverfull(beyond limit: Int) {
        var left = open.values.reduce(0) { $0 + ($1.isCut ? 0 : $1.queued?.count ?? 0) }
        while left > limit {
            let most = open.filter { !$0.value.isCut }
                .max { ($0.value.queued?.count ?? 0) < ($1.value.queued?.count ?? 0) }
            guard let (descriptor, backlog) = most else { return }
            left -= backlog.queued?.count ?? 0
            open[descriptor]?.isCut = true
            overfull += 1
            hasCut = true
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Cuts off a connection, and for some seconds all new ones of the same process over ipc or of the
    /// same address over tcp: libzmq connects again at once, and subscribes to the same prefixes.
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

    /// Cuts off who has left untouched for long what the kernel holds for it. O(connections).
    ///
    /// What waited for them is free a moment later; the next look gives it back to the system.
    ///
    /// To be called after `takeNote`, so that no number means another connection by now.
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
            stuck: left.stuck + right.stuck, unsent: left.unsent + right.unsent)
    }
}
