import DaemonUnderTest
import Glibc
import PagerModel
import PagerWire
import Testing

/// Tests of `pagerctl list` and `doctor` for daemons that are healthy, locked, silent, killed or
/// ended.
@Suite struct InstanceTests {
    @Test func `Without a session, the error explains how to find its daemon`() throws {
        let alone = try ControlTool(folder: "")("--name", "absent", "status")
        #expect(alone.status == 1)
        #expect(alone.errors.contains("set PAGERD_RUNTIME_DIR, for example to /run/user/"))
        let inSession = try ControlTool(folder: "/nowhere")("--name", "absent", "status")
        #expect(inSession.status == 1 && !inSession.errors.contains("XDG_RUNTIME_DIR"))
    }

    @Test func `In a session whose folder is absent, the error names the folder`() throws {
        let other = try ControlTool(folder: "").start(
            ["status"], environment: ["XDG_RUNTIME_DIR=/nowhere"]
        ).finish()
        #expect(other.status == 1)
        #expect(other.errors.contains("XDG_RUNTIME_DIR names the folder /nowhere, which does not"))
    }

    @Test(arguments: [[], ["--command", "ipc://nowhere/command"]])
    func `No daemon in a relative folder is reported at once`(options: [String]) throws {
        let result = try ControlTool(folder: "nowhere/").start(
            ["status"] + options, environment: []
        )
        .finish()
        #expect(result.status == 1)
        #expect(result.errors.contains("there is no such socket"), "\(result)")
    }

    @Test func `A daemon without its lock file is listed as running`() throws {
        let daemon = try TestDaemon()
        #expect(unlink("\(daemon.folder)/test/lock") == 0)
        #expect(try state(try ControlTool(daemon)("list")) == "running")
        kill(daemon.pid, SIGSTOP)
        defer { kill(daemon.pid, SIGCONT) }
        #expect(try state(try ControlTool(daemon)("list", "--timeout", "1")) == "no answer")
    }

    /// A daemon with a CURVE tcp endpoint and a folder with the keys of its clients.
    private struct Locked {
        let daemon: TestDaemon
        let tool: ControlTool
        let command: String
        let plugins: String
        private let keys: KeyFolder

        init() throws {
            keys = try KeyFolder(["server", "listed", "unlisted"])
            try keys.list("access", ["listed"], as: "drive")
            let ports = try FreePorts.take(3)
            command = "tcp://127.0.0.1:\(ports[0])"
            plugins = "tcp://127.0.0.1:\(ports[2])"
            daemon = try TestDaemon([
                "--clock", "manual", "--key", keys.path("server"), "--access", keys.path("access"),
                "--command", command, "--events", "tcp://127.0.0.1:\(ports[1])", "--plugins",
                plugins,
            ])
            tool = ControlTool(daemon)
        }

        func file(_ name: String) -> String { keys.path(name) }
    }

    private func rows(_ result: ControlTool.Result) throws -> [Value] {
        #expect(result.status == 0, "\(result)")
        return try JSONParser.parse(Array(result.output.utf8)).array ?? []
    }

    private func state(_ result: ControlTool.Result) throws -> String? {
        let rows = try rows(result)
        #expect(rows.count == 1, "\(rows)")
        return rows.first?["state"]?.string
    }

    @Test func `A daemon that requires keys is listed as running to a client without one`() throws {
        let locked = try Locked()
        let row = try #require(try rows(try locked.tool("list")).first)
        #expect(row["state"] == "no access")
        #expect(row["pid"] == .integer(Int(locked.daemon.pid)))
        #expect(row["command"] == .string(locked.command))
        #expect(row["reason"]?.string?.contains("--key") == true, "\(row)")
        let doctor = try locked.tool("doctor").output
        #expect(doctor.contains("does not admit this client"), "\(doctor)")
        #expect(!doctor.contains("kill it") && !doctor.contains("does not run"), "\(doctor)")
        // If only the endpoint is known, the handshake reveals that it requires a key.
        let ping = try locked.tool("ping", "--timeout", "1", "--command", locked.command)
        #expect(ping.status == 1)
        #expect(ping.errors.contains("requires a key"), "\(ping)")
    }

    @Test func `A client with a listed key finds the daemon's own key by its name`() throws {
        let locked = try Locked()
        #expect(try state(try locked.tool("list", "--key", locked.file("listed"))) == "running")
        let doctor = try locked.tool("doctor", "--key", locked.file("listed"))
        #expect(doctor.status == 0, "\(doctor)")
        #expect(doctor.output.contains("sends heartbeats"))
        let given = try locked.tool(
            "doctor", "--key", locked.file("listed"), "--server-key", locked.file("server.pub"),
            "--command", locked.command)
        #expect(given.output.contains("test answers in"), "\(given)")
    }

