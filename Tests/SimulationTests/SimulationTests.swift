import Foundation
import PagerModel
import RandomCommands
import Testing

/// Runs random commands. After each one, the invariants must hold, a refused command must have
/// changed nothing, and the events must match the records.
@Suite struct SimulationTests {
    static let stepsOfOneRun = 200

    @Test func `Random commands keep the scene's invariants`() throws {
        try run(Swarm.Family.allCases, isStrict: false)
    }

    /// Without manual forwarding and pages that appear off screen, no appearance may stay
    /// incomplete.
    @Test func `Exactly the controllers in a window have appeared`() throws {
        try run(
            Swarm.Family.allCases.filter { ![.appearance, .page].contains($0) },
            isStrict: true)
    }

    private func run(_ families: [Swarm.Family], isStrict: Bool) throws {
        var commands = 0
        var refused = 0
        var shares = Shares()
        let seeds = RandomTest.seeds(150)
        for seed in seeds {
            var swarm = Swarm(
                seed: seed, families: families, forwards: isStrict, spoiled: Swarm.usuallySpoiled)
            var simulation = Simulation()
            simulation.isStrict = isStrict
            var steps = Swarm.prologue
            for step in steps { #expect(simulation.carryOut(step) == nil) }
            for _ in 0..<Self.stepsOfOneRun {
                swarm.held = simulation.scene.held
                let step = swarm.next()
                steps.append(step)
                guard let problem = simulation.carryOut(step) else { continue }
                let shortest = Simulation.shrink(steps) {
                    Simulation.problem(in: $0, isStrict: isStrict)
                }
                let list = shortest.map(\.description).joined(separator: "\n")
                Issue.record("seed \(seed): \(problem)\n\(list)")
                return
            }
            commands += steps.count
            refused += simulation.refused
            shares.merge(simulation.shares)
        }
        print("simulated \(commands) commands, \(refused) refused, seeds \(seeds.prefix(3))...")
        // A single seed may lack some families of commands.
        if seeds.count >= 100 { #expect(shares.problems(of: families) == [], "\(shares.table)") }
    }
}
