import Foundation
import PagerModel
import RandomCommands
import Testing

/// Runs the shell with random commands while the disk, the clock, the subscriber and the plugins
/// fail. Published events must never be lost, a client that asks must get correct replies, and
/// refused commands must change nothing.
@Suite(.serialized) struct ShellSimulationTests {
    private static let stepsOfOneRun = 268

    @Test func `Published events stay valid if the disk, clock, subscriber and plugins fail`()
        throws
    {
        let tally = Tally(
            "shell", commands: RandomTest.number("PAGERD_COMMANDS") ?? 6_000,
            seed: RandomTest.seed)
        while !tally.isComplete {
            let seed = tally.nextSeed()
            var swarm = ShellSwarm(seed: seed)
            var steps = swarm.prologue()
            let world = try ShellWorld(steps[0].params)
            var problem = Self.run(steps, in: world)
            while problem == nil, world.steps < Self.stepsOfOneRun {
                swarm.held = world.held
                steps.append(swarm.next())
                problem = world.carryOut(steps[steps.count - 1])
            }
            tally.count(
                world.steps, refused: world.refused, events: world.events, shares: world.shares,
                faults: world.faults)
            guard let problem else { continue }
            Issue.record(
                "seed \(seed), step \(world.steps): \(problem); shrunk: \(Self.report(steps))")
            return
        }
        tally.tell()
        #expect(tally.shares.problems() == [], "\(tally.shares.table)")
    }

    private static func run(_ steps: [Step], in world: ShellWorld) -> String? {
        for step in steps.dropFirst() {
            if let problem = world.carryOut(step) { return problem }
        }
        return nil
    }

    /// Returns the problem that a list of steps causes, and the number of steps before it. The
    /// first step configures the world.
    static func problem(in steps: [Step]) -> (after: Int, sentence: String)? {
        guard let options = steps.first, options.method == "world",
            let world = try? ShellWorld(options.params)
        else { return nil }
        return run(steps, in: world).map { (world.steps + 1, $0) }
    }

    private static func report(_ steps: [Step]) -> String {
        let shortest = Simulation.shrink(steps, problem: problem(in:))
        let list = shortest.map(\.description).joined(separator: "\n")
        return "\(problem(in: shortest)?.sentence ?? "nothing is wrong again")\n\(list)"
    }
}
