import DaemonUnderTest
import Glibc
import Testing
import ZMQ

/// Tests of the files that a daemon removes: only those that it has made itself.
@Suite struct OwnFilesTests {
    private static let files = ["command", "events", "plugins", "endpoints.json"]

    private func start(_ options: [String] = [], in folder: Scratch) throws -> PagerProcess {
        let daemon = try PagerProcess(
            ["--name", "hall", "--journal", "none"] + options, runtime: folder.path)
        let line = try daemon.line()
        try #require(line.hasPrefix("ready hall "), "\(line)")
        return daemon
    }

    private func refusal(_ options: [String] = [], in folder: Scratch) throws -> String {
        let end = try PagerProcess(
            ["--name", "hall", "--journal", "none"] + options, runtime: folder.path
        ).end()
        #expect(end.status == 1, "\(end.output)")
        return end.output
    }

    /// Returns the inodes of the files, 0 for a file that does not exist.
    private func inodes(_ folder: Scratch, of names: [String] = files) -> [ino_t] {
        names.map { name in
            var status = stat()
            return lstat(folder.path("hall/\(name)"), &status) == 0 ? status.st_ino : 0
        }
    }

    private static func ends() throws -> [String] {
        let names = ["command", "events", "plugins"]
        return zip(names, try FreePorts.take(3)).flatMap { ["--\($0)", "tcp://127.0.0.1:\($1)"] }
            + ["--insecure-tcp"]
    }

    @Test(arguments: [false, true], [false, true])
    func `A daemon without its lock file is found and keeps its files`(
        isFirstRemote: Bool, isSecondRemote: Bool
    ) throws {
        let folder = try Scratch()
        let first = try start(isFirstRemote ? Self.ends() : [], in: folder)
        #expect(unlink(folder.path("hall/lock")) == 0)
        let before = inodes(folder)
        let problem = try refusal(isSecondRemote ? Self.ends() : [], in: folder)
        #expect(problem.contains("a daemon named hall is running already"), "\(problem)")
        #expect(inodes(folder) == before)
        #expect(try first.end(signal: SIGTERM).status == 0)
        #expect(access(folder.path("hall"), F_OK) != 0)
    }

    @Test func `A process that listens on the daemon's path is not robbed of it`() throws {
        let folder = try Scratch()
        folder.makeFolder("hall")
        let listener = try Socket(Context(), .rep)
        try listener.bind("ipc://\(folder.path("hall/events"))")
        let before = inodes(folder)
        // The endpoints that this daemon itself uses do not matter.
        let problem = try refusal(Self.ends(), in: folder)
        #expect(problem.contains("a daemon named hall is running already"), "\(problem)")
        #expect(inodes(folder) == before)
        withExtendedLifetime(listener) {}
    }

    @Test func `An ending daemon leaves a lock file that is not its own`() throws {
        let folder = try Scratch()
        let daemon = try start(in: folder)
        #expect(unlink(folder.path("hall/lock")) == 0)
        try folder.write("hall/lock", "another")
        let problem = try refusal(in: folder)
        #expect(problem.contains("running already"), "\(problem)")
        #expect(try daemon.end(signal: SIGTERM).status == 0)
        #expect(access(folder.path("hall/lock"), F_OK) == 0)
        #expect(inodes(folder) == [0, 0, 0, 0])
    }

    @Test func `An ending daemon leaves the files of another one in its place`() throws {
        let folder = try Scratch()
        let first = try start(in: folder)
        #expect(rename(folder.path("hall"), folder.path("moved")) == 0)
        let second = try start(in: folder)
        let before = inodes(folder)
        #expect(!before.contains(0))
        #expect(try first.end(signal: SIGTERM).status == 0)
        #expect(inodes(folder) == before)
        #expect(try second.end(signal: SIGTERM).status == 0)
        #expect(access(folder.path("hall"), F_OK) != 0)
    }

    @Test func `A failed start removes the sockets that it has bound`() throws {
        let folder = try Scratch()
        let taken = try FreePorts.take(1)[0]
        let other = try start(
            ["--insecure-tcp", "--command", "tcp://127.0.0.1:\(taken)"], in: folder)
        let end = try PagerProcess(
            [
                "--name", "new", "--journal", "none", "--insecure-tcp", "--command",
                "tcp://127.0.0.1:\(taken)", "--events", "ipc://\(folder.path("events"))",
            ], runtime: folder.path
        ).end()
        #expect(end.status == 1)
        #expect(end.output.contains("bind tcp://127.0.0.1:\(taken)"), "\(end.output)")
        #expect(access(folder.path("new"), F_OK) != 0)
        #expect(access(folder.path("events"), F_OK) != 0)
        #expect(try other.end(signal: SIGTERM).status == 0)
    }

    @Test func `A failed start leaves what a killed daemon has left`() throws {
        let folder = try Scratch()
        #expect(try start(in: folder).end(signal: SIGKILL).status == nil)
        let before = inodes(folder)
        #expect(!before.contains(0))
        _ = try refusal(["--book", folder.path("absent.yaml")], in: folder)
        #expect(inodes(folder) == before)
        // The next daemon takes the files over, also without a lock file.
        unlink(folder.path("hall/lock"))
        let next = try start(in: folder)
        #expect(try next.end(signal: SIGTERM).status == 0)
        #expect(access(folder.path("hall"), F_OK) != 0)
    }

    @Test func `A relay removes its socket at its end`() throws {
        let folder = try Scratch()
        let daemon = try start(in: folder)
        let path = folder.path("relay")
        let relay = try PagerProcess(
            ["relay", "--name", "hall", "--to", "ipc://\(path)"], runtime: folder.path)
        #expect(try relay.line().hasPrefix("ready relay"))
        #expect(access(path, F_OK) == 0)
        #expect(try relay.end(signal: SIGTERM).status == 0)
        #expect(access(path, F_OK) != 0)
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }
}
