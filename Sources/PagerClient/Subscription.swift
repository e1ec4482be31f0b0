internal import PagerModel
internal import PagerWire
internal import ZMQ

/// Receives events and proves that none is missing.
///
/// It exists once each prefix has been welcomed: what happens from then on arrives or is told as
/// a gap. Belongs to one thread.
public struct Subscription: ~Copyable {
    /// What a subscription has to tell.
    public enum News: Sendable, Equatable {
        case event(PublishedEvent)
        /// Events are missing: those after `since` up to `through` whose topics begin with
        /// `prefix`. What follows comes after them; `Requester.replay` brings them back.
        case gap(since: Int, through: Int, prefix: String)
        /// The daemon says that it lives; once a second.
        case heartbeat(seq: Int)
        /// The daemon ends in order.
        case shutdown
        /// Another process answers at the endpoint now. With another history all that is known is
        /// void: take a snapshot.
        case restarted(sameHistory: Bool, seq: Int)
    }

    /// Why waiting has ended without news.
    public enum Outcome: Sendable, Equatable {
        case news(News)
        case timedOut
        /// The descriptor that was watched beside the socket has lost its other end.
        case hungUp
    }

    public let endpoint: String
    public private(set) var boot = ""
    public private(set) var history = ""
    /// The last event published before the last prefix was welcomed.
    public private(set) var seq = 0

    private let socket: Socket
    private var poll = PollSet()
    private var topic: Message
    private var payload: Message
    private let prefixes: [String]
    private let watches: Bool
    private var chain: EventChain
    private var waiting: [News] = []
    private var head = 0
    /// Whether every prefix has been welcomed once.
    private var isEstablished = false

    /// Beside the topics it listens to the server's own, which prove the tail.
    private static let server = "server."

    /// Subscribes and waits until every prefix is welcomed.
    ///
    /// - Parameters:
    ///   - topics: prefixes; none is everything. A prefix that ends with a dot, or is empty, can
    ///     prove that nothing is missing.
    ///   - timeout: seconds until each of them must be welcomed.
    ///   - descriptor: watched beside the socket, such as the pipe that events are written to.
    /// - Throws: `noDaemon`, `timedOut`, `transport`.
    public static func open(
        _ endpoint: String, topics: [String] = [], timeout: Double = 5,
        watching descriptor: Int32? = nil
    ) throws(ClientError) -> Subscription {
        try Address.probe(endpoint)
        do {
            let socket = try Self.connect(endpoint)
            var subscription = Subscription(endpoint, topics, socket, descriptor)
            try subscription.subscribe(Deadline(seconds: timeout), timeout)
            subscription.isEstablished = true
            return subscription
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
    }

    private init(
        _ endpoint: String, _ topics: [String], _ socket: consuming Socket, _ descriptor: Int32?
    ) {
        self.endpoint = endpoint
        var prefixes = topics.isEmpty ? [""] : topics
        if !prefixes.contains("") { prefixes.append(Self.server) }
        self.prefixes = prefixes
        chain = EventChain(prefixes)
        watches = descriptor != nil
        _ = poll.add(socket)
        if let descriptor { _ = poll.add(descriptor: descriptor, for: .failed) }
        self.socket = socket
        topic = Message()
        payload = Message()
    }

    private static func connect(_ endpoint: String) throws(ZMQError) -> Socket {
        let socket = try Socket(try Context(), .sub)
        // A stream that outruns this reader shall be found in a gap, not in its memory.
        try socket.set(.receiveHighWaterMark, 100_000)
        try socket.connect(endpoint)
        return socket
    }

    /// Subscribes and waits for the welcomes; asks again where none comes within a second.
    private mutating func subscribe(_ deadline: Deadline, _ timeout: Double) throws {
        var missing = Set(prefixes)
        for prefix in missing { try socket.set(.subscribe, Array(prefix.utf8)) }
        var round = Deadline(seconds: 1)
        while !missing.isEmpty {
            if let (topic, value) = try receive() {
                if let prefix = welcomed(topic, value), missing.remove(prefix) != nil {
                    continue
                }
                if PublishedEvent(bytes: [], value: value) != nil { keep(value) }
                continue
            }
            guard deadline.milliseconds > 0 else {
                throw ClientError.timedOut(
                    endpoint: endpoint, seconds: timeout,
                    operation: "subscribe to \(missing.sorted().map { "\"\($0)\"" }.joined())")
            }
            if round.milliseconds == 0 {
                for prefix in missing {
                    try socket.set(.unsubscribe, Array(prefix.utf8))
                    try socket.set(.subscribe, Array(prefix.utf8))
                }
                round = Deadline(seconds: 1)
            }
            _ = try poll.wait(milliseconds: min(round.milliseconds, deadline.milliseconds))
        }
    }

