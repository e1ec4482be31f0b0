import Foundation
import RandomCommands
import Testing

/// What `simulate` does at scale, for a moment: the same seeds each time. `PAGERD_SEED` says where
/// they begin, `PAGERD_COMMANDS` how many commands there are.
@Suite struct ScaleTests {
    @Test func `Many short runs leave the scene whole`() {
        let environment = ProcessInfo.processInfo.environment
        let tally = Tally(
            "engine", commands: environment["PAGERD_COMMANDS"].flatMap(Int.init) ?? 40_000,
            seed: environment["PAGERD_SEED"].flatMap(UInt64.init) ?? 1)
        if let problem = ScaleRun.run(tally) { Issue.record("\(problem)") }
        tally.tell()
        #expect(tally.shares.problems() == [], "\(tally.shares.table)")
    }
}
