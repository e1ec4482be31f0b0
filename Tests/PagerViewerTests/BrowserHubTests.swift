import NIOCore
import PagerClient
import PagerModel
import PagerWire
import Testing

@testable import PagerViewer

@Suite struct BrowserHubTests {
    private let hub = BrowserHub()

    /// Starts the hub with a state.
    ///
    /// - Parameter padding: the number of additional bytes in the state.
    private func begin(padding: Int = 0) {
        let record = Value.object([
            .init("id", "a"), .init("kind", "view"),
            .init("title", .string(String(repeating: "x", count: padding))),
        ])
        let page = Value.object([.init("seq", 0), .init("controllers", .array([record]))])
        hub.begin(Mirror(snapshot: [page]), hello: .object([]))
    }

    private func publish(_ seq: Int, padding: Int = 0) throws {
        let value = Value.object([
            .init("seq", .integer(seq)), .init("prev", .array([0, 0])), .init("time", 0),
            .init("category", "server"), .init("subject", "s"), .init("event", "e"),
        ])
        let bytes = Array(value.json.utf8) + [UInt8](repeating: 0x20, count: padding)
        let event = PublishedEvent(bytes: bytes, value: value)
        hub.publish([try #require(event)])
    }

    private func open(isWatcher: Bool = false) throws -> Int {
        try #require(hub.open(isWatcher: isWatcher, welcome: []))
    }

    /// Returns the next message that begins with a member, skipping notes.
    private func next(_ name: String, _ id: Int) -> BrowserHub.Message? {
        while let message = hub.next(id) {
            let text = message.parts.map { String(buffer: $0) }.joined()
            if text.hasPrefix("{\"\(name)\"") { return message }
        }
        return nil
    }

    /// Publishes more events than are kept.
    private func publishMore(than last: inout Int) throws {
        for _ in 0..<9 {
            last += 1
            try publish(last, padding: 1 << 20)
        }
    }

    @Test func `Browsers that connect or resynchronize share one snapshot`() throws {
        begin(padding: 10_000)
        let first = try open()
        let snapshot = try #require(next("snapshot", first)?.delivery?.snapshot)
        try publish(1)
        for _ in 0..<10 {
            let other = try open(isWatcher: true)
            #expect(next("snapshot", other)?.delivery?.snapshot === snapshot)
            #expect(next("events", other) != nil, "the events after it follow")
            hub.resynchronize(other)
            #expect(next("snapshot", other)?.delivery?.snapshot === snapshot)
        }
    }

    @Test func `The daemon's time does not go back when the state of the daemon is read again`()
        throws
    {
        let mirror = Mirror(snapshot: [.object([.init("seq", 0)])])
        hub.begin(mirror, hello: .object([.init("clock", "real"), .init("time", 5)]))
        hub.beat(0, 100)
        hub.replace(mirror)
        let message = try #require(next("snapshot", try open()))
        let text = message.parts.map { String(buffer: $0) }.joined()
        let value = try JSONParser.parse(Array(text.utf8))
        #expect(try #require(value["time"]?.double) >= 100)
    }

    @Test func `A new snapshot is made when many events have followed the last one`() throws {
        begin(padding: 10_000)
        let browser = try open()
        let snapshot = try #require(next("snapshot", browser)?.delivery?.snapshot)
        for seq in 1...10 { try publish(seq, padding: 1_000) }
        hub.resynchronize(browser)
        let newer = try #require(next("snapshot", browser)?.delivery?.snapshot)
        #expect(newer !== snapshot && newer.seq == 10)
        #expect(next("events", browser) == nil)
    }

    @Test func `A slow watcher is closed if a browser with the token needs a snapshot`() throws {
        begin()
        var last = 0
        var slow: [(id: Int, message: BrowserHub.Message)] = []
        for _ in 0..<Snapshots.most {
            let id = try open(isWatcher: true)
            slow.append((id, try #require(next("snapshot", id))))
            try publishMore(than: &last)
        }
        let watcher = try open(isWatcher: true)
        #expect(next("snapshot", watcher) == nil, "as many as may exist are on their way")
        #expect(slow.allSatisfy { !hub.isClosed($0.id) })
        let browser = try open()
        #expect(next("snapshot", browser) == nil)
        #expect(slow.map { hub.isClosed($0.id) } == [true, false, false])
        // The connection ends and its queue is released.
        hub.close(slow.removeFirst().id)
        #expect(next("snapshot", browser) != nil)
    }

    @Test func `Slow browsers with the token stay open when another needs a snapshot`() throws {
        begin()
        var last = 0
        var slow: [(id: Int, message: BrowserHub.Message)] = []
        for _ in 0..<Snapshots.most {
            let id = try open()
            slow.append((id, try #require(next("snapshot", id))))
            try publishMore(than: &last)
        }
        let browser = try open()
        #expect(next("snapshot", browser) == nil)
        #expect(slow.allSatisfy { !hub.isClosed($0.id) })
        slow.removeFirst()
        #expect(next("snapshot", browser) != nil)
    }

    @Test func `Replies queued for watchers do not close a browser with the token`() throws {
        begin()
        let reply = [UInt8](repeating: 65, count: BrowserQueue.mostWatcherNoteBytes / 4)
        let browser = try open()
        for _ in 0..<BrowserHub.mostWatchers {
            let watcher = try open(isWatcher: true)
            while hub.next(watcher) != nil {}
            for _ in 0..<100 { hub.send(reply, to: watcher) }
            #expect(hub.isClosed(watcher))
            hub.send(reply, to: browser)
            while hub.next(browser) != nil {}
        }
        #expect(!hub.isClosed(browser))
    }

    @Test func `The browser with the most queued bytes is disconnected`() throws {
        begin()
        let small = try open()
        hub.send([65], to: small)
        let piece = [UInt8](repeating: 65, count: BrowserQueue.mostNoteBytes / 2 - 1_000)
        let large = try (0..<4).map { _ in try open() }
        for id in large {
            hub.send(piece, to: id)
            hub.send(piece, to: id)
        }
        #expect(large.allSatisfy { !hub.isClosed($0) })
        let last = try open()
        hub.send(piece, to: last)
        hub.send([65], to: small)
        #expect(!hub.isClosed(small) && !hub.isClosed(last))
        #expect(large.filter { hub.isClosed($0) }.count == 1)
    }
}
