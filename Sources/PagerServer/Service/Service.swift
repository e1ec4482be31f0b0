internal import Containers
package import Containment
internal import PagerJournal
package import PagerModel
package import PagerPaths
package import PagerWire

/// The daemon without its sockets: it gets the bytes of a request, returns the bytes of the reply,
/// and leaves the events of the transaction in the outbox.
///
///     bytes ─▶ Request ─▶ command ─▶ Scene ─▶ EventRecorder ─▶ outbox
///                                      │
///       reply ◀─ ReplyWriter ◀─────────┘
package struct Service {
    /// The identity and the start options of a daemon.
    package struct Identity: Sendable {
        package var name = "default"
        package var boot = ""
        package var history = ""
        /// The secret number in every journal record except the first; see `JournalSeal`.
        var seal = JournalSeal.none
        /// The Unix time at which the daemon's clock was 0.
        package var epoch = 0.0
        package var endpoints = Endpoints()
        /// The endpoints for users of this machine: the instance's default ipc paths if the sockets
        /// are bound there too, otherwise the same as `endpoints`.
        package var localEndpoints = Endpoints()
        package var clock = ClockMode.real
        package var release = Release.iOS18
        package var retainedEvents = Limits.retainedEvents
        /// The permissions of clients. Nil if every connected client has all permissions.
        package var access: AccessList?

        package init() {}

        /// Returns all endpoints at which a socket is bound.
        func bindings(of socket: KeyPath<Endpoints, String>) -> [String] {
            let (local, given) = (localEndpoints[keyPath: socket], endpoints[keyPath: socket])
            return local == given ? [given] : [local, given]
        }

        /// All endpoints at which the sockets are bound.
        var bindings: [String] {
            bindings(of: \.command) + bindings(of: \.events) + bindings(of: \.plugins)
        }
    }

    package static let version = Product.version

    package internal(set) var identity: Identity
    /// The state that is rolled back if a transaction fails.
    var state: TransactionState
    var memory = ReplyMemory()
    /// The daemon processes that have continued this event log, oldest first.
    var boots: Boots
    /// The records of accepted messages that are not in the journal yet.
    var pendingRecords = PendingRecords()
    /// The reason why the journal cannot be written. While it is set, no change is accepted.
    var journalFailure: String?
    /// Whether the daemon can record a change that no request causes, such as the loss of a plugin.
    /// The journal must be writable, and the space reserved in the journal must not be used up.
    var canRecord: Bool { journalFailure == nil && pendingRecords.hasRoom }
    /// The containers with a `playlist`, whose pages depend on the time.
    var playlists: PlaylistTable
    /// The latest report about the problems of the book that the daemon shows. The daemon makes a
    /// report at its start, and clients send reports. Nil if there is none.
    package internal(set) var bookReport: BookReport?
    /// The screens that viewers have reported. They are not in the journal.
    var screens = ScreenRegister()
    /// The earlier states that clients read.
    var keptStates = KeptStates()
    /// The point of the earlier state that `scene` is during a request that reads it.
    var keptPoint: StatePoint?
    /// Whether there is an audit log.
    var keepsChanges = false
    /// The changes to be written to the audit log, oldest first.
    var changes: [Change] = []
    /// The daemon's real time, even if its clock is manual. Plugins' deadlines use this time.
    var present = Instant.zero
    /// The controller kinds, commands and styles that the program adds.
    let additions: Plugins
    let methods: MethodTable
    private var json = JSONWriter(reserving: 4096)
    package private(set) var isEnding = false
    var requests = 0
    var refused = 0
    /// The limits that bound the service's memory.
    package var limits = ServiceLimits() {
        didSet { spreadLimits() }
    }
    var started = Instant.zero

    /// Creates a service with an empty scene.
    ///
    /// - Precondition: `problem(adding:)` returns nil for the additions.
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
        playlists = PlaylistTable(additions.withContainers.kinds)
        methods = MethodTable(adding: additions)
        self.scene.setRequestNumber(recorder.nextOrigin)
    }

    private mutating func spreadLimits() {
        memory.limits = limits
        recorder.history.mostBytes = limits.retainedBytes
        plugins.limits = limits
    }

    /// Whether the program adds kinds whose controllers are objects of UIKit classes. The effects
    /// of the objects' overridden methods cannot be undone.
    var hasObjects: Bool { additions.observer != nil }

    /// The sequence number of the last event, and the revision of the state.
    package var point: StatePoint {
        keptPoint ?? StatePoint(seq: recorder.seq, revision: scene.revision)
    }

    /// The categories whose events are encoded. Events of other categories are encoded only for
    /// plugins, or for a reply that contains them. All events are kept for replay.
    package var wanted: EventCategories {
        get { recorder.wanted }
        set { recorder.wanted = newValue }
    }

    /// An upper bound for the bytes of all events so far, including events that were not encoded.
    package var publishedBytes: Int { recorder.publishedBytes }

    /// The sequence number of the latest event in each category that has had an event.
    package var latest: [(category: String, seq: Int)] {
        scene.events.allCategories.map {
            (scene.events.name(of: $0).description, recorder.latest[$0.index])
        }.filter { $0.1 > 0 }
    }

    /// Answers one message on the command socket. Each message gets exactly one reply.
    ///
    /// - Parameters:
    ///   - pid: The sender's process id, for the audit log.
    ///   - statistics: Collects the statistics of the sockets and the journal for `server.stats`.
    package mutating func answer(
        _ message: Span<UInt8>, from peer: Peer, pid: UInt32? = nil, at time: Instant,
        isOverfull: Bool = false, statistics: () -> DaemonStatistics = { DaemonStatistics() }
    ) -> [UInt8] {
        arrive(at: time)
        let answer = answer(
            message, from: peer, pid: pid, isOverfull: isOverfull, statistics: statistics)
        if answer.isRecorded {
            record(request: message, from: peer, at: time)
        } else {
            recordNothing()
        }
        return answer.reply
    }

    /// Executes a message from the command socket or the journal, and returns the reply.
    mutating func answer(
        _ message: Span<UInt8>, from peer: Peer, pid: UInt32? = nil,
        isReplayed: Bool = false, isOverfull: Bool = false,
        statistics: () -> DaemonStatistics = { DaemonStatistics() }
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
            if isOverfull {
                return Answer(reply: refuse(.unreadReplies, id: request.id), isRefused: true)
            }
            let context = RequestContext(request, from: peer, pid: pid, isReplayed: isReplayed)
            return answer(request, context, statistics)
        } catch {
            return Answer(reply: refuse(error.refusal, id: error.id), isRefused: true)
        }
    }

    /// Answers a request with a result or an error.
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

    /// Executes a request, or returns the remembered reply from its first execution.
    private mutating func answerOnce(
        _ request: Request, _ context: RequestContext, _ statistics: () -> DaemonStatistics
    ) throws(CommandError) -> Answer {
        if let access = identity.access { try permit(request, context, access) }
        guard let client = request.client, let id = request.id, id != .null else {
            return try carryOut(request, context, statistics)
        }
        let key = ReplyMemory.Key(peer: context.peer, client: client)
        // A registration is for this connection, even if an earlier one has sent the same request.
        let registers = context.connection.map { plugins.plugin(of: $0) == nil } ?? false
        // The journal contains only requests that were executed when they arrived.
        if !context.isReplayed, let reply = try memory.reply(key, id, to: request), !registers {
            return Answer(reply: reply)
        }
        let answer = try carryOut(request, context, statistics)
        // Requests that only read are executed again.
        if answer.isRecorded { memory.remember(key, id, request, answer.reply) }
        return answer
    }

    /// Returns an error reply.
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
        let isChange = mayChangeState(request, entry)
        if isChange, let journalFailure {
            throw CommandError(
                .journalFailed,
                "\(journalFailure). The state cannot change until the journal can be written")
        }
        try reading(request, entry) { (service) throws(CommandError) in
            try service.carryOut(entry.method, request.params, context, statistics)
        }
        // A batch that only reads is not audited, as reading commands outside of a batch are not.
        let isAudited = entry.role > .observe && (isChange || !entry.isRecorded)
        return Answer(reply: json.bytes, isRecorded: isChange, isAudited: isAudited)
    }

    /// Returns the number that identifies the current request in the scene, or `.max` if `cause` is
    /// nil.
    func origin(_ cause: EventCause?) -> UInt64 { cause == nil ? .max : recorder.nextOrigin }

    /// Attributes the next changes of the scene to the request with this cause.
    mutating func beginTransaction(cause: EventCause?) { scene.setRequestNumber(origin(cause)) }

    /// Writes the reply to a command whose execution waits for a plugin's decision.
    mutating func reply<F: Fields>(
        _ context: RequestContext, _ fields: F, pending decision: String
    ) {
        ReplyWriter.result(
            id: context.id, fields, ReplyWriter.Extras(pending: decision, point: point), to: &json)
    }

    /// Writes a complete reply: `fields`, and the members that every result has, such as `seq`.
    mutating func reply<F: Fields>(
        _ context: RequestContext, _ fields: F, ignored: [String] = [],
        because reason: IgnoredReason? = nil, transactions: [EncodedEvents] = []
    ) {
        var extras = ReplyWriter.Extras(
            applied: ignored.isEmpty, diagnostics: ignored, reason: reason, point: point)
        if context.isTraced { trace(transactions, &extras) }
        ReplyWriter.result(id: context.id, fields, extras, to: &json)
    }

    /// Writes the complete reply to a command that causes no events. `members` writes the members
    /// of the reply's `result`.
    mutating func reply(
        _ context: RequestContext, members: (inout JSONWriter) -> ReplyWriter.Own
    ) {
        ReplyWriter.result(
            id: context.id, ReplyWriter.Extras(events: context.isTraced ? [] : nil, point: point),
            to: &json, members: members)
    }

    /// Adds events of a command to the command's reply, because the request contains `trace`. Adds
    /// as many events as fit into `Limits.listBytes`, but at least one.
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

    // MARK: Transactions

    /// Returns the time of the daemon's clock.
    ///
    /// - Parameter real: The current time, which a manual clock ignores.
    package func time(at real: Instant) -> Instant {
        identity.clock == .real ? max(scene.now, real) : scene.now
    }

    /// Records the time at which a message arrived. On the real clock, also fires the deadlines
    /// that are due by then.
    mutating func arrive(at time: Instant) {
        present = time
        keptStates.expire(at: time)
        if identity.clock == .real { runDeadlines(until: time) }
    }

    /// Closes the current transaction: numbers and stores its events, and queues them to be
    /// published before the reply.
    ///
    /// If `cause` is nil, as for a deadline, the events have the cause of the transition that ends
    /// in this transaction. If no transition with a cause ends, they have the cause `otherwise`.
    ///
    /// - Parameter isTraced: Whether all events are encoded for a reply that contains them.
    mutating func closeTransaction(
        cause: EventCause?, otherwise: EventCause? = nil, isTraced: Bool = false
    ) -> EncodedEvents {
        let publication = state.recorder.record(
            &state.scene, cause: cause, otherwise: otherwise, isTraced: isTraced)
        // A deadline begins no transaction of its own; commands that it queues are identified by
        // this number.
        scene.setRequestNumber(recorder.nextOrigin)
        if !publication.events.frames.isEmpty { outbox.append(publication.events) }
        if !publication.deliveries.isEmpty { deliver(publication) }
        return publication.events
    }

    /// Returns the time of the next deadline on the real clock. Nil on a manual clock, or if there
    /// is no deadline.
    package mutating func nextDeadline() -> Instant? {
        identity.clock == .real ? scene.nextDeadline() : nil
    }

    mutating func endAfterReply() { isEnding = true }
}

