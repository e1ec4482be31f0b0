import CommonMark
import Glibc
import PagerModel
import PagerWire
import Testing

/// Markdown as libcmark-gfm parses it, as a tree with some elements of HTML.
@Suite struct MarkdownTreeTests {
    @Test(arguments: [
        ("# A *b*", #"[["h1",{},"A ",["em",{},"b"]]]"#),
        ("a\nb\\\nc", #"[["p",{},"a\nb",["br",{}],"c"]]"#),
        ("- a\n- b", #"[["ul",{},["li",{},"a"],["li",{},"b"]]]"#),
        ("3. a\n\n   b", #"[["ol",{"start":3},["li",{},["p",{},"a"],["p",{},"b"]]]]"#),
        ("```\n<b>\n```", #"[["pre",{},["code",{},"<b>\n"]]]"#),
        ("```JS {1|2}\nx\n```", #"[["pre",{},["code",{"lang":"js"},"x\n"]]]"#),
        ("``` {.python}\nx\n```", #"[["pre",{},["code",{"lang":"python"},"x\n"]]]"#),
        ("![a *b*](c.png)", #"[["p",{},["img",{"src":"c.png","alt":"a b"}]]]"#),
        ("- [x] a\n- [ ] b", #"[["ul",{},["li",{},"☑ a"],["li",{},"☐ b"]]]"#),
        (
            "a[^n]\n\n[^n]: b",
            #"[["p",{},"a",["sup",{},"1"]],["ol",{"start":1},["li",{},["p",{},"b"]]]]"#
        ),
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

    @Test(arguments: [
        ("a <b>c</b>", #"[["p",{},"a ",["strong",{},"c"]]]"#),
        ("H<sub>2</sub>O<br>x", #"[["p",{},"H",["sub",{},"2"],"O",["br",{}],"x"]]"#),
        ("<script>x</script>", "[]"), ("a <script>x *y*</script> b", #"[["p",{},"a  b"]]"#),
        ("<p onclick=x>y</p>", #"[["p",{},"y"]]"#),
        ("<div>\n\n*a*\n\n</div>", #"[["p",{},["em",{},"a"]]]"#),
        ("<div>a &lt;b&#33;</div>", #"[["p",{},"a <b!"]]"#),
        (
            "<p align=\"center\">\n<img src='a.png' width=30 onerror=x>\n</p>",
            #"[["p",{"align":"center"},"\n",["img",{"src":"a.png","width":"30","alt":""}],"\n"]]"#
        ),
        (
            "<details>\n<summary>S</summary>\n\n- a\n\n</details>\n\nb",
            #"[["details",{},["summary",{},"S"],["ul",{},["li",{},"a"]]],["p",{},"b"]]"#
        ),
        ("*a <b>c* d</b>", #"[["p",{},["em",{},"a ",["strong",{},"c"]]," d"]]"#),
        (
            "<a href=\"javascript:x\" onclick=y>a</a>",
            #"[["p",{},["a",{"href":"javascript:x"},"a"]]]"#
        ),
        ("<iframe src=x></iframe><svg><script>x</script></svg>", "[]"),
        ("<v-click>a</v-click> </b>", #"[["p",{},"a "]]"#),
        ("<sub>a\n\nb", #"[["p",{},["sub",{},"a"]],["p",{},"b"]]"#),
    ])
    func `Of HTML, some elements and the text of most others are kept`(text: String, tree: String) {
        #expect(MarkdownTree.parse(text).json == tree)
    }

    @Test(arguments: [
        ("a $x_1*y_2*$ b", #"[["p",{},"a ",["math",{},"x_1*y_2*"]," b"]]"#),
        ("$$\na\n= b\n$$", #"[["p",{},["math",{"displayed":true},"\na\n= b\n"]]]"#),
        ("It costs $5 and $10.", #"[["p",{},"It costs $5 and $10."]]"#),
        ("$ a$ and $a $ and \\$a$", #"[["p",{},"$ a$ and $a $ and $a$"]]"#),
        ("`$a$` $b`c`$", #"[["p",{},["code",{},"$a$"]," $b",["code",{},"c"],"$"]]"#),
        ("```\n$a$\n```", #"[["pre",{},["code",{},"$a$\n"]]]"#),
        ("    $a$", #"[["pre",{},["code",{},"$a$\n"]]]"#),
        ("$a\n\nb$", #"[["p",{},"$a"],["p",{},"b$"]]"#),
        ("[x](y?a=$b$)", #"[["p",{},["a",{"href":"y?a=$b$"},"x"]]]"#),
        ("|$a\\|b$|\n|-|", #"[["table",{},["tr",{},["th",{},["math",{},"a\\|b"]]]]]"#),
        ("\u{E000}0\u{E001} $a$", "[[\"p\",{},\"\u{E000}0\u{E001} $a$\"]]"),
    ])
    func `Formulas are found by the rules of pandoc`(text: String, tree: String) {
        #expect(MarkdownTree.parse(text).json == tree)
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
    @Test(arguments: [
        "|a", "![[]()", "[", "*a_ ", "> ", "- ", "<!--", "`a``", "$a ", "$$", "<b>",
        "<details>\n\n", "&amp;<i ", "<!", "</p>", "[^a]", "[^a]: ", "- [x] ",
    ])
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
