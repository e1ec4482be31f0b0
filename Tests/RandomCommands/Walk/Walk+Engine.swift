extension Walk {
    /// Random commands for the engine, whose invariants are checked.
    ///
    /// - Parameters:
    ///   - stride: the number of steps between two runs of the expensive checks. An odd number
    ///     reaches every position of a run.
    ///   - oracles: the checks besides the invariants.
    package static func engine(stride: Int, asking oracles: [Named] = []) -> Walk {
        // The length is chosen so that `t1` to `t40`, which the commands name, are most of the
        // run's transitions.
        Walk(
            length: Swarm.prologue.count + 200, stride: stride, from: swarm, in: "invariants",
            { Simulation(isStrict: isStrict($0), stride: $1) }, asking: oracles)
    }

    /// Whether the run of a seed has no manual forwarding and no pages that appear off screen. No
    /// appearance may stay incomplete in it.
    private static func isStrict(_ seed: UInt64) -> Bool { seed % 4 == 0 }

    /// In every fourth run, reactions change the objects of the commands that cause them.
    private static func swarm(_ seed: UInt64) -> Swarm {
        let isStrict = isStrict(seed)
        return Swarm(
            seed: seed,
            families: isStrict
                ? Swarm.Family.allCases.filter { ![.appearance, .page].contains($0) }
                : Swarm.Family.allCases, forwards: isStrict,
            reactions: seed % 4 == 1 ? .many : .few, spoiled: Swarm.usuallySpoiled)
    }
}
