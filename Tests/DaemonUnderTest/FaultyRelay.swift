internal import Glibc
internal import Synchronization
internal import ZMQ

/// A relay between a daemon's events and subscribers that causes the faults of a bad network, also
/// for welcomes and heartbeats. The same seed causes the same faults.
package final class FaultyRelay: Sendable {
    /// The number of faults so far.
    package struct Counts: Sendable {
        package var messages = 0
        package var dropped = 0
        package var delayed = 0
        package var duplicated = 0
        package var reordered = 0
    }

    /// The endpoint for subscribers.
    package let endpoint: String
    private let way: Way
    private let thread: RelayThread

    /// Starts the relay.
    ///
    /// - Parameters:
    ///   - source: the daemon's events endpoint.
    ///   - folder: the folder of the relay's socket, which is removed at its end.
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

    /// Sets the faults for the following messages.
    package func set(_ faults: Faults) { way.messages.withLock { $0.faults = faults } }
}

/// The part of the relay that its thread uses.
private final class Way: Sendable {
    let messages: Mutex<FaultyWay>
    private let source: String
    private let endpoint: String

    /// The time in milliseconds without a message after which delayed messages are released.
    private static let patience = 20

    init(_ source: String, _ endpoint: String, _ messages: FaultyWay) {
        self.source = source
        self.endpoint = endpoint
        self.messages = Mutex(messages)
    }

    /// Forwards messages until the descriptor's other end is closed. Writes to the descriptor once
    /// it listens.
    func run(until end: Int32) throws(ZMQError) {
        let context = try Context()
        let back = try Socket(context, .xsub)
        let front = try Socket(context, .xpub)
        // Repeated subscriptions are forwarded, so that each gets a welcome.
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
