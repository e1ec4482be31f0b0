internal import Glibc
internal import NIOCore
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// A connection to a daemon that receives the daemon's events on a separate thread and passes them
/// to the hub. It reconnects if the daemon does not reply.
struct DaemonLink: Sendable {
    let address: Address
    let hub: BrowserHub
    /// The port that pagerview listens on.
    let port: Int
    /// Called with the state of the first daemon that replies.
    let began: @Sendable (Mirror) -> Void

    /// The microseconds between two attempts to connect to the daemon.
    private static let pause: UInt32 = 200_000
    /// The number of failed connection attempts that are not logged at the start, and after the
    /// daemon has shut down. So pagerview does not log an error if both programs start or shut
    /// down, or if the daemon restarts soon.
    private static let silentAttempts = 10
    /// The seconds without a message from the daemon after which pagerview checks that the daemon
    /// replies. The daemon sends a heartbeat every second.
    private static let silence = 1.5
    /// The maximum number of events that are passed to the hub in one call.
    private static let longestBatch = 2_000

    func start() throws { try Thread { run() }.detach() }

    private func run() -> Never {
        var errors = RepeatedErrors()
        var isFirst = true
        // The number of further failures that are not logged.
        var silent = Self.silentAttempts
        while true {
            do {
                let hasEnded = try follow { mirror in
                    errors = RepeatedErrors()
                    if isFirst { began(mirror) }
                    isFirst = false
                }
                silent = hasEnded ? Self.silentAttempts : 0
            } catch {
                hub.lose()
                silent -= 1
                let text = "pagerview: \(error.description); trying again"
                if silent < 0, let line = errors.line(text, at: WebServer.now()) {
                    StandardError.write(line)
                }
            }
            usleep(Self.pause)
        }
    }

    /// Connects to the daemon and passes its events to the hub. Returns true when the daemon has
    /// ended, and false when it has restarted or events are missing.
    private func follow(_ began: (Mirror) -> Void) throws(ClientError) -> Bool {
        var subscription = try Subscription.open(address, timeout: 2)
        var requester = try Requester(address.command, timeout: 2, keys: address.keys)
        let hello = try requester.send(ServerHello()).result
        let mirror = try Mirror(&subscription)
        hub.begin(mirror, hello: hello)
        began(mirror)
        var reporter = ScreenReporter(port: port, hub)
        var batch: [PublishedEvent] = []
        while true {
            // Arrived events are forwarded at once; the next wait begins when none is left.
            let patience = batch.isEmpty ? Self.silence : 0
            switch try subscription.next(timeout: patience) {
            case .news(.event(let event)):
                batch.append(event)
                if batch.count >= Self.longestBatch { pass(&batch) }
                // The mirror cannot apply this event, so the state is loaded again after the event
                // is forwarded.
                if !mirror.changes.isExact(event.category, event.name) {
                    pass(&batch)
                    hub.replace(try Mirror(&subscription))
                }
            case .news(.replayed): break
            case .news(.heartbeat(let seq, let time)):
                pass(&batch)
                hub.beat(seq, time)
                try reporter.report(to: &requester)
            case .news(.restarted), .news(.lost), .news(.forked):
                return false
            case .news(.shutdown):
                pass(&batch)
                hub.lose()
                return true
            case .timedOut, .descriptor:
                if batch.isEmpty { try checkReply(&requester) }
                pass(&batch)
            }
        }
    }

    private func pass(_ batch: inout [PublishedEvent]) {
        guard !batch.isEmpty else { return }
        hub.publish(batch)
        batch.removeAll(keepingCapacity: true)
    }

    /// Checks that the daemon replies.
    ///
    /// - Throws: `noDaemon` if the daemon does not run, `timedOut` if it does not reply in time.
    private func checkReply(_ requester: inout Requester) throws(ClientError) {
        // A connected socket waits for the daemon to return, but a new one fails at once.
        _ = try Requester(address.command, timeout: 1, keys: address.keys)
        _ = try requester.send(ServerPing())
    }
}

