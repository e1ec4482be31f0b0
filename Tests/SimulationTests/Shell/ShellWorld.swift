import SystemCalls
import Containment
import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Synchronization

@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer

/// A simulated daemon on a failing disk, with a subscriber that loses events and plugins that die.
/// Its steps contain everything that happens, so a list of steps is reproducible.
final class ShellWorld {
    let folder: String
    /// The configuration; its plugins may change when a daemon starts.
    var configuration: Configuration
    let disk = FaultyDisk()
    var service: Service
    var journal: Journal?
    /// The daemon's clock, which never goes back.
    var time = Instant.zero
    var observer = Subscriber()
    var plugins: [String: PluginDouble] = [:]
    var requests = 0
    private var lastRequest: [UInt8] = []
    /// The number of transactions for which the disk stays full.
    var fullFor = 0
    /// Whether the daemon is killed when the disk fails, rather than ending by itself.
    var isKilled = false
    /// The number of daemons started.
    var starts = 0
    /// The state before a transaction during which the daemon may die.
    var before: Service?
    /// The archived state at the moment when the journal became full; nil while it has space.
    private var frozen: [UInt8]?
    private var steps = 0
    private(set) var shares = Shares()
    private(set) var faults: [String: Int] = [:]

    var events: Int { service.point.seq }
    /// The running interactive transitions, which random commands can name.
    var held: [String] { service.scene.held }

    /// An error for a daemon that dies during the present work, before any reply or event is sent.
    private struct Death: Error {}

    /// An error for a record without reserved space.
    private struct Unreserved: Error, CustomStringConvertible {
        let description = "a record was made while the journal had no room"
    }

