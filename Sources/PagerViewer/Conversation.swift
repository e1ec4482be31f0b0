internal import FlyingFox
internal import Foundation
internal import PagerModel
internal import PagerWire

/// What is said with one browser over its WebSocket.
///
/// The browser speaks first: `{"token": TEXT}`, empty where it has none. Then `{"request": {id,
/// method, params}}`, answered by `{"reply": ...}`, and `{"resync": true}`. It is told
/// `{"welcome"}`, `{"daemon"}`, `{"snapshot"}`, `{"events"}`, `{"beat"}`.
struct Conversation: WSHandler {
    /// Bytes of one message from a browser.
    static let longestMessage = 8 << 20
    /// Between two messages to a browser: what happens meanwhile goes out together, and costs it
    /// as much as one event does.
    static let pause = Duration.milliseconds(4)

    let gate: Gate
    let relay: Relay
    let desk: CommandDesk
    /// Called at the start and with each whole frame.
    var heard: @Sendable () -> Void = {}

    func makeFrames(
        for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
        heard()
        guard let id = relay.open() else { throw HTTPUnhandledError() }
        let listening = Task {
            do {
                try await listen(to: client, id)
            } catch {
                // The connection is gone, or what came is no WebSocket: both end it.
            }
            relay.close(id)
        }
        let pace = Pace(Self.pause)
        return AsyncStream {
            await pace.wait()
            return await relay.next(id).map { Self.text($0) }
        } onCancel: {
            listening.cancel()
            relay.close(id)
        }
    }

    private struct Misuse: Error {}

    private func listen(
        to client: AsyncThrowingStream<WSFrame, any Error>, _ id: Int
    ) async throws {
        var message = Data()
        var mayCommand = false
        for try await frame in client {
            heard()
            switch frame.opcode {
            case .text, .continuation:
                message += frame.payload
                guard message.count <= Self.longestMessage else { throw Misuse() }
                guard frame.fin else { continue }
                try take([UInt8](message), id, &mayCommand)
                message = Data()
            case .close: return
            case .ping, .pong: continue
            default: throw Misuse()
            }
        }
    }

    private func take(_ bytes: [UInt8], _ id: Int, _ mayCommand: inout Bool) throws {
        let message = try JSONParser.parse(bytes)
        if let token = message["token"]?.string {
            mayCommand = gate.admits(token: token)
            welcome(id, mayCommand)
        } else if let request = message["request"] {
            command(request, id, mayCommand)
        } else if message["resync"] != nil {
            relay.resynchronize(id)
        } else {
            throw Misuse()
        }
    }

    private func welcome(_ id: Int, _ mayCommand: Bool) {
        let welcome = Value.object([
            .init("mayCommand", .bool(mayCommand)), .init("folder", .string("/book/\(gate.key)/")),
        ])
        relay.greet(id, welcome: Array(Value.object([.init("welcome", welcome)]).json.utf8))
    }

    private func command(_ request: Value, _ id: Int, _ mayCommand: Bool) {
        let relay = relay
        let answer: @Sendable ([UInt8]) -> Void = { reply in
            relay.send(Array("{\"reply\":".utf8) + reply + Array("}".utf8), to: id)
        }
        // The vocabulary is no secret; everything else, questions too, is for who has the token.
        guard mayCommand || request["method"] == .string(ServerDescribe.method) else {
            answer(
                CommandDesk.failure(
                    request, "notPermitted",
                    "this browser may only watch: open the address with the token that pagerview "
                        + "printed"))
            return
        }
        desk.send(request, answer: answer)
    }

    private static func text(_ bytes: [UInt8]) -> WSFrame {
        WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(bytes))
    }
}
