/// docs/reference/RULES.md, generated from the rules and the cases.
enum RuleDocument {
    static let sections = [
        1: "Parents and children", 2: "Automatic and manual parts", 3: "Automatic appearance",
        4: "The four states", 5: "transition(from:to:)", 6: "Navigation", 7: "Tab bar", 8: "Split",
        9: "Page controller", 10: "Presentation", 11: "Who presents",
        12: "Lookup, flags, loading", 13: "Size", 14: "Exceptions and logs",
        15: "The order table", 16: "Open questions and what was chosen",
    ]

    private static let preamble = """
        # Rules and what proves them

        Made from `Tests/ConformanceTests/Cases` by `make docs`; do not edit. A test compares this file with them, and sees to it that no rule is missing.

        The numbers are those that the comments in the code, the cases and [SEMANTICS.md](../explanation/SEMANTICS.md) use. The marks are explained there: O a recorded log, D documentation, T a test against UIKit, C a claim, I a conclusion. The last column names the cases that observe the rule, or says why there is nothing to observe.

        A text stands for both releases unless 13 and 18 differ. `<X>` is an object, `#` a number, `...` anything. For each text one of the cases is carried out, and what is said is compared word for word. Where a step of any case is refused or only logged, the state before and after is compared as a whole.

        """

    static var text: String {
        var lines = [preamble]
        for section in sections.keys.sorted() {
            lines.append("## \(section). \(sections[section] ?? "")\n")
            lines.append("| rule | what | rests on | proved by |")
            lines.append("|---|---|---|---|")
            lines += Rule.all.filter { $0.section == section }.map(row)
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ rule: Rule) -> String {
        let proof = rule.without.map { "nothing: \($0)" } ?? rule.proofs.joined(separator: ", ")
        return "| \(rule.number) | \(rule.says)\(said(rule)) | \(rule.mark) | \(proof) |"
    }

    private static func said(_ rule: Rule) -> String {
        guard let old = rule.texts[13], let new = rule.texts[18] else { return "" }
        let texts = old == new ? "`\(old)`" : "13: `\(old)` 18: `\(new)`"
        return (rule.exception.map { ": raises `\($0)`, " } ?? ": logs ") + texts
    }
}
