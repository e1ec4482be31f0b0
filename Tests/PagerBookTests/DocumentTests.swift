import PagerBook
import PagerModel
import Testing

@Suite struct DocumentTests {
    /// Plain scalars and their values.
    static let scalars: [(String, Value)] = [
        ("~", nil), ("null", nil), ("true", true), ("False", false), ("0", 0), ("-12", -12),
        ("+7", 7), ("007", 7), ("0x1F", 31), ("0o17", 15), ("1.5", 1.5), (".5", 0.5),
        ("1.", .number(1)), ("-2.5e-3", -0.0025), ("9223372036854775807", .integer(.max)),
        ("9223372036854775808", .number(9.223372036854775808e18)),
        ("yes", "yes"), ("on", "on"), ("No", "No"), ("1_000", "1_000"), ("12:30", "12:30"),
        ("2024-05-01", "2024-05-01"), ("-", "-"), ("+-1", "+-1"), ("0x", "0x"), ("1e", "1e"),
        (".", "."), ("1.2.3", "1.2.3"), ("nul", "nul"), ("inf", "inf"), ("0x-1", "0x-1"),
        ("'12'", "12"), ("\"a\\nb\"", "a\nb"), ("!!str 12", "12"), ("!!float 2", .number(2)),
        ("! 12", "12"), ("[a, 1]", ["a", 1]), ("{on: off}", ["on": "off"]),
        ("|\n  a\n  b\n", "a\nb\n"),
    ]

    @Test(arguments: scalars)
    func `A YAML value is parsed with its type`(_ text: String, _ value: Value) throws {
        let text = text == "-" ? "\"-\"" : text
        #expect(try Document.parse("x: \(text)", name: "a.yaml").value == ["x": value])
    }

    /// Texts, each with the error message and its place.
    static let mistakes: [(String, String)] = [
        ("", "a.yaml:1:1: the file is empty"),
        ("# nothing\n", "a.yaml:1:1: the file is empty"),
        ("a: 1\nb: 2\na: 3\n", "a.yaml:1:1: the object contains the name \"a\" twice"),
        (
            "a: .nan\n",
            "a.yaml:1:4: a number must be finite; write \".nan\" in quotes to make it text"
        ),
        (
            "a: -.Inf\n",
            "a.yaml:1:4: a number must be finite; write \"-.Inf\" in quotes to make it text"
        ),
        (
            "a: 1e999\n",
            "a.yaml:1:4: 1e999 is too large for a number; write it in quotes to make it text"
        ),
        ("x:\n  12: a\n", "a.yaml:2:3: a member name must be text; write \"12\" in quotes"),
        ("? [a]\n: 1\n", "a.yaml:1:3: a member name must be text, not a list or an object"),
        ("a: !color red\n", "a.yaml:1:4: the tag !color is not supported; omit it"),
        ("a: !!int x\n", "a.yaml:1:4: \"x\" does not match its tag !!int"),
        ("a: *b\n", "a.yaml:1:4: not YAML: found undefined alias"),
        ("<<: 1\n", "a.yaml:1:5: << takes an object or a list of objects, such as *name"),
    ]

    @Test(arguments: mistakes)
    func `An error in a YAML document is reported with its place`(
        _ text: String, _ description: String
    ) {
        #expect(problem { try Document.parse(text, name: "a.yaml") } == description)
    }

    @Test func `A text that is not YAML is refused`() {
        for text in [
            "a: [1\n", "a: b: c\n", "a: 'x\n", "\ta: 1\n", "a: \u{1}",
        ] {
            let description = problem { try Document.parse(text, name: "a.yaml") }
            #expect(description?.hasPrefix("a.yaml:") == true, "\(text)")
            #expect(description?.contains("not YAML: ") == true, "\(description ?? "")")
        }
    }

