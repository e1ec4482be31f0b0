import PagerModel
import RandomCommands
import Testing

/// Tests that hash lookups of texts are not turned into linear searches by PagerModel's
/// comparisons.
@Suite struct TextCostTests {
    private static let small = 500
    private static let growth = 16

    private static func texts(_ count: Int) -> [String] {
        (0..<count).map { "a text of more than fifteen bytes \($0)" }
    }

    /// Functions that look up each of the texts.
    private static let lookups: [(String, @Sendable ([String]) -> Int)] = [
        (
            "a set of texts",
            { texts in
                let set = TextSet(texts)
                return texts.count { set.contains($0) }
            }
        ),
        (
            "a dictionary of texts",
            { texts in
                let all = TextDictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
                return texts.count { all[$0] != nil }
            }
        ),
        (
            "a set of the standard library",
            { texts in
                let set = Set(texts)
                return texts.count { set.contains($0) }
            }
        ),
        (
            "the keys of a dictionary of the standard library",
            { texts in
                let all = Dictionary(uniqueKeysWithValues: texts.map { ($0, 1) })
                return texts.count { all.keys.contains($0) }
            }
        ),
    ]

    @Test(arguments: lookups.indices)
    func `Looking up each of many texts takes time in proportion to their number`(index: Int) {
        let (name, lookup) = Self.lookups[index]
        let (small, large) = (Self.texts(Self.small), Self.texts(Self.small * Self.growth))
        let one = ProcessorTime.of { #expect(lookup(small) == small.count) }
        let ratio = Double(Self.growth)
        let many = ProcessorTime.of(enough: one * ratio * 1.5) {
            #expect(lookup(large) == large.count)
        }
        #expect(many <= one * ratio * 4, "\(name): \(one) s, then \(many) s")
    }

    @Test func `A set distinguishes texts by their bytes`() {
        var set: TextSet = ["\u{E9}"]
        #expect(set.contains("\u{E9}") && !set.contains("e\u{301}"))
        #expect(set.insert("e\u{301}") && !set.insert("\u{E9}"))
        #expect(set.count == 2 && set.subtracting(["\u{E9}"]).sorted().count == 1)
    }
}
