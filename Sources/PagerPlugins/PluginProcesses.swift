internal import Glibc
package import PagerModel
internal import PagerWire

/// The programs of the configured plugins. This type starts, watches and restarts the programs, and
/// ends them when the daemon ends.
///
/// The times in all calls must come from the same monotonic clock.
package struct PluginProcesses: ~Copyable {
    /// A change in the state of a plugin's program.
    package enum Change: Hashable, Sendable {
        case started(Identifier, Int32)
        /// The program ended. The reason has the same form as in `plugin.list`, such as `exited 1`
        /// or `killed by signal 9`.
        case ended(Identifier, reason: String)
        /// The program could not be started. The problem contains a sentence for the log.
        case failed(Identifier, ProcessProblem)

        /// The plugin to which the program belongs.
        package var name: Identifier {
            switch self {
            case .started(let name, _), .ended(let name, _), .failed(let name, _): name
            }
        }
    }

    /// The seconds between SIGTERM and SIGKILL when the daemon ends the programs.
    package static let grace = 1.0

    package private(set) var supervisor: Supervisor
    private let endpoints: Endpoints
    private let watched: DescriptorSet
    private var children: [Identifier: ChildProcess] = [:]

    /// Prepares the programs without starting them. The first call of `run` starts them.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init(
        _ configurations: [PluginConfiguration], endpoints: Endpoints
    ) throws(ProcessProblem) {
        supervisor = Supervisor(configurations)
        self.endpoints = endpoints
        watched = try DescriptorSet()
    }

    /// A descriptor that becomes readable when a program or a watched process ends.
    package var descriptor: Int32 { watched.descriptor }

    /// The time of the next start of a program, or nil if no start is planned.
    package var nextDeadline: Instant? { supervisor.nextDeadline }

    /// Handles programs that have ended, and starts the programs whose start time has come. Call it
    /// when `descriptor` becomes readable, and also at the time `nextDeadline`. O(plugins).
    package mutating func run(at time: Instant) -> [Change] {
        var changes: [Change] = []
        for record in supervisor.records {
            let name = record.configuration.name
            guard let ending = children[name]?.reap() else { continue }
            children[name] = nil
            supervisor.ended(name, ending, at: time)
            changes.append(.ended(name, reason: ending.description))
        }
        for configuration in supervisor.due(at: time) {
            changes.append(start(configuration, at: time))
        }
        return changes
    }

    private mutating func start(_ configuration: PluginConfiguration, at time: Instant) -> Change {
        let name = configuration.name
        do {
            let child = try ChildProcess(configuration, endpoints: endpoints)
            try child.join(watched)
            children[name] = child
            supervisor.started(name, pid: child.pid, at: time)
            return .started(name, child.pid)
        } catch {
            supervisor.failed(name, error.description, at: time)
            return .failed(name, error)
        }
    }

    /// Watches a process, whether or not this daemon has started it. While the returned watch
    /// exists, `descriptor` becomes readable when the process ends. If the process has ended before
    /// this call, `descriptor` does not become readable; check `hasEnded` of the watch.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package func watch(_ pid: Int32) throws(ProcessProblem) -> ProcessWatch {
        let watch = try ProcessWatch(pid)
        try watch.join(watched)
        return watch
    }

    /// Ends all programs with SIGTERM, and after a second with SIGKILL. Blocks until all have
    /// ended.
    ///
    /// - Returns: The plugins that had to be killed.
    @discardableResult
    package mutating func terminate() -> [Identifier] {
        supervisor.stop()
        for child in children.values { child.signal(SIGTERM) }
        let deadline = MachineClock.monotonic().advanced(by: Self.grace)
        var killed: [Identifier] = []
        for record in supervisor.records {
            let name = record.configuration.name
            guard let child = children[name] else { continue }
            let left = deadline.nanoseconds - MachineClock.monotonic().nanoseconds
            if !child.wait(seconds: Double(max(left, 0)) / 1e9) { killed.append(name) }
        }
        for name in killed { children[name]?.signal(SIGKILL) }
        // Each object waits for its own process.
        children.removeAll()
        return killed
    }
}
