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
    private var counted = Counts()
    private let most: Int
    private var hasCut = false
    private var lastEnd: Instant?

    /// What the kernel holds for a connection, and since when it is the same.
    private struct Backlog {
        var unsent = 0
        var since = Instant.zero
    }

    /// - Parameter name: one of its own within the context.
    /// - Throws: what libzmq says.
    init(
        _ context: Context, of socket: borrowing Socket, named name: String,
        most: Int = OpenFiles.connections
    ) throws(ZMQError) {
        monitor = try ConnectionMonitor(context, of: socket, name: name)
        self.most = most
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

    /// Takes note of who has come and gone; calls the body with each that has gone.
    mutating func takeNote(ended: (Int32) -> Void = { _ in }) throws(ZMQError) {
        while let news = try monitor.next() {
            switch news {
            case .accepted(let descriptor):
                open[descriptor] = Backlog()
                guard open.count > most else { continue }
                counted.refused += 1
                shutdown(descriptor, Int32(SHUT_RDWR))
            case .ended(let descriptor):
                open[descriptor] = nil
                lastEnd = Service.monotonic()
                ended(descriptor)
            }
        }
    }

    /// Cuts off who has left untouched for long what the kernel holds for it. O(connections).
    ///
    /// What waited for them is free a moment later; the next look gives it back to the system.
    ///
    /// To be called after `takeNote`, so that no number means another connection by now.
    mutating func cutStuck(at time: Instant) {
        counted.unsent = 0
        if hasCut { malloc_trim(0) }
        hasCut = false
        for (descriptor, backlog) in open {
            let unsent = Int(linux_unsent(descriptor))
            counted.unsent += max(unsent, 0)
            guard unsent > 0, unsent == backlog.unsent else {
                open[descriptor] = Backlog(unsent: unsent, since: time)
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
