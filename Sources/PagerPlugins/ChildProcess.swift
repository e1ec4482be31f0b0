internal import CLinux
internal import Glibc
package import PagerModel
internal import PagerWire
internal import SystemCalls

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

/// Functions that start programs.
package enum Spawn {
    /// Starts a program. Returns its process id, or 0 with an error number in `code`.
    ///
    /// - Parameters:
    ///   - words: The executable and its arguments.
    ///   - environment: The complete environment as `NAME=VALUE` entries.
    ///   - output: The descriptor that becomes the standard output and the standard error.
    package static func start(
        _ words: [String], in directory: String?, environment: [String], output: Int32
    ) -> (pid: Int32, code: Int32) {
        var options = SpawnOptions()
        options.folder = directory
        options.inputFile = "/dev/null"
        options.streams = [(output, STDOUT_FILENO), (output, STDERR_FILENO)]
        options.closesFrom = STDERR_FILENO + 1
        // The daemon's own signal settings differ from what programs expect.
        options.defaultSignals = nil
        options.leadsGroup = true
        return spawn(words, environment: environment, options)
    }

    /// Returns the daemon's environment with `variables` added. They replace existing variables
    /// with the same names. If `variables` contains a name twice, the last value applies.
    package static func environment(with variables: [(name: String, text: String)]) -> [String] {
        var entries: [String] = []
        var names = Set<String>(variables.map(\.name))
        for line in environmentEntries()
        where !names.contains(String(line.prefix { $0 != "=" })) {
            entries.append(line)
        }
        for (name, text) in variables.reversed() where names.remove(name) != nil {
            entries.append("\(name)=\(text)")
        }
        return entries
    }
}

/// The way in which a process has ended: its exit code, or the signal that killed it.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// An unknown way of ending. The status was lost, or the process is not a child of this
    /// process.
    case unseen

    /// Converts a status that `waitpid` has returned.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited \(code)"
        case .killed(let signal): "killed by signal \(signal)"
        case .unseen: "ended"
        }
    }
}

/// A descriptor of a process. It becomes readable at the end of the process.
///
/// Unlike a process id, a descriptor never refers to another process.
package final class ProcessDescriptor {
    package let descriptor: Int32
    private var set: DescriptorSet?

    /// Opens the descriptor. Returns nil if there is no such process.
    ///
    /// - Throws: `ProcessProblem` if the descriptor cannot be opened, for example because too many
    ///   are open.
    package init?(_ pid: Int32) throws(ProcessProblem) {
        let opened = pid > 0 ? linux_pidfd_open(pid) : -1
        guard opened >= 0 else {
            if pid <= 0 || errno == ESRCH { return nil }
            throw ProcessProblem(
                "cannot watch the process \(pid): \(errorText(errno))")
        }
        descriptor = opened
    }

    deinit {
        set?.remove(descriptor)
        close(descriptor)
    }

    /// Adds the descriptor to a set. The set contains it until this object is released.
    ///
    /// - Throws: `ProcessProblem` if the system does not allow more members of the set.
    package func join(_ set: DescriptorSet) throws(ProcessProblem) {
        try set.add(descriptor)
        self.set = set
    }

    /// Waits until the process ends, even if signals interrupt the wait. Returns false if it still
    /// runs after the given time.
    package func wait(seconds: Double) -> Bool {
        let deadline = MachineClock.monotonic().advanced(by: seconds)
        while true {
            let left = deadline.nanoseconds - MachineClock.monotonic().nanoseconds
            let milliseconds = left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
            if awaitInput(descriptor, milliseconds) > 0 { return true }
            if milliseconds == 0 { return false }
        }
    }

    package var hasEnded: Bool { wait(seconds: 0) }
}

