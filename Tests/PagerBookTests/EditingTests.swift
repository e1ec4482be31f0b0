import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerBook

/// A random book as text in YAML or JSON, with its value and the bytes of some of its parts.
struct WrittenBook {
    struct Page {
        var value: Value
        /// The bytes of the values of `enabled` and `duration`, if the page has them.
        var places: [String: Range<Int>] = [:]
        var bytes = 0..<0
    }

    let isJSON: Bool
    var text: [UInt8] = []
    var pages: [Page] = []
    private let eol: String
    private var random: SeededGenerator

    var name: String { isJSON ? "book.json" : "book.yaml" }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        isJSON = Bool.random(using: &random)
        eol = Bool.random(using: &random) ? "\n" : "\r\n"
        if chance(4) { text = [0xEF, 0xBB, 0xBF] }
        isJSON ? writeJSON() : writeYAML()
    }

    private mutating func chance(_ most: Int) -> Bool {
        Int.random(in: 0..<most, using: &random) == 0
    }

    private mutating func write(_ part: String) { text += Array(part.utf8) }

    private mutating func pick(_ parts: String...) -> String {
        parts[Int.random(in: 0..<parts.count, using: &random)]
    }

    private mutating func comment() -> String { pick("", "", "  # a: {b}", " # ä ö", "   ") }

    /// Returns the members of a page: their names, values and forms.
    private mutating func members(_ index: Int) -> [(String, Value, String)] {
        var members: [(String, Value, String)] = [
            ("id", .string("p\(index)"), isJSON ? "\"p\(index)\"" : "p\(index)")
        ]
        let title = pick("a # b", "It's: \"x\", [y]", "Größe 🍕")
        if chance(2) {
            let quoted =
                "\""
                + title.split(separator: "\"", omittingEmptySubsequences: false).joined(
                    separator: "\\\"") + "\""
            members.append(("title", .string(title), quoted))
        }
        if chance(2) {
            members.append(("enabled", true, "true"))
        }
        if chance(2) { members.append(("duration", 20, pick("20", isJSON ? "20" : "0x14"))) }
        if chance(3) {
            members.append(
                (
                    "content", ["type": "text/plain", "body": "a, b"],
                    isJSON
                        ? "{\"type\":\"text/plain\" , \"body\": \"a, b\"}"
                        : "{type: text/plain, body: 'a, b'}"
                ))
        }
        return members
    }

    /// Writes a page in braces.
    private mutating func writeFlow(_ index: Int) {
        let start = text.count
        var page = Page(value: .null)
        let members = members(index)
        write("{")
        for (number, (name, _, form)) in members.enumerated() {
            if number > 0 {
                write(pick(",", ", ", " ,  ") + (isJSON && chance(3) ? eol + "      " : ""))
            }
            write((isJSON ? "\"\(name)\"" : name) + (isJSON ? pick(":", " : ") : ": "))
            page.places[name] = text.count..<(text.count + form.utf8.count)
            write(form)
        }
        write(pick("}", " }"))
        page.value = .object(members.map { .init($0.0, $0.1) })
        page.bytes = start..<text.count
        pages.append(page)
    }

    /// Writes a page as the name of a file.
    private mutating func writeName(_ index: Int) {
        let name = pick("a\(index).md", "a b\(index).md", "https://x.example/\(index)?a=1")
        let form = isJSON ? "\"\(name)\"" : pick(name, "\"\(name)\"", "'\(name)'")
        pages.append(Page(value: .string(name), bytes: text.count..<(text.count + form.utf8.count)))
        write(form)
    }

    private mutating func writeJSON() {
        write(
            pick("{", "{\(eol)  ") + "\"pager\":" + pick("", " ")
                + "{\"id\": \"book\", \"pages\": [")
        let count = Int.random(in: 1...5, using: &random)
        for index in 0..<count {
            if index > 0 { write(",") }
            write(pick("", " ", "\(eol)    "))
            if chance(2) { writeFlow(index) } else { writeName(index) }
        }
        write(pick("]}}", "\(eol)]\(eol)}\(eol)}\(eol)"))
    }

    private mutating func writeYAML() {
        if chance(2) { write("# ein Buch 🍕\(eol)\(eol)") }
        write("pager:\(comment())\(eol)  id: book\(comment())\(eol)")
        let count = Int.random(in: 1...5, using: &random)
        if chance(3) {
            write("  pages: [")
            for index in 0..<count {
                if index > 0 { write(",") }
                write(pick(" ", "\(eol)    ", "  # c\(eol)    "))
                if chance(2) { writeFlow(index) } else { writeName(index) }
            }
            write(pick("]", " ]", "\(eol)  ]") + eol)
        } else {
            let indent = pick("  ", "    ")
            write("  pages:\(comment())\(eol)")
            for index in 0..<count {
                if chance(3) { write(eol) }
                if chance(3) { write("\(indent)# page \(index)\(eol)") }
                write(indent + "- ")
                switch Int.random(in: 0..<3, using: &random) {
                case 0: writeFlow(index)
                case 1: writeName(index)
                default: writeBlock(index, indent + "  ")
                }
                write(comment() + eol)
            }
        }
        if chance(2) { write("  wrap: true\(comment())\(eol)") }
        if chance(3) { write("# the end") }
    }

    /// Writes a page with a line for each member.
    private mutating func writeBlock(_ index: Int, _ indent: String) {
        let start = text.count
        var page = Page(value: .null)
        var members = members(index)
        if chance(3) {
            members.insert(
                ("theme", ["base": "night"], "\(eol)\(indent)  base: night"),
                at: Int.random(in: 0...members.count, using: &random))
        }
        for (number, (name, _, form)) in members.enumerated() {
            if number > 0 {
                write(comment() + eol)
                if chance(4) { write("\(indent)# \(name)\(eol)") }
                write(indent)
            }
            write("\(name):" + (form.hasPrefix(eol) ? "" : " "))
            page.places[name] = text.count..<(text.count + form.utf8.count)
            write(form)
        }
        page.value = .object(members.map { .init($0.0, $0.1) })
        page.bytes = start..<text.count
        pages.append(page)
    }
}

