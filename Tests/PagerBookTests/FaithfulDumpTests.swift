@testable import PagerBook
import PagerDump
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Tests that a dump of any content is a book with the same content.
@Suite struct FaithfulDumpTests {
    /// Texts with a meaning in some version of YAML, and parts of such texts.
    private static let texts = [
        "<<", "=", "~", "null", "Null", "NULL", "true", "True", "yes", "Yes", "NO", "on", "off",
        "y",
        "n", "0", "-0", "+1", "0o7", "07", "08", "0x1F", "0x", "0b101", "1_000", "1:20", "1:20.5",
        "190:20:30", "1.", ".5", "1e3", "1e+300", "1e999", ".inf", "-.INF", ".nan", "2024-07-01",
        "2024-07-01T10:20:30Z", "2024-7-1 1:2:3 +1", "12345678901234567890", "- ", "-", "--", "---",
        "--- a", "...", "? ", "?", ": ", ":", "a: b", "a:", ":a", "#", " #", "a #b", "a#b", "&a",
        "*a", "!", "!!str a", "|", ">", "|2", "%", "%YAML 1.1", "@", "`", "'", "''", "\"", "\\",
        ",",
        "[", "]", "{", "}", "[]", "{}", "{a: b}", "\t", "\ta", "a\t", "a\tb", "\r", "a\r\nb",
        "\u{85}",
        "a\u{85}b", "\u{2028}", "a\u{2029}b", "\u{FEFF}", "a\u{FEFF}", "\0", "\u{1}", "\u{1B}[2J",
        "\u{7F}", "\u{9F}", "\u{A0}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{1F600}", "\u{10FFFF}",
        "'\u{301}", "\"\u{301}", "\u{301}", "e\u{301}", "\u{200B}", "\u{202E}x", "", " ", "  ",
        " a",
        "a ", "a b", "\n", "\n\n", "\na", "a\n", "a\n\n", "a\nb", "a\n b", " a\nb", "  a\n b\nc",
        "\n  a\nb\n", "a\n\n\n  b\n", "a\n  \nb", "a \nb", "a\n ", "a\n---\nb", "a\n...\n",
        "#a\n#b",
        "- a\n- b", "a: b\nc: d\n", "\ta\nb", "a\n\tb", "on", "id", "alarm", "x", "frame",
        String(repeating: "x", count: 127), String(repeating: "x", count: 129),
        String(repeating: "x y ", count: 500), String(repeating: "\"\\", count: 600),
        String(repeating: "a\n", count: 300),
    ]

    private static let numbers: [Value] = [
        0, 1, -1, .integer(.max), .integer(.min), .number(-0.0), 0.5, 1e300, 5e-324, .number(1e15),
        .number(0x1p53), -1.5e-7,
    ]

    /// Creates random values.
    private struct Values {
        var random: SeededGenerator

        mutating func text() -> String {
            let count = random.pick([1, 1, 1, 2, 3, 5])
            return (0..<count).map { _ in random.pick(FaithfulDumpTests.texts) }.joined()
        }

        mutating func value(depth: Int) -> Value {
            switch random.pick(depth == 0 ? [0, 1, 2] : [0, 1, 1, 1, 2, 3, 3, 4, 4, 4]) {
            case 0: return random.pick([.null, true, false] + FaithfulDumpTests.numbers)
            case 3:
                return .array((0..<random.pick([0, 1, 2, 3])).map { _ in value(depth: depth - 1) })
            case 4: return object(depth: depth - 1)
            default: return .string(text())
            }
        }

        mutating func object(depth: Int) -> Value {
            var names: TextSet = []
            var members: [Value.Member] = []
            for _ in 0..<random.pick([0, 1, 2, 3, 5]) {
                let name = text()
                if names.insert(name) { members.append(.init(name, value(depth: depth))) }
            }
            return .object(members)
        }
    }

    /// The value that a client reads from a daemon, because numbers have one form in JSON.
    private func sent(_ value: Value) throws -> Value {
        try JSONParser.parse(value.json, maximumDepth: JSONParser.deepest)
    }

    private func expectSame(_ value: Value, _ what: String) throws {
        let value = try sent(value)
        let text = YAMLWriter.text(of: value)
        do {
            let read = try Document.parse(text, name: "dump.yaml").value
            #expect(read == value, "\(what): \(value.json)\n\(text)")
        } catch {
            Issue.record("\(what): \(error)\n\(value.json)\n\(text)")
        }
    }

    @Test func `Every special text is the same after a dump, as a name and as a value`() throws {
        for text in Self.texts {
            for value: Value in [
                .object([.init(text, 1)]), .object([.init(text, .string(text))]),
                .object([.init("a", .string(text)), .init("b", .string(text))]),
                .object([.init(text, .object([.init(text, [.string(text)])]))]),
                [.string(text)], [[.string(text), .string(text)], 1],
                [.object([.init(text, .string(text)), .init("b", [])])],
                .object([.init("a", [.string(text), .object([.init(text, .string(text))])])]),
                .string(text),
            ] {
                try expectSame(value, text.debugDescription)
            }
        }
        for number in Self.numbers { try expectSame(["a": number, "b": [number]], "a number") }
    }

    @Test(arguments: RandomTest.seeds(20))
    func `A dump of random content is the same content`(seed: UInt64) throws {
        var values = Values(random: SeededGenerator(seed: seed))
        for _ in 0..<50 { try expectSame(values.value(depth: 5), "seed \(seed)") }
    }

    @Test(arguments: RandomTest.seeds(10))
    func `A dump of a state with random content is a book that changes nothing`(seed: UInt64) throws
    {
        var values = Values(random: SeededGenerator(seed: seed))
        var stage = Stage()
        try stage.carryOut("window.create", ["id": "main"])
        for index in 0..<20 {
            let members = (values.object(depth: 4).members ?? []).filter {
                !["url", "alarm", "theme"].contains($0.name)
            }
            try stage.carryOut(
                "controller.create",
                [
                    "id": .string("c\(index)"), "kind": "view", "title": .string(values.text()),
                    "content": try sent(.object(members)),
                ])
        }
        let dump = stage.running.dump
        do {
            let book = try makeBook(dump)
            #expect(
                try book.changes(to: stage.running).commands.map(\.params.json) == [],
                "seed \(seed)\n\(dump)")
            var fresh = Stage()
            try fresh.carryOut(book.commands)
            #expect(fresh.running.dump == dump, "seed \(seed)")
        } catch {
            Issue.record("seed \(seed): \(error)\n\(dump)")
        }
    }

    @Test func `A dump is readable`() {
        let value: Value = [
            "pager": [
                "id": "book", "on": ["viewWillAppear": []], "size": ["width": 1, "y": 0.5],
                "pages": [["id": "1", "title": "It's 10 o'clock, isn't it?", "name": "10.md"]],
                "notes": ["# One\n\ntext\n", "a\n  b", "\n  c\n\n", "#fff", "no", "1:20"],
                "<<": ["a:", "a: b", "b\u{7}"],
            ]
        ]
        #expect(
            YAMLWriter.text(of: value) == """
                pager:
                  id: book
                  "on":
                    viewWillAppear: []
                  size: {width: 1, y: 0.5}
                  pages:
                  - id: "1"
                    title: It's 10 o'clock, isn't it?
                    name: 10.md
                  notes:
                  - |
                    # One

                    text
                  - |-
                    a
                      b
                  - |2+

                      c

                  - '#fff'
                  - "no"
                  - "1:20"
                  "<<":
                  - 'a:'
                  - 'a: b'
                  - "b\\u0007"

                """)
    }
}
