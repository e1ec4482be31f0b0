import SystemCalls
import Containment
import Glibc
import PagerModel
import PagerWire
import RandomCommands

@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer

/// How the daemon begins, and begins again.
extension ShellWorld {
    /// As the daemon begins: reads what there is, and goes on with it.
    func start() throws {
        disk.open()
        var identity = Service.Identity()
        identity.boot = "boot"
        identity.history = "history"
        identity.clock = configuration.clock
        identity.retainedEvents = configuration.retainedEvents
        var journal = try Journal(path: path, of: configuration, disk.calls)
        let restored = try journal.restore(&identity, adding: Plugins())
        service = restored.service
        boundWork()
        time = max(time, restored.time)
        try service.begin(configuration, isRestored: restored.isOld, at: time)
        try journal.record(&service)
        self.journal = consume journal
    }

    /// Each daemon has another limit of work than the one before, as after an upgrade: what was cut
    /// short comes back as it was.
    private func boundWork() {
        let most = [Limits.batchVisits, 500, 50][starts % 3]
        starts += 1
        service.limits.batchVisits = most
        service.scene.queueBudget.visits = most
    }

    /// The process is gone, and the next one begins with what is in the file.
    ///
    /// - Parameter zeros: bytes behind the last record that the file system had promised.
    func restart(after seconds: Double, zeros: Int) -> String? {
        let file = isKilled ? written() : nil
        journal = nil
        if let file { replace(file) }
        isKilled = false
        var size = stat()
        stat(path, &size)
        truncate(path, off_t(size.st_size) + off_t(zeros))
        for name in plugins.keys { plugins[name]?.disconnect() }
        disk.mend()
        fullFor = 0
        time = time.advanced(by: seconds)
        let history = service.identity.history
        do {
            try start()
        } catch {
            return "it does not begin again: \(error)"
        }
        guard service.identity.history != history else { return nil }
        note("new histories")
        return observer.begin(read)
    }

    /// All that the file has, also what a daemon that ends by itself would cut off.
    private func written() -> [UInt8]? {
        guard let bytes = try? journal?.contents() else { return nil }
        // A record may end with zeros itself.
        return Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 64))
    }

    private func replace(_ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// What comes back must be what was there.
    func die(_ expected: Service, after seconds: Double, zeros: Int) -> String? {
        if let problem = restart(after: seconds, zeros: zeros) { return problem }
        var expected = expected
        expected.journalFailure = nil
        expected.pendingRecords.isKept = false
        // The end of the file was cut off.
        if service.identity.history != expected.identity.history {
            expected.beginHistory(service.identity.history)
        }
        // A daemon that begins has sent nothing and has started no program yet.
        expected.plugins.dropMessages()
        expected.plugins.programs = [:]
        for plugin in expected.plugins.sorted {
            expected.plugins.change(plugin.name) { $0.child = nil }
        }
        expected.restart(at: time)
        expected.expect(configuration.pluginConfigurations.map { ExpectedPlugin($0) })
        guard service.point == expected.point else {
            return "it came back at \(service.point), and was at \(expected.point)"
        }
        for (method, params) in Self.pictures {
            let step = Step(method: method, params: params)
            let found = Self.ask(step, &service, at: time)
            if found != Self.ask(step, &expected, at: time) {
                return "it came back with another \(method)"
            }
        }
        let (found, kept) = (archive(service), archive(expected))
        return found == kept ? nil : "it came back with another archive"
    }

    private func archive(_ service: Service) -> [UInt8] {
        var copy = service
        return Archive.writing { copy.visit(&$0) }
    }

    /// Sets which plugins the next daemon has in its configuration.
    func configure(_ plugins: [Value]) {
        configuration.pluginConfigurations = plugins.map { plugin in
            let name = plugin["name"]?.string ?? ""
            // The daemon starts its program, which has not seen what another plugin hosted before.
            self.plugins[name]?.forget()
            var configuration = PluginConfiguration()
            configuration.name = Identifier(unchecked: name)
            configuration.kinds = (plugin["kinds"]?.array ?? []).map {
                Identifier(unchecked: $0.string ?? "")
            }
            configuration.grants = [.decide]
            return configuration
        }
    }

    private static let pictures: [(String, Value)] = [
        ("state.snapshot", ["limit": 100_000]), ("events.replay", ["since": 0]),
        ("transition.styles", [:]), ("clock.get", [:]), ("plugin.list", [:]),
    ]

    static func ask(_ step: Step, _ service: inout Service, at time: Instant) -> [UInt8] {
        let request: Value = [
            "jsonrpc": "2.0", "id": 0, "method": .string(step.method), "params": step.params,
        ]
        let bytes = Array(request.json.utf8)
        return service.answer(bytes.span, from: Peer(uid: 1000), at: time)
    }
}
