import DaemonUnderTest
import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Testing

@Suite(.serialized)
struct RecoverCommandTests {
    private static let hello = Step(method: "server.hello", params: [:])

    /// Returns a killed daemon whose journal has a flipped bit in its second controller's record.
    private func damaged() throws -> KilledDaemon {
        let killed = try KilledDaemon()
        for id in ["first", "second", "third"] {
            try killed.send("controller.create", ["id": .string(id), "kind": "view"])
        }
        killed.kill()
        let bytes = try JournalFileTests.bytes(of: killed.journal)
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("second".utf8)) })
        let file = try #require(fopen(killed.journal, "r+"))
        fseek(file, place, SEEK_SET)
        fputc(Int32(bytes[place] ^ 1), file)
        fclose(file)
        return killed
    }

    private func cleanUp(_ killed: KilledDaemon) { unlink(killed.journal + ".damaged") }

    private func controllers(_ killed: KilledDaemon) throws -> [String?]? {
        try killed.send("controller.list")["result"]?["controllers"]?
            .array?.map { $0["id"]?.string }
    }

    /// Runs `pagerd recover`. Returns its output and exit status.
    private func recover(
        _ arguments: [String], reading output: TestProcess.Output = .standard
    ) throws -> (text: String, status: Int32?) {
        let process = try TestProcess(
            ["\(TestDaemon.products)/pagerd", "recover"] + arguments, reading: output)
        var lines: [String] = []
        while let line = try process.line() { lines.append(line) }
        process.reap()
        return (lines.joined(separator: "\n"), process.status)
    }

    @Test func `A daemon with a damaged journal does not start and names pagerd recover`() throws {
        let killed = try damaged()
        let before = try JournalFileTests.bytes(of: killed.journal)
        let problem = try #require(throws: TestDaemon.Problem.self) { try killed.restart() }
        #expect(problem.description.contains("is damaged at byte"))
        #expect(problem.description.contains("`pagerd recover --journal \(killed.journal)`"))
        #expect(try JournalFileTests.bytes(of: killed.journal) == before)
    }

    @Test func `With --recover the daemon reports the loss; clients see another history`() throws {
        let killed = try damaged()
        defer { cleanUp(killed) }
        let before = try JournalFileTests.bytes(of: killed.journal)
        try killed.restart(["--recover"])
        let warnings = killed.daemon.warnings.joined(separator: "\n")
        #expect(warnings.contains("including 1 record after the damage, up to seq 3"))
        #expect(warnings.contains("kept as \(killed.journal).damaged"))
        #expect(try controllers(killed) == ["first"])
        #expect(try JournalFileTests.bytes(of: killed.journal + ".damaged") == before)
        let history = try killed.send(Self.hello)["result"]?["history"]
        killed.kill()
        try killed.restart()
        #expect(killed.daemon.warnings.isEmpty)
        #expect(try killed.send(Self.hello)["result"]?["history"] == history)
        #expect(try controllers(killed) == ["first"])
    }

    @Test
    func `A daemon starts after pagerd recover, which leaves an intact journal alone`() throws {
        let killed = try damaged()
        defer { cleanUp(killed) }
        let (text, status) = try recover(["--journal", killed.journal])
        #expect(status == 0)
        #expect(text.contains("pagerd: the journal \(killed.journal) cannot be read from byte"))
        #expect(text.contains("The state of seq 1, revision 1 is restored"))
        let recovered = try JournalFileTests.bytes(of: killed.journal)
        let again = try recover(["--journal", killed.journal])
        #expect(again.status == 0)
        #expect(again.text.contains("is intact, up to seq 1; there is nothing to recover"))
        #expect(try JournalFileTests.bytes(of: killed.journal) == recovered)
        try killed.restart()
        #expect(try controllers(killed) == ["first"])
        let running = try recover(["--journal", killed.journal], reading: .error)
        #expect(running.status == 1)
        #expect(running.text.contains("another daemon uses the journal"))
    }

    @Test func `pagerd recover creates no journal if there was none`() throws {
        let path = "/tmp/pagerd-no-journal-\(getpid())"
        let (text, status) = try recover(["--journal", path], reading: .error)
        #expect(status == 1)
        #expect(text.contains("there is no journal \(path)"))
        #expect(access(path, F_OK) != 0)
        #expect(try recover(["--nonsense"], reading: .error).status == 64)
    }

    @Test func `A first start that is killed at any moment leaves no damaged journal`() throws {
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        let killed = try KilledDaemon()
        for _ in 0..<8 {
            killed.kill()
            unlink(killed.journal)
            let first = try TestProcess(
                [
                    "\(TestDaemon.products)/pagerd", "--name", "test", "--clock", "manual",
                    "--journal", killed.journal,
                ], environment: ["PAGERD_RUNTIME_DIR=\(killed.daemon.folder)"], reading: .error)
            usleep(.random(in: 0..<60_000, using: &random))
            first.kill(SIGKILL)
            first.reap()
            try killed.restart()
            #expect(killed.daemon.warnings.isEmpty, "seed \(seed)")
        }
    }
}