    @Test func `A file with two YAML documents is refused`() {
        #expect(
            problem { try Document.parse("a: 1\n---\nb: 2\n", name: "a.yaml") }
                == "a.yaml:2:1: a file may contain only one YAML document; a second one begins here"
        )
    }

    @Test func `Each value in a YAML document has a line and a column`() throws {
        let text = """
            title: x
            controllers:
              - {id: a, pages: [one, two]}
              - id: b
                params: {x: 1, "a.b": {c: 2}}
            """
        let document = try Document.parse(text, name: "a.yaml")
        for (path, line, column) in [
            ("", 1, 1), ("title", 1, 1), ("controllers", 2, 1), ("controllers[0]", 3, 5),
            ("controllers[0].pages", 3, 13), ("controllers[0].pages[1]", 3, 26),
            ("controllers[1].params.x", 5, 14), ("controllers[1].params.a.b.c", 5, 28),
            ("controllers[1].params.none.deeper", 5, 5), ("controllers[9].id", 2, 1),
            ("titles", 1, 1), ("controllers.x", 2, 1),
        ] {
            let position = document.position(of: path)
            #expect(position == (line, column), "\(path): \(position)")
        }
    }

    @Test func `Each value in a JSON document has a line and a column`() throws {
        let text = """
            {"title": "\\"é,", "a": [1, -2.5e+3,
              {"b": true}, [ ], null],
             "c" : {"d":{}}}
            """
        let document = try Document.parse(text, name: "a.json")
        for (path, line, column) in [
            ("", 1, 1), ("title", 1, 2), ("a", 1, 19), ("a[0]", 1, 25), ("a[1]", 1, 28),
            ("a[2]", 2, 3), ("a[2].b", 2, 4), ("a[3]", 2, 16), ("a[4]", 2, 21), ("c", 3, 2),
            ("c.d", 3, 9),
        ] {
            let position = document.position(of: path)
            #expect(position == (line, column), "\(path): \(position)")
        }
    }

    @Test func `An error in a JSON document is reported with its place`() {
        #expect(
            problem { try Document.parse("{\"a\": 1,\n \"a\": 2}", name: "a.json") }
                == "a.json:2:2: the name \"a\" occurs twice in one object")
        #expect(
            problem { try Document.parse("{'a': 1}", name: "a.json") }
                == "a.json:1:2: expected a name in quotes, found '")
    }

    @Test func `YAML merge keys and aliases are resolved`() throws {
        let text = """
            base: &base {a: 1, b: 2}
            other: &other {b: 3, c: 4}
            one: {b: 9, <<: *base}
            two: {<<: [*base, *other], d: *base}
            """
        let value = try Document.parse(text, name: "a.yaml").value
        #expect(value["one"] == ["b": 9, "a": 1])
        #expect(value["two"] == ["d": ["a": 1, "b": 2], "a": 1, "b": 2, "c": 4])
    }

    @Test func `Aliases that expand to more than a million values are refused`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(
            problem { try Document.parse(text, name: "a.yaml") }?.contains(
                "with all aliases expanded, the document is larger than 1000000 values") == true)
    }

    @Test func `Aliases that expand to more than 64 MiB of text are refused`() {
        let large = String(repeating: "x", count: 1 << 20)
        let text =
            "a: &a \(large)\nb: [\(Array(repeating: "*a", count: 70).joined(separator: ","))]\n"
        #expect(
            problem { try Document.parse(text, name: "a.yaml") }?.contains("64 MiB of text") == true
        )
    }

    @Test func `A document that is nested too deeply is refused`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let most = Limits.documentNesting
        _ = try Document.parse(nested(most), name: "a.yaml")
        #expect(
            problem { try Document.parse(nested(most + 1), name: "a.yaml") }
                == "a.yaml:1:\(most + 1): this is nested deeper than \(most) levels")
        #expect(problem { try Document.parse(nested(100_000), name: "a.yaml") } != nil)
        _ = try Document.parse(nested(most), name: "a.json")
        let refusal = problem { try Document.parse(nested(most + 1), name: "a.json") } ?? ""
        #expect(refusal.hasPrefix("a.json:") && refusal.contains("nested deeper"), "\(refusal)")
        let blocks = (0..<most).map { String(repeating: " ", count: $0) + "a:\n" }
        _ = try Document.parse(blocks.joined(), name: "a.yaml")
    }

    @Test func `A file that cannot be read as a document is refused with a reason`() throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write("good.yaml", "\u{FEFF}a: é\n")
        try folder.write("bad.yaml", [0x61, 0x3A, 0x20, 0xC3, 0xA9, 0x0A, 0x62, 0x3A, 0x20, 0xFF])
        try folder.write("large.yaml", [UInt8](repeating: 0x23, count: Document.maximumBytes + 1))
        #expect(try Document.read(path: folder / "good.yaml").value == ["a": "é"])
        #expect(
            problem { try Document.read(path: folder / "bad.yaml") }
                == "\(folder / "bad.yaml"):2:4: the file is not UTF-8; save it in that encoding")
        #expect(
            problem { try Document.read(path: folder / "large.yaml") }
                == "\(folder / "large.yaml"): the file is larger than 8 MiB")
        #expect(
            problem { try Document.read(path: folder / "none.yaml") }
                == "\(folder / "none.yaml"): there is no such file or folder")
        #expect(
            problem { try Document.read(path: folder.path) }
                == "\(folder.path): this is a folder, not a file")
    }
}
