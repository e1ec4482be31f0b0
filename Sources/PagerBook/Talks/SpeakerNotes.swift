/// The notes for the speaker in a Markdown text.
///
/// An HTML comment that begins with `notes:` or `note:` is a note, except inside code. A comment
/// without an end extends to the end of the text, so that no note becomes part of the page by
/// mistake.
struct SpeakerNotes {
    /// The text without the notes, for the audience.
    private(set) var body: [UInt8] = []
    private(set) var notes: [[UInt8]] = []
    private var fence = CodeFence()
    /// The text of the current comment; nil outside of comments.
    private var comment: [UInt8]?
    private let isTalk: Bool

    private static let opening = Array("<!--".utf8)
    private static let closing = Array("-->".utf8)

    /// Separates the speaker's notes in a Markdown text from the rest of the text. A comment that
    /// begins with `note:` or `notes:` contains notes.
    ///
    /// - Parameter isTalk: Whether the text is a slide of a talk. If so, the comments that are not
    ///   notes are removed too, except in code. Also, if a line outside of code and comments begins
    ///   with `Note:` or `Notes:`, this line and all lines after it are notes.
    init(_ text: some Sequence<UInt8>, isTalk: Bool) {
        self.isTalk = isTalk
        let lines = Array(text).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if isTalk, comment == nil, !fence.isOpen, let first = Self.noteLine(line) {
                var rest = Array(first)
                for later in lines[(index + 1)...] { rest += [UInt8(ascii: "\n")] + later }
                add(note: rest)
                return
            }
            read(line, isLast: index == lines.count - 1)
        }
        endComment()
    }

    /// The notes as one text. Nil if there are none.
    var text: String? {
        let all = notes.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: "\n\n")
    }

    private mutating func read(_ line: ArraySlice<UInt8>, isLast: Bool) {
        if comment == nil, fence.read(line) || fence.isOpen {
            body += line
        } else {
            var rest = line
            while let next = take(rest) { rest = next }
        }
        guard !isLast else { return }
        if comment != nil {
            comment?.append(UInt8(ascii: "\n"))
        } else {
            body.append(UInt8(ascii: "\n"))
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
        return inside
    }

    private mutating func endComment() {
        if let comment, let note = Self.note(comment[...]) { add(note: note) }
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
