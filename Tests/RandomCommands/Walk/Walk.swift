internal import PagerModel

/// The loop of all random tests: makes the steps of each seed once, and asks every oracle after
/// each of them.
package struct Walk: Sendable {
    package struct Named: Sendable {
        let name: String
        package let make: @Sendable (_ seed: UInt64, _ stride: Int) -> any Oracle

        /// Names an oracle.
        ///
        /// - Parameter make: creates it for the run of a seed. Its expensive checks run after every
        ///   `stride` steps.
        package init(_ name: String, _ make: @escaping @Sendable (UInt64, Int) -> any Oracle) {
            self.name = name
            self.make = make
        }
    }

    private let source: @Sendable (UInt64) -> any StepSource
    private let world: @Sendable (UInt64, Int) -> any World
    private let oracles: [Named]
    private let stride: Int
    /// What the world checks.
    package let name: String
    /// The number of steps of a seed, with the prologue.
    package let length: Int

    /// Creates a walk.
    ///
    /// - Parameter stride: the number of steps between two runs of the expensive checks.
    package init(
        length: Int, stride: Int, from source: @escaping @Sendable (UInt64) -> any StepSource,
        in name: String, _ world: @escaping @Sendable (UInt64, Int) -> any World,
        asking oracles: [Named] = []
    ) {
        self.length = length
        self.stride = stride
        self.source = source
        self.world = world
        self.name = name
        self.oracles = oracles
    }

    /// Runs until the tally is complete or an oracle objects. Then returns the seed, the oracle and
    /// the shortest steps to which it objects.
    ///
    /// - Parameter willRun: called with each seed before its run.
    package func run(_ tally: Tally, willRun: (UInt64) -> Void = { _ in }) -> String? {
        while !tally.isComplete {
            let seed = tally.nextSeed()
            willRun(seed)
            let (steps, objection) = run(seed, tally)
            if let objection { return report(seed, steps, objection) }
        }
        return nil
    }

    /// Returns the steps of a seed, up to the first problem in their world.
    package func steps(_ seed: UInt64) -> [Step] {
        Walk(length: length, stride: .max, from: source, in: name, world).run(seed, nil).steps
    }

    private typealias Objection = (oracle: Named, sentence: String)

    private func run(_ seed: UInt64, _ tally: Tally?) -> (steps: [Step], objection: Objection?) {
        var source = source(seed)
        var world = world(seed, stride)
        var others = oracles.map { $0.make(seed, stride) }
        var steps = source.prologue()
        var objection: Objection?
        var place = 0
        while place < length, objection == nil {
            source.held = world.held
            if place == steps.count { steps.append(source.next()) }
            if let sentence = world.carryOut(steps[place]) {
                objection = (Named(name) { self.world($0, $1) }, sentence)
            }
            for index in others.indices where objection == nil {
                if let sentence = others[index].carryOut(steps[place]) {
                    objection = (oracles[index], sentence)
                }
            }
            place += 1
        }
        tally?.count(place, world, others)
        return (Array(steps.prefix(place)), objection)
    }

    private func report(_ seed: UInt64, _ steps: [Step], _ objection: Objection) -> String {
        let (oracle, sentence) = objection
        let heading = "seed \(seed)@\(Seed.mark), \(oracle.name), step \(steps.count): \(sentence)"
        // Shortening the list can take minutes.
        print(heading)
        let make = { oracle.make(seed, 1) }
        let shortest = shrink(steps, against: make)
        let again = problem(in: shortest, of: make())?.sentence
        let list = shortest.map(\.description).joined(separator: "\n")
        return
            "\(heading)\n\(again ?? "nothing is wrong if all is checked after each step")\n\(list)"
    }
}
