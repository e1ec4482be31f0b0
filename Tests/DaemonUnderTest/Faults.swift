internal import PagerModel
internal import PagerWire
internal import RandomCommands

/// How often something goes wrong with a message on its way, 0 to 1.
package struct Faults: Sendable {
    /// It is lost; now and then some dozens after it are, too.
    package var drop = 0.0
    /// It comes after some of those behind it.
    package var delay = 0.0
    /// It comes twice, at once or later.
    package var duplicate = 0.0
    /// It changes places with the next one.
    package var reorder = 0.0

    package init(
        drop: Double = 0, delay: Double = 0, duplicate: Double = 0, reorder: Double = 0
    ) {
        self.drop = drop
        self.delay = delay
        self.duplicate = duplicate
        self.reorder = reorder
    }

    /// All of them, each so often.
    package static func all(_ chance: Double) -> Faults {
        Faults(drop: chance, delay: chance, duplicate: chance, reorder: chance)
    }
}

/// What a way from a daemon to a subscriber does to the messages on it.
struct FaultyWay {
    struct Message {
        var topic: [UInt8]
        var payload: [UInt8]
    }

    var faults: Faults
    private(set) var counts = FaultyRelay.Counts()
    private var random: SeededGenerator
    /// What is held back until so many messages have passed.
    private var held: [(message: Message, left: Int)] = []
    /// How many are still lost together.
    private var losing = 0
    private var boot: String?

    init(_ faults: Faults, seed: UInt64) {
        self.faults = faults
        random = SeededGenerator(seed: seed)
    }

    var isHolding: Bool { !held.isEmpty }

    /// What goes on to the subscriber when a message has come.
    mutating func take(_ message: Message) -> [Message] {
        forget(ifOfAnother: message)
        counts.messages += 1
        for index in held.indices { held[index].left -= 1 }
        var passing: [Message] = []
        // No such time lasts longer than a second.
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

    /// Nothing comes that could push on what is held back.
    mutating func release() -> [Message] {
        defer { held = [] }
        return held.map(\.message)
    }

    /// What is on its way when a connection ends is lost with it: it cannot arrive behind what
    /// comes by the next one.
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
