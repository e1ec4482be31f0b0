internal import PagerModel
internal import PagerWire
internal import ZMQ

/// A subscription to the daemon's events. It detects missing events and requests them from the
/// daemon.
///
/// The events of a transaction arrive only after the transaction has ended.
/// docs/reference/UIKIT.md describes how code can react inside callbacks.
///
/// `open` returns once the daemon has confirmed the subscription to each prefix with a welcome
/// message. From then on, events of the prefixes "", `CATEGORY.` and `CATEGORY.SUBJECT.` are
/// delivered once and in order, or reported as lost, even if the network loses, delays, duplicates
/// or reorders messages. Events of other prefixes are delivered as they arrive. Use a subscription
/// on one thread only.
public struct Subscription: ~Copyable {
    /// A message that a subscription delivers to the program: an event, a heartbeat, or a notice,
    /// such as that events are lost or that the daemon has restarted.
    public enum News: Sendable, Equatable {
        case event(PublishedEvent)
        /// Events after the sequence number `since` were missing, and the daemon has sent them
        /// again on request. The next `count` messages deliver these events.
        case replayed(count: Int, since: Int)
        /// Events whose topics begin with `prefix` are lost, because the daemon no longer keeps
        /// them. They are some or all of the events after `since`, up to and including `through`. A
        /// `snapshot` contains the resulting state.
        case lost(since: Int, through: Int, prefix: String)
        /// A heartbeat of the daemon, once a second.
        case heartbeat(seq: Int, time: Double?)
        /// The daemon is stopping.
        case shutdown(Notice)
        /// A new daemon process has replaced the previous one. If the history is the same, the
        /// events continue. Otherwise all known state is obsolete: take a `snapshot`.
        case restarted(sameHistory: Bool, seq: Int)
        /// The daemon's journal was truncated or restored from a copy, and the daemon has continued
        /// it. The subscription has received an event with the number `since`. The daemon's log
        /// contains a different event with this number, or none. All known state is obsolete: take
        /// a `snapshot`. The events after `seq` are delivered next.
        case forked(since: Int, seq: Int)
    }

    /// The reason why a wait has ended.
    public enum Outcome: Sendable, Equatable {
        case news(News)
        case timedOut
        /// The watched descriptor is ready.
        case descriptor
    }

    /// An entry of the queue: a message to deliver, or a gap whose events must be requested.
    enum Waiting {
        case news(News)
        case gap(EventChain.Gap)
    }

    /// Received events that may be missing in the log of the current daemon process: all events up
    /// to the sequence number `seq`. Those up to `attributed` certainly come from the process with
    /// the boot id `boot`, which is usually an earlier process.
    struct Doubt {
        var boot: String
        var seq: Int
        /// The sequence number of the last event that certainly comes from the process with the
        /// boot id `boot`. Later events may come from a different process.
        var attributed: Int
        var unattributed: [PublishedEvent]
    }

    public let address: Address
    public internal(set) var boot = ""
    public internal(set) var history = ""
    /// The sequence number after which the delivery of events began or was last restarted. Later
    /// welcome messages can increase it.
    public internal(set) var seq = 0
    /// The number of times that missing events have been requested.
    public internal(set) var replays = 0

    let socket: Socket
    /// The monitor that finds the reason for a failed TCP connection. It is nil for ipc, for
    /// several endpoints, and after the daemon has confirmed the subscription.
    private var handshake: Handshake?
    var poll = PollSet()
    var topic: Message
    var payload: Message
    private let prefixes: [String]
    let timeout: Double
    let watched: PollEvents?
    var chain: EventChain
    var waiting: [Waiting] = []
    /// The index of the first entry of `waiting` that has not been delivered.
    var head = 0
    /// The common deadline of all requests. Nil if each request has only its own time-out.
    var end: Deadline?
    /// The client that requests missing events and snapshots. Nil until it is first needed.
    var requester: Requester?
    /// Whether the daemon has sent a welcome message for every prefix.
    private var isEstablished = false
    /// Whether a message on the events socket has contained the current `boot` id. As long as this
    /// is false, the events socket may deliver messages of the previous daemon.
    var isHeard = false
    /// Whether the daemon supports the parameter `boot` of `events.replay`.
    var takesBoot = false
    /// The received events that the client must check, because the daemon's log may lack them. Nil
    /// if there are none.
    var doubt: Doubt?
    /// The events received after the last message that contained the current boot id. They may come
    /// from a different process, whose welcome message was lost.
    private var unattributed: [PublishedEvent] = []
    private var attributed = 0
    /// The maximum number of events in `unattributed`. If more events arrive, the client cannot
    /// find out by a comparison with the daemon's log which process has sent them. It must wait for
    /// a message that contains a boot id.
    private static let mostUnattributed = 10_000
    /// The boot ids of daemon processes that have ended. A late message from one of them does not
    /// mean a restart.
    private var past: Set<TextKey> = []

