import Foundation
import PagerBook
import PagerDump
import PagerModel
import PagerWire
import Testing

/// Tests of the changes from the running state to a book, and of dumps.
@Suite struct DifferenceTests {
    @Test(arguments: [
        "root: {id: b}\ncontrollers: [{id: a, view: {frame: F}}]",
        "root: {id: b, children: [{id: a, view: {frame: F}}]}",
        "root: {id: b, subviews: [V]}", "root: {id: a, subviews: [V]}",
    ])
    func `One apply sets the frames of a book, even if it also resizes the superviews`(
        text: String
    ) throws {
        func book(_ text: String) throws -> Book {
            let view = "{id: v, frame: F, autoresizing: [flexibleWidth, flexibleHeight]}"
            return try makeBook(
                text.replacing("V", with: view).replacing("F", with: Self.whole))
        }
        var stage = Stage()
        try stage.carryOut(
            try book("window: {id: w}\nroot: {id: a, subviews: [V]}").commands)
        let wanted = try book("window: {id: w, size: {width: 100, height: 50}}\n\(text)")
        try stage.carryOut(try wanted.changes(to: stage.running).commands)
        let rest = try wanted.changes(to: stage.running)
        #expect(rest.commands.isEmpty, "\(lines(rest))")
    }

    private static let whole = "{x: 0, y: 0, width: 390, height: 844}"

    private let morning = """
        pager:
          id: book
          pages: [{id: a, title: Monday}, {id: b}, {id: c}]
        """

    @Test func `A book that describes the running state needs no commands`() throws {
        let stage = try Stage(morning)
        #expect(try lines(makeBook(morning).changes(to: stage.running)) == [])
    }

