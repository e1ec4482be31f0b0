@testable import PagerBook
import PagerModel
import Testing

/// Tests that a book which is applied during an alarm changes what is below the alarm.
@Suite struct AlarmBookTests {
    private static let pages = """
        window: {id: main}
        pager: {id: book, pages: [{id: a}, {id: b, definesPresentationContext: true}]}

        """

    private static func presenting(_ style: String, from: String = "book") -> String {
        pages + "present: [{from: \(from), controller: {id: m}, style: \(style)}]\n"
    }

    /// Shows an alarm above everything in the window.
    private func alarm(_ stage: inout Stage) throws {
        let top = stage.running.controllers.first { $0.presentingViewController != nil }
        try stage.carryOut(
            "controller.create", ["id": "alarm-main", "kind": "view", "content": ["alarm": true]])
        try stage.carryOut(
            "modal.present",
            [
                "from": .string(top?.id.text ?? "book"), "controller": "alarm-main",
                "style": "fullScreen", "animated": false,
            ])
    }

    @Test(
        arguments: ["fullScreen", "pageSheet", "overFullScreen"].flatMap { style in
            [
                (pages, presenting(style)), (presenting(style), pages),
                (presenting(style), presenting("formSheet")),
                (pages, presenting("currentContext", from: "b")),
            ]
        })
    func `An alarm stays when a book gains or loses a presentation`(first: String, second: String)
        throws
    {
        var stage = try Stage(first)
        try alarm(&stage)
        let book = try makeBook(second)
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(stage.picture["alarm-main"]?["appearance"] == "appeared")
        #expect(lines(try book.changes(to: stage.running)) == [])
        let presenter = stage.picture["alarm-main"]?["presentingViewController"]
        try stage.carryOut(
            "modal.dismiss", ["id": presenter ?? .null, "animated": false])
        var fresh = Stage()
        try fresh.carryOut(book.commands)
        #expect(
            stage.picture["m"]?["appearance"] == fresh.picture["m"]?["appearance"])
        #expect(
            stage.picture["m"]?["presentingViewController"]
                == fresh.picture["m"]?["presentingViewController"])
    }

    @Test func `An alarm ends when the book changes the window's root`() throws {
        var stage = try Stage(Self.presenting("pageSheet"))
        try alarm(&stage)
        try stage.carryOut(
            try makeBook("window: {id: main}\nroot: {id: other}").changes(to: stage.running)
                .commands)
        #expect(stage.picture["alarm-main"] == nil)
    }

    @Test func `A book may use the ids of an ended alarm`() throws {
        var stage = try Stage(Self.pages)
        for id in ["alarm-main-on", "alarm-main-off"] {
            try stage.carryOut(
                "controller.create",
                ["id": .string(id), "kind": "view", "content": ["alarm": true]]
            )
        }
        try stage.carryOut("controller.create", ["id": "alarm-main", "kind": "pager"])
        try stage.carryOut("controller.update", ["id": "alarm-main", "content": ["alarm": true]])
        try stage.carryOut(
            "pager.setPages", ["id": "alarm-main", "pages": ["alarm-main-on", "alarm-main-off"]])
        let book = try makeBook(
            "pager: {id: book, pages: [{id: alarm-main-off}]}\n"
                + "controllers: [{id: alarm-x, content: {alarm: true}}]")
        try stage.carryOut(try book.changes(to: stage.running).commands)
        #expect(stage.picture["book"]?["pages"] == ["alarm-main-off"])
        #expect(lines(try book.changes(to: stage.running)) == [])
    }

    @Test func `A page whose content has the member alarm is a page of the book`() throws {
        let book = try makeBook(
            "pager: {id: book, pages: [{id: a, content: {alarm: true, sensor: door}}, {id: b}]}")
        var stage = Stage()
        try stage.carryOut(book.commands)
        #expect(stage.running.withoutAlarms.controllers.count == stage.running.controllers.count)
        #expect(lines(try book.changes(to: stage.running)) == [])
    }

    @Test func `An alarm stays when a page controller must leave the window for a moment`() throws {
        let book = "root: {id: home, kind: page, controllers: [{id: X}]}"
        var stage = try Stage(book.replacing("X", with: "one"))
        try stage.carryOut(
            "controller.create", ["id": "alarm-main", "kind": "view", "content": ["alarm": true]])
        try stage.carryOut(
            "modal.present",
            [
                "from": "home", "controller": "alarm-main", "style": "fullScreen",
                "animated": false,
            ])
        let next = try makeBook(book.replacing("X", with: "two"))
        try stage.carryOut(try next.changes(to: stage.running).commands)
        #expect(stage.picture["alarm-main"]?["appearance"] == "appeared")
        #expect(lines(try next.changes(to: stage.running)) == [])
    }
}
