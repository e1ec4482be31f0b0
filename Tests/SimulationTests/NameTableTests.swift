import PagerModel
import RandomCommands
import Testing

@testable import Containment

@Suite struct NameTableTests {
    /// Few names, so that they go and come back to the same places.
    @Test func saysWhatADictionarySays() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let names = (1...600).map { "name\($0)" }
        let nodes = UnsafeMutablePointer<Node>.allocate(capacity: names.count + 1)
        defer { nodes.deinitialize(count: names.count + 1).deallocate() }
        nodes.initialize(repeating: Node(), count: names.count + 1)
        for (index, name) in names.enumerated() {
            nodes[index + 1].name = name
            nodes[index + 1].generation = 7
        }
        var table = NameTable()
        var expected: Set<String> = []
        for _ in 0..<20_000 {
            let slot = UInt32(Int.random(in: 1...names.count, using: &random))
            let name = names[Int(slot) - 1]
            if random.chance(0.5) {
                #expect(table.insert(slot, nodes) == expected.insert(name).inserted, "seed \(seed)")
            } else {
                table.remove(slot, nodes)
                expected.remove(name)
            }
            #expect(table.count == expected.count, "seed \(seed)")
            let other = Int.random(in: 1...names.count, using: &random)
            let found = table.find(names[other - 1], nodes)
            let handle = Handle(slot: UInt32(other), generation: 7)
            #expect(found == (expected.contains(names[other - 1]) ? handle : nil), "seed \(seed)")
        }
        for (index, name) in names.enumerated() {
            let found = table.find(name, nodes)
            #expect((found != nil) == expected.contains(name), "seed \(seed)")
            #expect(found == nil || found?.slot == UInt32(index + 1))
        }
    }
}
