import CZMQ

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
public struct PollSet {
    private var items: [zmq_pollitem_t] = []

    public init() {}

    public var count: Int { items.count }

    /// - Returns: its index.
    @discardableResult
    public mutating func add(_ socket: borrowing Socket, for events: PollEvents = .readable) -> Int
    {
        items.append(
            zmq_pollitem_t(socket: socket.raw, fd: -1, events: events.rawValue, revents: 0))
        return items.count - 1
    }

    /// - Returns: its index.
    @discardableResult
    public mutating func add(descriptor: Int32, for events: PollEvents = .readable) -> Int {
        items.append(
            zmq_pollitem_t(socket: nil, fd: descriptor, events: events.rawValue, revents: 0))
        return items.count - 1
    }

    /// Waits for something else from now on; nothing at all leaves the item in its place.
    public mutating func watch(_ index: Int, for events: PollEvents) {
        items[index].events = events.rawValue
        items[index].revents = 0
    }

    /// Waits until something is ready, a signal comes or the time is over; nil waits for ever.
    ///
    /// - Returns: how many are ready: 0 after a signal or when the time is over.
    /// - Throws: what libzmq says, such as a context that has ended.
    public mutating func wait(milliseconds: Int?) throws(ZMQError) -> Int {
        let ready = zmq_poll(&items, Int32(items.count), milliseconds ?? -1)
        if ready >= 0 { return Int(ready) }
        guard zmq_errno() == EINTR else { throw .last("poll") }
        // The items still show what the wait before this one found.
        for index in items.indices { items[index].revents = 0 }
        return 0
    }

    /// What the last wait found at an index.
    public func ready(_ index: Int) -> PollEvents {
        PollEvents(rawValue: items[index].revents)
    }

    public func isReadable(_ index: Int) -> Bool { ready(index).contains(.readable) }

    public func isWritable(_ index: Int) -> Bool { ready(index).contains(.writable) }
}