/// The sender of a request, and the options with which the daemon executes the request.
struct RequestContext {
    let peer: Peer
    /// The sender's process id. Nil if the kernel does not report it or the daemon does not need
    /// it.
    let pid: UInt32?
    /// The sender's connection on the plugins socket. Nil for a request on the command socket.
    let connection: PluginConnection?
    /// Whether the request comes from the journal. A replayed request was accepted before the
    /// restart, so the limits and permissions of this process do not apply.
    let isReplayed: Bool
    /// Whether the request consists of the commands that show the book at the daemon's start. The
    /// limits of a batch do not apply to these commands, because their number depends on the state.
    let isStart: Bool
    /// The request's `id`. Nil if there is none.
    let id: Value?
    /// The client and id of the request. The request's events contain them as their cause. Nil if
    /// the request has no `client`.
    let cause: EventCause?
    /// Whether the reply contains the events that the request causes.
    let isTraced: Bool

    /// Creates the context of a request on the command socket.
    init(
        _ request: Request, from peer: Peer, pid: UInt32? = nil, isReplayed: Bool = false
    ) {
        self.init(request, peer, pid, on: nil, isReplayed: isReplayed)
    }

    /// Creates the context of a message on the plugins socket. Without a request, for example for a
    /// plugin's answer, the context has no id and no client.
    init(_ request: Request? = nil, on connection: PluginConnection, isReplayed: Bool = false) {
        self.init(
            request, connection.peer, connection.pid, on: connection, isReplayed: isReplayed)
    }

