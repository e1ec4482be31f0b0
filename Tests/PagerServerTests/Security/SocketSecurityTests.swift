import Glibc
import PagerModel
import PagerPaths
import PagerWire
import Testing
import ZMQ

@testable import PagerServer

/// Tests of which peers may connect over tcp.
@Suite struct SocketSecurityTests {
    @Test func `A listed key has its role`() throws {
        let locked = try LockedDaemon()
        let driver = try LockedClient(.req, locked.command, locked.driver, server: locked.server)
        #expect(try driver.ask("window.create", #"{"id":"w"}"#)["result"] != nil)
        let error = try driver.ask("server.shutdown")["error"]
        #expect(error?["data"]?["role"] == "administer")
        let observer = try LockedClient(
            .req, locked.command, locked.observer, server: locked.server)
        #expect(try observer.ask("window.list")["result"] != nil)
        #expect(
            try observer.ask("window.destroy", #"{"id":"w"}"#)["error"]?["data"]?["held"]
                == "observe")
        #expect(try locked.daemon.end(signal: SIGTERM).status == 0)
    }

    @Test func `A subscriber with a listed key receives the welcome event`() throws {
        let locked = try LockedDaemon()
        let observer = try LockedClient(.sub, locked.events, locked.observer, server: locked.server)
        var message = Message()
        try #require(try observer.socket.receive(into: &message))
        try #require(try observer.socket.receive(into: &message))
        #expect(try JSONParser.parse(message.bytes)["event"] == "welcome")
    }

    @Test func `A client with an unlisted key is disconnected, and the log reports it`() throws {
        let locked = try LockedDaemon()
        let stranger = try CurveKeys.make()
        for (type, endpoint) in [
            (SocketType.req, locked.command), (.sub, locked.events), (.dealer, locked.plugins),
        ] {
            var client = try LockedClient(type, endpoint, stranger, server: locked.server)
            if type != .sub { _ = try client.socket.send(Array(Self.ping.utf8), wait: false) }
            #expect(try client.isSentAway(), "\(type)")
        }
        // The refusal is logged once, however often and wherever the peer tries to connect.
        let end = try locked.daemon.end(signal: SIGTERM)
        let lines = end.output.split(separator: "\n").filter { $0.contains("not listed") }
        #expect(lines.count == 1, "\(end.output)")
        #expect(lines.first?.contains(stranger.known) == true)
        #expect(!end.output.contains(stranger.secret))
    }

    @Test func `A client without a key is disconnected`() throws {
        let locked = try LockedDaemon()
        for (type, endpoint) in [
            (SocketType.req, locked.command), (.sub, locked.events), (.dealer, locked.plugins),
        ] {
            var client = try LockedClient(type, endpoint, nil, server: locked.server)
            if type != .sub { _ = try client.socket.send(Array(Self.ping.utf8), wait: false) }
            #expect(try client.isSentAway(), "\(type)")
        }
        #expect(try locked.daemon.end(signal: SIGTERM).status == 0)
    }

    @Test func `A client that expects another server key does not connect`() throws {
        let locked = try LockedDaemon()
        var client = try LockedClient(
            .req, locked.command, locked.driver, server: try CurveKeys.make())
        _ = try client.socket.send(Array(Self.ping.utf8), wait: false)
        #expect(try client.isSentAway())
    }

    @Test func `A plugin needs the role drive to register`() throws {
        let locked = try LockedDaemon()
        let register = #"{"name":"p","kinds":["k"]}"#
        let observer = try LockedClient(
            .dealer, locked.plugins, locked.observer, server: locked.server)
        #expect(
            try observer.ask("plugin.register", register)["error"]?["data"]?["role"] == "drive")
        let driver = try LockedClient(
            .dealer, locked.plugins, locked.driver, server: locked.server)
        #expect(try driver.ask("plugin.register", register)["result"] != nil)
    }

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{}}"#

    // MARK: the start

    private func sentence(_ options: [String], in folder: Scratch) throws -> String {
        let end = try PagerProcess(options, runtime: folder.path).end()
        #expect(end.status == 1)
        return end.output
    }

    @Test func `The error for tcp without a key explains how to set one up`() throws {
        let folder = try Scratch()
        let text = try sentence(["--command", "tcp://0.0.0.0:1"], in: folder)
        for part in ["--key FILE", "pagerctl keys new FILE", "--access FILE", "keys allow"] {
            #expect(text.contains(part), "\(text)")
        }
        // A name that only begins like loopback is not loopback.
        #expect(
            try sentence(["--events", "tcp://127.example.net:1", "--insecure-tcp"], in: folder)
                .contains("without authentication"))
    }

    @Test func `A key without an access list is refused`() throws {
        let folder = try Scratch()
        let keys = try CurveKeys.make()
        try GuardedFile.create(folder.path("key"), keys.secret, mode: 0o600)
        let options = ["--command", "tcp://127.0.0.1:1", "--key", folder.path("key")]
        let text = try sentence(options, in: folder)
        #expect(text.contains("--access FILE"), "\(text)")
        #expect(!text.contains(keys.secret))
        #expect(
            try sentence(options + ["--insecure-tcp"], in: folder).contains("admits every client"))
    }

    @Test func `Key and access files that are unsafe or invalid are refused`() throws {
        let folder = try Scratch()
        try GuardedFile.create(folder.path("key"), try CurveKeys.make().secret, mode: 0o600)
        chmod(folder.path("key"), 0o640)
        #expect(
            try sentence(["--key", folder.path("key")], in: folder).contains(
                "accessible to other users (mode 640)"))
        try folder.write("access", "observe uid 1\n")
        chmod(folder.path("access"), 0o666)
        #expect(
            try sentence(["--access", folder.path("access")], in: folder).contains("mode 666"))
        chmod(folder.path("access"), 0o644)
        try folder.write("access", "observe uid 1\nsee uid 2\n")
        #expect(
            try sentence(["--access", folder.path("access")], in: folder).contains("access:2: "))
        try folder.write("text", "no key at all\n")
        chmod(folder.path("text"), 0o600)
        let text = try sentence(["--key", folder.path("text")], in: folder)
        #expect(text.contains("contains no secret key"), "\(text)")
        #expect(!text.contains("at all"))
    }

    @Test func `A listed user can connect over ipc with its role`() throws {
        let folder = try Scratch()
        try folder.write("access", "observe uid \(geteuid())\nobserve uid 4001\n")
        chmod(folder.path("access"), 0o600)
        let endpoint = "ipc://\(folder.path)/command"
        let daemon = try PagerProcess(
            ["--access", folder.path("access"), "--command", endpoint], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        var status = stat()
        #expect(stat(folder.path("command"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o666)
        // The rule for the daemon's own user applies to its processes too.
        let client = try LockedClient(.req, endpoint, nil, server: try CurveKeys.make())
        #expect(try client.ask("window.list")["result"] != nil)
        #expect(try client.ask("server.shutdown")["error"]?["data"]?["held"] == "observe")
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }
}
