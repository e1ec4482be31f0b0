internal import PagerModel

/// The forms of site generators, notebooks and LaTeX.
extension DeckSyntax {
    /// What ends something of several lines that is not shown.
    enum Ending: Equatable {
        case text(String)
        case blankLine
        /// The end of a tag, but not of an arrow such as `=>`.
        case tag

        func isIn(_ line: ArraySlice<UInt8>) -> Bool {
            switch self {
            case .text(let text): line.contains(text: text)
            case .blankLine: line.isBlank
            case .tag:
                line.trimmed.last == UInt8(ascii: ">")
                    && !line.trimmed.suffix(2).elementsEqual("=>".utf8)
            }
        }
    }

    /// Returns the form of which a whole line is, in any Markdown file.
    mutating func form(ofLine text: ArraySlice<UInt8>) -> Form? {
        let slashes = text.prefix { $0 == UInt8(ascii: "/") }.count
        let isBlock =
            slashes >= 3 && (slashes == text.count || text.dropFirst(slashes).first == 0x20)
        if text.starts(with: ":::".utf8) || isBlock { return .columns }
        if Self.isContents(text) { return .contents }
        let marks = ["{.", "{:", "{#"]
        if text.last == UInt8(ascii: "}"), marks.contains(where: { text.starts(with: $0.utf8) }) {
            return .attributes
        }
        let includes = [
            "<<< ", "--8<--", ";--8<--", "@include ", "!include ", "[!INCLUDE ", "[!include ",
        ]
        if includes.contains(where: { text.starts(with: $0.utf8) }) { return .parts }
        if text.starts(with: "*[".utf8), text.contains(text: "]: ") { return .abbreviations }
        for (begin, end) in [("{%", "%}"), ("{{<", ">}}"), ("{{%", "%}}"), ("{/*", "*/}")]
        where text.starts(with: begin.utf8) && !text.contains(text: end) {
            hidden = .text(end)
            return .values
        }
        if text.starts(with: "{{<".utf8) || text.starts(with: "{{%".utf8),
            text.dropFirst(3).trimmed.starts(with: "mermaid".utf8)
        {
            hidden = .text("/mermaid")
            return .diagrams
        }
        return isScript(text) ? .element : nil
    }

