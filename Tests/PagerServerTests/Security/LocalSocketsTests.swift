import DaemonUnderTest
import Glibc
import PagerModel
import PagerPaths
import PagerWire
import Testing
import ZMQ

@testable import PagerServer

/// Tests of a daemon that listens on ipc and on tcp at once.
@Suite struct LocalSocketsTests {
    private func path(_ locked: LockedDaemon, _ socket: String) -> String {
        "ipc://\(locked.folder.path)/test/\(socket)"
    }

    private func local(_ type: SocketType, _ locked: LockedDaemon) throws -> LockedClient {
        try LockedClient(
            type, path(locked, type == .sub ? "events" : "command"), nil, server: locked.server)
    }

    @Test func `With --local, the daemon's user needs no key, and others still need one`() throws {
        let locked = try LockedDaemon(["--local"])
        let user = try local(.req, locked)
        #expect(try user.ask("window.create", #"{"id":"w"}"#)["result"] != nil)
        let observer = try LockedClient(
            .req, locked.command, locked.observer, server: locked.server)
        let error = try observer.ask("window.destroy", #"{"id":"w"}"#)["error"]
        #expect(error?["data"]?["held"] == "observe")
        var stranger = try LockedClient(.req, locked.command, nil, server: locked.server)
        _ = try stranger.socket.send(Array("x".utf8), wait: false)
        #expect(try stranger.isSentAway())
    }

    @Test func `Subscribers over ipc and over tcp receive the same event`() throws {
        let locked = try LockedDaemon(["--local"])
        let near = try local(.sub, locked)
        let far = try LockedClient(.sub, locked.events, locked.observer, server: locked.server)
        var message = Message()
        for subscriber in [0, 1] {
            for _ in 0..<2 {
                try #require(
                    try
                        (subscriber == 0
                        ? near.socket.receive(into: &message)
                        : far.socket.receive(into: &message)))
            }
            #expect(try JSONParser.parse(message.bytes)["event"] == "welcome")
        }
        _ = try local(.req, locked).ask("window.create", #"{"id":"w"}"#)
        let topic = Array("window.w.created".utf8)
        func takes(_ socket: borrowing Socket) throws -> [UInt8] {
            while true {
                try #require(try socket.receive(into: &message))
                let isWanted = message.bytes == topic
                try #require(try socket.receive(into: &message))
                if isWanted { return message.bytes }
            }
        }
        let seen = try takes(near.socket)
        #expect(try takes(far.socket) == seen)
    }

    @Test func `server.hello tells each peer the endpoints that it can use`() throws {
        let locked = try LockedDaemon(["--local"])
        let near = try local(.req, locked).ask("server.hello")["result"]?["endpoints"]
        #expect(near?["events"] == .string(path(locked, "events")))
        let far = try LockedClient(.req, locked.command, locked.driver, server: locked.server)
            .ask("server.hello")["result"]?["endpoints"]
        #expect(far?["events"] == .string(locked.events))
    }

    @Test func `A user that claims a key over ipc keeps its own role`() throws {
        let locked = try LockedDaemon(["--local"])
        // The list may reduce the role of the daemon's own user.
        let access = locked.folder.path("access")
        chmod(access, 0o600)
        let line = "observe uid \(geteuid())\nadminister key \(locked.driver.known)\n"
        try locked.folder.write("access", line)
        chmod(access, 0o600)
        #expect(try locked.daemon.end(signal: SIGTERM).status == 0)
        let again = try PagerProcess(
            [
                "--name", "test", "--journal", "none", "--key", locked.folder.path("key"),
                "--access", access, "--local", "--command", locked.command,
                "--events", locked.events, "--plugins", locked.plugins,
            ], runtime: locked.folder.path)
        try #require(try again.line().hasPrefix("ready"))
        let peer = try RawPeer(path(locked, "command"))
        try peer.shakeHands(as: "REQ", claiming: ["User-Id": locked.driver.known])
        let request = #"{"jsonrpc":"2.0","id":1,"method":"window.create","params":{}}"#
        peer.say([1, 0, 0, UInt8(request.utf8.count)] + Array(request.utf8))
        _ = try peer.take(2)
        let header = try peer.take(2)
        // A short frame has one byte for its length, a long one eight.
        let length = try [header[1]] + (header[0] == 2 ? peer.take(7) : [])
        let reply = try peer.take(length.reduce(0) { $0 << 8 | Int($1) })
        #expect(try JSONParser.parse(reply)["error"]?["data"]?["held"] == "observe")
    }

    @Test func `The sockets in the folder of the instance disappear with the daemon`() throws {
        let locked = try LockedDaemon(["--local"])
        #expect(try locked.daemon.end(signal: SIGTERM).status == 0)
        #expect(access(locked.folder.path("test"), F_OK) != 0)
    }
}
