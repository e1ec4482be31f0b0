import Foundation
import Testing

/// Compares docs/dev/ARCHITECTURE.md with the sources.
@Suite struct ArchitectureTextTests {
    @Test func `The path of a request has at most 15 steps, each with files that exist`() throws {
        let lines = try SourceFiles.text(of: "docs/dev/ARCHITECTURE.md")
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "One request, step by step:"))
        let steps = lines[(start + 2)...].prefix { !$0.isEmpty }
        #expect((5...15).contains(steps.count))
        for step in steps {
            let paths = step.matches(of: #/`(\w+\/[\w\/+]*(?:\.swift)?)`/#).map(\.1)
            #expect(!paths.isEmpty, "\(step)")
            for path in paths {
                let file = "\(SourceFiles.root)/Sources/\(path)"
                #expect(FileManager.default.fileExists(atPath: file), "\(path)")
            }
        }
    }
}
