import Foundation

/// The source text of the clients in other languages, without their tests and documents.
enum ClientFiles {
    struct File: Sendable {
        /// The path relative to the folder `clients`.
        let path: String
        /// The lines of code, without comments and docstrings, each with its number.
        let code: [(number: Int, text: Substring)]
        /// Whether the file is generated from a daemon's description.
        let isGenerated: Bool
    }

    private static let endings: Set<String> = ["py", "js", "html", "css", "c", "h", "sh"]

    /// Returns all files, sorted by path.
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

    /// Returns the lines that are not comments. A line with code and a comment counts as code.
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
            // In C and CSS, lines of code may begin with these characters too.
            let isCode = start.hasPrefix("#include") || start.hasPrefix("#define")
            if !isInDocstring, !isComment || isCode { found.append((index + 1, line)) }
        }
        return found
    }
}
