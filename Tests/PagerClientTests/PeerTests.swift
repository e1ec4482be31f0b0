import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing
import ZMQ

/// Tests of many, slow, stuck or dead peers. They must not affect others, and the daemon must
/// disconnect the dead ones.
@Suite struct PeerTests {
    /// A daemon with a client that keeps working, and the daemon's use of memory and descriptors.
    private final class Stage {
        let daemon: TestDaemon
        var requester: Requester
        private var updates = 0

        init(_ options: [String] = []) throws {
            daemon = try TestDaemon(["--clock", "manual"] + options)
            requester = try daemon.requester()
            _ = try requester.request(
                "controller.create", [.init("id", "a"), .init("kind", "view")])
        }

        /// Returns a peer that has subscribed to everything and reads only on request.
        func subscriber() throws -> RawPeer {
            let peer = try RawPeer(daemon.address.events)
            try peer.shakeHands(as: "SUB")
            try peer.subscribe()
            return peer
        }

        func stats() throws -> Value { try requester.request("server.stats").result }

        func figure(_ name: String) throws -> Int {
            try #require(try stats()[name]?.integer, "\(name)")
        }

        /// Returns the peak memory of the daemon in bytes.
        func peakMemory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let words = line?.split { $0 == " " || $0 == "\t" }
            return try #require(words?.dropFirst().first.flatMap { Int($0) }) * 1_024
        }

        /// Causes an event with that many bytes of content.
        func update(_ bytes: Int) throws {
            updates += 1
            let text = "\(updates) " + String(repeating: "x", count: bytes)
            _ = try requester.request(
                "controller.update", [.init("id", "a"), .init("content", .string(text))])
        }