@Suite struct EditingTests {
    private func value(_ text: [UInt8], _ name: String) throws -> Value {
        try Document.parse(String(decoding: text, as: UTF8.self), name: name).value
    }

    private func pages(_ text: [UInt8], _ name: String) throws -> [Value] {
        try value(text, name)["pager"]?["pages"]?.array ?? []
    }

    private func edit(_ text: String, _ change: DocumentChange, name: String = "a.yaml") throws
        -> String
    {
        String(
            decoding: try DocumentEditor.edit(Array(text.utf8), name: name, change), as: UTF8.self)
    }

    /// Returns the bytes of `old` that `new` replaces.
    private func changed(_ old: [UInt8], _ new: [UInt8]) -> Range<Int> {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        return start..<max(start, old.count - end)
    }

    @Test(arguments: RandomTest.seeds(400))
    func `A change of a member leaves all other bytes of a random book`(seed: UInt64) throws {
        let book = WrittenBook(seed: seed)
        #expect(try pages(book.text, book.name) == book.pages.map(\.value), "seed \(seed)")
        for (index, page) in book.pages.enumerated() {
            for (member, new): (String, Value) in [("enabled", false), ("duration", 7.5)] {
                let text = try DocumentEditor.edit(
                    book.text, name: book.name,
                    .set(path: "pager.pages[\(index)]", member: member, value: new))
                let found = try pages(text, book.name)
                let seen = "seed \(seed), page \(index), \(member)"
                #expect(found[index][member] == new, "\(seen)")
                for (other, expected) in book.pages.enumerated() where other != index {
                    #expect(found[other] == expected.value, "\(seen)")
                }
                for own in page.value.members ?? [] where own.name != member {
                    #expect(found[index][own.name] == own.value, "\(seen)")
                }
                if let place = page.places[member] {
                    let expected =
                        book.text[..<place.lowerBound] + Array(new.json.utf8)
                        + book.text[place.upperBound...]
                    #expect(text == Array(expected), "\(seen)")
                } else if page.value.string != nil {
                    let range = changed(book.text, text)
                    #expect(range.clamped(to: page.bytes) == range, "\(seen)")
                } else {
                    #expect(changed(book.text, text).isEmpty, "\(seen)")
                    #expect(text.count > book.text.count, "\(seen)")
                }
            }
        }
    }