    /// The topic prefix of the daemon's own messages. Among them are heartbeats, which reveal
    /// whether the latest events are missing.
    private static let server = "server."

    /// Subscribes, and waits until the daemon has confirmed each prefix with a welcome message.
    ///
    /// - Parameters:
    ///   - address: The endpoints. Missing events are requested from the command endpoint.
    ///   - topics: The prefixes. An empty list means all events. The client detects gaps only for
    ///     the prefixes "", `CATEGORY.` and `CATEGORY.SUBJECT.`; events of other prefixes are
    ///     delivered as they arrive.
    ///   - timeout: The seconds within which all welcome messages must arrive, and the time-out of
    ///     later requests.
    ///   - descriptor: A descriptor that also ends a wait in `next`, such as an output pipe.
    ///   - isInput: Whether the caller reads from the descriptor. If true, the wait ends when the
    ///     descriptor is readable, otherwise when its other end is closed.
    /// - Throws: `noDaemon` if no process listens on the endpoint, `badAddress` if the address is
    ///   invalid, `notAdmitted` if the daemon refuses the client's key, `timedOut` if a welcome
    ///   message is late, `transport` if an operation of libzmq fails.
    public static func open(
        _ address: Address, topics: [String] = [], timeout: Double = 5,
        watching descriptor: Int32? = nil, isInput: Bool = false
    ) throws(ClientError) -> Subscription {
        var endpoints = EndpointList(address.events)
        try endpoints.probe()
        do {
            var subscription = try Subscription(
                address, endpoints, topics, timeout, descriptor, isInput ? .readable : .failed)
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
        _ address: Address, _ endpoints: EndpointList, _ topics: [String], _ timeout: Double,
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
        // If the reader is slow, drop events, which then appear as gaps, instead of using much
        // memory.
        try socket.set(.receiveHighWaterMark, 100_000)
        // With several endpoints there is no monitor, because it cannot distinguish their
        // connections.
        let handshake =
            endpoints.hasOthers
            ? nil : try Handshake(context, of: socket, address.events, address.keys)
        // The socket connects to all endpoints at once, because a daemon that does not run sends
        // nothing.
        try endpoints.connect(socket, address.keys)
        try poll.add(socket)
        if let descriptor { _ = poll.add(descriptor: descriptor, for: events) }
        try handshake?.join(&poll)
        self.socket = socket
        self.handshake = handshake
        topic = Message()
        payload = Message()
    }

    /// Subscribes and waits for the welcome messages. Once a second, repeats the subscriptions for
    /// which no welcome message has arrived.
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
                throw handshake?.timeoutError(timeout, operation)
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
}

/// Functions that determine which daemon process has sent a message.
extension Subscription {
    /// Handles a welcome message, which confirms the subscription to a prefix, and returns this
    /// prefix. Returns nil for any other message. While `open` waits for welcome messages, only the
    /// events after the latest welcome message are checked for gaps.
    mutating func welcomed(_ topic: String, _ value: Value) -> String? {
        guard value["event"]?.string == "welcome", value["prev"] == nil,
            let prefix = value["prefix"]?.string, prefix == topic,
            let seq = value["seq"]?.integer
        else { return nil }
        guard recognize(value) else { return prefix }
        if isEstablished {
            // The connection was lost and restored, so events in between may be missing.
            if let gap = chain.revisit(prefix, seq) { waiting.append(.gap(gap)) }
        } else {
            chain.skip(to: seq)
        }
        self.seq = max(self.seq, seq)
        return prefix
    }

