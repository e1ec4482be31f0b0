import SystemCalls
import Containment
import Foundation
import Glibc
import PagerModel
import RandomCommands

@testable import PagerJournal
@testable import PagerPlugins
@testable import PagerServer

/// The start and restart of the daemon.
extension ShellWorld {
    /// Starts as a daemon does: restores the state and continues.
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

    /// Sets another work limit for each daemon, as an upgrade may. Interrupted commands must still
    /// be restored exactly.
    private func boundWork() {
        let most = [Limits.batchVisits, 500, 50][starts % 3]
        starts += 1
        service.limits.batchVisits = most
        service.scene.queueBudget.visits = most
    }

    /// Ends the process and starts the next one from the file.
    ///
    /// - Parameter zeros: the number of reserved bytes after the last record.
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

    /// Returns the whole file, including bytes that a daemon would truncate in an orderly shutdown.
    private func written() -> [UInt8]? {
        guard journal != nil, let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            return nil
        }
        // Most of the file is reserved space, which contains zeros.
        let bytes = Array(data)
        let block = [UInt8](repeating: 0, count: 4096)
        let end = bytes.withUnsafeBytes { memory in
            var end = memory.count
            while end >= block.count,
                memcmp(memory.baseAddress! + end - block.count, block, block.count) == 0
            {
                end -= block.count
            }
            return end
        }
        // A record may itself end with zeros.
        return Array(bytes.prefix((bytes[..<end].lastIndex { $0 != 0 } ?? -1) + 64))
    }

    private func replace(_ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// Ends the daemon and compares the restored state with the expected one.
    func die(_ expected: Service, after seconds: Double, zeros: Int) -> String? {
        if let problem = restart(after: seconds, zeros: zeros) { return problem }
        var expected = expected
        expected.journalFailure = nil
        expected.pendingRecords.isKept = false
        // The end of the file was truncated.
        if service.identity.history != expected.identity.history {
            expected.beginHistory(service.identity.history)
        }
        // A new daemon has sent no messages and started no programs yet.
        expected.plugins.dropMessages()
        expected.plugins.programs = [:]
        for plugin in expected.plugins.sorted {
            expected.plugins.change(plugin.name) { $0.child = nil }
        }
        // The effects of a restart are cut by the work limits of the new daemon.
        expected.limits = service.limits
        expected.scene.queueBudget = service.scene.queueBudget
        expected.restart(at: time)
        expected.expect(configuration.pluginConfigurations.map { ExpectedPlugin($0) })
        guard service.point == expected.point else {
            return "it came back at \(service.point), and was at \(expected.point)"
        }
        for (method, params) in Self.pictures {
            let step = Step(method: method, params: params)
            let found = service.send(step, at: time)
            if found != expected.send(step, at: time) {
                return "it came back with another \(method)"
            }
        }
        return service.archived() == expected.archived()
            ? nil : "it came back with another archive"
    }

    /// Sets the plugins in the next daemon's configuration.
    func configure(_ plugins: [Value]) {
        configuration.pluginConfigurations = plugins.map { plugin in
            let name = plugin["name"]?.string ?? ""
            // The daemon starts the plugin's program, which does not know the controllers of
            // another plugin.
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
}
