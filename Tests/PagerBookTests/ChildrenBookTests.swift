import Containment
import PagerBook
import PagerDump
import PagerModel
import Testing

/// Tests of children that clients add to a container in addition to its list.
@Suite struct ChildrenBookTests {
    /// Each container with a page or two, and a child `badge` that a client adds.
    static let books = [
        "{id: c, kind: navigation, stack: [{id: a}, {id: b}], children: [{id: badge}]}",
        "{id: c, kind: tabBar, controllers: [{id: a}, {id: b}], children: [{id: badge}]}",
        "{id: c, kind: pager, pages: [{id: a}, {id: b}], children: [{id: badge}]}",
        "{id: c, kind: page, controllers: [{id: a}], children: [{id: badge}]}",
        "{id: c, kind: split, primary: {id: a}, secondary: {id: b}, children: [{id: badge}]}",
        "{id: c, kind: tabBar, children: [{id: badge}]}",
    ]

    @Test(arguments: books)
    func `Books and dumps contain the children that clients add to containers`(
        root: String
    ) throws {
        let text = "root: \(root)"
        let stage = try Stage(text)
        #expect(stage.picture["badge"]?["parent"] == "c")
        let dump = stage.running.dump
        #expect(!dump.contains("#"), "\(dump)")
        #expect(!dump.contains("subviews"), "\(dump)")
        #expect(try lines(makeBook(text).changes(to: stage.running)) == [])
        #expect(try lines(makeBook(dump).changes(to: stage.running)) == [])
        let fresh = try Stage(dump)
        #expect(fresh.running.dump == dump)
        #expect(fresh.picture == stage.picture)
    }

    @Test func `An added child lies in front of the container's content`() throws {
        let stage = try Stage("root: \(Self.books[0])")
        #expect(stage.running.dump.contains("children"))
        let handle = try stage.scene.controller("c")
        #expect(stage.scene.record(view: handle).subviews == ["b", "badge"])
    }

    @Test func `Subviews can put a child behind the container's content`() throws {
        let stage = try Stage(
            "root: {id: c, kind: navigation, stack: [{id: a}], children: [{id: badge}], "
                + "subviews: [badge, a]}")
        let handle = try stage.scene.controller("c")
        #expect(stage.scene.record(view: handle).subviews == ["badge", "a"])
        let dump = stage.running.dump
        #expect(try Stage(dump).running.dump == dump)
    }

    @Test(
        arguments: [
            "root: {id: other}", "root: {id: book, kind: pager, pages: [{id: a}]}",
            "root: {id: book, kind: pager, pages: [{id: c}], children: [{id: b}]}",
            "root: {id: book, kind: tabBar, controllers: [{id: a}, {id: b}]}",
            "root: {id: x, kind: pager, pages: [{id: b}]}",
        ], [true, false])
    func `A page that a client has also added as a child leaves the pager`(
        text: String, isInWindow: Bool
    ) throws {
        let before = "kind: pager, pages: [{id: a}, {id: b}, {id: c}]}"
        var stage = try Stage(
            isInWindow
                ? "root: {id: book, \(before)"
                : "window: {id: main}\ncontrollers: [{id: book, \(before)]")
        try stage.carryOut("controller.addChild", ["parent": "book", "child": "b"])
        let book = try makeBook("window: {id: main}\n\(text)")
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(lines(try book.changes(to: stage.running)) == [])
        #expect(stage.running.dump == (try Stage("window: {id: main}\n\(text)")).running.dump)
    }

    @Test func `Children are added, removed and moved between lists`() throws {
        let before = "root: {id: c, kind: tabBar, controllers: [{id: a}, {id: b}], children: [%]}"
        func book(_ children: String) -> String {
            before.replacing("%", with: children)
        }
        var stage = try Stage(book("{id: x}, {id: y}"))
        let steps: [(String, [String])] = [
            (
                book("{id: x}"),
                [
                    "controller.willMove {id:y parent:null}",
                    "view.removeFromSuperview {view:y}", "controller.removeFromParent {id:y}",
                    "controller.destroy {id:y}",
                ]
            ),
            (
                book("{id: x}, {id: z}"),
                [
                    "controller.create {id:z kind:view}",
                    "controller.addChild {parent:c child:z}", "controller.didMove {id:z parent:c}",
                    "view.addSubview {view:z to:c}",
                ]
            ),
            (
                "root: {id: c, kind: tabBar, controllers: [{id: a}, {id: b}, {id: z}], "
                    + "children: [{id: x}]}",
                [
                    "controller.willMove {id:z parent:null}",
                    "view.removeFromSuperview {view:z}", "controller.removeFromParent {id:z}",
                    "tabBar.setControllers {id:c controllers:[a b z]}",
                ]
            ),
            (
                "root: {id: c, kind: tabBar, controllers: [{id: a}, {id: b}], "
                    + "children: [{id: x}, {id: z}]}",
                [
                    "tabBar.setControllers {id:c controllers:[a b]}",
                    "controller.addChild {parent:c child:z}", "controller.didMove {id:z parent:c}",
                    "view.addSubview {view:z to:c}",
                ]
            ),
            (
                "root: {id: c, kind: tabBar, controllers: [{id: a}, {id: b}]}",
                [
                    "controller.willMove {id:x parent:null}",
                    "view.removeFromSuperview {view:x}", "controller.removeFromParent {id:x}",
                    "controller.willMove {id:z parent:null}",
                    "view.removeFromSuperview {view:z}", "controller.removeFromParent {id:z}",
                    "controller.destroy {id:x}", "controller.destroy {id:z}",
                ]
            ),
        ]
        for (text, expected) in steps {
            let changes = try makeBook(text).changes(to: stage.running)
            #expect(lines(changes) == expected)
            try stage.carryOut(changes.commands)
            #expect(try lines(makeBook(text).changes(to: stage.running)) == [], "\(text)")
        }
    }

    @Test func `A page that a transition removes does not count as a client's child`() throws {
        var stage = try Stage("root: {id: c, kind: navigation, stack: [{id: a}, {id: b}]}")
        try stage.carryOut("navigation.pop", ["id": "c", "animated": true])
        let dump = stage.running.dump
        #expect(!dump.contains("children:"), "\(dump)")
    }
}
