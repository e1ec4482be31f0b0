internal import Glibc
package import PagerModel
internal import PagerWire

/// The programs of the configured plugins: started, watched, started again, ended with the daemon.
///
/// Time is any clock that only goes forward, the same in each call.
package struct PluginProcesses: ~Copyable {
    /// What has happened to a program.
    package enum Change: Hashable, Sendable {
        case started(Identifier, Int32)
        /// The reason as `plugin.list` tells it: `exited 1`, `killed by signal 9`.
        case ended(Identifier, reason: String)
        /// With a sentence for the log.
        case failed(Identifier, ProcessProblem)

        /// The plugin whose program it is.
        package var name: Identifier {
            switch self {
            case .started(let name, _), .ended(let name, _), .failed(let name, _): name
            }
        }
    }

    /// Seconds between SIGTERM and SIGKILL.
    package static let grace = 1.0

    package private(set) var supervisor: Supervisor
    private let endpoints: Endpoints
    private let watched: DescriptorSet
    private var children: [Identifier: ChildProcess] = [:]

    /// Starts nothing yet: all are due at the first `run`.
    ///
    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
    package init(
        _ configurations: [PluginConfiguration], endpoints: Endpoints
    ) throws(ProcessProblem) {
        supervisor = Supervisor(configurations)
        self.endpoints = endpoints
        watched = try DescriptorSet()
    }

    /// Readable once a program, or a process that `watch` has given, has ended.
    package var descriptor: Int32 { watched.descriptor }

    /// When `run` is to be called at the latest, nil for no such time.
    package var nextDeadline: Instant? { supervisor.nextDeadline }

    /// Takes note of the programs that have ended and starts those whose time has come. To be
    /// called when the descriptor is readable and at the deadline. O(plugins).
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

    /// Watches a process that somebody else has started. The descriptor tells its end as long as
    /// the watch is kept; one that is gone already says so at once, by `hasEnded` alone.
    ///
    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
    package func watch(_ pid: Int32) throws(ProcessProblem) -> ProcessWatch {
        let watch = try ProcessWatch(pid)
        try watch.join(watched)
        return watch
    }

    /// Ends all of them: SIGTERM, after a second SIGKILL. Blocks until none is left.
    ///
    /// - Returns: those that did not end by themselves.
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
        // Each waits for its own process.
        children.removeAll()
        return killed
    }
}
