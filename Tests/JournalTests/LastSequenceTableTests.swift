import PagerModel
import RandomCommands
import Testing

@testable import PagerServer

@Suite struct LastSequenceTableTests {
    /// Uses few subjects, so that many chains end and restart in the same slots.
    @Test func `The table returns the same values as a dictionary`() {
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        var table = LastSequenceTable()
        var expected: [LastSequenceTable.Chain: Int] = [:]
        for seq in 1...20_000 {
            let subject = Handle(
                slot: UInt32(random.next() % 40), generation: UInt32(random.next() % 4 + 1))
            table.reserve(1)
            if random.chance(0.1) {
                table.forget(subject, categories: 12)
                expected = expected.filter { $0.key.subject != subject }
            } else {
                let category = Int(random.next() % 12)
                let chain = LastSequenceTable.Chain(subject: subject, category: UInt8(category))
                let previous = table.replace(seq, of: subject, category)
                #expect(previous == expected[chain] ?? 0, "seed \(seed), \(seq)")
                expected[chain] = seq
            }
            if table.count != expected.count {
                Issue.record("seed \(seed), \(seq): \(table.count) chains, not \(expected.count)")
                return
            }
        }
        #expect(table.chains == expected, "seed \(seed)")
        #expect(LastSequenceTable(table.chains).chains == expected)
    }
    @Test func `A copy does not change with the original table`() {
        let subject = Handle(slot: 1, generation: 1)
        var table = LastSequenceTable()
        table.reserve(1)
        _ = table.replace(1, of: subject, 0)
        let copy = table
        table.reserve(2)
        _ = table.replace(2, of: subject, 0)
        _ = table.replace(3, of: subject, 1)
        #expect(copy.chains == [.init(subject: subject, category: 0): 1])
        #expect(table.chains.count == 2)
    }
}
