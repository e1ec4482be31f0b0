import Containers
import Containment
import Foundation
import PagerModel
import RandomCommands
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
        var shares = Shares()
        for seed in seeds {
            var swarm = Swarm(seed: seed, spoiled: Swarm.usuallySpoiled)
            var twins = Twins()
            var steps: [Step] = []
            for place in 0..<(Swarm.prologue.count + Self.stepsOfOneRun) {
                swarm.held = twins.original.held
                let step = place < Swarm.prologue.count ? Swarm.prologue[place] : swarm.next()
                steps.append(step)
                guard
                    twins.carryOut(step) != nil
                        || place % 10 == 0 && twins.renew() != nil
                else { continue }
                let shortest = Simulation.shrink(steps, problem: Twins.difference(in:))
                let list = shortest.map(\.description).joined(separator: "\n")
                let sentence = Twins.difference(in: shortest)?.sentence ?? "no difference again"
                Issue.record("seed \(seed): \(sentence)\n\(list)")
                return
            }
            commands += steps.count
            refused += twins.refused
            shares.merge(twins.shares)
        }
        print("read again in \(commands) commands, \(refused) refused, seeds \(seeds.prefix(3))...")
        // One seed may do without some families.
        if seeds.count >= 40 { #expect(shares.problems() == [], "\(shares.table)") }
    }
}
