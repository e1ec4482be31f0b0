import PagerModel
import RandomCommands
import Testing

@testable import PagerBook

/// The syntax of other programs in decks, READMEs and the pages of folders.
@Suite struct DeckSyntaxTests {
    private func bodies(_ text: String) throws -> [String] {
        try slides(text).compactMap { $0["content"]?["body"]?.string }
    }

    @Test(arguments: [4, 5])
    func `Definitions that many slides use must be short together`(slides: Int) throws {
        let text =
            String(repeating: "[a][b]\n\n---\n\n", count: slides)
            + "[b]: http://x/\(String(repeating: "y", count: (1 << 20) - 1000))\n"
        guard slides > 4 else { return #expect(try makeTalk(text).commands.count > 4) }
        let message = try #require(
            #expect(throws: DocumentProblem.self) { try makeTalk(text) }?.description)
        #expect(message.contains("16:1: the definitions of links"), "\(message)")
    }

    @Test(arguments: [
        ("a ++b++ C++11 (C++17)", "a b C++11 (C++17)", ""), ("==b== c", "**b** c", ""),
        ("see @[toc](x) here", "see  here", "tables of contents"),
        ("see [[toc]] here", "see  here", "tables of contents"),
        ("@[youtube](abc) x", " x", "styles, scripts and elements"),
        ("::: tip\nx\n:::", "\nx\n", "the parts of a slide"),
        ("## B ::: c", "## B  c", "the parts of a slide"),
        ("## B {#b}", "## B ", "attributes in braces"),
        ("## GET /users/{id}", "## GET /users/{id}", ""),
        ("|a|\n|:---:|\n|b|", "|a|\n|:---:|\n|b|", ""),
        ("> [!tip]- Read this\n> x", "> **Read this**<br>\n> x", ""),
        ("!!! note \"A title\"\n    x\n\n    y\nz", "**A title**\nx\n\ny\nz", ""),
        (
            "??? warning\n    ```\n    a\n    ```\n\nx", "**Warning**\n```\na\n```\n\nx", ""
        ),
        ("/// note | x\nb\n///", "\nb\n", "the parts of a slide"),
        ("{% include x.html %}b", "b", "commands such as {% x %}"),
        ("{% for\n  a in b %}\nx", "\n\nx", "commands such as {% x %}"),
        ("{% highlight ruby %}\na {{ b }}\n{% endhighlight %}", "```ruby\na {{ b }}\n```", ""),
        ("{{< fig\n  a=1\n>}}\nx", "\n\n\nx", "commands such as {% x %}"),
        ("*[HTML]: Hyper\nx", "\nx", "abbreviations"),
        ("--8<-- \"x.md\"\nb", "\nb", "parts of other files"),
        ("@include ../x.md\nb", "\nb", "parts of other files"),
        ("![](a.png =300x200) b", "![](a.png) b", "sizes such as"),
        ("![](b c.png)", "![](<b c.png>)", ""),
        ("![[b c.png|300]] b", "![](<b c.png>) b", ""),
        ("[[1]](https://x.org)", "[[1]](https://x.org)", ""),
        ("![a] (a.png) [b] (c) ![d] (e)", "![a](a.png) [b] (c) ![d] (e)", ""),
        ("a [!mark:\"b c\"] [!d] x", "a b c [!d] x", ""),
        ("[a][b] c[d][e] [^f]", "a c[d][e] ", "that nothing defines"),
        ("[![x][y]][z]", "", "that nothing defines"),
        ("##b", "## b", ""), ("\\[\nx\n\\]", "$$\nx\n$$", ""),
        (
            "\\begin{align}\na &= b \\label{c}\n\nc\n\\end{align}",
            "$$\\begin{align*}\na &= b \n%\nc\n\\end{align*}$$", ""
        ),
        ("$$\na\n\nb\n$$", "$$\na\n%\nb\n$$", ""),
        (
            "import A from './a'\n\nexport const b = [\n  1\n]\n\nx", "\n\n\n\n\n\nx",
            "styles, scripts"
        ),
        ("<Image\n  a={{b: 'c'}}\n/>\nx", "\n\n\nx", "styles, scripts"),
        ("これを**語（x）**という **a** b", "これを**語（x）\u{200B}**という **a** b", ""),
        ("| `<!-- a -->` | `<!-- b -->` |", "| `<!-- a -->` | `<!-- b -->` |", ""),
    ])
    func `No file shows the syntax of site generators, wikis and LaTeX`(
        text: String, shown: String, remark: String
    ) throws {
        let deck = "# A\n\n\(text)\n\n---\n\n# B\n"
        #expect(try bodies(deck).first == "# A\n\n\(shown)\n\n")
        let readme = "# A\n\n\(text)\n"
        #expect(try bodies(readme).joined() == "# A\n\n\(shown)\n\n")
        for text in [deck, readme] {
            let remarks = try makeTalk(text).remarks
            #expect(remarks.count == (remark.isEmpty ? 0 : 1), "\(remarks)")
            #expect(remark.isEmpty || remarks.first?.contains(remark) == true, "\(remarks)")
        }
    }

    @Test(arguments: [
        ("{{ site.url }} x", " x", "values such as {{ x }}"),
        ("[[Note#b|text]] ![[Note]] x", "text  x", "parts of other files"),
        ("a %%b%% c", "a  c", ""), ("%%\nb\n%%\nx", "\n\n\nx", "styles, scripts"),
        (
            "\\begin{columns}\n\\column{.5}\n\\item \\textbf{a} \\textcolor{red}{b}\n\\end{columns}",
            "\n\n- a b\n", "commands such as \\newpage"
        ),
        ("\\begin{tabular}{ll}\na & b\n\\end{tabular}\nx", "\n\n\nx", "commands such as"),
        ("#[fit]Text", "# Text", ""),
    ])
    func `A deck shows no syntax of its program`(
        text: String, shown: String, remark: String
    ) throws {
        let deck = "# A\n\n\(text)\n\n---\n\n# B\n"
        #expect(try bodies(deck).first == "# A\n\n\(shown)\n\n")
        let remarks = try makeTalk(deck).remarks
        #expect(remarks.count == (remark.isEmpty ? 0 : 1), "\(remarks)")
        #expect(remark.isEmpty || remarks.first?.contains(remark) == true, "\(remarks)")
    }

    @Test func `A link and a footnote defined on another slide are drawn`() throws {
        let text =
            "# A\n\n[x][Home  Page] and [home page], y[^1]\n\n# B\n\nz\n\n"
            + "[home page]: https://a.org\n[other]: b\n[^1]: see [other]\n"
        let bodies = try bodies(text)
        #expect(bodies[0].contains("\n[home page]: https://a.org\n"))
        #expect(bodies[0].contains("\n[^1]: see [other]\n"))
        #expect(bodies[0].contains("\n[other]: b\n"))
        #expect(try makeTalk(text).remarks == [])
        #expect(try slides("# A\n\n[x]\n\n---\n\n[x]: b\n").count == 1)
    }

    /// In most of these, the rest of the line was searched again for each part.
    @Test(arguments: [
        "[[a", "[a", "@[a", " @b[", "][", "[a][b]", "[]", "]{.a}", "{{a", "{% a", "<a", "++a",
        "::: ", ":a", "==a", "a~", "![", "![a](", "[!a:\"", "[^a", "\\textbf{a", "\\(a", "$a",
        ".a[",
    ])
    func `A long line takes time in proportion to its length`(part: String) {
        let (small, growth) = (8 << 10, 16)
        func cost(_ size: Int, enough: Double = 0) -> Double {
            let line = String(repeating: part, count: size / part.utf8.count)
            return ProcessorTime.of(enough: enough) {
                _ = Slides("---\ntitle: a\n---\n.b[x]\n\n\(line)]] x\n")
            }
        }
        let one = cost(small)
        let many = cost(small * growth, enough: one * Double(growth) * 2)
        #expect(many <= one * Double(growth) * 5, "\(one) s, then \(many) s")
    }

    @Test func `A table without a line below its names is one if nothing else gets into it`() throws
    {
        let rows = "| a | b |\n| 1 | 2 |\n| 3 | 4 |"
        let table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"
        for rest in ["# B", "> b", "---", "\nb"] {
            let found = try bodies("# A\n\n\(rows)\n\n\(rest)\n\n---\n\n# C\n")
            #expect(found.first?.hasPrefix("# A\n\n\(table)\n") == true, "\(rest): \(found)")
        }
        for text in [
            "# A\n\n\(rows)\n\nb\n\n---\n\n# C\n", "# A\n\n| a | b |\n| 1 |\n\n---\n\n# C\n",
            "# A\n\n```\n\n\(rows)\n\n```\n\n---\n\n# C\n",
        ] { #expect(try bodies(text).first?.contains("---|") == false) }
    }

    @Test func `One sentence says what many pages of a folder have in common`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        for number in 1...5 {
            let names = number == 3 ? "date: x" : "layout: post"
            try folder.write("\(number).md", "---\n\(names)\n---\n# A\n\n:tada:\n")
        }
        let remarks = try Book.read(path: folder.path).remarks
        #expect(remarks.count == 2, "\(remarks)")
        #expect(
            remarks.allSatisfy { $0.contains("/1.md:") && $0.hasSuffix(" (and in 4 other files)") })
    }

