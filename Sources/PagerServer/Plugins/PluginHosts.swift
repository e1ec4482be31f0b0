internal import PagerPlugins
internal import Glibc
internal import Logging
internal import PagerModel
internal import ZMQ

/// The part of the plugins' state that is not in `Service`: the plugins socket, the programs that
/// the daemon has started, and the watched processes of connected plugins.
struct PluginHosts: ~Copyable {
    private(set) var socket: PluginSocket
    private var processes: PluginProcesses
    /// The watched processes of connected plugins. A process that serves several plugins is watched
    /// once.
    private var watches: [pid_t: ProcessWatch] = [:]
    private var known = 0
    /// The delay in nanoseconds until the daemon tries again to send to a slow plugin. Nil if no
    /// plugin is slow.
    private var pause: Int64?

    /// The first and the longest retry delay in nanoseconds. The delay doubles after each attempt
    /// that does not send any message.
    private static let pauses: ClosedRange<Int64> = 1_000_000...64_000_000
    /// The maximum time in milliseconds that an ending daemon waits until libzmq has sent the last
    /// messages to plugins.
    private static let lingerMilliseconds: Int32 = 100

    init(
        _ context: Context, _ identity: Service.Identity, _ security: SocketSecurity,
        _ configurations: [PluginConfiguration]
    ) throws {
        let socket = try PluginSocket.bound(context, identity.bindings(of: \.plugins), security)
        let processes = try PluginProcesses(configurations, endpoints: identity.localEndpoints)
        self.socket = socket
        self.processes = processes
    }

    /// The result of a poll: whether messages, ended connections or ended processes of plugins are
    /// waiting to be handled.
    struct News {
        /// Whether messages from plugins are waiting.
        var messages = true
        /// Whether a plugin's connection may have ended since the last check.
        var ends = true
        /// Whether a plugin process may have ended since the last check.
        var processes = true
        /// Whether a plugin's program may have written something.
        var output = true
    }

    /// Three indexes in the poll set: those of the plugins socket, of the socket that reports its
    /// connection events, and of the descriptor that reports the ends of processes.
    struct PollIndexes {
        fileprivate let messages: Int
        fileprivate let ends: Int
        fileprivate let processes: Int
        /// Nil if the daemon starts no programs.
        fileprivate let output: Int?

        /// Returns the result of the last poll: whether messages, ended connections or ended
        /// processes are waiting to be handled.
        func news(in poll: PollSet) -> News {
            News(
                messages: poll.isReadable(messages), ends: poll.isReadable(ends),
                processes: poll.isReadable(processes),
                output: output.map { poll.isReadable($0) } ?? false)
        }
    }

