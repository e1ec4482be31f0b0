internal import PagerModel

/// A reader that makes a book from a Markdown file. The book is a pager with the id `talk` and a
/// page for each slide.
enum TalkReader {
    private static let id = "talk"
    /// The name of the front matter member that sets the size of the window.
    private static let windowSizeMember = "size"

    static func isTalk(_ path: String) -> Bool {
        path.hasSuffix(".md") || path.hasSuffix(".markdown")
    }

    /// Converts the text of a talk to the document of a book.
    ///
    /// - Throws: `DocumentProblem` if the front matter contains a mistake, or a comment has no end.
    static func document(_ text: String, name: String) throws(DocumentProblem) -> Document {
        let mark: Unicode.Scalar = "\u{FEFF}"
        let talk = Slides(
            text.unicodeScalars.first == mark ? String(text.unicodeScalars.dropFirst()) : text)
        var pager: [Value.Member] = []
        var places = Places(line: 1, column: 1)
        if talk.frontMatter.contains(where: { $0 > 0x20 && $0 != UInt8(ascii: "-") }) {
            let front = try Document.parse(
                String(decoding: talk.frontMatter, as: UTF8.self), name: name)
            guard let members = front.value.members else {
                throw DocumentProblem(
                    name,
                    "front matter must be an object, such as title: My talk, not "
                        + front.value.typeName, at: (1, 1))
            }
            pager = members
            places = front.places
        }
        for member in pager where ["pages", "id", "kind"].contains(member.name) {
            throw DocumentProblem(
                name, "front matter must not contain \(member.name), which pagerd sets itself",
                at: (1, 1))
        }
        var book: [Value.Member] = []
        var outer = Places(line: 1, column: 1)
        if let index = pager.firstIndex(where: { $0.name == windowSizeMember }) {
            book.append(.init("window", .object([pager.remove(at: index)])))
            var window = Places(line: Int(places.line), column: Int(places.column))
            window.append(places.remove(index))
            outer.append(window)
        }
        for slide in talk.slides {
            guard let line = slide.text.unclosed else { continue }
            throw DocumentProblem(
                name, SpeakerNotes.noEnd, at: (slide.line + line, 1))
        }
        let slides = talk.slides.enumerated().map { page($1, number: $0 + 1) }
        pager += [.init("id", .string(id)), .init("pages", .array(slides))]
        var pages = Places(line: 1, column: 1)
        for slide in talk.slides { pages.append(Places(line: slide.line, column: 1)) }
        places.append(Places(line: 1, column: 1))
        places.append(pages)
        book.append(.init(Kinds.ofFolders, .object(pager)))
        outer.append(places)
        return Document(name: name, value: .object(book), places: outer)
    }

    private static func page(_ slide: Slides.Slide, number: Int) -> Value {
        let notes = slide.text
        let body = String(decoding: notes.body, as: UTF8.self)
        var content: [Value.Member] = [
            .init("type", .string(MediaType.markdown.name)), .init("body", .string(body)),
        ]
        if let text = notes.text { content.append(.init("notes", .string(text))) }
        return .object([
            .init("title", .string(PageFiles.heading(of: body) ?? "Slide \(number)")),
            .init("content", .object(content)),
        ])
    }
}

/// The parts of a talk in one Markdown text: front matter and slides.
///
/// A line of three or more `-` separates slides if the line before it is empty. Directly below
/// text, such a line makes a heading, as in CommonMark; in code and comments, it is text. Front
/// matter is YAML between two such lines at the beginning.
struct Slides {
    struct Slide {
        var text = SpeakerNotes(isTalk: true)
        /// The line of the file on which the slide begins, counted from 1.
        var line: Int

        fileprivate func ended() -> Slide {
            var slide = self
            slide.text.read([])
            slide.text.end()
            return slide
        }
    }

    /// The YAML of the front matter, with the `---` line before it, so that its lines have the same
    /// numbers as in the file. Empty without front matter.
    private(set) var frontMatter: [UInt8] = []
    private(set) var slides: [Slide] = []

    init(_ text: String) {
        let newline = UInt8(ascii: "\n")
        var lines = Array(text.utf8).split(separator: newline, omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }[...]
        if let first = lines.first, Self.isRule(first),
            let end = lines.dropFirst().firstIndex(where: { Self.isRule($0) })
        {
            frontMatter = Array(lines[..<end].joined(separator: [newline]))
            lines = lines[(end + 1)...]
        }
        var slide = Slide(line: lines.startIndex + 1)
        var isAfterText = false
        for (index, line) in zip(lines.indices, lines) {
            if !slide.text.isInside, !isAfterText, Self.isRule(line) {
                slides.append(slide.ended())
                slide = Slide(line: index + 2)
            } else {
                slide.text.read(line)
            }
            isAfterText = line.contains { $0 > 0x20 } && !Self.isRule(line)
        }
        slides.append(slide.ended())
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        let count = line.prefix { $0 == UInt8(ascii: "-") }.count
        return count >= 3 && line.dropFirst(count).allSatisfy { $0 == UInt8(ascii: " ") || $0 == 9 }
    }
}

/// A scanner that finds out, line by line, whether Markdown text is inside fenced code.
struct CodeFence {
    private var mark: UInt8 = 0
    private var length = 0

    var isOpen: Bool { length > 0 }

