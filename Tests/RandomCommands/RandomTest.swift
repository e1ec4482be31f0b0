internal import Foundation

/// The sizes of random tests, which environment variables change; see docs/dev/TESTING.md.
package enum RandomTest {
    /// The first seed, from `PAGERD_SEED`. Without it, each run has the same seeds, so that its
    /// result depends on nothing but the sources.
    package static let seed = number("PAGERD_SEED").map(UInt64.init) ?? 1

    /// Returns `count` seeds, or as many as `PAGERD_SEEDS` says.
    package static func seeds(_ count: Int) -> [UInt64] {
        (0..<(number("PAGERD_SEEDS") ?? count)).map { seed &+ UInt64($0) }
    }

    /// Returns the value of an environment variable that is a number, or nil if it is not set.
    package static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }
}
