import DaemonUnderTest
import Foundation
import Glibc
import PagerModel
import PagerWire
import Synchronization
import ZMQ

/// Something that listens where a daemon would, and answers what it is told to.
final class HostileDaemon: @unchecked Sendable {
    typealias Answer = @Sendable (_ request: Value) -> Value

    let folder: String
    private let isEnding = Mutex(false)
    private var thread: TestThread?

    /// - Parameters:
    ///   - answer: the `result` of a reply as its member, or its `error`.
    ///   - events: what is published to each subscription after its welcome.
    init(events: [Value] = [], answer: @escaping Answer) throws {
        var template = Array("/tmp/pagerd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TestDaemon.Problem(description: "mkdtemp failed")
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir("\(folder)/test", 0o700)
        let isListening = DispatchSemaphore(value: 0)
        thread = TestThread { [self] in
            do {
                try serve(events, answer) { isListening.signal() }
            } catch {
                preconditionFailure("\(error)")
            }
        }
        isListening.wait()
    }

    /// Ends it and removes its folder.
    func end() {
        isEnding.withLock { $0 = true }
        thread?.join()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func serve(
        _ events: [Value], _ answer: Answer, _ isListening: () -> Void
    ) throws {
        let context = try Context()
        let command = try Socket(context, .rep)
        let publisher = try Socket(context, .xpub)
        try command.bind("ipc://\(folder)/test/command")
        try publisher.bind("ipc://\(folder)/test/events")
        isListening()
        var poll = PollSet()
        try poll.add(command)
        try poll.add(publisher)
        var message = Message()
        while !isEnding.withLock({ $0 }) {
            _ = try poll.wait(milliseconds: 20)
            while try command.receive(into: &message, wait: false) {
                let request = (try? JSONParser.parse(message.bytes)) ?? .null
                let members = answer(request).members ?? []
                let reply = Value.object(
                    [.init("jsonrpc", "2.0"), .init("id", request["id"] ?? .null)] + members)
                _ = try command.send(Array(reply.json.utf8))
            }
            while try publisher.receive(into: &message, wait: false) {
                guard message.bytes.first == 1 else { continue }
                try welcome(Array(message.bytes.dropFirst()), events, publisher)
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
