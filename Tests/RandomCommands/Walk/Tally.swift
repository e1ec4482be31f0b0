internal import Glibc

/// The progress of a run over many seeds, printed as one line at its end and once a minute.
package final class Tally {
    package let name: String
    private let wanted: Int
    private let first: UInt64
    private var seed: UInt64
    package private(set) var commands = 0
    package private(set) var shares = Shares()
    private var events = 0
    package private(set) var counts: [String: Int] = [:]
    private let start = ContinuousClock.now
    private var told = ContinuousClock.now

    /// Creates a tally.
    ///
    /// - Parameters:
    ///   - commands: the minimum number of commands.
    ///   - seed: the first seed.
    package init(_ name: String, commands: Int, seed: UInt64) {
        self.name = name
        wanted = commands
        first = seed
        self.seed = seed
    }

    package var isComplete: Bool { commands >= wanted }

    package func nextSeed() -> UInt64 {
        if told.duration(to: .now) > .seconds(60) {
            told = .now
            tell()
        }
        defer { seed += 1 }
        return seed
    }

    func count(_ steps: Int, _ world: any World, _ others: [any Oracle]) {
        commands += steps
        events += world.events
        shares.merge(world.shares)
        for oracle in [world] + others { counts.merge(oracle.counts, uniquingKeysWith: +) }
    }

    /// Prints the progress without buffering, because a reader may be waiting for it.
    package func tell() {
        let seconds = start.duration(to: .now) / .seconds(1)
        let more = counts.sorted { $0.key < $1.key }.map { ", \($0.value) \($0.key)" }
        print(
            "\(name): \(commands) commands, \(shares.refused) refused, \(events) events, seeds \(first) "
                + "to \(seed - 1), \(Int(Double(commands) / seconds)) commands a second"
                + more.joined())
        fflush(nil)
    }
}
