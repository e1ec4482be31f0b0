internal import Glibc
internal import PagerModel
internal import SystemCalls

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
        let separated = SpeakerNotes(text.utf8, .page)
        if let unclosed = separated.unclosed {
            throw Problem(
                message: "\(quoted(path)): line \(unclosed.line + 1): \(unclosed.problem)")
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
        let lines = Array(markdown.utf8).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        var fence = CodeFence()
        for (index, line) in zip(lines.indices, lines) {
            if fence.read(line) || fence.isOpen { continue }
            guard Heading.level(at: index, in: lines) != nil else { continue }
            let text = line.trimmed.drop { $0 == UInt8(ascii: "#") }
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

    static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

    static func isRegular(_ path: String) -> Bool { type(of: path) == S_IFREG }

    private static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(at: path, &status) == 0 ? status.st_mode & S_IFMT : nil
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

/// The media type of a file.
struct MediaType: Hashable, Sendable {
    let name: String

    static let plainText = MediaType(name: "text/plain")
    static let bytes = MediaType(name: "application/octet-stream")
    static let markdown = MediaType(name: "text/markdown")
    static let html = MediaType(name: "text/html")

    /// Whether files of this type contain text, so that the text of a small file can be copied into
    /// a page.
    var isText: Bool {
        name.hasPrefix("text/") || Self.textual.contains(name)
    }

    private static let textual: TextSet = [
        "application/json", "application/xml", "application/yaml", "application/toml",
    ]

    /// Returns the media type for a file name's extension, or nil if it is unknown.
    static func of(fileName: String) -> MediaType? {
        guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
        return byExtension[fileName[fileName.index(after: dot)...].lowercased()]
            .map(MediaType.init(name:))
    }

    /// Returns `text/plain` if none of the given bytes from the start of a file is 0, otherwise
    /// `application/octet-stream`.
    static func of(bytes: some Sequence<UInt8>) -> MediaType {
        bytes.contains(0) ? .bytes : .plainText
    }

    private static let byExtension: TextDictionary<String> = [
        "md": "text/markdown", "markdown": "text/markdown",
        "txt": "text/plain", "text": "text/plain", "log": "text/plain",
        "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv",
        "tsv": "text/tab-separated-values", "ics": "text/calendar",
        "json": "application/json", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "toml": "application/toml",
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "bmp": "image/bmp", "ico": "image/x-icon", "tiff": "image/tiff",
        "pdf": "application/pdf", "zip": "application/zip",
        "mp4": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
    ]
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

    /// Returns the content of a page that shows an address. Its media type follows from the
    /// extension of the address's path, or is that of a web page if there is no known extension.
    static func content(of text: String) -> Value {
        let path = afterScheme(text).drop { $0 != "/" }
        let type = MediaType.of(fileName: PageFiles.lastComponent(String(path)))
        return PageFiles.content(type ?? .html, "url", text)
    }
}
