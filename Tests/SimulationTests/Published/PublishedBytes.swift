import Foundation
import PagerModel
import PagerWire
import RandomCommands

@testable import PagerServer

/// A digest of all bytes that a service sends while it runs random commands: replies, events of
/// each transaction, then a replay of all events and the records. The sentences of refusals are
/// left out, because people read them and no program does.
struct PublishedBytes {
    /// The digest of the requests, which identifies the run.
    private(set) var requests = Digest()
    private(set) var bytes = Digest()
    private(set) var commands = 0
}

extension PublishedBytes {
    private static let stepsOfOneRun = 200

    /// Adds the run of a seed. Calls `didCarryOut` with each request and the digest after it.
    mutating func run(
        _ seed: UInt64, didCarryOut: (_ request: String, _ digest: String) -> Void = { _, _ in }
    ) {
        var swarm = Swarm(seed: seed, spoiled: Swarm.usuallySpoiled)
        var service = Self.service()
        for number in 0..<(Swarm.prologue.count + Self.stepsOfOneRun) {
            swarm.held = service.scene.held
            let isPrologue = number < Swarm.prologue.count
            let step = isPrologue ? Swarm.prologue[number] : swarm.next()
            let request = send(step, to: &service)
            didCarryOut(request, bytes.text)
        }
        for step in Self.questions { didCarryOut(send(step, to: &service), bytes.text) }
    }

    private static let questions = [
        Step(method: "events.replay", params: ["since": 0, "limit": 100_000]),
        Step(method: "state.snapshot", params: ["limit": 1000]),
    ]

    private static func service() -> Service {
        var identity = Service.Identity()
        identity.clock = .manual
        var service = Service(identity)
        service.wanted = .all
        return service
    }

    private mutating func send(_ step: Step, to service: inout Service) -> String {
        commands += 1
        let message: Value = [
            "jsonrpc": "2.0", "id": .integer(commands), "method": .string(step.method),
            "params": step.params,
        ]
        let request = Array(message.json.utf8)
        requests.add(request)
        addWithoutSentences(service.answer(request.span, from: Peer(uid: 1), at: .zero))
        for turn in service.outbox {
            for index in 0..<turn.count {
                bytes.add(turn.topic(index))
                bytes.add(turn.payload(index))
            }
        }
        service.outbox.removeAll()
        return String(decoding: request, as: UTF8.self)
    }

    /// Adds a reply without the texts of its `message` members. Quotation marks inside JSON
    /// strings are escaped, so the searched text can only be such a member.
    private mutating func addWithoutSentences(_ reply: [UInt8]) {
        let opening = Array(#""message":""#.utf8)
        var rest = reply[...]
        while let found = rest.firstRange(of: opening) {
            bytes.add(rest[..<found.upperBound])
            rest = rest[found.upperBound...]
            while let byte = rest.first, byte != UInt8(ascii: "\"") {
                rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
            }
        }
        bytes.add(rest)
    }
}