    /// Creates a world.
    ///
    /// - Parameter options: the options of the first step: `clock`, `retain`, `growth`, `sync`.
    init(_ options: Value) throws {
        var template = Array("/dev/shm/pagerd-simulation-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        var configuration = Configuration()
        configuration.clock = options["clock"] == "real" ? .real : .manual
        configuration.retainedEvents = options["retain"]?.integer ?? 100_000
        configuration.journalGrowth = options["growth"]?.integer ?? 1 << 20
        configuration.journalSync = options["sync"] == true ? .always : .never
        self.configuration = configuration
        service = Service(Service.Identity())
        for name in ["maps", "notes"] { plugins[name] = PluginDouble(name) }
        try start()
    }

    deinit {
        journal = nil
        unlink(path)
        unlink(path + ".new")
        unlink(path + ".lock")
        rmdir(folder)
    }

    var path: String { folder + "/journal" }

    func note(_ fault: String) { faults[fault, default: 0] += 1 }

    // MARK: one step

    /// Runs a step. Returns a problem if something is wrong afterwards.
    func carryOut(_ step: Step) -> String? {
        steps += 1
        before = disk.isBroken ? service : nil
        let isFull = fullFor > 0
        disk.isFull.store(isFull, ordering: .relaxed)
        if isFull { fullFor -= 1 }
        do {
            if let problem = try act(step) ?? turn() { return problem }
            if isCompared, let problem = try runDueDeadlines() { return problem }
        } catch is Death {
            note("deaths over a record")
            return afterDeath()
        } catch {
            return "\(step.method): \(error)"
        }
        if let violation = service.scene.violations().first { return violation }
        if let frozen, frozen != timeless() {
            return "\(step.method) has changed the state, and there is no room to record it"
        }
        return isCompared ? checkState() : nil
    }

    /// Whether the subscriber and the plugins are compared with a snapshot after this step.
    private var isCompared: Bool { steps % 8 == 0 }

    /// Runs the deadlines that became due in the last cycle. Otherwise the request for the snapshot
    /// would run them, and the subscriber would not have received their events yet.
    private func runDueDeadlines() throws -> String? {
        while service.journalFailure == nil, let next = service.nextDeadline(), next <= time {
            if let problem = try turn() { return problem }
        }
        return nil
    }

    /// Checks the restored state after a record was written in part or not at all.
    private func afterDeath() -> String? {
        guard let before else { return "the disk broke where it was whole" }
        // If there are several records, the first ones may be complete.
        let bytes = FileBytes(service.pendingRecords.bytes)
        var (records, place) = (0, 0)
        while let record = try? JournalRecord(in: bytes, at: place) {
            records += 1
            place += record.length
        }
        if records > 1 { return restart(after: 0, zeros: 0) }
        // A complete record counts, although no reply was sent. A record that ends with zeros is
        // also complete if only these are missing, because reserved space contains zeros.
        let torn = disk.torn.load(ordering: .relaxed)
        let isWritten =
            disk.failsSync.load(ordering: .relaxed)
            || isKilled && torn > 0
                && service.pendingRecords.bytes.dropFirst(torn).allSatisfy { $0 == 0 }
        return die(isWritten ? service : before, after: 0, zeros: 0)
    }

    private func act(_ step: Step) throws -> String? {
        switch step.method {
        case "wait":
            time = time.advanced(by: step.params["seconds"]?.double ?? 0)
            if step.params["seconds"]?.double ?? 0 >= 60 { note("clock jumps") }
        case "disk.full":
            fullFor = step.params["turns"]?.integer ?? 1
            note("full disks")
        case "disk.break":
            guard !disk.isBroken else { return nil }
            before = service
            isKilled = step.params["kill"] == true
            if step.params["sync"] == true, configuration.journalSync == .always {
                disk.failsSync.store(true, ordering: .relaxed)
            } else {
                disk.bytesLeft.store(step.params["bytes"]?.integer ?? 0, ordering: .relaxed)
            }
        case "daemon.kill":
            guard !disk.isBroken else { return nil }
            note("kills")
            configure(step.params["plugins"]?.array ?? [])
            return die(
                service, after: step.params["seconds"]?.double ?? 0,
                zeros: step.params["zeros"]?.integer ?? 0)
        case "daemon.end":
            guard !disk.isBroken else { return nil }
            note("orderly ends")
            configure(step.params["plugins"]?.array ?? [])
            _ = journal?.finish(service.journalBeginning)
            return die(service, after: 1, zeros: 0)
        case "observer.deaf": observer.deaf += step.params["events"]?.integer ?? 1
        case "again": return try repeatRequest()
        case "request":
            let inner = Step(
                method: step.params["method"]?.string ?? "", params: step.params["params"] ?? [:])
            return try request(inner, step.params["more"] ?? [:])
        case let method where method.hasPrefix("plugin."): return try actPlugin(step)
        case "clock.advance" where configuration.clock == .real:
            time = time.advanced(by: step.params["seconds"]?.double ?? 0)
        default: return try request(step)
        }
        return nil
    }

    /// Handles a client's request as the daemon does.
    ///
    /// - Parameter more: `ifRevision`, and whether the request has the id of the last one.
    private func request(_ step: Step, _ more: Value = [:]) throws -> String? {
        let reuses = more["reusesID"] == true
        if !reuses { requests += 1 }
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(requests)), .init("client", "simulation"),
            .init("method", .string(step.method)), .init("params", step.params),
        ]
        if let revision = more["ifRevision"] { members.append(.init("ifRevision", revision)) }
        let message = Array(Value.object(members).json.utf8)
        if !reuses { lastRequest = message }
        // Due deadlines run first, so that the request's own transaction contains only its changes.
        if let problem = try turn() { return problem }
        let point = service.point
        let before = requests % 4 == 0 ? service : nil
        let reply = try answer(message)
        shares.count(step, isRefused: reply["error"] != nil)
        guard reply["error"] != nil else {
            if service.journalFailure != nil, service.point != point {
                return "\(step.method) was accepted without a journal"
            }
            return try turn()
        }
        if reply["error"]?["data"]?["name"] == "journalFailed" { note("refusals for the journal") }
        let isQuiet =
            service.outbox.isEmpty && service.pendingRecords.isEmpty && service.point == point
        if !isQuiet { return "\(step.method) was refused and has told something" }
        if let before, archived(before) != archived(service) {
            return "\(step.method) was refused and has changed something"
        }
        return nil
    }

    /// Returns the archived state at the present time.
    func archived(_ service: Service) -> [UInt8] {
        var copy = service
        copy.arrive(at: time)
        return Archive.writing { copy.visit(&$0) }
    }

    /// Returns the archived state without the time.
    private func timeless() -> [UInt8] {
        var copy = service
        copy.present = .zero
        return Archive.writing { copy.visit(&$0) }
    }

    private func answer(_ message: [UInt8]) throws -> Value {
        makeRoom(for: message.count)
        let reply = service.answer(message.span, from: Peer(uid: 1000), at: time)
        return try JSONParser.parse(reply)
    }

    /// Repeats the last request, which must return the same reply and change nothing.
    private func repeatRequest() throws -> String? {
        guard !lastRequest.isEmpty else { return nil }
        note("repeated requests")
        if let problem = try turn() { return problem }
        let first = try answer(lastRequest)
        if let problem = try turn() { return problem }
        let point = service.point
        let second = try answer(lastRequest)
        guard first["result"] != nil else { return nil }
        return first == second && service.point == point
            ? nil : "a repeated request was carried out again"
    }

    func makeRoom(for bytes: Int) {
        // A full disk is detected when more space is needed than was reserved.
        let isFull = disk.isFull.load(ordering: .relaxed)
        service.journalFailure = journal?.makeRoom(for: isFull ? 4 << 20 : bytes)
        if service.journalFailure == nil {
            frozen = nil
        } else if frozen == nil {
            frozen = timeless()
        }
    }

    // MARK: what the loop does between requests

    /// Runs the clock, the plugins, the journal and the subscribers in the daemon's order.
    func turn() throws -> String? {
        makeRoom(for: 0)
        if configuration.clock == .real { service.runDeadlines(until: time) }
        try record()
        makeRoom(for: 0)
        service.recordPrograms(at: time)
        try record()
        service.runPluginDeadlines(at: time)
        service.loseStalled(at: time)
        try record()
        if let problem = deliver() ?? publish() { return problem }
        _ = journal?.compact(service.journalBeginning)
        return nil
    }

    private func record() throws {
        if service.journalFailure != nil, !service.pendingRecords.isEmpty { throw Unreserved() }
        do {
            try journal?.record(&service)
            if before != nil { before = service }
        } catch {
            throw Death()
        }
    }

    /// Delivers events and replies, which must be in the journal first.
    private func deliver() -> String? {
        for (connection, message) in service.plugins.strays {
            for name in plugins.keys.sorted()
            where plugins[name]?.connection?.routing == connection.routing {
                if let problem = plugins[name]?.hear(message) { return problem }
            }
        }
        service.plugins.strays.removeAll()
        for name in service.plugins.waiting.sorted() where plugins[name]?.hangs == false {
            while let (_, next) = service.plugins.next(for: name) {
                service.plugins.change(name) { $0.didSend() }
                if let problem = plugins[name]?.hear(next) { return problem }
            }
            service.plugins.didSend(to: name)
        }
        for name in plugins.keys.sorted() where service.plugins[name]?.isAttached != true {
            plugins[name]?.disconnect()
        }
        return nil
    }

    private func publish() -> String? {
        let turns = service.outbox
        service.outbox.removeAll(keepingCapacity: true)
        for turn in turns {
            for index in 0..<turn.count {
                let topic = String(decoding: turn.topic(index), as: UTF8.self)
                let problem = observer.hear(
                    topic: topic, payload: Array(turn.payload(index)), read)
                if let problem { return problem }
            }
        }
        return nil
    }

    /// Returns the result of a read-only request.
    func read(_ method: String, _ params: Value) -> Value? {
        service.read(method, params, at: time)
    }

    /// Sends a heartbeat and checks that the subscriber and the plugins have the present state.
    private func checkState() -> String? {
        note("dropped events", observer.dropped)
        note("replays", observer.replays)
        note("snapshots", observer.snapshots)
        observer.deaf = 0
        let latest = service.latest
        if let problem = observer.beat(latest, seq: service.point.seq, read) { return problem }
        guard let page = read("state.snapshot", ["limit": 100_000]) else {
            return "state.snapshot was refused"
        }
        if let difference = observer.difference(to: [page]) { return difference }
        for (name, plugin) in plugins
        where plugin.connection != nil && !plugin.hangs
            && service.plugins[name]?.connection?.end == nil
        {
            let kinds = service.kindNames(of: name)
            let hosted = (page["controllers"]?.array ?? []).filter {
                kinds.contains($0["kind"]?.string ?? "")
            }
            if let difference = plugin.difference(to: hosted) { return difference }
        }
        return nil
    }

    private func note(_ fault: String, _ count: Int) {
        if count > 0 { faults[fault] = count }
    }

    /// Handles a message on a plugin's connection.
    func take(_ message: Value, from connection: PluginConnection) {
        let bytes = Array(message.json.utf8)
        makeRoom(for: bytes.count)
        service.take(bytes.span, from: connection, at: time)
    }

    /// Handles the end of a process.
    func processEnded(_ name: String) {
        makeRoom(for: 0)
        service.pluginIsGone(name, "its process ended", at: time)
    }

    /// Handles the start or end of a configured plugin's program.
    func take(_ change: PluginProcesses.Change) {
        makeRoom(for: 0)
        service.take(change, at: time)
    }

    func connectionEnded(_ name: String) { service.connectionHasEnded(of: name, at: time) }
}
