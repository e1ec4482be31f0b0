import PagerBook
import PagerModel
import Testing

/// Tests of books over states whose records do not say everything: one apply is enough.
@Suite struct HiddenStateTests {
    /// Applies a book, and expects that it then describes the state.
    private func apply(_ text: String, to stage: inout Stage) throws {
        let book = try makeBook(text)
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(lines(try book.changes(to: stage.running)) == [])
    }

    @Test func `A style that a narrow window adapts is as in the book`() throws {
        var stage = try Stage("window: {id: w}\nroot: {id: a}\ncontrollers: [{id: b}]")
        try stage.carryOut(
            "controller.update", ["id": "b", "adaptivePresentationStyle": "fullScreen"])
        try apply(
            "window: {id: w}\nroot: {id: a}\npresent: [{from: a, controller: {id: b}}]", to: &stage)
        #expect(stage.picture["b"]?["presentingViewController"] == "a")
    }

    @Test func `A view that was hidden before it is loaded is shown again`() throws {
        var stage = try Stage("window: {id: w}\ncontrollers: [{id: a}, {id: b}, {id: c}]")
        try stage.carryOut("controller.addChild", ["parent": "c", "child": "a"])
        try stage.carryOut(
            "controller.transition",
            [
                "container": "c", "from": "a", "to": "b", "duration": 0, "edges": true,
                "options": ["showHideTransitionViews"],
            ])
        #expect(stage.picture["a"]?["hidden"] == true)
        #expect(stage.picture["a"]?["isViewLoaded"] == false)
        try apply("window: {id: w}\nroot: {id: a}", to: &stage)
        #expect(stage.picture["a"]?["hidden"] == false)
    }

    private let guide = """
        window: {id: w}
        root:
          id: guide
          kind: page
          dataSource: {readAhead: 1, keep: 2, timeout: 60}
          controllers: [{id: a}]
        """

