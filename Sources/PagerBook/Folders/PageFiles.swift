internal import PagerModel

/// Makes the content of pages from the files of a book's folder.
struct PageFiles {
    let folder: Folder
    /// The folders of the files so far.
    private(set) var folders: TextSet = []
    /// Bytes of text that pages carry so far.
    private var inlined = 0

    /// A text up to this many bytes goes into the page, a larger one is named by its path.
    static let inlineBytes = 256 << 10
    /// All texts of a book together; what comes after is named by its path.
    static let inlineTotal = 64 << 20
    /// Enough to tell text from bytes.
    private static let startBytes = 8 << 10

    init(_ folder: Folder) {
        self.folder = folder
    }

    /// Why a path makes no page, in a sentence that says what to do.
    struct Problem: Error {
        let message: String
    }

    struct Page {
        let content: Value
        /// The first heading, else the file's name without its extension.
        let title: String
    }

    /// Where a file of the book lies.
    ///
    /// - Throws: `Problem`: missing, outside, no file.
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

    /// A file as a page: small texts as they are, everything else by its path.
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
        let heading = type == .markdown ? Self.heading(of: text) : nil
        return Page(
            content: Self.content(type, "body", text), title: heading ?? Self.stem(fileName))
    }

    static func content(_ type: MediaType, _ name: String, _ text: String) -> Value {
        .object([.init("type", .string(type.name)), .init(name, .string(text))])
    }

    static func lastComponent(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// A file's name without its extension.
    static func stem(_ fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else {
            return fileName
        }
        return String(fileName[..<dot])
    }

    /// The text of the first line that begins with one to six `#`, outside of fenced code.
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
