import Glibc
import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite struct RefusedCommandTests {
    private static let attempts = 200

    @Test func `A refused command changes neither the archive nor the restored state`() throws {
        var refused = RefusedCommandTally()
        for seed in RandomTest.seeds(6) {
            let run = Self.run(seed, restartingEvery: 40)
            refused.merge(run.refused)
            guard run.problem != nil else { continue }
            // Restarting after each attempt finds the first one that is wrong.
            let problem = Self.run(seed, restartingEvery: 1).problem ?? run.problem
            Issue.record("seed \(seed), \(problem ?? "")")
            return
        }
        print("refused \(refused.count) commands in \(refused.ways) ways")
    }

    private static func run(
        _ seed: UInt64, restartingEvery stride: Int
    ) -> (problem: String?, refused: RefusedCommandTally) {
        var stage = RefusedCommandStage(seed % 2 == 0 ? .real : .manual)
        var stream = RefusedCommandStream(seed: seed)
        let prologue = stream.prologue
        for place in 0..<(prologue.count + attempts) {
            stream.held = stage.held
            let attempt = place < prologue.count ? prologue[place] : stream.next()
            var problem = stage.carryOut(attempt)
            if problem == nil, (place + 1) % stride == 0 { problem = stage.restart() }
            if let problem { return ("attempt \(place): \(problem)\n\(attempt)", stage.refused) }
        }
        return (nil, stage.refused)
    }

    /// Tries each method with each fault, in a state in which most of them would be accepted,
    /// because random commands do not reach all of them.
    @Test func `Each method with parameters is refused in two ways and changes nothing`() throws {
        var stage = RefusedCommandStage(.manual)
        let stream = RefusedCommandStream(seed: 1)
        for attempt in stream.prologue { #expect(stage.carryOut(attempt) == nil) }
        var declared = DeclaredCommands(seed: 1)
        var spoiler = Spoiler(seed: 1)
        for type in CommandList.all {
            for fault in Spoiler.Fault.allCases {
                for _ in 0..<20 {
                    let step = spoiler.spoil(declared.command(type), fault)
                    let problem = stage.carryOut(.request(step, client: nil, ifRevision: nil))
                    #expect(problem == nil, "\(step)")
                }
            }
        }
        for type in CommandList.all {
            let ways = stage.refused[type.method]
            // A command without parameters only reads, and can be refused only for an unknown
            // parameter.
            let least = type.declaration.isEmpty ? 1 : 2
            #expect(ways.count >= least, "\(type.method) was refused for \(ways.sorted())")
            #expect(ways.contains("invalidParams nosuch"), "\(type.method)")
        }
    }

    @Test func `A refused command uses no automatic id: the next one is the same`() throws {
        for (method, params) in [
            ("controller.create", ["kind": "view", "nosuch": 1] as Value),
            ("controller.create", ["kind": "view", "modalTransitionStyle": "nosuch"]),
            ("controller.create", ["kind": "pager", "offscreenLimit": -1]),
            ("controller.create", ["kind": "view", "on": ["viewDidLoad": [["method": "x"]]]]),
            ("window.create", ["size": ["width": -1, "height": 1]]),
            ("view.create", ["frame": ["x": 0, "y": 0, "width": -1, "height": 1]]),
        ] {
            var living = RecordedService(clock: .manual)
            let refusal = try JSONParser.parse(living.send(Step(method: method, params: params)))
            #expect(refusal["error"] != nil, "\(method) \(params)")
            let create = Step(method: "controller.create", params: ["kind": "view"])
            let reply = try JSONParser.parse(living.send(create))
            #expect(reply["result"]?["id"] == "c1")
            _ = living.send(Step(method: "controller.loadViewIfNeeded", params: ["id": "c1"]))
            var restored = try RecordedService(living.journal, clock: .manual)
            #expect(restored.picture() == living.picture())
            #expect(restored.archived() == living.archived())
        }
    }
}
