internal import PagerModel

/// A reader that makes a book from a Markdown file. The book is a pager with the id `talk` and a
/// page for each slide.
enum TalkReader {
    private static let id = "talk"

    /// The window of a talk that names no size: the shape of most projectors.
    private static var wide: (value: Value, positions: Positions) {
        var positions = Positions(line: 1, column: 1)
        positions.append(Positions(line: 1, column: 1))
        let size: Value = ["width": 1920, "height": 1080]
        return (.object([.init("size", size)]), positions)
    }

    static func isTalk(_ path: String) -> Bool {
        MediaType.of(fileName: PageFiles.lastComponent(path)) == .markdown
    }

    /// Converts the text of a talk to the document of a book. What the book does not have becomes a
    /// remark of the document.
    ///
    /// - Throws: `DocumentProblem` for an empty text, and if notes have no end.
    static func document(_ text: String, name: String) throws(DocumentProblem) -> Document {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw DocumentProblem(name, "the file is empty; write a slide into it", at: (1, 1))
        }
        let folder = Folder.parent(of: name)
        let talk = Slides(text, in: folder)
        let front = FrontMatter(talk.frontMatter, isReadme: !talk.isDeck)
        for slide in talk.slides {
            guard let unclosed = slide.notes.unclosed else { continue }
            throw DocumentProblem(
                name, unclosed.problem, at: (slide.line + unclosed.line, 1))
        }
        let bodies = try bodies(of: talk, name)
        let isSplit = !talk.hasSeparators || talk.frontMatter?.isTitleBlock == true
        let opening = isSplit ? front.opening.map { [$0] } ?? [] : []
        let pages =
            opening
            + talk.slides.enumerated().map { index, slide in
                let picture = (index == 0 ? front.firstPicture : nil) ?? front.picture
                return page(
                    slide, bodies[index], number: opening.count + index + 1,
                    picture.map { Backdrop.located($0, in: folder) })
            }
        var positions = Positions(line: 1, column: 1)
        for _ in opening { positions.append(Positions(line: 1, column: 1)) }
        for slide in talk.slides { positions.append(Positions(line: slide.line, column: 1)) }
        var (pager, outer) = (front.pager, Positions(line: 1, column: 1))
        pager.append("id", .string(id), Positions(line: 1, column: 1))
        pager.append("pages", .array(pages), positions)
        var book: [Value.Member] = []
        let window = front.window ?? Self.wide
        book.append(.init("window", window.value))
        outer.append(window.positions)
        book.append(.init(Kinds.ofFolders, .object(pager.members)))
        outer.append(pager.positions)
        var document = Document(name: name, value: .object(book), positions: outer)
        document.talk = talk.shownText
        document.remarks = (front.remarks + talk.remarks).sorted { $0.line < $1.line }.map {
            "\(name):\($0.line):1: \($0.text)"
        }
        return document
    }

    /// Returns the texts of the slides, each with the definitions of links and footnotes that it uses.
    private static func bodies(
        of talk: Slides, _ name: String
    ) throws(DocumentProblem) -> [String] {
        var bodies: [String] = []
        var added = 0
        for slide in talk.slides {
            let body = talk.definitions.completed(slide.notes.body)
            added += body.count - slide.notes.body.count
            guard added <= LinkDefinitions.mostBytes else {
                throw DocumentProblem(
                    name,
                    "the definitions of links and footnotes that the slides up to this one use must "
                        + "be at most \(LinkDefinitions.mostBytes) bytes together, because each "
                        + "slide has its own copy; shorten them", at: (slide.line, 1))
            }
            bodies.append(String(decoding: body, as: UTF8.self))
        }
        return bodies
    }

    /// - Parameter picture: The picture behind slides that name no other one.
    private static func page(
        _ slide: Slides.Slide, _ body: String, number: Int, _ picture: String?
    ) -> Value {
        let notes = slide.notes
        var content: [Value.Member] = [
            .init("type", .string(MediaType.markdown.name)), .init("body", .string(body)),
        ]
        if let text = notes.text { content.append(.init("notes", .string(text))) }
        if let picture = slide.picture ?? picture.map({ SlidePicture(path: $0) }) {
            let side = picture.side.map { [Value.Member("side", .string($0.rawValue))] } ?? []
            content.append(
                .init("theme", .object([.init("picture", .string(picture.path))] + side)))
        }
        return .object([
            .init("title", .string(PageFiles.heading(of: body) ?? "Slide \(number)")),
            .init("content", .object(content)),
        ])
    }
}

/// What a reader says about a part of a talk that it does not show as the author meant.
struct Remark {
    let line: Int
    let text: String
    /// What the remark has in common with those on other files.
    let cause: String

    init(line: Int, text: String, cause: String? = nil) {
        (self.line, self.text, self.cause) = (line, text, cause ?? text)
    }
}
