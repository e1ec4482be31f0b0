import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import RandomCommands

/// Sends the same random commands to two builds of pagerd, and finds the first transaction whose
/// reply or events differ. The sentences of refusals may differ, because no program reads them.
enum Compare {
    /// Returns 1 if a transaction differs. It is printed with both replies.
    static func run(_ programs: [String], commands: Int, seed first: UInt64) throws -> Int32 {
        let walk = Walk.engine(stride: .max)
        var (seed, done) = (first, 0)
        while done < commands {
            let steps = walk.steps(seed)
            if let difference = try difference(programs, steps) {
                print("seed \(seed)@\(Seed.mark), \(difference)")
                return 1
            }
            done += steps.count
            seed += 1
        }
        print("compared \(done) commands, seeds \(first) to \(seed - 1): the bytes are the same")
        return 0
    }

    private static let questions = [
        Step(method: "events.replay", params: ["since": 0, "limit": 100_000]),
        Step(method: "state.snapshot", params: ["limit": 1_000]),
    ]

    private static func difference(_ programs: [String], _ steps: [Step]) throws -> String? {
        let daemons = try programs.map { try ComparedDaemon($0) }
        for (place, step) in (steps + questions).enumerated() {
            let replies = try daemons.map { try $0.reply(to: step, id: place) }
            guard replies[0] != replies[1] else { continue }
            return "step \(place):\n\(step)\n- \(replies[0])\n+ \(replies[1])"
        }
        return nil
    }
}

/// A running build of pagerd.
private final class ComparedDaemon {
    private let daemon: TestDaemon
    private var requester: Requester

    init(_ program: String) throws {
        daemon = try TestDaemon(program: program)
        requester = try daemon.requester()
    }

    /// Returns the reply with the events of the transaction, as text.
    func reply(to step: Step, id: Int) throws -> String {
        var params = step.params
        if let members = params.members { params = .object(members + [.init("trace", true)]) }
        let request: Value = [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(step.method),
            "params": params,
        ]
        let reply = try requester.exchange(bytes: Array(request.json.utf8))
        return try JSONParser.parse(reply).without(["message", "boot", "history"]).json
    }
}

extension Value {
    /// The value without the members of its `error` and `result` that differ in each process.
    fileprivate func without(_ names: Set<String>) -> Value {
        guard let members else { return self }
        return .object(
            members.map { member in
                guard ["error", "result"].contains(member.name),
                    let inner = member.value.members
                else { return member }
                return .init(member.name, .object(inner.filter { !names.contains($0.name) }))
            })
    }
}
