internal import PagerModel
internal import PagerWire
internal import ZMQ

/// Receives events, each once and in the order of its chain; what is missing is asked for.
///
/// Events arrive after their whole transaction, so code that calls overrides of its own for them
/// calls them in the wrong order: docs/UIKIT.md is for that.
///
/// It exists once each prefix has been welcomed: what happens from then on is told, or told to be
/// lost. Whatever the way from the daemon drops, delays, doubles or mixes up, the events of a
/// prefix that ends with a dot, or is empty, come as they were published. Belongs to one thread.
public struct Subscription: ~Copyable {
    /// What a subscription has to tell.
    public enum News: Sendable, Equatable {
        case event(PublishedEvent)
        /// So many events after `since` had not come; they are told next.
        case replayed(count: Int, since: Int)
        /// Events are missing for good, as the daemon keeps them no longer: those after `since` up
        /// to `through` whose topics begin with `prefix`. A `snapshot` tells what they led to.
        case lost(since: Int, through: Int, prefix: String)
        /// The daemon says that it lives; once a second.
        case heartbeat(seq: Int, time: Double?)
        /// The daemon ends in order.
        case shutdown
        /// Another process answers at the endpoint now. With the same history the events go on;
        /// with another one all that is known is void: take a `snapshot`.
        case restarted(sameHistory: Bool, seq: Int)
        /// The daemon goes on with a journal that was put back from a copy, or lost its end: its
        /// event `since` is not the one that is known here, or there is none. All that is known is
        /// void: take a `snapshot`. The events after `seq` are told next.
        case forked(since: Int, seq: Int)
    }

    /// Why waiting has ended.
    public enum Outcome: Sendable, Equatable {
        case news(News)
        case timedOut
        /// What was waited for on the descriptor beside the socket has happened.
        case descriptor
    }

    /// What is to be told, or to be asked for before what stands behind it is told.
    enum Waiting {
        case news(News)
        case gap(EventChain.Gap)
    }

    /// What is known, and of which boot.
    struct Doubt {
        var boot: String
        var seq: Int
        /// Up to here the boot has told itself that it is its own; what is known beyond are the
        /// events that have come since.
        var attributed: Int
        var unattributed: [PublishedEvent]
    }

    public let address: Address
    public internal(set) var boot = ""
    public internal(set) var history = ""
    /// The last event published before the last prefix was welcomed.
    public internal(set) var seq = 0
    /// How often missing events were asked for.
    public internal(set) var replays = 0

    let socket: Socket
    /// Nil for ipc, and once the daemon has welcomed a prefix.
    private var handshake: Handshake?
    var poll = PollSet()
    private var topic: Message
    var payload: Message
    private let prefixes: [String]
    let timeout: Double
    let watched: PollEvents?
    var chain: EventChain
    var waiting: [Waiting] = []
    /// The first of `waiting` that is not told yet.
    var head = 0
    /// By when all requests must be answered, nil where each has its own time only.
    var end: Deadline?
    /// Opened when something is missing for the first time.
    var requester: Requester?
    /// Whether every prefix has been welcomed once.
    private var isEstablished = false
    /// Whether the socket itself has told of `boot`; else that is known from a reply, and what the
    /// socket brings may still be of the daemon before.
    var isHeard = false
    /// Whether the daemon takes `boot` in `events.replay`.
    var takesBoot = false
    /// What is known of another boot, until the daemon has said that it is in its log.
    var doubt: Doubt?
    /// Events that have come since the boot was last told. Those of a process whose welcome was
    /// lost on the way are among them.
    private var unattributed: [PublishedEvent] = []
    private var attributed = 0
    /// More of them are not kept; then only the boot's own word counts.
    private static let mostUnattributed = 10_000
    /// Those that are over, so that what comes late from them is not taken for another restart.
    private var past: Set<TextKey> = []

    /// Beside the topics it listens to the server's own, which prove the tail.
    private static let server = "server."

