import PagerBook
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Tests that a value from a file is shown or refused with its place, in every format, also when it
/// is as long as a limit or one byte longer.
@Suite struct BookLimitTests {
    /// A way in which a text becomes part of a book.
    enum Format: String, CaseIterable {
        case yaml, json, talk, frontMatter, notes, file, folder

        /// Returns the path of a book in a folder.
        func path(in folder: Scratch) -> String {
            switch self {
            case .yaml, .file: folder / "book.yaml"
            case .json: folder / "book.json"
            case .talk, .frontMatter, .notes: folder / "talk.md"
            case .folder: folder.path
            }
        }

        /// Writes a book with a page of this title.
        func write(title: String, in folder: Scratch) throws {
            switch self {
            case .yaml: try folder.write("book.yaml", "pager: {pages: [{title: \(title)}]}\n")
            case .json:
                try folder.write("book.json", #"{"pager": {"pages": [{"title": "\#(title)"}]}}"#)
            case .talk, .notes: try folder.write("talk.md", "# One\n\n---\n\n# \(title)\n")
            case .frontMatter: try folder.write("talk.md", "---\ntitle: \(title)\n---\n# One\n")
            case .file:
                try folder.write("book.yaml", "pager: {pages: [page.md]}\n")
                try folder.write("page.md", "# \(title)\n")
            case .folder: try folder.write("page.md", "# \(title)\n")
            }
        }

        /// The formats that can contain content of any size. A file of a page is referred to by its
        /// path if it is longer than 256 KiB.
        static let withContent: [Format] = [.yaml, .json, .talk, .frontMatter, .notes]

        /// Writes a book with a page whose content has this many bytes, as a limit counts them.
        func write(contentOf bytes: Int, in folder: Scratch) throws {
            let text = { (count: Int) in String(repeating: "x", count: bytes - count) }
            let markdown = 8 + "type".utf8.count + 8 + "text/markdown".utf8.count + 8 + 4
            switch self {
            case .yaml, .file, .folder:
                try folder.write("book.yaml", "pager: {pages: [{content: \(text(8))}]}\n")
            case .json:
                try folder.write(
                    "book.json", #"{"pager": {"pages": [{"content": "\#(text(8))"}]}}"#)
            case .talk: try folder.write("talk.md", "One\n\n---\n\(text(markdown + 1))")
            case .frontMatter: try folder.write("talk.md", "---\ncontent: \(text(8))\n---\n# One\n")
            case .notes:
                let rest = markdown + 8 + "notes".utf8.count + 1
                try folder.write("talk.md", "One\n\n---\n<!-- notes: \(text(rest)) -->")
            }
        }
    }

    /// Reads a book and shows it as a daemon does at its start. Returns the mistakes.
    private func problems(_ path: String) throws -> [String] {
        let all = Book.mistakes(path: path)
        if !all.isEmpty { return all }
        var refused: [(page: String, problem: String)] = []
        for _ in 0..<3 {
            let book: Book
            do {
                book = try Book.readWhatWorks(path: path, refused: refused)
            } catch {
                return ["\(error)"]
            }
            var stage = Stage()
            do {
                try stage.start(book)
                return book.problems
            } catch let error as CommandError {
                let text = book.describe(error)
                guard let page = book.page(of: error) else { return [text] }
                refused.append((page, text))
            }
        }
        Issue.record("the page \(refused) is refused again")
        return []
    }

    private func expect(
        _ problems: [String], beyond: Bool, of path: String, _ words: String
    ) {
        #expect(problems.count == (beyond ? 1 : 0))
        for problem in problems {
            #expect(problem.hasPrefix(path) && problem.contains(words), "\(problem.prefix(300))")
        }
    }

    @Test(arguments: Format.allCases, -1...1)
    func `A title of 64 KiB is shown, and a longer one is refused with its place`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let title = String(repeating: "t", count: Limits.textBytes + more)
        try format.write(title: title, in: folder)
        let path = format.path(in: folder)
        expect(try problems(path), beyond: more > 0, of: path, "at most \(Limits.textBytes) bytes")
    }

