import Foundation
import Testing

/// The names of the tests in Swift, and the filters that select tests by their names.
@Suite struct TestNameTests {
    @Test func `Every test in Swift has a sentence as its name`() throws {
        let tests = try TestFunction.all()
        #expect(tests.count > 1_000)
        for test in tests {
            #expect(
                !test.attribute.hasPrefix("@Test(\""),
                "\(test.place): write the title as the name of the function")
            #expect(
                test.name.hasPrefix("`") && test.name.contains(" "),
                "\(test.place): \(test.name) is not a sentence")
        }
    }

    /// A filter that matches no test runs nothing, and `swift test` does not fail.
    @Test func `Each part of each filter in the Makefile and the documents matches a test`() throws
    {
        let tests = try TestFunction.all().map(\.path)
        let makefile = try SourceFiles.text(of: "Makefile")
        let documents = try [
            "docs/dev/TESTING.md", "docs/dev/UIKIT-FIDELITY.md", "docs/explanation/RELIABILITY.md",
        ].map { try SourceFiles.text(of: $0) }
        let filters = ([makefile] + documents).flatMap { text in
            text.matches(of: /--filter (?:'([^']+)'|(\S+))/).map {
                String($0.output.1 ?? $0.output.2 ?? "").trimmingCharacters(in: ["`"])
            }
        }
        #expect(filters.count > 15)
        // ONLY= is given on the command line.
        for filter in filters where filter != "$(ONLY)" {
            for part in Self.parts(of: filter, variablesOf: makefile) {
                let pattern = try Regex(part)
                #expect(
                    tests.contains { $0.firstMatch(of: pattern) != nil }, "\(part) in \(filter)")
            }
        }
    }

    /// Returns the alternatives of a filter. A variable of the Makefile is replaced by its value.
    private static func parts(of filter: String, variablesOf makefile: String) -> [String] {
        var text = filter
        if let name = filter.wholeMatch(of: /\$\((\w+)\)/)?.output.1,
            let line = makefile.split(separator: "\n").first(where: {
                $0.hasPrefix("\(name) := ") || $0.hasPrefix("\(name) ?= ")
            })
        {
            text = String(line.dropFirst(name.count + " := ".count))
        }
        return text.contains("(") ? [text] : text.split(separator: "|").map(String.init)
    }
}
