internal import Foundation

/// The sizes of random tests, which environment variables change; see docs/dev/TESTING.md.
package enum RandomTest {
    /// The first seed, from `PAGERD_SEED`. Without it, each run has the same seeds, so that its
    /// result depends on nothing but the sources.
    package static let seed = given.map(\.number) ?? 1

    /// `PAGERD_SEED`, if it is set.
    package static let given = environment["PAGERD_SEED"].map { text in
        guard let seed = Seed(text) else {
            preconditionFailure("PAGERD_SEED=\(text) is no seed, such as 8818 or 8818@3f2a")
        }
        return seed
    }

    private static let environment = ProcessInfo.processInfo.environment

    /// Returns `count` seeds, or as many as `PAGERD_SEEDS` says.
    package static func seeds(_ count: Int) -> [UInt64] {
        (0..<(number("PAGERD_SEEDS") ?? count)).map { seed &+ UInt64($0) }
    }

    /// Returns the value of an environment variable that is a number, or nil if it is not set.
    package static func number(_ variable: String) -> Int? {
        environment[variable].flatMap(Int.init)
    }
}

/// The seed of a random run as a failure prints it, such as `8818@3f2a`: a number, and the mark of
/// the random commands for which it stands.
package struct Seed: Sendable {
    package let number: UInt64
    private let mark: String?

    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard let number = UInt64(parts[0]), parts.count <= 2 else { return nil }
        self.number = number
        mark = parts.count == 2 ? String(parts[1]) : nil
    }

    /// The mark of the present commands, which changes with them.
    package static let mark: String = {
        var digest = Digest()
        for step in Swarm.prologue { digest.add(step.description.utf8) }
        // Each seed prefers other commands and options.
        for seed in UInt64(1)...20 {
            var swarm = Swarm(seed: seed, reactions: .many, spoiled: Swarm.usuallySpoiled)
            for _ in 0..<200 { digest.add(swarm.next().description.utf8) }
        }
        return String(digest.text.prefix(4))
    }()

    /// Why the seed does not, or may not, repeat the run that printed it.
    package var doubt: (sentence: String, isCertain: Bool)? {
        if mark == Self.mark { return nil }
        let way = "repeat it at the commit that printed it, or `simulate replay` its printed steps"
        guard let mark else {
            return (
                "seed \(number) does not say for which commands: if it is older, \(way)", false
            )
        }
        return (
            "seed \(number)@\(mark) stands for other commands than these (@\(Self.mark)): \(way)",
            true
        )
    }
}
