import CZMQ
import LibC

/// What a socket or descriptor is ready for.
public struct PollEvents: OptionSet, Hashable, Sendable {
    public let rawValue: Int16

    public init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    public static let readable = PollEvents(rawValue: Int16(ZMQ_POLLIN))
    public static let writable = PollEvents(rawValue: Int16(ZMQ_POLLOUT))
    /// Of descriptors only.
    public static let failed = PollEvents(rawValue: Int16(ZMQ_POLLERR))
}

/// Sockets and descriptors that one thread waits for together, in the order of being added.
///
/// It borrows them: each must outlive the last wait. Waiting allocates nothing.
///
/// A socket has a descriptor that tells when there is news for it, once: any call on the socket may
/// take the news. So a socket is asked what it is ready for before each sleep, unless it is known to
/// have been asked since it was last used. That spares most of the system calls of `zmq_poll`,
/// which asks every socket twice.
public struct PollSet {
    private struct Item {
        /// Nil for a plain descriptor.
        let socket: Socket.Borrowed?
        let descriptor: Int32
        var wanted: PollEvents
        var found: PollEvents = []
    }

    private var items: [Item] = []
    /// What poll(2) takes, one for each item; those that want nothing have no descriptor.
    private var polled: [pollfd] = []

    public init() {}

    public var count: Int { items.count }

    /// - Returns: its index.
    /// - Throws: what libzmq says, such as a context that has ended.
    @discardableResult
    public mutating func add(
        _ socket: borrowing Socket, for events: PollEvents = .readable
    ) throws(ZMQError) -> Int {
        let descriptor = try socket.fileDescriptor()
        return add(Item(socket: socket.borrowed, descriptor: descriptor, wanted: events))
    }

    /// - Returns: its index.
    @discardableResult
    public mutating func add(descriptor: Int32, for events: PollEvents = .readable) -> Int {
        add(Item(socket: nil, descriptor: descriptor, wanted: events))
    }

    private mutating func add(_ item: Item) -> Int {
        items.append(item)
        polled.append(pollfd())
        watch(items.count - 1, for: item.wanted)
        return items.count - 1
    }

    /// Waits for something else from now on; nothing at all leaves the item in its place.
    public mutating func watch(_ index: Int, for events: PollEvents) {
        let item = items[index]
        items[index].wanted = events
        items[index].found = []
        polled[index].fd = events.isEmpty ? -1 : item.descriptor
        // A socket's descriptor becomes readable whatever the news is.
        polled[index].events = item.socket == nil ? events.pollEvents : Int16(POLLIN)
    }

    /// Waits until something is ready, a signal comes or the time is over; nil waits for ever.
    ///
    /// - Returns: how many are ready: 0 after a signal or when the time is over.
    /// - Throws: what libzmq says, such as a context that has ended.
    public mutating func wait(milliseconds: Int?) throws(ZMQError) -> Int {
        var left = milliseconds.map { Int32(clamping: max($0, 0)) }
        let deadline = left.map { Self.clock() + Int($0) }
        while true {
            let ready = try askSockets()
            let awake = poll(&polled, nfds_t(polled.count), ready > 0 ? 0 : left ?? -1)
            if awake < 0 {
                guard errno == EINTR else { throw ZMQError(code: errno, operation: "poll") }
                return ready
            }
            let found = awake == 0 ? ready : try look()
            if found > 0 { return found }
            guard let deadline else { continue }
            // News that is nothing to wake up for leaves the rest of the time.
            let rest = deadline - Self.clock()
            if awake == 0 || rest <= 0 { return 0 }
            left = Int32(rest)
        }
    }

    /// Asks the sockets that may have something without their descriptor's telling.
    ///
    /// - Returns: how many have.
    private mutating func askSockets() throws(ZMQError) -> Int {
        var ready = 0
        for index in items.indices {
            items[index].found = []
            let wanted = items[index].wanted
            guard let socket = items[index].socket, !wanted.isEmpty else { continue }
            // What is known of a socket at rest is that nothing can be read from it.
            if socket.isAtRest, wanted == .readable { continue }
            items[index].found = try socket.events().intersection(wanted)
            if !items[index].found.isEmpty { ready += 1 }
        }
        return ready
    }

    /// Takes over what poll(2) has found.
    ///
    /// - Returns: how many are ready.
    private mutating func look() throws(ZMQError) -> Int {
        var ready = 0
        for index in items.indices {
            if polled[index].revents != 0 {
                let item = items[index]
                items[index].found =
                    try item.socket?.events().intersection(item.wanted)
                    ?? PollEvents(polled: polled[index].revents)
            }
            if !items[index].found.isEmpty { ready += 1 }
        }
        return ready
    }

    /// Milliseconds.
    private static func clock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// What the last wait found at an index.
    public func ready(_ index: Int) -> PollEvents { items[index].found }

    public func isReadable(_ index: Int) -> Bool { ready(index).contains(.readable) }

    public func isWritable(_ index: Int) -> Bool { ready(index).contains(.writable) }
}

extension PollEvents {
    /// What poll(2) calls it.
    fileprivate var pollEvents: Int16 {
        var events: Int32 = 0
        if contains(.readable) { events |= POLLIN }
        if contains(.writable) { events |= POLLOUT }
        return Int16(events)
    }

    /// What is neither of the two is an error or an end.
    fileprivate init(polled: Int16) {
        self = []
        let events = Int32(polled)
        if events & POLLIN != 0 { insert(.readable) }
        if events & POLLOUT != 0 { insert(.writable) }
        if events & ~(POLLIN | POLLOUT) != 0 { insert(.failed) }
    }
}