    @Test(arguments: Format.withContent, -1...1)
    func `Content of 2 MiB is shown, and more is refused with its place`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try format.write(contentOf: Limits.contentBytes + more, in: folder)
        let path = format.path(in: folder)
        expect(
            try problems(path), beyond: more > 0, of: path,
            "at most \(Limits.contentBytes) bytes, got \(Limits.contentBytes + more)")
    }

    @Test(arguments: [Format.talk, .notes], [true, false])
    func `The mistake of a slide has the line on which the slide begins`(
        format: Format, isTitle: Bool
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        if isTitle {
            try format.write(
                title: String(repeating: "t", count: Limits.textBytes + 1), in: folder)
        } else {
            try format.write(contentOf: Limits.contentBytes + 1, in: folder)
        }
        let path = format.path(in: folder)
        let name = isTitle ? "title" : "content"
        #expect(try problems(path).first?.hasPrefix("\(path):4:1: \(name): must be") == true)
    }

    @Test(arguments: [Format.yaml, .json], -1...1)
    func `An id of 64 bytes is used, and a longer one is refused with its place`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let id = String(repeating: "i", count: Limits.identifierBytes + more)
        try folder.write("book.yaml", "pager: {pages: [{id: \(id)}]}\n")
        try folder.write("book.json", #"{"pager": {"pages": [{"id": "\#(id)"}]}}"#)
        let path = format.path(in: folder)
        expect(try problems(path), beyond: more > 0, of: path, "must be 1 to 64 characters")
    }

