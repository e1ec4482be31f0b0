import Foundation
import PagerModel
import RandomCommands
import Testing

/// Compares the engine with the reference engine, which was written from the rules alone. After
/// each command, replies and events must be equal and in the same order, and at intervals the
/// records too.
struct ComparisonTests {
    static let stepsOfOneRun = 200

    @Test func `The engine and the reference return the same replies to random commands`() throws {
        let wanted = RandomTest.number("PAGERD_COMMANDS") ?? 8_000
        let first = RandomTest.seed
        var seed = first
        var commands = 0
        var refused = 0
        var shares = Shares()
        let clock = ContinuousClock()
        let start = clock.now
        while commands < wanted {
            var comparison = Comparison()
            var steps: [Step] = []
            var swarm = Swarm(seed: seed, reactions: .none)
            for place in 0..<(Swarm.prologue.count + Self.stepsOfOneRun) {
                swarm.held = comparison.scene.held
                let step = place < Swarm.prologue.count ? Swarm.prologue[place] : swarm.next()
                steps.append(step)
                guard let difference = comparison.carryOut(step, records: place % 8 == 0) else {
                    continue
                }
                // Shortening the list takes minutes.
                print("seed \(seed), step \(place): \(difference)")
                Issue.record("seed \(seed)\n\(Self.report(steps))")
                return
            }
            commands += steps.count
            refused += comparison.refused
            shares.merge(comparison.shares)
            seed += 1
        }
        let seconds = (clock.now - start) / .seconds(1)
        print(
            "compared \(commands) commands, \(refused) refused, seeds \(first) to \(seed - 1), "
                + "\(Int(Double(commands) / seconds)) commands a second")
        #expect(shares.problems() == [], "\(shares.table)")
    }

    /// Returns the shortest list of steps that still causes a difference, and the difference.
    static func report(_ steps: [Step]) -> String {
        let shortest = Simulation.shrink(steps, problem: Comparison.difference(in:))
        let list = shortest.map(\.description).joined(separator: "\n")
        return "\(list)\n\(Comparison.difference(in: shortest)?.sentence ?? "no difference again")"
    }
}
