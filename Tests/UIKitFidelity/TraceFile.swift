import Foundation

/// The traces of a run, by the names of their tests.
///
/// The first line of the text is `system: ` with the system of the run. A line without indentation
/// names a test, and the indented lines below it are the test's callbacks.
struct TraceFile: Equatable {
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let system: String
    private(set) var traces: [String: [String]] = [:]

    init(system: String) { self.system = system }

    /// Parses a file.
    ///
    /// - Throws: `Problem` with the number of the line.
    init(text: String) throws(Problem) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("system: ") else {
            throw Problem(description: "line 1: a trace begins with \"system: \"")
        }
        system = String(first.dropFirst("system: ".count))
        var test: String?
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            if !line.hasPrefix("  ") {
                test = String(line)
                traces[String(line)] = []
            } else if let test {
                traces[test]?.append(String(line.dropFirst(2)))
            } else {
                throw Problem(description: "line \(index + 1): a callback before any test")
            }
        }
    }

    /// The lines of one test.
    static func lines(of test: String, _ trace: [String]) -> String {
        ([test] + trace.map { "  \($0)" }).map { "\($0)\n" }.joined()
    }

    /// Returns the difference between a trace of this system and the one in the file, or nil if
    /// they are equal.
    func difference(from trace: [String], of test: String, on other: String) -> String? {
        guard let recorded = traces[test] else {
            return "the trace of \(system) has no test \"\(test)\"; record it with these tests"
        }
        guard recorded != trace else { return nil }
        var lines = recorded.map { "    \($0)" }
        let changes = trace.difference(from: recorded)
        for case .remove(let offset, let entry, _) in changes.removals {
            lines[offset] = "  - \(entry)"
        }
        // The offset of an insertion counts kept and inserted lines, not removed ones.
        for case .insert(let offset, let entry, _) in changes.insertions {
            var place = lines.startIndex
            var left = offset
            while place < lines.endIndex, left > 0 || lines[place].hasPrefix("  - ") {
                if !lines[place].hasPrefix("  - ") { left -= 1 }
                place += 1
            }
            lines.insert("  + \(entry)", at: place)
        }
        return (["- \(system)", "+ \(other)"] + lines).joined(separator: "\n")
    }
}
