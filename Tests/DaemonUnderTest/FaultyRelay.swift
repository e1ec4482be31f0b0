internal import Glibc
internal import Synchronization
internal import ZMQ

/// Stands between a daemon's events and those who subscribe here, and does to the messages what a
/// bad way would, welcomes and heartbeats among them. The same seed does the same to the same
/// messages.
package final class FaultyRelay: Sendable {
    /// What it has done so far.
    package struct Counts: Sendable {
        package var messages = 0
        package var dropped = 0
        package var delayed = 0
        package var duplicated = 0
        package var reordered = 0
    }

    /// Where to subscribe.
    package let endpoint: String
    private let way: Way
    private let thread: RelayThread

    /// - Parameters:
    ///   - source: the daemon's events.
    ///   - folder: where it listens; its socket is removed at its end.
    package init(
        from source: String, in folder: String, seed: UInt64, _ faults: Faults = Faults()
    ) throws {
        endpoint = "ipc://\(folder)/faulty"
        let way = Way(source, endpoint, FaultyWay(faults, seed: seed))
        self.way = way
        thread = try RelayThread { end in try way.run(until: end) }
    }

    deinit {
        thread.end()
        unlink(String(endpoint.dropFirst("ipc://".count)))
    }

    package var counts: Counts { way.messages.withLock { $0.counts } }

    /// From the next message on.
    package func set(_ faults: Faults) { way.messages.withLock { $0.faults = faults } }
}

/// The relay's share that its thread has.
private final class Way: Sendable {
    let messages: Mutex<FaultyWay>
    private let source: String
    private let endpoint: String

    /// Milliseconds without a message after which what is held back is let go.
    private static let patience = 20

    init(_ source: String, _ endpoint: String, _ messages: FaultyWay) {
        self.source = source
        self.endpoint = endpoint
        self.messages = Mutex(messages)
    }

    /// Passes on until the descriptor's other end is closed; writes to it when it listens.
    func run(until end: Int32) throws(ZMQError) {
        let context = try Context()
        let back = try Socket(context, .xsub)
        let front = try Socket(context, .xpub)
        // Repeated subscriptions are passed on, so that each is welcomed.
        try front.set(.xpubVerboser, true)
        for option in [SocketOption<Int32>.sendHighWaterMark, .receiveHighWaterMark] {
            try front.set(option, 0)
            try back.set(option, 0)
        }
        try front.bind(endpoint)
        try back.connect(source)
        _ = write(end, "!", 1)
        var poll = PollSet()
        try poll.add(back)
        try poll.add(front)
        poll.add(descriptor: end)
        var frame = Message()
        while true {
            let isHolding = messages.withLock { $0.isHolding }
            let ready = try poll.wait(milliseconds: isHolding ? Self.patience : nil)
            guard poll.ready(2).isEmpty else { return }
            if ready == 0 { try pass(messages.withLock { $0.release() }, to: front) }
            while try front.receive(into: &frame, wait: false) {
                _ = try back.send(frame.bytes)
            }
            while try back.receive(into: &frame, wait: false) {
                let topic = frame.bytes
                _ = try back.receive(into: &frame)
                let message = FaultyWay.Message(topic: topic, payload: frame.bytes)
                try pass(messages.withLock { $0.take(message) }, to: front)
            }
        }
    }

    private func pass(
        _ messages: [FaultyWay.Message], to front: borrowing Socket
    ) throws(ZMQError) {
        for message in messages {
            _ = try front.send(message.topic, more: true)
            _ = try front.send(message.payload)
        }
    }
}
