import PagerBook
import PagerModel
import Testing

/// Files to which pages refer: from where their paths begin, and what is said about missing ones.
@Suite struct MissingFileTests {
    @Test func `Paths in a file of a subfolder begin at this folder`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        folder.makeFolder("slides")
        try folder.write("slides/1.md", "![](in.png) ![](../top.png) <img src='in.png'>")
        try folder.write("slides/2.html", "<img src=in.png>")
        try folder.write("slides/3.txt", "in.png")
        try folder.write("slides/in.png", "x")
        try folder.write("top.png", "x")
        try folder.write(
            "book.yaml", "pager: {pages: [slides/1.md, slides/2.html, {file: slides/3.txt}]}")
        let book = try Book.read(path: folder / "book.yaml")
        let bases = book.commands.filter { $0.params["kind"] == "view" }
            .map { $0.params["content"]?["base"]?.string }
        #expect(bases == ["slides", "slides", nil])
        #expect(book.remarks == [])
    }

    @Test(arguments: [
        ("a.md", "# A\n\n![](x.png)", "a.md:3:1: there is no file \"x.png\""),
        ("a.md", "![a\nb][r]\n\n[r]: x%20y.png 'T'\n", "a.md:1:1: there is no file \"x y.png\""),
        ("a.md", "<img alt=x\n src=\"x.png\">", "a.md:1:1: there is no file \"x.png\""),
        ("a.md", "![](../out.png)", "a.md:1:1: \"../out.png\" leads outside the book's folder"),
        ("a.html", "\n<script src='x.js'></script>", "a.html:2:1: there is no file \"x.js\""),
        ("a.html", "<style>\nb { background: url('x.png') }", "a.html:2:1: there is no file"),
        ("a.html", "<STYLE>a<b</Style><img src=x.png>", "a.html:1:1: there is no file \"x.png\""),
        ("a.html", "<img srcset=\"x.png 1x\">", "a.html:1:1: there is no file \"x.png\""),
        ("a.html", "<a href=x.html?q#f>", "a.html:1:1: there is no file \"x.html\""),
    ])
    func `A missing file of a page is reported with file and line`(
        name: String, text: String, remark: String
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(name, text)
        for book in [
            try Book.read(path: folder.path), try Book.readWhatWorks(path: folder.path),
        ] {
            #expect(book.remarks.count == 1)
            #expect(
                book.remarks.first?.hasPrefix("\(folder.path)/\(remark)") == true,
                "\(book.remarks)")
        }
        let long = text + String(repeating: "\n", count: 300 << 10)
        try folder.write(name, long)
        #expect(try Book.read(path: folder.path).remarks.count == 1)
    }

    /// Each of these took hours, as the rest of the text was searched again for each part.
    @Test(.timeLimit(.minutes(10)), arguments: ["![](", "[a", "<style>\n", "![](a.png)\n"])
    func `A long text whose parts have no end is read in time`(part: String) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("talk.md", String(repeating: part, count: (1 << 20) / part.utf8.count))
        try folder.write("a.png", "x")
        _ = try Book.readWhatWorks(path: folder / "talk.md")
    }

    @Test(arguments: [
        "`![](x.png)`", "```\n![](x.png)\n```", "    ![](x.png)\n", "<!-- ![](x.png) -->",
        "![](https://a.example/x.png) ![](data:image/png;base64,) ![](//a.example/x)",
        "[link](x.md) ![no reference] [![](a.md)](x)", "$![$ ![x] (y.pdf)",
    ])
    func `What loads no file of the book is not reported`(text: String) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.md", text)
        #expect(try Book.read(path: folder.path).remarks == [])
    }

    @Test func `The missing files of a talk have the lines of the talk`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "talk.md",
            "---\ntitle: T\n---\n# A\n<!-- a\ncomment -->\n![](x.png)\n\n---\n\n![bg](y.png)\n")
        let remarks = try Book.read(path: folder / "talk.md").remarks
        #expect(
            remarks.map { $0.replacingPrefix(folder.path) } == [
                "/talk.md:7:1: there is no file \"x.png\"",
                "/talk.md:11:1: there is no file \"y.png\"",
            ])
        try folder.write("talk.md", "# A\n\n---\n<!-- .slide: data-background=\"z.png\" -->\n# B\n")
        let behind = try Book.read(path: folder / "talk.md").remarks
        #expect(behind.count == 1)
        #expect(
            behind.first?.contains("talk.md:4:1: there is no file \"z.png\"") == true, "\(behind)")
    }

    @Test(arguments: ["book.yaml", "book.json"])
    func `The missing files of contents have the places of their members`(name: String) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("d.html", "\n<img src=w.png>")
        try folder.write(
            name,
            """
            {"pager": {"id": "p", "pages": [
              {"id": "a", "content": {"type": "text/markdown", "body": "![](x.png)"}},
              {"id": "b", "content": {"type": "text/html", "body": "<img src='y.png'>"}},
              {"id": "d", "url": "d.html"},
              {"id": "c", "content": {"type": "text/plain", "body": "c",
                "theme": {"picture": "z.png"}}}
            ]}}
            """)
        let remarks = try Book.read(path: folder / name).remarks
        #expect(remarks.count == 4)
        let expected = [":2:52: there is no file \"x.png\"", ":3:48:", "d", ":6:"]
        for (remark, text) in zip(remarks, expected) {
            let place = text == "d" ? "d.html:2:1: there is no file \"w.png\"" : name + text
            #expect(remark.contains(place), "\(remark)")
        }
    }

    @Test(arguments: [
        ("{url: 'https://a.example/', relod: 5}", "content has \"relod\"; did you mean reload?"),
        ("{url: 'https://a.example/', zoom: 0.1}", "zoom is 0.25 to 5"),
        ("{url: 'https://a.example/', reload: 2}", "reload is a number of seconds from 5"),
        ("{url: 'http://192.168.1.5/', probe: true}", "--probe-private 192.168.1.5"),
        ("{url: 'http://localhost:80/', probe: true}", "--probe-private localhost"),
        ("{url: 'http://10.0.0.1/', probe: false}", ""), ("{url: 'https://a.example/', x: 5}", ""),
        ("{menu: [soup], reload_all: 1}", ""),
    ])
    func `Members of a content that are probably mistakes cause a warning`(
        content: String, remark: String
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("book.yaml", "pager:\n  pages:\n    - {id: a, content: \(content)}\n")
        let remarks = try Book.read(path: folder / "book.yaml").remarks
        #expect(remarks.count == (remark.isEmpty ? 0 : 1), "\(remarks)")
        #expect(remark.isEmpty || remarks.first?.contains(remark) == true, "\(remarks)")
        #expect(remarks.allSatisfy { $0.contains("book.yaml:3:") })
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