    @Test func `Only differences are sent, and the shown page stays shown`() throws {
        var stage = try Stage(morning)
        try stage.carryOut("pager.select", ["id": "book", "index": 2])
        let evening = try makeBook(
            """
            pager:
              id: book
              selected: a
              pages: [{id: c}, {id: a, title: Tuesday}, {id: d}]
            """)
        let changes = try evening.changes(to: stage.running)
        #expect(
            lines(changes) == [
                "controller.create {id:d kind:view}",
                "controller.update {id:a title:Tuesday}",
                "pager.setPages {id:book pages:[c a d]}",
                "controller.destroy {id:b}",
            ])
        try stage.carryOut(changes.commands)
        #expect(stage.picture["book"]?["selected"] == "c")
    }

    @Test func `An option that the book no longer has is reset to its default`() throws {
        let stage = try Stage(morning)
        let plain = try makeBook(morning.replacingOccurrences(of: ", title: Monday", with: ""))
        #expect(
            lines(try plain.changes(to: stage.running)) == ["controller.update {id:a title:null}"])
    }

    private static let options = [
        "title: T", "content: {a: 1}", "forwardsAppearance: false",
        "definesPresentationContext: true", "providesPresentationContextTransitionStyle: true",
        "modalPresentationStyle: formSheet", "modalTransitionStyle: flipFromLeft",
        "isModalInPresentation: true", "preferredContentSize: {width: 3, height: 4}",
        "dwellTime: 5",
        "on: {viewDidAppear: [{method: pager.resume}]}",
        "sheet: {detents: [{id: low, height: 9}]}",
        "hidesBottomBarWhenPushed: true",
        "additionalSafeAreaInsets: {top: 1, left: 0, bottom: 0, right: 0}", "canLeave: false",
        "leaveReason: later", "disabled: true", "pinned: true", "usesPreferredContentSize: true",
        "adaptivePresentationStyle: fullScreen",
        "breakpoints: [{when: {minWidth: 600}, options: {}}]", "badge: '3'",
    ]

    @Test func `These are all options that a client can set`() {
        let names = Self.options.map { $0.prefix { $0 != ":" } }.map(String.init)
        #expect(Set(names + ["baseOptions"]) == Set(ControllerOptions.declaration.map(\.name)))
    }

    @Test(arguments: options)
    func `Each general option is in dumps, and is reset if the book no longer has it`(
        option: String
    ) throws {
        let book = try makeBook("root: {id: a, \(option)}")
        var stage = try Stage("root: {id: a}")
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(stage.running.dump.contains(option.prefix { $0 != ":" }))
        #expect(lines(try makeBook(stage.running.dump).changes(to: stage.running)) == [])
        let rest = try makeBook("root: {id: a}").changes(to: stage.running)
        #expect(lines(rest).count == 1)
        try stage.carryOut(rest.commands)
        #expect(stage.picture["a"] == (try Stage("root: {id: a}")).picture["a"])
    }

    @Test(arguments: ["removesPresentersView: true", "transition: crossDissolve"])
    func `A controller is presented again if the book changes the way`(way: String) throws {
        let text = "root: {id: a}\npresent: [{from: a, controller: {id: b}, style: custom"
        var stage = try Stage("\(text)}]")
        let book = try makeBook("\(text), \(way)}]")
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(lines(try book.changes(to: stage.running)) == [])
        let alone = try Stage("\(text), \(way)}]")
        #expect(stage.running.presentations["b"] == alone.running.presentations["b"])
    }

    @Test func `A page that moves to another container leaves the first one before`() throws {
        let stage = try Stage(
            "root: {id: tabs, kind: tabBar, controllers: [{id: one, kind: navigation, stack: [{id: a}, {id: b}]}, {id: two, kind: navigation}]}"
        )
        let next = try makeBook(
            "root: {id: tabs, kind: tabBar, controllers: [{id: one, kind: navigation, stack: [{id: a}]}, {id: two, kind: navigation, stack: [{id: b}]}]}"
        )
        #expect(
            lines(try next.changes(to: stage.running)) == [
                "navigation.setStack {id:one controllers:[a]}",
                "navigation.setStack {id:two controllers:[b]}",
            ])
    }

    @Test func `An error in a change names the line in the book`() throws {
        let stage = try Stage(morning)
        let book = try makeBook(
            "pager:\n  id: book\n  pages:\n    - {id: a, kind: pager, modalTransitionStyle: nosuch}\n"
        )
        let changes = try book.changes(to: stage.running)
        var copy = stage
        let refusal = #expect(throws: CommandError.self) { try copy.carryOut(changes.commands) }
        let sentence = try changes.describe(#require(refusal))
        #expect(sentence.contains("book.yaml:4:"), "\(sentence)")
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>, [false, true])
    func `A book can be applied to any running state, and then describes it`(
        seed: UInt64, childrenEverywhere: Bool
    ) throws {
        var first = RandomBook(seed: seed, childrenEverywhere: childrenEverywhere)
        var second = RandomBook(
            seed: seed &+ 1_000_003, childrenEverywhere: childrenEverywhere)
        var stage = Stage()
        try stage.carryOut(try makeBook(first.book().json, "first.json").commands)
        let book = try makeBook(second.book().json, "second.json")
        let changes = try book.changes(to: stage.running)
        do {
            try stage.carryOut(changes.commands)
        } catch {
            Issue.record("seed \(seed): \(error)\n\(lines(changes).joined(separator: "\n"))")
            return
        }
        let rest = try book.changes(to: stage.running)
        #expect(
            lines(rest) == [], "seed \(seed)\n\(lines(changes).joined(separator: "\n"))")
        // The state of the book loaded alone.
        var alone = Stage()
        try alone.carryOut(book.commands)
        #expect(Set(stage.picture.keys) == Set(alone.picture.keys))
        var members = ["kind", "title", "presentingViewController"]
        // A shown page stays a child of its container, before or after the children of the book.
        if !childrenEverywhere { members += ["parent", "children"] }
        for (name, record) in alone.picture {
            for member in members {
                #expect(
                    stage.picture[name]?[member] == record[member],
                    "seed \(seed): \(member) of \(name)")
            }
        }
    }

    @Test func `A dump has the form that a person would write`() throws {
        var stage = try Stage(
            """
            pager:
              id: book
              autoAdvance: 10
              pages:
                - {id: a, title: "2024", content: {type: text/markdown, body: "# Hi\\n\\nthere\\n"}}
                - {id: b}
            """)
        try stage.carryOut("pager.select", ["id": "book", "index": 1, "animated": false])
        #expect(
            stage.running.dump == """
                window:
                  id: main
                  size: {width: 390, height: 844}
                pager:
                  id: book
                  autoAdvance: 10
                  selected: b
                  pages:
                  - id: a
                    title: "2024"
                    content:
                      type: text/markdown
                      body: |
                        # Hi

                        there
                  - id: b

                """)
    }
}
