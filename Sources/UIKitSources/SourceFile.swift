#if UIKitSources
    import Foundation
    import SwiftParser
    import SwiftSyntax

    /// A file of iOS sources, and the changes to it.
    ///
    /// A change never moves a line: it stands on one line, or has as many as it replaces. So the
    /// compiler's messages name the lines of the original.
    final class SourceFile {
        let path: String
        let tree: SourceFileSyntax
        let lines: SourceLocationConverter
        private let bytes: [UInt8]
        private var edits: [Edit] = []

        private struct Edit {
            let range: Range<Int>
            let text: String
        }

        init(path: String) throws {
            self.path = path
            let text = try String(contentsOfFile: path, encoding: .utf8)
            bytes = Array(text.utf8)
            tree = Parser.parse(source: text)
            lines = SourceLocationConverter(fileName: path, tree: tree)
        }

        var name: String { URL(filePath: path).lastPathComponent }

        func line(of position: AbsolutePosition) -> Int { lines.location(for: position).line }

        // MARK: Changes

        /// Replaces a node without the space and comments around it.
        func replace(_ node: some SyntaxProtocol, with text: String) {
            replace(
                node.positionAfterSkippingLeadingTrivia
                    .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset, with: text)
        }

        /// Removes a node, and leaves its line breaks.
        func remove(_ node: some SyntaxProtocol) {
            replace(node, with: String(repeating: "\n", count: breaks(in: node)))
        }

        func insert(_ text: String, at position: AbsolutePosition) {
            replace(position.utf8Offset..<position.utf8Offset, with: text)
        }

        private func replace(_ range: Range<Int>, with text: String) {
            edits.append(Edit(range: range, text: text))
        }

        private func breaks(in node: some SyntaxProtocol) -> Int {
            node.trimmedDescription.utf8.count { $0 == UInt8(ascii: "\n") }
        }

        /// Returns the changed text of a node, and removes the node from the file.
        func cut(_ node: some SyntaxProtocol) -> String {
            let range =
                node.positionAfterSkippingLeadingTrivia
                .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
            let text = text(in: range)
            edits.removeAll {
                range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
            }
            remove(node)
            return text
        }

        /// The changed text of the file, with the original lines.
        var turned: String {
            let text = text(in: 0..<bytes.count)
            let imports = ["UIKit"] + Self.modules.filter { text.contains($0.names) }.map(\.module)
            return imports.map { "import \($0)" }.joined(separator: "; ")
                + "\n#sourceLocation(file: \(quoted(path)), line: 1)\n" + text
        }

        /// The modules that are parts of Foundation on iOS, and what code names of them.
        private static var modules: [(module: String, names: Regex<Substring>)] {
            [
                (
                    "FoundationNetworking",
                    #/\b(?:HTTP|Cached)?URL(?:Session|Request|Response|Cache)|HTTPCookie|URLCredential/#
                ),
                ("FoundationXML", #/\bXML(?:Parser|Document)/#),
            ]
        }

        private func text(in range: Range<Int>) -> String {
            var result: [UInt8] = []
            var position = range.lowerBound
            let inside = edits.enumerated().filter {
                range.lowerBound <= $0.element.range.lowerBound
                    && $0.element.range.upperBound <= range.upperBound
            }
            // Several insertions at one position keep their order.
            let sorted = inside.sorted {
                ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
            }
            for (_, edit) in sorted where edit.range.lowerBound >= position {
                result += bytes[position..<edit.range.lowerBound]
                result += Array(edit.text.utf8)
                position = edit.range.upperBound
            }
            result += bytes[position..<range.upperBound]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// Returns a string literal.
    func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
#endif
