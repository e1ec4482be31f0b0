import PagerModel
import PagerWire
import Testing

@testable import PagerViewer

@Suite struct AudienceCopyTests {
    /// A text that is no name, in the place of every private text.
    private static let secret = Value.string("private words")

    /// Returns the content that an audience receives.
    private func content(_ content: Value) -> Value? {
        let event: Value = [
            "seq": 1, "category": "controller", "subject": "a", "event": "contentChanged",
            "content": content,
        ]
        return AudienceCopy.of(event: event, .builtIn)["content"]
    }

    /// Options and members of records that change nothing in what a browser draws.
    private static let notDrawn: Set<String> = [
        "animated", "autoAdvanceIn", "autoAdvanceOnInteraction", "back", "backBehavior",
        "bounces", "curve", "dataSource", "doubleSided", "duration",
        "dwellTimeIncludesTransition", "forward", "interactivePopEnabled", "isDefault",
        "offscreenLimit", "preferredPrimaryColumnWidth", "preferredSupplementaryColumnWidth",
        "requests", "resumeAfter", "separateSecondary", "shortestWay", "spine", "style",
        "swipeEnabled", "topColumn", "transition",
    ]

    @Test func `Each member of the kinds' records is copied, or listed as not drawn`() {
        func names<Kind: KindDeclaration>(_ kind: Kind.Type) -> [String] {
            (Kind.Options.declaration + Kind.Record.declaration).map(\.name)
        }
        let all = Set(Kinds.all.flatMap { names($0) })
        let copied = all.filter { name in
            [.string("a"), ["a"], [[:]], [:]].contains { (value: Value) in
                let record = Value.object([.init(name, value)])
                let copy = AudienceCopy.of(snapshot: ["controllers": [record]])
                return copy["controllers"]?.array?.first?[name] != nil
            }
        }
        #expect(all.subtracting(copied) == Self.notDrawn)
    }

    @Test func `A content keeps only what is shown`() {
        let fallback: Value = ["body": "b", "notes": Self.secret, "more": Self.secret]
        let whole: Value = [
            "type": "t", "url": "u", "notes": Self.secret, "playlist": Self.secret, "fit": "scroll",
            "fallback": fallback, "theme": ["base": "night", "more": Self.secret],
            "content": ["notes": Self.secret], "other": [["notes": Self.secret]],
        ]
        #expect(
            content(whole) == [
                "type": "t", "url": "u", "fit": "scroll", "fallback": ["body": "b"],
                "theme": ["base": "night"],
            ])
    }

    @Test(
        arguments: [
            ("text", "text"), (7, 7), (.null, .null), (["notes": secret], .null), ([:], [:]),
            (["notes": secret, "theme": "night"], ["theme": "night"]),
            (
                ["degrees": 21, "at": ["hall": 1, "notes": secret]],
                ["degrees": 21, "at": ["hall": 1]]
            ),
            ([["notes": secret], "x"], [[:], "x"]), (["body": 7, "notes": secret], ["body": 7]),
        ] as [(Value, Value)])
    func `A content that is shown as JSON has no notes`(whole: Value, copy: Value) {
        #expect(content(whole) == copy)
    }

    @Test(
        arguments: [
            ["type": "text/plain", "body": secret, "placeholder": true],
            ["type": "text/markdown", "body": secret, "problem": secret],
        ] as [Value])
    func `The daemon's texts about plugins and mistakes are replaced`(whole: Value) {
        let text: Value = "This page cannot be shown."
        #expect(content(whole) == ["type": "text/plain", "body": text, "problem": text])
    }

    @Test(arguments: EventDescription.all)
    func `No declared event has a text that is not listed`(event: EventDescription) {
        var members: [Value.Member] = [
            .init("seq", 7), .init("prev", [Self.secret, 3]), .init("revision", 2),
            .init("time", 1.5),
            .init("category", .string(event.category)), .init("subject", "name"),
            .init("event", .string(event.name)),
            .init("cause", ["client": Self.secret, "id": Self.secret]),
        ]
        let nested: Value = [
            "notes": Self.secret, "on": ["viewDidLoad": [Self.secret]], "requests": [Self.secret],
            "dataSource": Self.secret, "name": Self.secret, "problem": Self.secret,
            "content": ["type": "t", "body": "b", "notes": Self.secret],
        ]
        // A content may be any text; `nested` has one with notes.
        for field in event.fields where field.name != "content" {
            members.append(.init(field.name, Self.secret))
            members.append(.init(field.name, nested))
            members.append(.init(field.name, [nested, Self.secret]))
        }
        members += nested.members ?? []
        let copy = AudienceCopy.of(event: .object(members), .builtIn)
        #expect(copy["seq"] == 7, "browsers detect gaps by the number")
        #expect(!copy.json.contains("private"), "\(copy.json)")
        if ["plugin", "diagnostic", "server"].contains(event.category) {
            #expect(copy == ["seq": 7])
        }
    }

    @Test func `An event of an unknown category keeps only its number`() {
        let event: Value = [
            "seq": 7, "category": "novel", "subject": "s", "event": "e", "index": 1,
        ]
        #expect(AudienceCopy.of(event: event, .builtIn) == ["seq": 7])
    }

    @Test func `Events of containers keep what changes a listed member of a record`() {
        let changed: Value = [
            "seq": 7, "category": "pager", "subject": "p", "event": "pagesChanged",
            "pages": ["a", "b"], "index": 1, "requests": [Self.secret],
        ]
        let copy = AudienceCopy.of(event: changed, .builtIn)
        #expect(copy["pages"] == ["a", "b"] && copy["index"] == 1 && copy["requests"] == nil)
    }

    @Test func `A snapshot keeps only listed members of records`() {
        let record: Value = [
            "id": "a", "kind": "view", "title": "A",
            "content": ["body": "b", "notes": Self.secret],
            "on": [Self.secret], "requests": [Self.secret], "dataSource": Self.secret,
            "selected": Self.secret, "plugin": Self.secret,
        ]
        let whole: Value = [
            "seq": 1, "controllers": [record], "windows": [["id": "w", "more": Self.secret]],
            "views": [["id": "v", "more": Self.secret]], "plugins": [Self.secret],
            "transitions": [["transition": "t1", "options": [Self.secret], "tracks": Self.secret]],
        ]
        #expect(
            AudienceCopy.of(snapshot: whole) == [
                "seq": 1,
                "controllers": [
                    ["id": "a", "kind": "view", "title": "A", "content": ["body": "b"]]
                ],
                "windows": [["id": "w"]], "views": [["id": "v"]],
                "transitions": [["transition": "t1"]],
            ])
    }

    @Test func `Other messages keep only listed members`() {
        func copy(_ message: Value) -> String? {
            AudienceCopy.of(message: Array(message.json.utf8)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(copy(["screens": [Self.secret]]) == nil)
        #expect(copy(["remote": ["address": Self.secret]]) == nil)
        #expect(copy(["files": ["a.png", 1]]) == #"{"files":["a.png",null]}"#)
        #expect(copy(["files": true]) == #"{"files":true}"#)
        #expect(copy(["daemon": .null]) == #"{"daemon":null}"#)
        #expect(
            copy(["daemon": ["name": "wall", "endpoints": [Self.secret], "boot": Self.secret]])
                == #"{"daemon":{"name":"wall"}}"#)
        #expect(
            copy(["reply": ["id": 1, "result": ["methods": [], "cause": Self.secret]]])
                == #"{"reply":{"id":1,"result":{"methods":[]}}}"#)
    }
}
