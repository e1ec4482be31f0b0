import CZMQ
import LibC

/// The operations for which a socket or descriptor is ready.
public struct PollEvents: OptionSet, Hashable, Sendable {
    public let rawValue: Int16

    public init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    public static let readable = PollEvents(rawValue: Int16(ZMQ_POLLIN))
    public static let writable = PollEvents(rawValue: Int16(ZMQ_POLLOUT))
    /// An error on the descriptor; never set for a socket.
    public static let failed = PollEvents(rawValue: Int16(ZMQ_POLLERR))
}

/// A set of sockets and descriptors that one thread waits for. Each has an index: 0 for the first
/// one added, 1 for the second, and so on.
///
/// The set does not own its sockets and descriptors: each must outlive the last wait. Waiting
/// allocates no memory.
///
/// The descriptor of a ZeroMQ socket is edge-triggered, and any call on the socket can consume the
/// edge. The set therefore reads the events of the sockets before each sleep. It skips a socket
/// that is watched only for messages and is known to have none. This avoids most system calls of
/// `zmq_poll`, which reads the events of every socket twice.
public struct PollSet {
    private struct Item {
        /// The ZeroMQ socket of this item; nil if the item is a plain descriptor.
        let socket: Socket.Borrowed?
        let descriptor: Int32
        var wanted: PollEvents
        var found: PollEvents = []
    }

    private var items: [Item] = []
    /// The argument of poll(2), with one element for each item. The descriptor is -1 for an item
    /// without events to wait for.
    private var polled: [pollfd] = []

    public init() {}

    public var count: Int { items.count }

    /// Adds a socket.
    ///
    /// - Returns: the index of the socket in this set.
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    @discardableResult
    public mutating func add(
        _ socket: borrowing Socket, for events: PollEvents = .readable
    ) throws(ZMQError) -> Int {
        let descriptor = try socket.fileDescriptor()
        return add(Item(socket: socket.borrowed, descriptor: descriptor, wanted: events))
    }

    /// Adds a plain descriptor.
    ///
    /// - Returns: the index of the descriptor in this set.
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

    /// Sets the events to wait for on the item at `index`. If `events` is empty, the item stays in
    /// the set but is never ready.
    public mutating func watch(_ index: Int, for events: PollEvents) {
        let item = items[index]
        items[index].wanted = events
        items[index].found = []
        polled[index].fd = events.isEmpty ? -1 : item.descriptor
        // The descriptor of a socket becomes readable for every type of event.
        polled[index].events = item.socket == nil ? events.pollEvents : Int16(POLLIN)
    }

    /// Waits until an item is ready, a signal arrives or the timeout expires. If `milliseconds` is
    /// nil, there is no timeout.
    ///
    /// - Returns: the number of ready items, which is 0 after a signal or a timeout.
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public mutating func wait(milliseconds: Int?) throws(ZMQError) -> Int {
        var left = milliseconds.map { Int32(clamping: max($0, 0)) }
        let deadline = left.map { Self.clock() + Int($0) }
        while true {
            let ready = try readSocketEvents()
            let awake = poll(&polled, nfds_t(polled.count), ready > 0 ? 0 : left ?? -1)
            if awake < 0 {
                guard errno == EINTR else { throw ZMQError(code: errno, operation: "poll") }
                return ready
            }
            let found = awake == 0 ? ready : try look()
            if found > 0 { return found }
            guard let deadline else { continue }
            // If the wait ended because of events that no item waits for, wait for the remaining
            // time.
            let rest = deadline - Self.clock()
            if awake == 0 || rest <= 0 { return 0 }
            left = Int32(rest)
        }
    }

    /// Reads the events of each socket that may be ready although its descriptor is not readable.
    ///
    /// - Returns: the number of ready sockets.
    private mutating func readSocketEvents() throws(ZMQError) -> Int {
        var ready = 0
        for index in items.indices {
            items[index].found = []
            let wanted = items[index].wanted
            guard let socket = items[index].socket, !wanted.isEmpty else { continue }
            // A socket that has nothing to read needs no check of its events.
            if socket.isAtRest, wanted == .readable { continue }
            items[index].found = try socket.events().intersection(wanted)
            if !items[index].found.isEmpty { ready += 1 }
        }
        return ready
    }

    /// Reads the results of poll(2), and the events of the sockets whose descriptors poll(2)
    /// reported.
    ///
    /// - Returns: the number of ready items.
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

    /// Returns the monotonic time in milliseconds.
    private static func clock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Returns the events that the last wait found for an item.
    public func ready(_ index: Int) -> PollEvents { items[index].found }

    public func isReadable(_ index: Int) -> Bool { ready(index).contains(.readable) }

    public func isWritable(_ index: Int) -> Bool { ready(index).contains(.writable) }
}

extension PollEvents {
    /// These events, converted to the bits that poll(2) uses.
    fileprivate var pollEvents: Int16 {
        var events: Int32 = 0
        if contains(.readable) { events |= POLLIN }
        if contains(.writable) { events |= POLLOUT }
        return Int16(events)
    }

    /// Converts the bits of poll(2) to events. Any bit other than readable and writable counts as
    /// an error.
    fileprivate init(polled: Int16) {
        self = []
        let events = Int32(polled)
        if events & POLLIN != 0 { insert(.readable) }
        if events & POLLOUT != 0 { insert(.writable) }
        if events & ~(POLLIN | POLLOUT) != 0 { insert(.failed) }
    }
}