/// An error about a process. Its description is a sentence with advice.
package struct ProcessProblem: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A set of descriptors that can be polled as one descriptor.
///
/// The set does not own its members: remove each member before you close it. It is not enough to
/// close a member, because a program that is just being started may have a copy of the descriptor.
/// The set would then remain readable.
package final class DescriptorSet {
    /// The descriptor of the set. It is readable while a member of the set is readable.
    package let descriptor: Int32

    /// Creates an empty set.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init() throws(ProcessProblem) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw Self.problem() }
    }

    deinit { close(descriptor) }

    /// Adds a descriptor.
    ///
    /// - Throws: `ProcessProblem` if the system does not allow more members.
    package func add(_ member: Int32) throws(ProcessProblem) {
        let result = epollControl(
            descriptor, EPOLL_CTL_ADD, member, events: EPOLLIN.rawValue)
        guard result == 0 else { throw Self.problem() }
    }

    package func remove(_ member: Int32) {
        epollControl(descriptor, EPOLL_CTL_DEL, member, events: 0)
    }

    private static func problem() -> ProcessProblem {
        ProcessProblem("cannot watch processes: \(errorText(errno))")
    }
}

/// The environment variables that a plugin's configuration sets for its program.
package struct EnvironmentVariables: FieldValue, Hashable {
    /// The names of variables that the daemon sets.
    package static let own = [
        "PAGERD_PLUGINS", "PAGERD_COMMAND", "PAGERD_EVENTS", "PAGERD_PLUGIN", ProgramMark.name,
    ]

    package struct Variable: Hashable, Sendable {
        package var name: String
        package var text: String
    }

    package var values: [Variable] = []

    package init() {}

    package static var schema: Schema { .members }

    package init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else {
            throw CommandError(
                .invalidParams, "expected \(Self.schema.phrase), found \(value.typeName)")
        }
        for member in members {
            do throws(CommandError) {
                try Self.check(name: member.name)
                let text = try String(reading: member.value)
                guard !text.utf8.contains(0) else {
                    throw CommandError(
                        .invalidParams, "a variable cannot contain the character U+0000")
                }
                values.append(Variable(name: member.name, text: text))
            } catch {
                throw error.inside(member.name)
            }
        }
    }

    private static func check(name: String) throws(CommandError) {
        guard !name.isEmpty, !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "=")) else {
            throw CommandError(.invalidParams, "a variable cannot be called \(quoted(name))")
        }
        guard !own.contains(name) else {
            throw CommandError(.invalidParams, "the daemon itself sets \(name); omit it")
        }
    }

    package func write<W: ValueWriter>(to writer: inout W) {
        writer.beginObject()
        for variable in values {
            writer.key(variable.name)
            writer.string(variable.text)
        }
        writer.endObject()
    }
}

/// The limits for the file descriptors of this process.
package enum OpenFiles {
    /// The number of descriptors reserved for the journal, the sockets and temporary uses.
    private static let reserve = 64

    /// The maximum number of descriptors that this process may have open; 0 if the system does not
    /// report it.
    package static var limit: Int {
        guard let limit = descriptorLimit() else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// The maximum number of connections of each of the daemon's three sockets. The maximum leaves
    /// some descriptors for the journal. If libzmq has no descriptor for a new connection, it
    /// aborts the process (ipc) or retries without a pause (tcp).
    package static var connections: Int {
        max(1, min(Limits.connections, (limit - reserve - processes) / parts))
    }

    /// The number of equal parts into which the available descriptors are divided. Three parts are
    /// for the connections of the daemon's three sockets. The fourth is for connections above the
    /// maximum that the daemon has accepted but not yet closed.
    private static let parts = 4

    /// The maximum number of plugin processes that the daemon watches. Each needs a descriptor.
    package static var processes: Int { max(1, min(Limits.plugins, (limit - reserve) / 8)) }

    /// Raises the limit of open descriptors to the number that this process may need, but not above
    /// the hard limit. If the system refuses, the limit does not change.
    package static func allowMany() {
        guard var limit = descriptorLimit() else { return }
        let wanted = rlim_t(parts * Limits.connections + Limits.plugins + reserve)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        setDescriptorLimit(limit)
    }

    /// The number of open descriptors, or 0 if the kernel does not report it.
    package static var count: Int {
        guard let names = names(in: "/proc/self/fd") else { return 0 }
        // The count includes the descriptor that reads the folder.
        return names.count - 1
    }
}