    @Test(arguments: RandomTest.seeds(400))
    func `A member that is removed leaves all other bytes of a random book`(seed: UInt64) throws {
        let book = WrittenBook(seed: seed)
        for (index, page) in book.pages.enumerated() where page.places["duration"] != nil {
            let text: [UInt8]
            do {
                text = try DocumentEditor.edit(
                    book.text, name: book.name,
                    .set(path: "pager.pages[\(index)]", member: "duration", value: nil))
            } catch {
                Issue.record("seed \(seed): \(error)")
                continue
            }
            var expected = book.pages.map(\.value)
            expected[index] = .object((page.value.members ?? []).filter { $0.name != "duration" })
            #expect(try pages(text, book.name) == expected, "seed \(seed)")
            #expect(text.count < book.text.count, "seed \(seed)")
            let count = zip(book.text.reversed(), text.reversed()).prefix { $0 == $1 }.count
            let start = zip(book.text, text).prefix { $0 == $1 }.count
            #expect(start + count >= text.count, "seed \(seed): more than one part has gone")
            let hashes = { (bytes: [UInt8]) in bytes.count { $0 == UInt8(ascii: "#") } }
            #expect(hashes(text) == hashes(book.text), "seed \(seed): a comment has gone")
        }
    }

    @Test(arguments: RandomTest.seeds(400))
    func `A new order moves the pages of a random book with their lines`(seed: UInt64) throws {
        let book = WrittenBook(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1)
        let order = Array(book.pages.indices).shuffled(using: &random)
        let text = try DocumentEditor.edit(
            book.text, name: book.name, .order(path: "pager.pages", order))
        #expect(try pages(text, book.name) == order.map { book.pages[$0].value }, "seed \(seed)")
        #expect(text.sorted() == book.text.sorted(), "seed \(seed)")
        let back = order.indices.map { place in order.firstIndex(of: place) ?? 0 }
        let again = try DocumentEditor.edit(
            text, name: book.name, .order(path: "pager.pages", back))
        #expect(try pages(again, book.name) == book.pages.map(\.value), "seed \(seed)")
    }

