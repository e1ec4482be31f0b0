import DaemonUnderTest
import Foundation
import Glibc
import PagerModel
import PagerWire
import Synchronization
import ZMQ

/// A fake daemon that returns given replies and publishes given events.
final class HostileDaemon: @unchecked Sendable {
    typealias Answer = @Sendable (_ request: Value) -> Value
    typealias Flood = @Sendable (_ seq: Int) -> Value

    let folder: String
    private let isEnding = Mutex(false)
    private var thread: TestThread?

    /// Starts the fake daemon.
    ///
    /// - Parameters:
    ///   - answer: returns the reply's `result` or `error` as a member.
    ///   - events: the events published to each subscription after its welcome.
    ///   - padding: the number of bytes after each reply.
    ///   - filling: this byte, by default a space.
    ///   - flood: returns the event with a seq; if given, such events are published without end.
    init(
        events: [Value] = [], flood: Flood? = nil, padding: Int = 0,
        filling: UInt8 = UInt8(ascii: " "), answer: @escaping Answer
    ) throws {
        var template = Array("/tmp/pagerd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestDaemon.Problem(description: "mkdtemp failed")
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir("\(folder)/test", 0o700)
        let isListening = DispatchSemaphore(value: 0)
        let padding = [UInt8](repeating: filling, count: padding)
        thread = TestThread { [self] in
            do {
                try serve(events, flood, padding, answer) { isListening.signal() }
            } catch {
                preconditionFailure("\(error)")
            }
        }
        isListening.wait()
    }

    /// Stops the fake daemon and removes its folder.
    func end() {
        isEnding.withLock { $0 = true }
        thread?.join()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func serve(
        _ events: [Value], _ flood: Flood?, _ padding: [UInt8], _ answer: Answer,
        _ isListening: () -> Void
    ) throws {
        let context = try Context()
        let command = try Socket(context, .rep)
        let publisher = try Socket(context, .xpub)
        // Events queue for the subscriber without a limit, so that a flood has no gaps.
        if flood != nil { try publisher.set(.sendHighWaterMark, 0) }
        try command.bind("ipc://\(folder)/test/command")
        try publisher.bind("ipc://\(folder)/test/events")
        isListening()
        var poll = PollSet()
        try poll.add(command)
        try poll.add(publisher)
        var message = Message()
        var flooded: [(prefix: [UInt8], seq: Int)] = []
        while !isEnding.withLock({ $0 }) {
            _ = try poll.wait(milliseconds: flooded.isEmpty ? 20 : 0)
            while try command.receive(into: &message, wait: false) {
                let request = (try? JSONParser.parse(message.bytes)) ?? .null
                let members = answer(request).members ?? []
                let reply = Value.object(
                    [.init("jsonrpc", "2.0"), .init("id", request["id"] ?? .null)] + members)
                _ = try command.send(Array(reply.json.utf8) + padding)
            }
            while try publisher.receive(into: &message, wait: false) {
                guard message.bytes.first == 1 else { continue }
                let prefix = Array(message.bytes.dropFirst())
                try welcome(prefix, events, publisher)
                if flood != nil { flooded.append((prefix, 0)) }
            }
            for index in flooded.indices {
                for _ in 0..<500 {
                    flooded[index].seq += 1
                    let event = flood?(flooded[index].seq) ?? .null
                    _ = try publisher.send(flooded[index].prefix, more: true)
                    _ = try publisher.send(Array(event.json.utf8))
                }
            }
        }
    }

    private func welcome(
        _ prefix: [UInt8], _ events: [Value], _ publisher: borrowing Socket
    ) throws {
        let prefixText = String(decoding: prefix, as: UTF8.self)
        let heading: [Value.Member] = [
            .init("boot", "b"), .init("history", "h"), .init("seq", 0),
        ]
        let welcome = Value.object(
            heading + [.init("event", "welcome"), .init("prefix", .string(prefixText))])
        let heartbeat = Value.object(
            heading + [.init("event", "heartbeat"), .init("latest", .object([]))])
        for event in [welcome] + events + [heartbeat] {
            _ = try publisher.send(prefix, more: true)
            _ = try publisher.send(Array(event.json.utf8))
        }
    }
}
