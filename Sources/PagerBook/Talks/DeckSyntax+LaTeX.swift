internal import PagerModel

/// The commands of LaTeX that decks for pandoc and beamer have outside of formulas.
extension DeckSyntax {
    /// The commands of which a line is not shown.
    private static let commands: TextSet = [
        "newpage", "pagebreak", "clearpage", "pause", "vspace", "hspace", "bigskip", "medskip",
        "smallskip", "vfill", "hfill", "vskip", "noindent", "tableofcontents", "centering",
        "maketitle", "titlepage", "column", "columns", "only", "onslide", "framebreak", "label",
        "note", "section", "subsection", "appendix", "bibliography", "input", "usepackage",
        "setbeamertemplate", "newcommand", "renewcommand", "includegraphics", "caption", "Huge",
        "huge", "LARGE", "Large", "large", "normalsize", "small", "footnotesize", "scriptsize",
        "tiny", "begin", "end",
    ]
    /// The environments whose text no reader should see.
    private static let drawn: TextSet = [
        "tabular", "table", "figure", "tikzpicture", "lstlisting", "verbatim", "thebibliography",
        "comment",
    ]
    /// The commands of which the text in braces is shown.
    private static let styles: TextSet = [
        "textbf", "textit", "emph", "alert", "underline", "textsc", "texttt", "textsf", "textrm",
        "structure", "text", "mbox", "hl", "textcolor",
    ]

    /// Returns whether a line is a command that is not shown.
    mutating func isCommand(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "\\") else { return false }
        let name = text.dropFirst().prefix { (0x61...0x7A).contains($0 | 0x20) }
        guard Self.commands.contains(String(decoding: name, as: UTF8.self)) else { return false }
        let rest = text[name.endIndex...]
        if name.elementsEqual("begin".utf8), rest.first == UInt8(ascii: "{") {
            let environment = String(
                decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
            let end = "\\end{\(environment)}"
            if Self.drawn.contains(environment), !rest.contains(text: end) { hidden = .text(end) }
        }
        return true
    }

    /// Shows the texts of commands such as `\textbf{text}`, and items of lists.
    mutating func withoutCommands(_ line: ArraySlice<UInt8>, _ number: Int) -> ArraySlice<UInt8> {
        guard line.contains(UInt8(ascii: "\\")) else { return line }
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
            let name = rest[(start + 1)...].prefix { (0x61...0x7A).contains($0 | 0x20) }
            let word = String(decoding: name, as: UTF8.self)
            let after = rest[name.endIndex...]
            result += rest[..<start]
            if word == "item", result.isBlank {
                result += "-".utf8
                rest = after
            } else if word == "pause" {
                rest = after
            } else if Self.styles.contains(word), let (text, end) = Self.argument(after, word) {
                result += text
                rest = rest[end...]
            } else {
                result += rest[start..<max(name.endIndex, start + 1)]
                rest = after
                continue
            }
            note(.commands, at: number)
        }
        return (result + rest)[...]
    }

    /// The most bytes of an argument of a command.
    private static let longestArgument = 4096

    /// Returns the shown text in braces, and the index after it. Before it is a colour in others.
    private static func argument(
        _ text: ArraySlice<UInt8>, _ command: String
    ) -> (ArraySlice<UInt8>, Int)? {
        var rest = text
        for isLast in command == "textcolor" ? [false, true] : [true] {
            guard rest.first == UInt8(ascii: "{"),
                let end = rest.prefix(longestArgument).firstIndex(of: UInt8(ascii: "}"))
            else { return nil }
            if isLast { return (rest[..<end].dropFirst(), end + 1) }
            rest = rest[(end + 1)...]
        }
        return nil
    }
}
