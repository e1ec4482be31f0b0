import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite(.serialized)
struct KillTests {
    private static let kills = RandomTest.number("PAGERD_KILLS") ?? 25

    @Test func `A killed daemon comes back with exactly the acknowledged commands`() throws {
        var random = SeededGenerator(seed: RandomTest.seed)
        var swarm = Swarm(seed: RandomTest.seed)
        // A new snapshot is written about every hundred commands, so some kills happen during one.
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "20000"])
        var twin = RecordedService(clock: .manual)
        func both(_ step: Step) throws {
            let reply = try killed.send(step)
            let expected = try JSONParser.parse(twin.send(step, client: "killer"))
            try #require(
                reply == expected, "seed \(RandomTest.seed), kill \(killed.kills), \(step.method)")
        }
        for step in Swarm.prologue { try both(step) }
        while killed.kills < Self.kills {
            let before = killed.kills
            let killer = killed.kill(after: .random(in: 0..<4000, using: &random))
            while killed.kills == before { try both(swarm.next()) }
            killer.join()
            if killed.kills % 10 == 0 { try compare(killed, &twin) }
        }
        try compare(killed, &twin)
    }

    /// Compares state and events with those of a daemon that was not killed.
    private func compare(_ killed: KilledDaemon, _ twin: inout RecordedService) throws {
        for (method, params) in [
            ("state.snapshot", ["limit": 100_000]), ("events.replay", ["since": 0] as Value),
        ] {
            let step = Step(method: method, params: params)
            let found = try killed.send(step)["result"]
            let expected = try JSONParser.parse(twin.send(step, client: "killer"))["result"]
            for name in ["windows", "controllers", "views", "transitions", "events", "seq"] {
                try #require(
                    found?[name] == expected?[name], "seed \(RandomTest.seed), \(method) \(name)")
            }
        }
    }

    @Test func `A killed daemon continues seq and history with another boot id`() throws {
        // The journal begins with a snapshot, before which there were events.
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "20000"])
        for step in Swarm.prologue { _ = try killed.send(step) }
        try rename(in: killed, times: 300)
        let before = try killed.send("server.hello")["result"]
        killed.kill()
        try killed.restart()
        let after = try killed.send("server.hello")["result"]
        #expect(after?["history"] == before?["history"])
        #expect(after?["epoch"] == before?["epoch"])
        #expect(after?["seq"] == before?["seq"])
        #expect(after?["boot"] != before?["boot"])
        let replay = try killed.send("events.replay", ["since": 0, "limit": 100_000])["result"]
        #expect(replay?["complete"] == true)
        let seqs = replay?["events"]?.array?.compactMap { $0["seq"]?.integer }
        #expect(seqs == Array(1...killed.acknowledged))
    }

    @Test func `The journal's size does not depend on the number of past commands`() throws {
        let killed = try KilledDaemon(
            ["--clock", "manual", "--retain", "500", "--journal-growth", "20000"])
        for step in Swarm.prologue { _ = try killed.send(step) }
        var sizes: [Int] = []
        for _ in 0..<3 {
            // More commands than replies and events are kept.
            try rename(in: killed, times: 1100)
            killed.daemon.terminate()
            sizes.append(try #require(Self.size(of: killed.journal)))
            try killed.restart()
        }
        #expect(sizes[2] < sizes[0] * 11 / 10, "\(sizes)")
    }

    private func rename(in killed: KilledDaemon, times: Int) throws {
        for number in 0..<times {
            let title = Value.string("\(number)")
            try killed.send("controller.update", ["id": "a", "title": title])
        }
    }

    @Test func `A killed daemon finishes overdue deadlines when it comes back`() throws {
        let killed = try KilledDaemon(["--clock", "real"])
        for step in Swarm.prologue { _ = try killed.send(step) }
        try killed.send("pager.setPages", ["id": "pg", "pages": ["a", "b"]])
        try killed.send("window.setRoot", ["id": "w", "controller": "pg"])
        try killed.send("controller.update", ["id": "pg", "duration": 0.05])
        let began = try killed.send("pager.next", ["id": "pg"])
        #expect(began["result"]?["transition"] == "t1")
        killed.kill()
        usleep(60_000)
        try killed.restart()
        let state = try killed.send("controller.get", ["id": "b"])["result"]
        #expect(state?["appearance"] == "appeared")
        let running = try killed.send("transition.list")["result"]
        #expect(running?["transitions"]?.array?.isEmpty == true)
    }

    @Test func `The next daemon cuts and reports the torn last record of a killed one`() throws {
        let killed = try KilledDaemon()
        for step in Swarm.prologue { _ = try killed.send(step) }
        killed.kill()
        // Zeros follow the last record.
        let last = try JournalFileTests.bytes(of: killed.journal).lastIndex { $0 != 0 }
        truncate(killed.journal, off_t(try #require(last) - 3))
        try killed.restart()
        let warning = killed.daemon.warnings.joined()
        #expect(warning.contains("ends in the middle of a record at byte"))
        let found = try killed.send("controller.list")["result"]
        let ids = found?["controllers"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(!ids.contains(Swarm.containers.last ?? ""))
        #expect(ids.count == Swarm.plain.count + Swarm.containers.count - 1)
        #expect(warning.contains("the history continues"))
    }

    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
