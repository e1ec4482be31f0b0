internal import Glibc
internal import PagerModel
internal import SystemCalls

/// A converter from the files in a book's folder to the content of pages.
struct PageFiles {
    let folder: Folder
    /// The folders that contain the files used so far.
    private(set) var folders: TextSet = []
    /// What the authors of the book should know about its files, such as missing pictures.
    var remarks: [String] {
        noted.map { one in
            switch one.others {
            case 0: one.text
            case 1: "\(one.text) (and in another file)"
            default: "\(one.text) (and in \(one.others) other files)"
            }
        }
    }
    private var noted: [(text: String, others: Int)] = []
    /// For each cause that many files may have, the index of its remark.
    private var causes: TextDictionary<Int> = [:]
    /// The total size, in bytes, of the texts that have been copied into pages so far.
    private var inlined = 0

    /// The maximum size, in bytes, of a text file that is copied into a page's content. For a
    /// larger file, the content has only the file's path.
    static let inlineBytes = 256 << 10
    /// The maximum total size, in bytes, of the text files that are copied into the pages of a
    /// book. A page for a file that would exceed this size contains only the file's path.
    static let inlineTotal = 64 << 20
    /// The maximum number of bytes of a file that are searched for missing pictures.
    private static let searchedBytes = 1 << 20
    /// The maximum number of remarks, so that a broken book does not fill the log.
    private static let mostRemarks = 1_000
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
        let start: [UInt8]
        var bytes: [UInt8]?
        do {
            let (found, size) = try FileContents.start(of: full, Self.startBytes)
            start = found
            type = MediaType.of(fileName: fileName, start: start)
            if type.isText, size <= Self.inlineBytes, inlined + size <= Self.inlineTotal {
                bytes = try FileContents.read(full, atMost: Self.inlineBytes)
            }
        } catch {
            throw Problem(message: "\(quoted(path)): \(error.sentence)")
        }
        if let bytes { return try inline(try text(of: bytes, path), type, path, name) }
        if type.isText, !TextEncoding.isUTF8(start: start) {
            throw Problem(
                message: "\(quoted(path)): the text is not UTF-8 and too long to be converted; "
                    + "save it in that encoding")
        }
        if !type.isShown {
            note(
                "\(shown(name)): a page shows no file of the type \(type.name); "
                    + "export it as pictures or a video, or make a book of a PDF with pagerview make-book",
                because: type.name)
        }
        check(name, full, type)
        return Page(
            content: Self.content(type, "url", Self.address(of: name)), title: Self.stem(fileName))
    }

    /// Returns the text of a file of the book. Another encoding than UTF-8 causes a remark.
    private mutating func text(of bytes: [UInt8], _ path: String) throws(Problem) -> String {
        guard let (text, encoding) = TextEncoding.decode(bytes) else {
            throw Problem(
                message: "\(quoted(path)): this is not a text in UTF-8; save it in that encoding")
        }
        if let encoding {
            note("\(shown(path)): the text is read as \(encoding); save it as UTF-8")
        }
        return text
    }

    private mutating func inline(
        _ body: String, _ type: MediaType, _ path: String, _ name: String
    ) throws(Problem) -> Page {
        let fileName = Self.lastComponent(path)
        let base = Self.folder(of: name)
        inlined += body.utf8.count
        let mark: Unicode.Scalar = "\u{FEFF}"
        let text =
            body.unicodeScalars.first == mark
            ? String(body.unicodeScalars.dropFirst()) : body
        guard type == .markdown else {
            check(text.utf8, type, in: base, at: shown(name))
            return Page(
                content: Self.content(type, "body", text, in: base), title: Self.stem(fileName))
        }
        return try markdown(text, path, name)
    }

    /// Returns the page for a Markdown file. Its front matter and the syntax of other programs are not
    /// shown.
    private mutating func markdown(
        _ text: String, _ path: String, _ name: String
    ) throws(Problem) -> Page {
        let base = Self.folder(of: name)
        let talk = Slides(text, in: base.isEmpty ? folder.path : nil, isPage: true)
        for remark in (talk.frontMatter?.remarksOnPage ?? []) + talk.remarks {
            note("\(shown(name)):\(remark.line):1: \(remark.text)", because: remark.cause)
        }
        let hasElements = talk.remarks.contains { $0.text == DeckSyntax.Form.element.remark }
        check(
            talk.shownText.utf8, .markdown, in: base, at: shown(name), mayHaveElements: hasElements)
        guard let slide = talk.slides.first else {
            return Page(content: Self.content(.markdown, "body", ""), title: Self.stem(name))
        }
        if let unclosed = slide.notes.unclosed {
            let line = slide.line + unclosed.line
            throw Problem(message: "\(quoted(path)): line \(line): \(unclosed.problem)")
        }
        let body = String(decoding: slide.notes.body, as: UTF8.self)
        let content = Self.content(.markdown, "body", body, in: base)
        let notes = slide.notes.text.map { [Value.Member("notes", .string($0))] } ?? []
        let picture = slide.picture.map { found in
            Value.Member("theme", .object([.init("picture", .string(found.path))]))
        }
        return Page(
            content: .object((content.members ?? []) + notes + (picture.map { [$0] } ?? [])),
            title: Self.heading(of: body) ?? talk.frontMatter?.title
                ?? Self.stem(Self.lastComponent(path)))
    }

    /// Returns a page's content.
    ///
    /// - Parameter base: The folder at which paths in the text begin. Empty for the book's folder,
    ///   and for a text without paths.
    static func content(
        _ type: MediaType, _ name: String, _ text: String, in base: String = ""
    ) -> Value {
        let members: [Value.Member] = [
            .init("type", .string(type.name)), .init(name, .string(text)),
        ]
        let hasPaths = type == .markdown || type == .html
        return .object(
            members + (base.isEmpty || !hasPaths ? [] : [.init("base", .string(base))]))
    }

    /// Returns the address of a file in a content. A colon would end the scheme of an address.
    static func address(of name: String) -> String {
        name.pathComponents.first?.contains(":") == true && !name.hasPrefix("/")
            ? "./" + name : name
    }

    /// Returns the folder of a file, relative to the book's folder like the name of the file.
    static func folder(of name: String) -> String {
        let parent = Folder.parent(of: name)
        return parent == "." ? "" : parent
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

    private static func withoutComments(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let start = line.position(of: "<!--") {
            let end = line[start...].position(of: "-->").map { $0 + 3 } ?? line.endIndex
            line.removeSubrange(start..<end)
        }
        return line
    }

    /// Returns the text of the first Markdown heading outside of fenced code, or nil.
    static func heading(of markdown: String) -> String? {
        let lines = Array(markdown.utf8).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        var fence = CodeFence()
        for (index, line) in zip(lines.indices, lines) {
            if fence.read(line) || fence.isOpen { continue }
            guard Heading.level(at: index, in: lines) != nil else { continue }
            let text = withoutComments(line.trimmed.drop { $0 == UInt8(ascii: "#") })
            var words = text.split { $0 <= 0x20 }
            if words.count > 0, words[words.count - 1].allSatisfy({ $0 == UInt8(ascii: "#") }) {
                words.removeLast()
            }
            let title = Array(words.joined(separator: [UInt8(ascii: " ")]))
            if !title.isEmpty { return String(decoding: title, as: UTF8.self) }
        }
        return nil
    }
}

