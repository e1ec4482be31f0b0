@testable import Carousel
import Containment
import ContainmentTesting
import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// Tests of books with a carousel, whose form pagerctl and the daemon take from its declaration.
@Suite struct BookTests {
    private static let morning = """
        window:
          id: main
          size: {width: 600, height: 400}
        root:
          id: wheel
          kind: carousel
          shown: 2
          selected: b
          pages:
          - id: a
            title: Monday
          - id: b
          - id: c

        """
    private static let evening = """
        window:
          id: main
          size: {width: 600, height: 400}
        root:
          id: wheel
          kind: carousel
          shown: 2
          style: none
          pages:
          - id: b
          - id: a
            title: Tuesday
          - id: d

        """

    /// The comment of a dump with a kind that pagerctl does not have.
    private static let comment =
        "# not compared with a new daemon, which may lack more: pagerctl does not have the kind "
        + "carousel of wheel\n"

    /// A book file that is removed after the test.
    private final class BookFile {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("book-\(UUID().uuidString.prefix(8)).yaml").path

        init(_ text: String) throws { try write(text) }

        func write(_ text: String) throws {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func `A dump equals the book that was applied`() throws {
        let carouseld = try Carouseld()
        let book = try BookFile(Self.morning)
        let applied = try carouseld.pagerctl(["apply", book.path])
        #expect(applied.status == 0, "\(applied.text)")
        #expect(try carouseld.pagerctl(["dump"]).text == Self.comment + Self.morning)
        #expect(try carouseld.pagerctl(["apply", book.path]).text == #"{"commands":0}"# + "\n")
    }

    @Test func `A dump equals the book with which the daemon started`() throws {
        let book = try BookFile(Self.morning + "\n")
        let carouseld = try Carouseld("--book", book.path)
        #expect(try carouseld.pagerctl(["dump"]).text == Self.comment + Self.morning)
    }

    @Test func `Applying another book sends only the differences`() throws {
        let carouseld = try Carouseld()
        let book = try BookFile(Self.morning)
        _ = try carouseld.pagerctl(["apply", book.path])
        try book.write(Self.evening)
        let plan = try carouseld.pagerctl(["apply", "--dry-run", book.path])
        let batch = try JSONParser.parse(Array(plan.text.utf8))
        let commands = (batch["commands"]?.array ?? []).map {
            "\($0["method"]?.string ?? "") \($0["params"]?.json ?? "")"
        }
        #expect(
            commands == [
                #"controller.create {"id":"d","kind":"view"}"#,
                #"controller.update {"id":"wheel","style":"none"}"#,
                #"controller.update {"id":"a","title":"Tuesday"}"#,
                #"carousel.setPages {"id":"wheel","pages":["b","a","d"]}"#,
                #"controller.destroy {"id":"c"}"#,
            ])
        let applied = try carouseld.pagerctl(["apply", book.path])
        #expect(applied.text == #"{"commands":5}"# + "\n")
        #expect(try carouseld.pagerctl(["dump"]).text == Self.comment + Self.evening)
    }

    @Test func `A mistake in a book is reported with its place`() throws {
        let carouseld = try Carouseld()
        let book = try BookFile("root:\n  kind: carousel\n  shwon: 2\n")
        let refused = try carouseld.pagerctl(["apply", book.path])
        #expect(
            refused.text.hasSuffix(":3:3: a carousel has no \"shwon\"; did you mean shown?\n"))
        try book.write("root:\n  kind: carousel\n  selected: x\n  pages: [{id: a}]\n")
        let unknown = try carouseld.pagerctl(["apply", book.path])
        #expect(unknown.text.hasSuffix(":3:3: pages has no \"x\" to select\n"), "\(unknown.text)")
        try book.write("root:\n  kind: carousel\n  selected: 7\n  pages: [{id: a}]\n")
        let range = try carouseld.pagerctl(["apply", book.path])
        #expect(range.text.contains(":3:3: "), "\(range.text)")
        #expect(range.status != 0)
    }

    /// Returns the first example of a language in the section of docs/reference/PLUGINS.md about
    /// books.
    private func example(_ language: String) throws -> String {
        let root = URL(filePath: #filePath).pathComponents.dropLast(6).joined(separator: "/")
        let document = try String(
            contentsOfFile: "\(root)/docs/reference/PLUGINS.md", encoding: .utf8)
        let section = document.components(separatedBy: "\n### Books\n").last ?? ""
        let block = section.components(separatedBy: "```\(language)\n").dropFirst().first
        return try #require(block?.components(separatedBy: "```").first)
    }

    @Test func `The example in the plugin reference is a valid book`() throws {
        let book = try BookFile(try example("yaml"))
        let carouseld = try Carouseld("--book", book.path)
        let applied = try carouseld.pagerctl(["apply", book.path])
        #expect(applied.text == #"{"commands":0}"# + "\n")
        #expect(try carouseld.pagerctl(["dump"]).text.contains("kind: carousel"))
    }

    @Test func `The book form in the plugin reference matches the daemon's description`() throws {
        let carouseld = try Carouseld()
        var daemon = try Requester(carouseld.command)
        let kinds = try daemon.request("server.describe", []).result["kinds"]?.array ?? []
        let kind = try #require(kinds.first { $0["kind"] == "carousel" })
        #expect(try kind["book"] == JSONParser.parse(Array(example("json").utf8)))
        #expect(kind["definesPresentationContext"] == false)
    }

    @Test func `The declarations of the carousel, the gate and the lamp have no problems`() {
        let plugins = Plugins.carousel + Plugins(kinds: [Lamp()])
        #expect(plugins.problemsOfDeclarations() == [])
    }

    @Test func `The lamp in the plugin reference flashes`() throws {
        var scene = Scene.standard(adding: Plugins(kinds: [Lamp()]))
        try scene.make("light", kind: "lamp", options: [.init("color", "red")])
        let callbacks = try scene.record { _ = try $0.run(Lamp.Flash()) }
        #expect(callbacks == ["light.lamp.flashed"])
    }
}
