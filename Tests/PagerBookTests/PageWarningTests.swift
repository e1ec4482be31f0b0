import PagerBook
import PagerModel
import Testing

/// Tests of books with mistakes, as a daemon reads them at its start.
@Suite struct PageWarningTests {
    private func pages(_ book: Book) -> [(id: String, problem: String?)] {
        book.commands.filter {
            $0.method == "controller.create" && $0.params["kind"] == "view"
        }.map {
            ($0.params["id"]?.string ?? "", $0.params["content"]?["problem"]?.string)
        }
    }

    @Test func `A page with a mistake becomes a warning with its id, and the others stay`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.md", "# A\n")
        try folder.write(
            "book.yaml",
            """
            pager:
              id: book
              selected: menu
              pages:
                - a.md
                - {id: menu, title: Lunch, file: missing.md}
                - {id: c, dwelTime: 3}
                - {id: d, title: 4}
            """)
        let path = folder / "book.yaml"
        #expect(throws: DocumentProblem.self) { try Book.read(path: path) }
        let book = try Book.readWhatWorks(path: path)
        let pages = pages(book)
        #expect(pages.map(\.id) == ["a", "menu", "c", "d"])
        #expect(pages.map { $0.problem == nil } == [true, false, false, false])
        #expect(book.problems == pages.compactMap(\.problem))
        #expect(book.problems[0].hasPrefix("\(path):6:32: there is no file \"missing.md\""))
        #expect(book.problems[1].hasPrefix("\(path):7:15: a view has no \"dwelTime\""))
        #expect(book.problems[2].hasPrefix("\(path):8:15: "))
        var stage = Stage()
        try stage.carryOut(book.commands)
    }

    @Test func `A broken container becomes a warning without its contents`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "book.yaml",
            """
            pager:
              id: book
              pages:
                - {id: a}
                - id: tabs
                  kind: tabBar
                  controllers: [{id: x, subviews: [{id: banner}]}, {id: y}]
                  selected: z
                - {id: x}
                - id: broken
                  kind: split
                  primary: {id: p}
            """)
        let book = try Book.readWhatWorks(path: folder / "book.yaml")
        #expect(pages(book).map(\.id).contains("broken"))
        #expect(!pages(book).map(\.id).contains("p"))
        #expect(book.problems.count == 2, "x is taken, and broken lacks a column: \(book.problems)")
    }

    @Test func `A page with an invalid time on screen becomes a warning`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        for (page, text) in [
            ("{id: b, title: Lunch, duration: 0.3}", "duration: must be longer than"),
            ("{id: b, title: Lunch, duration: 9, dwellTime: 9}", "write only one of them"),
        ] {
            try folder.write(
                "book.yaml", "pager: {id: book, pages: [{id: a, duration: 5}, \(page)]}")
            let path = folder / "book.yaml"
            #expect(throws: DocumentProblem.self) { try Book.read(path: path) }
            let book = try Book.readWhatWorks(path: path)
            #expect(pages(book).map(\.id) == ["a", "b"])
            #expect(pages(book).map { $0.problem == nil } == [true, false])
            #expect(book.problems.count == 1)
            #expect(book.problems[0].contains(text), "\(book.problems)")
            var stage = Stage()
            try stage.carryOut(book.commands)
        }
    }

    @Test func `A duration outside of a container that turns pages becomes a warning`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "book.yaml",
            "pager: {id: book, pages: [{id: a}]}\ncontrollers: [{id: b, duration: 9}]\n")
        let book = try Book.readWhatWorks(path: folder / "book.yaml")
        #expect(book.problems.count == 1)
        #expect(book.problems[0].contains("are only for pages of a pager"))
    }

    @Test func `A mistake outside of pages and a book without a working page are errors`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        for text in [
            "pager: [\n", "pager: {id: book, autoAdvanec: 3, pages: [{id: a}]}\n",
            "pager: {id: book, pages: [missing.md]}\n",
        ] {
            try folder.write("book.yaml", text)
            #expect(throws: DocumentProblem.self, "\(text)") {
                try Book.readWhatWorks(path: folder / "book.yaml")
            }
        }
    }

    @Test func `A file of a folder that cannot be read becomes a warning`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", "# One\n")
        try folder.write("2.md", "# Two\n")
        let refused = [("\(folder.path)/1.md", "1.md: refused"), ("other", "x")]
        let book = try Book.readWhatWorks(path: folder.path, refused: refused)
        #expect(pages(book).map(\.problem) == ["1.md: refused", nil])
        #expect(book.problems == ["1.md: refused"])
        try folder.write("theme.yaml", "base: nosuch\n")
        let themed = try Book.readWhatWorks(path: folder.path)
        #expect(pages(themed).map(\.problem) == [nil, nil])
        #expect(themed.problems.count == 1)
    }

    @Test func `A page that the engine refuses is found, and shown as a warning`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "book.yaml", "pager:\n  id: book\n  pages: [{id: a}, {id: b, dwellTime: -1}]\n")
        let book = try Book.readWhatWorks(path: folder / "book.yaml")
        var stage = Stage()
        do throws(CommandError) {
            try stage.carryOut(book.commands)
            Issue.record("a negative time was accepted")
        } catch {
            let page = try #require(book.page(of: error))
            #expect(page == "pager.pages[1]")
            let again = try Book.readWhatWorks(
                path: folder / "book.yaml", refused: [(page, book.describe(error))])
            #expect(pages(again).map { $0.problem == nil } == [true, false])
            #expect(again.problems[0].contains("book.yaml:3:"))
        }
    }
}
