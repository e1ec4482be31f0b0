internal import Glibc
package import PagerModel
internal import PagerWire
internal import SystemCalls

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

    /// The output of a plugin's program that was not written, because it was too much.
    package struct LeftOut: Hashable, Sendable {
        package let name: Identifier
        package let amount: ProgramOutput.Amount
    }

    /// The seconds between SIGTERM and SIGKILL when the daemon ends the programs.
    package static let grace = 1.0

    package private(set) var supervisor: Supervisor
    private let endpoints: Endpoints
    private let watched: DescriptorSet
    private let outputs: DescriptorSet
    private var children: [Identifier: ChildProcess] = [:]
    private var leftOut: [LeftOut] = []

    /// Prepares the programs without starting them. The first call of `run` starts them.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init(
        _ configurations: [PluginConfiguration], endpoints: Endpoints
    ) throws(ProcessProblem) {
        let (watched, outputs) = (try DescriptorSet(), try DescriptorSet())
        supervisor = Supervisor(configurations)
        self.endpoints = endpoints
        self.watched = watched
        self.outputs = outputs
    }

    /// A descriptor that becomes readable when a program or a watched process ends.
    package var descriptor: Int32 { watched.descriptor }

    /// A descriptor that becomes readable when a program writes.
    package var outputDescriptor: Int32 { outputs.descriptor }

    /// The time of the next start of a program, or of the next work on its output. Nil if there is
    /// none.
    package var nextDeadline: Instant? {
        children.values.reduce(supervisor.nextDeadline) { next, child in
            guard let output = child.nextOutput else { return next }
            return next.map { min($0, output) } ?? output
        }
    }

    /// Returns the output that was left out since the last call.
    package mutating func takeLeftOut() -> [LeftOut] {
        defer { leftOut.removeAll() }
        return leftOut
    }

    private mutating func note(_ amount: ProgramOutput.Amount?, of name: Identifier) {
        if let amount { leftOut.append(LeftOut(name: name, amount: amount)) }
    }

    /// Passes the output of programs on, handles programs that have ended, and starts the programs
    /// whose start time has come. Call it when a descriptor becomes readable, and also at the time
    /// `nextDeadline`. O(plugins).
    package mutating func run(at time: Instant) -> [Change] {
        var changes: [Change] = []
        passOutput(at: time)
        for record in supervisor.records {
            let name = record.configuration.name
            guard let child = children[name], let ending = child.reap() else { continue }
            note(child.finishOutput(at: time), of: name)
            children[name] = nil
            supervisor.ended(name, ending, at: time)
            changes.append(.ended(name, reason: ending.description))
        }
        for configuration in supervisor.due(at: time) {
            changes.append(start(configuration, at: time))
        }
        return changes
    }

    private mutating func passOutput(at time: Instant) {
        for (name, child) in children { note(child.passOutput(at: time), of: name) }
    }

    private mutating func start(_ configuration: PluginConfiguration, at time: Instant) -> Change {
        let name = configuration.name
        do {
            let child = try ChildProcess(configuration, endpoints: endpoints)
            try child.join(watched, output: outputs)
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
    package mutating func terminate(
        at time: Instant = MachineClock.monotonic()
    ) -> [Identifier] {
        supervisor.stop()
        for child in children.values { child.signal(SIGTERM) }
        let deadline = time.advanced(by: Self.grace)
        let lag = MachineClock.monotonic().nanoseconds - time.nanoseconds
        while !children.isEmpty, awaitEnd(until: deadline, lag: lag) {}
        let killed = supervisor.records.map(\.configuration.name).filter { children[$0] != nil }
        for name in killed { children[name]?.signal(SIGKILL) }
        // Each object waits for its own process.
        children.removeAll()
        return killed
    }

    /// Waits until a program ends or writes, so that none waits for its output to be read. Returns
    /// false after the deadline.
    ///
    /// - Parameter lag: The nanoseconds by which the machine's clock is ahead of the caller's.
    private mutating func awaitEnd(until deadline: Instant, lag: Int64) -> Bool {
        func present() -> Instant {
            Instant(nanoseconds: MachineClock.monotonic().nanoseconds - lag)
        }
        let next = min(deadline, children.values.compactMap(\.nextOutput).min() ?? deadline)
        let left = max(next.nanoseconds - present().nanoseconds, 0)
        var wishes = [watched, outputs].map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        _ = SystemCalls.poll(&wishes, Int32(clamping: (left + 999_999) / 1_000_000))
        passOutput(at: present())
        for (name, child) in children where child.reap() != nil {
            note(child.finishOutput(at: present()), of: name)
            children[name] = nil
        }
        return present() < deadline
    }
}

/// A watch on a process that need not be a child of this process, such as a plugin at the other end
/// of a local socket.
package final class ProcessWatch {
    package let pid: Int32
    /// The watched process. Nil if it had already ended when the watch began.
    private let process: ProcessDescriptor?

    /// Watches a process.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init(_ pid: Int32) throws(ProcessProblem) {
        self.pid = pid
        process = try ProcessDescriptor(pid)
    }

    /// The descriptor, which becomes readable when the process ends. Nil if the process had already
    /// ended when the watch began.
    package var descriptor: Int32? { process?.descriptor }

    package func join(_ set: DescriptorSet) throws(ProcessProblem) { try process?.join(set) }

    package var hasEnded: Bool { process?.hasEnded ?? true }

    /// Waits until the process ends, even if signals interrupt the wait. Returns false if it still
    /// runs after the given time.
    package func wait(seconds: Double) -> Bool { process?.wait(seconds: seconds) ?? true }
}