    @Test func `Front matter may follow blank lines, and slides begin at +++`() throws {
        #expect(try slides("\n+++ \ntitle = 'a'\n+++\n# A\n\n---\n\n# B\n").count == 2)
        #expect(try slides("\n---\ntitle: T\n---\n# A\n").map { $0["title"] } == ["A"])
        #expect(try slides("# A\n\n+++\n\n# B\n").map { $0["title"] } == ["A", "B"])
    }

    @Test func `A theme of another program is a remark`() throws {
        let text = "---\ntheme:\n  base: night\n  override: {footer: x}\n---\n# A\n"
        let book = try makeTalk(text)
        #expect(
            book.remarks == ["\(book.name):2:1: theme has members that are not used: \"override\""])
        let pager = book.commands.map(\.params).first { $0["id"] == "talk" }
        #expect(pager?["content"] == ["theme": "night"])
    }

    @Test(arguments: [
        "# A\n\n---\ntransition: fade\n\n# B\n\n---\nclass: x\n\n# C\n",
        "# A\n\n---\nlayout: x\n# a comment\nurl: y\n\n# more\nclass: z\n---\n\n# B\n\n---\n\n# C\n",
        "# A\n\n.small[x]\n\n---\nclass: center\n\n# B\n\n---\nname: x\n\n# C\n",
    ])
    func `Settings of a slide are no text, even without a line below them`(text: String) throws {
        let slides = try slides(text)
        #expect(slides.map { $0["title"] } == ["A", "B", "C"])
        let bodies = slides.compactMap { $0["content"]?["body"]?.string }.joined()
        #expect(!["transition", "class", "url", "name", ".small"].contains(where: bodies.contains))
    }

    @Test func `A page of a folder shows neither front matter nor the syntax of other programs`()
        throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        let post =
            "---\nlayout: post\ntitle: News\ntags: [a]\n---\nText {{ x }} :tada:\n\n---\n\nmore\n"
        try folder.write("1-post.markdown", post)
        try folder.write("2.mdx", "import A from 'a'\n\n# B\n")
        let book = try Book.read(path: folder.path)
        let pages = book.commands.filter { $0.method == "controller.create" }.map(\.params)
            .filter { $0["content"]?["type"] == "text/markdown" }
        #expect(pages.map { $0["title"] } == ["News", "B"])
        #expect(pages[0]["content"]?["body"] == "Text  \n\n---\n\nmore\n")
        #expect(pages[1]["content"]?["body"] == "\n\n# B\n")
        #expect(book.remarks.count == 4)
        #expect(
            book.remarks.contains {
                $0.hasSuffix(
                    "1-post.markdown:2:1: only the title in front matter is used, not "
                        + "\"layout\", \"tags\"")
            })
    }

    @Test(arguments: ["talk.mdx", "talk.Rmd", "talk.qmd", "TALK.MD"])
    func `A Markdown file of other programs is a talk`(name: String) throws {
        #expect(try slides("# A\n\n---\n\n# B\n", name).map { $0["title"] } == ["A", "B"])
    }

    @Test func `A path that begins with a slash is one in the deck's folder or its public folder`()
        throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        folder.makeFolder("public")
        try folder.write("public/a.png", "x")
        try folder.write("b.png", "x")
        let text = "# A\n\n![](/a.png) <img src=\"/b.png\"> ![](/c.png)\n"
        for name in ["talk.md", "1.md"] {
            try folder.write(name, text)
            let book = try Book.read(path: name == "1.md" ? folder.path : folder / name)
            let body = book.commands.compactMap { $0.params["content"]?["body"]?.string }.first
            #expect(body?.contains("![](<public/a.png>) <img src=\"b.png\"> ![](/c.png)") == true)
            #expect(book.remarks.count { $0.contains("/a.png") || $0.contains("/b.png") } == 0)
        }
    }

    @Test(arguments: ["talk.pptx", "talk.html", "talk.tex", "talk.txt", "talk.png"])
    func `A file of another program is refused with what a book is`(name: String) throws {
        let problem = try #require(problem { try makeTalk("= A", name) })
        #expect(problem.contains("\(name): this file is no book; name a folder"))
    }
}
