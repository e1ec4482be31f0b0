import Foundation
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// The case files in this folder, read once.
enum CaseFile {
    static let names = ["cases", "paging", "own", "observed"]

    /// All cases in the order of the files.
    static let cases = contents.cases
    /// The malformed lines, each with its place.
    static let faults = contents.faults
    /// Every tenth case, for slower tests.
    static let sample = cases.indices.filter { $0.isMultiple(of: 10) }.map { cases[$0] }

    /// The digests of the cases' lines, by id.
    static let digests = contents.digests

    private static let contents: (cases: [Case], faults: [String], digests: [String: String]) = {
        var cases: [Case] = []
        var digests: [String: String] = [:]
        var faults: [String] = []
        for name in names {
            guard
                let url = Bundle.module.url(
                    forResource: name, withExtension: "jsonl", subdirectory: "Cases"),
                let data = try? Data(contentsOf: url)
            else {
                faults.append("\(name).jsonl cannot be read")
                continue
            }
            for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
                do {
                    let subject = try Case(JSONParser.parse(Array(line)))
                    cases.append(subject)
                    var digest = Digest()
                    digest.add(line)
                    digests[subject.id] = digest.text
                } catch {
                    faults.append("\(name).jsonl, line \(number + 1): \(error)")
                }
            }
        }
        return (cases, faults, digests)
    }()
}

extension Case: CustomTestStringConvertible {
    var testDescription: String { "\(id): \(title)" }
}
