internal import ArgumentParser
internal import Glibc
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// The command `pagerview make-book`, which creates a book from a PDF with the programs of
/// poppler-utils. Each page becomes an SVG picture, or a PNG if the SVG would be too large.
struct MakeBook: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-book",
        abstract: "Creates a book from a PDF: a folder that pagerd --book shows.",
        discussion: """
            It needs poppler-utils. Each page becomes an SVG, or a PNG of 3840 pixels where that \
            is too large, and its first line of text becomes the title.

            EXAMPLE
              pagerview make-book slides.pdf --folder slides
              pagerd --book slides/book.yaml
            """)

    /// The maximum number of pages of a PDF.
    static let mostPages = 1_000
    /// The maximum size of a page's SVG in bytes. A page with a larger SVG becomes a PNG, because
    /// browsers draw large SVGs slowly.
    static let longestPicture = 8 << 20
    /// The maximum number of bytes of a page's text that are searched for a title.
    private static let longestText = 64 << 10
    /// The maximum number of characters of a title.
    private static let longestTitle = 100

    @Argument(help: "The PDF file.")
    var file: String

    @Option(help: "The folder to create; default: the name of the PDF without .pdf.")
    var folder: String?

    func run() throws {
        try checkFile()
        let (pages, size) = try describe()
        let folder = self.folder ?? Self.folderName(of: file)
        guard mkdir(folder, 0o777) == 0 else {
            let reason = errno == EEXIST ? "it exists" : errorText(errno)
            throw ValidationError(
                "cannot create the folder \(folder): \(reason); choose another with --folder")
        }
        let slides = try (1...pages).map { try draw($0, of: pages, in: folder) }
        let book = Self.book(of: slides, size: size, from: file)
        try WholeFile.write(Array(book.utf8), to: "\(folder)/book.yaml")
        print("created \(folder)/book.yaml with \(pages) pages")
        print("to show it: pagerd --book \(folder)/book.yaml")
    }

    private static func folderName(of file: String) -> String {
        let name = String(file.split { $0 == "/" }.last ?? "slides")
        return name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name + "-book"
    }

    /// Checks that the file is a PDF: its first 1,024 bytes contain `%PDF-`.
    private func checkFile() throws {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ValidationError("\(file) cannot be read: \(errorText(errno))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ValidationError("\(file) is not a file")
        }
        let start = bytes(of: descriptor, at: 0, count: 1_024)
        let mark = Array("%PDF-".utf8)
        guard start.indices.contains(where: { start[$0...].starts(with: mark) }) else {
            throw ValidationError(
                "\(file) is not a PDF: %PDF- is missing in its first 1024 bytes")
        }
    }

    /// Whether the PDF is encrypted, as its trailer says.
    private var isEncrypted: Bool {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let part = 64 << 10
        let end = max(0, Int(status.st_size) - part)
        return [0, end].contains { offset in
            bytes(of: descriptor, at: offset, count: part)
                .firstRange(of: Array("/Encrypt".utf8)) != nil
        }
    }

    // MARK: poppler

    private func call(_ words: [String], doing what: String) throws -> [UInt8] {
        do throws(ChildProgram.Failure) {
            return try ChildProgram.output(of: words, atMost: Self.longestText)
        } catch {
            let command = words.joined(separator: " ")
            switch error {
            case .missing:
                throw ValidationError(
                    "\(words[0]) is missing; install poppler-utils (Debian: apt install "
                        + "poppler-utils)")
            case .tooSlow:
                throw ValidationError(
                    "\(what) took more than \(ChildProgram.patience) s; this command shows how "
                        + "far it gets:\n  \(command)")
            case .failed where isEncrypted:
                throw ValidationError(
                    "\(file) has a password; save it without one, for example with qpdf --decrypt")
            case .failed:
                throw ValidationError("\(what) failed; this command shows why:\n  \(command)")
            }
        }
    }

    /// Returns the number of pages of the PDF, and the size of its first page in points.
    private func describe() throws -> (pages: Int, size: (width: Double, height: Double)) {
        let text = String(
            decoding: try call(["pdfinfo", file], doing: "reading \(file)"), as: UTF8.self)
        let fields = text.split(whereSeparator: \.isNewline)
            .map { $0.split { $0 == " " || $0 == ":" } }
        let pages = fields.first { $0.first == "Pages" }.flatMap { $0.last.flatMap { Int($0) } }
        let numbers = fields.first { $0.starts(with: ["Page", "size"]) }?.compactMap { Double($0) }
        guard let pages, let numbers, numbers.count >= 2, pages > 0 else {
            throw ValidationError(
                "pdfinfo reports no pages or no page size for \(file); choose another PDF")
        }
        guard pages <= Self.mostPages else {
            throw ValidationError(
                "\(file) has \(pages) pages, but a book may have at most "
                    + "\(Self.mostPages); split the PDF")
        }
        return (pages, (numbers[0], numbers[1]))
    }

    /// Converts one page of the PDF to a picture file in the folder, and finds the page's title.
    private func draw(_ page: Int, of pages: Int, in folder: String) throws -> Slide {
        let number = String("000\(page)".suffix(max(2, String(pages).count)))
        let only = ["-f", "\(page)", "-l", "\(page)"]
        let svg = "\(folder)/\(number).svg"
        let what = "drawing page \(page)"
        _ = try call(["pdftocairo", "-svg"] + only + [file, svg], doing: what)
        var status = stat()
        var name = "\(number).svg"
        if stat(at: svg, &status) != 0 || Int(status.st_size) > Self.longestPicture {
            unlink(svg)
            name = "\(number).png"
            let size = ["-scale-to-x", "3840", "-scale-to-y", "-1"]
            _ = try call(
                ["pdftocairo", "-png", "-singlefile"] + size + only
                    + [file, "\(folder)/\(number)"], doing: what)
        }
        let text = try call(
            ["pdftotext", "-enc", "UTF-8"] + only + [file, "-"],
            doing: "reading the text of page \(page)")
        return Slide(number: page, file: name, title: Self.title(in: text) ?? "Slide \(page)")
    }

    private static func title(in text: [UInt8]) -> String? {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).lazy
            .map { line in String(line.unicodeScalars.filter { $0.value >= 0x20 }) }
            .first { $0.contains { !$0.isWhitespace } }
            .map { String($0.drop { $0.isWhitespace }.prefix(longestTitle)) }
    }

    // MARK: the book

    struct Slide {
        let number: Int
        let file: String
        let title: String
    }

    /// Returns the text of `book.yaml`. The titles in this text are JSON strings, which are also
    /// valid YAML.
    static func book(
        of slides: [Slide], size: (width: Double, height: Double), from file: String
    ) -> String {
        let pages = slides.map { slide in
            let title = Value.string(slide.title).json
            return "    - {id: slide-\(slide.number), title: \(title), file: \(slide.file)}\n"
        }
        let name = String(file.split { $0 == "/" }.last ?? "")
        return """
            # Made by pagerview make-book from \(Value.string(name).json).
            window: {id: main, size: {width: \(size.width), height: \(size.height)}}
            pager:
              id: talk
              pages:

            """ + pages.joined()
    }
}

/// Functions that write a whole file.
enum WholeFile {
    /// Writes a file.
    ///
    /// - Throws: `ValidationError` with a sentence that gives the reason.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw ValidationError("\(path) cannot be written: \(errorText(errno))")
        }
        defer { close(descriptor) }
        guard SystemCalls.write(all: bytes, to: descriptor) else {
            throw ValidationError("\(path) cannot be written: \(errorText(errno))")
        }
    }
}
