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