    /// Reads a line. Returns whether it begins or ends fenced code.
    mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
        let indented = line.prefix(4).prefix { $0 == UInt8(ascii: " ") }.count
        let text = line.dropFirst(indented)
        guard indented < 4, let first = text.first,
            first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
        else { return false }
        let count = text.prefix { $0 == first }.count
        let rest = text.dropFirst(count)
        if isOpen {
            guard first == mark, count >= length, rest.allSatisfy({ $0 <= 0x20 }) else {
                return false
            }
            length = 0
            return true
        }
        guard count >= 3, first != UInt8(ascii: "`") || !rest.contains(first) else { return false }
        mark = first
        length = count
        return true
    }
}

/// The notes for the speaker in a Markdown text, which is read line by line.
///
/// An HTML comment that begins with `notes:` or `note:` is a note, except inside code.
struct SpeakerNotes {
    /// The text without the notes, for the audience.
    private(set) var body: [UInt8] = []
    private(set) var notes: [[UInt8]] = []
    /// The index of the line on which a comment begins that has no end. The comment extends to the
    /// end of the text, so that no note becomes part of the page by mistake.
    private(set) var unclosed: Int?
    private var fence = CodeFence()
    /// The text of the current comment; nil outside of comments.
    private var comment: [UInt8]?
    /// The text from the line that begins with `Note:`.
    private var last: [UInt8]?
    private var lines = 0
    /// The index of the line on which the latest comment begins.
    private var opened = 0
    private let isTalk: Bool

    /// The problem with a comment that has no end.
    static let noEnd = "this comment has no end; write --> after it"

    private static let opening = Array("<!--".utf8)
    private static let closing = Array("-->".utf8)

    /// - Parameter isTalk: Whether the text is a slide of a talk. If so, the comments that are not
    ///   notes are removed too, except in code. Also, if a line outside of code and comments begins
    ///   with `Note:` or `Notes:`, this line and all lines after it are notes.
    init(isTalk: Bool) { self.isTalk = isTalk }

    /// Separates the speaker's notes in a whole text from the rest.
    init(_ text: some Sequence<UInt8>, isTalk: Bool) {
        self.init(isTalk: isTalk)
        let lines = Array(text).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines { read(line) }
        end()
    }

    /// Whether the next line is inside code or a comment.
    var isInside: Bool { fence.isOpen || comment != nil }

    /// The notes as one text. Nil if there are none.
    var text: String? {
        let all = notes.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: "\n\n")
    }

    mutating func read(_ line: ArraySlice<UInt8>) {
        if lines > 0 { add([UInt8(ascii: "\n")]) }
        lines += 1
        let isCode = comment == nil && (fence.read(line) || fence.isOpen)
        if last != nil || isCode {
            add(line)
        } else if isTalk, comment == nil, let first = Self.noteLine(line) {
            last = Array(first)
        }
        if isCode { return }
        let length = body.count
        var rest = line
        while let next = take(rest) { rest = next }
        // Comments in the last notes hide nothing, but a slide does not end in one.
        if last != nil { body.removeLast(body.count - length) }
    }

    /// Reads the end of the text.
    mutating func end() {
        if comment != nil { unclosed = opened }
        endComment()
        if let last { add(note: last) }
    }

    private mutating func add(_ text: some Sequence<UInt8>) {
        if last != nil {
            last?.append(contentsOf: text)
        } else if comment != nil {
            comment?.append(contentsOf: text)
        } else {
            body += text
        }
    }

    /// Reads a line up to the next position at which a comment begins or ends. Returns the rest of
    /// the line, or nil if the whole line was read.
    private mutating func take(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if comment != nil {
            guard let end = Self.find(Self.closing, in: line) else {
                comment?.append(contentsOf: line)
                return nil
            }
            comment?.append(contentsOf: line[..<end])
            endComment()
            return line[(end + Self.closing.count)...]
        }
        guard let start = Self.find(Self.opening, in: line) else {
            body += line
            return nil
        }
        let ticks = line[..<start].count { $0 == UInt8(ascii: "`") }
        let inside = line[(start + Self.opening.count)...]
        // Inline code, and comments that are not notes, remain unchanged.
        guard ticks.isMultiple(of: 2), isTalk || Self.note(inside) != nil else {
            body += line[..<inside.startIndex]
            return inside
        }
        body += line[..<start]
        comment = []
        opened = lines - 1
        return inside
    }

    private mutating func endComment() {
        if last == nil, let comment, let note = Self.note(comment[...]) { add(note: note) }
        comment = nil
    }

    private mutating func add(note: some Sequence<UInt8>) {
        notes.append(Self.trimmed(Array(note)[...]))
    }

    /// Returns the text after `notes:` or `note:` at the beginning of `text`. Returns nil if `text`
    /// does not begin with one of them.
    private static func note(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = text.drop { isSpace($0) }
        for word in ["notes:", "note:"] where starts(rest, with: word) {
            return rest.dropFirst(word.utf8.count)
        }
        return nil
    }

    private static func noteLine(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        line.first.map(isSpace) == true ? nil : note(line)
    }

    private static func starts(_ text: ArraySlice<UInt8>, with word: String) -> Bool {
        guard text.count >= word.utf8.count else { return false }
        return zip(text, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text.drop { isSpace($0) }
        while let last = text.last, isSpace(last) { text.removeLast() }
        return Array(text)
    }

    private static func find(_ word: [UInt8], in line: ArraySlice<UInt8>) -> Int? {
        guard line.count >= word.count else { return nil }
        return (line.startIndex...line.endIndex - word.count).first {
            line[$0] == word[0] && line[$0..<$0 + word.count].elementsEqual(word)
        }
    }
}
