#if UIKitSources
    import SwiftDiagnostics
    import SwiftParserDiagnostics
    import SwiftSyntax

    /// All iOS sources of a target.
    final class Sources {
        private let files: [SourceFile]
        private let leftOut: [SourceFile]
        private(set) var survey: Survey
        private(set) var problems: [String] = []
        /// Whether a turned file makes objects of classes that are known only at run time.
        var needsMadeClasses = false
        private var moves: [Move] = []
        private var declaredOverrides: Set<Signature> = []

        /// A member of an extension that moves into its class.
        private struct Move {
            let member: MemberBlockItemSyntax
            let file: SourceFile
            let target: String
        }

        init(_ files: [SourceFile]) {
            self.files = files.filter { $0.importOfSwiftUI == nil }
            leftOut = files.filter { $0.importOfSwiftUI != nil }
            survey = Survey(self.files)
        }

        /// Returns the turned text of each file.
        func turned() -> [(SourceFile, String)] {
            for file in files {
                if file.tree.hasError { reportSyntax(of: file) }
                Turner(file, self).walk(file.tree)
            }
            for move in moves {
                guard let target = survey.classes[move.target] else { continue }
                let line = move.file.line(of: move.member.positionAfterSkippingLeadingTrivia)
                let back = target.file.line(of: target.closingBrace)
                target.file.insert(
                    "\n#sourceLocation(file: \(quoted(move.file.path)), line: \(line))\n"
                        + move.file.cut(move.member)
                        + "\n#sourceLocation(file: \(quoted(target.file.path)), line: \(back))\n",
                    at: target.closingBrace)
            }
            let list = needsMadeClasses ? survey.madeClasses : ""
            return leftOut.map { ($0, $0.leftOut ?? "") }
                + files.enumerated().map { index, file in
                    (file, file.turned + (index == 0 ? list : ""))
                }
        }

        func report(_ text: String, at node: some SyntaxProtocol, in file: SourceFile) {
            let start = file.lines.location(for: node.positionAfterSkippingLeadingTrivia)
            problems.append("\(file.path):\(start.line):\(start.column): error: \(text)")
        }

        func move(_ member: MemberBlockItemSyntax, of file: SourceFile, into target: String) {
            moves.append(Move(member: member, file: file, target: target))
        }

        /// Returns true the first time: the protocol for a signature is declared once.
        func declareOverrides(of signature: Signature) -> Bool {
            declaredOverrides.insert(signature).inserted
        }

        private func reportSyntax(of file: SourceFile) {
            for diagnostic in ParseDiagnosticsGenerator.diagnostics(for: file.tree)
            // The compiler reads `@available (iOS 11, *)`, with a warning.
            where !diagnostic.message.hasPrefix("extraneous whitespace before '('") {
                report(diagnostic.message, at: diagnostic.node, in: file)
            }
        }
    }
#endif
