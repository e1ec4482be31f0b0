import Foundation
import RandomCommands
import Testing

/// A short version of `simulate`.
@Suite struct ScaleTests {
    @Test func `Many short runs keep the scene's invariants`() {
        let tally = Tally(
            "engine", commands: RandomTest.number("PAGERD_COMMANDS") ?? 40_000,
            seed: RandomTest.seed)
        if let problem = ScaleRun.run(tally) { Issue.record("\(problem)") }
        tally.tell()
        #expect(tally.shares.problems() == [], "\(tally.shares.table)")
    }
}
