/// A check in a world of its own. All oracles of a walk see the same steps.
package protocol Oracle {
    /// Runs a step. Returns what is wrong afterwards, or nil.
    mutating func carryOut(_ step: Step) -> String?

    /// How often something happened that the steps alone do not show.
    var counts: [String: Int] { get }
}

extension Oracle {
    package var counts: [String: Int] { [:] }
}

/// The oracle for whose state the steps are made.
package protocol World: Oracle {
    /// The running interactive transitions, which random commands can name.
    var held: [String] { get }
    var events: Int { get }
    var shares: Shares { get }
}

/// A source of random steps.
package protocol StepSource {
    /// See `Swarm.held`.
    var held: [String] { get set }
    /// Returns the initial steps of every run.
    mutating func prologue() -> [Step]
    mutating func next() -> Step
}

/// What is wrong after some of the steps.
package typealias Problem = (after: Int, sentence: String)

/// Returns the first problem that an oracle finds in a list of steps.
package func problem(in steps: [Step], of oracle: any Oracle) -> Problem? {
    var oracle = oracle
    for (index, step) in steps.enumerated() {
        if let sentence = oracle.carryOut(step) { return (index + 1, sentence) }
    }
    return nil
}

/// Returns the shortest list of steps in which a new oracle still finds a problem.
package func shrink(_ steps: [Step], against oracle: () -> any Oracle) -> [Step] {
    var steps = steps
    if let end = problem(in: steps, of: oracle())?.after { steps = Array(steps.prefix(end)) }
    var size = max(1, steps.count / 2)
    while true {
        var start = 0
        while start < steps.count {
            var fewer = steps
            fewer.removeSubrange(start..<min(start + size, steps.count))
            if let end = problem(in: fewer, of: oracle())?.after {
                steps = Array(fewer.prefix(end))
            } else {
                start += size
            }
        }
        if size == 1 { return steps }
        size = max(1, size / 2)
    }
}
