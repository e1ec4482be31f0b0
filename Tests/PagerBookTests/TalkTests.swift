import PagerBook
import PagerModel
import Testing

/// Markdown files as books.
@Suite struct TalkTests {
    @Test func `Each part between rules is a slide with its heading as the title`() throws {
        let slides = try slides("# One\n\n---\n\n## Two\ntext\n\n----\n\nno heading\n")
        #expect(slides.map { $0["title"]?.string } == ["One", "Two", "Slide 3"])
        #expect(slides.map { $0["id"]?.string } == ["One", "Two", "Slide-3"])
        #expect(slides[1]["content"]?["body"] == "\n## Two\ntext\n\n")
    }

    @Test func `A rule directly below a heading, a list or a comment starts a slide`() throws {
        #expect(
            try slides("# A\n---\n- b\n---\n# C\n<!-- fit -->\n---\n# D\n").map { $0["title"] }
                == ["A", "Slide 2", "C", "D"])
    }

    @Test func `A rule directly below text and a rule in code do not start a slide`() throws {
        let slides = try slides("Heading\n---\n\n```\n\n---\n\n```\n\n***\n")
        #expect(slides.count == 1)
    }

    @Test func `Lines may end as on Windows`() throws {
        #expect(try slides("# One\r\n\r\n---\r\n\r\n# Two\r\n").count == 2)
    }

    @Test func `Front matter has the options of the pager, the size and the theme`() throws {
        let book = try makeTalk(
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
        (
            "---\ntitle: A\nwrpa: true\n---\n# A\n",
            "talk.md:3:1: front matter has members that are not used: \"wrpa\"; did you mean wrap?"
        ),
        ("---\ntheme: gaia\nclass: lead\n---\n# A\n", "not used: \"theme\", \"class\""),
        ("---\nwrap: 3\n---\n# A\n", "talk.md:2:1: wrap: expected a boolean, found a number"),
        ("---\nstyle: |\n  h1 { color: red }\n---\n# A\n", "not used: \"style\""),
        ("---\nx: 1\npages: []\n---\n# A\n", "not used: \"x\", \"pages\""),
        ("---\ntitle: a: b\n---\n# A\n", "talk.md:1:1: front matter is not YAML"),
        ("+++\ntitle = \"a\"\n+++\n# A\n", "talk.md:1:1: front matter in TOML is not used"),
    ])
    func `Front matter of another program is a remark`(text: String, remark: String) throws {
        let book = try makeTalk(text)
        #expect(book.remarks.count == 1)
        #expect(book.remarks.first?.contains(remark) == true, "\(book.remarks)")
        #expect(try slides(text).map { $0["title"] } == ["A"])
    }

    @Test func `Front matter for Marp, Slidev and pandoc sets what a book has`() throws {
        let book = try makeTalk(
            "---\nmarp : true\nsize: 4:3\npaginate: true\nlang: ar\ntheme: night\n"
                + "headingDivider: 2\n---\n# One\n## Two\n### Three\n")
        #expect(book.remarks == [])
        let window = book.commands.map(\.params).first { $0["id"] == "main" }
        #expect(window?["size"] == ["width": 1440, "height": 1080])
        let pager = book.commands.map(\.params).first { $0["id"] == "talk" }
        #expect(pager?["content"] == ["theme": ["numbers": true, "lang": "ar", "base": "night"]])
        #expect(
            try slides("---\nheadingDivider: 2\n---\n# One\n## Two\n### Three\n")
                .map { $0["title"] } == ["One", "Two"])
    }

    @Test func `A rule at the beginning or the end is no slide`() throws {
        #expect(
            try slides("---\n\n# A\n\n---\n\n# B\n\n---\n").map { $0["title"] } == ["A", "B"])
        #expect(try slides("---\n# A\n\n---\n\n# B\n").map { $0["title"] } == ["A", "B"])
    }

    @Test func `A deck without separators is split at the headings above its text`() throws {
        let text =
            "---\ntitle: T\nauthor: [A, B]\ndate: today\n---\n# Part\n\n## One\ntext\n"
            + "### Detail\n\nTwo\n---\nmore\n"
        let slides = try slides(text)
        #expect(slides.map { $0["title"] } == ["T", "Part", "One", "Two"])
        #expect(slides[0]["content"]?["body"] == "# T\n\nA\n\nB\n\ntoday")
    }

    @Test func `A text without separators and front matter is split at its headings, and scrolls`()
        throws
    {
        let text =
            "# Project\nintro\n<!-- a comment -->\n## Install\nx\n### Mac\n## Use\n```\n# no\n```\n"
        let slides = try slides(text)
        #expect(slides.map { $0["title"] } == ["Project", "Install", "Use"])
        #expect(slides.allSatisfy { $0["content"]?["notes"] == nil })
        let pager = try makeTalk(text).commands.map(\.params).first { $0["id"] == "talk" }
        #expect(pager?["content"] == ["theme": ["fit": "scroll"]])
    }

    @Test(arguments: [
        "text\n\n???\nprivate\n\nprivate", "text\n\n::: notes\nprivate\n\n::: x\n:::\nprivate\n:::",
        "text\n::: {.notes}\nprivate\n:::\n",
        "<aside class=\"notes\">\n private <b>\n</aside>\ntext",
        "text\n<!--\nprivate\nprivate: yes\n-->", "text <!-- private -->",
        "<aside class='notes'>private</aside> text", "text\n<!-- speaker_note: private -->",
        "text\n\nNote: private", "text\n\n  Notes: private",
        "text\n:::: notes ::::\nprivate\n::::\n", "text\n::: {#id .notes}\nprivate\n:::",
        "text\n::: { .notes timing=\"3\" }\nprivate\n\n```\n:::\n```\nprivate\n:::",
        "<ASIDE class=\"notes\">private</ASIDE > text",
        "<aside\n  class=\"notes\">private\n</aside >\ntext", "^ private\nand private\n\ntext",
        "text\n\n^private\n^ private",
    ])
    func `Notes in the forms of other programs are for the speaker`(slide: String) throws {
        for text in ["# A\n\n\(slide)\n\n---\n\n# B\n", "---\ntitle: T\n---\n# A\n\n\(slide)\n"] {
            let slide = try #require(try slides(text).first)
            #expect(slide["content"]?["notes"]?.string?.hasPrefix("private") == true)
            #expect(slide["content"]?["body"]?.string?.contains("private") == false)
            #expect(
                slide["content"]?["body"]?.string?.contains("text")
                    == slide["content"].map { _ in true })
        }
    }

    @Test func `The settings before the first slide of Deckset and MultiMarkdown are no text`()
        throws
    {
        let deck = "title: My talk\nfooter: x\n\n# A\n\n---\n\ndate: open\n"
        #expect(
            try slides(deck).map { $0["content"]?["body"]?.string } == [
                "\n\n\n# A\n\n", "\ndate: open\n\n",
            ])
        #expect(try makeTalk(deck).remarks.count == 1)
    }

    @Test func `A README shows notes, emoji and tables of contents as no raw text`() throws {
        let slides = try slides("# A\n\n[TOC]\n\n> [!NOTE]\n> x :tada:\n\n```\n[TOC] :tada:\n```\n")
        let body = slides.first?["content"]?["body"]?.string
        #expect(body?.contains("\n\n\n\n> **Note**<br>\n> x \n\n```\n[TOC] :tada:\n```") == true)
    }

    @Test(arguments: ["::: notes\nprivate\n:::", "<aside class=\"notes\">private</aside>"])
    func `Notes of pandoc and reveal.js are for the speaker in each Markdown file`(
        notes: String
    ) throws {
        let text = "% Title\n% Author\n\n# A\n\ntext\n\n\(notes)\n\n# B\n"
        let slides = try slides(text)
        #expect(slides.contains { $0["content"]?["notes"] == "private" })
        #expect(slides.allSatisfy { $0["content"]?["body"]?.string?.contains("private") != true })
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", "# A\n\n\(notes)\n")
        let pages = try Book.read(path: folder.path).commands
            .filter { $0.method == "controller.create" }.map(\.params)
        let page = try #require(pages.first { $0["title"] == "A" })
        #expect(page["content"]?["notes"] == "private")
    }

    @Test(arguments: [
        "<!-- _class: lead -->", "<!-- .slide: data-background=\"red\" -->", "<!-- fit -->",
        "<!--\npaginate: true\n_footer: x\n-->", "<!-- .element: class=\"fragment\" -->",
        "<!-- prettier-ignore -->", "<!-- end_slide -->",
    ])
    func `A directive in a comment is no note`(comment: String) throws {
        let slide = try #require(try slides("# A\n\(comment)\n\n---\n\n# B\n").first)
        #expect(slide["content"]?["notes"] == nil)
        #expect(slide["content"]?["body"]?.string?.contains("<!--") == false)
    }

    @Test(arguments: [
        ("![bg](a.png) ![bg left](a.png)\nx", " \nx", "further pictures such as ![bg]"),
        ("![w:9](a.png)\nx", "![](a.png)\nx", "further pictures such as ![bg]"),
        ("![bg](#123456) ![](red)\nx", " \nx", "colours such as ![](red)"),
        ("![w:300 A dog](a.png)", "![w:300 A dog](a.png)", ""),
        ("::: columns\nx\n:::", "\nx\n", "the parts of a slide"),
        ("a\n\n::right::\n\nb", "a\n\n\n\nb", "the parts of a slide"),
        ("## B {#b .c}\nx", "## B \nx", "attributes in braces"),
        ("![](a.png){width=50%} {x}", "![](a.png) {x}", "attributes in braces"),
        ("a\n\n. . .\n\nb", "a\n\n\n\nb", "pauses"),
        ("<style>\nh1 { }\n</style>\nx", "\n\n\nx", "styles, scripts and elements"),
        ("<v-clicks>\n\n- x\n\n</v-clicks>", "\n\n- x\n\n", "styles, scripts and elements"),
        ("```js {1|2}\nlet a = {}\n::: x\n```", "```js {1|2}\nlet a = {}\n::: x\n```", ""),
        ("`{a}` and `::: x`", "`{a}` and `::: x`", ""),
        ("`{a}` and ![](a.png){.x}", "`{a}` and ![](a.png)", "attributes in braces"),
        ("[a]{.x} `b`{=html} [c](d){.e}", "a `b` [c](d)", "attributes in braces"),
        ("a {v-mark.red=\"3\"} b", "a  b", "attributes in braces"),
        ("<div>\n    x\n</div>", "\nx\n", "styles, scripts and elements"),
        ("<textarea data-template>\nx\n</textarea>", "\nx\n", "styles, scripts and elements"),
        ("<<< @/a.ts#b\nx", "\nx", "parts of other files"),
        ("{{ $slidev.nav.currentPage }}x", "x", "values such as {{ x }}"),
        ("\\newpage\nx", "\nx", "commands such as \\newpage"),
        (":rocket: x at 10:30:45", " x at 10:30:45", "names of emoji"),
        ("H~2~O x^2^ y^[why]", "H<sub>2</sub>O x<sup>2</sup> y (why)", ""),
        ("\\\\( x^2 \\\\) is \\\\[y\\\\]", "$x^2$ is $$y$$", ""),
        ("(@) a\n(@) b", "1. a\n1. b", ""), ("| a\n| b", "a<br>\nb<br>", ""),
        ("T\n:   d", "T\n- d", ""),
        ("\\(x^2\\) and `\\(y_1\\)` \\(not\\)", "$x^2$ and `\\(y_1\\)` \\(not\\)", ""),
        ("==x y== a == b, a==b==c", "**x y** a == b, a==b==c", ""),
        ("x [@smith, p. 3] [see @b] [a](@c)", "x [a](@c)", "citations"),
        ("```mermaid\na --> b\n---\n```\nx", "\n\n\n\nx", "diagrams such as mermaid"),
        ("``` {.dot}\na\n```\nx", "\n\n\nx", "diagrams such as mermaid"),
        ("\n A  B\n--- ---\na b  c\n", "\n| A | B |\n| --- | --- |\n| a b | c |\n", ""),
        ("\n--- ---\na   b\n--- ---\n", "\n|  |  |\n| --- | --- |\n| a | b |\n", ""),
        (
            "\n+---+---+\n| A | B |\n+===+===+\n| a | b |\n| c |   |\n+---+---+",
            "\n| A | B |\n| --- | --- |\n| a c | b |\n\n\n", ""
        ),
        ("\n```\n--- ---\na   b\n--- ---\n```", "\n```\n--- ---\na   b\n--- ---\n```", ""),
        (
            "\n-----------\n A    B\n n\n---- ------\na    b\n     c\n\nd    e\n-----------\n",
            "\n| A n | B |\n| --- | --- |\n| a | b c |\n| d | e |\n\n\n\n\n\n", ""
        ),
        ("{.build}\nx", "\nx", "attributes in braces"),
        ("T\n~   d", "T\n- d", ""), ("> [!NOTE]\n> x", "> **Note**<br>\n> x", ""),
        (":+1: x", " x", "names of emoji"), ("@[toc]\nx", "\nx", "tables of contents"),
        ("[.column]\nx", "\nx", "the parts of a slide"), ("# [fit] x", "# x", ""),
        ("[.header: #fff]\nx", "\nx", "the settings of a slide"),
        ("{{< video x.mp4 >}}x", "x", "values such as {{ x }}"),
        ("```\n::: x\n```\n::: y\nx\n:::", "```\n::: x\n```\n\nx\n", "the parts of a slide"),
    ])
    func `Syntax of other programs never reaches the screen`(
        text: String, shown: String, remark: String
    ) throws {
        let deck = "# A\n\(text)\n\n---\n\n# B\n\(text)\n"
        #expect(try slides(deck).first?["content"]?["body"]?.string == "# A\n\(shown)\n\n")
        let remarks = try makeTalk(deck).remarks
        #expect(remarks.count == (remark.isEmpty ? 0 : 1), "\(remarks)")
        #expect(remark.isEmpty || remarks.first?.contains(remark) == true, "\(remarks)")
    }

    @Test(arguments: [
        ("![bg](a.png)", "a.png"), ("![bg fit](<a.png>)\nx", "<a.png>"),
        ("<!-- .slide: data-background=\"a.png\" -->", "a.png"),
        ("<!-- .slide: data-transition=\"zoom\"\n data-background-image='a.png' -->", "a.png"),
        ("<!-- _backgroundImage: url('a.png') -->", "a.png"),
        ("<section data-background-image=\"a.png\">\nx\n</section>", "a.png"),
        ("<!-- .slide: data-background=\"#fff\" -->", ""), ("![bg left:40% 80%](a.png)", "a.png"),
        ("![bg](red)", ""), ("![bg](a.png)\n![bg](b.png)", "a.png"),
    ])
    func `A picture behind a slide becomes that of its theme`(
        text: String, picture: String
    ) throws {
        let slides = try slides("# A\n\(text)\n\n---\n\n# B\n")
        #expect(
            (slides[0]["content"]?["theme"]?["picture"]?.string ?? "")
                == picture.filter { !"<>".contains($0) })
        #expect(slides[1]["content"]?["theme"] == nil)
        #expect(slides[0]["content"]?["notes"] == nil)
    }

    @Test(arguments: [
        ("![bg left](a.png)", "left"), ("![bg right:40% 80%](a.png)", "right"),
        ("![bg](a.png)", nil), ("![bg vertical right](a.png)\n![bg](a.png)", "right"),
    ])
    func `A picture of Marp with a side is beside the text`(text: String, side: String?) throws {
        let theme = try slides("# A\n\(text)\n\n---\n\n# B\n")[0]["content"]?["theme"]
        #expect(theme?["picture"] == "a.png")
        #expect(theme?["side"]?.string == side)
    }

    @Test(arguments: ["src: ./b.md", "hide: true", "disabled: true\nlevel: 2"])
    func `A slide of Slidev that is hidden, or is in another file, is not shown`(
        settings: String
    ) throws {
        let text = "---\ntitle: T\n---\n# A\n\n---\n\(settings)\n---\n\n---\n\n# B\n"
        #expect(try slides(text).map { $0["title"] } == ["A", "B"])
        #expect(try makeTalk(text).remarks.isEmpty == false)
    }

    @Test func `A slide that remark excludes is not shown`() throws {
        let text = "class: x\n# A\n\n???\nn\n\n---\nexclude: true\n\n# B\n\n---\n\n# {{content}}C\n"
        #expect(try slides(text).map { $0["title"] } == ["A", "C"])
    }

    @Test
    func `The title block of pandoc is its first page, and headings and rules split the rest`()
        throws
    {
        let text =
            "% Habits\n  at work\n% John Doe; Jane\n% May\n\n# A\n\ntext\n\n# B\n\ntext\n\n----\n\nc\n"
        let pages = try slides(text)
        #expect(pages.map { $0["title"] } == ["Habits at work", "A", "B", "Slide 4"])
        #expect(pages[0]["content"]?["body"] == "# Habits at work\n\nJohn Doe; Jane\n\nMay")
        #expect(try slides("% only text\n\n---\n\nx").count == 2)
    }

    @Test func `Pictures behind slides are found in settings, properties and front matter`() throws
    {
        let slidev = try slides(
            "---\nbackground: /a.png\n---\n# A\n\n---\nlayout: cover\nbackground: b.jpg\n---\n# B\n"
        )
        #expect(slidev.map { $0["content"]?["theme"]?["picture"] } == ["a.png", "b.jpg"])
        let remark = try slides("background-image: url(a.png)\n\n# A\n\n???\nn\n\n---\n\n# B\n")
        #expect(remark.map { $0["content"]?["theme"]?["picture"] } == ["a.png", nil])
        let marp = try slides(
            "---\nmarp: true\nbackgroundImage: url(a.png)\n---\n# A\n\n---\n# B\n![bg](b.png)\n")
        #expect(marp.map { $0["content"]?["theme"]?["picture"] } == ["a.png", "b.png"])
    }

    @Test func `Slides of remark lose their properties, classes and pauses`() throws {
        let text =
            "name: base\nlayout: true\n---\nclass: center, middle\n\n# A\n\n"
            + ".left[.red.bold[one] [two](b) `.c[x]`]\n--\n\n.right[\nmore\n]\n\n???\nn\n\n---\n"
            + "name: x\n# B\ntext\n---\n# C\n"
        let slides = try slides(text)
        #expect(slides.map { $0["title"] } == ["A", "B", "C"])
        #expect(slides[0]["content"]?["body"]?.string?.contains("\n\nmore\n\n") == true)
        #expect(slides[0]["content"]?["body"]?.string?.contains("\none [two](b) `.c[x]`\n") == true)
        #expect(slides[0]["content"]?["body"]?.string?.contains("class") == false)
        #expect(slides[1]["content"]?["body"]?.string?.contains("name") == false)
        #expect(slides[0]["content"]?["notes"] == "n")
    }

    @Test func `The settings of a slide in Slidev are no text, and -- separates slides`() throws {
        let text =
            "---\ntheme: seriph\n---\n# A\n\n---\nlayout: two-cols\nclass: x\n---\n\n# B\n\n--\n\n# C\n"
        #expect(try slides(text).map { $0["title"] } == ["A", "B", "C"])
        #expect(try makeTalk(text).remarks.count == 2)
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
        let problem = try #require(problem { try makeTalk(text) })
        #expect(
            problem.contains("talk.md:\(line):1: this comment has no end; write --> after it"),
            "\(problem)")
    }

    @Test(arguments: ["", "\n", " \r\n\t"])
    func `A file without text is no talk, so it replaces none`(text: String) throws {
        let problem = try #require(problem { try makeTalk(text) })
        #expect(problem.contains("talk.md:1:1: the file is empty"), "\(problem)")
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