    /// Adds the plugins' sockets and the descriptor for their processes to the poll set. Returns
    /// their indexes in the poll set.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> PollIndexes {
        let indexes = try socket.join(&poll)
        return PollIndexes(
            messages: indexes.messages, ends: indexes.ends,
            processes: poll.add(descriptor: processes.descriptor),
            output: processes.supervisor.records.isEmpty
                ? nil : poll.add(descriptor: processes.outputDescriptor))
    }

    /// Returns the time at which a program must be started or a message must be sent again,
    /// whichever is earlier. Returns nil if there is no such time.
    func nextDeadline(at time: Instant) -> Instant? {
        let retry = pause.map { Instant(nanoseconds: time.nanoseconds + $0) }
        guard let next = processes.nextDeadline else { return retry }
        return retry.map { min($0, next) } ?? next
    }

    /// Handles messages from plugins, and ended connections and processes of plugins. First records
    /// earlier starts and ends of programs in the journal, because a restarted program may have
    /// sent the messages.
    ///
    /// - Parameter statistics: A function that returns the daemon's statistics, given the
    ///   connection counts of the plugins socket.
    mutating func take(
        _ service: inout Service, _ news: News, at time: Instant, _ logger: Logger,
        statistics: (Connections.Counts) -> DaemonStatistics
    ) throws {
        // The records of programs precede messages, because a program's next process may have sent
        // these messages.
        service.recordPrograms(at: time)
        if news.processes || news.output || processes.nextDeadline.map({ $0 <= time }) == true {
            for change in processes.run(at: time) {
                Self.log(change, logger)
                service.take(change, at: time)
            }
            Self.log(processes.takeLeftOut(), logger)
            if news.processes { lookAfterProcesses(&service, at: time) }
        }
        if news.ends { try socket.noteEnds(&service, at: time) }
        if news.messages {
            try socket.receive(&service, at: time, statistics: statistics)
        }
    }

    /// Sends the messages that are queued for plugins. Sets the retry delay if some messages could
    /// not be sent yet.
    mutating func send(_ service: inout Service, at time: Instant) throws(ZMQError) {
        let sent = try socket.send(&service, at: time)
        if !sent.isHeld {
            pause = nil
        } else if let pause, sent.count == 0 {
            self.pause = min(pause * 2, Self.pauses.upperBound)
        } else {
            pause = Self.pauses.lowerBound
        }
    }

    private static func log(_ change: PluginProcesses.Change, _ logger: Logger) {
        switch change {
        case .started(let name, let pid):
            logger.info("plugin started", metadata: ["plugin": "\(name)", "pid": "\(pid)"])
        case .ended(let name, let reason):
            logger.notice("plugin ended", metadata: ["plugin": "\(name)", "reason": "\(reason)"])
        case .failed(_, let problem): logger.error("\(problem)")
        }
    }

    private static func log(_ leftOut: [PluginProcesses.LeftOut], _ logger: Logger) {
        for one in leftOut {
            logger.warning(
                "a plugin writes too much: part of its output is left out",
                metadata: [
                    "plugin": "\(one.name)", "lines": "\(one.amount.lines)",
                    "bytes": "\(one.amount.bytes)",
                ])
        }
    }

    /// Watches the process of each connected plugin.
    ///
    /// If the daemon cannot watch a process, it detects the end of the process by the end of the
    /// connection, a moment later.
    mutating func watchProcesses(_ service: inout Service, at time: Instant, _ logger: Logger) {
        // If a process is found to have ended, the plugins change once more.
        while service.plugins.changes != known {
            known = service.plugins.changes
            watchConnected(in: service, logger)
            lookAfterProcesses(&service, at: time)
        }
    }

    private mutating func watchConnected(in service: borrowing Service, _ logger: Logger) {
        let connected = Set<pid_t>(service.plugins.byName.values.compactMap { $0.process })
        watches = watches.filter { connected.contains($0.key) }
        for pid in connected.sorted() where watches[pid] == nil {
            guard watches.count < OpenFiles.processes else { break }
            do {
                watches[pid] = try processes.watch(pid)
            } catch {
                logger.warning(
                    "the process of a plugin is not watched",
                    metadata: ["pid": "\(pid)", "error": "\(error)"])
            }
        }
    }

    private mutating func lookAfterProcesses(_ service: inout Service, at time: Instant) {
        let ended = watches.values.filter(\.hasEnded).map(\.pid)
        if ended.isEmpty { return }
        for pid in ended { watches[pid] = nil }
        for plugin in service.plugins.sorted {
            guard let pid = plugin.process, ended.contains(pid) else { continue }
            service.pluginIsGone(plugin.name, "its process ended", at: time)
        }
    }

    /// Sends the shutdown message to all plugins, then ends the programs that the daemon has
    /// started.
    mutating func end(_ service: inout Service, at time: Instant) throws {
        service.sendShutdown()
        _ = try socket.send(&service, at: time)
        try socket.socket.set(.linger, Self.lingerMilliseconds)
        processes.terminate(at: time)
    }
}

extension Plugin {
    /// The process at the other end of the plugin's connection, if the kernel reports it.
    fileprivate var process: pid_t? { connection?.pid.map { pid_t(bitPattern: $0) } }
}
