import Foundation
import PagerModel
import RandomCommands
import Testing

/// Runs random commands in all worlds, and asks each oracle after each command.
@Suite struct WalkTests {
    static let oracles = [
        Walk.Named("reference") { Comparison(stride: $1) },
        Walk.Named("archive") { Twins(stride: $1) },
        Walk.Named("service") { Audiences(stride: $1) },
        Walk.Named("mirrors") { Mirrors(stride: $1) },
        Walk.Named("driven transitions") {
            Observed("driven transitions", RandomDriver(seed: $0), stride: $1)
        },
        Walk.Named("commands in callbacks") {
            Observed("commands in callbacks", RandomOverrides(seed: $0), stride: $1)
        },
    ]

    @Test func `No oracle objects to random commands`() {
        let tally = run(.engine(stride: 9, asking: Self.oracles), seeds: 40)
        for name in ["driven transitions", "commands in callbacks"] where tally.commands > 5_000 {
            #expect(tally.counts[name] != 0, "the observer of \(name) never acted")
        }
    }

    /// Most faults of the engine break an invariant, and these are the cheapest to check.
    @Test func `Many more random commands keep the invariants`() {
        run(.engine(stride: 7), seeds: 300)
    }

    @Test func `Published events stay valid if the disk, clock, subscriber and plugins fail`() {
        run(Self.shell, seeds: 22)
    }

    /// The first step of a shell configures it.
    private static let shell = Walk(
        length: 269, stride: 1, from: { ShellSwarm(seed: $0) }, in: "shell",
        { _, _ in Shell() })

    @discardableResult
    private func run(_ walk: Walk, seeds: Int) -> Tally {
        let seeds = RandomTest.seeds(seeds)
        let tally = Tally(walk.name, commands: seeds.count * walk.length, seed: RandomTest.seed)
        let doubt = RandomTest.given?.doubt
        if let doubt { print(doubt.sentence) }
        let problem = doubt?.isCertain == true ? doubt?.sentence : walk.run(tally)
        if let problem { Issue.record("\(problem)") }
        tally.tell()
        // A few seeds may lack some families of commands.
        if problem == nil, seeds.count >= 20 {
            #expect(tally.shares.problems() == [], "\(tally.shares.table)")
        }
        return tally
    }

    @Test func `A failure names the seed, the oracle and the fewest steps that repeat it`() throws {
        let walk = Walk.engine(stride: 1, asking: [Walk.Named("picky") { _, _ in Picky() }])
        let found = try #require(walk.run(Tally("picky", commands: 10_000, seed: 1)))
        let lines = found.split(separator: "\n")
        #expect(lines.first?.contains(#/^seed \d+@[0-9a-f]{4}, picky, step \d+: /#) == true)
        #expect(
            lines.filter { $0.hasPrefix("  [") }.map { Step(json: Array($0.utf8))?.method } == [
                "modal.present", "window.resize",
            ])
    }

    @Test func `A seed of other commands is refused with what to do instead`() throws {
        let old = try #require(Seed("8818@0000")?.doubt)
        #expect(old.isCertain && old.sentence.contains("simulate replay"))
        #expect(Seed("8818")?.doubt?.isCertain == false)
        #expect(Seed("8818@\(Seed.mark)")?.doubt == nil)
        for text in ["", "x", "-1", "8818@a@b"] { #expect(Seed(text) == nil) }
    }
}

/// An oracle that objects to a resize after a presentation.
private struct Picky: Oracle {
    private var hasPresented = false

    mutating func carryOut(_ step: Step) -> String? {
        if step.method == "modal.present" { hasPresented = true }
        return step.method == "window.resize" && hasPresented ? "it was resized" : nil
    }
}
