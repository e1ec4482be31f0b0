import Foundation

/// The text of the clients in other languages, without their tests and documents.
enum ClientFiles {
    struct File: Sendable {
        /// From the folder `clients` on.
        let path: String
        /// The lines that are no comments and no docstrings, each with its number.
        let code: [(number: Int, text: Substring)]
        /// Whether it was written by a program from what a daemon describes.
        let isGenerated: Bool
    }

    private static let endings: Set<String> = ["py", "js", "html", "css", "c", "h", "sh"]

    /// Every file, by path.
    static func all() throws -> [File] {
        let folder = "\(SourceFiles.root)/clients"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { path in
                endings.contains(URL(filePath: path).pathExtension) && !path.contains("/tests/")
            }
            .map { path in
                let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return File(
                    path: path, code: code(of: lines, isPython: path.hasSuffix(".py")),
                    isGenerated: lines.prefix(3).contains { $0.hasPrefix("Written by generate.py") }
                )
            }
    }

    /// Leaves out lines that are comments. A comment behind code counts as code.
    static func code(of lines: [Substring], isPython: Bool) -> [(number: Int, text: Substring)] {
        var found: [(number: Int, text: Substring)] = []
        var isInDocstring = false
        for (index, line) in lines.enumerated() {
            if isPython, line.contains("\"\"\"") {
                let marks = line.ranges(of: "\"\"\"")
                if !isInDocstring, let first = marks.first {
                    found.append((index + 1, line[..<first.lowerBound]))
                }
                if marks.count == 1 { isInDocstring.toggle() }
                continue
            }
            let start = line.drop { $0 == " " }
            let isComment = ["#", "//", "/*", "*"].contains { start.hasPrefix($0) }
            // A line of C or CSS may begin with these, too.
            let isCode = start.hasPrefix("#include") || start.hasPrefix("#define")
            if !isInDocstring, !isComment || isCode { found.append((index + 1, line)) }
        }
        return found
    }
}