    /// Adopts the boot and history ids in a welcome, heartbeat or shutdown message. Returns false
    /// for a late message of a process that has ended.
    mutating func recognize(_ value: Value) -> Bool {
        guard let boot = value["boot"]?.string, let history = value["history"]?.string,
            let seq = value["seq"]?.integer, seq >= 0, !past.contains(TextKey(boot))
        else { return false }
        takesBoot = value["bootSeq"] != nil
        if boot != self.boot, !self.boot.isEmpty {
            succeed(history, at: seq)
        } else if seq < chain.newest {
            // The message is late, or the machine was reset to an earlier state.
            question(chain.newest, of: boot)
        }
        follow(boot, history)
        isHeard = true
        attribute(to: chain.newest)
        return true
    }

    /// Records that all events up to a sequence number come from the process with the current boot
    /// id.
    mutating func attribute(to seq: Int) {
        attributed = seq
        unattributed.removeAll(keepingCapacity: true)
    }

    /// Keeps an event until a message confirms which daemon process has sent the event.
    mutating func note(_ event: PublishedEvent) {
        if unattributed.count < Self.mostUnattributed { unattributed.append(event) }
    }

    /// Handles the change to a new daemon process, which has the same or a different history.
    private mutating func succeed(_ history: String, at seq: Int) {
        let sameHistory = history == self.history
        waiting.append(.news(.restarted(sameHistory: sameHistory, seq: seq)))
        if sameHistory, isEstablished {
            question(chain.newest, of: boot)
        } else {
            // Nothing was delivered before the daemon has confirmed all prefixes.
            if !isEstablished { waiting.removeAll() }
            begin(at: seq)
        }
    }

    /// Sets `doubt`, so that the client asks the daemon whether its log contains the events up to
    /// `seq`, which the client received from the process with the boot id `boot`. Has no effect if
    /// the daemon does not support the parameter `boot` of `events.replay`.
    mutating func question(_ seq: Int, of boot: String) {
        guard takesBoot else { return }
        doubt = Doubt(
            boot: boot, seq: seq, attributed: attributed, unattributed: unattributed)
    }

    /// Adopts the boot and history ids in a reply of a different daemon process, and restarts the
    /// delivery after the event `seq`. From then on, events from the events socket are ignored
    /// until a message from that socket contains this boot id.
    mutating func begin(_ boot: String, _ history: String, at seq: Int) {
        follow(boot, history)
        isHeard = false
        begin(at: seq)
        waiting.removeAll(keepingCapacity: true)
        head = 0
    }

    /// Adopts the boot id in a reply of a new daemon process that continues the history. From then
    /// on, events from the events socket are ignored until a message from that socket contains this
    /// boot id. The ignored events are later requested like missing ones.
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

