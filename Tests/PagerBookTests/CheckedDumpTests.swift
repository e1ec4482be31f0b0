@testable import PagerBook
import PagerDump
import PagerModel
import PagerWire
import Testing

/// Tests that a dump is compared with a new daemon.
@Suite struct CheckedDumpTests {
    private func comments(_ dump: String) -> [String] {
        dump.split(separator: "\n").prefix { $0.hasPrefix("#") }.map(String.init)
    }

    private func expectNoChange(_ stage: Stage) throws {
        let dump = stage.running.dump
        #expect(lines(try makeBook(dump).changes(to: stage.running)) == [], "\(dump)")
    }

    @Test func `A dump leaves out a list that a new daemon refuses, and names it`() throws {
        var stage = try Stage("root: {id: p, kind: page, controllers: [{id: a}]}")
        try stage.carryOut("controller.update", ["id": "p", "spine": "mid"])
        let dump = stage.running.dump
        #expect(
            comments(dump).contains(
                #"# not in this book: p.controllers: ["a"] here, [] in a new daemon"#), "\(dump)")
        #expect(try Stage(dump).picture["a"]?["kind"] == "view")
    }

    @Test func `A dump leaves out a presentation that another controller would carry out`() throws {
        var stage = try Stage(
            """
            root: {id: home, children: [{id: x, definesPresentationContext: true}]}
            controllers: [{id: a}, {id: b}]
            """)
        for (from, controller) in [("x", "a"), ("a", "b")] as [(Value, Value)] {
            try stage.carryOut(
                "modal.present",
                [
                    "from": from, "controller": controller, "style": "currentContext",
                    "animated": false,
                ])
        }
        try stage.carryOut(
            "controller.update", ["id": "x", "definesPresentationContext": false])
        let dump = stage.running.dump
        #expect(
            comments(dump).contains(
                #"# not in this book: the presenter of a: "x" here, null in a new daemon"#),
            "\(dump)")
        let fresh = try Stage(dump)
        #expect(fresh.picture["a"]?["presentingViewController"] == .null)
        #expect(fresh.picture["home"]?["window"] == "main")
    }

    @Test func `A child that a transition moves stays where it is when its dump is applied`() throws
    {
        var stage = try Stage(
            "root: {id: home}\ncontrollers: [{id: p, kind: pager}, {id: g}]")
        try stage.carryOut("controller.addChild", ["parent": "p", "child": "g"])
        try stage.carryOut(
            "controller.beginAppearanceTransition",
            ["id": "g", "appearing": true, "animated": false])
        let dump = stage.running.dump
        #expect(
            comments(dump).contains(
                #"# not in this book: g.parent: "p" here, null in a new daemon"#), "\(dump)")
        try expectNoChange(stage)
    }

    @Test func `An alarm in a window without a root stays when the dump is applied`() throws {
        var stage = try Stage("window: {id: main}")
        let mark: Value = ["alarm": true]
        for id in ["alarm-main", "alarm-main-root"] {
            try stage.carryOut(
                "controller.create", ["id": .string(id), "kind": "view", "content": mark])
        }
        try stage.carryOut("window.setRoot", ["id": "main", "controller": "alarm-main-root"])
        try stage.carryOut(
            "modal.present",
            [
                "from": "alarm-main-root", "controller": "alarm-main", "style": "fullScreen",
                "animated": false,
            ])
        #expect(comments(stage.running.dump) == ["# not in this book: the alarm alarm-main"])
        try expectNoChange(stage)
    }

    @Test func `What a reaction does again in a new daemon is named`() throws {
        let pause: Value = ["method": "pager.pause", "params": ["id": "$self"]]
        var stage = try Stage("pager: {id: book, autoAdvance: 10, pages: [{id: a}]}")
        try stage.carryOut(
            "controller.update", ["id": "book", "on": ["viewWillAppear": .array([pause])]])
        #expect(
            comments(stage.running.dump) == [
                "# not in this book: the past effects of the reactions of book; the reactions run "
                    + "again",
                "# not in this book: book.paused: false here, true in a new daemon",
            ])
    }

    // MARK: What a daemon sends

    /// The state as pagerctl reads it: numbers have one form in JSON.
    private func sent(_ stage: Stage, styles: [Value] = []) throws -> LiveState {
        let running = stage.running
        let value: Value = [
            "windows": Value(running.windows), "controllers": Value(running.controllers),
            "views": Value(running.views), "styles": Value(running.styles),
            "vocabulary": ["styles": .array(styles)],
        ]
        return try LiveState(reading: try JSONParser.parse(value.json, maximumDepth: 1_000))
    }

    @Test func `Numbers are the same in either form`() throws {
        let stage = try Stage(
            """
            pager:
              id: book
              autoAdvance: 10
              duration: 1.5
              pages: [{id: a, dwellTime: 2, content: {x: 1, y: 1.5}}, {id: b}]
            """)
        #expect(comments(try sent(stage).dump) == [])
    }

    @Test func `A new daemon has the styles of the daemon's program`() throws {
        var stage = Stage()
        try stage.carryOut(
            "transition.define",
            [
                "style": "spin", "duration": 0.5, "curve": "linear",
                "tracks": ["from": [], "to": []],
            ])
        try stage.carryOut(
            try makeBook("pager: {id: book, transition: {forward: spin}, pages: [{id: a}]}")
                .commands)
        let dump = try sent(stage, styles: ["spin"]).dump
        #expect(!dump.contains("styles:") && comments(dump) == [], "\(dump)")
    }
}
