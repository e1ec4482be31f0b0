import SystemCalls
import Containment
import PagerModel
@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer
import PagerWire
import RandomCommands

/// A service whose journal is memory: it can be thrown away and brought back.
struct RecordedService {
    private(set) var service: Service
    private(set) var journal: [UInt8] = []
    /// What is asked for at each place of the journal: where the state stood.
    private(set) var time = Instant.zero
    private var requests = 0
    private let identity: Service.Identity

    /// - Parameter events: how many events are kept for a replay.
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

    /// One that begins with what another has left, on the real clock some time later.
    ///
    /// - Throws: `StartProblem`.
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

    /// The reply to a command, its record being written before.
    mutating func send(
        _ step: Step, client: String? = nil, id: Int? = nil, ifRevision: Int? = nil
    ) -> [UInt8] {
        requests += 1
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(id ?? requests)),
            .init("method", .string(step.method)), .init("params", step.params),
        ]
        if let client { members.append(.init("client", .string(client))) }
        if let ifRevision { members.append(.init("ifRevision", .integer(ifRevision))) }
        let message = Array(Value.object(members).json.utf8)
        let reply = service.answer(message.span, from: Peer(uid: 1000), at: time)
        write()
        return reply
    }

    /// A message of a plugin, and everything that is sent to the plugin since the last one.
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

    /// The process of a plugin ends.
    mutating func end(plugin name: String) {
        service.pluginIsGone(name, "its process ended", at: time)
        write()
    }

    /// A daemon starts with these plugins in its configuration.
    mutating func expect(_ plugins: [ExpectedPlugin]) {
        service.expect(plugins)
        write()
    }

    /// The program of a configured plugin starts, ends, or cannot be started.
    mutating func take(_ change: PluginProcesses.Change) {
        service.take(change, at: time)
        write()
    }

    /// The journal has no room, or has room again.
    mutating func setJournalFailure(_ failure: String?) { service.journalFailure = failure }

    /// The commands that wait may do no more than that in one turn.
    mutating func bound(queuedVisits visits: Int) { service.scene.queueBudget.visits = visits }

    /// Time passes on the machine's clock.
    mutating func wait(_ seconds: Double) {
        time = time.advanced(by: seconds)
        if identity.clock == .real { service.runDeadlines(until: time) }
        service.recordPrograms(at: time)
        service.runPluginDeadlines(at: time)
        write()
    }

    /// The interactive transitions that run, for the random commands to speak of.
    var held: [String] {
        service.scene.runningTransitions().filter(\.isInteractive).map(\.id.description)
    }

    /// All of the service that outlives the daemon, at the present time.
    mutating func archived() -> [UInt8] {
        service.arrive(at: time)
        return Archive.writing { service.visit(&$0) }
    }

    /// A daemon begins with it, some seconds after the last one has ended.
    mutating func restart(after seconds: Double) {
        time = time.advanced(by: seconds)
        service.restart(at: time)
        write()
    }

    /// The journal begins anew, with all there is.
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

    /// Everything a client can ask for.
    mutating func picture() -> [String] {
        [
            ("state.snapshot", ["limit": 100_000]), ("events.replay", ["since": 0]),
            ("transition.styles", [:]), ("clock.get", [:]),
        ].map { (method: String, params: Value) in
            String(decoding: send(Step(method: method, params: params), id: 0), as: UTF8.self)
        }
    }
}
