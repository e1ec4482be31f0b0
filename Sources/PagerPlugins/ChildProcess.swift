internal import Glibc
internal import SystemCalls
package import PagerModel

/// A plugin's program, which the daemon runs in a separate process group.
///
/// The program does not outlive this object: when the object is released, the remaining processes
/// of the group are killed, and those that have left it, unless they have changed their environment.
package final class ChildProcess {
    package let pid: Int32
    private let process: ProcessDescriptor
    private let mark = ProgramMark()
    private let output: ProgramOutput
    private var ending: Ending?

    /// Starts a plugin's program. Its standard input is empty, its output goes to the daemon's
    /// standard error as `ProgramOutput` allows, and it does not inherit any other open files.
    ///
    /// - Throws: `ProcessProblem` if the program cannot be started or watched.
    package init(
        _ configuration: PluginConfiguration, endpoints: Endpoints
    ) throws(ProcessProblem) {
        guard let pipe = pipeEnds() else {
            throw ProcessProblem(
                "plugin \(configuration.name): cannot create a pipe for its output: "
                    + errorText(errno))
        }
        output = ProgramOutput(reading: pipe.reading)
        let (pid, code) = Spawn.start(
            configuration.command, in: configuration.directory,
            environment: Self.environment(configuration, endpoints, mark), output: pipe.writing)
        close(pipe.writing)
        guard code == 0 else { throw Self.problem(configuration, code) }
        let opened: ProcessDescriptor?
        do {
            opened = try ProcessDescriptor(pid)
        } catch {
            Self.abandon(pid)
            throw error
        }
        // An ended child keeps its process id until it is reaped, so a descriptor can still be
        // opened.
        guard let opened else {
            throw ProcessProblem(
                "plugin \(configuration.name): its process \(pid) no longer exists")
        }
        self.pid = pid
        process = opened
    }

    /// Kills and reaps a child process for which no descriptor could be opened.
    private static func abandon(_ pid: Int32) {
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    private static func environment(
        _ configuration: PluginConfiguration, _ endpoints: Endpoints, _ mark: ProgramMark
    ) -> [String] {
        let names = EnvironmentVariables.own
        let texts = [
            endpoints.plugins, endpoints.command, endpoints.events, configuration.name.text,
            mark.value,
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
                "\(plugin): \(directory) is not a folder; correct `directory` in the "
                    + "configuration file")
        }
        return ProcessProblem(
            "\(plugin): cannot start \(configuration.command.first ?? "") in \(directory): "
                + "\(errorText(code)); install it, or correct `command` in the "
                + "configuration file")
    }

    /// A descriptor that becomes readable when the program ends, and stays readable until `reap`.
    package var descriptor: Int32 { process.descriptor }

    /// Adds the program to a set that reports its end, and its output to another set.
    package func join(
        _ set: DescriptorSet, output outputs: DescriptorSet
    ) throws(ProcessProblem) {
        try process.join(set)
        try output.join(outputs)
    }

    /// The time of the next call of `passOutput`, even if there is no output.
    package var nextOutput: Instant? { output.nextDeadline }

    /// Passes the program's output on. Returns what was left out, once a second.
    package func passOutput(at time: Instant) -> ProgramOutput.Amount? { output.pass(at: time) }

    /// Passes the rest of an ended program's output on. Returns what was left out.
    package func finishOutput(at time: Instant) -> ProgramOutput.Amount? { output.finish(at: time) }

    /// Sends a signal to the program's process group.
    package func signal(_ number: Int32) {
        if ending == nil { kill(-pid, number) }
    }

    /// Waits until the program ends, even if signals interrupt the wait. Returns false if it still
    /// runs after the given time.
    package func wait(seconds: Double) -> Bool { ending != nil || process.wait(seconds: seconds) }

    /// Returns nil while the program runs. After it has ended, kills the remaining processes of its
    /// group and returns how it ended.
    package func reap() -> Ending? {
        if ending == nil, process.hasEnded { collect() }
        return ending
    }

    /// Kills the remaining processes of the group and reaps the ended group leader. Before the
    /// leader is reaped, the group id is not reused, so the signal cannot reach another process.
    private func collect() {
        signal(SIGKILL)
        mark.killAll()
        var status: Int32 = 0
        switch waitpid(pid, &status, WNOHANG) {
        case 0: return
        case pid: ending = Ending(status: status)
        default: ending = .unseen
        }
    }

    /// The maximum time, in seconds, to wait for the end of a program after SIGKILL. The time is
    /// limited because the daemon cannot kill a program that runs under another user id.
    private static let patience = 1.0

    deinit {
        guard ending == nil else { return }
        signal(SIGKILL)
        if process.wait(seconds: Self.patience) { collect() }
    }
}
