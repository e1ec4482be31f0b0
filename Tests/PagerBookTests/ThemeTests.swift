import PagerBook
import PagerModel
import Testing

/// Themes in books.
@Suite struct ThemeTests {
    private func read(_ text: String, _ files: [String] = []) throws -> Book {
        let folder = try Scratch()
        defer { folder.remove() }
        for name in files { try folder.write(name, "x") }
        try folder.write("book.yaml", text)
        return try Book.read(path: folder / "book.yaml")
    }

    private func content(of id: String, in book: Book) -> Value? {
        book.commands.map(\.params).first { $0["id"] == .string(id) }?["content"]
    }

    @Test func `The theme of a book is that of the root of each window`() throws {
        let book = try read(
            "theme: night\nwindows:\n- {id: a, root: {id: x}}\n- {id: b, root: {id: y, theme: paper}}\n"
        )
        #expect(content(of: "x", in: book) == ["theme": "night"])
        #expect(content(of: "y", in: book) == ["theme": "paper"])
    }

    @Test func `A page keeps its content beside its theme`() throws {
        let book = try read(
            "pager: {pages: [{id: a, file: a.md, theme: {colors: {accent: red}, logo: l.svg}}]}",
            ["a.md", "l.svg"])
        let content = content(of: "a", in: book)
        #expect(content?["body"] == "x")
        #expect(content?["theme"] == ["colors": ["accent": "red"], "logo": "l.svg"])
    }

    @Test(arguments: [
        ("theme: nihgt", "\"nihgt\" is not one of"),
        ("theme: {colours: {}}", "did you mean colors?"),
        ("theme: {colors: {acent: red}}", "did you mean accent?"),
        ("theme: {logo: nowhere.svg}", "there is no file \"nowhere.svg\""),
        ("theme: {fit: none}", "fit"), ("theme: 7", "a theme is an object"),
    ])
    func `A mistake in a theme is reported with its place`(theme: String, message: String) throws {
        let problem = try #require(problem { try read("root: {id: a}\n\(theme)\n") })
        #expect(problem.contains("book.yaml:2:"), "\(problem)")
        #expect(problem.contains(message), "\(problem)")
    }

    @Test func `The theme of a folder is in a file that does not become a page`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", "# A")
        try folder.write("theme.yaml", "base: night\nlang: de\n")
        let book = try Book.read(path: folder.path)
        #expect(content(of: "book", in: book) == ["theme": ["base": "night", "lang": "de"]])
        #expect(book.commands.filter { $0.method == "controller.create" }.count == 2)
        try folder.write("theme.yaml", "base: nihgt\n")
        let problem = try #require(problem { try Book.read(path: folder.path) })
        #expect(problem.contains("theme.yaml:1:1: "), "\(problem)")
    }
}
