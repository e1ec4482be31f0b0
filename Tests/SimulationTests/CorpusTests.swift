import Foundation
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Regression tests: each line of `Corpus/corpus.jsonl` is an object with `kind` (`engine`,
/// `comparison`, `archive` or `shell`), `seed`, `failed` and `steps`.
@Suite struct CorpusTests {
    struct Entry: Sendable, CustomTestStringConvertible {
        let kind: String
        let failed: String
        let steps: [Step]

        var testDescription: String { "\(kind): \(failed)" }
    }

    static let entries: [Entry] = {
        guard
            let url = Bundle.module.url(
                forResource: "corpus", withExtension: "jsonl", subdirectory: "Corpus"),
            let data = try? Data(contentsOf: url)
        else { return [] }
        return data.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let entry = try? JSONParser.parse(Array(line)), let kind = entry["kind"]?.string,
                let failed = entry["failed"]?.string, let steps = entry["steps"]?.array
            else { return nil }
            let read = steps.compactMap { Step(json: Array($0.json.utf8)) }
            return read.count == steps.count
                ? Entry(kind: kind, failed: failed, steps: read) : nil
        }
    }()

    @Test func `Each line of the corpus is valid`() throws {
        let url = try #require(
            Bundle.module.url(
                forResource: "corpus", withExtension: "jsonl", subdirectory: "Corpus"))
        let lines = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n"))
        #expect(!lines.isEmpty)
        #expect(Self.entries.count == lines.count)
    }

    @Test(arguments: entries)
    func `The steps of the corpus no longer fail`(entry: Entry) {
        let oracle: any Oracle =
            switch entry.kind {
            case "shell": Shell()
            case "comparison": Comparison()
            case "archive": Twins()
            default: Simulation()
            }
        let found = problem(in: entry.steps, of: oracle)
        #expect(found == nil, "\(found?.sentence ?? "")")
    }
}
