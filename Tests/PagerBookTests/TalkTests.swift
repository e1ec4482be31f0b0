import PagerBook
import PagerModel
import Testing

/// Markdown files as books.
@Suite struct TalkTests {
    private func read(_ text: String) throws -> Book {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("talk.md", text)
        return try Book.read(path: folder / "talk.md")
    }

    private func slides(_ text: String) throws -> [Value] {
        try read(text).commands.filter { $0.method == "controller.create" }
            .map(\.params).filter { $0["content"]?["type"] == "text/markdown" }
    }

    @Test func `Each part between rules is a slide with its heading as the title`() throws {
        let slides = try slides("# One\n\n---\n\n## Two\ntext\n\n----\n\nno heading\n")
        #expect(slides.map { $0["title"]?.string } == ["One", "Two", "Slide 3"])
        #expect(slides.map { $0["id"]?.string } == ["One", "Two", "Slide-3"])
        #expect(slides[1]["content"]?["body"] == "\n## Two\ntext\n\n")
    }

    @Test func `A rule directly below text and a rule in code do not start a slide`() throws {
        let slides = try slides("Heading\n---\n\n```\n\n---\n\n```\n\n***\n")
        #expect(slides.count == 1)
    }

    @Test func `Lines may end as on Windows`() throws {
        #expect(try slides("# One\r\n\r\n---\r\n\r\n# Two\r\n").count == 2)
    }

    @Test func `Front matter has the options of the pager, the size and the theme`() throws {
        let book = try read(
            "---\ntitle: My talk\nsize: {width: 1920, height: 1080}\nwrap: true\ntheme: night\n"
                + "---\n# One\n")
        let pager = book.commands.map(\.params).first { $0["id"] == "talk" }
        #expect(pager?["title"] == "My talk")
        #expect(pager?["wrap"] == true)
        #expect(pager?["content"] == ["theme": "night"])
        let window = book.commands.map(\.params).first { $0["id"] == "main" }
        #expect(window?["size"]?["width"] == 1920)
    }

    @Test(arguments: [
        ("---\nwrpa: true\n---\n# A\n", "talk.md:2:1: a pager has no \"wrpa\"; did you mean wrap?"),
        ("---\ntheme: nigth\n---\n# A\n", "talk.md:2:1: "),
        ("---\n- a\n---\n# A\n", "talk.md:1:1: front matter must be an object"),
        ("---\npages: []\n---\n# A\n", "talk.md:1:1: front matter must not contain pages"),
    ])
    func `A mistake in front matter is reported with its place`(
        text: String, message: String
    ) throws {
        let problem = try #require(problem { try read(text) })
        #expect(problem.contains(message), "\(problem)")
    }

    @Test func `Notes are removed from the slide`() throws {
        let slides = try slides(
            "# One\n<!-- notes: say\nhello -->\nbody\n\n---\n\n# Two\n\nNote: the rest\n\nof it\n")
        #expect(slides[0]["content"]?["notes"] == "say\nhello")
        #expect(slides[0]["content"]?["body"] == "# One\n\nbody\n\n")
        #expect(slides[1]["content"]?["notes"] == "the rest\n\nof it")
        #expect(slides[1]["content"]?["body"] == "\n# Two\n\n")
    }

    @Test(arguments: [
        "a <!-- private --> b", "a <!-- notes: private --> b", "a <!--NOTES:private-->",
        "Notes: private",
        "note:private", "<!-- private\n\n-->", "<!---->\n<!--private-->",
        "` <!-- ` ` <!-- private -->",
    ])
    func `No comment of a slide stays`(text: String) throws {
        let slide = try #require(try slides("# A\n\n\(text)\n").first)
        #expect(slide["content"]?["body"]?.string?.contains("private") == false)
    }

    @Test(arguments: [
        "<!-- notes: private\n\n---\n\nprivate -->", "<!--\n```\n\n---\n\nprivate\n```\n-->",
        "Note: private <!-- private\n\n---\n\nprivate -->", "<!-- ``` -->\nNote: private",
    ])
    func `A rule in a comment does not start a slide`(text: String) throws {
        let slides = try slides("# A\n\n\(text)\n\n---\n\n# B\n")
        #expect(slides.map { $0["title"] } == ["A", "B"])
        #expect(slides[0]["content"]?["body"]?.string?.contains("private") == false)
    }

    @Test(arguments: [
        ("# A\n\n<!-- notes: private\n\n---\n\n# B\n", 3),
        ("---\nwrap: true\n---\n# A\n\n---\n\n# B <!-- private\n", 8),
        ("# A\n<!-- a --> <!-- b\n", 2), ("Note: see <!-- private\n", 1),
    ])
    func `A comment without an end is reported with its place`(text: String, line: Int) throws {
        let problem = try #require(problem { try read(text) })
        #expect(
            problem.contains("talk.md:\(line):1: this comment has no end; write --> after it"),
            "\(problem)")
    }

    @Test func `Notes of a page in a folder that have no end are reported with their place`() throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", "# A\n<!-- c\n<!-- notes: n\n")
        let problem = try #require(problem { try Book.read(path: folder.path) })
        #expect(problem.contains("\"1.md\": line 3: this comment has no end"), "\(problem)")
    }

    @Test func `Comments in code are kept`() throws {
        let slide = try #require(
            try slides("```html\n<!-- notes: a -->\n```\n\n`<!-- b -->`\n").first)
        #expect(slide["content"]?["notes"] == nil)
        #expect(slide["content"]?["body"]?.string?.contains("<!-- b -->") == true)
    }

    @Test func `Notes of a page in a folder leave its body, and other comments stay`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", "# A\n<!-- notes: n --><!-- c -->\nNote: text\n")
        let page = try Book.read(path: folder.path).commands.map(\.params).first {
            $0["content"]?["body"] != nil
        }
        #expect(page?["content"]?["notes"] == "n")
        #expect(page?["content"]?["body"] == "# A\n<!-- c -->\nNote: text\n")
    }
}
