import PagerModel
import PagerWire
import RandomCommands

@testable import PagerServer

/// An event as it is published.
struct Publication: Equatable {
    let topic: String
    let payload: [UInt8]
}

extension Service {
    /// Creates a service with the manual clock.
    init(retaining events: Int = Limits.retainedEvents, publishing wanted: EventCategories) {
        var identity = Identity()
        identity.clock = .manual
        identity.retainedEvents = events
        self.init(identity)
        self.wanted = wanted
    }

    /// Returns the reply to a request.
    mutating func send(
        _ step: Step, id: Int = 0, _ more: [Value.Member] = [], at time: Instant = .zero
    ) -> [UInt8] {
        let members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(id)),
            .init("method", .string(step.method)), .init("params", step.params),
        ]
        let message = Array(Value.object(members + more).json.utf8)
        return answer(message.span, from: Peer(uid: 1), at: time)
    }

    /// Returns the events that were published since the last call.
    mutating func published() -> [Publication] {
        defer { outbox.removeAll() }
        return outbox.flatMap { turn in
            (0..<turn.count).map {
                Publication(
                    topic: String(decoding: turn.topic($0), as: UTF8.self),
                    payload: Array(turn.payload($0)))
            }
        }
    }

    /// Returns the result of a read-only request.
    mutating func read(_ method: String, _ params: Value, at time: Instant = .zero) -> Value? {
        let reply = send(Step(method: method, params: params), at: time)
        return (try? JSONParser.parse(reply))?["result"]
    }

    func archived() -> [UInt8] {
        var copy = self
        return Archive.writing { copy.visit(&$0) }
    }
}
