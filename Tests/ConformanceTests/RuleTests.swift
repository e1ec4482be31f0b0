import Foundation
import PagerModel
import Testing

/// Checks that every rule has a line with a proof or a reason, and that docs/reference/RULES.md
/// matches.
@Suite struct RuleTests {
    /// The number of rules in each section.
    static let counts = [10, 5, 11, 14, 11, 20, 9, 9, 4, 14, 8, 7, 11, 27, 11, 11, 20]
    /// The rules that cannot be observed; the table gives the reason for each.
    static let unobservable: Set = [
        "1.9", "4.12", "5.3", "6.15", "6.19", "7.7", "8.3", "13.2", "13.7", "13.8", "14.4", "14.15",
        "14.24", "14.25",
    ]

    @Test func `The table contains every rule once, in order`() {
        let numbers = Self.counts.enumerated().flatMap { section, count in
            (1...count).map { "\(section + 1).\($0)" }
        }
        #expect(Rule.faults == [])
        #expect(Rule.all.map(\.number) == numbers)
        #expect(RuleDocument.sections.count == Self.counts.count)
    }

    @Test(arguments: Rule.all.filter { $0.test != nil })
    func `A rule about UIKit's classes has a test whose name cites it`(_ rule: Rule) throws {
        let folder = Self.tests + (rule.test ?? "")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let isCited = try files.filter { $0.hasSuffix("Tests.swift") }.contains { file in
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            return text.contains("[\(rule.number)]")
        }
        #expect(isCited)
        #expect(rule.proofs.isEmpty)
    }

    @Test(arguments: Rule.all.filter { $0.test == nil })
    func `A rule has a case with an expectation, or is one of those that cannot be observed`(
        _ rule: Rule
    ) {
        #expect(rule.missing == [])
        #expect((rule.without != nil) == Self.unobservable.contains(rule.number))
        #expect(rule.proofs.isEmpty == (rule.without != nil))
        if rule.without == nil {
            #expect(cases(of: rule).contains { $0.demandsSomething })
        }
    }

    @Test func `Cases cite only rules that exist`() {
        let known = Set(Rule.all.map(\.number)).union(RuleDocument.sections.keys.map { "\($0)" })
        for subject in CaseFile.cases {
            let unknown = subject.rules.filter { !known.contains($0) && !$0.hasPrefix("contract ") }
            #expect(unknown.isEmpty, "\(subject.id) names \(unknown)")
        }
    }

    /// A text that both releases share is tested once, and a text that differs is tested for each.
    @Test(arguments: Rule.all.filter { !$0.texts.isEmpty })
    func `pagerd prints a text of UIKit word for word`(_ rule: Rule) throws {
        let releases = rule.texts[13] == rule.texts[18] ? [[13, 18]] : [[13], [18]]
        for group in releases {
            let said = try cases(of: rule).filter { group.contains($0.uikit) }.contains { subject in
                try Saying.all(in: subject).contains { saying in
                    try saying.exception == rule.exception
                        && rule.isSaid(by: saying.message, release: subject.uikit)
                }
            }
            #expect(said, "no case has \(rule.texts) under \(group)")
        }
    }

    @Test func `Every exception is one of the texts in the table, or pagerd's own for 16.2`() throws
    {
        for subject in CaseFile.cases where subject.error != nil {
            for saying in try Saying.all(in: subject) where saying.exception != nil {
                let rules = try Rule.all.filter {
                    try $0.exception == saying.exception
                        && $0.isSaid(by: saying.message, release: subject.uikit)
                }
                #expect(
                    rules.count == 1 || subject.rules.contains("5.8"),
                    "\(subject.id): \(saying.message)")
            }
        }
    }

    private static let tests =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/"
    private static let documents = tests + "../docs/"

    @Test func `Every case that the comparison with other pagers names exists`() throws {
        let text = try String(
            contentsOfFile: Self.documents + "explanation/PEERS.md", encoding: .utf8)
        let known = Set<String>(CaseFile.cases.map(\.id))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
        var named = 0
        for row in rows {
            guard let last = row.split(separator: "|").last(where: { $0 != " " }) else { continue }
            for name in last.split(separator: ",").map({ $0.trimmingPrefix(" ") })
            where name.wholeMatch(of: /[A-Z]{3}-[A-Za-z0-9.-]+ ?/) != nil {
                named += 1
                let isKnown = known.contains(name.filter { $0 != " " })
                #expect(isKnown, "\(name) in \(row)")
            }
        }
        #expect(named > rows.count / 2)
    }

    @Test func `The document matches the rules and cases`() throws {
        let path = Self.documents + "reference/RULES.md"
        let rendered = Data(RuleDocument.text.utf8)
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] == "1" {
            try rendered.write(to: URL(fileURLWithPath: path))
        }
        #expect(
            FileManager.default.contents(atPath: path) == rendered,
            "docs/reference/RULES.md does not match the rules and cases: run `make docs`")
    }

    private func cases(of rule: Rule) -> [Case] {
        let proofs = Set(rule.proofs)
        return CaseFile.cases.filter { proofs.contains($0.id) }
    }
}

extension Case {
    /// Whether the case fails if nothing happens at all.
    fileprivate var demandsSomething: Bool {
        (comparison != .absent && expect?.isEmpty == false) || !fields.isEmpty || !state.isEmpty
            || error != nil || diagnostic != nil
    }
}

/// The message of a refusal or of a diagnostic in a case.
private struct Saying {
    let message: String
    let exception: String?

    static func all(in subject: Case) throws -> [Saying] {
        var run = Run(subject, try ServiceTarget(uikit: subject.uikit))
        try run.carryOut()
        let refusals = run.steps.compactMap(\.refusal).map {
            Saying(
                message: $0.message, exception: $0.error.at(["data", "exception"]).string)
        }
        let diagnostics = run.events.filter { $0["category"] == "diagnostic" }
            .compactMap { $0["message"]?.string }.map { Saying(message: $0, exception: nil) }
        return refusals + diagnostics
    }
}

extension Rule: CustomTestStringConvertible {
    var testDescription: String { "\(number): \(says)" }
}
