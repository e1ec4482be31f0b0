internal import PagerModel

/// Makes the content of pages from the files of a book's folder.
struct PageFiles {
    let folder: Folder
    /// The folders of the files used so far.
    private(set) var folders: TextSet = []
    /// The total number of bytes of the texts that pages contain so far.
    private var inlined = 0

    /// The maximum size, in bytes, of a text that is put into a page's content. The content refers
    /// to a larger file by its path.
    static let inlineBytes = 256 << 10
    /// The maximum size, in bytes, of all texts in the contents of a book. Contents refer to
    /// further files by their paths.
    static let inlineTotal = 64 << 20
    /// The number of bytes at the start of a file that decide whether it is text.
    private static let startBytes = 8 << 10

    init(_ folder: Folder) {
        self.folder = folder
    }

    /// The reason why a path gives no page, in a sentence with advice.
    struct Problem: Error {
        let message: String
    }

    struct Page {
        let content: Value
        /// The first heading, or the file's name without its extension.
        let title: String
    }

    /// Returns the location of a file of the book.
    ///
    /// - Throws: `Problem` if it is missing, outside, or not a file.
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

    /// Returns a file as a page: a small text as content, any other file by its path.
    ///
    /// - Throws: `Problem`.
    mutating func page(_ path: String) throws(Problem) -> Page {
        let (name, full) = try locate(path)
        let fileName = Self.lastComponent(name)
        folders.insert(String(full.dropLast(fileName.utf8.count)))
        do {
            let (start, size) = try FileContents.start(of: full, Self.startBytes)
            let type = MediaType.of(fileName: fileName) ?? MediaType.of(bytes: start)
            if type.isText, size <= Self.inlineBytes, inlined + size <= Self.inlineTotal {
                let bytes = try FileContents.read(full, atMost: Self.inlineBytes)
                if let body = String(validating: bytes, as: UTF8.self) {
                    return inline(body, type, fileName)
                }
            }
            return Page(
                content: Self.content(type, "url", name), title: Self.stem(fileName))
        } catch {
            throw Problem(message: "\(quoted(path)): \(error.sentence)")
        }
    }

    private mutating func inline(_ body: String, _ type: MediaType, _ fileName: String) -> Page {
        inlined += body.utf8.count
        let mark: Unicode.Scalar = "\u{FEFF}"
        let text =
            body.unicodeScalars.first == mark
            ? String(body.unicodeScalars.dropFirst()) : body
        guard type == .markdown else {
            return Page(content: Self.content(type, "body", text), title: Self.stem(fileName))
        }
        let separated = SpeakerNotes(text.utf8, isTalk: false)
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
        String(path.split(separator: "/").last ?? "")
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