        /// Waits, checking at each heartbeat, until the statistics fulfil a condition.
        ///
        /// - Parameter mayBeRefused: Whether the daemon may refuse the statistics for a while, as it
        ///   does with every request above twice the limit of unread replies.
        func await(
            _ what: String, mayBeRefused: Bool = false, _ isSo: (Value) -> Bool
        ) throws {
            var beats = try Subscription.open(
                daemon.address, topics: ["server."], timeout: 60)
            for _ in 0..<300 {
                do {
                    if isSo(try stats()) { return }
                } catch ClientError.refused(let refusal)
                    where mayBeRefused && refusal.name == "limitExceeded"
                {}
                _ = try beats.next(timeout: 60)
            }
            Issue.record("\(what): \(try stats().json)")
        }
    }

    @Test func `With 100 stuck subscribers, commands get replies and memory is released`() throws {
        let stage = try Stage()
        try stage.update(2_000)
        let before = try stage.stats()
        let stuck = try (0..<100).map { _ in try stage.subscriber() }
        let snail = try stage.subscriber()
        #expect(try stage.figure("subscribers") == 101)
        #expect(try stage.figure("activeSubscriptions") == 101)
        for _ in 0..<10 {
            for _ in 0..<50 { try stage.update(2_000) }
            _ = try snail.take(1)
        }
        let full = try stage.stats()
        let limit = try #require(full["queuedEventLimit"]?.integer)
        #expect(101 * limit * 128 <= Limits.queuedPlacesBytes)
        let grown =
            try #require(full["residentBytes"]?.integer)
            - (try #require(before["residentBytes"]?.integer))
        #expect(grown < Limits.queuedPlacesBytes + Limits.queuedEventBytes, "\(grown) bytes")
        try stage.await("the kernel holds something") { ($0["unsentBytes"]?.integer ?? 0) > 0 }
        try stage.await("the stuck are let go") { $0["stuckConnections"]?.integer == 101 }
        try stage.await("nothing is left of them") {
            $0["subscribers"] == 1
                && $0["openFiles"]?.integer
                    == before["openFiles"]?.integer
                    .map { $0 + 1 }
        }
        try snail.awaitEnd()
        for peer in stuck { try peer.awaitEnd() }
    }

    @Test func `Connections that open and close leave no open files, subscriptions or memory`()
        throws
    {
        let count =
            RandomTest.number("PAGERD_CONNECTS") ?? 500
        let stage = try Stage()
        let before = try stage.stats()
        let address = stage.daemon.address
        for number in 0..<count {
            let isSubscriber = number.isMultiple(of: 2)
            let peer = try RawPeer(isSubscriber ? address.events : address.command)
            if number % 4 < 2 { try peer.shakeHands(as: isSubscriber ? "SUB" : "REQ") }
            if number % 8 == 0 { try peer.subscribe("controller.") }
            if number % 50 == 0 { try stage.update(10) }
        }
        try stage.await("nothing is left of them") { stats in
            // The waiting client is connected, and may have repeated its subscription.
            stats["connections"]?.integer == (before["connections"]?.integer ?? 0) + 1
                && (1...2).contains(stats["activeSubscriptions"]?.integer ?? 0)
                && stats["openFiles"]?.integer == (before["openFiles"]?.integer ?? 0) + 1
        }
        let grown = try stage.figure("residentBytes") - (before["residentBytes"]?.integer ?? 0)
        #expect(grown < 64 << 20, "\(grown) bytes after \(count) connections")
    }

    @Test(arguments: [true, false])
    func `A peer that connects and sends nothing is disconnected`(isLocal: Bool) throws {
        let events = isLocal ? nil : "tcp://127.0.0.1:\(try FreePorts.take(1)[0])"
        let stage = try Stage(events.map { ["--events", $0, "--insecure-tcp"] } ?? [])
        let peer = try RawPeer(events ?? stage.daemon.address.events)
        try peer.awaitEnd()
        #expect(try stage.figure("subscribers") == 0)
    }

    @Test func `A dead peer over tcp is detected, and one that sends heartbeats stays`() throws {
        let events = "tcp://127.0.0.1:\(try FreePorts.take(1)[0])"
        let stage = try Stage(["--events", events, "--insecure-tcp"])
        let peer = try RawPeer(events)
        try peer.shakeHands(as: "SUB")
        try peer.subscribe()
        var living = try Subscription.open(
            Address(command: stage.daemon.address.command, events: events))
        // The peer does not reply to the daemon's heartbeats.
        try peer.awaitEnd()
        #expect(try stage.figure("subscribers") == 1)
        try stage.update(10)
        let heard = try living.nextEvent(timeout: 60)?.topic
        #expect(heard == "controller.a.contentChanged")
    }

    @Test func `A subscription over the limit of its connection gets no welcome`() throws {
        let stage = try Stage()
        let peer = try RawPeer(stage.daemon.address.events)
        try peer.shakeHands(as: "SUB")
        try peer.subscribe("controller.a.")
        for number in 1..<Limits.subscriptions {
            try peer.subscribe("view.v\(number).")
        }
        #expect(try stage.figure("activeSubscriptions") == Limits.subscriptions)
        #expect(try stage.figure("ignoredSubscriptions") == 0)
        peer.say([0, 5, 1] + Array("page".utf8))
        // A later subscription of another connection gets its welcome.
        let other = try stage.subscriber()
        #expect(try stage.figure("ignoredSubscriptions") == 1)
        #expect(try stage.figure("activeSubscriptions") == Limits.subscriptions + 1)
        try stage.update(10)
        var heard = ""
        while !heard.contains("contentChanged") {
            heard += String(decoding: try peer.take(1), as: UTF8.self)
        }
        #expect(!heard.contains("page"))
        withExtendedLifetime(other) {}
    }

    @Test
    func `Peers with too many prefixes are disconnected, and the others keep theirs`() throws {
        let stage = try Stage()
        let quiet = try stage.subscriber()
        let peers = try (0..<4).map { _ in try RawPeer(stage.daemon.address.events) }
        for (index, peer) in peers.enumerated() {
            try peer.shakeHands(as: "SUB")
            for number in 0..<300 {
                let prefix = Array(
                    "\(index * 1_000 + number).\(String(repeating: "x", count: 35))".utf8)
                peer.say([0, UInt8(prefix.count + 1), 1] + prefix)
            }
        }
        // The first peer has used up the space, so the prefixes of the next ones get no welcome.
        try peers[1].awaitEnd()
        try peers[2].awaitEnd()
        #expect(try stage.figure("subscriptionPlaces") <= 2 * Limits.subscriptionPlaces + 100)
        #expect(try stage.figure("oversubscribedConnections") >= 2)
        #expect(try stage.figure("ignoredSubscriptions") > 0)
        // libzmq would reconnect at once and subscribe to the same prefixes.
        let again = try RawPeer(stage.daemon.address.events)
        try again.awaitEnd()
        try stage.update(10)
        #expect(try !quiet.take(1).isEmpty)
        withExtendedLifetime(peers) {}
    }

    @Test func `With thousands of concurrent requests, no reply is lost`() throws {
        let stage = try Stage()
        let socket = try Socket(try Context(), .dealer)
        try socket.set(.sendHighWaterMark, 0)
        // The replies wait at the daemon.
        try socket.set(.receiveHighWaterMark, 1)
        try socket.connect(stage.daemon.address.command)
        let count = 6_000
        let name = String(repeating: "x", count: 200)
        for number in 0..<count {
            let id = "\(name)-\(number)"
            let request = #"{"jsonrpc":"2.0","id":"\#(id)","method":"server.ping"}"#
            _ = try socket.send([], more: true)
            _ = try socket.send(Array(request.utf8))
        }
        while try stage.figure("requests") < count {}
        try socket.set(.receiveTimeout, 20_000)
        var message = Message()
        for number in 0..<count {
            try #require(try socket.receive(into: &message), "\(number) replies have come")
            try #require(try socket.receive(into: &message))
            let reply = try JSONParser.parse(message.bytes)
            #expect(reply["id"]?.string == "\(name)-\(number)")
        }
    }

    @Test func `Unread replies are limited in bytes, and other clients are served`() throws {
        let stage = try Stage()
        try stage.update(Limits.contentBytes - 64)
        let socket = try Socket(try Context(), .dealer)
        try socket.set(.receiveHighWaterMark, 1)
        try socket.connect(stage.daemon.address.command)
        let request = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"controller.get","params":{"id":"a"}}"#.utf8)
        let before = try stage.peakMemory()
        for _ in 0..<200 {
            _ = try socket.send([], more: true)
            _ = try socket.send(request)
        }
        try stage.await("the one that holds most is cut off") { $0["overfullConnections"] == 1 }
        let grown = try stage.peakMemory() - before
        #expect(grown < Limits.unsentReplyBytes + (64 << 20), "\(grown) bytes")
        try stage.await("what waited for it is free") { $0["unsentReplyBytes"] == 0 }
        withExtendedLifetime(socket) {}
    }

    @Test func `Replies that a plugin does not read are limited in bytes`() throws {
        let stage = try Stage()
        try stage.update(Limits.contentBytes - 64)
        let plugin = try Socket(try Context(), .dealer)
        try plugin.set(.receiveHighWaterMark, 1)
        try plugin.connect(stage.daemon.plugins)
        let register = #"{"jsonrpc":"2.0","id":0,"method":"plugin.register","params":{"name":"p"}}"#
        _ = try plugin.send(Array(register.utf8))
        let before = try stage.peakMemory()
        let request = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"controller.get","params":{"id":"a"}}"#.utf8)
        for _ in 0..<60 { _ = try plugin.send(request) }
        var beats = try Subscription.open(
            stage.daemon.address, topics: ["server."], timeout: 60)
        for _ in 0..<40 {
            let list = try stage.requester.request("plugin.list").result
            if list["plugins"]?.array?.first?["reason"] == "stalled" { break }
            _ = try beats.next(timeout: 60)
        }
        let list = try stage.requester.request("plugin.list").result
        #expect(list["plugins"]?.array?.first?["reason"] == "stalled", "\(list.json)")
        let grown = try stage.peakMemory() - before
        #expect(grown < 2 * Limits.queuedPluginBytes + (64 << 20), "\(grown) bytes")
        withExtendedLifetime(plugin) {}
    }

    /// Returns a request for a large reply, after the frame `before` it.
    private func asking(after before: [UInt8]) -> [UInt8] {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"controller.get","params":{"id":"a"}}"#
        return before + [0, UInt8(request.utf8.count)] + Array(request.utf8)
    }

    @Test
    func `Clients that ask for more while they read nothing hold at most twice the limit`() throws {
        let stage = try Stage()
        try stage.update(Limits.contentBytes - 64)
        let before = try stage.peakMemory()
        // Each of them has requests behind those whose replies wait.
        var clients = try (0..<6).map { _ in
            let client = try RawPeer(stage.daemon.address.command)
            try client.shakeHands(as: "DEALER")
            for _ in 0..<300 { client.say(asking(after: [1, 0])) }
            return client
        }
        try stage.await("what they ask for is refused", mayBeRefused: true) {
            ($0["refused"]?.integer ?? 0) > 0
        }
        clients.removeAll()
        try stage.await("what waited for them is free", mayBeRefused: true) {
            $0["unsentReplyBytes"] == 0
        }
        let grown = try stage.peakMemory() - before
        #expect(grown < 2 * Limits.unsentReplyBytes + (64 << 20), "\(grown) bytes")
    }

    @Test
    func `Connections of plugins that read nothing hold at most twice the limit together`() throws {
        let stage = try Stage()
        try stage.update(Limits.contentBytes - 64)
        let before = try stage.peakMemory()
        // The plugin whose queue is full is lost, and its connection stays.
        let plugins = try (0..<130).map { number in
            let plugin = try RawPeer(stage.daemon.plugins)
            try plugin.shakeHands(as: "DEALER")
            let name = #"{"name":"p\#(number)"}"#
            let register = #"{"jsonrpc":"2.0","id":0,"method":"plugin.register","params":\#(name)}"#
            plugin.say([0, UInt8(register.utf8.count)] + Array(register.utf8))
            for _ in 0..<8 { plugin.say(asking(after: [])) }
            return plugin
        }
        try stage.await("some are closed") { ($0["overfullConnections"]?.integer ?? 0) > 0 }
        let grown = try stage.peakMemory() - before
        #expect(grown < 2 * Limits.unsentReplyBytes + (64 << 20), "\(grown) bytes")
        withExtendedLifetime(plugins) {}
    }

    /// With so many subscribers, the high-water mark of each is lower. When all leave at once, it
    /// rises again.
    @Test func `Subscribers that leave during a new high-water mark do not affect others`() throws {
        let stage = try Stage()
        for _ in 0..<30 {
            var peers = try (0..<40).map { _ in try stage.subscriber() }
            try stage.update(10)
            #expect(try stage.figure("activeSubscriptions") >= peers.count)
            // The connection closes when the last reference to it is released.
            while peers.popLast() != nil { try stage.update(10) }
        }
        #expect(!stage.daemon.ends(within: 0))
    }

    @Test func `Large events lower the high-water mark`() throws {
        let stage = try Stage()
        // Events that are not subscribed to are not queued.
        let listener = try stage.subscriber()
        try stage.update(10)
        #expect(try stage.figure("queuedEventLimit") == Limits.queuedEvents)
        for _ in 0..<3 { try stage.update(1 << 20) }
        let stats = try stage.stats()
        let events = try #require(stats["retainedEvents"]?.integer)
        let bytes = try #require(stats["retainedBytes"]?.integer)
        let most = Limits.queuedEventBytes * events / bytes
        let limit = try #require(stats["queuedEventLimit"]?.integer)
        #expect(limit <= most && limit > most * 3 / 4, "\(limit) of \(most)")
        withExtendedLifetime(listener) {}
    }
}