/// The daemon's time, computed from its reply to `server.hello` and its heartbeats. Between two
/// heartbeats, the time that passes on this machine is added, unless the daemon's clock is manual.
/// So the clocks of this machine and of the daemon's machine may differ.
struct DaemonClock: Sendable {
    private let isReal: Bool
    private var told: Double
    private var toldAt = MachineClock.monotonic()

    init(_ hello: Value) {
        isReal = hello["clock"]?.string == ClockMode.real.rawValue
        told = hello["time"]?.double ?? 0
    }

    /// The daemon's current time, in seconds since the daemon's event history began.
    var time: Double { isReal ? told + MachineClock.monotonic().seconds - toldAt.seconds : told }

    mutating func set(_ time: Double) {
        told = time
        toldAt = MachineClock.monotonic()
    }
}

/// A buffer of the daemon's latest events, shared by all browsers.
struct EventBacklog {
    /// The maximum number of bytes of memory of stored events. An event that exceeds this limit by
    /// itself is stored alone.
    static let longest = 8 << 20
    /// The maximum number of bytes of a message with more than one event.
    static let longestMessage = 256 << 10

    private struct Event {
        let seq: Int
        var bytes: ByteBuffer
        /// The event for browsers that may only watch.
        var copy: ByteBuffer

        func bytes(isWatcher: Bool) -> ByteBuffer { isWatcher ? copy : bytes }
        /// The bytes of memory: those of buffers, with what their objects and the array add.
        var size: Int { bytes.storageCapacity + copy.storageCapacity + 256 }
    }

    private var events: [Event] = []
    /// The index of the oldest stored event in `events`. The elements before it are empty; they are
    /// removed from time to time.
    private var first = 0
    private var bytes = 0
    /// The `seq` (sequence number) of the last event before the stored events. All later events are
    /// stored.
    private(set) var start = 0
    /// The number of bytes of all events appended since `begin(at:)`, including events that are no
    /// longer stored.
    private(set) var published = 0

    /// Removes all events. The next event that is appended must be the first one after the sequence
    /// number `seq`.
    mutating func begin(at seq: Int) {
        self = EventBacklog()
        start = seq
    }

    /// Appends an event.
    ///
    /// - Parameter copy: The event for browsers that may only watch. Nil if they receive only its
    ///   number.
    mutating func append(_ event: [UInt8], forWatchers copy: [UInt8]? = nil, seq: Int) {
        let copy = copy.map { ByteBuffer(bytes: $0) } ?? ByteBuffer(string: "{\"seq\":\(seq)}")
        events.append(Event(seq: seq, bytes: ByteBuffer(bytes: event), copy: copy))
        bytes += events[events.count - 1].size
        published += event.count
        while bytes > Self.longest, first < events.count - 1 {
            bytes -= events[first].size
            start = events[first].seq
            events[first].bytes = ByteBuffer()
            events[first].copy = ByteBuffer()
            first += 1
        }
        // Events are moved only after at least as many have been removed.
        if first > 64, first > events.count / 2 {
            events.removeFirst(first)
            first = 0
        }
    }

    /// Returns a message with the next events after `seq`, and the sequence number of the last
    /// event in the message. Returns nil if there are no events after `seq`.
    ///
    /// The message has as many events as fit into `longestMessage`, but at least one.
    ///
    /// - Precondition: `seq` is at least `start`.
    func message(after seq: Int, isWatcher: Bool = false) -> (parts: [ByteBuffer], seq: Int)? {
        var low = first
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].seq <= seq { low = middle + 1 } else { high = middle }
        }
        guard low < events.count else { return nil }
        let opening = ByteBuffer(string: "{\"events\":[")
        let closing = ByteBuffer(string: "]}")
        // A long event is shared with the other browsers, and not copied.
        let first = events[low].bytes(isWatcher: isWatcher)
        guard first.readableBytes < Self.longestMessage else {
            return ([opening, first, closing], events[low].seq)
        }
        var message = opening
        var last = seq
        for event in events[low...] {
            let bytes = event.bytes(isWatcher: isWatcher)
            guard last == seq || message.readableBytes + bytes.readableBytes < Self.longestMessage
            else { break }
            if last != seq { message.writeInteger(UInt8(ascii: ",")) }
            message.writeImmutableBuffer(bytes)
            last = event.seq
        }
        return ([message, closing], last)
    }
}
