internal import PagerModel

/// A converter from the files in a book's folder to the content of pages.
struct PageFiles {
    let folder: Folder
    /// The folders that contain the files used so far.
    private(set) var folders: TextSet = []
    /// The total size, in bytes, of the texts that have been copied into pages so far.
    private var inlined = 0

    /// The maximum size, in bytes, of a text file that is copied into a page's content. For a
    /// larger file, the content has only the file's path.
    static let inlineBytes = 256 << 10
    /// The maximum total size, in bytes, of the text files that are copied into the pages of a
    /// book. A page for a file that would exceed this size contains only the file's path.
    static let inlineTotal = 64 << 20
    /// The number of bytes at the start of a file that are examined to decide whether it is text.
    private static let startBytes = 8 << 10

    init(_ folder: Folder) {
        self.folder = folder
    }

    /// The reason why a file cannot become a page, with advice for the author of the book.
    struct Problem: Error {
        let message: String
    }

    struct Page {
        let content: Value
        /// The first heading, or the file's name without its extension.
        let title: String
    }

    /// Returns the name and the absolute path of a file of the book. The name is the path relative
    /// to the book's folder, or the absolute path of a file in another allowed folder.
    ///
    /// - Throws: `Problem` if the file is missing or outside the allowed folders, or if the path is
    ///   that of the book's folder or cannot be resolved.
    func locate(_ path: String) throws(Problem) -> (name: String, full: String) {
        switch folder.find(path) {
        case .inside(let name, let full): return (name, full)
        case .outside:
            throw Problem(
                message: "\(quoted(path)) leads outside the book's folder; move or copy the file "
                    + "into \(folder.path), or permit its folder with --allow FOLDER")
        case .missing:
            throw Problem(
                message: "there is no file \(quoted(path)) in \(folder.path); write its path "
                    + "relative to that folder")
        case .failed(let problem):
            throw Problem(message: "\(quoted(path)): \(problem.sentence)")
        }
    }

    /// Returns the page for a file. The text of a small text file is copied into the page's
    /// content. For any other file, the content has only the file's path.
    ///
    /// - Throws: `Problem` if the file is missing, is outside the allowed folders, or cannot be
    ///   read.
    mutating func page(_ path: String) throws(Problem) -> Page {
        let (name, full) = try locate(path)
        let fileName = Self.lastComponent(name)
        folders.insert(Folder.parent(of: full))
        let type: MediaType
        var text: String?
        do {
            let (start, size) = try FileContents.start(of: full, Self.startBytes)
            type = MediaType.of(fileName: fileName) ?? MediaType.of(bytes: start)
            if type.isText, size <= Self.inlineBytes, inlined + size <= Self.inlineTotal {
                let bytes = try FileContents.read(full, atMost: Self.inlineBytes)
                text = String(validating: bytes, as: UTF8.self)
            }
        } catch {
            throw Problem(message: "\(quoted(path)): \(error.sentence)")
        }
        if let text { return try inline(text, type, path) }
        return Page(content: Self.content(type, "url", name), title: Self.stem(fileName))
    }

    private mutating func inline(
        _ body: String, _ type: MediaType, _ path: String
    ) throws(Problem) -> Page {
        let fileName = Self.lastComponent(path)
        inlined += body.utf8.count
        let mark: Unicode.Scalar = "\u{FEFF}"
        let text =
            body.unicodeScalars.first == mark
            ? String(body.unicodeScalars.dropFirst()) : body
        guard type == .markdown else {
            return Page(content: Self.content(type, "body", text), title: Self.stem(fileName))
        }
        let separated = SpeakerNotes(text.utf8, isTalk: false)
        if let line = separated.unclosed {
            throw Problem(message: "\(quoted(path)): line \(line + 1): \(SpeakerNotes.noEnd)")
        }
        let content = Self.content(
            type, "body", String(decoding: separated.body, as: UTF8.self))
        let notes = separated.text.map { [Value.Member("notes", .string($0))] } ?? []
        return Page(
            content: .object((content.members ?? []) + notes),
            title: Self.heading(of: text) ?? Self.stem(fileName))
    }

    static func content(_ type: MediaType, _ name: String, _ text: String) -> Value {
        .object([.init("type", .string(type.name)), .init(name, .string(text))])
    }

    static func lastComponent(_ path: String) -> String {
        path.pathComponents.last ?? ""
    }

    /// Returns a file's name without its extension.
    static func stem(_ fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else {
            return fileName
        }
        return String(fileName[..<dot])
    }

    /// Returns the text of the first Markdown heading outside of fenced code, or nil.
    static func heading(of markdown: String) -> String? {
        var isCode = false
        for line in markdown.split(whereSeparator: \.isNewline) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") || text.hasPrefix("~~~") { isCode.toggle() }
            let level = text.prefix { $0 == "#" }.count
            guard !isCode, (1...6).contains(level) else { continue }
            let rest = text.dropFirst(level)
            guard rest.first == " " || rest.first == "\t" else { continue }
            var words = rest.split { $0 == " " || $0 == "\t" }
            if let last = words.last, last.allSatisfy({ $0 == "#" }) { words.removeLast() }
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        return nil
    }
}
