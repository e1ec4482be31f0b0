@testable import PagerBook
import PagerModel
import Testing

/// Tests of books with styles that clients have also defined.
@Suite struct StyleBookTests {
    private static func book(_ duration: Double, style: String = "wipe") throws -> Book {
        try makeBook(
            """
            pager: {id: p, transition: {forward: \(style), backward: \(style)}, pages: [{id: a}]}
            styles:
              - {style: \(style), duration: \(duration), curve: linear, tracks: {from: [], to: []}}
            """)
    }

    private static func definition(_ name: String, _ duration: Double) -> Value {
        [
            "style": .string(name), "duration": .number(duration), "curve": "linear",
            "tracks": ["from": [], "to": []],
        ]
    }

    private func duration(of name: String, in stage: Stage) -> Double? {
        stage.running.styles.first { $0.name == name }?.duration
    }

    @Test func `At a start, the style of the book replaces one that a client has defined`() throws {
        var stage = Stage()
        try stage.carryOut("transition.define", Self.definition("wipe", 3))
        try stage.start(try Self.book(0.5).changes(to: stage.running, atStart: true))
        #expect(duration(of: "wipe", in: stage) == 0.5)
        let pager = try #require(stage.picture["p"])
        try stage.start(try Self.book(2).changes(to: stage.running, atStart: true))
        #expect(duration(of: "wipe", in: stage) == 2)
        #expect(stage.picture["p"] == pager)
        let rest = try Self.book(2).changes(to: stage.running, atStart: true)
        #expect(rest.commands.isEmpty && rest.redefinitions.isEmpty)
    }

    @Test
    func `A running daemon refuses a conflicting style, and the error says where and what to do`()
        throws
    {
        var stage = Stage()
        try stage.carryOut("transition.define", Self.definition("wipe", 3))
        let changes = try Self.book(0.5).changes(to: stage.running)
        let refusal = #expect(throws: CommandError.self) { try stage.carryOut(changes.commands) }
        let text = changes.describe(try #require(refusal))
        #expect(text.contains("book.yaml:3:"), "\(text)")
        #expect(text.contains("choose another name"), "\(text)")
    }

    @Test func `A book can replace the state at a start even if clients used up all styles`()
        throws
    {
        var stage = Stage()
        let free = Limits.styles - TransitionStyle.builtIn.count
        for number in 0..<free {
            try stage.carryOut("transition.define", Self.definition("s\(number)", 1))
        }
        try stage.carryOut(
            "controller.create",
            ["id": "q", "kind": "pager", "transition": ["forward": "s1", "backward": "s900"]])
        let book = try Self.book(0.5)
        let changes = try book.changes(to: stage.running, atStart: true)
        let refusal = #expect(throws: CommandError.self) { try stage.start(changes) }
        #expect(refusal?.name == .limitExceeded)
        try stage.start(try book.replacement(of: stage.running), isReplacing: true)
        #expect(stage.running.styles.count == TransitionStyle.builtIn.count + 1)
        #expect(try book.changes(to: stage.running, atStart: true).commands.isEmpty)
        var alone = Stage()
        try alone.start(book)
        #expect(alone.picture == stage.picture)
    }

    @Test func `A book cannot change a built-in style at a start`() throws {
        var stage = Stage()
        try stage.carryOut("window.create", ["id": "w"])
        let book = try Self.book(0.5, style: "curlUp")
        let changes = try book.changes(to: stage.running, atStart: true)
        #expect(changes.redefinitions.isEmpty)
        #expect(throws: CommandError.self) { try stage.start(changes) }
        let replacement = try book.replacement(of: stage.running)
        #expect(throws: CommandError.self) { try stage.start(replacement, isReplacing: true) }
    }

    @Test func `A book with two styles of the same name is refused at each start`() throws {
        var stage = Stage()
        try stage.carryOut("transition.define", Self.definition("wipe", 3))
        let book = try makeBook(
            """
            root: {id: a}
            styles:
              - {style: wipe, duration: 1, curve: linear, tracks: {from: [], to: []}}
              - {style: wipe, duration: 2, curve: linear, tracks: {from: [], to: []}}
            """)
        let changes = try book.changes(to: stage.running, atStart: true)
        #expect(throws: CommandError.self) { try stage.start(changes) }
        var alone = Stage()
        #expect(throws: CommandError.self) { try alone.start(book) }
    }

    @Test func `A mistake in a style is reported with its place`() throws {
        var stage = Stage()
        try stage.carryOut("transition.define", Self.definition("wipe", 3))
        let changes = try Self.book(-1).changes(to: stage.running, atStart: true)
        let refusal = try #require(
            #expect(throws: CommandError.self) { try stage.start(changes) })
        let text = changes.describe(refusal.inside("styles[0]"))
        #expect(text.hasPrefix("book.yaml:3:") || text.contains("/book.yaml:3:"), "\(text)")
    }
}