    /// Returns whether a line is a statement of MDX, or begins an element with a tag of several lines.
    private mutating func isScript(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "import ".utf8), !text.contains(text: ". ") {
            if ["'", "\""].contains(where: { text.dropFirst(7).trimmed.starts(with: $0.utf8) }) {
                return true
            }
            if text.contains(text: " from '") || text.contains(text: " from \"") { return true }
            guard text.last == UInt8(ascii: "{") else { return false }
            hidden = .blankLine
            return true
        }
        let exports = ["const ", "default ", "function ", "let ", "{"]
        if text.starts(with: "export ".utf8),
            exports.contains(where: { text.dropFirst(7).starts(with: $0.utf8) })
        {
            hidden = .blankLine
            return true
        }
        guard text.first == UInt8(ascii: "<"), let name = text.dropFirst().first,
            (0x41...0x5A).contains(name), !text.contains(UInt8(ascii: ">"))
        else { return false }
        hidden = .tag
        return true
    }

    /// Returns the title of a note of Material for MkDocs, such as `!!! note "Title"`, as Markdown.
    /// Its text is indented.
    static func admonition(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let mark = ["!!! ", "??? ", "???+ ", "=== \""].first { text.starts(with: $0.utf8) }
        guard let mark else { return nil }
        let words = text.dropFirst(mark == "=== \"" ? 4 : mark.utf8.count)
        var title = words
        if let start = words.firstIndex(of: UInt8(ascii: "\"")) {
            title = words[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") }
        } else if !words.allSatisfy({ $0.isNamePart || $0 == 0x20 }) {
            return nil
        }
        guard let first = title.trimmed.first else { return [] }
        let capital = (0x61...0x7A).contains(first) ? first & 0xDF : first
        return "**".utf8 + [capital] + title.trimmed.dropFirst() + "**".utf8
    }

    /// Returns a line in which `change` has replaced each part between two marks. A part for which it
    /// returns nil stays.
    static func replacing(
        _ line: ArraySlice<UInt8>, from begin: String, to end: String,
        by change: (
            _ inside: ArraySlice<UInt8>, _ before: [UInt8], _ after: ArraySlice<UInt8>
        ) -> [UInt8]?
    ) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        var ends = Ends(line, of: end)
        while let start = rest.position(of: begin),
            let last = ends.next(from: start + begin.utf8.count)
        {
            let first = start + begin.utf8.count
            let after = rest[(last + end.utf8.count)...]
            result += rest[..<start]
            if let new = change(rest[first..<last], result, after) {
                result += new
                rest = after
            } else {
                result += begin.utf8
                rest = rest[first...]
            }
        }
        return (result + rest)[...]
    }

    /// Removes what site generators replace, such as `{% include x %}` and, in a deck, `{{ x }}`.
    mutating func withoutTemplates(_ line: ArraySlice<UInt8>, _ number: Int) -> ArraySlice<UInt8> {
        var isFound = false
        var result = line
        let marks = [("{%", "%}"), ("{{<", ">}}"), ("{{%", "%}}"), ("{/*", "*/}")]
        for (begin, end) in marks + (isDeck ? [("{{", "}}")] : [])
        where result.contains(text: begin) {
            result = Self.replacing(result, from: begin, to: end) { inside, _, _ in
                // `{{#b}}` belongs to attributes.
                if begin == "{{", inside.contains(UInt8(ascii: "{")) { return nil }
                isFound = true
                return []
            }
        }
        if isFound { note(.values, at: number) }
        guard isDeck, result.contains(text: "%%") else { return result }
        // A comment of Obsidian.
        return Self.replacing(result, from: "%%", to: "%%") { _, _, _ in [] }
    }

    /// Removes the marks of inserted texts, contents inside a line, and three or more colons.
    mutating func withoutMarks(_ line: ArraySlice<UInt8>, _ number: Int) -> ArraySlice<UInt8> {
        var result = Self.replacing(line, from: "++", to: "++") { inside, before, after in
            let isText =
                inside.first.map { $0 > 0x20 } == true && inside.last.map { $0 > 0x20 } == true
            let isPart = before.last?.isNamePart == true || after.first?.isNamePart == true
            return isText && !isPart && !inside.contains(UInt8(ascii: "+")) ? Array(inside) : nil
        }
        var form: Form?
        for begin in ["@[", "[["] where result.contains(text: begin) {
            result = Self.replacing(result, from: begin, to: "]") { inside, _, _ in
                guard inside.count <= Self.longestName else { return nil }
                let name = inside.filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
                let isContents = name.elementsEqual("toc".utf8)
                guard
                    isContents
                        || (begin == "@[" && Self.embedded.contains { name.elementsEqual($0.utf8) })
                else { return nil }
                form = isContents ? .contents : .element
                return [Self.removed]
            }
        }
        if let form {
            note(form, at: number)
            result = Self.withoutRest(result)
        }
        guard result.contains(text: ":::") else { return result }
        note(.columns, at: number)
        var shown: [UInt8] = []
        while let start = result.position(of: ":::") {
            shown += result[..<start]
            result = result[start...].drop { $0 == UInt8(ascii: ":") }
        }
        return (shown + result)[...]
    }

    /// The names of `@[name](address)` that embed a video.
    private static let embedded = ["youtube", "vimeo", "vine", "prezi", "osf", "video"]
    /// The most bytes of such a name, or of the mark of contents.
    private static let longestName = 16
    /// The place of something that was removed.
    private static let removed: UInt8 = 0x1B

    /// Removes the marks of removed contents, with the second bracket or the address behind them.
    private static func withoutRest(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var rest = line
        while let start = rest.firstIndex(of: removed) {
            result += rest[..<start]
            rest = rest[(start + 1)...]
            if rest.first == UInt8(ascii: "]") {
                rest = rest.dropFirst()
            } else if rest.first == UInt8(ascii: "("),
                let end = rest.firstIndex(of: UInt8(ascii: ")"))
            {
                rest = rest[(end + 1)...]
            }
        }
        return (result + rest)[...]
    }

    /// Turns the links and pictures of Obsidian, such as `![[a.png|300]]`, into those of Markdown.
    mutating func withPlainWikiLinks(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) -> ArraySlice<UInt8> {
        var isEmbedded = false
        let result = Self.replacing(line, from: "[[", to: "]]") { inside, before, after in
            guard !inside.contains(where: { "[]".utf8.contains($0) }), !inside.isBlank,
                after.first.map({ "(:[".utf8.contains($0) }) != true
            else { return nil }
            let parts = inside.split(separator: UInt8(ascii: "|"))
            guard let first = parts.first, let last = parts.last else { return nil }
            guard before.last == UInt8(ascii: "!") else {
                return isDeck && !Self.isContents("[".utf8 + inside + "]".utf8) ? Array(last) : nil
            }
            let path = first.trimmed.prefix { $0 != UInt8(ascii: "#") }
            guard Backdrop.picture(path) != nil else {
                isEmbedded = true
                return [Self.removed]
            }
            return Array("[](<".utf8) + Array(path) + Array(">)".utf8)
        }
        guard isEmbedded else { return result }
        note(.parts, at: number)
        let mark = [UInt8(ascii: "!"), Self.removed]
        return Array(result.split(separator: mark, omittingEmptySubsequences: false).joined())[...]
    }

    /// Shows the texts of links whose addresses are not defined, such as `[text][name]`, and removes
    /// such footnotes.
    mutating func withoutUndefined(
        _ line: ArraySlice<UInt8>, _ number: Int,
        original: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
    ) -> ArraySlice<UInt8> {
        var result = Self.replacing(line, from: "[^", to: "]") { inside, _, after in
            let isName = !inside.contains { $0 <= 0x20 || $0 == UInt8(ascii: "[") }
            return isName && after.first.map { ":(".utf8.contains($0) } != true
                && !definitions.contains(("^".utf8 + original(inside))[...]) ? [] : nil
        }
        if result.count != line.count { note(.definitions, at: number) }
        var rest = result
        result = []
        // The places of the open brackets.
        var open: [Int] = []
        while let byte = rest.first {
            if byte == UInt8(ascii: "[") { open.append(result.endIndex) }
            let start = byte == UInt8(ascii: "]") ? open.popLast() : nil
            if let start, let label = Self.label(rest.dropFirst()),
                isUndefined(label, of: result, from: start, original)
            {
                note(.definitions, at: number)
                let isPicture = result[..<start].last == UInt8(ascii: "!")
                if isPicture { result.removeLast(result.endIndex - start + 1) }
                if !isPicture { result.remove(at: start) }
                rest = rest[(label.endIndex + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The most bytes of a label, as in CommonMark.
    private static let longestLabel = 999

    /// Returns the label in the brackets with which a text begins.
    private static func label(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.first == UInt8(ascii: "[") else { return nil }
        let label = text.dropFirst().prefix(longestLabel).prefix { !"[]".utf8.contains($0) }
        return text[label.endIndex...].first == UInt8(ascii: "]") ? label : nil
    }

    /// Returns whether a link or a picture whose text begins at an index has no definition.
    private func isUndefined(
        _ given: ArraySlice<UInt8>, of line: ArraySlice<UInt8>, from start: Int,
        _ original: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
    ) -> Bool {
        let isPart = line[..<start].last.map { $0.isNamePart || "])".utf8.contains($0) } == true
        let text = given.isBlank ? line[(start + 1)...] : given
        guard !isPart, text.count <= Self.longestLabel else { return false }
        let label = original(text)
        return (given.isBlank || label.contains { $0 > 0x40 })
            && !label.contains(UInt8(ascii: "[")) && !definitions.contains(label)
    }
}

/// The ends of the parts of a line, each of which is searched for once.
struct Ends {
    private let line: ArraySlice<UInt8>
    private let text: String
    private var last: Int?

    init(_ line: ArraySlice<UInt8>, of text: String) {
        (self.line, self.text, last) = (line, text, line.startIndex - 1)
    }

    /// Returns the index of the first end at or after an index, which must not decrease.
    mutating func next(from index: Int) -> Int? {
        if let found = last, found < index { last = line[index...].position(of: text) }
        return last
    }
}
