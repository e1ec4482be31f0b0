internal import PagerModel

/// The parts of several lines that other programs read and CommonMark does not: formulas of LaTeX,
/// formulas with blank lines, highlighted code of Jekyll, and headings without a space.
enum TalkLines {
    typealias Lines = ArraySlice<ArraySlice<UInt8>>

    /// The most lines of a formula.
    private static let mostLines = 80

    /// Returns the lines with these parts in Markdown. Each line keeps its number.
    static func plain(_ lines: Lines) -> Lines {
        var result = lines
        var code = CodeFence()
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            let isHighlighted = line.contains(text: "{%") && changeHighlight(&result, at: index)
            if code.read(result[index]) || code.isOpen || isHighlighted {
                index += 1
                continue
            }
            if let end = formulaEnd(lines, at: index) {
                change(&result, from: index, to: end)
                index = end
            } else {
                result[index] = heading(line)
            }
            index += 1
        }
        return result
    }

    /// Changes a line such as `{% highlight ruby %}` to the beginning or the end of fenced code.
    private static func changeHighlight(_ lines: inout Lines, at index: Int) -> Bool {
        let words = lines[index].split { $0 <= 0x20 || "{}%-".utf8.contains($0) }
        guard lines[index].trimmed.starts(with: "{%".utf8), let name = words.first else {
            return false
        }
        if name.elementsEqual("highlight".utf8) {
            lines[index] = ("```".utf8 + (words.dropFirst().first ?? []))[...]
            return true
        }
        guard name.elementsEqual("endhighlight".utf8) else { return false }
        lines[index] = Array("```".utf8)[...]
        return true
    }

    /// Returns a line such as `##Text` or `#[fit]Text` with a space after the marks.
    private static func heading(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let marks = line.prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(marks), let first = line.dropFirst(marks).first else { return line }
        let isText =
            first == UInt8(ascii: "[") || (0x41...0x5A).contains(first) || first > 0x7F
            || (marks > 1 && first > 0x20 && !"!-/\\".utf8.contains(first))
        guard isText else { return line }
        return (line.prefix(marks) + [0x20] + line.dropFirst(marks))[...]
    }

    // MARK: formulas

    /// The environments of LaTeX that are formulas, and how KaTeX calls them.
    private static let environments: TextDictionary<String> = [
        "equation": "equation*", "align": "align*", "gather": "gather*", "alignat": "alignat*",
        "multline": "gather*", "eqnarray": "array", "displaymath": "equation*",
        "array": "array", "matrix": "matrix", "pmatrix": "pmatrix", "bmatrix": "bmatrix",
        "vmatrix": "vmatrix", "cases": "cases", "aligned": "aligned",
        "gathered": "gathered",
    ]

    /// Returns the last line of a formula that begins at a line, if it has to be changed.
    private static func formulaEnd(_ lines: Lines, at start: Int) -> Int? {
        let text = lines[start].trimmed
        let (mark, mayHaveBlanks): (String, Bool)
        if text.starts(with: "$$".utf8), !text.dropFirst(2).contains(text: "$$") {
            (mark, mayHaveBlanks) = ("$$", true)
        } else if text.elementsEqual("\\[".utf8) || text.elementsEqual("\\\\[".utf8) {
            (mark, mayHaveBlanks) = (String(decoding: text.dropLast(), as: UTF8.self) + "]", false)
        } else if let name = environment(text) {
            (mark, mayHaveBlanks) = ("\\end{\(name)}", true)
            if text.contains(text: mark) { return start }
        } else {
            return nil
        }
        let rest = lines[(start + 1)...].prefix(mostLines)
        guard let end = rest.firstIndex(where: { $0.contains(text: mark) }) else { return nil }
        let inside = lines[(start + 1)..<end]
        let isFormula = inside.allSatisfy { line in
            (mayHaveBlanks || !line.isBlank) && !Slides.isRule(line) && !CodeFence.begins(line)
                && line.first != UInt8(ascii: "#")
        }
        return isFormula ? end : nil
    }

    private static func environment(_ text: ArraySlice<UInt8>) -> String? {
        guard text.starts(with: "\\begin{".utf8), let end = text.firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        let name = String(decoding: text[..<end].dropFirst("\\begin{".utf8.count), as: UTF8.self)
        return environments[name.last == "*" ? String(name.dropLast()) : name].map { _ in name }
    }

    private static func change(_ lines: inout Lines, from start: Int, to end: Int) {
        let text = lines[start].trimmed
        let indent = lines[start].prefix { $0 <= 0x20 }
        if let name = environment(text) {
            let known = environments[name.last == "*" ? String(name.dropLast()) : name] ?? name
            let columns = name.hasPrefix("eqnarray") ? "{rcl}" : ""
            lines[start] = (indent + "$$".utf8 + text)[...]
            lines[end] = lines[end] + Array("$$".utf8)
            lines[start] = replacing(lines[start], "{\(name)}", by: "{\(known)}\(columns)")
            lines[end] = replacing(lines[end], "\\end{\(name)}", by: "\\end{\(known)}")
        } else if text.last == UInt8(ascii: "[") {
            lines[start] = (indent + "$$".utf8)[...]
            let mark = String(decoding: text.dropLast(), as: UTF8.self) + "]"
            lines[end] = replacing(lines[end], mark, by: "$$")
        }
        for index in start...end {
            // A blank line would end the formula; a comment of LaTeX does not.
            if lines[index].isBlank { lines[index] = Array("%".utf8)[...] }
            lines[index] = withoutLabel(lines[index])
        }
    }

    private static func replacing(
        _ line: ArraySlice<UInt8>, _ text: String, by new: String
    ) -> ArraySlice<UInt8> {
        guard let start = line.position(of: text) else { return line }
        return (line[..<start] + new.utf8 + line[(start + text.utf8.count)...])[...]
    }

    private static func withoutLabel(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let start = line.position(of: "\\label{"),
            let end = line[start...].firstIndex(of: UInt8(ascii: "}"))
        else { return line }
        return (line[..<start] + line[(end + 1)...])[...]
    }
}