    @Test(arguments: RandomTest.seeds(200))
    func `A page that is added to a random book is its last one`(seed: UInt64) throws {
        let book = WrittenBook(seed: seed)
        let text = try DocumentEditor.edit(
            book.text, name: book.name, .append(path: "pager.pages", ["new file.png"]))
        #expect(
            try pages(text, book.name) == book.pages.map(\.value) + ["new file.png"], "seed \(seed)"
        )
        #expect(changed(book.text, text).isEmpty, "seed \(seed)")
    }

    /// Texts before and after a change of the member `enabled` of the first page.
    static let examples: [(String, String)] = [
        (
            "pages:\n- a.md # first\n- b.md\n",
            "pages:\n- {file: a.md, enabled: false} # first\n- b.md\n"
        ),
        (
            "pages:\n  - id: a # x\n    title: T\n    content:\n      body: b\n",
            "pages:\n  - id: a # x\n    title: T\n    enabled: false\n    content:\n      body: b\n"
        ),
        (
            "pages:\n- content:\n    body: b\n",
            "pages:\n- enabled: false\n  content:\n    body: b\n"
        ),
        ("pages: [{id: a}]", "pages: [{id: a, enabled: false}]"),
        ("pages: [{}]", "pages: [{enabled: false}]"),
        ("pages:\n- enabled: yes # on\n", "pages:\n- enabled: false # on\n"),
        ("pages:\n- enabled:\n  id: a\n", "pages:\n- enabled: false\n  id: a\n"),
        ("pages:\n- {\n    id: a\n  }\n", "pages:\n- {\n    id: a,\n    enabled: false\n  }\n"),
        ("pages:\n- id: a", "pages:\n- id: a\n  enabled: false"),
        ("pages:\n- &a\n  id: a\n", "pages:\n- &a\n  id: a\n  enabled: false\n"),
        (
            "x: &a {t: 1}\npages: [{<<: *a, id: b}]",
            "x: &a {t: 1}\npages: [{<<: *a, id: b, enabled: false}]"
        ),
    ]

    @Test(arguments: examples)
    func `A member is written in the style around it`(_ before: String, _ after: String) throws {
        #expect(try edit(before, .set(path: "pages[0]", member: "enabled", value: false)) == after)
    }

    @Test(arguments: [
        ("a: &a {id: a}\npages:\n- *a\n", "3:3"), ("pages:\n- &a\n  id: a\n- *a\n", "2:3"),
        ("pages:\n- &a {id: a}\n- {<<: *a, id: b}\n", "2:3"),
        ("x: &t true\npages:\n- enabled: *t\n", "3:12"),
        ("pages:\n- enabled: &t true\nx: *t\n", "2:3"),
    ])
    func `A change that other parts of the book would share is refused with its place`(
        _ text: String, _ place: String
    ) {
        let problem = problem {
            try edit(text, .set(path: "pages[0]", member: "enabled", value: false))
        }
        #expect(problem?.hasPrefix("a.yaml:\(place): ") == true, "\(problem ?? "no problem")")
        #expect(
            problem?.hasSuffix("in the file") == true || problem?.contains("in the file, ") == true)
    }

    @Test func `A new order takes the comments above the pages and keeps the file's end`() throws {
        let text =
            "pages:\n# one\n- a.md\n\n# two\n# lines\n- id: b\n  title: |\n    x\n    # y\n- c.md # three"
        let changed = try edit(text, .order(path: "pages", [2, 1, 0]))
        #expect(
            changed
                == "pages:\n- c.md # three\n# two\n# lines\n- id: b\n  title: |\n    x\n    # y\n# one\n- a.md\n"
        )
    }

    // MARK: Books

    private func file(_ path: String) throws -> BookFile { try BookFile(reading: path, at: 0) }

    private func text(_ book: BookFile, _ change: BookFile.Change) throws -> String {
        String(decoding: try #require(try book.changed(by: change)), as: UTF8.self)
    }

    @Test func `A folder gets a file with the order of its pages, and new files follow them`()
        throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        for name in ["a.md", "b 1.md", "c.md"] { try folder.write(name, "# \(name)") }
        let book = try file(folder.path)
        #expect(book.bytes == nil)
        #expect(book.lists.map(\.id) == ["book"])
        #expect(book.lists[0].pages.map(\.id) == ["a", "b-1", "c"])
        let text = try self.text(book, .order(list: "book", ["c", "a", "b-1"]))
        #expect(text == "pages:\n- c.md\n- a.md\n- 'b 1.md'\n")
        try folder.write("pages.yaml", text)
        try folder.write("aa.md", "# New")
        let sorted = try file(folder.path)
        #expect(sorted.lists[0].pages.map(\.id) == ["c", "a", "b-1", "aa"])
        let off = try self.text(sorted, .enable(page: "aa", false))
        #expect(
            off
                == "pages:\n- c.md\n- a.md\n- 'b 1.md'\n- {file: aa.md, enabled: false}\n")
        try folder.write("pages.yaml", off)
        #expect(
            try Book.read(path: folder.path).commands.last { $0.method == "pager.setPages" }?
                .params["pages"]
                == ["c", "a", "b-1"])
    }

    @Test func `A file that a folder's order names and that is gone is left out`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        for name in ["a.md", "b.md"] { try folder.write(name, "# \(name)") }
        try folder.write(
            "pages.yaml", "# order\nautoAdvance: 5\npages:\n- gone.md\n- b.md\n- a.md\n")
        let book = try file(folder.path)
        #expect(book.lists[0].pages.map(\.id) == ["b", "a"])
        #expect(book.lists[0].autoAdvance == 5)
        #expect(
            try Book.read(path: folder.path).remarks.first?.contains(
                "pages.yaml:4:3: there is no file") == true)
        let text = try self.text(book, .order(list: "book", ["a", "b"]))
        #expect(text == "# order\nautoAdvance: 5\npages:\n- gone.md\n- a.md\n- b.md\n")
        let slow = try self.text(book, .advance(list: "book", 8))
        #expect(slow == "# order\nautoAdvance: 8\npages:\n- gone.md\n- b.md\n- a.md\n")
    }

    @Test func `A change that would be a mistake in the book is refused`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "wall.yaml",
            "pager:\n  autoAdvance: 10\n  pages:\n  - {id: a, title: A}\n  - {id: b, title: B}\n")
        let book = try file(folder / "wall.yaml")
        #expect(
            problem { try book.changed(by: .time(page: "a", 0.1)) }?.contains(
                "must be longer than the page change") == true)
        for seconds in [-3.0, 0, 1e10] {
            let list = book.lists[0].id
            let problem = problem { try book.changed(by: .advance(list: list, seconds)) }
            #expect(problem?.contains("autoAdvance: must be above 0") == true, "\(problem ?? "")")
        }
        #expect(problem { try book.changed(by: .order(list: "book", ["a"])) } != nil)
        #expect(
            problem { try book.changed(by: .enable(page: "c", true)) }?.contains("no page \"c\"")
                == true)
        #expect(try book.changed(by: .enable(page: "a", true)) == nil)
    }

    @Test
    func `The front matter of a talk takes the seconds of its slides, and nothing else changes`()
        throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        let text = "---\r\ntitle: T # x\r\n---\r\n# One\r\n\r\n---\r\n\r\n# Two\r\n"
        try folder.write("talk.md", text)
        let book = try file(folder / "talk.md")
        #expect(!book.canChangePages)
        let changed = try self.text(book, .advance(list: "talk", 20))
        #expect(
            changed
                == "---\r\ntitle: T # x\r\nautoAdvance: 20\r\n---\r\n# One\r\n\r\n---\r\n\r\n# Two\r\n"
        )
        #expect(
            problem { try book.changed(by: .enable(page: book.lists[0].pages[0].id, false)) } != nil
        )
    }

    @Test(arguments: ["{}\n", "{autoAdvance: 10}", "autoAdvance: 10", "autoAdvance: 10\n...\n"])
    func `A page of a folder can be switched off, however its file is written`(text: String) throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        for name in ["a.md", "b.md"] { try folder.write(name, "# \(name)") }
        try folder.write("pages.yaml", text)
        let changed = try self.text(try file(folder.path), .enable(page: "b", false))
        try folder.write("pages.yaml", changed)
        #expect(try file(folder.path).lists[0].pages.map(\.isEnabled) == [true, false])
    }

    @Test func `The next change of a page follows from its schedule`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(
            "wall.yaml",
            "pager:\n  pages:\n  - {id: a, schedule: {hours: \"11:00-14:00\", timeZone: UTC}}\n  - {id: b}\n"
        )
        let book = try BookFile(reading: folder / "wall.yaml", at: 12 * 3_600)
        #expect(book.lists[0].pages.map(\.nextChange) == [14 * 3_600, nil])
    }
}