    /// Creates the context of the commands that show the book when the daemon starts.
    init(startReplayed isReplayed: Bool) {
        self.init(nil, Peer(uid: nil), nil, on: nil, isReplayed: isReplayed, isStart: true)
    }

    private init(
        _ request: Request?, _ peer: Peer, _ pid: UInt32?, on connection: PluginConnection?,
        isReplayed: Bool, isStart: Bool = false
    ) {
        self.peer = peer
        self.pid = pid
        self.connection = connection
        self.isReplayed = isReplayed
        self.isStart = isStart
        id = request?.id
        cause = request?.client.map { EventCause(client: $0, id: request?.id ?? .null) }
        isTraced = request?.trace == true
    }
}

/// The reply to one message, and the outcome of its request.
struct Answer {
    var reply: [UInt8] = []
    var isRefused = false
    /// Whether the request was executed and the journal records it.
    var isRecorded = false
    /// Whether the audit log records the request. True if the request was executed and is not
    /// read-only.
    var isAudited = false
}

/// The state that a command, a batch or a deadline can change. Restoring a copy undoes the changes.
///
/// Remembered replies, journal records and the audit log are not included, because a request
/// changes them only after the request has succeeded.
struct TransactionState {
    var scene: Scene
    var recorder: EventRecorder
    /// The plugins, their queued messages and their pending decisions.
    var plugins = PluginTable()
    /// The encoded transactions to be published, oldest first.
    var outbox: [EncodedEvents] = []
}