    /// The prefix of a welcome, nil for any other message. From the latest one on nothing may be
    /// missing; what came between two welcomes is kept as it came.
    private mutating func welcomed(_ topic: String, _ value: Value) -> String? {
        guard value["event"]?.string == "welcome", value["prev"] == nil,
            let prefix = value["prefix"]?.string, prefix == topic,
            let boot = value["boot"]?.string, let history = value["history"]?.string,
            let seq = value["seq"]?.integer
        else { return nil }
        if !self.boot.isEmpty, boot != self.boot {
            waiting.append(.restarted(sameHistory: history == self.history, seq: seq))
            chain.restart(at: seq)
        } else if isEstablished {
            // The connection was lost and is back: what came meanwhile went elsewhere.
            append(chain.revisit(prefix, seq).map { [$0] } ?? [])
        } else {
            chain.skip(to: seq)
        }
        self.boot = boot
        self.history = history
        self.seq = max(self.seq, seq)
        return prefix
    }
}

extension Subscription {
    /// Waits for what comes next.
    ///
    /// - Parameter timeout: seconds, nil for ever.
    /// - Throws: `badReply` for a payload that is not JSON, `transport`.
    public mutating func next(timeout: Double? = nil) throws(ClientError) -> Outcome {
        let deadline = timeout.map { Deadline(seconds: $0) }
        while true {
            if let news = dequeue() { return .news(news) }
            do {
                if let (topic, value) = try receive() {
                    take(topic, value)
                    continue
                }
                let left = deadline?.milliseconds
                if left == 0 { return .timedOut }
                _ = try poll.wait(milliseconds: left)
            } catch let error as ClientError {
                throw error
            } catch {
                throw .transport("\(error)")
            }
            if watches, poll.ready(1).contains(.failed) { return .hungUp }
        }
    }

    /// Waits for the next event of any kind, whatever else is told meanwhile.
    ///
    /// - Returns: nil when the time is over.
    /// - Throws: `badReply`, `transport`.
    public mutating func nextEvent(timeout: Double) throws(ClientError) -> PublishedEvent? {
        let deadline = Deadline(seconds: timeout)
        while true {
            switch try next(timeout: Double(deadline.milliseconds) / 1_000) {
            case .news(.event(let event)): return event
            case .news: continue
            case .timedOut, .hungUp: return nil
            }
        }
    }

    /// Events up to here are known from elsewhere, such as a snapshot: they are neither told nor
    /// missed.
    public mutating func skip(to seq: Int) {
        chain.skip(to: seq)
        waiting = waiting[head...].filter {
            if case .event(let event) = $0 { event.seq > seq } else { true }
        }
        head = 0
    }

    private mutating func dequeue() -> News? {
        guard head < waiting.count else {
            if head > 0 {
                waiting.removeAll(keepingCapacity: true)
                head = 0
            }
            return nil
        }
        defer { head += 1 }
        return waiting[head]
    }

    /// One message, nil where none has come.
    private mutating func receive() throws -> (topic: String, value: Value)? {
        guard try socket.receive(into: &topic, wait: false) else { return nil }
        guard topic.more, try socket.receive(into: &payload, wait: true) else {
            return (topic: "", value: .null)
        }
        let name = topic.withBytes { String(decoding: $0, as: UTF8.self) }
        do {
            let value = try payload.withBytes { (bytes) throws(JSONError) in
                try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
            }
            return (name, value)
        } catch {
            throw ClientError.badReply("an event of \(endpoint) is not JSON: \(error)")
        }
    }

    private mutating func take(_ topic: String, _ value: Value) {
        if welcomed(topic, value) != nil { return }
        if value["prev"] != nil {
            keep(value)
            return
        }
        switch value["event"]?.string {
        case "heartbeat":
            let latest = (value["latest"]?.members ?? []).compactMap { member in
                member.value.integer.map { (category: member.name, seq: $0) }
            }
            let seq = value["seq"]?.integer ?? 0
            append(chain.take(latest: latest, seq: seq))
            waiting.append(.heartbeat(seq: seq))
        case "shutdown": waiting.append(.shutdown)
        default: break
        }
    }

    /// An event and what is missing before it.
    private mutating func keep(_ value: Value) {
        guard let event = PublishedEvent(bytes: payload.bytes, value: value) else { return }
        guard event.seq > chain.floor else { return }
        append(chain.take(event).map { [$0] } ?? [])
        waiting.append(.event(event))
    }

    private mutating func append(_ gaps: [EventChain.Gap]) {
        for gap in gaps {
            waiting.append(.gap(since: gap.since, through: gap.through, prefix: gap.prefix))
        }
    }
}
