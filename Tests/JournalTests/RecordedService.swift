import SystemCalls
import Containment
import PagerModel
@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer
import PagerWire
import RandomCommands

/// A service with a journal in memory, which can be discarded and restored.
struct RecordedService {
    private(set) var service: Service
    private(set) var journal: [UInt8] = []
    /// The time of the state at the present position of the journal.
    private(set) var time = Instant.zero
    private var requests = 0
    private let identity: Service.Identity

    /// Creates a service.
    ///
    /// - Parameter events: the number of events that are kept for replays.
    init(
        clock: ClockMode, retaining events: Int = Limits.retainedEvents,
        limits: ServiceLimits = ServiceLimits()
    ) {
        var identity = Service.Identity()
        identity.retainedEvents = events
        identity.boot = "boot"
        identity.history = "history"
        identity.clock = clock
        self.identity = identity
        service = Service(identity)
        service.limits = limits
        service.pendingRecords.isKept = true
    }

    /// Creates a service from another one's journal, on the real clock some time later.
    ///
    /// - Throws: `StartProblem`, for example if the journal is damaged.
    init(
        _ journal: [UInt8], clock: ClockMode, at later: Instant = .zero,
        retaining events: Int = Limits.retainedEvents, limits: ServiceLimits = ServiceLimits()
    ) throws {
        self.init(clock: clock, retaining: events, limits: limits)
        var restoring = JournalReplayer(path: "memory")
        service.pendingRecords.isKept = false
        try restoring.restore(&service, from: FileBytes(journal))
        service.pendingRecords = PendingRecords(sealing: .none, at: service.point)
        self.journal = Array(journal.prefix(restoring.end))
        time = restoring.time
        warning = restoring.warning
        time = max(time, later)
        wait(0)
    }

    private(set) var warning: String?

    /// Returns the reply to a command, after its record has been written.
    mutating func send(_ step: Step, client: String? = nil, id: Int? = nil) -> [UInt8] {
        requests += 1
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(id ?? requests)),
            .init("method", .string(step.method)), .init("params", step.params),
        ]
        if let client { members.append(.init("client", .string(client))) }
        let message = Array(Value.object(members).json.utf8)
        let reply = service.answer(message.span, from: Peer(uid: 1000), at: time)
        write()
        return reply
    }

    /// Returns the reply to a command, after its record has been written.
    @discardableResult
    mutating func send(
        _ method: String, _ params: Value = [:], client: String? = nil, id: Int? = nil
    ) -> [UInt8] {
        send(Step(method: method, params: params), client: client, id: id)
    }

    /// Handles a message of a plugin. Returns all messages sent to the plugin since the last call.
    mutating func take(_ message: Value, fromPlugin name: String) -> [[UInt8]] {
        let connection = PluginConnection(
            routing: Array(name.utf8), peer: Peer(uid: 1000), pid: 7, isDelimited: false)
        let bytes = Array(message.json.utf8)
        service.take(bytes.span, from: connection, at: time)
        write()
        var messages = service.plugins.strays.map(\.message)
        service.plugins.strays.removeAll()
        while let (_, next) = service.plugins.next(for: name) {
            messages.append(next)
            service.plugins.change(name) { $0.didSend() }
        }
        service.plugins.didSend(to: name)
        return messages
    }

    /// Handles the end of a plugin's process.
    mutating func end(plugin name: String) {
        service.pluginIsGone(name, "its process ended", at: time)
        write()
    }

    /// Configures plugins, as a daemon does at its start.
    mutating func expect(_ plugins: [ExpectedPlugin]) {
        service.expect(plugins)
        write()
    }

    /// Handles the start, the end or a failed start of a configured plugin's program.
    mutating func take(_ change: PluginProcesses.Change) {
        service.take(change, at: time)
        write()
    }

    /// Reports that the journal is full, or with nil that it has space again.
    mutating func setJournalFailure(_ failure: String?) { service.journalFailure = failure }

    /// Limits the work of queued commands in one transaction.
    mutating func bound(queuedVisits visits: Int) { service.scene.queueBudget.visits = visits }

    /// Changes the pages of containers as their playlists require it at a Unix time.
    mutating func followSchedules(unixTime: Double) {
        var work = Int.max
        while let change = service.nextScheduledChange(unixTime: unixTime, within: &work) {
            _ = service.carryOut(change, at: time)
            write()
        }
    }

    /// Advances the real clock.
    mutating func wait(_ seconds: Double) {
        time = time.advanced(by: seconds)
        if identity.clock == .real { service.runDeadlines(until: time) }
        service.recordPrograms(at: time)
        service.runPluginDeadlines(at: time)
        write()
    }

    /// Returns the archived state at the present time.
    mutating func archived() -> [UInt8] {
        service.arrive(at: time)
        return Archive.writing { service.visit(&$0) }
    }

    /// Starts a new daemon with this journal, some seconds after the end of the last one.
    mutating func restart(after seconds: Double) {
        time = time.advanced(by: seconds)
        service.restart(at: time)
        write()
    }

    /// Starts the journal again with a snapshot of the state.
    mutating func takeSnapshot() {
        var pendingRecords = PendingRecords()
        pendingRecords.isKept = true
        let archive = Archive.writing { service.visit(&$0) }
        pendingRecords.add(.snapshot, at: service.present, service.point) {
            $0.append(contentsOf: archive)
        }
        journal = pendingRecords.bytes
    }

    private mutating func write() {
        journal += service.pendingRecords.bytes
        service.pendingRecords.clear()
        service.outbox.removeAll()
    }

    /// Returns all state that a client can read.
    mutating func picture() -> [String] {
        [
            ("state.snapshot", ["limit": 100_000]), ("events.replay", ["since": 0]),
            ("transition.styles", [:]), ("clock.get", [:]),
        ].map { (method: String, params: Value) in
            String(decoding: send(method, params, id: 0), as: UTF8.self)
        }
    }
}
