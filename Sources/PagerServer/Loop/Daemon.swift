internal import Containment
internal import Glibc
package import Logging
internal import PagerJournal
package import PagerModel
internal import PagerPaths
internal import PagerPlugins
internal import PagerWire
internal import SystemCalls
internal import ZMQ

/// The running daemon: one thread with a loop that waits for the sockets, the clock and the
/// signals, and passes their input to the service.
///
/// Each iteration receives and executes requests, publishes the events and sends the replies. No
/// other code accesses the service.
package struct Daemon: ~Copyable {
    private var service: Service
    private let signals: Signals
    private let logger: Logger
    private let notify: NotifySocket
    private var command: CommandSocket
    private var zapHandler: ZAPHandler
    private var publisher: Publisher
    private var hosts: PluginHosts
    private var journal: Journal?
    private var audit: AuditFile?
    private var poll: PollSet
    /// The indexes of the daemon's sockets in the poll set.
    private let indexes: PollIndexes
    private var message = Message()
    /// The time of the machine's monotonic clock at which the daemon's clock is zero.
    private let origin: Instant
    private var nextHeartbeat: Instant
    /// Whether a signal told the daemon to end. `server.shutdown` sets `service.isEnding` instead.
    private var isEnding = false
    /// The lock on the daemon's name. It is the last property, because properties are destroyed in
    /// order: the name is released after the sockets are closed.
    private let lock: InstanceLock

    /// The indexes of the daemon's sockets in the poll set.
    private struct PollIndexes {
        let command: Int
        /// The index of the socket that reports connection events of the command socket.
        let clients: Int
        let events: Int
        /// The index of the socket that reports connection events of the events socket.
        let subscribers: Int
        let plugins: PluginHosts.PollIndexes
        /// The index of the ZAP handler's socket in the poll set. Nil without authentication.
        let zapHandler: Int?
        let signals: Int
    }

    /// The maximum number of requests that the daemon handles before it checks its other sockets.
    private static let burst = 256
    private static let heartbeat = 1.0

    /// Starts the daemon: locks the name, restores the journal, loads the book and binds the
    /// sockets.
    ///
    /// - Throws: `ZMQError` and `StartProblem`, for example if an added kind has a name that exists
    ///   already, or if the book cannot be shown and there is no state from the journal.
    package init(
        _ configuration: Configuration, signals: consuming Signals, logger: Logger
    ) throws {
        let notify = NotifySocket()
        let directory = RuntimeDirectory()
        let security = try SocketSecurity(
            key: configuration.key, access: configuration.access,
            insecureTCP: configuration.insecureTCP)
        var identity = try Self.identity(configuration, directory)
        identity.access = security.access
        let bindings = identity.bindings
        for endpoint in bindings { _ = try security.authentication(of: endpoint) }
        if let problem = Service.problem(adding: configuration.additions) {
            throw StartProblem(problem)
        }
        var lock = try InstanceLock(directory, configuration.name, security.files)
        try lock.check(bindings)
        var journal = try Journal.chosen(by: configuration)
        let restored = try journal?.restore(
            &identity, adding: configuration.additions, recovering: configuration.recovers)
        var service = restored?.service ?? Service(identity, adding: configuration.additions)
        // There are no subscribers yet, so the events of the book are only kept for replay.
        service.wanted = []
        service.limits.connections = OpenFiles.connections
        for warning in restored?.warnings ?? [] { logger.warning("\(warning)") }
        let present = MachineClock.monotonic()
        let origin = Self.origin(
            of: service, restored?.time, journal?.lastClock(at: present), at: present)
        journal?.noteClock(startedAt: origin, at: present)
        let elapsed = Self.elapsed(since: origin)
        try service.begin(configuration, isRestored: restored?.isOld == true, at: elapsed)
        if let report = service.bookReport { Self.note(report, logger) }
        for remark in configuration.book?.remarks ?? [] { logger.warning("\(remark)") }
        for problem in service.followSchedules(at: elapsed) { logger.warning("\(problem)") }
        try journal?.record(&service)
        let audit = try AuditFile.chosen(by: configuration)
        service.keepsChanges = configuration.audit != nil
        let context = try Context()
        try context.sendInBatches()
        let zapHandler = try ZAPHandler(context, security.access)
        let publisher = try Publisher(
            context, identity.bindings(of: \.events), security, service.scene.events)
        let hosts = try PluginHosts(
            context, identity, security, configuration.pluginConfigurations)
        let command = try CommandSocket(context, identity.bindings(of: \.command), security)
        var poll = PollSet()
        let ofCommand = try command.join(&poll)
        let indexes = PollIndexes(
            command: ofCommand.requests, clients: ofCommand.ends,
            events: try poll.add(publisher.socket),
            subscribers: try publisher.connections.join(&poll), plugins: try hosts.join(&poll),
            zapHandler: security.asks ? try poll.add(zapHandler.socket) : nil,
            signals: poll.add(descriptor: signals.descriptor))
        do {
            try lock.write(
                InstanceRecord(
                    pid: UInt32(getpid()), endpoints: identity.localEndpoints,
                    serverKey: configuration.isLocal ? nil : security.publicKey))
        } catch {
            logger.warning("pagerctl list may not find this daemon: \(error.description)")
        }
        nextHeartbeat = MachineClock.monotonic().advanced(by: Self.heartbeat)
        self.origin = origin
        self.journal = journal
        self.audit = audit
        self.lock = lock
        self.service = service
        self.signals = signals
        self.logger = logger
        self.notify = notify
        self.publisher = publisher
        self.hosts = hosts
        self.command = command
        self.poll = poll
        self.indexes = indexes
        self.zapHandler = zapHandler
    }

    /// Returns a random id for a history or a process.
    static func token() -> String {
        let bits = UInt64.random(in: .min ... .max)
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package var endpoints: Endpoints { service.identity.endpoints }

    /// The status text that `systemctl status` shows.
    private var status: String { "accepts commands at \(endpoints.command)" }

    /// Serves clients until a signal or `server.shutdown` ends the daemon.
    ///
    /// - Throws: `ZMQError` if an operation of a socket fails, `StartProblem` if the journal cannot
    ///   be written.
    package mutating func run() throws {
        // The events of the book are published before the first welcome, whose seq includes them.
        try publisher.publish(&service)
        notify.ready(status)
        while !isEnding, !service.isEnding {
            _ = try poll.wait(milliseconds: timeout())
            // A check of a socket without messages would cost system calls.
            if poll.isReadable(indexes.clients) { try command.takeNote() }
            if poll.isReadable(indexes.subscribers) { try publisher.takeNote(&service) }
            if poll.isReadable(indexes.events) { try publisher.welcome(&service) }
            if poll.isReadable(indexes.command) { try answerRequests() }
            if let index = indexes.zapHandler, poll.isReadable(index) {
                try zapHandler.answer(at: elapsed(), logger)
            }
            runClock()
            try runSchedules()
            try servePlugins()
            try publish()
            try beat()
            keepJournalShort()
            if poll.isReadable(indexes.signals) {
                while let signal = signals.next() { end(on: signal) }
            }
        }
        notify.stopping()
        try hosts.end(&service, at: elapsed())
        try publish()
        try publisher.announce("shutdown", service)
        lock.removeSockets()
        if let problem = journal?.finish(service.journalBeginning) { logger.error("\(problem)") }
        // The last reply and the last events may still be in transit when the sockets close.
        try command.socket.set(.linger, Self.lingerMilliseconds)
        try publisher.socket.set(.linger, Self.lingerMilliseconds)
        logger.info("ended", metadata: ["seq": "\(service.point.seq)"])
    }

    /// The maximum time in milliseconds for which an ending daemon waits until libzmq has sent the
    /// last messages. A client that reads nothing cannot delay the end for longer.
    private static let lingerMilliseconds: Int32 = 500

    private mutating func end(on signal: Int32) {
        logger.info("ending on signal \(signal)")
        isEnding = true
    }

    private func elapsed() -> Instant { Self.elapsed(since: origin) }

    private static func elapsed(since origin: Instant) -> Instant {
        Instant(nanoseconds: MachineClock.monotonic().nanoseconds - origin.nanoseconds)
    }

    /// Writes pending records to the journal, then publishes the events.
    private mutating func publish() throws {
        try record()
        try publisher.publish(&service)
    }

    private mutating func record() throws {
        try journal?.record(&service)
        if service.changes.isEmpty { return }
        let time = MachineClock.unixTime()
        audit?.append(service.changes.flatMap { $0.line(at: time) }, logger)
        service.changes.removeAll(keepingCapacity: true)
    }

    /// Returns the poll timeout: the milliseconds until the next heartbeat or deadline, rounded up.
    private mutating func timeout() -> Int {
        let time = elapsed()
        var next = Instant(nanoseconds: nextHeartbeat.nanoseconds - origin.nanoseconds)
        if service.journalFailure == nil {
            if let deadline = service.nextDeadline() { next = min(next, deadline) }
            if let deadline = service.nextPluginDeadline { next = min(next, deadline) }
            if let deadline = hosts.nextDeadline(at: time) { next = min(next, deadline) }
        }
        if service.hasScheduleWork { next = time }
        let left = next.nanoseconds - time.nanoseconds
        return left <= 0 ? 0 : Int((left + 999_999) / 1_000_000)
    }

    private mutating func answerRequests() throws {
        var burst = Burst(of: Self.burst)
        command.beginTurn()
        while true {
            let time = elapsed()
            guard burst.takesNext(at: time) else { return }
            switch try command.receive(into: &message) {
            case .none: return
            case .nothing: continue
            case .request: break
            }
            if command.isSenderGone, message.withBytes({ service.onlyReads($0) }) {
                try command.abandon(&message)
                continue
            }
            makeRoom(for: message.count)
            let reply = message.more ? try refuseFrames() : answer(at: time)
            // The `seq` of the reply counts the events that are published now, and no others.
            try publish()
            try command.reply(reply)
            if service.isEnding { return }
            // The time of a manual clock advances only in requests.
            try runSchedules()
        }
    }

    private mutating func answer(at time: Instant) -> [UInt8] {
        let pid = service.keepsChanges ? message.peerPID : nil
        return message.withBytes { bytes in
            service.answer(
                bytes, from: command.peer, pid: pid, at: time, isOverfull: command.isOverfull
            ) {
                DaemonStatistics(command, publisher, plugins: hosts.socket.counts, journal?.figures)
            }
        }
    }

    /// Receives the remaining frames of a request that has several, and refuses the request. A
    /// valid request has one frame.
    private mutating func refuseFrames() throws(ZMQError) -> [UInt8] {
        while message.more { _ = try command.socket.receive(into: &message) }
        return service.refuse(
            CommandError(.invalidRequest, "a request must be one frame, not several"), id: .null)
    }

    private mutating func servePlugins() throws {
        let time = elapsed()
        let news = indexes.plugins.news(in: poll)
        makeRoom(for: news.messages ? PluginSocket.mostBytes : 0)
        try hosts.take(&service, news, at: time, logger) {
            DaemonStatistics(command, publisher, plugins: $0, journal?.figures)
        }
        try record()
        makeRoom(for: service.plugins.heldBytes)
        service.takeHeldAnswers(at: time)
        service.runPluginDeadlines(at: time)
        service.loseStalled(at: time)
        hosts.watchProcesses(&service, at: time, logger)
        // The `seq` of a reply to a plugin counts published events, too.
        try publish()
        try hosts.send(&service, at: time)
    }

    private mutating func runClock() {
        guard service.identity.clock == .real else { return }
        // A file that has just replaced the journal has no reserved space.
        makeRoom(for: 0)
        service.runDeadlines(until: elapsed())
    }

    /// Changes the pages of containers with a playlist, as far as one turn of the loop may.
    private mutating func runSchedules() throws {
        guard service.hasPlaylists || service.hasNewContents else { return }
        var work = Service.scheduleWork
        let time = service.unixTime
        while let change = service.nextScheduledChange(unixTime: time, within: &work) {
            makeRoom(for: change.message.count)
            let problem = service.carryOut(change, at: elapsed())
            if let problem { logger.warning("\(problem)") }
            try record()
        }
    }

    private mutating func keepJournalShort() {
        if let problem = journal?.compact(service.journalBeginning) { logger.error("\(problem)") }
    }

    /// Reserves journal space. After a failure, refuses state changes until a later call succeeds.
    private mutating func makeRoom(for bytes: Int) {
        let journalFailure = journal?.makeRoom(for: bytes)
        guard journalFailure != service.journalFailure else { return }
        if let journalFailure {
            logger.error(
                "\(journalFailure); the state cannot change until the journal can be written")
        }
        if journalFailure == nil {
            logger.notice("the journal can be written again; commands may change the state")
        }
        service.journalFailure = journalFailure
        notify.status(journalFailure ?? status)
    }

    private mutating func beat() throws {
        let now = MachineClock.monotonic()
        guard now >= nextHeartbeat else { return }
        try publisher.announce("heartbeat", service, at: service.time(at: elapsed()))
        try command.cutStuck(at: now)
        try publisher.cutStuck(&service, at: now)
        journal?.note(processorTime: Service.processorTime())
        journal?.noteClock(startedAt: origin, at: now)
        if let warning = publisher.oversubscription() { logger.warning("\(warning)") }
        notify.alive()
        nextHeartbeat = now.advanced(by: Self.heartbeat)
    }
}

extension Daemon {
    /// Returns the mistakes in the book of a configuration, each with its index. A daemon with
    /// this configuration would show a warning instead of each page that has a mistake.
    ///
    /// The book is shown in memory. No socket, lock or file is created.
    ///
    /// - Throws: `StartProblem` if the daemon would not start with the book.
    package static func problems(ofBookIn configuration: Configuration) throws -> [String] {
        if let problem = Service.problem(adding: configuration.additions) {
            throw StartProblem(problem)
        }
        var service = Service(
            try identity(configuration, RuntimeDirectory()), adding: configuration.additions)
        service.wanted = []
        try service.begin(configuration, isRestored: false, at: .zero)
        return service.bookReport?.problems ?? []
    }
}

extension Daemon {
    /// Returns the time of the machine's monotonic clock at which the daemon's clock is zero.
    ///
    /// After a restart, a manual clock continues where it stopped. A real clock also counts the
    /// time while no daemon ran, so that the times of events stay relative to the epoch. It never
    /// goes back, even if the machine's clock does.
    ///
    /// - Parameters:
    ///   - restored: The time of the last record in the journal.
    ///   - last: The time up to which the last daemon's clock may have run.
    static func origin(
        of service: borrowing Service, _ restored: Instant?, _ last: Instant?,
        at present: Instant
    ) -> Instant {
        guard let restored else { return present }
        let passed = Instant.zero.advanced(by: MachineClock.unixTime() - service.identity.epoch)
        let time =
            service.identity.clock == .real ? max(restored, passed, last ?? .zero) : restored
        // A journal may contain an impossible epoch, from which the clock cannot continue.
        return Instant(nanoseconds: present.nanoseconds - min(time, .latest).nanoseconds)
    }
}

/// Functions that determine the daemon's identity and log the problems of its book.
extension Daemon {
    static func identity(
        _ configuration: Configuration, _ directory: RuntimeDirectory
    ) throws -> Service.Identity {
        var identity = Service.Identity()
        guard Identifier(configuration.name) != nil else {
            throw StartProblem(
                "a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + quoted(configuration.name))
        }
        guard let release = Release(rawValue: configuration.uikit) else {
            throw StartProblem("--uikit must be 13 or 18, got \(configuration.uikit)")
        }
        let standard = directory.endpoints(configuration.name)
        identity.name = configuration.name
        identity.boot = token()
        identity.history = token()
        identity.epoch = configuration.epoch ?? MachineClock.unixTime()
        identity.clock = configuration.clock
        identity.release = release
        identity.retainedEvents = configuration.retainedEvents
        identity.endpoints = Endpoints {
            $0.command = configuration.command ?? standard.command
            $0.events = configuration.events ?? standard.events
            $0.plugins = configuration.plugins ?? standard.plugins
        }
        identity.localEndpoints = configuration.isLocal ? standard : identity.endpoints
        return identity
    }

    /// Logs the problems in a report about the book (the file or folder that describes pages).
    static func note(_ report: BookReport, _ logger: Logger) {
        if !report.isShown {
            logger.error("the book cannot be shown, so the state from the journal stays")
        }
        for problem in report.problems { logger.error("\(problem)") }
    }
}

/// A limit for the messages of one socket that are handled before the daemon checks the other
/// sockets. It limits both the number of messages and the time for handling them.
///
/// The time limit only affects when the daemon checks the other sockets, the clock and the signals.
/// It does not change the effect of a message.
struct Burst {
    private var left: Int
    private var end: Instant?

    /// The time in seconds after which the daemon does not begin to handle another message of the
    /// socket. Handling a single message may take longer.
    static let seconds = 0.05

    init(of count: Int) { left = count }

    /// Returns whether another message may be handled now and, if so, counts it.
    ///
    /// - Parameter time: A time on a monotonic clock, the same clock in each call.
    mutating func takesNext(at time: Instant) -> Bool {
        let end = end ?? time.advanced(by: Self.seconds)
        self.end = end
        guard left > 0, time < end else { return false }
        left -= 1
        return true
    }
}

/// The statistics of a daemon's sockets and journal for `server.stats`.
package struct DaemonStatistics: Sendable {
    /// The numbers of open, refused and closed connections of all sockets together.
    var connections = Connections.Counts()
    /// The number of reply bytes that libzmq queues for clients.
    var unsentReplyBytes = 0
    /// The number of replies that libzmq has dropped instead of sending.
    var droppedReplies = 0
    /// The number of requests dropped because the client was gone.
    var abandonedRequests = 0
    var subscribers = 0
    /// The number of subscriptions accepted since the daemon started.
    var subscriptions = 0
    var activeSubscriptions = 0
    var ignoredSubscriptions = 0
    /// The size of libzmq's tree of subscribed prefixes plus the number of prefixes of all
    /// connections; see `Limits.subscriptionPlaces`.
    var subscriptionPlaces = 0
    /// The number of connections closed because they had too many prefixes.
    var oversubscribedConnections = 0
    /// The maximum number of events that libzmq queues for one subscriber.
    var queuedEventLimit = 0
    /// The statistics of the journal. Nil without a journal.
    var journal: JournalFigures?

    /// Creates statistics in which all numbers are 0, for a service without sockets.
    package init() {}

    /// Collects the current statistics. O(1).
    ///
    /// - Parameter plugins: The connection counts of the plugins socket.
    init(
        _ command: borrowing CommandSocket, _ publisher: borrowing Publisher,
        plugins: Connections.Counts, _ journal: JournalFigures?
    ) {
        connections = command.counts + publisher.connections.counts + plugins
        command.add(to: &self)
        publisher.add(to: &self)
        self.journal = journal
    }

    func add(to reply: inout ServerStats.Reply) {
        reply.connections = connections.open
        reply.refusedConnections = connections.refused
        reply.stuckConnections = connections.stuck
        reply.unsentBytes = connections.unsent
        reply.unsentReplyBytes = unsentReplyBytes
        reply.droppedReplies = droppedReplies
        reply.abandonedRequests = abandonedRequests
        reply.overfullConnections = connections.overfull
        reply.subscribers = subscribers
        reply.subscriptions = subscriptions
        reply.activeSubscriptions = activeSubscriptions
        reply.ignoredSubscriptions = ignoredSubscriptions
        reply.subscriptionPlaces = subscriptionPlaces
        reply.oversubscribedConnections = oversubscribedConnections
        reply.queuedEventLimit = queuedEventLimit
        reply.journal = journal
    }
}
