import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import Testing

@Suite struct SubscribeTests {
    /// Starts pagerctl and waits until it is subscribed.
    private func subscribed(
        _ daemon: TestDaemon, _ arguments: String...
    ) throws -> ControlTool.Running {
        let running = try ControlTool(daemon).start(arguments + ["--verbose"])
        #expect(running.readLine(running.errors) == "pagerctl: subscribed")
        return running
    }

    private func create(_ id: String, _ requester: inout Requester) throws {
        _ = try requester.request("window.create", [.init("id", .string(id))])
    }

    @Test func `--count ends after that number of events and prints exact payloads`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let running = try subscribed(daemon, "subscribe", "--count", "2")
        for id in ["w1", "w2", "w3"] { try create(id, &requester) }
        let result = running.finish()
        #expect(result.status == 0)
        let replayed = try requester.replay(since: 0).prefix(2)
        #expect(result.lines == replayed.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    @Test func `The text output names the client that caused an event if it has a name`() throws {
        let daemon = try TestDaemon()
        let running = try subscribed(daemon, "subscribe", "window.", "--count", "2", "--human")
        let pagerctl = ControlTool(daemon)
        #expect(try pagerctl("window.create", "--id", "w1").status == 0)
        #expect(try pagerctl("window.create", "--id", "w2", "--client", "hall").status == 0)
        let lines = running.finish().lines
        #expect(lines.map { $0.contains("cause=") } == [false, true])
        #expect(lines.last?.contains("hall") == true)
    }

    @Test(arguments: ["created", "window.w2.created"])
    func `--until ends with an event, by its name or its topic`(event: String) throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        let running = try subscribed(daemon, "subscribe", "window", "--until", event)
        for id in ["w1", "w2", "w3"] { try create(id, &requester) }
        let result = running.finish()
        #expect(result.status == 0)
        #expect(result.lines.count == (event == "created" ? 1 : 2))
    }

    @Test func `--snapshot prints the state, then only later events`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        try create("w1", &requester)
        let running = try ControlTool(daemon).start(["subscribe", "--snapshot", "--count", "1"])
        let first = try JSONParser.parse(running.readLine(running.output))
        #expect(first["windows"]?.array?.count == 1)
        try create("w2", &requester)
        let result = running.finish()
        #expect(result.status == 0)
        let event = try JSONParser.parse(try #require(result.lines.first))
        #expect(event["subject"] == "w2")
    }

    @Test
    func `subscribe ends when its output is closed, without waiting for another event`() throws {
        let daemon = try TestDaemon()
        let running = try subscribed(daemon, "subscribe")
        close(running.output)
        #expect(running.wait() == 0)
        #expect(ControlTool.readAll(running.errors) == "")
    }

    @Test
    func `A stopped subscriber that the daemon has disconnected catches up without a gap`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        try create("w1", &requester)
        let updates = 1_200
        let running = try subscribed(daemon, "subscribe", "--count", "\(1 + updates)")
        kill(running.pid, SIGSTOP)
        _ = try requester.request(
            "controller.create", [.init("id", "a"), .init("kind", "view")])
        func update(_ number: Int) throws {
            let text = "\(number) " + String(repeating: "x", count: 1_000)
            _ = try requester.request(
                "controller.update", [.init("id", "a"), .init("content", .string(text))])
        }
        for number in 1..<updates { try update(number) }
        var beats = try Subscription.open(daemon.address, topics: ["server."])
        var cut = 0
        for _ in 0..<40 where cut == 0 {
            _ = try beats.next(timeout: 60)
            cut = try requester.request("server.stats").result["stuckConnections"]?.integer ?? 0
        }
        #expect(cut == 1)
        try update(updates)
        kill(running.pid, SIGCONT)
        let result = running.finish()
        #expect(result.status == 0)
        let events = try requester.replay(since: 1)
        #expect(result.lines == events.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    @Test func `A journal restored from a copy is reported, and later events are printed`() throws {
        let killed = try KilledDaemon()
        func window(_ id: String) throws {
            var requester = try killed.daemon.requester()
            try create(id, &requester)
        }
        try window("w1")
        let file = try #require(fopen(killed.journal, "r"))
        var copy = [UInt8](repeating: 0, count: 1 << 21)
        copy.removeLast(copy.count - fread(&copy, 1, copy.count, file))
        fclose(file)
        let running = try subscribed(killed.daemon, "subscribe", "--until", "window.last.created")
        for id in ["w2", "w3", "w4"] { try window(id) }
        for _ in 0..<3 { _ = running.readLine(running.output) }
        // While it is stopped, it cannot connect again and receive the events x2 to x5.
        kill(running.pid, SIGSTOP)
        killed.kill()
        let again = try #require(fopen(killed.journal, "w"))
        fwrite(copy, 1, copy.count, again)
        fclose(again)
        try killed.restart()
        // The sequence numbers continue directly after the printed ones.
        for id in ["x2", "x3", "x4", "x5"] { try window(id) }
        kill(running.pid, SIGCONT)
        let note = running.readLine(running.errors)
        #expect(note.contains("journal was restored from a copy"), "\(note)")
        #expect(note.contains("its event 4"), "\(note)")
        try window("last")
        let result = running.finish()
        #expect(result.lines.count == 1)
        #expect(result.lines.first?.contains(#""subject":"last""#) == true)
    }

    @Test func `subscribe ends with status 0 on SIGINT`() throws {
        let daemon = try TestDaemon()
        let running = try subscribed(daemon, "subscribe")
        kill(running.pid, SIGINT)
        #expect(running.finish().status == 0)
    }
}