    @Test(arguments: [Format.yaml, .talk, .file, .folder], -1...1)
    func `Any title, file name and kind gives a valid id`(format: Format, more: Int) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let name = String(repeating: "n", count: Limits.identifierBytes + more)
        for name in [name, "-" + name, "- ü", String(repeating: "\u{301}", count: 100)] {
            try folder.write("page.md", "")
            switch format {
            case .file:
                try folder.write(name, "text")
                try folder.write("book.yaml", "pager: {pages: [\"\(name)\", \"\(name)\"]}\n")
            case .folder: try folder.write(name, "text")
            case .talk: try folder.write("talk.md", "# \(name)\n\n---\n\n# \(name)\n")
            default:
                try folder.write(
                    "book.yaml",
                    "pager: {pages: [{kind: \"\(name)\", enabled: true}, {kind: \"\(name)\", "
                        + "schedule: {days: mon}}]}\n")
            }
            let book = try Book.read(path: format.path(in: folder))
            for id in book.commands.compactMap({ $0.params["id"]?.string }) {
                #expect(Identifier(id) != nil, "\(id)")
            }
        }
    }

    @Test(arguments: [Format.file, .folder], -1...1)
    func `A text of 256 KiB is copied into its page, and a longer one is not`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let bytes = (256 << 10) + more
        try folder.write("book.yaml", "pager: {pages: [sub/page.txt]}\n")
        folder.makeFolder("sub")
        try folder.write("sub/page.txt", String(repeating: "x", count: bytes))
        let path = format == .folder ? folder / "sub" : format.path(in: folder)
        let book = try Book.read(path: path)
        let content = book.commands.compactMap { $0.params["content"] }.first
        #expect((content?["body"] == nil) == (more > 0))
        #expect((content?["url"] != nil) == (more > 0))
    }

    @Test(arguments: [Format.yaml, .json, .talk], -1...1)
    func `A file of 8 MiB is read, and a longer one is refused`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let start = [
            Format.yaml: "pager: {pages: [{id: a}]}\n#",
            .json: #"{"pager": {"pages": [{"id": "a"}]}}"#,
        ][format]
        var text = start ?? "# One\n\n---\n\n"
        let bytes = Document.maximumBytes + more
        while start == nil, text.utf8.count < bytes - (1 << 20) {
            text += String(repeating: "x", count: 1 << 20) + "\n\n---\n\n"
        }
        text += String(repeating: " ", count: bytes - text.utf8.count)
        let path = format.path(in: folder)
        try folder.write(String(path.dropFirst(folder.path.count + 1)), text)
        expect(try problems(path), beyond: more > 0, of: path, "the file is larger than 8 MiB")
    }

    @Test(arguments: [Format.yaml, .json, .frontMatter], -1...1)
    func `Content as deep as a message is shown, and deeper content is refused with its place`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        // A batch of commands adds four levels around the params, which are a level themselves.
        let depth = Limits.nesting - 5 + more
        let list = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        try folder.write("book.yaml", "pager: {pages: [{content: \(list)}]}\n")
        try folder.write("book.json", #"{"pager": {"pages": [{"content": \#(list)}]}}"#)
        try folder.write("talk.md", "---\ncontent: \(list)\n---\n# One\n")
        let path = format.path(in: folder)
        expect(try problems(path), beyond: more > 0, of: path, "nested deeper than")
    }

    @Test(arguments: [Format.yaml, .talk, .folder], -1...1)
    func `As many pages as a batch has commands are shown, and more are refused`(
        format: Format, more: Int
    ) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        // A window, a pager, the list of its pages, and the root of the window.
        let pages = Limits.batchCommands - 4 + more
        switch format {
        case .folder: for page in 1...pages { try folder.write("\(page)", "x") }
        case .talk:
            try folder.write("talk.md", String(repeating: "x\n\n---\n\n", count: pages - 1) + "x\n")
        default:
            let list = String(repeating: "{}, ", count: pages)
            try folder.write("book.yaml", "pager: {pages: [\(list)]}\n")
        }
        let path = format.path(in: folder)
        let problem = problem { try Book.read(path: path) }
        #expect((problem == nil) == (more <= 0), "\(problem ?? "")")
        #expect(problem?.contains("more than the \(Limits.batchCommands) of one batch") != false)
    }

    @Test func `The folders of a book's files are those of its paths, whatever their names`() throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        folder.makeFolder("s\u{FC}b")
        let names = ["\u{FC}\u{FC}\u{FC}\u{FC}.md", "\u{301}.md", "a.md"].map { "s\u{FC}b/\($0)" }
        for name in names { try folder.write(name, "# One\n") }
        try folder.write("book.yaml", "pager: {pages: [\(names.joined(separator: ", "))]}\n")
        let book = try Book.read(path: folder / "book.yaml")
        #expect(book.folders == [folder.path, folder / "s\u{FC}b"])
    }

    @Test(arguments: Format.allCases)
    func `Every value of every command has a place in the book`(format: Format) throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try format.write(title: "One", in: folder)
        let path = format.path(in: folder)
        let book = try Book.read(path: path)
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        let odd = ["[0]", ".", "", "[]", "[99999999999999999999]", ".[0]", "x.y", "[-1]", "]["]
        for (index, command) in book.commands.enumerated() {
            var paths = Self.paths(in: command.params)
            paths += (0..<200).map { _ in
                let start = random.pick(paths + odd)
                return start + random.pick(odd) + random.pick(odd)
            }
            for inner in paths {
                let error = CommandError(
                    .invalidParams, "wrong", path: "commands[\(index)].params\(inner)")
                let text = book.describe(error)
                #expect(text.hasPrefix(folder.path), "seed \(seed): \(inner): \(text)")
                _ = book.page(of: error)
            }
        }
    }

    /// Returns the paths of all values in a value, such as `.pages[0]`.
    private static func paths(in value: Value) -> [String] {
        switch value {
        case .array(let items):
            items.enumerated().flatMap { index, item in
                ([""] + paths(in: item)).map { "[\(index)]\($0)" }
            }
        case .object(let members):
            members.flatMap { member in
                ([""] + paths(in: member.value)).map { ".\(member.name)\($0)" }
            }
        default: []
        }
    }
}
