internal import PagerModel

/// The notes for the speaker in a Markdown text, which is read line by line.
///
/// An HTML comment that begins with `notes:` or `note:` is a note, except inside code, as are the
/// parts `<aside class="notes">` (reveal.js) and `::: notes` (pandoc).
struct SpeakerNotes {
    /// What the text is, which determines what in it is a note.
    enum Text {
        /// A page of a folder.
        case page
        /// A part of a Markdown file. Comments that are no notes are removed, too, except in code.
        /// From a line outside of code and comments that begins with `Note:` or `Notes:`, all lines
        /// are notes.
        case talk
        /// A slide of a file with separators or front matter. Comments are notes, too, unless they
        /// are directives, as are all lines after `???`.
        case deck
    }

    /// Notes or a comment without an end. They extend to the end of the text, so that no note
    /// becomes part of the page by mistake.
    struct Unclosed {
        /// The index of the line on which they begin.
        let line: Int
        let problem: String
    }

    /// The text without the notes, for the audience.
    private(set) var body: [UInt8] = []
    private(set) var notes: [[UInt8]] = []
    /// The comments that are no notes.
    private(set) var comments: [[UInt8]] = []
    private(set) var unclosed: Unclosed?
    private var fence = CodeFence()
    /// The code in a part `::: notes`.
    private var partFence = CodeFence()
    /// The form of the text that is now read and not shown, and this text.
    private var hidden: (form: Form, text: [UInt8])?
    /// The text from the line that begins with `Note:`.
    private var last: [UInt8]?
    /// Whether the line before was one of a paragraph that begins with `^`.
    private var isInParagraph = false
    private var lines = 0
    /// The index of the line on which the latest comment begins.
    private var opened = 0
    private let kind: Text

    /// A form of text that is not shown.
    private enum Form: Equatable {
        case comment
        /// `<aside class="notes">`, whose tag may end on a later line.
        case aside(hasTag: Bool)
        /// `::: notes`, with a number of other `:::` inside.
        case part(depth: Int)

        var name: String { self == .comment ? "comment" : "note" }

        /// The text at its end.
        var end: String {
            switch self {
            case .comment: "-->"
            case .aside: "</aside>"
            case .part: ":::"
            }
        }

        /// Returns the range of the end in a line. `</ASIDE >` is an end, too.
        func endRange(in line: ArraySlice<UInt8>) -> Range<Int>? {
            guard case .aside = self else {
                return line.position(of: end).map { $0..<($0 + end.utf8.count) }
            }
            let name = "</aside"
            let start = line.indices.first { SpeakerNotes.starts(line[$0...], with: name) }
            guard let start else { return nil }
            let rest = line[(start + name.utf8.count)...].drop { SpeakerNotes.isSpace($0) }
            return rest.first == UInt8(ascii: ">") ? start..<(rest.startIndex + 1) : nil
        }
    }

    /// The line that is read, from the end of the last hidden text.
    private var visible: ArraySlice<UInt8> = []

    init(_ kind: Text) { self.kind = kind }

    /// Separates the speaker's notes in a whole text from the rest.
    init(_ text: some Sequence<UInt8>, _ kind: Text) {
        self.init(kind)
        let lines = Array(text).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines { read(line) }
        end()
    }

    /// Whether the next line is inside code, a comment or notes with an end.
    var isInside: Bool { fence.isOpen || hidden != nil }

