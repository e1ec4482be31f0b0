internal import Glibc
internal import Logging
internal import PagerModel
internal import ZMQ

/// The outside of all plugins: their socket, the programs that the daemon has started for them,
/// and the processes at the other end of the connections.
struct PluginHosts: ~Copyable {
    private(set) var socket: PluginSocket
    private var processes: PluginProcesses
    private var watches: [String: ProcessWatch] = [:]
    private var known = 0
    /// A plugin sends faster than it is looked at, or takes less than waits for it.
    private var hasMore = false

    /// Nanoseconds until a plugin that takes nothing is offered again what waits for it.
    private static let retry: Int64 = 2_000_000
    /// Milliseconds for the last messages to leave.
    private static let farewell: Int32 = 100

    init(
        _ context: Context, _ endpoints: Endpoints, _ configurations: [PluginConfiguration]
    ) throws {
        let socket = try PluginSocket(context, endpoints.plugins)
        let processes = try PluginProcesses(configurations, endpoints: endpoints)
        self.socket = socket
        self.processes = processes
    }

    /// Readable once a process has ended.
    var descriptor: Int32 { processes.descriptor }

    /// When `serve` is to be called at the latest.
    func nextDeadline(_ service: borrowing Service, at time: Instant) -> Instant? {
        let retry = hasMore ? Instant(nanoseconds: time.nanoseconds + Self.retry) : nil
        return [processes.nextDeadline, service.nextPluginDeadline, retry].compactMap { $0 }.min()
    }

    /// Takes what has come, notices who is gone, sends what waits.
    ///
    /// - Parameter someEnded: whether the descriptor is readable.
    mutating func serve(
        _ service: inout Service, someEnded: Bool, at time: Instant, _ logger: Logger
    ) throws {
        if someEnded || processes.nextDeadline.map({ $0 <= time }) == true {
            for change in processes.run(at: time) {
                Self.log(change, logger)
                service.take(change, at: time)
            }
            if someEnded { lookAfterProcesses(&service, at: time) }
        }
        let isFlooded = try socket.receive(&service, at: time)
        if service.plugins.changes != known { try watchProcesses(&service, at: time) }
        service.runPluginDeadlines(at: time)
        let isHeld = try socket.send(&service, at: time)
        hasMore = isFlooded || isHeld
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

    /// The process of each connection is watched from its registration on.
    private mutating func watchProcesses(
        _ service: inout Service, at time: Instant
    ) throws(ProcessProblem) {
        known = service.plugins.changes
        for plugin in service.plugins.sorted {
            guard let pid = plugin.connection?.pid.map({ pid_t(bitPattern: $0) }),
                watches[plugin.name]?.pid != pid
            else { continue }
            watches[plugin.name] = try processes.watch(pid)
        }
        lookAfterProcesses(&service, at: time)
    }

    private mutating func lookAfterProcesses(_ service: inout Service, at time: Instant) {
        for (name, watch) in watches where watch.hasEnded {
            watches[name] = nil
            if service.plugins[name]?.connection?.pid == UInt32(bitPattern: watch.pid) {
                service.pluginIsGone(name, "its process ended", at: time)
            }
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
