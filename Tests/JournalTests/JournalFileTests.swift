import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

@Suite(.serialized)
struct JournalFileTests {
    private let create = Step(
        method: "controller.create", params: ["id": "late", "kind": "view"])

    @Test func `A file that cannot grow refuses changes until it can; reads still work`() throws {
        let killed = try KilledDaemon()
        for step in Swarm.prologue { _ = try killed.send(step) }
        let size = try #require(KillTests.size(of: killed.journal))
        try limit(killed.daemon.pid, to: "\(size)")
        let title = Value.string(String(repeating: "x", count: 60_000))
        let update = Step(method: "controller.update", params: ["id": "a", "title": title])
        // The space that is already reserved may hold more records.
        var refusal: Value?
        var accepted = 0
        while refusal == nil {
            let reply = try killed.send(update)
            refusal = reply["error"]
            if refusal == nil { accepted += 1 }
            try #require(accepted < 100)
        }
        #expect(refusal?["data"]?["name"] == "journalFailed")
        #expect(refusal?["message"]?.string?.contains("File too large") == true)
        let after = try killed.send(update)
        #expect(after["error"] == refusal)
        let read = try killed.send("controller.get", ["id": "a"])
        #expect(read["result"]?["id"] == "a")
        try limit(killed.daemon.pid, to: "unlimited")
        #expect(try killed.send(create)["result"]?["id"] == "late")
        let ping = Step(method: "server.ping", params: [:])
        let point = try killed.send(ping)["result"]
        killed.kill()
        try killed.restart()
        #expect(try killed.send(ping)["result"] == point)
    }

    /// Sends commands until the file would have to grow. Returns the error.
    private func fill(_ killed: KilledDaemon) throws -> Value {
        for count in [60_000, 1_000, 10] {
            let title = Value.string(String(repeating: "x", count: count))
            let update = Step(method: "controller.update", params: ["id": "a", "title": title])
            var accepted = 0
            while true {
                let reply = try killed.send(update)
                if let refusal = reply["error"] {
                    if count == 10 { return refusal }
                    break
                }
                accepted += 1
                try #require(accepted < 1_000)
            }
        }
        return .null
    }

    @Test
    func `A file that cannot grow withstands plugin programs that fail again and again`() throws {
        let killed = try KilledDaemon()
        for step in Swarm.prologue { _ = try killed.send(step) }
        killed.daemon.terminate()
        let configuration = "\(killed.daemon.folder)/pagerd.yaml"
        let file = try #require(fopen(configuration, "w"))
        let program = "/" + String(repeating: "x", count: 4_000)
        let often = "restart: always, backOff: {first: 0.01, most: 0.01}"
        fputs(
            "plugins:\n  clock: {command: [\"false\"], \(often)}\n"
                + "  maps: {command: [\(program)], \(often)}\n", file)
        fclose(file)
        // A snapshot in a new file would be shorter and free space again.
        try killed.restart(["--config", configuration, "--journal-growth", "\(1 << 30)"])
        // The first command reserves space.
        try killed.send("controller.update", ["id": "a", "title": "a"])
        let size = try #require(KillTests.size(of: killed.journal))
        try limit(killed.daemon.pid, to: "\(size)")
        let refusal = try fill(killed)
        #expect(refusal["data"]?["name"] == "journalFailed")
        let list = Step(method: "plugin.list", params: [:])
        func restarts() throws -> Int {
            try #require(
                try killed.send(list)["result"]?["plugins"]?.array?[0]["restarts"]?.integer)
        }
        func wait(restarts count: Int) throws {
            let wanted = try restarts() + count
            var requests = 0
            while try restarts() < wanted {
                requests += 1
                try #require(requests < 60_000)
                usleep(1_000)
            }
        }
        // The rest of the space holds a few more records.
        try wait(restarts: 10)
        let before = try JournalFileTests.bytes(of: killed.journal)
        // The other program is started as often. The records of its failures alone exceed the space
        // that is reserved in addition to that for commands.
        try wait(restarts: 40)
        #expect(killed.kills == 0)
        let isSame = try JournalFileTests.bytes(of: killed.journal) == before
        #expect(isSame)
        try limit(killed.daemon.pid, to: "unlimited")
        #expect(try killed.send(create)["result"]?["id"] == "late")
        killed.kill()
        try killed.restart()
        #expect(try killed.send(list)["result"]?["plugins"]?.array?[0]["state"] == "expected")
    }

    private func limit(_ pid: Int32, to bytes: String) throws {
        let process = try TestProcess(
            ["/usr/bin/prlimit", "--pid", "\(pid)", "--fsize=\(bytes):unlimited"])
        process.reap()
    }

    @Test func `The file ends with its last record after an orderly shutdown`() throws {
        let killed = try KilledDaemon()
        for step in Swarm.prologue { _ = try killed.send(step) }
        let open = try #require(KillTests.size(of: killed.journal))
        killed.daemon.terminate()
        let closed = try #require(KillTests.size(of: killed.journal))
        #expect(closed < open)
        try killed.restart()
        #expect(try killed.send(create)["result"]?["id"] == "late")
    }

    @Test func `A file from another release or clock mode is refused`() throws {
        let killed = try KilledDaemon()
        _ = try killed.send(Swarm.prologue[0])
        killed.daemon.terminate()
        let before = try Self.bytes(of: killed.journal)
        for option in [["--uikit", "13"], ["--clock", "real"]] {
            let problem = try #require(throws: TestDaemon.Problem.self) {
                try killed.restart(option)
            }
            #expect(problem.description.contains("was created with --uikit 18 --clock manual"))
            #expect(try Self.bytes(of: killed.journal) == before)
        }
    }

    static func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: try #require(KillTests.size(of: path)))
        #expect(fread(&bytes, 1, bytes.count, file) == bytes.count)
        return bytes
    }

    @Test func `A file whose initial snapshot is cut is refused`() throws {
        let killed = try KilledDaemon()
        for step in Swarm.prologue { _ = try killed.send(step) }
        killed.daemon.terminate()
        let size = try #require(KillTests.size(of: killed.journal))
        truncate(killed.journal, off_t(size - 3))
        let problem = try #require(throws: TestDaemon.Problem.self) { try killed.restart() }
        #expect(problem.description.contains("the snapshot at byte"))
        #expect(KillTests.size(of: killed.journal) == size - 3)
    }
}
