import CommonMark
import Glibc
import PagerModel
import PagerWire
import Testing

/// Markdown as libcmark-gfm parses it, as a tree without HTML.
@Suite struct MarkdownTreeTests {
    @Test(arguments: [
        ("# A *b*", #"[["h1",{},"A ",["em",{},"b"]]]"#),
        ("a\nb\\\nc", #"[["p",{},"a\nb",["br",{}],"c"]]"#),
        ("- a\n- b", #"[["ul",{},["li",{},"a"],["li",{},"b"]]]"#),
        ("3. a\n\n   b", #"[["ol",{"start":3},["li",{},["p",{},"a"],["p",{},"b"]]]]"#),
        ("```c\n<b>\n```", #"[["pre",{},["code",{},"<b>\n"]]]"#),
        ("![a *b*](c.png)", #"[["p",{},["img",{"src":"c.png","alt":"a b"}]]]"#),
        ("[a](javascript:x)", #"[["p",{},["a",{"href":"javascript:x"},"a"]]]"#),
        ("~~a~~ `b`", #"[["p",{},["del",{},"a"]," ",["code",{},"b"]]]"#),
        (
            "|a|b|\n|-|-:|\n|c|d|",
            #"[["table",{},["tr",{},["th",{},"a"],["th",{"align":"end"},"b"]],"#
                + #"["tr",{},["td",{},"c"],["td",{"align":"end"},"d"]]]]"#
        ),
    ])
    func `Markdown becomes elements`(text: String, tree: String) {
        #expect(MarkdownTree.parse(text).json == tree)
    }

    @Test(arguments: ["a <b>c</b>", "<script>x</script>", "<p onclick=x>y</p>"])
    func `HTML stays text`(text: String) {
        #expect(MarkdownTree.parse(text) == .array([["p", .object([]), .string(text)]]))
    }

    @Test(arguments: ["<!-- a -->", "<!--\na\n-->\n"])
    func `Comments are left out`(text: String) {
        #expect(MarkdownTree.parse(text) == .array([]))
    }

    @Test func `The nesting depth has a limit`() {
        var depth = 0
        var node = MarkdownTree.parse(String(repeating: "> ", count: 20_000) + "a")
        while let child = node.array?.last(where: { $0.array != nil }) {
            node = child
            depth += 1
        }
        #expect((1...40).contains(depth))
        #expect(node.array?.last == "a")
    }

    /// The library takes minutes for some of these.
    @Test(arguments: ["|a", "![[]()", "[", "*a_ ", "> ", "- ", "<!--", "`a``"])
    func `Hostile texts are parsed quickly`(unit: String) {
        let text = String(repeating: unit, count: MarkdownTree.longestText / unit.utf8.count)
        // The time of this thread does not depend on what else the machine does.
        let before = processorSeconds()
        _ = MarkdownTree.parse(text)
        #expect(processorSeconds() - before < 10)
    }
}

/// The processor time of this thread.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
