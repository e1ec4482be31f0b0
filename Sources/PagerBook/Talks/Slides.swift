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
