import Foundation
import Testing

/// The filters of `swift test` in the Makefile and in the documents. A filter that matches no test
/// runs nothing, and `swift test` does not fail.
@Suite struct TestFilterTests {
    @Test func `Each part of each filter matches a test`() throws {
        let tests = try Self.tests()
        let texts = try ["Makefile", "docs/dev/TESTING.md", "docs/explanation/RELIABILITY.md"].map {
            try SourceFiles.text(of: $0)
        }
        let filters = texts.flatMap { text in
            text.matches(of: /--filter (?:'([^']+)'|(\S+))/).map {
                String($0.output.1 ?? $0.output.2 ?? "").trimmingCharacters(in: ["`"])
            }
        }
        #expect(filters.count > 20)
        for filter in filters {
            for part in Self.parts(of: filter, variables: texts[0]) {
                let pattern = try Regex(part)
                #expect(
                    tests.contains { $0.firstMatch(of: pattern) != nil }, "\(part) in \(filter)")
            }
        }
    }

    /// Returns the alternatives of a filter. A variable of the Makefile is replaced by its value.
    private static func parts(of filter: String, variables: String) -> [String] {
        var text = filter
        if let name = filter.wholeMatch(of: /\$\((\w+)\)/)?.output.1,
            let line = variables.split(separator: "\n").first(where: {
                $0.hasPrefix("\(name) := ") || $0.hasPrefix("\(name) ?= ")
            })
        {
            text = String(line.dropFirst(name.count + " := ".count))
        }
        return text.contains("(") ? [text] : text.split(separator: "|").map(String.init)
    }

    /// Returns the names of all tests, as `swift test list` prints them without the parameters:
    /// `Target.Suite/function`.
    private static func tests() throws -> [String] {
        try SourceFiles.all(in: "Tests").flatMap { file in
            var types: [(indentation: Int, name: Substring)] = []
            var names: [String] = []
            for line in file.lines {
                let code = line.drop { $0 == " " }
                let indentation = line.count - code.count
                // A type, with any attributes and modifiers before the keyword.
                let words = code.split(separator: " ").prefix(5)
                let keyword = words.firstIndex {
                    ["struct", "class", "enum", "extension"].contains($0)
                }
                if let keyword, words.indices.contains(keyword + 1), !code.hasPrefix("//") {
                    let type = words[keyword + 1].prefix { $0 != ":" && $0 != "<" && $0 != "(" }
                    types = types.filter { $0.indentation < indentation } + [(indentation, type)]
                }
                let parts = code.split(separator: "`", maxSplits: 2)
                guard parts.count > 1, parts[0].hasSuffix("func ") else { continue }
                let suite = types.map(\.name).joined(separator: "/").replacing(".", with: "/")
                names.append("\(file.target).\(suite)/`\(parts[1])`")
            }
            return names
        }
    }
}
