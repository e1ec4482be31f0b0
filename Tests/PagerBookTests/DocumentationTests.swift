import Foundation
import PagerBook
import PagerModel
import PagerWire
import Testing

/// Checks that the examples in docs/reference/BOOKS.md are valid books.
@Suite struct DocumentationTests {
    @Test func `The examples in the book reference are valid books`() throws {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = try Scratch.text(of: "/\(here)/docs/reference/BOOKS.md")
        let examples = text.split(separator: "```yaml\n", omittingEmptySubsequences: false)
            .dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(examples.count == 7)
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

/// Checks the transcripts in README.md that show the tutorials as a book.
@Suite struct ReadmeTests {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private func pages() throws -> [(id: String, title: String)] {
        try Book.read(path: "\(Self.root)/docs/tutorial").commands
            .filter { $0.method == "controller.create" && $0.params["kind"] == "view" }
            .map { ($0.params["id"]?.string ?? "", $0.params["title"]?.string ?? "") }
    }

    @Test func `The tree in README.md has the tutorials`() throws {
        let pages = try pages()
        let first = try #require(pages.first)
        var tree = [
            "● book pager appeared in main shows \(first.id), 1 of \(pages.count), index 0",
            "└─ ● \(first.id) view appeared \"\(first.title)\"",
        ]
        tree += pages.dropFirst().map { "○ \($0.id) view disappeared \"\($0.title)\"" }
        let shown = try Scratch.text(of: "\(Self.root)/README.md")
            .components(separatedBy: "\n$ pagerctl tree\n").dropFirst()
            .map { $0.components(separatedBy: "\n") }
        #expect(shown.count == 1)
        for lines in shown { #expect(Array(lines.prefix { $0 != "" && $0 != "```" }) == tree) }
    }
}

/// Runs the examples of reactions in docs/reference/PROTOCOL.md and docs/reference/BOOKS.md.
@Suite struct ReactionExampleTests {
    private func text(_ name: String) throws -> String {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try Scratch.text(of: "/\(here)/docs/reference/\(name)")
    }

    /// Returns the commands of a block. Each line that starts with a brace begins one.
    private func commands(_ block: String) throws -> [BatchedCommand] {
        let texts = block.replacingOccurrences(of: "\n{", with: "\u{1}{").split(separator: "\u{1}")
        return try texts.map { text in
            try BatchedCommand(reading: JSONParser.parse(Array(text.utf8)))
        }
    }

    private func shown(_ root: String, _ commands: [BatchedCommand]) throws -> Stage {
        var stage = Stage()
        try stage.carryOut(commands)
        try stage.carryOut("window.create", ["id": "w"])
        try stage.carryOut("window.setRoot", ["id": "w", "controller": .string(root)])
        return stage
    }

    @Test func `The examples in the contract have the documented effects`() throws {
        let section = try #require(
            text("PROTOCOL.md").components(separatedBy: "\n## Reactions\n").dropFirst().first?
                .components(separatedBy: "\n## ").first)
        let blocks = section.components(separatedBy: "```json\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.count == 3)
        let home = try shown("home", commands(blocks[0]))
        #expect(home.picture["badge"]?["parent"] == "home")
        #expect(home.picture["badge"]?["appearance"] == "appeared")
        let manual = try shown("manual", commands(blocks[1]))
        #expect(manual.picture["child"]?["appearance"] == "appeared")
        // Without its reactions, the parent would not forward appearance callbacks to the child.
        var plain = manual
        try plain.carryOut("window.setRoot", ["id": "w", "controller": .null])
        #expect(plain.picture["child"]?["appearance"] == "appeared")
    }

    @Test func `The example in the book manual has the documented effects`() throws {
        let section = try #require(
            text("BOOKS.md").components(separatedBy: "\n### Reactions\n").dropFirst().first)
        let example = try #require(
            section.components(separatedBy: "```yaml\n").dropFirst().first?
                .components(separatedBy: "```").first)
        var stage = try Stage(example)
        #expect(stage.picture["hint"]?["hidden"] == false)
        try stage.carryOut("window.setRoot", ["id": "main", "controller": .null])
        #expect(stage.picture["hint"]?["hidden"] == true)
    }
}