    /// Restarts the delivery. Events up to `seq` are treated as received, and later ones are not.
    mutating func begin(at seq: Int) {
        doubt = nil
        chain.restart(at: seq)
        attribute(to: seq)
        self.seq = seq
    }
}

extension Subscription {
    /// Receives one message. Returns nil if there is none.
    mutating func receive() throws -> (topic: String, value: Value)? {
        guard try socket.receive(into: &topic, wait: false) else { return nil }
        guard topic.more, try socket.receive(into: &payload, wait: true) else {
            return (topic: "", value: .null)
        }
        try topic.checkSize(from: address.events)
        try payload.checkSize(from: address.events)
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

/// A detector of missing and repeated events in a subscription.
///
/// Each event contains its own sequence number, `seq`, and the sequence numbers of two earlier
/// events: the previous event of the same category (`prev[0]`), and the previous event of the same
/// category and subject (`prev[1]`). The events of a subscription to the topic prefix "" are
/// checked by `seq`. The events of the prefix `CATEGORY.` are checked by `prev[0]`, and the events
/// of the prefix `CATEGORY.SUBJECT.` by `prev[1]`. Events of other prefixes are accepted without a
/// check.
struct EventChain {
    /// A range of sequence numbers in which events are missing or may be missing.
    struct Gap: Equatable {
        /// The sequence number of the last event before the gap.
        var since: Int
        /// The sequence number of the last event that may be missing.
        var through: Int
        /// The topic prefix of the missing events. To receive these events, request a replay of the
        /// events whose topics begin with this prefix.
        var prefix: String
    }

    /// The result of checking an event: the event is a repetition, the next event, or the first
    /// event after missing ones.
    enum Order: Equatable {
        /// The event was received before, or precedes the subscription.
        case known
        case next
        /// Events directly before this event are missing, or may be missing.
        case after(Gap)
    }

    private let prefixes: Set<TextKey>
    /// The subscribed prefixes of the form `CATEGORY.SUBJECT.`, each with its category. A prefix is
    /// omitted if `CATEGORY.` is subscribed to as well.
    private let subjects: [(prefix: String, category: String)]
    /// The sequence number up to which all events are treated as received.
    private(set) var floor = 0
    /// The highest known sequence number of an event.
    private(set) var newest = 0
    /// For each checked prefix, the highest known sequence number of an event whose topic begins
    /// with this prefix.
    private var last = TextDictionary<Int>()

    init(_ prefixes: [String]) {
        self.prefixes = Set<TextKey>(prefixes.map { TextKey($0) })
        subjects = Self.subjects(among: self.prefixes)
    }

    private static func subjects(
        among prefixes: Set<TextKey>
    ) -> [(prefix: String, category: String)] {
        prefixes.compactMap { prefix in
            let parts = prefix.text.utf8.split(
                separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3, parts[2].isEmpty else { return nil }
            let category = String(Substring(parts[0]))
            return prefixes.contains(TextKey(category + ".")) ? nil : (prefix.text, category)
        }
    }

    /// Restarts the detection of missing and repeated events: events up to `seq` are treated as
    /// received, and later ones are not.
    mutating func restart(at seq: Int) {
        floor = seq
        newest = seq
        last = TextDictionary()
    }

    /// Skips the events up to a sequence number, for example because a snapshot includes them.
    mutating func skip(to seq: Int) {
        floor = max(floor, seq)
        newest = max(newest, seq)
    }

    /// Returns the subscribed prefix by which an event is checked, and the sequence number
    /// `previous`. If the last event that the client received with this prefix has a lower number
    /// than `previous`, events may be missing. Returns nil for an event that is not checked.
    private func link(_ event: PublishedEvent) -> (prefix: String, previous: Int)? {
        if prefixes.contains("") { return ("", event.seq - 1) }
        let category = event.category + "."
        if prefixes.contains(TextKey(category)) { return (category, event.previousInCategory) }
        let subject = "\(category)\(event.subject)."
        guard prefixes.contains(TextKey(subject)) else { return nil }
        // The first event of a recreated subject has 0 as its previous seq, whatever came before.
        // The previous event of the category then shows which events may be missing.
        let previous = event.previousOfSubject
        return (subject, previous == 0 ? event.previousInCategory : previous)
    }

    /// Records an event. Returns whether the event is a repetition, is the next one, or follows
    /// missing events. O(1).
    mutating func take(_ event: PublishedEvent) -> Order {
        newest = max(newest, event.seq)
        guard let link = link(event) else { return event.seq > floor ? .next : .known }
        let known = max(floor, last[link.prefix] ?? 0)
        guard event.seq > known else { return .known }
        last[link.prefix] = event.seq
        guard link.previous > known else { return .next }
        return .after(Gap(since: known, through: link.previous, prefix: link.prefix))
    }

    /// Handles a welcome (the message that confirms a subscription) after a reconnection. Returns a
    /// gap if events are missing.
    ///
    /// A welcome does not say which client it is for: all clients with a matching prefix receive
    /// it. For the prefix "", the sequence number in the welcome proves which events are missing.
    /// For other prefixes, only the next event or heartbeat shows whether events are missing.
    mutating func revisit(_ prefix: String, _ seq: Int) -> Gap? {
        guard prefix.isEmpty, prefixes.contains("") else { return nil }
        return note("", seq)
    }

    /// Returns the gaps that a heartbeat reveals after the last received event. A heartbeat reports
    /// one sequence number per category. For a subscription to a single subject it therefore shows
    /// only that events may be missing.
    mutating func take(latest: [(category: String, seq: Int)], seq: Int) -> [Gap] {
        if prefixes.contains("") { return note("", seq).map { [$0] } ?? [] }
        var gaps: [Gap] = []
        for (category, seq) in latest {
            if prefixes.contains(TextKey(category + ".")) {
                if let gap = note(category + ".", seq) { gaps.append(gap) }
            } else {
                for subject in subjects where subject.category == category {
                    if let gap = note(subject.prefix, seq) { gaps.append(gap) }
                }
            }
        }
        return gaps
    }

    private mutating func note(_ prefix: String, _ seq: Int) -> Gap? {
        let known = max(floor, last[prefix] ?? 0)
        guard seq > known else { return nil }
        last[prefix] = seq
        newest = max(newest, seq)
        return Gap(since: known, through: seq, prefix: prefix)
    }
}
