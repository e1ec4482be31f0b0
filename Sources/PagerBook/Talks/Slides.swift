/// The parts of a talk in one Markdown text: front matter and slides.
///
/// A line of three or more `-`, or of two, separates slides. Directly below text, such a line makes
/// a heading, as in CommonMark, except in slides for remark; in code and notes, it is text. A text
/// without separators is split at headings, as by pandoc.
struct Slides {
    struct Slide {
        var notes: SpeakerNotes
        /// The line of the file on which the slide begins, counted from 1.
        var line: Int
        var picture: SlidePicture?

        fileprivate var isBlank: Bool {
            notes.text == nil && picture == nil && notes.unclosed == nil
                && LinkDefinitions.isAll(of: notes.body)
        }
    }

    private(set) var frontMatter: FrontMatterText?
    private(set) var slides: [Slide] = []
    private(set) var remarks: [Remark] = []
    /// The text without the syntax of other programs and without front matter. Its lines have the
    /// numbers of the file.
    private(set) var shownText = ""
    /// Whether lines separate the slides.
    private(set) var hasSeparators = false
    /// Whether the text was written as slides: it has separators or front matter.
    var isDeck: Bool { hasSeparators || frontMatter != nil }

    /// The definitions of links and footnotes, which hold for all slides.
    let definitions: LinkDefinitions

    /// - Parameters:
    ///   - folder: The folder of the file, in which pictures are found. Nil if there is none.
    ///   - isPage: Whether the whole text is one slide, as that of a file in a folder.
    init(_ text: String, in folder: String? = nil, isPage: Bool = false) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = Array(text.utf8)
        let newline = UInt8(ascii: "\n")
        let lines = (bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...])
            .split(separator: newline, omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        frontMatter = FrontMatterText(lines)
        let start = frontMatter?.lineCount ?? 0
        let content = TalkLines.plain(lines[start...])
        definitions = LinkDefinitions(content)
        // Only a deck has comments that are notes, so it is read again when it turns out to be one.
        var reader = SlideReader(
            content, frontMatter != nil ? .deck : .talk, definitions, in: folder, isPage: isPage)
        hasSeparators = reader.hasSeparators
        let divider =
            frontMatter?.headingLevel
            ?? (frontMatter?.isTitleBlock == true ? Self.level(of: content, isDeck: true) : nil)
        if hasSeparators {
            reader = SlideReader(content, .deck, definitions, in: folder, splitting: divider)
        } else if !isPage,
            let level = divider ?? Self.level(of: content, isDeck: frontMatter != nil)
        {
            reader = SlideReader(
                content, frontMatter != nil ? .deck : .talk, definitions, in: folder,
                splitting: level)
        }
        slides = reader.slides
        remarks = reader.remarks
        let shown = Array(repeating: [], count: start) + reader.shown
        shownText = String(decoding: Array(shown.joined(separator: [newline])), as: UTF8.self)
        // A rule at the beginning or the end is no slide.
        while slides.count > 1, slides.last?.isBlank == true { slides.removeLast() }
        while slides.count > 1, slides.first?.isBlank == true { slides.removeFirst() }
    }

    /// Returns whether a line consists of three or more `-`.
    static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        let count = line.prefix { $0 == UInt8(ascii: "-") }.count
        return count >= 3 && line.dropFirst(count).allSatisfy { $0 == UInt8(ascii: " ") || $0 == 9 }
    }

    /// Returns the level of the headings that begin slides. In a deck, this is the highest level of
    /// a heading that is directly above content, as in pandoc. Nil without headings.
    private static func level(of lines: ArraySlice<ArraySlice<UInt8>>, isDeck: Bool) -> Int? {
        var notes = SpeakerNotes(.talk)
        var (found, direct): (Int?, Int?) = (nil, nil)
        var latest: Int?
        for (index, line) in zip(lines.indices, lines) {
            let heading = notes.isInside ? nil : Heading.level(at: index, in: lines)
            notes.read(line)
            if let heading {
                found = min(heading, found ?? heading)
                latest = heading
            } else if !line.isBlank, !(index > 0 && Heading.isUnderline(line)) {
                if let latest { direct = min(latest, direct ?? latest) }
                latest = nil
            }
        }
        guard let found else { return nil }
        return isDeck ? direct ?? found : max(found, 2)
    }
}

/// The lines of Markdown that are headings.
enum Heading {
    /// Returns the level of the heading at a line, or nil if there is none.
    static func level(at index: Int, in lines: ArraySlice<ArraySlice<UInt8>>) -> Int? {
        let line = lines[index]
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard line.count - text.count < 4, !text.isEmpty else { return nil }
        let marks = text.prefix { $0 == UInt8(ascii: "#") }.count
        if (1...6).contains(marks) {
            let next = text.dropFirst(marks).first
            return next == nil || next == UInt8(ascii: " ") || next == 9 ? marks : nil
        }
        // A heading can be a line of text with `===` or `---` below it.
        guard index + 1 < lines.endIndex, index == lines.startIndex || lines[index - 1].isBlank,
            isText(text), isUnderline(lines[index + 1])
        else { return nil }
        return lines[index + 1].contains(UInt8(ascii: "=")) ? 1 : 2
    }

    static func isUnderline(_ line: ArraySlice<UInt8>) -> Bool {
        guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else {
            return false
        }
        let rest = line.drop { $0 == mark }
        return line.count - rest.count > 1 && rest.isBlank
    }

