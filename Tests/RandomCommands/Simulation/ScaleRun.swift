internal import PagerModel

/// As many commands as there is time for: the engine alone, with all that is cheap demanded after
/// each command and all there is after every 37th of them.
package enum ScaleRun {
    /// So that `t1` to `t40`, which the commands speak of, are most of the run's transitions.
    private static let stepsOfOneRun = 200
    /// Odd, so that it meets all places of a run.
    package static let stride = 37

    /// Goes on until the tally is complete, or something is wrong: then a text with the seed, the
    /// step and the shortest list of steps.
    ///
    /// - Parameters:
    ///   - stride: commands from one look at everything to the next.
    ///   - willRun: called with each seed before its run.
    package static func run(
        _ tally: Tally, stride: Int = stride, willRun: (UInt64) -> Void = { _ in }
    ) -> String? {
        while !tally.isComplete {
            let seed = tally.nextSeed()
            willRun(seed)
            var simulation = simulation(seed, stride)
            let problem = run(seed, &simulation)
            tally.count(
                simulation.steps, refused: simulation.refused, events: simulation.events,
                shares: simulation.shares)
            if let problem {
                return "seed \(seed), step \(simulation.steps): \(problem)\n"
                    + report(seed, simulation.steps)
            }
        }
        return nil
    }

    /// Some runs know no calls by hand and no pages that appear unseen: nothing may be half shown
    /// in them.
    private static func isStrict(_ seed: UInt64) -> Bool { seed % 4 == 0 }

    /// In others, reactions change what the commands around them are about.
    private static func isReactive(_ seed: UInt64) -> Bool { seed % 4 == 1 }

    private static func swarm(_ seed: UInt64) -> Swarm {
        let isStrict = isStrict(seed)
        return Swarm(
            seed: seed,
            families: isStrict
                ? Swarm.Family.allCases.filter { ![.appearance, .page].contains($0) }
                : Swarm.Family.allCases, forwards: isStrict,
            reactions: isReactive(seed) ? .many : .few, spoiled: Swarm.usuallySpoiled)
    }

    private static func simulation(_ seed: UInt64, _ stride: Int) -> Simulation {
        var simulation = Simulation()
        simulation.isStrict = isStrict(seed)
        simulation.stride = stride
        return simulation
    }

    private static func run(
        _ seed: UInt64, _ simulation: inout Simulation, willCarryOut: (Step) -> Void = { _ in }
    ) -> String? {
        var swarm = swarm(seed)
        for place in 0..<(Swarm.prologue.count + stepsOfOneRun) {
            swarm.held = simulation.scene.held
            let step = place < Swarm.prologue.count ? Swarm.prologue[place] : swarm.next()
            willCarryOut(step)
            if let problem = simulation.carryOut(step) { return problem }
        }
        return nil
    }

    /// What the run of a seed does, up to where it goes wrong.
    package static func steps(_ seed: UInt64) -> [Step] {
        var steps: [Step] = []
        var simulation = simulation(seed, .max)
        _ = run(seed, &simulation) { steps.append($0) }
        return steps
    }

    /// The shortest list of steps that still goes wrong where everything is demanded after each.
    private static func report(_ seed: UInt64, _ count: Int) -> String {
        let isStrict = isStrict(seed)
        let shortest = Simulation.shrink(Array(steps(seed).prefix(count))) {
            Simulation.problem(in: $0, isStrict: isStrict)
        }
        let problem = Simulation.problem(in: shortest, isStrict: isStrict)?.sentence
        let list = shortest.map(\.description).joined(separator: "\n")
        return "\(problem ?? "nothing is wrong when all is demanded after each step")\n\(list)"
    }
}
