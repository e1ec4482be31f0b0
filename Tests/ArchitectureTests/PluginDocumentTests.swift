import Foundation
import Testing

/// Compares the Swift code in docs/reference/PLUGINS.md with the samples, and checks that its
/// guarantees have tests.
@Suite struct PluginDocumentTests {
    @Test func `Each Swift block in the plugin reference is part of a sample`() throws {
        let document = try String(
            contentsOfFile: "\(SourceFiles.root)/docs/reference/PLUGINS.md", encoding: .utf8)
        let blocks = document.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 7)
        let sample = try Self.sample()
        for block in blocks { #expect(sample.contains { $0.contains(block) }, "\(block)") }
    }

    @Test(arguments: [
        ("how-to/swift-client", "LibraryProducts/Sources/ClientSample/main"),
        ("how-to/embed", "LibraryProducts/Tests/ContainmentTestingSample/PushTests"),
        ("reference/UIKIT", "LibraryProducts/Tests/UIKitSample/SlideContainerTests"),
        ("tutorial/test-your-container", "Banner/Tests/BannerTests/BannerContainerTests"),
    ])
    func `The example on a page is a file of a sample package`(
        page: String, sample: String
    ) throws {
        let document = try String(
            contentsOfFile: "\(SourceFiles.root)/docs/\(page).md", encoding: .utf8)
        let test = try String(
            contentsOfFile: "\(SourceFiles.root)/Tests/SamplePackages/\(sample).swift",
            encoding: .utf8)
        #expect(document.contains("```swift\n\(test)```"))
    }

    @Test func `The package of the tutorial is that of a sample, at another path`() throws {
        let tutorial = try SourceFiles.text(of: "docs/tutorial/test-your-container.md")
        let package = try SourceFiles.text(of: "Tests/SamplePackages/Banner/Package.swift")
        let moved = package.replacing("path: \"../../..\"", with: "path: \"../pagerd\"")
        #expect(moved != package)
        #expect(tutorial.contains("```swift\n\(moved)```"))
    }

    @Test func `The test in the README is a part of the tutorial's`() throws {
        let tutorial = try SourceFiles.text(of: "docs/tutorial/test-your-container.md")
        let readme = try SourceFiles.text(of: "README.md")
        let block = try #require(
            readme.components(separatedBy: "```swift\n").dropFirst().first?
                .components(separatedBy: "```").first)
        let indented = block.split(separator: "\n").map { "    \($0)\n" }.joined()
        #expect(tutorial.contains(indented))
    }

    @Test func `The daemon with a class is the same as in the sample`() throws {
        let document = try SourceFiles.text(of: "docs/reference/UIKIT.md")
        let main = try SourceFiles.text(
            of: "Tests/SamplePackages/FivePages/Sources/fivepagesd/main.swift")
        #expect(document.contains("```swift\n\(main)```"))
    }

    @Test func `Each guarantee for plugins names tests that exist`() throws {
        let document = try String(
            contentsOfFile: "\(SourceFiles.root)/docs/reference/PLUGINS.md", encoding: .utf8)
        let table = try #require(document.components(separatedBy: "### What is guaranteed").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
        #expect(rows.count > 10)
        let tests = try Self.tests()
        for row in rows {
            let proof = row.split(separator: "|").last ?? ""
            // Every second part is between backticks.
            let parts = proof.split(separator: "`", omittingEmptySubsequences: false)
            let names = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let isThere = tests.contains {
                    $0.contains("func \(name)(") || $0.contains("func `\(name)`(")
                        || $0.contains("def \(name)(")
                }
                #expect(isThere, "there is no test \(name)")
            }
        }
    }

    private static func tests() throws -> [String] {
        try ["Tests", "clients/python/tests"].flatMap { folder in
            let path = "\(SourceFiles.root)/\(folder)"
            return try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }
                .filter { !$0.contains(".build") }
                .map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
        }
    }

    private static func sample() throws -> [String] {
        try ["CarouselPlugin/Sources", "LibraryProducts/Sources/PluginSample"].flatMap { sources in
            let folder = "\(SourceFiles.root)/Tests/SamplePackages/\(sources)"
            return try FileManager.default.subpathsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        }
    }
}
