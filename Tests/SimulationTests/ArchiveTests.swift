import Containers
import Containment
import Foundation
import PagerModel
import RandomCommands
import SceneSimulation
import Testing

/// A scene that is written down and read goes on as if nothing had been.
///
/// `PAGERD_SEED` repeats one run, `PAGERD_RUNS` takes so many at random.
@Suite struct ArchiveTests {
    private static let stepsOfOneRun = 200

    @Test func `A scene that was written and read goes on as the one that was not`() {
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["PAGERD_RUNS"].flatMap(UInt64.init)
        let seeds =
            environment["PAGERD_SEED"].flatMap(UInt64.init).map { [$0] }
            ?? runs.map { (0..<$0).map { _ in .random(in: 1...1_000_000_000) } } ?? Array(1...40)
        var commands = 0
        var refused = 0
        for seed in seeds {
            var swarm = Swarm(seed: seed)
            var twins = Twins()
            var steps = Swarm.prologue
            steps += (0..<Self.stepsOfOneRun).map { _ in swarm.next() }
            for (place, step) in steps.enumerated() {
                guard
                    twins.carryOut(step) != nil
                        || place % 10 == 0 && twins.renew() != nil
                else { continue }
                let shortest = Simulation.shrink(
                    Array(steps.prefix(place + 1)), problem: Twins.difference(in:))
                let list = shortest.map(\.description).joined(separator: "\n")
                let sentence = Twins.difference(in: shortest)?.sentence ?? "no difference again"
                Issue.record("seed \(seed): \(sentence)\n\(list)")
                return
            }
            commands += steps.count
            refused += twins.refused
        }
        print("read again in \(commands) commands, \(refused) refused, seeds \(seeds.prefix(3))...")
        #expect(commands > refused)
    }
}