/// Functions that find what is missing.
extension PageFiles {
    /// - Parameter cause: What other files may have in common with this one: only the first file is
    ///   named, and the others are counted.
    mutating func note(_ remark: String, because cause: String? = nil) {
        if let cause, let index = causes[cause] {
            noted[index].others += 1
        } else if noted.count < Self.mostRemarks {
            if let cause { causes[cause] = noted.count }
            noted.append((remark, 0))
        }
    }

    /// Returns the path of a file as the user would write it, for remarks.
    func shown(_ name: String) -> String {
        if name.hasPrefix("/") || folder.given == "." { return name }
        return folder.given.hasSuffix("/") ? folder.given + name : "\(folder.given)/\(name)"
    }

    /// Notes the files to which the text of a page refers and that cannot be shown.
    ///
    /// - Parameters:
    ///   - base: The folder at which the paths begin.
    ///   - file: The file of the text, for the remarks.
    ///   - mayHaveElements: Whether elements that are not shown have been reported.
    mutating func check(
        _ text: some Collection<UInt8>, _ type: MediaType, in base: String, at file: String,
        mayHaveElements: Bool = false
    ) {
        for reference in Self.references(in: text, type) {
            guard let problem = problem(of: reference.path, in: base) else { continue }
            note("\(file):\(reference.line):1: \(problem)")
        }
        if type == .markdown, !mayHaveElements { checkElements(text, at: file) }
    }

    /// Notes the first element of HTML in Markdown that is not shown.
    private mutating func checkElements(_ text: some Collection<UInt8>, at file: String) {
        guard let (name, line) = PageReferences.hiddenElement(inMarkdown: text) else { return }
        note(
            "\(file):\(line):1: elements such as <\(name)> are not shown"
                + (MarkdownElements.isHidden(name) ? "" : ", only the text in them"))
    }

    /// Notes the missing files of a file that is too large for a copy.
    mutating func check(_ name: String, _ full: String, _ type: MediaType) {
        guard type == .markdown || type == .html,
            let (text, _) = try? FileContents.start(of: full, Self.searchedBytes)
        else { return }
        check(text, type, in: Self.folder(of: name), at: shown(name))
    }

