import Foundation
import RandomCommands
import Testing

/// A short version of `simulate` with the same seeds each time. `PAGERD_SEED` sets the first seed,
/// and `PAGERD_COMMANDS` the number of commands.
@Suite struct ScaleTests {
    @Test func `Many short runs keep the scene's invariants`() {
        let environment = ProcessInfo.processInfo.environment
        let tally = Tally(
            "engine", commands: environment["PAGERD_COMMANDS"].flatMap(Int.init) ?? 40_000,
            seed: environment["PAGERD_SEED"].flatMap(UInt64.init) ?? 1)
        if let problem = ScaleRun.run(tally) { Issue.record("\(problem)") }
        tally.tell()
        #expect(tally.shares.problems() == [], "\(tally.shares.table)")
    }
}