    /// The notes as one text. Nil if there are none.
    var text: String? {
        let all = notes.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: "\n\n")
    }

    mutating func read(_ line: ArraySlice<UInt8>) {
        if lines > 0 { add([UInt8(ascii: "\n")]) }
        lines += 1
        if case .part(let depth) = hidden?.form { return read(line, inPart: depth) }
        if readParagraph(line) { return }
        let isCode = hidden == nil && (fence.read(line) || fence.isOpen)
        if last != nil || isCode {
            add(line)
        } else if hidden == nil {
            if Self.beginsNotes(line.trimmed) { return open(.part(depth: 0)) }
            if kind != .page { last = lastNotes(line).map { Array($0) } }
        }
        if isCode { return }
        let length = body.count
        var rest = line
        visible = line
        while let next = take(rest) { rest = next }
        // Comments in the last notes hide nothing, but a slide does not end in one.
        if last != nil { body.removeLast(body.count - length) }
    }

    /// Reads a line of a note as in Deckset: a paragraph that begins with `^`. Returns whether it was.
    private mutating func readParagraph(_ line: ArraySlice<UInt8>) -> Bool {
        let begins = line.first == UInt8(ascii: "^") && line.dropFirst().first != UInt8(ascii: "[")
        guard kind == .deck, hidden == nil, last == nil, !fence.isOpen, !line.isBlank,
            begins || isInParagraph
        else {
            isInParagraph = false
            return false
        }
        isInParagraph = true
        add(note: line.dropFirst(begins ? 1 : 0))
        return true
    }

    /// Reads the end of the text.
    mutating func end() {
        if let form = hidden?.form {
            unclosed = Unclosed(
                line: opened, problem: "this \(form.name) has no end; write \(form.end) after it")
        }
        endHidden()
        if let last { add(note: last) }
    }

    /// Returns whether a line begins notes as in pandoc, such as `::: notes` or `::: {.notes}`.
    static func beginsNotes(_ line: ArraySlice<UInt8>) -> Bool {
        let marks = line.prefix { $0 == UInt8(ascii: ":") }.count
        guard marks >= 3 else { return false }
        var name = line.dropFirst(marks).trimmed
        // pandoc permits colons at the end, too.
        while name.last == UInt8(ascii: ":") { name.removeLast() }
        name = name.trimmed
        guard name.first == UInt8(ascii: "{"), name.last == UInt8(ascii: "}") else {
            return name.elementsEqual("notes".utf8)
        }
        return name.dropFirst().dropLast().split(whereSeparator: Self.isSpace)
            .contains { $0.elementsEqual(".notes".utf8) }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, inPart depth: Int) {
        if partFence.read(line) || partFence.isOpen {
            hidden?.text.append(contentsOf: line)
            return
        }
        let marks = line.trimmed.prefix { $0 == UInt8(ascii: ":") }.count
        let isEnd = marks >= 3 && line.trimmed.dropFirst(marks).isBlank
        if isEnd, depth == 0 { return endHidden() }
        if marks >= 3 { hidden?.form = .part(depth: depth + (isEnd ? -1 : 1)) }
        hidden?.text.append(contentsOf: line)
    }

    private mutating func add(_ text: some Sequence<UInt8>) {
        if last != nil {
            last?.append(contentsOf: text)
        } else if hidden != nil {
            hidden?.text.append(contentsOf: text)
        } else {
            body += text
        }
    }

    private mutating func open(_ form: Form) {
        hidden = (form, [])
        partFence = CodeFence()
        opened = lines - 1
    }

    /// Reads a line up to the next position at which hidden text begins or ends. Returns the rest
    /// of the line, or nil if the whole line was read.
    private mutating func take(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if let form = hidden?.form {
            guard let end = form.endRange(in: line) else {
                hidden?.text.append(contentsOf: line)
                return nil
            }
            hidden?.text.append(contentsOf: line[..<end.lowerBound])
            endHidden()
            visible = line[end.upperBound...]
            return visible
        }
        if let (start, hasTag) = Self.aside(in: line) {
            body += line[..<start.lowerBound]
            open(.aside(hasTag: hasTag))
            return line[start.upperBound...]
        }
        let opening = "<!--"
        guard let start = line.position(of: opening) else {
            body += line
            return nil
        }
        let inside = line[(start + opening.utf8.count)...]
        // Inline code, and comments that are not notes, remain unchanged.
        guard !isInCode(start), kind != .page || Self.note(inside) != nil else {
            body += line[..<inside.startIndex]
            return inside
        }
        body += line[..<start]
        open(.comment)
        return inside
    }

    /// Returns whether an index of the visible line is between backticks.
    private func isInCode(_ index: Int) -> Bool {
        let tick = UInt8(ascii: "`")
        var rest = visible
        while let start = rest.firstIndex(of: tick), start < index {
            let mark = rest[start...].prefix { $0 == tick }
            var end: Int?
            var next = rest[mark.endIndex...]
            while end == nil, let found = next.firstIndex(of: tick) {
                let other = next[found...].prefix { $0 == tick }
                if other.count == mark.count { end = other.endIndex }
                next = next[other.endIndex...]
            }
            if let end, index < end { return true }
            rest = rest[(end ?? mark.endIndex)...]
        }
        return false
    }

    /// Returns the range of `<aside class="notes">` at the beginning of a line. A tag that ends on a
    /// later line is one of notes, so that no note is shown by mistake.
    private static func aside(
        in line: ArraySlice<UInt8>
    ) -> (range: Range<Int>, hasTag: Bool)? {
        let text = line.drop { isSpace($0) }
        let name = "<aside"
        guard starts(text, with: name),
            text.dropFirst(name.utf8.count).first.map({ isSpace($0) || $0 == UInt8(ascii: ">") })
                != false
        else { return nil }
        guard let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return (text.startIndex..<text.endIndex, false)
        }
        guard text[..<end].contains(text: "notes") else { return nil }
        return (text.startIndex..<(end + 1), true)
    }

    private mutating func endHidden() {
        guard last == nil, let (form, hiddenText) = hidden else {
            hidden = nil
            return
        }
        hidden = nil
        var text = hiddenText
        if form == .aside(hasTag: false), let end = text.firstIndex(of: UInt8(ascii: ">")) {
            text.removeFirst(end + 1)
        }
        if form != .comment {
            add(note: text)
        } else if let note = Self.note(text[...]) {
            add(note: note)
        } else if kind == .deck, !Self.isDirective(text[...]) {
            add(note: text)
        } else {
            comments.append(text)
        }
    }

    private mutating func add(note: some Sequence<UInt8>) {
        notes.append(Array(Array(note)[...].trimmed))
    }

    /// Returns the text after `notes:` or `note:` at the beginning of `text`. Returns nil if `text`
    /// does not begin with one of them.
    private static func note(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = text.drop { isSpace($0) }
        for word in ["notes:", "note:", "speaker_note:"] where starts(rest, with: word) {
            return rest.dropFirst(word.utf8.count)
        }
        return nil
    }

    /// Returns the notes on a line with which the last notes of a slide begin, or nil.
    private func lastNotes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if kind == .deck, line.trimmed.elementsEqual("???".utf8) { return [] }
        // Four spaces make code.
        let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
        let isText = indent < 4 && line.dropFirst(indent).first.map(Self.isSpace) != true
        return isText ? Self.note(line) : nil
    }

    /// The names of Marp's directives, and of other commands in comments.
    private static let directives: TextSet = [
        "theme", "style", "headingDivider", "size", "math", "title", "author", "description",
        "keywords", "url", "image", "marp", "paginate", "header", "footer", "class", "color",
        "backgroundColor", "backgroundImage", "backgroundPosition", "backgroundRepeat",
        "backgroundSize", "transition", "lang", "fit", "pause", "end_slide", "toc", "TOC",
        "column_layout", "column", "reset_layout", "jump_to_middle", "new_line", "new_lines",
    ]

    /// Returns whether a comment is meant for a program: each of its lines is a directive, such as
    /// `_class: lead` (Marp), `.slide: data-state="x"` (reveal.js) or `prettier-ignore`.
    private static func isDirective(_ text: ArraySlice<UInt8>) -> Bool {
        let lines = text.split(separator: UInt8(ascii: "\n")).map(\.trimmed).filter { !$0.isEmpty }
        if let first = lines.first,
            [".slide", ".element"].contains(where: { starts(first, with: $0) })
        {
            return true
        }
        return lines.allSatisfy { line in
            if ["prettier-", "markdownlint-", "vim:", "_class"].contains(
                where: { starts(line, with: $0) })
            {
                return true
            }
            let marks: [UInt8] = [UInt8(ascii: "_"), UInt8(ascii: "$")]
            let word = line.drop { marks.contains($0) }
                .prefix { $0 != UInt8(ascii: ":") && !isSpace($0) }
            let rest = line[word.endIndex...]
            return directives.contains(String(decoding: word, as: UTF8.self))
                && (rest.isEmpty || rest.first == UInt8(ascii: ":"))
        }
    }

    fileprivate static func starts(_ text: ArraySlice<UInt8>, with word: String) -> Bool {
        guard text.count >= word.utf8.count else { return false }
        return zip(text, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    fileprivate static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }
}
