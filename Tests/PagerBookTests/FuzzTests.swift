import PagerBook
import PagerModel
import RandomCommands
import Testing

/// Tests with damaged books: each is parsed or refused with its place.
@Suite struct FuzzTests {
    private static let books = [
        "window: {main: book}\ncontrollers:\n  book:\n    kind: pager\n    pages: [a, b]\n",
        "book: &x {title: \"A \\u00e9\", size: 1.5e3}\nother: {<<: *x, list: [1, ~, 'it''s']}\n",
        #"{"controllers": {"a": {"kind": "view", "content": {"type": "text/plain", "body": "x"}}}}"#,
        "text: |\n  one\n  two\nfolded: >-\n  three\n# the end\n",
    ]

    @Test(arguments: ["book.yaml", "book.json"])
    func `A damaged document is parsed or refused with the name of its file`(_ name: String) {
        let seed = RandomTest.seed
        var random = Mutation(seed: seed)
        let seeds = Self.books.map { Array($0.utf8) }
        var read = 0
        for _ in 0..<Mutation.rounds {
            let text = String(decoding: random.changed(seeds), as: UTF8.self)
            do {
                _ = try Document.parse(text, name: name)
                read += 1
            } catch {
                #expect(error.description.hasPrefix("\(name):"), "seed \(seed): \(error)")
            }
        }
        #expect(read > 0, "seed \(seed)")
    }

    private static let talks = [
        "---\ntitle: A talk\nsize: {width: 1.5e3, height: 9}\n---\n# One\n\n---\n\n# Two\n",
        "# A\n<!-- notes: b -->\n\n---\n```\n---\n```\nNote: c\n\n----\n- d\n",
    ]

    @Test func `A damaged talk is read, or refused with its place`() {
        let seed = RandomTest.seed
        var random = Mutation(seed: seed)
        let seeds = Self.talks.map { Array($0.utf8) }
        var read = 0
        for _ in 0..<Mutation.rounds / 10 {
            let text = String(decoding: random.changed(seeds), as: UTF8.self)
            do {
                let book = try Book.parse(text, name: "talk.md")
                read += 1
                for (index, command) in book.commands.enumerated() {
                    for member in command.params.members ?? [] {
                        let error = CommandError(
                            .invalidParams, "wrong",
                            path: "commands[\(index)].params.\(member.name)[1].x")
                        let text = book.describe(error)
                        #expect(text.hasPrefix("talk.md:"), "seed \(seed): \(text)")
                    }
                }
            } catch {
                #expect("\(error)".hasPrefix("talk.md"), "seed \(seed): \(error)")
            }
        }
        #expect(read > 0, "seed \(seed)")
    }
}