    /// Returns whether a line is text, below which `---` makes a heading: it begins with a character
    /// with which no heading, list, quotation, table, code, element or rule begins.
    static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.trimmed.first else { return false }
        return !"#-*+>|`~:=<".utf8.contains(first)
    }
}

/// A reader that splits the lines of a talk into slides.
private struct SlideReader {
    private(set) var slides: [Slides.Slide] = []
    private(set) var remarks: [Remark] = []
    private(set) var hasSeparators = false
    /// The lines without the syntax of other programs.
    private(set) var shown: [ArraySlice<UInt8>]
    private let isPage: Bool
    private let kind: SpeakerNotes.Text
    private let lines: ArraySlice<ArraySlice<UInt8>>
    private var slide: Slides.Slide
    private var syntax: DeckSyntax
    private var isDeck: Bool { syntax.isDeck }

    /// - Parameters:
    ///   - level: The headings of this level and of higher ones begin slides. Nil if no heading
    ///     begins one.
    ///   - isPage: Whether nothing begins another slide.
    init(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ kind: SpeakerNotes.Text,
        _ definitions: LinkDefinitions, in folder: String?, splitting level: Int? = nil,
        isPage: Bool = false
    ) {
        let isDeck = kind == .deck
        let lines = isDeck ? PandocTables.plain(lines) : lines
        (self.lines, self.isPage, self.kind) = (lines, isPage, isPage ? .page : kind)
        shown = Array(lines)
        syntax = DeckSyntax(isDeck: isDeck, definitions, in: folder)
        slide = Slides.Slide(notes: SpeakerNotes(self.kind), line: lines.startIndex + 1)
        syntax.isRemark = isDeck && DeckSyntax.isRemark(lines)
        var isAfterText = false
        var index = lines.startIndex
        if isDeck { index = skipSettings(at: index) }
        while index < lines.endIndex {
            let line = lines[index]
            if !slide.notes.isInside, !syntax.isHiding, !isAfterText, separates(line) {
                hasSeparators = true
                end()
                index = isDeck ? skipSettings(at: index + 1) : index + 1
                begin(at: index)
                continue
            }
            if let level, !slide.notes.isInside, !syntax.isHiding, !slide.notes.body.isEmpty,
                let heading = Heading.level(at: index, in: lines), heading <= level
            {
                next(at: index)
            }
            read(line, at: index)
            isAfterText = !syntax.isRemark && Heading.isText(line)
            index += 1
        }
        end()
        remarks = syntax.remarks
    }

    private mutating func read(_ line: ArraySlice<UInt8>, at index: Int) {
        guard !slide.notes.isInside else { return slide.notes.read(syntax.outdented(line)) }
        let hadPicture = syntax.picture != nil
        let plain = syntax.plain(line, at: index + 1, isFirst: slide.notes.body.isBlank) ?? []
        // A remark about the slide's picture has the line that names it.
        let isOfPicture = syntax.picture != nil && !hadPicture
        shown[index - lines.startIndex] = isOfPicture ? line : plain
        slide.notes.read(plain)
    }

    private mutating func next(at index: Int) {
        end()
        begin(at: index)
    }

    private mutating func begin(at index: Int) {
        slide = Slides.Slide(notes: SpeakerNotes(kind), line: index + 1)
    }

    private mutating func end() {
        if !isPage { slide.notes.read([]) }
        slide.notes.end()
        syntax.isAtStart = false
        let found = syntax.takePicture()
        slide.picture =
            slide.notes.comments.lazy.compactMap { Backdrop.picture(inComment: $0[...]) }.first
            .map { SlidePicture(path: Backdrop.located($0, in: syntax.folder)) } ?? found
        if !syntax.takeIsSkipped(isBlank: slide.isBlank) { slides.append(slide) }
    }

    /// Returns the index after the settings of a slide, which are between a separator and another
    /// one.
    private mutating func skipSettings(at start: Int) -> Int {
        guard !syntax.isRemark, start < lines.endIndex, DeckSyntax.isSetting(lines[start]) else {
            return start
        }
        let end = lines.indices[start...].first { index in
            let line = lines[index]
            if line.isBlank { return !continuesSettings(after: index) }
            return Slides.isRule(line)
                || !(FrontMatterText.isMember(line) || " \t#-".utf8.contains(line[line.startIndex]))
        }
        guard let end, Slides.isRule(lines[end]) else { return start }
        for (index, line) in zip(start..., lines[start..<end]) {
            syntax.take(setting: line, at: index + 1, else: .settings)
        }
        return end + 1
    }

    /// Returns whether a blank line of settings has others below it, perhaps after a comment.
    private func continuesSettings(after index: Int) -> Bool {
        let next = lines[(index + 1)...].prefix(2)
        guard let line = next.first(where: { $0.first != UInt8(ascii: "#") }) else { return false }
        return DeckSyntax.isSetting(line)
    }

    private func separates(_ line: ArraySlice<UInt8>) -> Bool {
        if isPage { return false }
        let isVertical = line.elementsEqual("--".utf8) && !syntax.isRemark
        return Slides.isRule(line) || isVertical || line.elementsEqual("+++".utf8)
    }
}

extension Sequence where Element == UInt8 {
    /// Whether there is only white space.
    var isBlank: Bool { allSatisfy { $0 <= 0x20 } }
}

/// A scanner that finds out, line by line, whether Markdown text is inside fenced code.
struct CodeFence {
    private var mark: UInt8 = 0
    private var length = 0

    var isOpen: Bool { length > 0 }

    /// Returns whether a line outside of code begins fenced code.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        var fence = CodeFence()
        return fence.read(line)
    }

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
