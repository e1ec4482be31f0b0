import Containers
import Containment
import Foundation
import PagerModel
import RandomCommands
import Testing

/// Tests that a scene restored from an archive behaves like the original.
@Suite struct ArchiveTests {
    private static let stepsOfOneRun = 200

    @Test func `A restored scene behaves like the original`() {
        var commands = 0
        var refused = 0
        var shares = Shares()
        let seeds = RandomTest.seeds(40)
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
        // A single seed may lack some families of commands.
        if seeds.count >= 40 { #expect(shares.problems() == [], "\(shares.table)") }
    }

    @Test func `A change of other options leaves the time of a restored pager's page as it is`() {
        var twins = Twins()
        let steps: [Step] = [
            Step(method: "window.create", params: ["id": "w"]),
            Step(method: "controller.create", params: ["id": "a", "kind": "view"]),
            Step(method: "controller.create", params: ["id": "b", "kind": "view"]),
            Step(
                method: "controller.create",
                params: ["id": "p", "kind": "pager", "autoAdvance": 10, "wrap": true]),
            Step(method: "pager.setPages", params: ["id": "p", "pages": ["a", "b"]]),
            Step(method: "window.setRoot", params: ["id": "w", "controller": "p"]),
            Step(method: "clock.advance", params: ["seconds": 4]),
        ]
        for step in steps { #expect(twins.carryOut(step) == nil) }
        #expect(twins.renew() == nil)
        let update = Step(method: "controller.update", params: ["id": "p", "title": "T"])
        #expect(twins.carryOut(update) == nil)
        #expect(twins.renew() == nil)
        let advance = Step(method: "clock.advance", params: ["seconds": 7])
        #expect(twins.carryOut(advance) == nil)
        #expect(twins.renew() == nil)
    }
}