    /// Answers the last request of the guide.
    private func supply(_ page: String, to stage: inout Stage) throws {
        let asked = try #require(stage.picture["guide"]?["requests"]?.array?.last)
        try stage.carryOut(
            "page.supply",
            ["id": "guide", "request": try #require(asked["request"]), "page": .string(page)])
    }

    @Test func `A page that only a data source knows can get another place`() throws {
        var stage = try Stage("\(guide)\ncontrollers: [{id: b}]")
        try supply("b", to: &stage)
        #expect(stage.picture["guide"]?["controllers"] == ["a"])
        try apply("window: {id: w}\nroot: {id: b}", to: &stage)
    }

    @Test(arguments: [
        "window: {id: w}\nroot: {id: a}",
        "window: {id: w}\nroot: {id: d, kind: navigation, controllers: [{id: b}]}",
    ])
    func `A view that a dismissal puts back into a window does not stay there`(book: String) throws
    {
        var stage = try Stage("window: {id: w}\nroot: {id: a}\ncontrollers: [{id: b}, {id: c}]")
        try stage.carryOut("view.addSubview", ["view": "b", "to": "a"])
        try stage.carryOut(
            "modal.present",
            ["from": "b", "controller": "c", "style": "fullScreen", "animated": false])
        #expect(stage.picture["b"]?["superview"] == .null)
        try apply(book, to: &stage)
    }

    @Test func `A page that only a data source knows can leave a container that stays`() throws {
        var stage = try Stage("\(guide)\ncontrollers: [{id: b}, {id: c}]")
        for page in ["b", "c"] {
            try supply(page, to: &stage)
            try stage.carryOut("page.swipe", ["id": "guide", "direction": "left"])
            stage.endTransitions()
            try stage.carryOut("page.swipe", ["id": "guide", "direction": "right"])
            stage.endTransitions()
        }
        #expect(stage.picture["guide"]?["controllers"] == ["a"])
        try apply("\(guide)\ncontrollers: [{id: d, children: [{id: b}]}]", to: &stage)
        #expect(stage.picture["b"]?["parent"] == "d")
        #expect(stage.picture["c"] == nil)
    }

    @Test func `A replacement dismisses what is presented outside of all windows`() throws {
        var stage = try Stage(
            """
            window: {id: w}
            root:
              id: tabs
              kind: tabBar
              controllers: [{id: a, definesPresentationContext: true}, {id: b}]
            controllers: [{id: c}]
            """)
        try stage.carryOut(
            "modal.present",
            ["from": "a", "controller": "c", "style": "overCurrentContext", "animated": false])
        try stage.carryOut("tabBar.select", ["id": "tabs", "index": 1, "animated": false])
        #expect(stage.picture["c"]?["window"] == .null)
        #expect(stage.picture["c"]?["presentingViewController"] == "a")
        let book = try makeBook("root: {id: d}")
        try stage.start(try book.replacement(of: stage.running), isReplacing: true)
        #expect(stage.picture.keys.sorted() == ["d", "main"])
    }

    @Test func `A replacement takes out a child that is appearing`() throws {
        let text = "root: {id: nav, kind: navigation}\ncontrollers: [{id: a}]"
        var stage = try Stage(text)
        try stage.carryOut("controller.addChild", ["parent": "nav", "child": "a"])
        try stage.carryOut(
            "controller.beginAppearanceTransition",
            ["id": "a", "appearing": true, "animated": true])
        try stage.start(try makeBook(text).replacement(of: stage.running), isReplacing: true)
        #expect(stage.picture["a"]?["parent"] == .null)
    }

    @Test func `A page that a client had added as a child leaves with the list`() throws {
        var stage = try Stage(
            "root: {id: book, kind: pager, pages: [{id: a}]}\ncontrollers: [{id: b}]")
        try stage.carryOut("controller.addChild", ["parent": "book", "child": "b"])
        try stage.carryOut("view.addSubview", ["view": "b", "to": "book"])
        try stage.carryOut("pager.setPages", ["id": "book", "pages": ["a", "b"]])
        try apply("root: {id: book, kind: pager, pages: [{id: a}]}", to: &stage)
    }

    @Test
    func `A swipe that waits for a page does not refuse the loss of the data source`() throws {
        var stage = try Stage(
            """
            root:
              id: guide
              kind: page
              dataSource: {readAhead: 0, keep: 1, timeout: 60}
              controllers: [{id: a}]
            """)
        try stage.carryOut("page.swipe", ["id": "guide", "direction": "left"])
        #expect(stage.picture["guide"]?["requests"]?.array?.isEmpty == false)
        try apply("root: {id: guide, kind: page, controllers: [{id: a}]}", to: &stage)
    }

    @Test(arguments: [
        (
            "controllers: [{id: d}, {id: f}]", ["f", "d"],
            "controllers: [{id: f, children: [{id: d}]}]"
        ),
        (
            "controllers: [{id: a}]\nviews: [{id: v}]", ["a", "v"],
            "controllers: [{id: a, subviews: [{id: v}]}]"
        ),
        (
            "controllers: [{id: a}]\nviews: [{id: v}]", ["v", "a"],
            "controllers: [{id: a}]\nviews: [{id: v, subviews: [a]}]"
        ),
        ("views: [{id: u}, {id: v}]", ["v", "u"], "views: [{id: v, subviews: [{id: u}]}]"),
    ])
    func `A view does not stay inside a view that the book puts into it`(
        first: String, moved: [String], second: String
    ) throws {
        let shown = "window: {id: w}\nroot: {id: r}\n"
        var stage = try Stage(shown + first)
        try stage.carryOut(
            "view.addSubview", ["view": .string(moved[0]), "to": .string(moved[1])])
        try apply(shown + second, to: &stage)
    }

    @Test(arguments: [
        ("mid", "spine: min, controllers: [{id: b}]", "{id: a}, {id: c}"),
        ("min", "spine: mid, controllers: [{id: b}, {id: c}]", "{id: a}"),
    ])
    func `A page container gets other pages and another spine at once`(
        first: String, second: String, others: String
    ) throws {
        func text(_ book: String, _ others: String) -> String {
            "root: {id: r}\ncontrollers: [{id: book, kind: page, \(book)}, \(others)]"
        }
        var stage = try Stage(text("controllers: [{id: a}]", "{id: b}, {id: c}"))
        try stage.carryOut("controller.update", ["id": "book", "spine": .string(first)])
        try apply(text(second, others), to: &stage)
    }
}
