internal import PagerModel
internal import PagerWire
internal import ZMQ

/// The events socket: welcomes each subscription, then sends what the turns leave behind.
///
/// XPUB_MANUAL: the welcome is sent before the subscription is let in, so that no event can
/// overtake it. PUB drops for who cannot keep up; seq and prev of the events tell the loser.
struct Publisher: ~Copyable {
    let socket: Socket
    private(set) var connections: Connections
    private var subscriptions: Subscriptions
    private var mark = AdaptiveHighWaterMark()
    /// Whether libzmq is still to be told the mark, or connections that are new.
    private var isMarkDue = false
    /// Connections that were cut off for the prefixes that they subscribe to, as far as it was told.
    private var oversubscribed = 0
    private var message = Message()
    private var json = JSONWriter(reserving: 512)

    /// Subscriptions taken before the other sockets are looked at again.
    private static let burst = 256
    /// Subscriptions of one connection that libzmq reads ahead. It keeps all that it has read, so
    /// that this is how far a connection can exceed the limits.
    private static let unreadSubscriptions: Int32 = 4

    init(
        _ context: Context, _ endpoint: String, _ security: SocketSecurity, _ events: DeclaredEvents
    ) throws {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubManual, true)
        try socket.set(.sendHighWaterMark, Int32(mark.events))
        try socket.set(.maxMessageSize, 4096)
        try socket.set(.receiveHighWaterMark, Self.unreadSubscriptions)
        let connections = try Connections(context, of: socket, named: "events")
        try security.open(socket, at: endpoint, named: "events")
        self.socket = socket
        self.connections = connections
        subscriptions = Subscriptions(events)
    }

    /// Takes the subscriptions that have come.
    mutating func welcome(_ service: inout Service) throws(ZMQError) {
        for _ in 0..<Self.burst {
            guard try socket.receive(into: &message, wait: false) else { break }
            let frame = message.bytes
            guard let first = frame.first else { continue }
            let prefix = Array(frame.dropFirst())
            let isAnswered = Self.isAnswered(prefix)
            let descriptor = message.connectionDescriptor
            try takeNote(&service)
            // The connection ended before its message was read: there is no subscriber to serve.
            let connection = connections.openNumber(of: descriptor)
            if descriptor != nil, connection == nil { continue }
            if first == 1 {
                let isWelcome = subscriptions.add(prefix, by: connection, isAnswered: isAnswered)
                cutOversubscribed()
                guard isWelcome else { continue }
                // A connection begins with the mark that the socket was bound with.
                if !mark.isHighest { isMarkDue = true }
                try socket.set(.subscribe, prefix)
                try send(prefix, welcome(prefix, service))
                service.wanted = subscriptions.categories
            } else if first == 0 {
                subscriptions.remove(prefix, by: connection)
                try socket.set(.unsubscribe, prefix)
                service.wanted = subscriptions.categories
            }
        }
        // Once for all that have come: libzmq tells each of its pipes every time.
        try setMark(&service)
    }

    /// Ends the connections with the most prefixes where there are far too many in all.
    ///
    /// libzmq keeps each prefix that a peer sends for as long as its connection lasts, whether or not
    /// the subscription has been let in. So to ignore them is not enough.
    private mutating func cutOversubscribed() {
        for connection in subscriptions.excess() {
            connections.cutOversubscribed(connection, at: MachineClock.monotonic())
        }
    }

    /// Takes note of who has come and gone.
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

    /// Adds what `server.stats` tells of subscribers.
    func add(to statistics: inout DaemonStatistics) {
        statistics.subscribers = connections.counts.open
        statistics.subscriptions = subscriptions.accepted
        statistics.activeSubscriptions = subscriptions.count
        statistics.ignoredSubscriptions = subscriptions.ignored
        statistics.subscriptionPlaces = subscriptions.places
        statistics.oversubscribedConnections = connections.oversubscribed
        statistics.queuedEventLimit = mark.events
    }

    /// A warning where connections have been cut off for the prefixes that they subscribe to, once
    /// for each of them.
    mutating func oversubscription() -> String? {
        let count = connections.oversubscribed - oversubscribed
        guard count > 0 else { return nil }
        oversubscribed += count
        return """
            \(count) connections to the events socket were cut off: they subscribe to more prefixes \
            than `subscriptionPlaces` allows; subscribe to whole categories instead, such as \
            `lifecycle.`
            """
    }

    /// Tells libzmq the mark, once that is safe.
    ///
    /// Up to 4.3.5 it sends the mark along each of its pipes without a look at whether the other
    /// end has been freed, as that of a connection is while it is taken down: the process would
    /// crash (libzmq's issue 4524). Until then more, or fewer, may wait than should.
    private mutating func setMark(_ service: inout Service) throws(ZMQError) {
        guard isMarkDue else { return }
        try takeNote(&service)
        guard connections.areSettled(at: MachineClock.monotonic()) else { return }
        try socket.set(.sendHighWaterMark, Int32(mark.events))
        isMarkDue = false
    }

    /// The first frame of a welcome is chosen by the peer: only what a topic can hold.
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

    /// Sends the events of all turns since the last call.
    mutating func publish(_ service: inout Service) throws(ZMQError) {
        if service.outbox.isEmpty { return }
        if mark.follow(service.recorder.history, subscribers: connections.counts.open) {
            isMarkDue = true
        }
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

    /// The events that are not counted: heartbeat and shutdown.
    ///
    /// - Parameter time: the daemon's, which heartbeats tell.
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
