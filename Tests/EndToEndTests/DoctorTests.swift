import DaemonUnderTest
import Foundation
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing

@Suite struct DoctorTests {
    private func findings(_ result: ControlTool.Result) throws -> (healthy: Bool, all: [Value]) {
        let value = try JSONParser.parse(Array(result.output.utf8))
        return (value["healthy"] == true, value["findings"]?.array ?? [])
    }

    private func problems(_ result: ControlTool.Result) throws -> [String] {
        #expect(result.status == 1)
        let (isHealthy, all) = try findings(result)
        #expect(!isHealthy)
        return try all.filter { $0["state"] == "problem" }.map { problem in
            #expect(problem["advice"]?.string?.isEmpty == false, "\(problem)")
            return try #require(problem["text"]?.string)
        }
    }

    @Test
    func `A healthy daemon replies, has a compatible contract, and its events arrive`() throws {
        let daemon = try TestDaemon()
        let result = try ControlTool(daemon)("doctor")
        #expect(result.status == 0, "\(result)")
        let (isHealthy, all) = try findings(result)
        #expect(isHealthy)
        let states = Dictionary(
            all.map { ($0["check"]?.string ?? "", $0["state"]?.string ?? "") },
            uniquingKeysWith: { first, _ in first })
        for check in ["runtimeFolder", "protocol", "events", "descriptors", "stateFolder"] {
            #expect(states[check] == "ok", "\(check)")
        }
        #expect(states["clock"] == "note", "it is manual")
        #expect(states["journal"] == "note", "it has none")
        let lines = try ControlTool(daemon)("doctor", "--human").lines
        #expect(lines.contains { $0.hasPrefix("ok       test answers in ") })
    }

    @Test func `The journal is found, with its size and the free space on its disk`() throws {
        let daemon = try TestDaemon(["--journal", "/tmp/pagerd-doctor-\(getpid()).journal"])
        defer {
            unlink("/tmp/pagerd-doctor-\(getpid()).journal")
            unlink("/tmp/pagerd-doctor-\(getpid()).journal.lock")
        }
        let (_, all) = try findings(try ControlTool(daemon)("doctor"))
        let text = all.first { $0["check"] == "journal" }?["text"]?.string
        #expect(text?.contains("/tmp/pagerd-doctor-\(getpid()).journal") == true, "\(all)")
        #expect(text?.contains("has a journal of 1 kB") == true, "without the reserved space")
        #expect(text?.hasSuffix("are free there") == true)
    }

    @Test func `A book whose path was given relative to a folder is named with its whole path`()
        throws
    {
        let folder = try Folder()
        try folder.write("book.yaml", "pager: {id: book, pages: [{id: a}]}\n")
        let path = Self.relative(to: "\(folder.path)/book.yaml")
        let daemon = try TestDaemon(["--clock", "manual", "--book", path])
        let output = try ControlTool(daemon)("doctor", "--human").output
        #expect(output.contains("ok       test shows \(folder.path)/book.yaml\n"))
    }

    /// Returns a path that leads from the current folder to an absolute path.
    private static func relative(to path: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        return current.split(separator: "/").map { _ in "../" }.joined() + path.dropFirst()
    }

    @Test func `status says that nothing can change while the journal cannot be written`() throws {
        let daemon = try HostileDaemon { _ in
            ["result": ["windows": [], "journal": ["failure": "No space left on device"]]]
        }
        defer { daemon.end() }
        let errors = try ControlTool(folder: daemon.folder)("status", "--human").errors
        #expect(
            errors == "pagerctl: nothing can change, because the journal cannot be written: "
                + "No space left on device\n")
    }

    @Test func `status and doctor name a plugin that was lost and one that cannot start`() throws {
        let folder = try Folder()
        try folder.write(
            "daemon.yaml", "plugins: {gone: {command: [/nowhere/at-all], kinds: [map]}}\n")
        let daemon = try TestDaemon(["--config", "\(folder.path)/daemon.yaml"])
        let pagerctl = ControlTool(daemon)
        do {
            var plugin = try PluginConnection(daemon.plugins)
            _ = try plugin.register(name: "clock", kinds: ["clock"])
        }
        #expect(try pagerctl("wait", "plugin.clock.lost", "--since", "0").status == 0)
        _ = try pagerctl("create", "clock", "--id", "hours")
        let errors = try pagerctl("status", "--human").errors
        #expect(errors.contains("the plugin clock, which hosts 1 controller, does not run: "))
        #expect(errors.contains("the plugin gone does not run: "), "\(errors)")
        let problems = try problems(try pagerctl("doctor"))
        #expect(problems.filter { $0.hasPrefix("test misses a plugin: ") }.count == 2)
    }

    @Test func `--format prints each daemon of list and each finding of doctor`() throws {
        let daemon = try TestDaemon()
        let pagerctl = ControlTool(daemon)
        #expect(try pagerctl("list", "--format", "{name} {state}").output == "test running\n")
        let lines = try pagerctl("doctor", "--format", "{check}").lines
        #expect(lines.contains("protocol") && lines.contains("events"))
        #expect(try pagerctl("doctor", "--format", "{nosuch}").status == 64)
    }

    @Test
    func `doctor distinguishes a killed daemon, one that never ran, and one that hangs`() throws {
        let daemon = try TestDaemon()
        let pagerctl = ControlTool(daemon)
        #expect(
            try problems(try pagerctl("doctor", "--name", "nobody")).contains {
                $0.hasPrefix("nobody does not run")
            })
        kill(daemon.pid, SIGSTOP)
        #expect(
            try problems(try pagerctl("doctor", "--timeout", "0.3")).contains {
                $0.hasPrefix("test does not answer")
            })
        daemon.kill()
        #expect(daemon.ends(within: 100))
        #expect(
            try problems(try pagerctl("doctor")).contains { $0.hasPrefix("test does not run") })
    }

    @Test func `Sockets of two daemons are reported`() throws {
        let one = try TestDaemon()
        let other = try TestDaemon()
        let result = try ControlTool(one)(
            "doctor", "--command", one.address.command, "--events", other.address.events)
        #expect(try problems(result).contains { $0.contains("another daemon publishes") })
    }

    @Test
    func `A folder that others may write to and a file in place of a folder are reported`() throws {
        let daemon = try TestDaemon()
        chmod(daemon.folder, 0o755)
        let open = try problems(try ControlTool(daemon)("doctor"))
        #expect(open.contains { $0.contains("is accessible to other users") })
        #expect(open.count == 1, "a folder is reported once")
        chmod(daemon.folder, 0o700)
        let file = "/tmp/pagerd-doctor-file-\(getpid())"
        close(Glibc.open(file, O_CREAT | O_WRONLY, 0o600))
        defer { unlink(file) }
        let texts = try problems(try ControlTool(folder: file)("doctor"))
        #expect(texts.contains { $0.contains("is not a folder") })
        #expect(texts.contains { $0.contains("cannot be written") })
    }
}
