import Glibc
import PagerBook
import PagerModel
import Testing

/// Tests of folders as books.
@Suite struct FolderTests {
    private func pages(_ book: Book) -> [(id: String, title: String, content: Value)] {
        book.commands.filter { $0.method == "controller.create" }.dropFirst().map {
            (
                $0.params["id"]?.string ?? "", $0.params["title"]?.string ?? "",
                $0.params["content"] ?? nil
            )
        }
    }

    @Test func `Files are ordered by the numbers in their names, then by bytes`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let names = [
            "10.md", "2.md", "02.md", "a.md", "B.md", "a10b2.md", "a10b10.md", "a9.md",
            "99999999999999999999999.md", "é.md", "a.txt", "main.md", "book.md",
        ]
        for name in names { try folder.write(name, "x") }
        let book = try Book.read(path: folder.path)
        #expect(
            pages(book).map(\.id) == [
                "02", "2", "10", "99999999999999999999999", "B", "a", "a-2", "a9", "a10b2",
                "a10b10", "book-2", "main-2", "e",
            ])
        #expect(book.commands.first?.params["id"] == "main")
        #expect(book.commands.last?.params["controller"] == "book")
    }

    @Test(arguments: [
        "<!-- notes:\n# secret\n-->\n# Public", "# Public <!-- notes: secret -->",
        "# Pub<!-- secret -->lic",
    ])
    func `The title of a page contains no notes`(text: String) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("1.md", text)
        #expect(pages(try Book.read(path: folder.path)).map(\.title) == ["Public"])
    }

    @Test func `The content of a page depends on the media type and size of its file`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("01 Welcome!.md", "```\n# no\n```\n## The  Title ##\n")
        try folder.write("02.TXT", "\u{FEFF}text")
        try folder.write("03.svg", "<svg/>")
        try folder.write("04.txt", [0xFF, 0xFE, 0x41, 0])
        try folder.write("05.md", String(repeating: "x", count: 256 << 10))
        try folder.write("06.md", String(repeating: "x", count: (256 << 10) + 1))
        try folder.write("07", "no extension")
        try folder.write("08.bin", [1, 0, 2])
        try folder.write("09.json", "{}")
        try folder.write("10.pdf", "%PDF")
        let pages = pages(try Book.read(path: folder.path))
        #expect(pages.map(\.id)[0] == "01-Welcome")
        #expect(pages.map(\.title)[0] == "The Title")
        #expect(pages.map(\.title).dropFirst().first == "02")
        let summary = pages.map { page in
            let body = page.content["body"]?.string.map { "\($0.utf8.count)" }
            return "\(page.content["type"]?.string ?? "") "
                + (body ?? page.content["url"]?.string ?? "?")
        }
        #expect(
            summary == [
                "text/markdown 30", "text/plain 4", "image/svg+xml 03.svg", "text/plain 1",
                "text/markdown 262144", "text/markdown 06.md", "text/plain 12",
                "application/octet-stream 08.bin", "application/json 2", "application/pdf 10.pdf",
            ])
    }

    @Test func `A warning names the first file of each type that no screen shows`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.md", "# A")
        for name in ["b.pdf", "c.pdf"] { try folder.write(name, "%PDF") }
        try folder.write("d.docx", [0x50, 0x4B, 0, 0])
        let remarks = try Book.read(path: folder.path).remarks
        #expect(remarks.count == 2, "\(remarks)")
        #expect(remarks.first?.contains("/b.pdf: a page shows no file of the type") == true)
        #expect(remarks.first?.hasSuffix(" (and in another file)") == true)
        #expect(remarks.last?.contains("/d.docx: a page shows no file") == true)
    }

    @Test func `A file name that is not UTF-8 is reported, and the other files are shown`()
        throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.md", "x")
        var path = Array("\(folder.path)/caf".utf8CString.dropLast())
        path += [CChar(bitPattern: 0xE9)] + ".md".utf8CString
        fclose(try #require(fopen(path, "w")))
        defer { unlink(path) }
        for book in [try Book.read(path: folder.path), try Book.readWhatWorks(path: folder.path)] {
            #expect(pages(book).map(\.id) == ["a"])
            #expect(
                book.remarks == [
                    "\(folder.path): the name \"caf\\xE9.md\" is not UTF-8, so the file is not "
                        + "shown; rename it"
                ])
        }
    }

    @Test func `Files that are not pages are skipped`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(".hidden.md", "")
        folder.makeFolder("sub")
        folder.link("out.md", to: "/etc/hostname")
        folder.link("up.md", to: "../../etc/hostname")
        folder.link("dangling.md", to: "none")
        folder.link("loop.md", to: "loop.md")
        #expect(
            problem { try Book.read(path: folder.path) }
                == "\(folder.path): there is no file to show in this folder; hidden files, empty ones, "
                + "subfolders and links that lead out of it are not shown")
        try folder.write("sub/in.md", "x")
        folder.link("in.md", to: "sub/in.md")
        #expect(pages(try Book.read(path: folder.path + "/")).map(\.id) == ["in"])
    }

    @Test func `Backups, files of file managers and empty files are skipped`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        for name in ["notes.md~", "Thumbs.db", "desktop.ini", ".x.md", "#a.md#", "~$b.doc"] {
            try folder.write(name, "x")
        }
        try folder.write("empty.md", "")
        try folder.write("a.md", "x")
        #expect(pages(try Book.read(path: folder.path)).map(\.id) == ["a"])
    }

    @Test func `The address of a file with a colon in its name has no scheme`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("menu:monday.png", "x")
        let book = try Book.read(path: folder.path)
        #expect(pages(book).map { $0.content["url"] } == ["./menu:monday.png"])
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x41, 0, 0xE9, 0], "Aé", "UTF-16"),
            ([0xFE, 0xFF, 0, 0x41, 0x20, 0xAC], "A€", "UTF-16"),
            ([0x41, 0, 0x42, 0, 0x43, 0], "ABC", "UTF-16"),
            ([0x63, 0x61, 0x66, 0xE9, 0x20, 0x80], "café €", "Windows-1252"),
        ] as [([UInt8], String, String)])
    func `Texts in other encodings are recognised`(
        bytes: [UInt8], text: String, encoding: String
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.txt", bytes)
        let book = try Book.read(path: folder.path)
        #expect(pages(book).map { $0.content["body"]?.string } == [text])
        #expect(
            book.remarks == [
                "\(folder / "a.txt"): the text is read as \(encoding); save it as UTF-8"
            ])
    }

    @Test(arguments: [[0x41, 0xE9, 0x01, 0x42], [0x41, 0, 0, 0xE9, 0x42]] as [[UInt8]])
    func `A text file that is no text is refused with its name`(bytes: [UInt8]) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.txt", bytes)
        let found = problem { try Book.read(path: folder.path) }
        #expect(
            found?.hasSuffix("\"a.txt\": this is not a text in UTF-8; save it in that encoding")
                == true, "\(found ?? "nothing")")
    }

    @Test(
        arguments: [
            (
                "a.mkv", [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + Array("webm".utf8),
                "video/webm"
            ),
            ("a.mkv", [0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), "video/x-matroska"),
            ("a.m4v", [0, 0, 0, 24] + Array("ftypM4V ".utf8), "video/mp4"),
            ("film", [0, 0, 0, 24] + Array("ftypqt  ".utf8), "video/quicktime"),
            ("photo", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "image/png"),
            ("a.svg", Array("%PDF-".utf8), "image/svg+xml"),
        ] as [(String, [UInt8], String)])
    func `The type of a file without a telling extension follows from its content`(
        name: String, bytes: [UInt8], type: String
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(name, bytes)
        let content = pages(try Book.read(path: folder.path)).first?.content
        #expect(content?["type"]?.string == type)
    }

    @Test func `Page ids have at most 64 characters and are unique`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let long = String(repeating: "x", count: 80)
        try folder.write(long + ".md", "x")
        try folder.write(long + ".txt", "x")
        try folder.write("日本.md", "x")
        try folder.write("Überblick – Ñandú.md", "x")
        let ids = pages(try Book.read(path: folder.path)).map(\.id)
        #expect(ids[0] == String(repeating: "x", count: 64))
        #expect(ids[1] == String(repeating: "x", count: 62) + "-2")
        #expect(ids.dropFirst(2) == ["Uberblick-Nandu", "page"])
    }

    @Test func `An error about a page of a folder names the file`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("a.md", "x")
        let book = try Book.read(path: folder.path)
        let refusal = CommandError(.idTaken, "no", path: "commands[2].params.id")
        #expect(book.describe(refusal) == "\(folder / "a.md"): no")
    }

    @Test func `A book that does not exist is refused`() {
        #expect(
            problem { try Book.read(path: "/tmp/no such book") }
                == "/tmp/no such book: there is no such file or folder")
    }

    /// Returns a book's folder, and another folder with a text, a picture and a subfolder.
    private func beside() throws -> (book: Scratch, other: Scratch) {
        let book = try Scratch()
        let other = try Scratch()
        try other.write("note.txt", "from outside")
        try other.write("photo.png", [0x89, 0x50, 0])
        other.makeFolder("sub")
        return (book, other)
    }

    @Test func `Links into an allowed folder become pages`() throws {
        let (folder, other) = try beside()
        defer {
            folder.remove()
            other.remove()
        }
        folder.link("1.txt", to: other / "note.txt")
        folder.link("2.png", to: other / "photo.png")
        folder.link("3.txt", to: "/etc/hostname")
        #expect(problem { try Book.read(path: folder.path) }?.contains("no file to show") == true)
        let book = try Book.read(path: folder.path, allowing: [other.path])
        #expect(
            pages(book).map { $0.content["body"] ?? $0.content["url"] ?? .null } == [
                "from outside", "2.png",
            ])
    }

    @Test func `Paths may lead out of the book's folder only into allowed folders`() throws {
        let (folder, other) = try beside()
        defer {
            folder.remove()
            other.remove()
        }
        let name = other.path.split(separator: "/").last ?? ""
        func read(_ page: String, allowing folders: [String]) throws -> Value? {
            try folder.write("book.yaml", "pager:\n  pages:\n    - \(page)\n")
            let book = try Book.read(path: folder / "book.yaml", allowing: folders)
            #expect(book.folders.contains(folder.path))
            return pages(book).first?.content
        }
        for page in [
            "../\(name)/note.txt", other / "note.txt", other / "sub/../note.txt",
            "{file: ../\(name)/note.txt}",
        ] {
            let refused = problem { try read(page, allowing: []) } ?? "nothing"
            #expect(refused.hasPrefix("\(folder.path)/book.yaml:3:"), "\(refused)")
            #expect(
                refused.hasSuffix(
                    "leads outside the book's folder; move or copy the file into \(folder.path), "
                        + "or permit its folder with --allow FOLDER"), "\(refused)")
            #expect(problem { try read(page, allowing: [other / "sub"]) } == refused)
            let content = try read(page, allowing: [other / "sub", other.path + "/"])
            #expect(content == ["type": "text/plain", "body": "from outside"])
        }
        #expect(
            try read("{url: ../\(name)/photo.png}", allowing: [other.path])
                == ["type": "image/png", "url": .string(other / "photo.png")])
        #expect(
            problem { try read(other / "none.txt", allowing: [other.path]) }?
                .contains("there is no file") == true)
        #expect(
            problem { try read("\(other.path)x/none.txt", allowing: [other.path]) }?
                .contains("leads outside") == true)
    }

    @Test func `An allowed path must be a folder that exists`() throws {
        let (folder, other) = try beside()
        defer {
            folder.remove()
            other.remove()
        }
        try folder.write("a.txt", "a")
        #expect(
            problem { try Book.read(path: folder.path, allowing: [other / "none"]) }
                == "\(other.path)/none: there is no such file or folder; --allow takes a folder")
        #expect(
            problem { try Book.read(path: folder.path, allowing: [other / "note.txt"]) }
                == "\(other.path)/note.txt: this is not a folder; --allow takes a folder")
    }
}
