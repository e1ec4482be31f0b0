import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands

/// A random stream of requests: valid, slightly wrong or ill-timed commands of every method, from
/// clients and plugins, alone and in batches.
struct RefusedCommandStream {
    enum Attempt {
        case request(Step, client: String?, ifRevision: Int?)
        /// A request with the id of the client's previous request.
        case reusedID(Step, client: String)
        case withoutJournal(Step)
        case plugin(String, Value)
        case wait(Double)
    }

    static let plugins = ["maps", "notes"]
    static let client = "script"

    private var random: SeededGenerator
    private var swarm: Swarm
    private var declared: DeclaredCommands
    private var spoiler: Spoiler
    private let recorded: Set<String>
    /// The running interactive transitions; see `Swarm.held`.
    var held: [String] {
        get { swarm.held }
        set { swarm.held = newValue }
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed ^ 0x4ef5)
        swarm = Swarm(seed: seed)
        declared = DeclaredCommands(seed: seed)
        spoiler = Spoiler(seed: seed)
        let methods = MethodTable()
        recorded = Set(
            CommandList.all.map { $0.method }.filter { methods[$0]?.isRecorded == true })
    }

    /// The initial requests: plugins that decide, then the records that the commands name.
    var prologue: [Attempt] {
        Self.plugins.map { .plugin($0, Self.registration(of: $0)) }
            + Swarm.prologue.map { step in
                var step = step
                if step.params["id"] == "a" || step.params["id"] == "b" {
                    step.params = ["id": step.params["id"] ?? nil, "kind": "maps"]
                }
                return .request(step, client: nil, ifRevision: nil)
            }
    }

    private static func registration(of name: String) -> Value {
        [
            "jsonrpc": "2.0", "id": "ask", "method": "plugin.register",
            "params": [
                "name": .string(name), "kinds": [.string(name)],
                "decisions": [
                    ["question": "shouldSelect", "deadline": 0.5], "shouldDismiss", "shouldPop",
                    "pageAfter",
                    "contentFor",
                ],
            ],
        ]
    }

    mutating func next() -> Attempt {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<8: return .wait(random.pick([0, 0.05, 0.3, 1, 40]))
        case 8..<18: return plugin()
        case 18..<20: return .withoutJournal(step())
        case 20..<22:
            // The unknown member makes this a different command from the one that used the id.
            return .reusedID(spoiler.spoil(step(), .unknownMember), client: Self.client)
        case 22..<26: return .request(step(), client: nil, ifRevision: 1)
        default:
            let step = step()
            // A read leaves no record, so its reply is not remembered after a restart.
            let client = recorded.contains(step.method) && random.chance(0.5) ? Self.client : nil
            return .request(step, client: client, ifRevision: nil)
        }
    }

    private mutating func step() -> Step { random.chance(0.06) ? batch() : single() }

    private mutating func single() -> Step {
        let step = random.chance(0.5) ? swarm.next() : declared.next()
        return random.chance(0.3) ? spoiler.spoil(step) : step
    }

    private mutating func batch() -> Step {
        let commands = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let step = single()
            return ["method": .string(step.method), "params": step.params] as Value
        }
        return Step(
            method: "batch",
            params: ["commands": .array(commands), "atomic": .bool(random.chance(0.6))])
    }

    private mutating func plugin() -> Attempt {
        let name = random.pick(Self.plugins)
        if random.chance(0.3) {
            let number = Int.random(in: 1...30, using: &random)
            return .plugin(
                name,
                [
                    "jsonrpc": "2.0", "id": .string("d\(number)"),
                    "result": ["answer": random.pick([true, false, "c", 7])],
                ])
        }
        if random.chance(0.1) { return .plugin(name, Self.registration(of: name)) }
        let step = random.chance(0.5) ? declared.next() : step()
        let connection = random.chance(0.1) ? "stranger" : name
        return .plugin(
            connection,
            [
                "jsonrpc": "2.0", "id": "ask", "method": .string(step.method),
                "params": step.params,
            ])
    }
}
