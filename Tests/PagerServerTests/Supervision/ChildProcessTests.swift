import Glibc
import PagerModel
import PagerPlugins
import PagerServer
import Testing

/// Tests with real programs: their start, their environment, and the detection of their end.
@Suite struct ChildProcessTests {
    private static let endpoints = Endpoints {
        $0.command = "ipc:///c"
        $0.events = "ipc:///e"
        $0.plugins = "ipc:///p"
    }
    /// The time limit for expected events, in seconds.
    private static let patience = 60.0

    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func start(
        _ script: String, _ change: (inout PluginConfiguration) -> Void = { _ in }
    ) throws -> ChildProcess {
        var configuration = PluginConfiguration()
        configuration.name = "clock"
        configuration.command = ["/bin/sh", "-c", script]
        configuration.directory = folder.path
        change(&configuration)
        return try ChildProcess(configuration, endpoints: Self.endpoints)
    }

    /// Returns the text that a script has written into `out` at its end.
    private func output(
        of script: String, _ change: (inout PluginConfiguration) -> Void = { _ in }
    ) throws -> String {
        let child = try start("{ \(script); } > out 2>&1", change)
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .exited(0))
        return contents(of: folder.path("out"))
    }

    @Test func `A program runs in its configured folder`() throws {
        #expect(try output(of: "pwd -P") == "\(folder.path)\n")
    }

    @Test func `A program gets the endpoints and its own name in environment variables`() throws {
        let names = "$PAGERD_PLUGINS $PAGERD_COMMAND $PAGERD_EVENTS $PAGERD_PLUGIN"
        #expect(try output(of: "echo \(names)") == "ipc:///p ipc:///c ipc:///e clock\n")
    }

    @Test func `Configured variables replace those of the daemon's environment`() throws {
        let environment: Value = ["PATH": "/usr/bin:/bin", "TZ": "Mars/Olympus", "EMPTY": ""]
        let variables = try EnvironmentVariables(reading: environment)
        let text = try output(of: "env") { $0.environment = variables }
        let lines = text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("PATH=") } == ["PATH=/usr/bin:/bin"])
        #expect(lines.contains("TZ=Mars/Olympus"))
        #expect(lines.contains("EMPTY="))
        let home = getenv("HOME").map { String(cString: $0) }
        #expect(lines.contains { $0 == "HOME=\(home ?? "")" } == (home != nil))
    }

    @Test func `An executable without a slash is found in PATH`() throws {
        let child = try start("") { $0.command = ["true"] }
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .exited(0))
    }

    @Test func `The path of an executable with a slash is relative to the program's folder`() throws
    {
        try folder.write("own.sh", "#!/bin/sh\nexit 5\n")
        chmod(folder.path("own.sh"), 0o700)
        let child = try start("") { $0.command = ["./own.sh"] }
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .exited(5))
    }

    @Test func `The standard input of a program is empty`() throws {
        #expect(try output(of: "cat; echo end") == "end\n")
    }

    @Test func `A program does not inherit blocked or ignored signals`() throws {
        signal(SIGPIPE, SIG_IGN)
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let text = try output(of: "grep -E '^Sig(Blk|Ign)' /proc/self/status")
        let masks = text.split(separator: "\n").compactMap { UInt64($0.dropFirst(8), radix: 16) }
        // Signals 1 to 31 are checked. The C library reserves two of the others.
        #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0], "\(text)")
    }

    @Test func `A program does not inherit open descriptors of the daemon`() throws {
        let open = fcntl(STDERR_FILENO, F_DUPFD, 200)
        defer { close(open) }
        let held = try output(of: "ls /proc/self/fd").split(separator: "\n")
        #expect(!held.contains("\(open)"))
        #expect(held.starts(with: ["0", "1", "2"]))
    }

    @Test(arguments: [
        ("exit 0", "exited 0"), ("exit 3", "exited 3"), ("kill -9 $$", "killed by signal 9"),
        ("kill -TERM $$", "killed by signal 15"),
    ])
    func `The end of a program is reported with its reason`(script: String, text: String) throws {
        let child = try start(script)
        try #require(child.wait(seconds: Self.patience))
        #expect(isReadable(child.descriptor, milliseconds: 0))
        #expect(child.reap()?.description == text)
        #expect(child.reap()?.description == text)
    }

    @Test func `A running program has no exit status`() throws {
        let child = try start("exec sleep 60")
        #expect(child.reap() == nil)
        #expect(!isReadable(child.descriptor, milliseconds: 0))
        child.signal(SIGTERM)
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .killed(signal: SIGTERM))
    }

    @Test func `An exit status that other code has collected is reported as unseen`() throws {
        let child = try start("exit 3")
        var status: Int32 = 0
        #expect(waitpid(child.pid, &status, 0) == child.pid)
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .unseen)
    }

    @Test func `A signal reaches the whole process group`() throws {
        let said = try Fifo(folder.path("fifo"))
        let child = try start("sleep 60 & echo $! > \(said.path); wait")
        let inner = try ProcessWatch(#require(pid_t(said.line())))
        child.signal(SIGTERM)
        #expect(child.wait(seconds: Self.patience))
        #expect(inner.wait(seconds: Self.patience))
    }

    @Test func `Processes that a program leaves behind are killed`() throws {
        let said = try Fifo(folder.path("fifo"))
        let child = try start("sleep 60 & echo $! > \(said.path); exit 1")
        let left = try ProcessWatch(#require(pid_t(said.line())))
        try #require(child.wait(seconds: Self.patience))
        #expect(!left.hasEnded)
        #expect(child.reap() == .exited(1))
        #expect(left.wait(seconds: Self.patience))
    }

    /// Ways to leave the process group of a program.
    static let escapes = [
        "setsid sh -c 'echo $$ > FIFO; exec sleep 60' &",
        "(setsid sh -c 'echo $$ > FIFO; exec sleep 60' &)",
        "setsid sh -c 'setsid sh -c \"echo \\$\\$ > FIFO; trap : TERM HUP; sleep 60\" &' &",
        "nohup setsid sh -c 'cd /; echo $$ > FIFO; exec sleep 60' &",
    ]

    @Test(arguments: escapes, [false, true])
    func `Processes that have left the group are killed, too`(escape: String, isAlone: Bool) throws
    {
        let said = try Fifo(folder.path("fifo"))
        let script = escape.replacing("FIFO", with: said.path)
        var child: ChildProcess? = try start(script + (isAlone ? "\nexit 1" : "\nwait; sleep 60"))
        let left = try ProcessWatch(#require(pid_t(said.line())))
        #expect(!left.hasEnded)
        if isAlone {
            try #require(child?.wait(seconds: Self.patience) == true)
            #expect(child?.reap() == .exited(1))
        }
        child = nil
        #expect(left.wait(seconds: Self.patience))
    }

    @Test func `The processes of another program stay`() throws {
        let said = try Fifo(folder.path("fifo"))
        let other = try start("setsid sh -c 'echo $$ > \(said.path); exec sleep 60' & wait")
        let stays = try ProcessWatch(#require(pid_t(said.line())))
        let child = try start("exit 0")
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .exited(0))
        #expect(!stays.hasEnded)
        #expect(other.reap() == nil)
    }

    @Test func `Destroying a ChildProcess kills and reaps its process`() throws {
        var child: ChildProcess? = try start("trap '' TERM; sleep 60")
        let watch = try ProcessWatch(#require(child).pid)
        child = nil
        #expect(watch.hasEnded)
        // The process has also been reaped, so its id is free.
        #expect(kill(watch.pid, 0) != 0)
    }

    @Test func `The error for a missing executable contains its name`() throws {
        let problem = #expect(throws: ProcessProblem.self) {
            try start("") { $0.command = ["pagerd-no-such-program", "x"] }
        }
        #expect(
            problem?.description == "plugin clock: cannot start pagerd-no-such-program in "
                + "\(folder.path): No such file or directory; install it, or correct `command` "
                + "in the configuration file")
    }

    @Test func `The error for a file that is not executable contains its name`() throws {
        try folder.write("notes", "hello\n")
        let problem = #expect(throws: ProcessProblem.self) {
            try start("") { $0.command = ["./notes"] }
        }
        #expect(problem?.description.contains("./notes in \(folder.path): Permission") == true)
    }

    @Test func `The error for a missing folder contains its path`() throws {
        let problem = #expect(throws: ProcessProblem.self) {
            try start("") { $0.directory = folder.path("nowhere") }
        }
        #expect(
            problem?.description == "plugin clock: \(folder.path)/nowhere is not a folder; correct "
                + "`directory` in the configuration file")
    }

    // MARK: processes that are not children

    @Test func `A ProcessWatch detects the end of a process`() throws {
        let child = try start("exec sleep 60")
        let watch = try ProcessWatch(child.pid)
        let descriptor = try #require(watch.descriptor)
        #expect(!watch.hasEnded)
        #expect(!isReadable(descriptor, milliseconds: 0))
        child.signal(SIGKILL)
        #expect(isReadable(descriptor, milliseconds: 60_000))
        #expect(watch.hasEnded)
    }

    @Test func `A ProcessWatch reports a process that does not exist as ended`() throws {
        let child = try start("exit 0")
        try #require(child.wait(seconds: Self.patience))
        #expect(child.reap() == .exited(0))
        for pid in [child.pid, 0, -1, .max] {
            let watch = try ProcessWatch(pid)
            #expect(watch.hasEnded)
            #expect(watch.descriptor == nil)
        }
    }
}
