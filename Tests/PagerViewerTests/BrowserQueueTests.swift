import NIOCore
import PagerModel
import PagerWire
import Testing

@testable import PagerViewer

@Suite struct BrowserQueueTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `Notes are sent in the order in which they were added`() {
        var queue = BrowserQueue()
        queue.add(note: bytes("a"))
        queue.add(note: bytes("b"))
        #expect(text(queue.takeNote()) == "a")
        #expect(text(queue.takeNote()) == "b")
        #expect(queue.takeNote() == nil)
    }

    @Test func `A queue with too many notes closes`() {
        var queue = BrowserQueue()
        for _ in 0..<BrowserQueue.mostNotes { queue.add(note: []) }
        #expect(!queue.isClosed)
        queue.add(note: [])
        #expect(queue.isClosed)
        #expect(queue.takeNote() == nil)
    }

    @Test func `A queue with too many bytes of notes closes`() {
        var queue = BrowserQueue()
        let half = [UInt8](repeating: 65, count: BrowserQueue.mostNoteBytes / 2)
        queue.add(note: half)
        queue.add(note: half)
        #expect(!queue.isClosed && queue.noteBytes == BrowserQueue.mostNoteBytes)
        _ = queue.takeNote()
        queue.add(note: half)
        #expect(!queue.isClosed)
        queue.add(note: [65])
        #expect(queue.isClosed && queue.noteBytes == 0)
    }
}

@Suite struct EventBacklogTests {
    private func event(_ seq: Int, padding: Int = 0) -> [UInt8] {
        Array("{\"seq\":\(seq),\"x\":\"\(String(repeating: "x", count: padding))\"}".utf8)
    }

    private func sequence(_ parts: [NIOCore.ByteBuffer]) throws -> [Int] {
        let value = try JSONParser.parse(Array(parts.map(\.readableBytesView).joined()))
        return (value["events"]?.array ?? []).compactMap { $0["seq"]?.integer }
    }

    @Test func `Queued events are sent in one message`() throws {
        var backlog = EventBacklog()
        backlog.begin(at: 4)
        for seq in 5...9 { backlog.append(event(seq), seq: seq) }
        let (parts, last) = try #require(backlog.message(after: 6))
        #expect(try sequence(parts) == [7, 8, 9])
        #expect(last == 9)
        #expect(backlog.message(after: 9) == nil)
    }

    @Test func `A message of events has a maximum length`() throws {
        var backlog = EventBacklog()
        let padding = EventBacklog.longestMessage / 2 - 100
        for seq in 1...5 { backlog.append(event(seq, padding: padding), seq: seq) }
        let (parts, last) = try #require(backlog.message(after: 0))
        #expect(try sequence(parts) == [1, 2])
        #expect(last == 2)
        backlog.append(event(6, padding: 3 * padding), seq: 6)
        #expect(try sequence(try #require(backlog.message(after: 5)).parts) == [6])
    }

    @Test func `Short events are dropped by the memory that they take`() throws {
        var backlog = EventBacklog()
        let last = 60_000
        for seq in 1...last { backlog.append(event(seq), seq: seq) }
        // An event takes two objects and two buffers.
        #expect((last - backlog.start) * 256 <= EventBacklog.longest)
        #expect((last - backlog.start) * 512 >= EventBacklog.longest)
    }

    @Test func `The oldest events are dropped if the latest need their space`() throws {
        var backlog = EventBacklog()
        for seq in 1...1_000 { backlog.append(event(seq, padding: 100_000), seq: seq) }
        #expect(backlog.start > 900 && backlog.start < 1_000)
        let first = try #require(backlog.message(after: backlog.start)).parts
        #expect(try sequence(first).first == backlog.start + 1)
        #expect(try sequence(try #require(backlog.message(after: 999)).parts) == [1_000])
    }
}
