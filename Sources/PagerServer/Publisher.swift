internal import PagerModel
internal import PagerWire
internal import ZMQ

/// The events socket: welcomes each subscription, then sends what the turns leave behind.
///
/// XPUB_MANUAL: the welcome is sent before the subscription is let in, so that no event can
/// overtake it. PUB drops for who cannot keep up; seq and prev of the events tell the loser.
struct Publisher: ~Copyable {
    let socket: Socket
    private var message = Message()
    private var json = JSONWriter(reserving: 512)

    /// Twice the largest turn there can be in practice.
    private static let highWaterMark: Int32 = 65_536

    init(_ context: Context, _ endpoint: String) throws {
        socket = try Self.open(context, endpoint)
    }

    private static func open(_ context: Context, _ endpoint: String) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .xpub)
        try socket.set(.xpubManual, true)
        try socket.set(.sendHighWaterMark, highWaterMark)
        try socket.set(.maxMessageSize, 4096)
        try socket.bind(endpoint)
        return socket
    }

    /// Takes all subscriptions that have come.
    mutating func welcome(_ service: inout Service) throws(ZMQError) {
        while try socket.receive(into: &message, wait: false) {
            let frame = message.bytes
            guard let first = frame.first else { continue }
            let prefix = Array(frame.dropFirst())
            if first == 1, Self.isAnswered(prefix) {
                try socket.set(.subscribe, prefix)
                try send(prefix, welcome(prefix, service))
                service.noteSubscription()
            } else if first == 0, Self.isAnswered(prefix) {
                try socket.set(.unsubscribe, prefix)
            }
        }
    }

    /// The first frame of a welcome is chosen by the peer: only what a topic can hold.
    private static func isAnswered(_ prefix: [UInt8]) -> Bool {
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
        json.key("history")
        json.string(service.identity.history)
        json.key("seq")
        json.integer(service.point.seq)
    }

    /// Sends the events of all turns since the last call.
    mutating func publish(_ service: inout Service) throws(ZMQError) {
        for turn in service.outbox {
            for index in 0..<turn.count {
                try send(turn.topic(index), more: true)
                try send(turn.payload(index), more: false)
            }
        }
        service.outbox.removeAll(keepingCapacity: true)
    }

    /// The events that are not counted: heartbeat and shutdown.
    mutating func announce(_ event: String, _ service: Service) throws(ZMQError) {
        json.clear()
        json.beginObject()
        json.key("category")
        json.string("server")
        json.key("subject")
        json.string(service.identity.name)
        json.key("event")
        json.string(event)
        identify(service)
        json.key("latest")
        json.beginObject()
        for (category, seq) in service.latest {
            json.key(category.rawValue)
            json.integer(seq)
        }
        json.endObject()
        json.endObject()
        try send(Array("server.\(service.identity.name).\(event)".utf8), json.bytes)
    }

    private func send(_ frame: ArraySlice<UInt8>, more: Bool) throws(ZMQError) {
        try frame.withUnsafeBufferPointer { (bytes) throws(ZMQError) in
            _ = try socket.send(UnsafeRawBufferPointer(bytes), more: more)
        }
    }

    private func send(_ topic: [UInt8], _ payload: [UInt8]) throws(ZMQError) {
        _ = try socket.send(topic, more: true)
        _ = try socket.send(payload)
    }
}
