import Glibc
import Logging
import PagerModel
import PagerPaths
import PagerWire
import Testing
import ZMQ

@testable import PagerServer

/// Tests of the audit log.
@Suite struct AuditTests {
    private func lines(_ path: String) throws -> [Value] {
        try GuardedFile.read(path, isSecret: true).split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8))
        }
    }

    @Test func `The audit log has a line with the peer for each change`() throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--audit", folder.path("audit")], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        let client = try LockedClient(
            .req, "ipc://\(folder.path)/test/command", nil, server: try CurveKeys.make())
        _ = try client.ask("window.list")
        _ = try client.ask("window.create", #"{"id":"w"}"#)
        _ = try client.ask("window.create", #"{"id":"w"}"#)
        _ = try client.ask("controller.create", #"{"kind":"view","title":"secret words"}"#)
        _ = try client.ask("server.shutdown")
        #expect(try daemon.end().status == 0)
        let lines = try lines(folder.path("audit"))
        // Reads and refused commands are not in the audit log.
        #expect(
            lines.map { $0["method"]?.string } == [
                "window.create", "controller.create", "server.shutdown",
            ])
        for line in lines {
            #expect(line["uid"]?.integer == Int(geteuid()))
            #expect(line["pid"]?.integer == Int(getpid()))
            #expect(line["id"] == 1)
            #expect((line["time"]?.double ?? 0) > 1e9)
        }
        #expect(lines.first?["since"] == 0)
        #expect(lines.first?["seq"] == lines[1]["since"])
        #expect(!lines.contains { $0.json.contains("secret words") })
    }

    @Test func `An entry after one that was cut off begins a line`() throws {
        let folder = try Scratch()
        try #require(mkfifo(folder.path("audit"), 0o600) == 0)
        let reader = open(folder.path("audit"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        var log = try AuditFile(path: folder.path("audit"))
        func written() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = unsafe read(reader, &bytes, bytes.count)
            return Array(bytes.prefix(max(0, count)))
        }
        log.append(Array(repeating: UInt8(ascii: "a"), count: 1 << 20), Logger(label: "audit"))
        #expect(written().count < 1 << 20)
        log.append(Array("next\n".utf8), Logger(label: "audit"))
        #expect(written() == Array("\nnext\n".utf8))
    }

    @Test func `The audit log names a peer over CURVE by its key`() throws {
        let path = "/tmp/pagerd-audit-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(path) }
        let locked = try LockedDaemon(["--audit", path])
        let driver = try LockedClient(.req, locked.command, locked.driver, server: locked.server)
        _ = try driver.ask("window.create")
        let plugin = try LockedClient(
            .dealer, locked.plugins, locked.driver, server: locked.server)
        _ = try plugin.ask("plugin.register", #"{"name":"p","kinds":["k"]}"#)
        #expect(try locked.daemon.end(signal: SIGTERM).status == 0)
        let lines = try lines(path)
        #expect(lines.map { $0["method"]?.string } == ["window.create", "plugin.register"])
        #expect(lines.map { $0["key"]?.string } == [locked.driver.known, locked.driver.known])
        #expect(lines.map { $0["uid"] } == [.null, .null])
        #expect(lines.map { $0["plugin"]?.string } == [nil, "p"])
    }

    @Test func `A repeated request causes only one audit record`() throws {
        var service = Service(Service.Identity())
        service.keepsChanges = true
        let text = #"{"jsonrpc":"2.0","id":1,"client":"c","method":"window.create","params":{}}"#
        for _ in 0..<2 {
            _ = service.answer(text.utf8.span, from: Peer(uid: 1), at: .zero)
        }
        #expect(service.changes.map(\.client) == ["c"])
    }

    @Test func `A start with an audit log that cannot be written fails`() throws {
        let folder = try Scratch()
        let end = try PagerProcess(
            ["--audit", folder.path("none/audit")], runtime: folder.path
        ).end()
        #expect(end.status == 1)
        #expect(end.output.contains("cannot write \(folder.path)/none/audit"))
    }
}
