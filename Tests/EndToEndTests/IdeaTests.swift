import DaemonUnderTest
import Foundation
import Testing

/// Checks that the files in docs/checks pass, and that the pages in docs/explanation/ideas show their output.
/// PAGERD_WRITE_DOCS=1 rewrites the output.
@Suite struct IdeaTests {
    private static let docs = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs").path

    /// Returns the file names in a folder of docs, without extensions.
    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(docs)/\(folder)")
            .map { String($0.prefix { $0 != "." }) }.sorted()
    }

    @Test(arguments: try names("checks"))
    func `Every check file passes, and its page shows byte for byte what it prints`(name: String)
        throws
    {
        let file = "\(Self.docs)/checks/\(name).yaml"
        let result = try ControlTool(folder: "/nowhere")("check", "--trace", file)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        // The first line is the name of the file, the last line is the summary.
        let printed = result.output.dropFirst("\(file)\n".count).split(separator: "\n\n")
        #expect(printed.last == "\(printed.count - 1) passed, 0 failed\n" && printed.count > 1)
        if try Self.pages().contains(name) { try compare(name, printed.dropLast()) }
    }

    private func compare(_ name: String, _ checks: ArraySlice<Substring>) throws {
        let path = "\(Self.docs)/explanation/ideas/\(name).md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let rendered = Data(try Self.filled(page, with: checks).utf8)
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] == "1" {
            try rendered.write(to: URL(fileURLWithPath: path))
        }
        #expect(
            FileManager.default.contents(atPath: path) == rendered,
            "docs/explanation/ideas/\(name).md is not what its check prints: run `make docs`")
        #expect(page.contains("pagerctl check --trace docs/checks/\(name).yaml\n"))
    }

    @Test func `The index links to every page, and every page links to its check`() throws {
        let index = try String(
            contentsOfFile: "\(Self.docs)/explanation/ideas/README.md", encoding: .utf8)
        let pages = try Self.pages()
        #expect(pages.count == 5)
        for name in pages {
            #expect(index.contains("(\(name).md)"))
            #expect(try Self.names("checks").contains(name))
        }
    }

    private static func pages() throws -> [String] {
        try names("explanation/ideas").filter { $0 != "README" }
    }

    /// Returns the page with the n-th check inserted into its n-th block that begins with PASS.
    private static func filled(_ page: String, with checks: ArraySlice<Substring>) throws -> String
    {
        var checks = checks
        var lines: [Substring] = []
        var isInside = false
        let old = page.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in old.enumerated() {
            if line == "```" { isInside = false }
            if line.hasPrefix("PASS"), index > 0, old[index - 1] == "```" {
                isInside = true
                let check = checks.popFirst()
                lines.append(try #require(check, "the page has more blocks than checks"))
            }
            if !isInside { lines.append(line) }
        }
        #expect(checks.isEmpty, "the page has no block for \(checks.first ?? "")")
        return lines.joined(separator: "\n")
    }
}
