internal import PagerJournal
package import Containment
internal import Containers
package import PagerModel
package import PagerPaths
package import PagerWire

/// The daemon without its sockets: takes the bytes of a request, gives the bytes of the reply, and
/// leaves the events of the turn for whoever publishes them.
///
///     bytes ─▶ Request ─▶ command ─▶ Scene ─▶ EventRecorder ─▶ outbox
///                                      │
///       reply ◀─ ReplyWriter ◀─────────┘
package struct Service {
    /// What the daemon was told at its start and who it is.
    package struct Identity: Sendable {
        package var name = "default"
        package var boot = ""
        package var history = ""
        /// Of the journal's records.
        var seal = JournalSeal.none
        /// Unix time at which the history began.
        package var epoch = 0.0
        package var endpoints = Endpoints()
        package var clock = ClockMode.real
        package var release = Release.iOS18
        package var retainedEvents = Limits.retainedEvents
        /// What each peer may do; nil where whoever has come in may everything.
        package var access: AccessList?

        package init() {}
    }

    package static let version = "0.1.0"

    package internal(set) var identity: Identity
    /// The scene, the events, the plugins and what is to be published; see `transaction`.
    var state: TransactionState
    var memory = ReplyMemory()
    /// The processes that have gone on with the history.
    var boots: Boots
    /// What has been accepted and is not in the journal yet.
    var pendingRecords = PendingRecords()
    /// Why nothing can be recorded at present; then nothing that changes the state is accepted.
    var journalFailure: String?
    /// Whether what the daemon does by itself can be recorded: space for it is reserved and not used
    /// up since records were last written.
    var canRecord: Bool { journalFailure == nil && pendingRecords.hasRoom }
    /// Whether somebody keeps a record of who changed what.
    var keepsChanges = false
    /// The changes that are to be written to it, oldest first.
    var changes: [Change] = []
    /// The daemon's real time, whatever its clock: what plugins are held to.
    var present = Instant.zero
    /// What the program adds to pagerd.
    let additions: Plugins
    let methods: MethodTable
    private var json = JSONWriter(reserving: 4096)

    package private(set) var isEnding = false
    var requests = 0
    var refused = 0
    /// Those that bound its memory.
    package var limits = ServiceLimits() {
        didSet { spreadLimits() }
    }
    var started = Instant.zero

    /// - Precondition: the names of the additions are free; see `problem(adding:)`.
    package init(_ identity: Identity, adding additions: Plugins = Plugins()) {
        self.identity = identity
        self.additions = additions
        var scene = Scene(
            release: identity.release, kinds: additions.withContainers.kinds,
            commands: additions.commands, styles: additions.styles)
        scene.setObserver(additions.observer)
        state = TransactionState(
            scene: scene,
            recorder: EventRecorder(scene.events, retaining: identity.retainedEvents))
        boots = Boots(identity.boot)
        methods = MethodTable(adding: additions)
        self.scene.setOrigin(recorder.nextOrigin)
    }

    private mutating func spreadLimits() {
        memory.limits = limits
        recorder.history.mostBytes = limits.retainedBytes
        plugins.limits = limits
    }

    /// Whether controllers have objects of classes, whose overrides nothing undoes.
    var hasObjects: Bool { additions.observer != nil }

    /// Where the state stands.
    package var point: StatePoint { StatePoint(seq: recorder.seq, revision: scene.revision) }

    /// The categories whose events are published; of the others they are only kept for a replay.
    package var wanted: EventCategories {
        get { recorder.wanted }
        set { recorder.wanted = newValue }
    }

    /// Bytes of all events so far, as they are published or would be, at the most.
    package var publishedBytes: Int { recorder.publishedBytes }

    /// The latest seq of each category that had an event.
    package var latest: [(category: String, seq: Int)] {
        scene.events.allCategories.map {
            (scene.events.name(of: $0).description, recorder.latest[$0.index])
        }.filter { $0.1 > 0 }
    }

    /// Answers one message on the command socket. Every message gets exactly one reply.
    ///
    /// - Parameters:
    ///   - pid: the sender's process, for the audit log.
    ///   - statistics: gathers what `server.stats` tells of the sockets and the journal.
    package mutating func answer(
        _ message: Span<UInt8>, from peer: Peer, pid: UInt32? = nil, at time: Instant,
        statistics: () -> DaemonStatistics = { DaemonStatistics() }
    ) -> [UInt8] {
        arrive(at: time)
        let answer = answer(message, from: peer, pid: pid, statistics: statistics)
        if answer.isRecorded {
            record(request: message, from: peer, at: time)
        } else {
            recordNothing()
        }
        return answer.reply
    }

    /// Answers a message on the command socket, or one that the journal kept.
    mutating func answer(
        _ message: Span<UInt8>, from peer: Peer, pid: UInt32? = nil,
        isReplayed: Bool = false, statistics: () -> DaemonStatistics = { DaemonStatistics() }
    ) -> Answer {
        requests += 1
        guard message.count <= Limits.messageBytes else {
            let refusal = CommandError(
                .tooLarge,
                "a message has at most \(Limits.messageBytes) bytes, this one has "
                    + "\(message.count)")
            return Answer(reply: refuse(refusal, id: .null), isRefused: true)
        }
        do {
            let request = try Request(parsing: message)
            let context = RequestContext(request, from: peer, pid: pid, isReplayed: isReplayed)
            return answer(request, context, statistics)
        } catch {
            return Answer(reply: refuse(error.refusal, id: error.id), isRefused: true)
        }
    }

    /// Answers a request, with a reply or a refusal.
    mutating func answer(
        _ request: Request, _ context: RequestContext, _ statistics: () -> DaemonStatistics
    ) -> Answer {
        json.clear()
        let seq = recorder.seq
        do {
            let answer = try answerOnce(request, context, statistics)
            if answer.isAudited { note(request.method, context, since: seq) }
            return answer
        } catch {
            return Answer(reply: refuse(error, id: request.id), isRefused: true)
        }
    }

    /// Carries out a request, or returns the reply that is remembered of it.
    private mutating func answerOnce(
        _ request: Request, _ context: RequestContext, _ statistics: () -> DaemonStatistics
    ) throws(CommandError) -> Answer {
        if let access = identity.access { try permit(request, context, access) }
        guard let client = request.client, let id = request.id, id != .null else {
            return try carryOut(request, context, statistics)
        }
        let key = ReplyMemory.Key(peer: context.peer, client: client)
        // A registration makes this connection a plugin's, whatever another one was told.
        let registers = context.connection.map { plugins.plugin(of: $0) == nil } ?? false
        if let reply = try memory.reply(key, id, to: request), !registers {
            return Answer(reply: reply)
        }
        let answer = try carryOut(request, context, statistics)
        // What only reads is carried out again.
        if answer.isRecorded { memory.remember(key, id, request, answer.reply) }
        return answer
    }

    /// An error reply.
    package mutating func refuse(_ refusal: CommandError, id: Value?) -> [UInt8] {
        refused += 1
        json.clear()
        ReplyWriter.error(id: id, refusal, point: point, to: &json)
        return json.bytes
    }

    private mutating func carryOut(
        _ request: Request, _ context: RequestContext, _ statistics: () -> DaemonStatistics
    ) throws(CommandError) -> Answer {
        guard let entry = methods[request.method] else {
            throw CommandError(
                .methodNotFound,
                "there is no method \(quoted(request.method)); server.describe lists them")
        }
        if let revision = request.ifRevision, revision != scene.revision {
            throw CommandError(
                .staleRevision, "the revision is \(scene.revision), not \(revision)",
                path: "ifRevision")
        }
        let isChange = mayChangeState(request, entry)
        if isChange, let journalFailure {
            throw CommandError(
                .journalFailed, "\(journalFailure). Nothing changes until it can be written")
        }
        try carryOut(entry.method, request.params, context, statistics)
        // What a batch reads is as free as it is outside of one.
        let isAudited = entry.role > .observe && (isChange || !entry.isRecorded)
        return Answer(reply: json.bytes, isRecorded: isChange, isAudited: isAudited)
    }

    /// The number by which the scene knows a request.
    func origin(_ cause: EventCause?) -> UInt64 { cause == nil ? .max : recorder.nextOrigin }

    /// What happens from here on in the scene is this request's.
    mutating func beginTransaction(cause: EventCause?) { scene.setOrigin(origin(cause)) }

    /// The reply to a command that waits for a plugin's answer.
    mutating func reply<F: Fields>(
        _ context: RequestContext, _ fields: F, pending decision: String
    ) {
        ReplyWriter.result(
            id: context.id, fields, ReplyWriter.Extras(pending: decision, point: point), to: &json)
    }

    /// A whole reply with what every result has.
    mutating func reply<F: Fields>(
        _ context: RequestContext, _ fields: F, ignored: [String] = [],
        because reason: IgnoredReason? = nil, transactions: [EncodedEvents] = []
    ) {
        var extras = ReplyWriter.Extras(
            applied: ignored.isEmpty, diagnostics: ignored, reason: reason, point: point)
        if context.isTraced { trace(transactions, &extras) }
        ReplyWriter.result(id: context.id, fields, extras, to: &json)
    }

    /// A whole reply of a command without events, whose members the closure writes.
    mutating func reply(
        _ context: RequestContext, members: (inout JSONWriter) -> ReplyWriter.Own
    ) {
        ReplyWriter.result(
            id: context.id, ReplyWriter.Extras(events: context.isTraced ? [] : nil, point: point),
            to: &json, members: members)
    }

    /// The events of a traced command: all, or as many as a page holds and at least one.
    private func trace(_ transactions: [EncodedEvents], _ extras: inout ReplyWriter.Extras) {
        var events: [ArraySlice<UInt8>] = []
        var bytes = 0
        for transaction in transactions {
            for index in transaction.frames.indices {
                let payload = transaction.payload(index)
                bytes += payload.count + 1
                extras.hasAllEvents = bytes <= Limits.listBytes || events.isEmpty
                if !extras.hasAllEvents { break }
                events.append(payload)
            }
            if !extras.hasAllEvents { break }
        }
        extras.events = events
    }

    // MARK: transactions

    /// Returns the time of the daemon's clock.
    package func time(at real: Instant) -> Instant {
        identity.clock == .real ? max(scene.now, real) : scene.now
    }

    /// Time goes on to when something comes in.
    mutating func arrive(at time: Instant) {
        present = time
        if identity.clock == .real { runDeadlines(until: time) }
    }

    /// Numbers and keeps what the scene did; it goes out before the reply.
    ///
    /// A deadline's transaction has the cause of the transition that ends in it, `otherwise` where
    /// there is none.
    ///
    /// - Parameter isTraced: whether all events are encoded, for a reply that carries them.
    mutating func closeTransaction(
        cause: EventCause?, otherwise: EventCause? = nil, isTraced: Bool = false
    ) -> EncodedEvents {
        let publication = state.recorder.record(
            &state.scene, cause: cause, otherwise: otherwise, isTraced: isTraced)
        // A deadline opens no transaction by itself; commands that it lets wait are known by this
        // number.
        scene.setOrigin(recorder.nextOrigin)
        if !publication.events.frames.isEmpty { outbox.append(publication.events) }
        if !publication.deliveries.isEmpty { deliver(publication) }
        return publication.events
    }

    /// When the daemon must wake up at the latest.
    package mutating func nextDeadline() -> Instant? {
        identity.clock == .real ? scene.nextDeadline() : nil
    }

    mutating func endAfterReply() { isEnding = true }
}

extension Service {
    /// The daemon's clock starts.
    package mutating func begin(at time: Instant) {
        started = time
        requests = 0
        refused = 0
    }
}
