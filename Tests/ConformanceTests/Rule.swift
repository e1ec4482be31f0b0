import Foundation
import PagerModel
import PagerWire

/// One line of `Cases/rules.jsonl`: a rule and its proof.
struct Rule: Sendable {
    /// The number that cases and code comments cite.
    let number: String
    let says: String
    /// The source of the rule, empty if it does not matter.
    let mark: String
    /// UIKit's text for each release: `<X>` stands for an object, `#` for a number, `...` for
    /// anything.
    let texts: [Int: String]
    let exception: String?
    /// Cases that prove the rule in addition to those that cite it.
    private let further: [String]
    /// The reason why the rule cannot be tested, or nil.
    let without: String?
    /// The test target whose tests prove the rule instead of cases, or nil. Their names cite it.
    let test: String?

    init(_ line: Value) throws {
        guard let number = line["rule"]?.string, let says = line["says"]?.string else {
            throw Malformed("a rule has a number and says something")
        }
        let names: Set = ["rule", "says", "mark", "texts", "exception", "cases", "without", "test"]
        let unknown = Set((line.members ?? []).map(\.name)).subtracting(names)
        guard unknown.isEmpty else { throw Malformed("unknown key \(unknown.sorted())") }
        self.number = number
        self.says = says
        mark = line["mark"]?.string ?? ""
        texts = Dictionary(
            uniqueKeysWithValues: (line["texts"]?.members ?? []).map {
                (Int($0.name) ?? 0, $0.value.string ?? "")
            })
        exception = line["exception"]?.string
        further = (line["cases"]?.array ?? []).compactMap(\.string)
        without = line["without"]?.string
        test = line["test"]?.string
    }

    var section: Int { Int(number.split(separator: ".")[0]) ?? 0 }

    /// The ids of the cases that prove the rule, in file order.
    var proofs: [String] {
        CaseFile.cases.filter { $0.rules.contains(number) || further.contains($0.id) }.map(\.id)
    }

    /// The named cases that do not exist.
    var missing: [String] {
        let ids = Set(CaseFile.cases.map(\.id))
        return further.filter { !ids.contains($0) }
    }

    static let all = contents.rules
    /// The malformed lines, each with its place.
    static let faults = contents.faults

    private static let contents: (rules: [Rule], faults: [String]) = {
        guard
            let url = Bundle.module.url(
                forResource: "rules", withExtension: "jsonl", subdirectory: "Cases"),
            let data = try? Data(contentsOf: url)
        else { return ([], ["rules.jsonl cannot be read"]) }
        var rules: [Rule] = []
        var faults: [String] = []
        for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            do {
                rules.append(try Rule(JSONParser.parse(Array(line))))
            } catch {
                faults.append("rules.jsonl, line \(number + 1): \(error)")
            }
        }
        return (rules, faults)
    }()

    /// Whether a message is the rule's text for that release, word for word.
    func isSaid(by message: String, release: Int) throws -> Bool {
        guard let text = texts[release] else { return false }
        var pattern = NSRegularExpression.escapedPattern(for: text)
        pattern.replace(/<[A-Za-z]+>/, with: #"(<[A-Za-z0-9_-]+>|\(null\))"#)
        pattern = pattern.replacingOccurrences(of: "#", with: "[0-9]+")
        pattern = pattern.replacingOccurrences(of: #"\.\.\."#, with: ".+")
        return try Regex(pattern).wholeMatch(in: message) != nil
    }
}
