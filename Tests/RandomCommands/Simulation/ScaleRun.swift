internal import PagerModel

/// A run with as many commands as time permits. It checks the inexpensive conditions after each
/// command, and all conditions after every 37th.
package enum ScaleRun {
    /// The length is chosen so that `t1` to `t40`, which the commands name, are most of the run's
    /// transitions.
    private static let stepsOfOneRun = 200
    /// An odd number, so that the full checks reach every position of a run.
    package static let stride = 37

    /// Runs until the tally is complete or a check fails. Then returns a text with the seed, the
    /// step and the shortest failing list of steps.
    ///
    /// - Parameters:
    ///   - stride: the number of commands between two full checks.
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

    /// Whether the run of a seed has no manual forwarding and no pages that appear off screen. No
    /// appearance may stay incomplete in it.
    private static func isStrict(_ seed: UInt64) -> Bool { seed % 4 == 0 }

    /// Whether reactions of the run change the objects of the commands that cause them.
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

    /// Returns the steps of a seed's run, up to the first failure.
    package static func steps(_ seed: UInt64) -> [Step] {
        var steps: [Step] = []
        var simulation = simulation(seed, .max)
        _ = run(seed, &simulation) { steps.append($0) }
        return steps
    }

    /// Returns the shortest list of steps that fails if everything is checked after each step.
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
