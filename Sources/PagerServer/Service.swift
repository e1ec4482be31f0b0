package import Containment
internal import Containers
package import PagerModel
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
    var ledger = Ledger()
    /// Why nothing can be recorded at present; then nothing that changes the state is accepted.
    var obstacle: String?
    /// Whether the journal is being read: what comes in came in before, and nothing goes out.
    var isRestoring = false
    /// Whether the present request was carried out and changes the state.
    var hasActed = false
    /// Whether it was carried out and does more than read.
    var hasDriven = false
    /// Whether somebody keeps a record of who changed what.
    var keepsChanges = false
    /// The changes that are to be written to it, oldest first.
    var changes: [Change] = []
    /// The daemon's real time, whatever its clock: what plugins are held to.
    var present = Instant.zero
    /// The connection of the plugin whose message is being answered.
    var caller: PluginConnection?
    /// What the program adds to pagerd.
    let additions: Plugins
    let methods: MethodTable
    private var json = JSONWriter(reserving: 4096)

    package private(set) var isEnding = false
    var requests = 0
    var refused = 0
    var subscriptions = 0
    /// Those that bound its memory.
    package var limits = ServiceLimits() {
        didSet { spreadLimits() }
    }
    /// What only the daemon around it knows.
    var surroundings = Surroundings()
    /// The request for statistics that was answered last, if the daemon has more to tell.
    var statsRequest: Request?
    var started = Instant.zero

    /// - Precondition: the names of the additions are free; see `problem(adding:)`.
    package init(_ identity: Identity, adding additions: Plugins = Plugins()) {
        self.identity = identity
        self.additions = additions
        let scene = Scene(
            release: identity.release, kinds: Containers.kinds + additions.kinds,
            commands: additions.commands, styles: additions.styles)
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

    /// Answers one message, whatever it is. Every message gets exactly one reply.
    package mutating func answer(
        _ message: UnsafeRawBufferPointer, from peer: Peer, at time: Instant
    ) -> [UInt8] {
        requests += 1
        statsRequest = nil
        arrive(at: time)
        json.clear()
        guard message.count <= Limits.messageBytes else {
            let refusal = Refusal(
                .tooLarge,
                "a message has at most \(Limits.messageBytes) bytes, this one has "
                    + "\(message.count)")
            return refuse(refusal, id: .null)
        }
        let request: Request
        do {
            request = try Request(parsing: message)
        } catch {
            return refuse(error.refusal, id: error.id)
        }
        let reply = answer(request, from: peer)
        if hasActed { ledger.add(request: message, from: peer, at: time, point) }
        return reply
    }

    /// Answers a request, with a reply or a refusal.
    mutating func answer(_ request: Request, from peer: Peer) -> [UInt8] {
        json.clear()
        hasActed = false
        hasDriven = false
        let seq = recorder.seq
        do {
            let reply = try replyTo(request, from: peer)
            if hasDriven { note(request.method, of: request, from: peer, since: seq) }
            return reply
        } catch {
            return refuse(error, id: request.id)
        }
    }

    private mutating func replyTo(_ request: Request, from peer: Peer) throws(Refusal) -> [UInt8] {
        if let access = identity.access { try permit(request, from: peer, access) }
        guard let client = request.client, let id = request.id, id != .null else {
            try carryOut(request)
            return json.bytes
        }
        let key = ReplyMemory.Key(peer: peer, client: client)
        if let reply = try memory.reply(key, id, to: request) { return reply }
        try carryOut(request)
        let reply = json.bytes
        // What only reads is carried out again.
        if hasActed { memory.remember(key, id, request, reply) }
        return reply
    }

    /// Answers the last request for statistics again, now that `surroundings` are up to date.
    mutating func answerStats() -> [UInt8] {
        guard let request = statsRequest else { return json.bytes }
        json.clear()
        reply(request, stats())
        return json.bytes
    }

    /// An error reply.
    package mutating func refuse(_ refusal: Refusal, id: Value?) -> [UInt8] {
        refused += 1
        json.clear()
        ReplyWriter.error(id: id, refusal, point: point, to: &json)
        return json.bytes
    }

    private mutating func carryOut(_ request: Request) throws(Refusal) {
        guard let entry = methods[request.method] else {
            throw Refusal(
                .methodNotFound,
                "there is no method \(quoted(request.method)); server.describe lists them")
        }
        if let revision = request.ifRevision, revision != scene.revision {
            throw Refusal(
                .staleRevision, "the revision is \(scene.revision), not \(revision)",
                path: "ifRevision")
        }
        if entry.isRecorded, let obstacle {
            throw Refusal(.journalFailed, "\(obstacle). Nothing changes until it can be written")
        }
        let wanted = wanted
        if request.trace { self.wanted = .all }
        defer { self.wanted = wanted }
        try carryOut(entry.method, request)
        hasActed = entry.isRecorded
        hasDriven = entry.role > .observe
    }

    /// The number by which the scene knows a request.
    func origin(_ cause: EventCause?) -> UInt64 { cause == nil ? .max : recorder.nextOrigin }

    /// What happens from here on in the scene is this request's.
    mutating func beginTurn(cause: EventCause?) { scene.setOrigin(origin(cause)) }

    /// The reply to a command that waits for a plugin's answer.
    mutating func reply<F: Fields>(_ request: Request, _ fields: F, pending decision: String) {
        ReplyWriter.result(
            id: request.id, fields, ReplyWriter.Extras(pending: decision, point: point), to: &json)
    }

    /// A whole reply with what every result has.
    mutating func reply<F: Fields>(
        _ request: Request, _ fields: F, ignored: [String] = [], turns: [TurnRecord] = []
    ) {
        var extras = ReplyWriter.Extras(
            applied: ignored.isEmpty, diagnostics: ignored, point: point)
        if request.trace { trace(turns, &extras) }
        ReplyWriter.result(id: request.id, fields, extras, to: &json)
    }

    /// A whole reply of a command without events, whose members the closure writes.
    mutating func reply(
        _ request: Request, members: (inout JSONWriter) -> ReplyWriter.Own
    ) {
        ReplyWriter.result(
            id: request.id, ReplyWriter.Extras(events: request.trace ? [] : nil, point: point),
            to: &json, members: members)
    }

    /// The events of a traced command: all, or as many as a page holds and at least one.
    private func trace(_ turns: [TurnRecord], _ extras: inout ReplyWriter.Extras) {
        var events: [ArraySlice<UInt8>] = []
        var bytes = 0
        for turn in turns {
            for index in turn.frames.indices {
                let payload = turn.payload(index)
                bytes += payload.count + 1
                extras.hasAllEvents = bytes <= Limits.listBytes || events.isEmpty
                if !extras.hasAllEvents { break }
                events.append(payload)
            }
            if !extras.hasAllEvents { break }
        }
        extras.events = events
    }

    // MARK: turns

    /// Time goes on to when something comes in.
    mutating func arrive(at time: Instant) {
        present = time
        if isRestoring {
            // What ran then has records of its own.
            pass(to: time)
        } else if identity.clock == .real {
            runDeadlines(until: time)
        }
    }

    /// Numbers and keeps what the scene did; it goes out before the reply.
    ///
    /// A deadline's turn has the cause of the transition that ends in it, `otherwise` where there
    /// is none.
    mutating func closeTurn(
        cause: EventCause?, otherwise: EventCause? = nil
    ) -> TurnRecord {
        let turn = state.recorder.record(&state.scene, cause: cause, otherwise: otherwise)
        // A deadline begins no turn by itself; what it lets wait is remembered by this number.
        scene.setOrigin(recorder.nextOrigin)
        if !turn.frames.isEmpty { outbox.append(turn) }
        if !turn.deliveries.isEmpty { deliver(turn) }
        return turn
    }

    /// When the daemon must wake up at the latest.
    package mutating func nextDeadline() -> Instant? {
        identity.clock == .real ? scene.nextDeadline() : nil
    }

    mutating func endAfterReply() { isEnding = true }

    package mutating func noteSubscription() { subscriptions += 1 }

    /// Carries out commands that came with the start, all or none.
    ///
    /// - Throws: the refusal of the first that failed, its index in `details`.
    package mutating func load(_ commands: [BatchedCommand]) throws(Refusal) {
        if commands.isEmpty { return }
        var batch = Batch()
        batch.commands = commands
        batch.atomic = true
        try transaction { (service) throws(Refusal) in
            let results = try service.carryOut(batch, cause: nil).reply.results
            for (index, result) in results.enumerated() {
                // Nobody sees the log line of a call that UIKit ignores: a book must not contain
                // one.
                guard let text = result["result"]?["diagnostics"]?.array?.first?.string else {
                    continue
                }
                throw Refusal(.invalidArgument, text, path: "commands[\(index)]")
            }
        }
        ledger.add(.book, at: present, point, json: Value(commands))
    }
}

extension Service {
    /// The daemon's clock starts.
    package mutating func begin(at time: Instant) {
        started = time
        requests = 0
        refused = 0
    }
}
