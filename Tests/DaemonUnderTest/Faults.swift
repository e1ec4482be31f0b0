internal import PagerModel
internal import PagerWire
internal import RandomCommands

/// The probability of each fault for a message on its way, 0 to 1.
package struct Faults: Sendable {
    /// The message is lost, and sometimes several dozen after it.
    package var drop = 0.0
    /// The message arrives after some later ones.
    package var delay = 0.0
    /// The message arrives twice, at once or later.
    package var duplicate = 0.0
    /// The message changes places with the next one.
    package var reorder = 0.0

    package init(
        drop: Double = 0, delay: Double = 0, duplicate: Double = 0, reorder: Double = 0
    ) {
        self.drop = drop
        self.delay = delay
        self.duplicate = duplicate
        self.reorder = reorder
    }

    /// Returns all faults with the same probability.
    package static func all(_ chance: Double) -> Faults {
        Faults(drop: chance, delay: chance, duplicate: chance, reorder: chance)
    }
}

/// A simulated network between a daemon and a subscriber that changes the messages on it.
struct FaultyWay {
    struct Message {
        var topic: [UInt8]
        var payload: [UInt8]
    }

    var faults: Faults
    private(set) var counts = FaultyRelay.Counts()
    private var random: SeededGenerator
    /// Delayed messages, each with the number of messages that must pass first.
    private var held: [(message: Message, left: Int)] = []
    /// The number of following messages that are lost together.
    private var losing = 0
    private var boot: String?

    init(_ faults: Faults, seed: UInt64) {
        self.faults = faults
        random = SeededGenerator(seed: seed)
    }

    var isHolding: Bool { !held.isEmpty }

    /// Returns the messages that the subscriber receives when a message arrives.
    mutating func take(_ message: Message) -> [Message] {
        forget(ifOfAnother: message)
        counts.messages += 1
        for index in held.indices { held[index].left -= 1 }
        var passing: [Message] = []
        // No such period lasts longer than a second.
        if faults.drop == 0 || message.topic.starts(with: "server.".utf8) { losing = 0 }
        if losing > 0 || random.chance(faults.drop) {
            if losing > 0 {
                losing -= 1
            } else if random.chance(0.1) {
                losing = Int.random(in: 1...40, using: &random)
            }
            counts.dropped += 1
        } else if random.chance(faults.delay) {
            held.append((message, Int.random(in: 2...30, using: &random)))
            counts.delayed += 1
        } else if random.chance(faults.reorder) {
            held.append((message, 1))
            counts.reordered += 1
        } else {
            passing.append(message)
            if random.chance(faults.duplicate) {
                held.append((message, Int.random(in: 0...20, using: &random)))
                counts.duplicated += 1
            }
        }
        passing += held.filter { $0.left <= 0 }.map(\.message)
        held.removeAll { $0.left <= 0 }
        return passing
    }

    /// Releases delayed messages, because no later message would release them.
    mutating func release() -> [Message] {
        defer { held = [] }
        return held.map(\.message)
    }

    /// Drops the delayed messages of a connection that has ended: they cannot arrive after messages
    /// of the next connection.
    private mutating func forget(ifOfAnother message: Message) {
        guard
            message.topic.starts(with: "server.".utf8)
                || message.payload.starts(with: #"{"event":"welcome""#.utf8),
            let said = try? JSONParser.parse(message.payload)["boot"]?.string
        else { return }
        if boot != nil, boot != said {
            counts.dropped += held.count
            held = []
        }
        boot = said
    }
}
