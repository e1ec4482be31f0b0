import PagerBook
import PagerDump
import PagerModel
import PagerWire
import Testing

/// Tests of books with kinds that are known only from the result of `server.describe`.
@Suite struct AddedKindTests {
    private struct SetParts: Command {
        typealias Reply = NoFields
        static let method = "drawer.setParts"
        static let summary = ""
        static let errors: [ErrorName] = []
        func visit(_ v: inout some FieldVisitor) {}
    }
    private struct SetWidth: Command {
        typealias Reply = NoFields
        static let method = "drawer.setWidth"
        static let summary = ""
        static let errors: [ErrorName] = []
        func visit(_ v: inout some FieldVisitor) {}
    }

    private struct DrawerOptions: Fields {
        var speed = 1.0
        var edge: String?
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("speed", &speed, "how fast")
            v.field("edge", &edge, "where")
        }
    }

    /// A kind with slots and a setting, and one with only a list and an index.
    private static let vocabulary = BookVocabulary(describedBy: [
        "kinds": [
            [
                "kind": "drawer", "options": .array(DrawerOptions.declaration.map(\.description)),
                "definesPresentationContext": true, "later": 1,
                "book": BookForm(
                    contents: .slots(["menu", "content"], called: "parts", setBy: SetParts.self),
                    settings: [
                        BookSetting(
                            "width", 200.0, "in points", setBy: SetWidth.self, param: "points")
                    ]
                ).description,
            ],
            [
                "kind": "wheel", "options": [],
                "book": BookForm(
                    contents: .list("cards", alias: "hand", setBy: SetParts.self)
                        .selecting(index: "first")
                ).description,
            ],
        ]
    ])

    private func read(_ text: String) throws -> Book {
        try makeBook(text, vocabulary: Self.vocabulary)
    }

    private let drawer = """
        root:
          {id: d, kind: drawer, speed: 2, width: 300, menu: {id: m}, content: {id: c}}
        """

    @Test func `Slots and settings are set by the commands that the kind declares`() throws {
        #expect(
            try lines(read(drawer)) == [
                "window.create {id:main}", "controller.create {id:d kind:drawer speed:2}",
                "controller.create {id:m kind:view}", "controller.create {id:c kind:view}",
                "drawer.setParts {id:d menu:m content:c}", "drawer.setWidth {id:d points:300.0}",
                "window.setRoot {id:main controller:d}",
            ])
    }

    @Test func `A selected id becomes an index if the command takes no id`() throws {
        let book = try read("root: {id: w, kind: wheel, selected: b, hand: [{id: a}, {id: b}]}")
        #expect(lines(book).contains("drawer.setParts {id:w cards:[a b] first:1}"))
    }

    @Test(arguments: [
        ("{kind: drawer, sped: 2}", "1:22: a drawer has no \"sped\"; did you mean speed?"),
        ("{kind: drawer, speed: fast}", "1:22: speed: expected a number, found a string"),
        ("{kind: drawer, width: wide}", "1:22: width: expected a number, found a string"),
        ("{kind: drawer, menu: {}}", "1:22: a drawer has two parts: menu and content"),
        ("{menu: {}}", "1:8: a view has no \"menu\", but a drawer has; write kind: drawer"),
        ("{kind: wheel, selected: 1}", "1:21: there is nothing to select: hand is empty"),
        (
            "{kind: wheel, hand: [], cards: []}",
            "1:31: hand and cards are the same list; write one of them"
        ),
        (
            "{kind: wheel, selected: x, cards: [{id: a}]}",
            "1:21: cards has no \"x\" to select"
        ),
    ])
    func `A mistake in a plugin's kind is reported with its place`(root: String, told: String) {
        let found = problem { try read("root: \(root)") } ?? "nothing is wrong"
        #expect(found.hasSuffix("book.yaml:" + told), "\(found)")
    }

    private func running(_ changes: [String: [Value.Member]] = [:]) throws -> LiveState {
        var records: [ControllerRecord] = []
        for (id, kind) in [("d", "drawer"), ("m", "view"), ("c", "view")] {
            var record = ControllerRecord()
            record.id = Identifier(unchecked: id)
            record.kind = kind
            record.options.definesPresentationContext = kind == "drawer"
            if kind == "drawer" {
                record.ofKind = [
                    .init("speed", 2), .init("edge", .null), .init("menu", "m"),
                    .init("content", "c"), .init("width", 300),
                ]
            }
            for change in changes[id] ?? [] {
                record.ofKind.removeAll { $0.name == change.name }
                record.ofKind.append(change)
            }
            records.append(record)
        }
        var window = WindowRecord()
        window.id = "main"
        window.root = "d"
        return try LiveState(
            windows: [window], controllers: records, styles: [], vocabulary: Self.vocabulary)
    }

    @Test func `A dump has the slots, the setting and the options that differ from their defaults`()
        throws
    {
        let running = try running()
        #expect(
            running.dump == """
                # not compared with a new daemon, which may lack more: pagerctl does not have the \
                kind drawer of d
                window:
                  id: main
                  size: {width: 390, height: 844}
                root:
                  id: d
                  kind: drawer
                  speed: 2
                  width: 300
                  menu:
                    id: m
                  content:
                    id: c

                """)
        #expect(try lines(read(running.dump).changes(to: running)) == [])
        #expect(try lines(read(drawer).changes(to: running)) == [])
    }

    @Test func `Applying a book sends only the options and settings that differ`() throws {
        let running = try running(["d": [.init("edge", "left"), .init("width", 250)]])
        #expect(
            try lines(read(drawer).changes(to: running)) == [
                "controller.update {id:d edge:null}", "drawer.setWidth {id:d points:300.0}",
            ])
        let other = try read("root: {id: d, kind: drawer, speed: 2, edge: left, width: 250}")
        #expect(
            lines(try other.changes(to: running)) == [
                "drawer.setParts {id:d menu:null content:null}",
                "controller.destroy {id:m}", "controller.destroy {id:c}",
            ])
    }

    @Test func `A kind whose description cannot be understood can only have children`() throws {
        let odd: [Value] = [
            3, ["form": "ring", "members": ["a"], "method": "m"],
            ["form": "list", "members": [], "method": "m"],
            ["form": "list", "members": ["a"], "method": "m", "params": 3],
        ]
        for contents in odd {
            let vocabulary = BookVocabulary(
                describedBy: ["kinds": [["kind": "odd", "book": ["contents": contents]]]])
            let book = try makeBook(
                "root: {kind: odd, children: [{id: a}]}", vocabulary: vocabulary)
            #expect(lines(book).contains("controller.addChild {parent:odd child:a}"))
        }
    }
}
