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
