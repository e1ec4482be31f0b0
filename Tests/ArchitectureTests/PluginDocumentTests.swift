import Foundation
import Testing

/// The Swift code in docs/PLUGINS.md is the sample's.
@Suite struct PluginDocumentTests {
    @Test func codeIsTheSamples() throws {
        let document = try String(
            contentsOfFile: "\(SourceFiles.root)/docs/PLUGINS.md", encoding: .utf8)
        let blocks = document.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 2)
        let sample = try Self.sample()
        for block in blocks { #expect(sample.contains { $0.contains(block) }, "\(block)") }
    }

    private static func sample() throws -> [String] {
        let folder = "\(SourceFiles.root)/Tests/SamplePackages/CarouselPlugin/Sources"
        return try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    }
}