    static func references(
        in text: some Collection<UInt8>, _ type: MediaType
    ) -> [PageReference] {
        switch type {
        case .markdown: PageReferences.inMarkdown(text)
        case .html: PageReferences.inHTML(text)
        default: []
        }
    }

    /// Returns why a file to which a text refers cannot be shown, or nil.
    func problem(of path: String, in base: String) -> String? {
        let whole = path.hasPrefix("/") || base.isEmpty ? path : "\(base)/\(path)"
        switch folder.find(whole) {
        case .inside: return nil
        case .missing: return "there is no file \(quoted(path))"
        case .outside:
            return "\(quoted(path)) leads outside the book's folder; move or copy the file into "
                + "\(folder.path), or permit its folder with --allow FOLDER"
        case .failed(.folder): return nil
        case .failed(let problem): return "\(quoted(path)): \(problem.sentence)"
        }
    }
}

/// The reason why a file cannot be read.
enum FileProblem: Error {
    case folder
    case noFolder
    case notRegular
    case tooLarge(Int)
    case failed(Int32)

    /// A description of the problem for error messages, without a full stop.
    var sentence: String {
        switch self {
        case .folder: "this is a folder, not a file"
        case .noFolder: "this is not a folder"
        case .notRegular: "this is not a regular file"
        case .tooLarge(let bytes) where bytes < 1 << 20:
            "the file is larger than \(bytes >> 10) KiB"
        case .tooLarge(let bytes): "the file is larger than \(bytes >> 20) MiB"
        case .failed(ENOENT): "there is no such file or folder"
        case .failed(let code): "cannot be read: \(errorText(code))"
        }
    }
}

/// Functions that read files, and that distinguish files from folders.
enum FileContents {
    /// Returns the contents of a file.
    ///
    /// - Throws: `FileProblem` if the path does not name a regular file, or if the file has more
    ///   than `limit` bytes or cannot be read.
    static func read(_ path: String, atMost limit: Int) throws(FileProblem) -> [UInt8] {
        // O_NONBLOCK avoids waiting for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(errno) }
        defer { close(descriptor) }
        let size = try regularSize(descriptor)
        guard size <= limit else { throw .tooLarge(limit) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 4096), 1 << 20))
        while true {
            let count = SystemCalls.read(descriptor, into: &chunk)
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else { throw .tooLarge(limit) }
        }
    }

    static func isFolder(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } == true
    }

    static func isRegular(_ path: String, atLeast bytes: Int = 0) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_size >= bytes } == true
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(at: path, &status) == 0 ? status : nil
    }

    /// Returns at most `limit` bytes from the start of a file, and the total size of the file.
    ///
    /// - Throws: `FileProblem` if the path does not name a regular file, or if the file cannot be
    ///   read.
    static func start(
        of path: String, _ limit: Int
    ) throws(FileProblem) -> (bytes: [UInt8], size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(errno) }
        defer { close(descriptor) }
        let size = try regularSize(descriptor)
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = SystemCalls.read(descriptor, into: &bytes)
        while count < 0, errno == EINTR { count = SystemCalls.read(descriptor, into: &bytes) }
        guard count >= 0 else { throw .failed(errno) }
        return (Array(bytes[..<count]), size)
    }

    private static func regularSize(_ descriptor: Int32) throws(FileProblem) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR: throw .folder
        default: throw .notRegular
        }
    }
}

/// Functions for the addresses of web pages.
enum WebAddress {
    static func isWeb(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.hasPrefix("http://") || text.hasPrefix("https://")
    }

    private static func afterScheme(_ text: String) -> Substring {
        guard let scheme = text.firstIndex(of: ":") else { return text[...] }
        return text[scheme...].dropFirst(3).prefix { $0 != "?" && $0 != "#" }
    }

    static func host(of text: String) -> String {
        String(afterScheme(text).prefix { $0 != "/" && $0 != ":" })
    }

    /// Returns whether an address is clearly one of this machine or of a private network.
    static func isPrivate(_ text: String) -> Bool {
        let host = host(of: text).lowercased()
        if host.isEmpty || host.hasPrefix("[") { return host.hasPrefix("[") }
        if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local")
            || !host.contains(".")
        {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1] else { return false }
        return switch (first, second) {
        case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168):
            true
        default: false
        }
    }

    /// Returns the content of a page that shows an address. Its media type follows from the
    /// extension of the address's path, or is that of a web page if there is no known extension.
    static func content(of text: String) -> Value {
        let path = afterScheme(text).drop { $0 != "/" }
        let type = MediaType.of(fileName: PageFiles.lastComponent(String(path)))
        return PageFiles.content(type ?? .html, "url", text)
    }
}
