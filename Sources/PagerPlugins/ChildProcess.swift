internal import Glibc
internal import SystemCalls
package import PagerModel

/// A program that the daemon runs, with a process group of its own.
///
/// It never outlives this object: what is left of the group then is killed.
package final class ChildProcess {
    package let pid: Int32
    private let process: ProcessDescriptor
    private var ending: Ending?

    /// Starts a plugin's program. Its standard input is empty, what it writes goes to the daemon's
    /// standard error, and it inherits nothing else that is open.
    ///
    /// - Throws: `ProcessProblem` naming the plugin and the path.
    package init(
        _ configuration: PluginConfiguration, endpoints: Endpoints
    ) throws(ProcessProblem) {
        let (pid, code) = Spawn.start(
            configuration.command, in: configuration.directory,
            environment: Self.environment(configuration, endpoints))
        guard code == 0 else { throw Self.problem(configuration, code) }
        let opened: ProcessDescriptor?
        do {
            opened = try ProcessDescriptor(pid)
        } catch {
            Self.abandon(pid)
            throw error
        }
        // A child that nobody has reaped keeps its number, also when it has ended already.
        guard let opened else {
            throw ProcessProblem("plugin \(configuration.name): its process \(pid) is not there")
        }
        self.pid = pid
        process = opened
    }

    /// Whom the daemon cannot watch it cannot keep.
    private static func abandon(_ pid: Int32) {
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    private static func environment(
        _ configuration: PluginConfiguration, _ endpoints: Endpoints
    ) -> [String] {
        let names = EnvironmentVariables.own
        let texts = [
            endpoints.plugins, endpoints.command, endpoints.events, configuration.name.text,
        ]
        let given = zip(names, texts).map { ($0, $1) }
        let own = configuration.environment.values.map { ($0.name, $0.text) }
        return Spawn.environment(with: given + own)
    }

    private static func problem(
        _ configuration: PluginConfiguration, _ code: Int32
    ) -> ProcessProblem {
        let plugin = "plugin \(configuration.name)"
        let directory = configuration.directory ?? "."
        var status = stat()
        guard stat(at: directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return ProcessProblem(
                "\(plugin): \(directory) is no folder; correct its directory in the "
                    + "configuration file")
        }
        return ProcessProblem(
            "\(plugin): cannot start \(configuration.command.first ?? "") in \(directory): "
                + "\(errorText(code)); install it, or correct its command in the "
                + "configuration file")
    }

    /// Readable from the end of the program on, until `reap`.
    package var descriptor: Int32 { process.descriptor }

    package func join(_ set: DescriptorSet) throws(ProcessProblem) { try process.join(set) }

    /// Sends a signal to the program and to what it has started in its group.
    package func signal(_ number: Int32) {
        if ending == nil { kill(-pid, number) }
    }

    /// Waits for its end, through signals; false where it lives on.
    package func wait(seconds: Double) -> Bool { ending != nil || process.wait(seconds: seconds) }

    /// How it has ended, nil while it runs. What it leaves behind in its group is killed.
    package func reap() -> Ending? {
        if ending == nil, process.hasEnded { collect() }
        return ending
    }

    /// Takes the status of the ended leader. Until then the number of the group is its own, so the
    /// signal can meet nobody else.
    private func collect() {
        signal(SIGKILL)
        var status: Int32 = 0
        switch waitpid(pid, &status, WNOHANG) {
        case 0: return
        case pid: ending = Ending(status: status)
        default: ending = .unseen
        }
    }

    /// Seconds for the system to carry out a kill. A program that has taken another user's rights
    /// cannot be killed; nobody waits for it longer than that.
    private static let patience = 1.0

    deinit {
        guard ending == nil else { return }
        signal(SIGKILL)
        if process.wait(seconds: Self.patience) { collect() }
    }
}
