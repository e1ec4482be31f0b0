internal import PagerPlugins
internal import Glibc
internal import Logging
internal import PagerModel
internal import ZMQ

/// The outside of all plugins: their socket, the programs that the daemon has started for them,
/// and the processes at the other end of the connections.
struct PluginHosts: ~Copyable {
    private(set) var socket: PluginSocket
    private var processes: PluginProcesses
    /// The processes of the plugins that are connected. One that serves several plugins, one after the
    /// other or at once, is watched once.
    private var watches: [pid_t: ProcessWatch] = [:]
    private var known = 0
    /// Nanoseconds until a plugin that takes nothing is offered again what waits for it, nil where
    /// nothing waits.
    private var pause: Int64?

    /// The first of these pauses, doubled up to the last as long as nothing is taken.
    private static let pauses: ClosedRange<Int64> = 1_000_000...64_000_000
    /// Milliseconds for the last messages to leave.
    private static let farewell: Int32 = 100

    init(
        _ context: Context, _ endpoints: Endpoints, _ security: SocketSecurity,
        _ configurations: [PluginConfiguration]
    ) throws {
        let socket = try PluginSocket.bound(context, endpoints.plugins, security)
        let processes = try PluginProcesses(configurations, endpoints: endpoints)
        self.socket = socket
        self.processes = processes
    }

    /// What there is to take.
    struct News {
        var messages = true
        /// Connections that have ended.
        var ends = true
        /// Processes that have ended.
        var processes = true
    }

    /// Where in the poll set it is waited for.
    struct Places {
        fileprivate let messages: Int
        fileprivate let ends: Int
        fileprivate let processes: Int

        /// What the last wait has found.
        func news(in poll: PollSet) -> News {
            News(
                messages: poll.isReadable(messages), ends: poll.isReadable(ends),
                processes: poll.isReadable(processes))
        }
    }

    /// Has all of it waited for.
    borrowing func join(_ poll: inout PollSet) throws(ZMQError) -> Places {
        let places = try socket.join(&poll)
        return Places(
            messages: places.messages, ends: places.ends,
            processes: poll.add(descriptor: processes.descriptor))
    }

    /// When there is something to do for them at the latest, beside what the service knows of.
    func nextDeadline(at time: Instant) -> Instant? {
        let retry = pause.map { Instant(nanoseconds: time.nanoseconds + $0) }
        guard let next = processes.nextDeadline else { return retry }
        return retry.map { min($0, next) } ?? next
    }

    /// Takes what has come, notices who is gone. What the service does by itself at this time comes
    /// after the records of it are written.
    ///
    /// - Parameter statistics: gathers the statistics of the daemon, given those of this socket.
    mutating func take(
        _ service: inout Service, _ news: News, at time: Instant, _ logger: Logger,
        statistics: (Connections.Counts) -> DaemonStatistics
    ) throws {
        // Before messages: the process that sends them may be the program's next one.
        service.recordPrograms(at: time)
        if news.processes || processes.nextDeadline.map({ $0 <= time }) == true {
            for change in processes.run(at: time) {
                Self.log(change, logger)
                service.take(change, at: time)
            }
            if news.processes { lookAfterProcesses(&service, at: time) }
        }
        if news.ends { try socket.noteEnds(&service, at: time) }
        if news.messages {
            try socket.receive(&service, at: time, statistics: statistics)
        }
    }

    /// Sends what waits.
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

    /// Watches the process of each plugin from its registration on, as long as it is connected.
    ///
    /// Of a process for which there is no descriptor, the end of its connection tells as much, a
    /// moment later.
    mutating func watchProcesses(_ service: inout Service, at time: Instant, _ logger: Logger) {
        // A process that is found to have ended changes the plugins once more.
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

    /// Tells all plugins, then ends the daemon's own programs.
    mutating func end(_ service: inout Service, at time: Instant) throws {
        service.bidFarewell()
        _ = try socket.send(&service, at: time)
        try socket.socket.set(.linger, Self.farewell)
        processes.terminate()
    }
}

extension Plugin {
    /// The process at the other end of its connection, where the kernel tells.
    fileprivate var process: pid_t? { connection?.pid.map { pid_t(bitPattern: $0) } }
}