/// Accessors for the parts of the state.
extension Service {
    var scene: Scene {
        _read { yield state.scene }
        _modify { yield &state.scene }
    }
    var recorder: EventRecorder {
        _read { yield state.recorder }
        _modify { yield &state.recorder }
    }
    var plugins: PluginTable {
        _read { yield state.plugins }
        _modify { yield &state.plugins }
    }
    /// The encoded transactions to be published, oldest first.
    package var outbox: [EncodedEvents] {
        _read { yield state.outbox }
        _modify { yield &state.outbox }
    }

    /// Runs `body` as one transaction: an error restores the previous state.
    ///
    /// O(1), plus O(size of the scene) for the copy that the first change in `body` makes.
    mutating func transaction<R>(
        _ body: (inout Service) throws(CommandError) -> R
    ) throws(CommandError) -> R {
        let before = state
        do throws(CommandError) {
            return try body(&self)
        } catch {
            state = before
            throw error
        }
    }
}

/// The limits on the work and the memory of a service. A daemon has the documented limits; tests
/// set smaller limits.
package struct ServiceLimits: Sendable {
    /// The maximum number of connections of one socket. A daemon that may open few files has a lower
    /// one than the documented one.
    package var connections = Limits.connections
    package var batchEvents = Limits.batchEvents
    package var batchBytes = Limits.batchBytes
    package var batchVisits = Limits.batchVisits
    package var playlistEntries = Limits.playlistEntries
    package var deadlinesPerAdvance = Limits.deadlinesPerAdvance
    package var retainedBytes = Limits.retainedBytes
    package var rememberedReplies = Limits.rememberedReplies
    package var rememberedClients = Limits.rememberedClients
    package var rememberedClientBytes = Limits.rememberedClientBytes
    package var rememberedBytes = Limits.rememberedBytes
    package var queuedPluginMessages = Limits.queuedPluginMessages
    package var queuedPluginBytes = Limits.queuedPluginBytes
    package var hostedKinds = Limits.hostedKinds
    package var declarationBytes = Limits.declarationBytes
    /// The maximum size, in bytes, of the missed events in the reply to `plugin.register`.
    package var catchUpBytes = Limits.listBytes
    /// The maximum number of controllers in the reply to `plugin.register`.
    package var catchUpControllers = Limits.askedElements

    package init() {}

    /// Returns the value of a limit for `server.hello`. All but `connections` are as documented.
    func value(of limit: Limit) -> Double {
        limit.name == "connections" ? Double(connections) : limit.value
    }
}
