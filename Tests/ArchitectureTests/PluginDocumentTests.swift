import Foundation
import Testing

/// Compares the Swift code in the documents with the samples.
@Suite struct PluginDocumentTests {
    @Test func `Each Swift block in the plugin reference is part of a sample`() throws {
        let document = try String(
            contentsOfFile: "\(SourceFiles.root)/docs/reference/PLUGINS.md", encoding: .utf8)
        let blocks = document.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 7)
        // A kind with an option, a command and an event.
        let kind = try #require(blocks.first { $0.contains(": ContainerKind {") })
        #expect(kind.split(separator: "\n").count <= 30)
        let sample = try Self.sample()
        for block in blocks { #expect(sample.contains { $0.contains(block) }, "\(block)") }
    }

    @Test(arguments: [
        ("how-to/swift-client", "AllProducts/Sources/ClientSample/main"),
        ("how-to/embed", "AllProducts/Tests/ContainmentTestingSample/PushTests"),
        ("reference/UIKIT", "AllProducts/Tests/UIKitSample/SlideContainerTests"),
        ("reference/UIKIT", "AllProducts/Sources/fivepagesd/main"),
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

    private static func sample() throws -> [String] {
        try ["Carousel", "carouseld", "PluginSample"].flatMap { sources in
            let folder = "\(SourceFiles.root)/Tests/SamplePackages/AllProducts/Sources/\(sources)"
            return try FileManager.default.subpathsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        }
    }
}
