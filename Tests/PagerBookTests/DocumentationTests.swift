import PagerBook
import Testing

/// What docs/BOOKS.md shows is a book.
@Suite struct DocumentationTests {
    @Test func examplesAreBooks() throws {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = try Scratch.text(of: "/\(here)/docs/BOOKS.md")
        let examples = text.split(separator: "```yaml\n", omittingEmptySubsequences: false)
            .dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(examples.count == 2)
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("welcome.md", "# Welcome")
        folder.makeFolder("plans")
        try folder.write("plans/floor.svg", "<svg/>")
        for example in examples {
            try folder.write("book.yaml", String(example))
            #expect(try !Book.read(path: folder / "book.yaml").commands.isEmpty)
        }
    }
}
