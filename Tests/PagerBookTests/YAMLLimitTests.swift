import PagerBook
import PagerModel
import RandomCommands
import Testing

/// Tests that parsing YAML takes time and memory in proportion to its length, whatever it contains.
@Suite struct YAMLLimitTests {
    private func refusal(_ text: String) -> String? {
        problem { try Document.parse(text, name: "a.yaml") }
    }

    /// Returns anchors each of which contains the previous one twice.
    private func doubled(_ levels: Int, _ node: (_ below: Int) -> String) -> String {
        (1...levels).map { "a\($0): &a\($0) \(node($0 - 1))\n" }.joined()
    }

    static let keys: [(String, String)] = [
        ("? [a]\n: 1\n", "a.yaml:1:3: a member name must be text, not a list or an object"),
        ("? {a: b}\n: 1\n", "a.yaml:1:3: a member name must be text, not a list or an object"),
        ("{[a]: 1}\n", "a.yaml:1:2: a member name must be text, not a list or an object"),
        ("{{a: b}: 1}\n", "a.yaml:1:2: a member name must be text, not a list or an object"),
        (
            "x: &x a\n*x : 1\n",
            "a.yaml:2:1: a member name must be text, not the alias *x; write the name out"
        ),
        (
            "x: &x [a]\n*x : 1\n",
            "a.yaml:2:1: a member name must be text, not the alias *x; write the name out"
        ),
        (
            "? *none\n: 1\n",
            "a.yaml:1:3: a member name must be text, not the alias *none; write the name out"
        ),
        ("<<: {[a]: 1}\n", "a.yaml:1:6: a member name must be text, not a list or an object"),
    ]

    @Test(arguments: keys)
    func `A name must be a text`(text: String, description: String) {
        #expect(refusal(text) == description)
    }

    @Test func `Aliases in names are refused before they are expanded`() {
        // Thirty levels would expand to about a thousand million parts.
        let text = "a0: &a0 [x]\n" + doubled(30) { "{? [*a\($0), *a\($0)] : x}" }
        #expect(
            refusal(text)?.contains("a member name must be text, not a list or an object") == true)
        let direct = "a0: &a0 [x]\n" + doubled(30) { "{*a\($0) : *a\($0)}" }
        #expect(refusal(direct)?.contains("a member name must be text, not the alias") == true)
        let flow = String(repeating: "{? [", count: 30)
        #expect(
            refusal(flow)?.contains("a member name must be text, not a list or an object") == true)
    }

    @Test func `An alias counts with its whole content`() {
        for node in ["[*a, *a]", "{x: *a, y: *a}", "{x: [*a], <<: [*a, *a]}"] {
            let text =
                "a0: &a0 {z: 1}\n"
                + doubled(40) { node.replacing("*a", with: "*a\($0)") }
            #expect(refusal(text)?.contains("larger than 1000000 values") == true, "\(node)")
        }
    }

    @Test func `A merge of 500 nested levels contains the members of all levels`() throws {
        let levels = 500
        let text =
            "a0: &a0 {k0: 0}\n"
            + (1...levels).map { "a\($0): &a\($0) {<<: *a\($0 - 1), k\($0): \($0)}\n" }.joined()
        let value = try Document.parse(text, name: "a.yaml").value
        #expect(value["a\(levels)"]?.members?.count == levels + 1)
        #expect(value["a\(levels)"]?["k0"] == 0)
    }

    @Test func `The nesting limit is checked before descending, including the content of aliases`()
        throws
    {
        let depth = 100_000
        let shapes = [
            String(repeating: "[", count: depth), String(repeating: "{a: ", count: depth),
            String(repeating: "- ", count: depth) + "x",
            (0..<2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
        ]
        for text in shapes { #expect(refusal(text) != nil) }
        func alias(below levels: Int) -> String {
            let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            let outer = String(repeating: "[", count: levels) + "*a"
            return "a: &a \(deep)\nb: \(outer)\(String(repeating: "]", count: levels))\n"
        }
        let deepest = Limits.documentNesting - 41
        _ = try Document.parse(alias(below: deepest), name: "a.yaml")
        #expect(
            refusal(alias(below: deepest + 1))?.contains(
                "nested deeper than \(Limits.documentNesting) levels") == true)
    }

    @Test func `An alias refers to the last node of its name, and never to itself`() throws {
        let value = try Document.parse("a: &x 1\nb: &x 2\nc: *x\n", name: "a.yaml").value
        #expect(value["c"] == 2)
        #expect(refusal("a: &a [*a]\n") == "a.yaml:1:8: not YAML: found undefined alias")
    }

    private static let shapes: [(String, @Sendable (Int) -> String)] = [
        ("lines", { (0..<$0 / 12).map { "name\($0): 1\n" }.joined() }),
        ("items", { "a:\n" + String(repeating: "- b\n", count: $0 / 4) }),
        ("flow", { "[\(String(repeating: "{a: b}, ", count: $0 / 8))]" }),
        ("a long text", { "a: \(String(repeating: "word ", count: $0 / 5))\n" }),
        ("a block of lines", { "a: |\n" + String(repeating: "  line\n", count: $0 / 7) }),
        ("marks", { "a: \"\(CombiningMarks.text($0))\"\n" }),
        (
            "a name of marks",
            { "\"\(CombiningMarks.text($0))\": 1\nb: \"\(CombiningMarks.text($0))\"" }
        ),
        (
            "names of marks",
            { size in
                let name = CombiningMarks.text(512)
                return (0..<size / 512).map { "\"\(name)\($0)\": 1\n" }.joined()
            }
        ),
        ("anchors", { (0..<$0 / 16).map { "n\($0): &n\($0) 1\n" }.joined() }),
        ("comments", { String(repeating: "# nothing\n", count: $0 / 10) + "a: 1\n" }),
        ("a late mistake", { String(repeating: "- b\n", count: $0 / 4) + "? [a]\n" }),
        ("digits", { "a: \(String(repeating: "7", count: $0))\n" }),
        ("spaces", { "a:" + String(repeating: " ", count: $0) + "1\n" }),
    ]

    @Test func `A long text takes time in proportion to its length`() {
        let (small, growth) = (4 << 10, 16)
        for (shape, text) in Self.shapes {
            func cost(_ text: String, enough: Double = 0) -> Double {
                ProcessorTime.of(enough: enough) {
                    _ = try? Document.parse(text, name: "a.yaml")
                }
            }
            let one = cost(text(small))
            let many = cost(text(small * growth), enough: one * Double(growth) * 2)
            #expect(many <= one * Double(growth) * 8, "\(shape): \(one) s, then \(many) s")
        }
    }
}