    /// Subscribes and waits until every prefix is welcomed.
    ///
    /// - Parameters:
    ///   - address: its events are listened to; its command endpoint is asked for what is missing.
    ///   - topics: prefixes; none is everything. A prefix that ends with a dot, or is empty, can
    ///     prove that nothing is missing; of others what comes is believed.
    ///   - timeout: seconds until each of them must be welcomed; later for each request.
    ///   - descriptor: watched beside the socket, such as the pipe that events are written to.
    ///   - isInput: whether it is read from: it is waited for until there is something to read,
    ///     else until its other end is gone.
    /// - Throws: `noDaemon`, `notAdmitted`, `timedOut`, `transport`.
    public static func open(
        _ address: Address, topics: [String] = [], timeout: Double = 5,
        watching descriptor: Int32? = nil, isInput: Bool = false
    ) throws(ClientError) -> Subscription {
        try Address.probe(address.events)
        do {
            var subscription = try Subscription(
                address, topics, timeout, descriptor, isInput ? .readable : .failed)
            try subscription.subscribe()
            subscription.isEstablished = true
            return subscription
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
    }

    private init(
        _ address: Address, _ topics: [String], _ timeout: Double,
        _ descriptor: Int32?, _ events: PollEvents
    ) throws(ZMQError) {
        self.address = address
        self.timeout = timeout
        var prefixes = topics.isEmpty ? [""] : topics
        if !prefixes.contains("") { prefixes.append(Self.server) }
        self.prefixes = prefixes
        chain = EventChain(prefixes)
        watched = descriptor.map { _ in events }
        let context = try Context()
        let socket = try Socket(context, .sub)
        // A stream that outruns this reader shall be found in a gap, not in its memory.
        try socket.set(.receiveHighWaterMark, 100_000)
        try ClientKeys.lock(socket, address.events, address.keys)
        let handshake = try Handshake(context, of: socket, address.events, address.keys)
        try socket.connect(address.events)
        try poll.add(socket)
        if let descriptor { _ = poll.add(descriptor: descriptor, for: events) }
        try handshake?.join(&poll)
        self.socket = socket
        self.handshake = handshake
        topic = Message()
        payload = Message()
    }

    /// Subscribes and waits for the welcomes; asks again where none comes within a second.
    private mutating func subscribe() throws {
        let deadline = Deadline(seconds: timeout)
        var missing = Set<TextKey>(prefixes.map { TextKey($0) })
        for prefix in prefixes { try socket.set(.subscribe, Array(prefix.utf8)) }
        var round = Deadline(seconds: 1)
        while !missing.isEmpty {
            if deadline.milliseconds > 0, let (topic, value) = try receive() {
                if let prefix = welcomed(topic, value), missing.remove(TextKey(prefix)) != nil {
                    continue
                }
                if value["prev"] != nil { keep(value) }
                continue
            }
            guard deadline.milliseconds > 0 else {
                let names = missing.map { "\"\($0.text)\"" }.sorted().joined(separator: ", ")
                let operation = "subscribe to \(names)"
                throw handshake?.lateness(timeout, operation)
                    ?? ClientError.timedOut(
                        endpoint: address.events, seconds: timeout, operation: operation)
            }
            try handshake?.check()
            if round.milliseconds == 0 {
                for prefix in missing {
                    try socket.set(.unsubscribe, Array(prefix.text.utf8))
                    try socket.set(.subscribe, Array(prefix.text.utf8))
                }
                round = Deadline(seconds: 1)
            }
            _ = try poll.wait(milliseconds: min(round.milliseconds, deadline.milliseconds))
        }
        handshake?.leave(&poll, socket)
        handshake = nil
    }

    /// One message, nil where none has come.
    mutating func receive() throws -> (topic: String, value: Value)? {
        guard try socket.receive(into: &topic, wait: false) else { return nil }
        guard topic.more, try socket.receive(into: &payload, wait: true) else {
            return (topic: "", value: .null)
        }
        let name = topic.withBytes { bytes in String(decoding: bytes) }
        do {
            let value = try payload.withBytes { (bytes) throws(JSONError) in
                try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
            }
            return (name, value)
        } catch {
            throw ClientError.badReply("an event of \(address.events) is not JSON: \(error)")
        }
    }
}

/// Which daemon it is that speaks.
extension Subscription {
    /// The prefix of a welcome, nil for any other message. From the latest one on nothing may be
    /// missing; what came between two welcomes is kept as it came.
    mutating func welcomed(_ topic: String, _ value: Value) -> String? {
        guard value["event"]?.string == "welcome", value["prev"] == nil,
            let prefix = value["prefix"]?.string, prefix == topic,
            let seq = value["seq"]?.integer
        else { return nil }
        guard recognize(value) else { return prefix }
        if isEstablished {
            // The connection was lost and is back: what came meanwhile went elsewhere.
            if let gap = chain.revisit(prefix, seq) { waiting.append(.gap(gap)) }
        } else {
            chain.skip(to: seq)
        }
        self.seq = max(self.seq, seq)
        return prefix
    }

