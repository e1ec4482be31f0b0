import Foundation
import PagerBook
import PagerModel
import PagerWire
import Testing

/// Tests of views, settings and selections in books.
@Suite struct ViewBookTests {
    @Test(arguments: [
        ("root: {view: {superview: x}}", "book.yaml:1:15: superview can only be null"),
        ("root: {view: {alfa: 1}}", "book.yaml:1:15: a view has no \"alfa\"; did you mean alpha?"),
        ("root: {view: {alpha: much}}", "book.yaml:1:15: alpha: expected a number"),
        ("root: {subviews: [nobody]}", "book.yaml:1:19: this book has no controller"),
        ("root: {subviews: [{id: a, content: 1}]}", "book.yaml:1:27: a view has no \"content\""),
        (
            "root: {children: [{id: a}], subviews: [a, {subviews: [a]}]}",
            "book.yaml:1:55: the view of a is already in another list of subviews"
        ),
        (
            "root: {id: h, subviews: [h]}",
            "book.yaml:1:26: the view of h cannot be a subview of itself, or of a view that is"
        ),
        (
            "root: {id: h, children: [{id: m, subviews: [h]}]}",
            "book.yaml:1:45: the view of h cannot be a subview of itself, or of a view that is"
        ),
        (
            "root: {id: h, subviews: [{subviews: [{subviews: [h]}]}]}",
            "book.yaml:1:50: the view of h cannot be a subview of itself, or of a view that is"
        ),
        (
            "root: {children: [{id: a, subviews: [b]}, {id: b, subviews: [a]}]}",
            "book.yaml:1:38: the view of b cannot be a subview of itself, or of a view that is"
        ),
        ("pager: {paused: soon}", "book.yaml:1:9: paused: expected a boolean"),
        (
            "root: {kind: split, displayMode: big}",
            "book.yaml:1:21: displayMode: \"big\" is not one of"
        ),
        (
            "pager: {selected: 0, pages: [{id: a}, {id: \"0\"}]}",
            "book.yaml:1:9: 0 is the index of a, as indexes begin with 0, and the id of another "
                + "page; write \"0\" in quotes"
        ),
        (
            "root: {kind: tabBar, selected: 2, controllers: [{id: a}, {id: \"2\"}]}",
            "book.yaml:1:22: 2 is the index of none"
        ),
    ])
    func `A mistake in a view is reported with its place`(text: String, beginning: String) throws {
        let problem = #expect(throws: DocumentProblem.self) { try makeBook(text) }
        let found = problem?.description.split(separator: "/").last.map(String.init) ?? ""
        #expect(found.hasPrefix(beginning), "\(found)")
    }

    @Test func `A quoted number is an id, and a number without quotes an index`() throws {
        let pages = "pages: [{id: \"2\"}, {id: b}, {id: c}]"
        #expect(try Stage("pager: {id: p, selected: \"2\", \(pages)}").picture["p"]?["index"] == 0)
        #expect(try Stage("pager: {id: p, selected: 1, \(pages)}").picture["p"]?["selected"] == "b")
    }

    @Test func `A view that the engine refuses is reported with its place`() throws {
        let book = try makeBook("root:\n  id: a\n  subviews:\n    - {id: v, alpha: 7}\n")
        var stage = Stage()
        let refusal = #expect(throws: CommandError.self) { try stage.carryOut(book.commands) }
        let sentence = book.describe(try #require(refusal))
        #expect(sentence.contains("book.yaml:4:15: alpha: must be between 0 and 1"), "\(sentence)")
    }

    private let morning = """
        root:
          id: a
          children: [{id: b, view: {alpha: 0.5, hidden: true}}]
          subviews: [b, {id: v, frame: {x: 1, y: 2, width: 3, height: 4}}, {id: w}]
        """

    @Test func `Only differences between views are sent`() throws {
        let stage = try Stage(morning)
        #expect(try lines(makeBook(morning).changes(to: stage.running)) == [])
        let evening = try makeBook(
            """
            root:
              id: a
              children: [{id: b, view: {alpha: 0.5}}]
              subviews: [b, {id: v, frame: {x: 1, y: 2, width: 3, height: 5}}, {id: x}]
            """)
        let changes = try evening.changes(to: stage.running)
        #expect(
            lines(changes).filter { !$0.hasPrefix("view.addSubview") } == [
                "view.set {view:b hidden:false}",
                "view.set {view:v frame:{x:1 y:2 width:3 height:5}}", "view.create {id:x}",
                "view.destroy {view:w}",
            ])
        var next = stage
        try next.carryOut(changes.commands)
        #expect(try lines(evening.changes(to: next.running)) == [])
        #expect(next.picture["w"] == nil && next.picture["x"] != nil)
    }

    @Test func `A book without plain views does not change those of clients`() throws {
        let stage = try Stage(morning)
        let plain = try makeBook("root: {id: a, children: [{id: b}]}")
        let changes = try plain.changes(to: stage.running)
        #expect(!lines(changes).contains { $0.hasPrefix("view.destroy") }, "\(lines(changes))")
    }

    @Test func `A presentation whose style has changed is dismissed and presented again`() throws {
        let text = "root: {id: a}\npresent: [{from: a, controller: {id: m}, style: formSheet}]"
        let stage = try Stage(text)
        #expect(try lines(makeBook(text).changes(to: stage.running)) == [])
        let other = try makeBook(text.replacingOccurrences(of: "formSheet", with: "fullScreen"))
        #expect(
            try lines(other.changes(to: stage.running)) == [
                "modal.dismiss {id:a animated:false}",
                "modal.present {from:a style:fullScreen controller:m animated:false}",
            ])
    }
}
