@testable import PagerBook
import PagerDump
import PagerModel
import Testing

/// Tests of states that a book cannot describe completely: a dump names what it loses.
@Suite struct LostInDumpTests {
    private static let split = """
        window: {id: main, size: {width: 390, height: 844}}
        root:
          kind: split
          id: s
          primary: {kind: navigation, id: nav, stack: [{id: list}]}
          secondary: {id: detail}
        controllers: [{id: more}]
        """

    /// Checks that the dump is a book which changes nothing, and starts a new daemon with it.
    private func restart(_ stage: Stage) throws -> Stage {
        let dump = stage.running.dump
        let book = try makeBook(dump)
        #expect(lines(try book.changes(to: stage.running)) == [], "\(dump)")
        var fresh = Stage()
        try fresh.carryOut(book.commands)
        return fresh
    }

    private func comments(_ stage: Stage) -> [String] {
        stage.running.dump.split(separator: "\n").filter { $0.hasPrefix("# not in this book: ") }
            .map { String($0.dropFirst("# not in this book: ".count)) }
    }

    private func shown(_ stage: Stage) -> [String] {
        stage.running.controllers.filter { $0.window != nil }.map(\.id.text).sorted()
    }

    // MARK: Narrow splits

    @Test func `A dump of a collapsed split is complete`() throws {
        let stage = try Stage(Self.split)
        #expect(comments(stage) == [])
        #expect(shown(try restart(stage)) == ["detail", "nav", "s"])
    }