    @Test func `An unlisted key and the key of another daemon are reported`() throws {
        let locked = try Locked()
        let listed = try #require(
            try rows(try locked.tool("list", "--key", locked.file("unlisted"))).first)
        #expect(listed["state"] == "no access")
        #expect(listed["reason"]?.string?.contains("refuses this key") == true, "\(listed)")
        let ping = try locked.tool.start([
            "ping", "--timeout", "600", "--key", locked.file("unlisted"), "--server-key",
            locked.file("server.pub"), "--command", locked.command,
        ])
        let refused = ping.finish(within: 100, "a refusal is not waited out")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("refuses this key"), "\(refused)")
        let plugin = try locked.tool.start(
            [
                "plugin", "run", "clock", "--kind", "clock", "--timeout", "60", "--key",
                locked.file("unlisted"), "--server-key", locked.file("server.pub"), "--", "true",
            ], environment: ["PAGERD_PLUGINS=\(locked.plugins)"]
        ).finish()
        #expect(plugin.status == 1)
        #expect(plugin.errors.contains("refuses this key"), "\(plugin)")
        let other = try locked.tool(
            "ping", "--timeout", "1", "--key", locked.file("listed"), "--server-key",
            locked.file("unlisted.pub"), "--command", locked.command)
        #expect(other.status == 1)
        #expect(other.errors.contains("has another key"), "\(other)")
    }

    @Test func `A host where nothing listens and a daemon that hangs are reported`() throws {
        let locked = try Locked()
        let port = try FreePorts.take(1)[0]
        let dead = try locked.tool(
            "doctor", "--timeout", "1", "--command", "tcp://127.0.0.1:\(port)")
        #expect(dead.status == 1)
        #expect(dead.output.contains("does not run (tcp://127.0.0.1:\(port): no connection"))
        kill(locked.daemon.pid, SIGSTOP)
        defer { kill(locked.daemon.pid, SIGCONT) }
        let key = locked.file("listed")
        #expect(
            try state(try locked.tool("list", "--timeout", "1", "--key", key)) == "no answer")
        let silent = try locked.tool("doctor", "--timeout", "1", "--key", key)
        #expect(silent.status == 1)
        #expect(silent.output.contains("test does not answer: no answer from"), "\(silent)")
    }

    @Test func `A file among instances is skipped, and an unsafe folder hides no other`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let (file, folder) = ("\(daemon.folder)/notes", "\(daemon.folder)/open")
        close(Glibc.open(file, O_CREAT | O_WRONLY, 0o600))
        mkdir(folder, 0o755)
        chmod(folder, 0o755)
        defer {
            unlink(file)
            rmdir(folder)
        }
        let rows = try rows(try tool("list"))
        #expect(rows.map { $0["name"]?.string } == ["open", "test"])
        #expect(rows.map { $0["state"]?.string } == ["unsafe", "running"])
        let doctor = try tool("doctor", "--name", "test")
        #expect(doctor.status == 0, "\(doctor)")
    }

    @Test func `SIGTERM removes an instance; a killed one is stale until the next start`() throws {
        // The first daemon removes its folder when it ends.
        let first = try TestDaemon()
        var daemon = first
        let tool = ControlTool(first)
        #expect(try tool("shutdown").status == 0)
        #expect(daemon.ends(within: 100))
        #expect(try rows(try tool("list")).isEmpty)
        daemon = try TestDaemon(after: daemon)
        daemon.kill()
        #expect(daemon.ends(within: 100))
        #expect(try state(try tool("list")) == "stale")
        daemon = try TestDaemon(after: daemon)
        #expect(try state(try tool("list")) == "running")
        daemon.terminate()
        #expect(try rows(try tool("list")).isEmpty)
        withExtendedLifetime(first) {}
    }

    @Test func `A start that fails leaves no instance`() throws {
        let daemon = try TestDaemon()
        let folder = daemon.folder
        let failed = try TestProcess(
            [
                "\(TestDaemon.products)/pagerd", "--name", "other", "--journal", "none", "--book",
                "\(folder)/no-such-book",
            ], environment: ["PAGERD_RUNTIME_DIR=\(folder)"], reading: .error)
        while try failed.line() != nil {}
        failed.reap()
        #expect(
            try rows(try ControlTool(daemon)("list")).map { $0["name"]?.string } == ["test"])
    }

    @Test func `Without --name a daemon has the name in PAGERD_NAME`() throws {
        let daemon = try TestDaemon()
        let hall = try TestProcess(
            ["\(TestDaemon.products)/pagerd", "--journal", "none"],
            environment: ["PAGERD_RUNTIME_DIR=\(daemon.folder)", "PAGERD_NAME=hall"],
            reading: .error)
        #expect(try hall.line()?.hasPrefix("ready hall ") == true)
        kill(hall.pid, SIGTERM)
        hall.reap()
    }

    @Test
    func `A daemon that starts while another one of its name ends waits for the name`() throws {
        let first = try TestDaemon()
        var daemon = first
        for _ in 0..<8 {
            kill(daemon.pid, SIGTERM)
            let next = try TestDaemon(after: daemon)
            #expect(daemon.ends(within: 100))
            #expect(try state(try ControlTool(next)("list")) == "running")
            daemon = next
        }
        withExtendedLifetime(first) {}
    }
}