    /// Takes the boot and history of a message that is not counted; false where it comes late from
    /// a daemon that is gone.
    mutating func recognize(_ value: Value) -> Bool {
        guard let boot = value["boot"]?.string, let history = value["history"]?.string,
            let seq = value["seq"]?.integer, seq >= 0, !past.contains(TextKey(boot))
        else { return false }
        takesBoot = value["bootSeq"] != nil
        if boot != self.boot, !self.boot.isEmpty {
            succeed(history, at: seq)
        } else if seq < chain.newest {
            // A message that comes late, or a machine that was set back with its memory.
            question(chain.newest, of: boot)
        }
        follow(boot, history)
        isHeard = true
        attribute(to: chain.newest)
        return true
    }

    /// What is known up to here is the boot's own.
    mutating func attribute(to seq: Int) {
        attributed = seq
        unattributed.removeAll(keepingCapacity: true)
    }

    /// An event has come, and nothing tells of which boot.
    mutating func note(_ event: PublishedEvent) {
        if unattributed.count < Self.mostUnattributed { unattributed.append(event) }
    }

    /// Another process goes on.
    private mutating func succeed(_ history: String, at seq: Int) {
        let sameHistory = history == self.history
        waiting.append(.news(.restarted(sameHistory: sameHistory, seq: seq)))
        if sameHistory, isEstablished {
            question(chain.newest, of: boot)
        } else {
            // Of what came before all prefixes were welcomed nothing has been told.
            if !isEstablished { waiting.removeAll() }
            begin(at: seq)
        }
    }

    /// Notes that the daemon is to be asked whether its log has what is known.
    mutating func question(_ seq: Int, of boot: String) {
        guard takesBoot, doubt == nil else { return }
        doubt = Doubt(
            boot: boot, seq: seq, attributed: attributed, unattributed: unattributed)
    }

    /// A reply told of another history or log: what the socket has brought, and brings until it
    /// tells of it too, is of one that is over.
    mutating func adopt(_ boot: String, _ history: String, at seq: Int) {
        follow(boot, history)
        isHeard = false
        begin(at: seq)
        waiting.removeAll(keepingCapacity: true)
        head = 0
    }

    /// A reply told of another process, which goes on with the history. Until the socket tells of
    /// it too, what it brings is not looked at: a replay will bring it.
    mutating func expect(_ boot: String, at seq: Int) {
        follow(boot, history)
        isHeard = false
        waiting.append(.news(.restarted(sameHistory: true, seq: seq)))
    }

    private mutating func follow(_ boot: String, _ history: String) {
        if isHeard, boot != self.boot { past.insert(TextKey(self.boot)) }
        self.boot = boot
        self.history = history
    }

    /// Nothing is known but that everything up to here is.
    mutating func begin(at seq: Int) {
        doubt = nil
        chain.restart(at: seq)
        attribute(to: seq)
        self.seq = seq
    }
}
