internal import PagerModel
internal import PagerWire
internal import ZMQ

/// The events socket: it answers each subscription with a welcome message, and publishes the events
/// of transactions.
///
/// The socket is in mode XPUB_MANUAL: the welcome is sent before the subscription is applied, so
/// that no event precedes the welcome. libzmq drops messages to slow subscribers; a subscriber
/// detects that by `seq` and `prev` of the events.
struct Publisher: ~Copyable {
    let socket: Socket
    private(set) var connections: Connections
    private var subscriptions: Subscriptions
    private var mark = AdaptiveHighWaterMark()
    /// The number of connections that had been closed because of too many prefixes when
    /// `oversubscription()` last returned a warning.
    private var oversubscribed = 0
    private var message = Message()
    private var json = JSONWriter(reserving: 512)

    /// The maximum number of subscriptions that the daemon handles before it checks its other
    /// sockets.
    private static let burst = 256
    /// The number of subscriptions that libzmq reads ahead for one connection. libzmq stores each
    /// prefix that it has read, so a connection can exceed the limits by this number of prefixes.
    private static let unreadSubscriptions: Int32 = 4

    init(
        _ context: Context, _ endpoints: [String], _ security: SocketSecurity,
        _ events: DeclaredEvents
    ) throws {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubManual, true)
        try socket.set(.sendHighWaterMark, Int32(mark.events))
        try socket.set(.maxMessageSize, 4096)
        try socket.set(.receiveHighWaterMark, Self.unreadSubscriptions)
        let connections = try Connections(context, of: socket, named: "events")
        try security.open(socket, at: endpoints, named: "events")
        self.socket = socket
        self.connections = connections
        subscriptions = Subscriptions(events)
    }

    /// Handles the subscriptions that have arrived.
    mutating func welcome(_ service: inout Service) throws(ZMQError) {
        for _ in 0..<Self.burst {
            guard try socket.receive(into: &message, wait: false) else { break }
            let frame = message.bytes
            guard let first = frame.first else { continue }
            let prefix = Array(frame.dropFirst())
            let isAnswered = Self.isAnswered(prefix)
            let descriptor = message.connectionDescriptor
            try takeNote(&service)
            // The connection ended before its message was read, so there is no subscriber.
            let connection = connections.openNumber(of: descriptor)
            if descriptor != nil, connection == nil { continue }
            if first == 1 {
                let isWelcome = subscriptions.add(prefix, by: connection, isAnswered: isAnswered)
                cutOversubscribed()
                guard isWelcome else { continue }
                mark.noteNewConnection()
                try socket.set(.subscribe, prefix)
                try send(prefix, welcome(prefix, service))
                service.wanted = subscriptions.categories
            } else if first == 0 {
                subscriptions.remove(prefix, by: connection)
                try socket.set(.unsubscribe, prefix)
                service.wanted = subscriptions.categories
            }
        }
        // The high-water mark is set once for all new connections, because libzmq sends it to every
        // pipe each time.
        try setMark(&service)
    }

    /// Closes the connections with the most ignored prefixes if all connections together have far
    /// too many prefixes.
    ///
    /// libzmq stores each prefix of a peer as long as its connection exists, even if the daemon
    /// ignores the subscription. Therefore the daemon closes the connection.
    private mutating func cutOversubscribed() {
        for connection in subscriptions.excess() {
            connections.cutOversubscribed(connection, at: MachineClock.monotonic())
        }
    }

    /// Handles the connections that have begun or ended since the last call.
    mutating func takeNote(_ service: inout Service) throws(ZMQError) {
        var ended: [Int] = []
        try connections.takeNote { _, connection in ended.append(connection) }
        if ended.isEmpty { return }
        for connection in ended { subscriptions.forget(connection) }
        service.wanted = subscriptions.categories
    }

    mutating func cutStuck(_ service: inout Service, at time: Instant) throws(ZMQError) {
        try takeNote(&service)
        connections.cutStuck(at: time)
        try setMark(&service)
    }

    private mutating func setMark(_ service: inout Service) throws(ZMQError) {
        guard mark.isDue else { return }
        try takeNote(&service)
        try mark.apply(to: socket, connections)
    }

    /// Adds the statistics about subscribers, their subscriptions and the high-water mark.
    func add(to statistics: inout DaemonStatistics) {
        statistics.subscribers = connections.counts.open
        statistics.subscriptions = subscriptions.accepted
        statistics.activeSubscriptions = subscriptions.count
        statistics.ignoredSubscriptions = subscriptions.ignored
        statistics.subscriptionPlaces = subscriptions.places
        statistics.oversubscribedConnections = connections.oversubscribed
        statistics.queuedEventLimit = mark.events
    }

    /// Returns a warning if connections that subscribed to too many prefixes have been closed since
    /// the last warning. Otherwise returns nil.
    mutating func oversubscription() -> String? {
        let count = connections.oversubscribed - oversubscribed
        guard count > 0 else { return nil }
        oversubscribed += count
        return """
            closed \(counted(count, "connection")) to the events socket for subscribing to more \
            prefixes than `subscriptionPlaces` allows; subscribe to whole categories instead, such \
            as `lifecycle.`
            """
    }

    /// Returns whether the daemon may answer a subscription to this prefix with a welcome message,
    /// whose first frame is the prefix. The peer chooses the prefix, so it must be short and
    /// contain only characters that topics can have.
    static func isAnswered(_ prefix: [UInt8]) -> Bool {
        prefix.count <= Limits.prefixBytes
            && prefix.allSatisfy { Identifier.allows($0) || $0 == UInt8(ascii: ".") }
    }

    private mutating func welcome(_ prefix: [UInt8], _ service: Service) -> [UInt8] {
        json.clear()
        json.beginObject()
        json.key("event")
        json.string("welcome")
        json.key("prefix")
        json.string(String(decoding: prefix, as: UTF8.self))
        identify(service)
        json.endObject()
        return json.bytes
    }

    private mutating func identify(_ service: Service) {
        json.key("boot")
        json.string(service.identity.boot)
        json.key("bootSeq")
        json.integer(service.boots.bootSeq)
        json.key("history")
        json.string(service.identity.history)
        json.key("seq")
        json.integer(service.point.seq)
    }

    /// Publishes the events of all transactions since the last call.
    mutating func publish(_ service: inout Service) throws(ZMQError) {
        if service.outbox.isEmpty { return }
        let history = service.recorder.history
        mark.follow(
            averageBytes: history.count > 0 ? history.publishedBytes / history.count : nil,
            subscribers: connections.counts.open)
        try setMark(&service)
        for events in service.outbox {
            let bytes = events.bytes.span
            for frames in events.frames {
                try send(bytes.extracting(frames.start..<frames.payload), more: true)
                try send(bytes.extracting(frames.payload..<frames.end), more: false)
            }
        }
        service.outbox.removeAll(keepingCapacity: true)
    }

    /// Publishes an event that has no sequence number of its own: `heartbeat` or `shutdown`.
    ///
    /// - Parameter time: The time of the daemon's clock, for heartbeats.
    mutating func announce(
        _ event: String, _ service: Service, at time: Instant? = nil
    ) throws(ZMQError) {
        json.clear()
        json.beginObject()
        json.key("category")
        json.string("server")
        json.key("subject")
        json.string(service.identity.name)
        json.key("event")
        json.string(event)
        identify(service)
        if let time {
            json.key("time")
            json.number(time.seconds)
        }
        json.key("latest")
        json.beginObject()
        for (category, seq) in service.latest {
            json.key(category)
            json.integer(seq)
        }
        json.endObject()
        json.endObject()
        try send(Array("server.\(service.identity.name).\(event)".utf8), json.bytes)
    }

    private func send(_ frame: Span<UInt8>, more: Bool) throws(ZMQError) {
        _ = try socket.send(frame, more: more)
    }

    private func send(_ topic: [UInt8], _ payload: [UInt8]) throws(ZMQError) {
        _ = try socket.send(topic, more: true)
        _ = try socket.send(payload)
    }
}

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
