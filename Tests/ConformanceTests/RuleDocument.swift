/// docs/reference/RULES.md, generated from the rules and the cases.
enum RuleDocument {
    static let sections = [
        1: "Parents and children", 2: "Automatic and manual parts", 3: "Automatic appearance",
        4: "The four states", 5: "transition(from:to:)", 6: "Navigation", 7: "Tab bar", 8: "Split",
        9: "Page controller", 10: "Presentation", 11: "Who presents",
        12: "Lookup, flags, loading", 13: "Size", 14: "Exceptions and logs",
        15: "The order table", 16: "Open questions and what was chosen",
        17: "Moments in UIKit's classes",
    ]

    private static let preamble = """
        # Rules and what proves them

        `make docs` generates this page from `Tests/ConformanceTests/Cases`; do not edit it. A test compares the two, and checks that no rule is missing.

        The comments in the code, the cases and [SEMANTICS.md](../explanation/SEMANTICS.md) cite rules by these numbers. SEMANTICS.md explains the marks: O means a recorded log, D documentation, T a test against UIKit, C a claim, and I a conclusion; O* is a log of Mac Catalyst 26.5 alone. The last column names the cases that test the rule, or the reason why it cannot be tested; section 17 concerns the [classes](UIKIT.md) alone and is tested in `Tests/UIKitFidelity`. 13 and 18 are releases of iOS.

        Where only one text of UIKit is given, it is the same in both releases. In a text, `<X>` is an object, `#` a number and `...` anything. The tests run a case for each text and compare pagerd's text word for word. If a step of a case is refused or only logged, the tests also compare the whole state before and after it.

        """

    static var text: String {
        var lines = [preamble]
        for section in sections.keys.sorted() {
            lines.append("## \(section). \(sections[section] ?? "")\n")
            lines.append("| rule | what | source | proved by |")
            lines.append("|---|---|---|---|")
            lines += Rule.all.filter { $0.section == section }.map(row)
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ rule: Rule) -> String {
        let proof =
            rule.without.map { "not tested: \($0)" } ?? rule.test
            ?? rule.proofs.joined(separator: ", ")
        return "| \(rule.number) | \(rule.says)\(said(rule)) | \(rule.mark) | \(proof) |"
    }

    private static func said(_ rule: Rule) -> String {
        guard let old = rule.texts[13], let new = rule.texts[18] else { return "" }
        let texts = old == new ? "`\(old)`" : "13: `\(old)` 18: `\(new)`"
        return (rule.exception.map { ": raises `\($0)`, " } ?? ": logs ") + texts
    }
}