    @Test(arguments: ["navigation.pop", "split.show"])
    func `A dump names a popped column of a collapsed split`(method: String) throws {
        var stage = try Stage(Self.split)
        try stage.carryOut(
            method,
            method == "split.show"
                ? ["id": "s", "column": "primary"] : ["id": "nav", "animated": false])
        #expect(shown(stage) == ["list", "nav", "s"])
        #expect(
            comments(stage) == [
                #"nav.controllers: ["list"] here, ["list","detail"] in a new daemon"#,
                #"nav.top: "list" here, "detail" in a new daemon"#,
                #"list.window: "main" here, null in a new daemon"#,
                #"detail.parent: null here, "nav" in a new daemon"#,
                #"detail.window: null here, "main" in a new daemon"#,
            ])
        _ = try restart(stage)
    }

    @Test func `A dump names the order of a stack with a page above a collapsed column`() throws {
        var stage = try Stage(Self.split)
        try stage.carryOut(
            "navigation.push", ["id": "nav", "controller": "more", "animated": false])
        #expect(
            comments(stage) == [
                #"nav.controllers: ["list","detail","more"] here, "#
                    + #"["list","more","detail"] in a new daemon"#,
                #"nav.top: "more" here, "detail" in a new daemon"#,
                #"detail.window: null here, "main" in a new daemon"#,
                #"more.window: "main" here, null in a new daemon"#,
            ])
        let fresh = try restart(stage)
        #expect(fresh.picture["nav"]?["controllers"] == ["list", "more", "detail"])
        // The book from which the daemon started removes what clients have pushed.
        let book = try makeBook(Self.split)
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(stage.picture["nav"]?["controllers"] == ["list", "detail"])
        #expect(lines(try book.changes(to: stage.running)) == [])
    }

    // MARK: Contexts in hidden pages

    @Test(arguments: [
        ("tabBar", "controllers", "selected: 1", "tabBar.select"),
        ("pager", "pages", "selected: 1", "pager.select"),
        ("navigation", "stack", "title: t", "navigation.push"),
    ])
    func `A new daemon presents what a hidden page presents`(
        kind: String, list: String, option: String, method: String
    ) throws {
        let isStack = kind == "navigation"
        var stage = try Stage(
            """
            root:
              kind: \(kind)
              id: box
              \(list): [{id: x, definesPresentationContext: true}\(isStack ? "" : ", {id: y}")]
            controllers: [{id: a}\(isStack ? ", {id: y}" : "")]
            """)
        try stage.carryOut(
            "modal.present",
            ["from": "x", "controller": "a", "style": "currentContext", "animated": false])
        try stage.carryOut(
            method,
            isStack
                ? ["id": "box", "controller": "y", "animated": false] : ["id": "box", "index": 1])
        stage.endTransitions()
        #expect(shown(stage) == ["box", "y"])
        #expect(comments(stage) == [])
        let fresh = try restart(stage)
        #expect(shown(fresh) == ["box", "y"])
        #expect(fresh.picture["x"]?["presentedViewController"] == "a")
        #expect(fresh.running.dump == stage.running.dump)
    }

    @Test func `A presentation that covers the window comes after those inside it`() throws {
        var stage = try Stage(
            """
            controllers: [{id: cover}, {id: a}]
            root: {id: home, children: [{id: x, definesPresentationContext: true}]}
            """)
        for (from, controller, style) in [
            ("x", "a", "currentContext"), ("home", "cover", "fullScreen"),
        ] as [(Value, Value, Value)] {
            try stage.carryOut(
                "modal.present",
                ["from": from, "controller": controller, "style": style, "animated": false])
        }
        #expect(comments(stage) == [])
        let fresh = try restart(stage)
        #expect(shown(fresh) == ["cover"])
        #expect(fresh.running.dump == stage.running.dump)
    }

    @Test func `A dump names a presentation by a controller without a parent or window`() throws {
        var stage = try Stage("root: {id: home}\ncontrollers: [{id: panel}, {id: a}]")
        try stage.carryOut("view.addSubview", ["view": "panel", "to": "home"])
        try stage.carryOut(
            "modal.present",
            ["from": "panel", "controller": "a", "style": "fullScreen", "animated": false])
        #expect(
            comments(stage) == [
                "panel.isViewLoaded: true here, false in a new daemon",
                #"a.window: "main" here, null in a new daemon"#,
                #"the presenter of a: "panel" here, null in a new daemon"#,
            ])
        var fresh = Stage()
        try fresh.carryOut(try makeBook(stage.running.dump).commands)
    }

    @Test func `A dump names a view that is in a covered view outside of its parent`() throws {
        var stage = try Stage(
            """
            root: {id: home}
            controllers: [{id: other, children: [{id: child}]}, {id: a}]
            """)
        try stage.carryOut(
            "modal.present",
            ["from": "home", "controller": "a", "style": "currentContext", "animated": false])
        try stage.carryOut("view.addSubview", ["view": "child", "to": "home"])
        #expect(comments(stage) == [#"child.superview: "home" here, null in a new daemon"#])
        var fresh = Stage()
        try fresh.carryOut(try makeBook(stage.running.dump).commands)
    }

    // MARK: The user

    @Test func `A dump names a pager that the user has stopped, and its earlier pages`() throws {
        var stage = try Stage(
            """
            pager:
              id: book
              autoAdvance: 10
              autoAdvanceOnInteraction: stop
              backBehavior: history
              pages: [{id: a}, {id: b}]
            """)
        #expect(comments(stage) == [])
        try stage.carryOut("pager.next", ["id": "book", "animated": false, "user": true])
        #expect(
            comments(stage) == [
                #"book.back: "a" here, null in a new daemon"#,
                "book.autoAdvanceHeld: true here, false in a new daemon",
            ])
        _ = try restart(stage)
        try stage.carryOut("pager.resume", ["id": "book"])
        #expect(
            comments(stage) == [#"book.back: "a" here, null in a new daemon"#])
    }

    // MARK: Limits

    @Test func `A dump names a frame that autoresizing has made too large for a command`() throws {
        var stage = try Stage(
            """
            root:
              id: home
              subviews:
                - id: wide
                  frame: {x: 0, y: 0, width: 1000000, height: 10}
                  autoresizing: [flexibleWidth]
            """)
        try stage.carryOut(
            "window.resize", ["id": "main", "size": ["width": 1000, "height": 844]])
        #expect(
            comments(stage) == [
                #"wide.frame: {"x":0,"y":0,"width":1000610,"height":10} here, "#
                    + #"{"x":0,"y":0,"width":0,"height":0} in a new daemon"#
            ])
        _ = try restart(stage)
    }

    @Test func `A dump with more commands than a batch says that no daemon starts with it`() throws
    {
        var stage = try Stage("root: {id: home}")
        #expect(!stage.running.dump.contains("#"))
        for number in 0...Limits.batchCommands {
            try stage.carryOut(
                "controller.create", ["id": .string("c\(number)"), "kind": "view"])
        }
        let line = stage.running.dump.prefix { $0 != "\n" }
        #expect(
            line.hasPrefix("# no daemon starts with this book: ") && line.contains("commands"),
            "\(line)")
    }

    @Test func `A dump with deep content says that no daemon starts with it`() throws {
        var stage = try Stage("root: {id: home}")
        var content: Value = 1
        for _ in 0..<62 { content = [content] }
        try stage.carryOut("controller.update", ["id": "home", "content": content])
        let line = stage.running.dump.prefix { $0 != "\n" }
        #expect(
            line.hasPrefix("# no daemon starts with this book: ") && line.contains("nested"),
            "\(line)")
    }
}
