import Foundation

/// The source text of the project.
enum SourceFiles {
    struct File: Sendable {
        /// The target's folder.
        let target: String
        /// The path relative to the project's folder.
        let path: String
        let lines: [Substring]
    }

    /// The project's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Returns every Swift file below a folder of the project, sorted by path. Hidden folders are
    /// skipped.
    static func all(in name: String = "Sources") throws -> [File] {
        let folder = "\(root)/\(name)"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".swift") && !"/\($0)".contains("/.") }
            .map { path in
                let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
                var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                if lines.last == "" { lines.removeLast() }
                return File(
                    target: String(path.prefix { $0 != "/" }), path: "\(name)/\(path)",
                    lines: lines)
            }
    }

    /// Returns the text of a file.
    ///
    /// - Parameter path: a path relative to the project's folder.
    static func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// Returns the module that a line imports, or nil if it is not an import.
    static func module(imported line: Substring) -> String? {
        let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        var words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }[...]
        words = words.drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard words.popFirst() == "import" else { return nil }
        words = words.drop { kinds.contains($0) }
        return words.first.map { String($0.prefix { $0 != "." }) }
    }

    /// Returns the part of a line before its comment.
    static func code(of line: Substring) -> Substring {
        line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
}
